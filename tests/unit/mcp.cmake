# MCP, in front of a made-up session.
set(mcp_world ${CMAKE_SOURCE_DIR}/tests/support/mcp_world.c)
function(cordon_mcp_test name)
  cordon_unit_test(${name} SOURCES test_${name}.c ${ARGN} LINK gateway_mcp)
  if(TARGET test-${name})
    target_include_directories(test-${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support)
  endif()
endfunction()
cordon_mcp_test(mcp_protocol ${mcp_world})

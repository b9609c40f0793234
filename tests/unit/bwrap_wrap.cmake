# Tests of what starts a sandbox: the command line, the filter and process 1.
set(cordon_bwrap_support ${PROJECT_SOURCE_DIR}/tests/support/bwrap_plan.c
    ${PROJECT_SOURCE_DIR}/tests/support/bwrap_world.c)

cordon_unit_test(bwrap_wrap SOURCES test_bwrap_wrap.c ${cordon_bwrap_support} LINK bwrap_testing)
cordon_unit_test(bwrap_filter SOURCES test_bwrap_filter.c LINK bwrap_testing PkgConfig::SECCOMP)
# Through real bubblewrap, as root also as an ordinary user; skipped where sandboxes cannot start.
cordon_unit_test(bwrap_init
  SOURCES ${PROJECT_SOURCE_DIR}/tests/sandbox/test_bwrap_init.c ${cordon_bwrap_support}
  LINK bwrap_testing)

foreach(test test-bwrap_wrap test-bwrap_filter test-bwrap_init)
  if(TARGET ${test})
    target_include_directories(${test} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
    target_compile_definitions(${test} PRIVATE
      CORDON_TEST_INIT="$<TARGET_FILE:cordon-init>"
      CORDON_TEST_GOLDEN="${PROJECT_SOURCE_DIR}/tests/golden/bwrap")
    add_dependencies(${test} cordon-init)
  endif()
endforeach()

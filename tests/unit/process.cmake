foreach(module capture outcome status)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()

# The command that the process tests run.
add_executable(process-command process_command.c)
set_target_properties(process-command PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
find_package(Threads REQUIRED)
# Its crashes and its leftovers are meant.
target_compile_options(process-command PRIVATE $<$<BOOL:${CORDON_SANITIZE}>:-fno-sanitize=all>)
target_link_options(process-command PRIVATE $<$<BOOL:${CORDON_SANITIZE}>:-fno-sanitize=all>)
target_link_libraries(process-command PRIVATE Threads::Threads)

cordon_unit_test(process SOURCES test_process.c
  DEFINITIONS PROCESS_COMMAND="${CMAKE_BINARY_DIR}/tests/process-command")
if(TARGET test-process)
  add_dependencies(test-process process-command cordon-supervisor cordon-init)
endif()

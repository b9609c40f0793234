# What of the command line decides without doing; the files are those of the program.
cordon_unit_test(cli SOURCES test_cli.c ${CMAKE_SOURCE_DIR}/cli/args.c
  ${CMAKE_SOURCE_DIR}/cli/check_options.c ${CMAKE_SOURCE_DIR}/cli/options.c ${CMAKE_SOURCE_DIR}/cli/output.c)
if(TARGET test-cli)
  target_include_directories(test-cli PRIVATE ${CMAKE_SOURCE_DIR}/cli)
endif()

foreach(module shell_read shell_print shell_windows)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()

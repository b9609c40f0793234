foreach(module gitdir hold scan survey workspace)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()

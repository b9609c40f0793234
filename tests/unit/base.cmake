foreach(module arena json quote deadline fdio trust facts termsafe)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()

foreach(module environment explain gitindex gitnames guarantee launch mounts names plan policy readiness select)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()

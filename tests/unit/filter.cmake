foreach(module filter_address filter_path filter_scope filter_tables)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()

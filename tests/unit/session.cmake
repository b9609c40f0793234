# Settings and the audit log.
foreach(module audit roles settings settings_store)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()
# Calls.
cordon_unit_test(call SOURCES test_call.c)

# Settings and the audit log.
foreach(module audit roles settings settings_diff settings_store)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()
# Calls and sessions.
foreach(module call crew ring)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()
cordon_unit_test(session SOURCES test_session.c session_world.c)
cordon_unit_test(session_approval SOURCES test_session_approval.c session_world.c)
if(TARGET test-session)
  add_dependencies(test-session cordon-supervisor)
  add_dependencies(test-session_approval cordon-supervisor)
endif()

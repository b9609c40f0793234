# What plugins/kit and the readiness half of plugins/bwrap are held to.
cordon_unit_test(kit SOURCES test_kit.c LINK cordon_kit)
cordon_unit_test(bwrap_options SOURCES test_bwrap_options.c LINK bwrap_testing)
cordon_unit_test(bwrap_explain SOURCES test_bwrap_explain.c LINK bwrap_testing)
# Given by the build: where the manifest and the real helper are.
cordon_unit_test(bwrap_hints SOURCES test_bwrap_hints.c fake_host.c LINK bwrap_testing
  DEFINITIONS TEST_MANIFEST="${CORDON_STAGE}/${CORDON_MANIFESTDIR}/50-bwrap.json")
cordon_unit_test(bwrap_probe SOURCES test_bwrap_probe.c fake_host.c LINK bwrap_testing
  DEFINITIONS TEST_INIT="${CORDON_STAGE}/${CORDON_LIBEXECDIR}/cordon-init")
if(TARGET test-bwrap_probe)
  add_dependencies(test-bwrap_probe cordon-init)
endif()

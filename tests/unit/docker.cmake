# What the docker backend is held to: its readiness half, its plans, and the pure parts of drivers/docker.
cordon_unit_test(docker_hints SOURCES test_docker_hints.c fake_host.c LINK docker_testing)
foreach(name demux container endpoint)
  cordon_unit_test(docker_${name} SOURCES test_docker_${name}.c LINK cordon_docker)
endforeach()
foreach(name facts explain)
  cordon_unit_test(docker_${name} SOURCES test_docker_${name}.c LINK docker_testing)
endforeach()
# The launch on paper is that of the bubblewrap tests.
cordon_unit_test(docker_wrap SOURCES test_docker_wrap.c ${PROJECT_SOURCE_DIR}/tests/support/bwrap_world.c
  LINK docker_testing bwrap_testing DEFINITIONS CORDON_TEST_GOLDEN="${PROJECT_SOURCE_DIR}/tests/golden/docker"
  CORDON_TEST_INIT="" # nothing is started
)
if(TARGET test-docker_wrap)
  target_include_directories(test-docker_wrap PRIVATE ${PROJECT_SOURCE_DIR}/tests/support
    ${PROJECT_SOURCE_DIR}/plugins)
endif()

# The pure parts of drivers/docker that are about images.
foreach(name reference manifest challenge credentials pull_progress)
  cordon_unit_test(docker_${name} SOURCES test_docker_${name}.c LINK cordon_docker)
endforeach()

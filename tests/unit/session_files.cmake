# The file tools of agents: what they do, and what they refuse while others rename under them.
foreach(module files files_change files_search)
  cordon_unit_test(${module} SOURCES test_${module}.c)
endforeach()
find_package(Threads REQUIRED)
cordon_unit_test(files_race SOURCES test_files_race.c LINK Threads::Threads)

# cordon_add_helper(<name> <source>...): a program of the core that links nothing but libc, in the
# folder for helpers.  Static where that links: those on the way of every command start in half the
# time, and the one inside the sandbox needs no library there.
include(CheckCSourceCompiles)

if(NOT CORDON_SANITIZE) # the sanitizers need the dynamic linker
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  check_c_source_compiles("int main(void) { return 0; }" CORDON_STATIC_LINKS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()

function(cordon_add_helper name)
  add_executable(${name} ${ARGN})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/core)
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH "" # of ours it needs no library
    RUNTIME_OUTPUT_DIRECTORY ${CORDON_STAGE}/${CORDON_LIBEXECDIR})
  if(CORDON_STATIC_LINKS AND NOT CORDON_SANITIZE)
    # Neither -pie nor -no-pie: both mix badly with -static.
    set_property(TARGET ${name} PROPERTY POSITION_INDEPENDENT_CODE)
    target_link_options(${name} PRIVATE -static)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CORDON_LIBEXECDIR})
endfunction()

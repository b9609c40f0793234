# cordon_backend(<id> NAME <title> PRIORITY <number> PLATFORMS <name>... SOURCES <file>...): a plug-in, its
# manifest, and <id>_testing, which is the same with all its functions in reach.
#
# The manifest says what the sources say: codes of codes.def, guarantees of guarantees.h.
function(cordon_backend id)
  cmake_parse_arguments(backend "" "NAME;PRIORITY" "PLATFORMS;SOURCES" ${ARGN})

  add_library(${id} MODULE ${backend_SOURCES} $<TARGET_OBJECTS:kit_filter>)
  set_target_properties(${id} PROPERTIES
    PREFIX ""
    LIBRARY_OUTPUT_DIRECTORY ${CORDON_STAGE}/${CORDON_BACKENDDIR}
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/plugins/backend.map)
  target_link_options(${id} PRIVATE
    -Wl,--version-script=${PROJECT_SOURCE_DIR}/plugins/backend.map
    $<$<NOT:$<BOOL:${CORDON_SANITIZE}>>:-Wl,-z,defs>)

  add_library(${id}_testing STATIC EXCLUDE_FROM_ALL ${backend_SOURCES} $<TARGET_OBJECTS:kit_filter>)
  target_include_directories(${id}_testing PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})

  foreach(target ${id} ${id}_testing)
    target_compile_definitions(${target} PRIVATE CORDON_VERSION="${PROJECT_VERSION}")
  endforeach()
  target_link_libraries(${id} PRIVATE cordon_kit)
  target_link_libraries(${id}_testing PUBLIC cordon_kit)

  set(guarantees_file ${PROJECT_SOURCE_DIR}/core/abi/cordon/guarantees.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS codes.def ${guarantees_file})
  file(STRINGS codes.def lines REGEX "^[A-Z]+_CODE\\(")
  list(TRANSFORM lines REPLACE "^.*(\"[^\"]+\").*$" "\\1")
  list(JOIN lines ",\n    " BACKEND_CODES)
  file(STRINGS ${guarantees_file} lines REGEX "^#define CORDON_G_.*\"")
  list(TRANSFORM lines REPLACE "^.*(\"[^\"]+\").*$" "\\1")
  list(JOIN lines ",\n    " BACKEND_GUARANTEES)
  list(TRANSFORM backend_PLATFORMS PREPEND "\"")
  list(TRANSFORM backend_PLATFORMS APPEND "\"")
  list(JOIN backend_PLATFORMS ", " BACKEND_PLATFORMS)
  set(BACKEND_ID ${id})
  set(BACKEND_NAME ${backend_NAME})
  set(BACKEND_PRIORITY ${backend_PRIORITY})
  set(manifest ${CORDON_STAGE}/${CORDON_MANIFESTDIR}/${backend_PRIORITY}-${id}.json)
  configure_file(${PROJECT_SOURCE_DIR}/plugins/backend.json.in ${manifest} @ONLY)

  install(TARGETS ${id} LIBRARY DESTINATION ${CORDON_BACKENDDIR})
  install(FILES ${manifest} DESTINATION ${CORDON_MANIFESTDIR})
endfunction()

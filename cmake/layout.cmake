# Where things are, in the build tree exactly as in an installed tree: programs and plug-ins find
# each other relative to the library, so the tree may be moved and a fresh build runs in place.
include(GNUInstallDirs)

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

set(CORDON_LIBEXECDIR ${CMAKE_INSTALL_LIBEXECDIR}/cordon)
set(CORDON_BACKENDDIR ${CMAKE_INSTALL_LIBDIR}/cordon/backends)
set(CORDON_MANIFESTDIR ${CMAKE_INSTALL_LIBDIR}/cordon/backends.d)

set(CORDON_STAGE ${CMAKE_BINARY_DIR}/stage)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CORDON_STAGE}/${CMAKE_INSTALL_BINDIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CORDON_STAGE}/${CMAKE_INSTALL_LIBDIR})
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# Relative paths from the folder of libcordon.so, compiled into the library.
file(RELATIVE_PATH CORDON_LIB_TO_LIBEXEC /x/${CMAKE_INSTALL_LIBDIR} /x/${CORDON_LIBEXECDIR})
file(RELATIVE_PATH CORDON_LIB_TO_MANIFESTS /x/${CMAKE_INSTALL_LIBDIR} /x/${CORDON_MANIFESTDIR})
# The way back, for programs that link the core statically.
file(RELATIVE_PATH CORDON_BIN_TO_LIB /x/${CMAKE_INSTALL_BINDIR} /x/${CMAKE_INSTALL_LIBDIR})
file(RELATIVE_PATH CORDON_LIBEXEC_TO_LIB /x/${CORDON_LIBEXECDIR} /x/${CMAKE_INSTALL_LIBDIR})
# And for programs that become one of the helpers.
file(RELATIVE_PATH CORDON_BIN_TO_LIBEXEC /x/${CMAKE_INSTALL_BINDIR} /x/${CORDON_LIBEXECDIR})

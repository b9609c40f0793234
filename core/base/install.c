/* SPDX-License-Identifier: MIT */
/* Where the installed pieces are, relative to the library itself.
 *
 * A program that links the core statically has no library to start from: it looks beside itself,
 * where an installed tree has the library, and the variant for tests knows the build tree. */
#define _GNU_SOURCE /* dladdr() */
#include "base/install.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *resolve(const char *path, GError **error)
{
    char *resolved = realpath(path, NULL);

    if (resolved == NULL) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "Cordon cannot find its own files: %s cannot be resolved: %s.", path,
                    g_strerror(saved));
        return NULL;
    }
    char *copy = g_strdup(resolved);
    free(resolved);
    return copy;
}

#ifdef CORDON_STATIC
static gboolean has_pieces(const char *libdir)
{
    g_autofree char *manifests = g_build_filename(libdir, CORDON_LIB_TO_MANIFESTS, NULL);

    return access(manifests, F_OK) == 0;
}

static char *find_libdir(GError **error)
{
    static const char *const to_libdir[] = {CORDON_BIN_TO_LIB, CORDON_LIBEXEC_TO_LIB};
    g_autofree char *program = resolve("/proc/self/exe", error);

    if (program == NULL)
        return NULL;
    g_autofree char *folder = g_path_get_dirname(program);
    for (gsize i = 0; i < G_N_ELEMENTS(to_libdir); i++) {
        g_autofree char *joined = g_build_filename(folder, to_libdir[i], NULL);
        g_autofree char *libdir = g_canonicalize_filename(joined, "/");
        if (has_pieces(libdir))
            return g_steal_pointer(&libdir);
    }
#ifdef CORDON_STAGE_LIBDIR
    return g_strdup(CORDON_STAGE_LIBDIR);
#else
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                "Cordon cannot find its own files around %s; install Cordon again.", program);
    return NULL;
#endif
}
#else
static char *find_libdir(GError **error)
{
    static const char anchor = 0;
    Dl_info info;

    /* A relative name was relative to the folder that the program was started in, which may be
     * another one by now. */
    if (dladdr(&anchor, &info) == 0 || info.dli_fname == NULL ||
        !g_path_is_absolute(info.dli_fname)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                            "Cordon cannot find its own files: libcordon was not loaded by an "
                            "absolute path.");
        return NULL;
    }
    g_autofree char *library = resolve(info.dli_fname, error);
    return library != NULL ? g_path_get_dirname(library) : NULL;
}
#endif

static char *from_libdir(const char *relative, GError **error)
{
    g_autofree char *libdir = find_libdir(error);

    if (libdir == NULL)
        return NULL;
    g_autofree char *joined = g_build_filename(libdir, relative, NULL);
    return g_canonicalize_filename(joined, "/");
}

char *cordon_install_helper(const char *name, GError **error)
{
    g_autofree char *folder = from_libdir(CORDON_LIB_TO_LIBEXEC, error);

    if (folder == NULL)
        return NULL;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    if (access(path, X_OK) < 0) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "The program %s, which belongs to Cordon, cannot be used: %s.  Install Cordon "
                    "again.",
                    path, g_strerror(saved));
        return NULL;
    }
    return g_steal_pointer(&path);
}

char *cordon_install_manifest_folder(GError **error)
{
    return from_libdir(CORDON_LIB_TO_MANIFESTS, error);
}

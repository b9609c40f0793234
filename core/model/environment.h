/* SPDX-License-Identifier: MIT */
/* The environment of a command: built, not filtered in place.  Pure. */
#ifndef CORDON_MODEL_ENVIRONMENT_H
#define CORDON_MODEL_ENVIRONMENT_H

#include <glib.h>

/* A name that contains KEY, SECRET, TOKEN, PASSWORD, CREDENTIAL or PRIVATE, in any case. */
gboolean cordon_environment_is_secret(const char *name);

/* A zero member is the tightest setting. */
typedef struct {
    const char *home; /* real path; NULL: HOME is /tmp */
    const char
        *cache; /* guest path of the loop's cache, or NULL: then build tools keep their caches
                          in the fresh home, which ends with the command */
    const char *search_path; /* PATH in place of base's, or NULL */
    /* Folders of the user that are there for the command to read, or NULL. */
    const char *go_modules;   /* Go's module cache: GOMODCACHE is not redirected */
    const char *gradle_cache; /* holds modules-2: becomes GRADLE_RO_DEP_CACHE */
    gboolean unsandboxed;
} CordonEnvironmentOptions;

/* NAME=VALUE, sorted by name, NULL-terminated; free with g_strfreev().  Out of base: secret names,
 * names that are not valid, later repeats of a name, and what makes the loader, a shell or an
 * interpreter run code (LD_PRELOAD, BASH_ENV, ...).  PATH keeps its absolute entries only.  In: CI=1,
 * pagers and editors off, no terminal.
 * Sandboxed, moreover, out: variables that lead to host services (DBUS_SESSION_BUS_ADDRESS,
 * SSH_AUTH_SOCK, DISPLAY, proxies, ...) or to folders that are not there (XDG_CACHE_HOME).  In:
 * TMPDIR=/tmp, HOME, caches of build tools redirected to the cache. */
char **cordon_environment_build(const char *const *base, const CordonEnvironmentOptions *options);

#endif

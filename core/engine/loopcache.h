/* SPDX-License-Identifier: MIT */
/* Where the tools of one loop keep their caches between launches. */
#ifndef CORDON_ENGINE_LOOPCACHE_H
#define CORDON_ENGINE_LOOPCACHE_H

#include <cordon/error.h>

/* Makes what is missing of BASE/cordon/loops/NAME-HASH (mode 0700), through no link, and returns its
 * path (g_free()).  base: the user's cache folder, whose parent exists.  loop: real path of the
 * loop's folder.  CORDON_ERROR_SYSTEM, or TRUST for a folder that others own or can write. */
char *cordon_loopcache_make(const char *base, const char *loop, GError **error);
/* The same of BASE/cordon/NAME, which is given to no command as it is. */
char *cordon_loopcache_make_folder(const char *base, const char *name, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* The inside of CordonPolicy, for the engine. */
#ifndef CORDON_MODEL_POLICY_H
#define CORDON_MODEL_POLICY_H

#include <cordon/policy.h>

struct CordonPolicy {
    char *project, *loop, *cache; /* absolute, lexically clean; or NULL */
    GPtrArray *siblings, *apps;   /* of char * */
    guint64 limits[CORDON_LIMIT_SCRATCH_BYTES + 1];
    gboolean limit_is_set[CORDON_LIMIT_SCRATCH_BYTES + 1]; /* FALSE: the default */
    gboolean repository_writable;
    gboolean bad_limit; /* a limit was set that does not exist */
};

/* Absolute and without ".", ".." and double slashes, lexically; free with g_free().  cwd is only
 * looked at when path is relative. */
char *cordon_path_clean(const char *path, const char *cwd);
/* TRUE when path is folder or lies below it; both clean. */
gboolean cordon_path_is_below(const char *path, const char *folder);
/* Fills in the defaults that depend on the machine; refuses a limit of 0. */
gboolean cordon_policy_resolve_limits(const CordonPolicy *policy, guint64 memory_total_bytes,
                                      guint64 ret_limits[CORDON_LIMIT_SCRATCH_BYTES + 1],
                                      GError **error);

#endif

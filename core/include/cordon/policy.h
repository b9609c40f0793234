/* SPDX-License-Identifier: MIT */
/* CordonPolicy: what one launch may see, change and use.  A wish, without any notion of how a
 * backend fulfils it.
 *
 * A new policy is the tightest: no folder at all, no network, default limits.  Not thread-safe;
 * functions that take a const policy copy what they need. */
#ifndef CORDON_POLICY_H
#define CORDON_POLICY_H

#include <cordon/error.h>

G_BEGIN_DECLS

typedef struct CordonPolicy CordonPolicy;

typedef enum {
    CORDON_LIMIT_PROCESSES,     /* processes and threads at one time */
    CORDON_LIMIT_MEMORY_BYTES,  /* all processes together */
    CORDON_LIMIT_OPEN_FILES,    /* per process */
    CORDON_LIMIT_SCRATCH_BYTES, /* each of /tmp, /var/tmp, /dev/shm and the fresh home */
} CordonLimit;

/* No limit, for cordon_policy_set_limit(). */
#define CORDON_UNLIMITED G_MAXUINT64

CORDON_PUBLIC CordonPolicy *cordon_policy_new(void);
CORDON_PUBLIC void cordon_policy_free(CordonPolicy *policy);

/* Paths are made absolute against the current folder, and lexically clean; they are resolved and
 * held when a plan is made.  project: readable.  loop: the one writable folder, inside the project
 * or the project itself.  siblings: folders of other loops, read-only, also inside the loop.
 * app folders: the application's own, read-only. */
CORDON_PUBLIC void cordon_policy_set_project(CordonPolicy *policy, const char *path);
CORDON_PUBLIC void cordon_policy_set_loop(CordonPolicy *policy, const char *path);
CORDON_PUBLIC void cordon_policy_add_sibling(CordonPolicy *policy, const char *path);
CORDON_PUBLIC void cordon_policy_add_app_folder(CordonPolicy *policy, const char *path);

/* Where tools keep caches between launches of this loop; NULL (the default) is a folder of this
 * loop below the user's cache folder. */
CORDON_PUBLIC void cordon_policy_set_cache(CordonPolicy *policy, const char *path);

/* 0 is refused when a plan is made.  Defaults: 2048 processes, 60 % of the machine's memory, 65536
 * open files, 25 % of the memory for each scratch folder. */
CORDON_PUBLIC void cordon_policy_set_limit(CordonPolicy *policy, CordonLimit limit, guint64 value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonPolicy, cordon_policy_free)

G_END_DECLS

#endif

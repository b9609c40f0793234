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

/* TRUE: this one command may change the git repository that git of its working folder uses: make objects, and
 * change refs, index, HEAD, the state of a merge or rebase.  FALSE, the default: .git is read-only as a whole.
 * For a command that was read as a change of git's and that a person approved; never for a shell.
 *
 * The command works on a copy of those files, so that nothing else of the repository (config, hooks, attributes,
 * other work trees) can change.  cordon_process_wait() takes its changes over when the command has ended by
 * itself, whatever its exit status: all or none.  When it cannot, because another program changed the same
 * meanwhile or because what the command left must not be kept, the result is LIMIT with the limit
 * "repository", and message says why.  What a stopped command changed is not taken over.
 *
 * A plan of such a policy names a folder of its own; its text differs each time.  Where there is no
 * repository, or one that cannot be handed out this way, it stays read-only, and a notice of the plan says so. */
CORDON_PUBLIC void cordon_policy_set_repository_writable(CordonPolicy *policy, gboolean writable);

/* 0 is refused when a plan is made.  Defaults: 2048 processes, 60 % of the machine's memory, 65536
 * open files, 25 % of the memory for each scratch folder. */
CORDON_PUBLIC void cordon_policy_set_limit(CordonPolicy *policy, CordonLimit limit, guint64 value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonPolicy, cordon_policy_free)

G_END_DECLS

#endif

/* SPDX-License-Identifier: MIT */
/* CordonStage: a repository as one command may change it.
 *
 * A command never gets the repository itself.  It gets a copy of the few files that git commands change (refs,
 * index, HEAD, the state of a merge), with an empty folder for new objects that names the repository's
 * own as its alternate, and what of the rest git reads.  After the command, its changes are taken over
 * one by one: only names of a fixed list, only regular files, only content that is what it should be, all
 * or nothing, and only where nobody else changed the same file meanwhile. */
#ifndef CORDON_ENGINE_STAGE_H
#define CORDON_ENGINE_STAGE_H

#include <cordon/error.h>

typedef struct CordonStage CordonStage;

/* base: folder for stages, ours alone (cordon_loopcache_make_folder()); what a launch that was killed left there
 * is removed.  common: the repository's folder, held as common_fd (borrowed, copied).  worktree: NAME of
 * the linked work tree, or NULL.  CORDON_ERROR_POLICY: it is a repository of a kind that is not staged;
 * SYSTEM. */
CordonStage *cordon_stage_new(const char *base, const char *common, int common_fd,
                              const char *worktree, GError **error);
/* Removes the copy. */
void cordon_stage_free(CordonStage *stage);

/* The folder that lies in the repository's place. */
const char *cordon_stage_get_tree(const CordonStage *stage);
/* Names of what is to lie over it, read-only: array of char *. */
const GPtrArray *cordon_stage_get_covers(const CordonStage *stage);

/* Takes over what the command did; no process of it may be left.  *ret_dropped: what else it wrote, for a
 * person, or NULL (g_free()).  FALSE: the repository is as it was, but for objects that nothing names. */
gboolean cordon_stage_apply(CordonStage *stage, char **ret_dropped, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonStage, cordon_stage_free)

#endif

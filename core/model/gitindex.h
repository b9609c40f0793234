/* SPDX-License-Identifier: MIT */
/* What a command may leave in git's index and in a tree.  git trusts its own index: it writes to whatever path an
 * entry names (".git/hooks/x"), and runs what the config of a repository names that lies where a gitlink is.
 * Pure. */
#ifndef CORDON_MODEL_GITINDEX_H
#define CORDON_MODEL_GITINDEX_H

#include <glib.h>

/* Paths of the gitlinks (submodules) in an index; a set of char *, empty for one that cannot be read. */
GHashTable *cordon_git_index_find_links(const char *data, gsize size, gsize hash_size);
/* The index with its entries and nothing else: what stands behind them is for speed, and says in other words
 * where the entries are.  gitlinks: the set of those that may stay.  hash_size: 20, or 32 for SHA-256.
 * NULL: it must not be kept; *ret_reason is the rest of a sentence about it (g_free()). */
char *cordon_git_index_rebuild(const char *data, gsize size, gsize hash_size, GHashTable *gitlinks,
                               gsize *ret_size, char **ret_reason);
/* The name of the first gitlink of a tree object (without its header) that is no last part of one of gitlinks,
 * or "" for a tree that cannot be read; NULL when there is none.  Free with g_free(). */
char *cordon_git_tree_find_link(const char *data, gsize size, gsize hash_size,
                                GHashTable *gitlinks);

#endif

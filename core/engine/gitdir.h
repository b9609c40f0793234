/* SPDX-License-Identifier: MIT */
/* What git of a work tree reads outside it: read from files that a command may have written, so
 * nothing in them is trusted. */
#ifndef CORDON_ENGINE_GITDIR_H
#define CORDON_ENGINE_GITDIR_H

#include <glib.h>

/* The value of core.NAME (of any case) in the text of a git config file, or NULL; free with g_free(). */
char *cordon_git_config_core(const char *text, const char *name);

/* folder/.git is a file, as in a linked work tree or a submodule: the real path of the repository's folder
 * ("/home/u/repo/.git"), which git needs to read; NULL when it is no such file, or when the repository
 * does not name this very work tree in turn.  *ret_doubtful: the file names a folder that does not
 * point back.  Free with g_free(). */
char *cordon_gitdir_find_common(const char *folder, gboolean *ret_doubtful);

/* The same, and in *ret_worktree (g_free()) NAME of a linked work tree, whose own folder is
 * COMMON/worktrees/NAME; NULL for a repository apart from its work tree. */
char *cordon_gitdir_find(const char *folder, char **ret_worktree, gboolean *ret_doubtful);

/* The folder of hooks that folder's own repository is set to, as a clean absolute path, or NULL.
 * Free with g_free(). */
char *cordon_gitdir_find_hooks(const char *folder);

/* Is an open folder a repository without a work tree?  Git runs programs in it all the same. */
gboolean cordon_gitdir_is_bare(int folder);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of a git repository are to a command that may change it: which of its changes are
 * kept, and what may stand in them.  Everything that git executes, or reads paths and programs from, is
 * none of them.  Tables: one row a fact.  Pure. */
#ifndef CORDON_MODEL_GITNAMES_H
#define CORDON_MODEL_GITNAMES_H

#include <glib.h>

typedef enum {
    CORDON_GIT_DROP,      /* not shown to the command; what it makes of that name is thrown away */
    CORDON_GIT_KEEP,      /* changes are kept: a file */
    CORDON_GIT_KEEP_TREE, /* ... a folder with all below it */
    CORDON_GIT_LEND,      /* shown as a copy, changes are thrown away */
    CORDON_GIT_COVER,     /* shown as it is, read-only */
    CORDON_GIT_OBJECTS,
    CORDON_GIT_WORKTREES,
} CordonGitPart;

/* name: an entry of the repository's folder.  linked: of the common folder, seen from a linked work tree,
 * whose own HEAD and index lie elsewhere: those of the main work tree are lent only. */
CordonGitPart cordon_git_part(const char *name, gboolean linked);
/* The same for an entry of COMMON/worktrees/NAME, the linked work tree's own folder. */
CordonGitPart cordon_git_part_of_worktree(const char *name);
/* In shared folders, what is the main work tree's alone ("logs/HEAD"): not for a linked one. */
gboolean cordon_git_is_of_main(const char *path);
/* Left by git itself while it works: no change that anybody misses. */
gboolean cordon_git_is_passing(const char *name);

/* May this be kept?  (Not for the index: model/gitindex.h.)  path: below the repository's folder ("refs/heads/x", "worktrees/w/HEAD").  NULL, or
 * why not, as the rest of a sentence about the file. */
const char *cordon_git_check(const char *path, const char *text, gsize size);
/* "0a" and the other 38 (or 62) digits. */
gboolean cordon_git_is_object(const char *folder, const char *name);

#endif

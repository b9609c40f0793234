/* SPDX-License-Identifier: MIT */
/* What the filter wants to know of the file system.  The filter itself is pure: it asks through these functions, which
 * the engine answers from the real disk and tests from a table.
 *
 * All paths are absolute; but for real_path they are clean (no ".", "..", "//").  Texts are in the arena.  Any member may be NULL: then
 * nothing is known, and paths are judged by their text alone. */
#ifndef CORDON_FILTER_WORLD_H
#define CORDON_FILTER_WORLD_H

#include "base/arena.h"

/* One name of a folder.  FALSE ends the walk. */
typedef gboolean (*CordonNameFunc)(const char *name, gpointer user_data);

typedef struct {
    gpointer user_data;
    /* The path with the symbolic links of its longest existing part followed as the kernel follows them, so ".." is
     * the parent of where a link leads; path itself when nothing is a link. */
    const char *(*real_path)(gpointer user_data, CordonArena *arena, const char *path);
    /* The file's first max bytes, NUL-terminated, or NULL when it cannot be read. */
    const char *(*read_text)(gpointer user_data, CordonArena *arena, const char *path, gsize max);
    /* Calls func for each name in the folder, "." and ".." left out. */
    void (*list)(gpointer user_data, const char *folder, CordonNameFunc func, gpointer func_data);
    /* The path of a secret-looking file somewhere below the folder, or NULL.  The search is bounded; it gives the
     * folder itself when it could not look at everything. */
    const char *(*find_secret)(gpointer user_data, CordonArena *arena, const char *folder);
} CordonWorld;

#endif

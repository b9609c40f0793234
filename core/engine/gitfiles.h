/* SPDX-License-Identifier: MIT */
/* Files below one folder that is held by descriptor, reached through no link.  Paths are relative to it
 * ("refs/heads/x"). */
#ifndef CORDON_ENGINE_GITFILES_H
#define CORDON_ENGINE_GITFILES_H

#include <cordon/error.h>
#include <sys/stat.h>
#include <time.h>

#define CORDON_GIT_MAX_FILES 100000u
#define CORDON_GIT_MAX_BYTES (1024u * 1024 * 1024) /* of one file: a large index */
#define CORDON_GIT_MAX_DEPTH 64u

/* What a file holds, in short. */
typedef struct {
    guint8 digest[32];
    mode_t mode;
    struct timespec changed;
    gsize size;
} CordonGitFile;

/* The folder that holds the last part of path, as a descriptor, or -1 with errno.  make: with what is missing
 * of it.  *ret_name points into path. */
int cordon_git_open_parent(int root, const char *path, gboolean make, const char **ret_name);
/* A regular file's content, NUL-terminated; FALSE with errno: ENOENT, or ELOOP, EINVAL and so on for what
 * is none.  ret_text NULL: only file is wanted. */
gboolean cordon_git_read(int root, const char *path, CordonGitFile *ret_file, char **ret_text,
                         gsize *ret_size);
/* A new file of that content; FALSE with errno. */
gboolean cordon_git_create(int folder, const char *name, const char *text, gsize size, mode_t mode,
                           const struct timespec *changed, gboolean sync);
/* Is a folder of that name there, and no link? */
gboolean cordon_git_is_folder(int root, const char *path);
/* The names in the folder path ("" is root itself), sorted; array of char *, or NULL with errno. */
GPtrArray *cordon_git_list(int root, const char *path);

/* For one file.  FALSE: stop, error is set. */
typedef gboolean (*CordonGitFileFunc)(const char *path, mode_t mode, gpointer user_data,
                                      GError **error);
/* Calls func for path itself, when that is a file, or for every entry below it that is no folder. */
gboolean cordon_git_walk(int root, const char *path, CordonGitFileFunc func, gpointer user_data,
                         GError **error);
/* Removes path and all below it, through no link; best effort. */
void cordon_git_remove(int root, const char *path);

#endif

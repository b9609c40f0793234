/* SPDX-License-Identifier: MIT */
/* A path as an agent gives it: taken apart, and judged by its names.  Pure. */
#ifndef CORDON_SESSION_FILES_PATH_H
#define CORDON_SESSION_FILES_PATH_H

#include <cordon/files.h>

/* Longer ones are refused, as the kernel would. */
#define CORDON_FILES_MAX_PATH 4095u
#define CORDON_FILES_MAX_NAME 255u

/* What the path is wanted for. */
typedef enum {
    CORDON_FILES_USE_READ,
    CORDON_FILES_USE_LIST,
    CORDON_FILES_USE_SEARCH,
    CORDON_FILES_USE_WRITE,
    CORDON_FILES_USE_EDIT,
} CordonFilesUse;

/* A path below the loop's folder by its text.  Where links lead is for the kernel to say. */
typedef struct {
    CordonFilesUse use;
    char *shown; /* as it was given, quoted and cut, for messages */
    char *
        path; /* relative, without "." and empty names; ".." may be in it; "" is the folder itself */
    char **names; /* those of path */
    guint n_names;
    gboolean is_folder; /* it ends with "/" or "/." */
} CordonFilesWay;

/* given, real: the loop's folder as it was named and without links, absolute and clean.  path NULL: "". */
CordonFilesWay *cordon_files_way_new(const char *given, const char *real, const char *path,
                                     CordonFilesUse use, GError **error);
void cordon_files_way_free(CordonFilesWay *way);
gboolean cordon_files_way_changes(const CordonFilesWay *way);
/* The first count names, joined.  Free with g_free(). */
char *cordon_files_way_prefix(const CordonFilesWay *way, guint count);

/* "PATH cannot be read: " and the rest, which says why and what to do instead. */
void cordon_files_refuse(GError **error, CordonFilesError code, const CordonFilesWay *way,
                         const char *format, ...) G_GNUC_PRINTF(4, 5);

/* Of a file or a folder: what is on either list is a secret here.  parent: the name of the folder it lies in, or "".  Seen
 * through what file systems take for the same name: letters of another form, invisible characters, dots at the end. */
gboolean cordon_files_name_is_secret(const char *parent, const char *name);
gboolean cordon_files_name_is_protected(const char *name);
/* The first name of path (relative) that is a secret's, or a protected one; NULL when there is none.  Free
 * with g_free(). */
char *cordon_files_find_secret(const char *path);
char *cordon_files_find_protected(const char *path);
/* FALSE: refused by the names of path, which is the way's own or the one that it led to. */
gboolean cordon_files_judge(const CordonFilesWay *way, const char *path, GError **error);

/* UTF-8 in any case: other bytes become U+FFFD.  Free with g_free(). */
char *cordon_files_show_name(const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFilesWay, cordon_files_way_free)

#endif

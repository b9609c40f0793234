/* SPDX-License-Identifier: MIT */
/* Putting a whole file in its place, for writing and for editing. */
#ifndef CORDON_SESSION_FILES_WRITE_H
#define CORDON_SESSION_FILES_WRITE_H

#include "session/files_resolve.h"

#define CORDON_FILES_MAX_WRITE (16u * 1024 * 1024)

typedef struct {
    const struct stat *before; /* of the file that is replaced, or NULL: there is none */
    gboolean unchanged;        /* only while it is that very file with that very content */
} CordonFilesPut;

/* name of folder (checked) becomes text. */
gboolean cordon_files_put(const CordonFiles *files, const CordonFilesWay *way, int folder,
                          const char *name, const CordonFilesPut *put, const char *text, gsize size,
                          GError **error);
/* May a file with that status be replaced by this user? */
gboolean cordon_files_check_writable(const CordonFilesWay *way, const struct stat *status,
                                     GError **error);
gboolean cordon_files_check_size(const CordonFilesWay *way, guint64 size, GError **error);
/* A descriptor to read the file name of folder, which must be the one of before and hold no secret; -1 with the error set. */
int cordon_files_open_old(const CordonFilesWay *way, int folder, const char *name,
                          const struct stat *before, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* The names in one folder, sorted, for those who walk through trees. */
#ifndef CORDON_SESSION_FILES_FOLDER_H
#define CORDON_SESSION_FILES_FOLDER_H

#include "session/files_private.h"

typedef struct {
    char kind;   /* as in CordonFileEntry */
    char name[]; /* as it is: bytes */
} CordonFilesName;

/* By name; as_paths: as the paths of all that is below would be, so a folder counts as its name and "/".  Array of
 * CordonFilesName that owns them, or NULL with errno.  fd: to read; not closed.  *budget: names that may still be read; 0 after
 * it says that there were more. */
GPtrArray *cordon_files_names(int fd, gboolean as_paths, guint *budget);
/* The folder name of fd, no link followed and not the kernel's own; to read.  -1 with errno. */
int cordon_files_enter(int fd, const char *name);

#endif

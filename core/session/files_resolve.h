/* SPDX-License-Identifier: MIT */
/* The one place that turns a path of an agent into a descriptor.
 *
 * What is held afterwards is checked, not what was named: where the descriptor really is (as the kernel says at that moment),
 * its names, its kind, its file system.  A name that is turned elsewhere in between changes nothing. */
#ifndef CORDON_SESSION_FILES_RESOLVE_H
#define CORDON_SESSION_FILES_RESOLVE_H

#include <sys/stat.h>

#include "session/files_private.h"

typedef struct {
    int fd;     /* O_PATH */
    char *path; /* relative to the loop's folder and without links; "" is that folder */
    struct stat status;
} CordonFilesPlace;

#define CORDON_FILES_PLACE_INIT                                                                    \
    {                                                                                              \
        .fd = -1                                                                                   \
    }
void cordon_files_place_clear(CordonFilesPlace *place);

/* What way leads to: a regular file, a folder, or (with SEARCH) either. */
gboolean cordon_files_resolve(const CordonFiles *files, const CordonFilesWay *way,
                              CordonFilesPlace *ret, GError **error);
/* The folder that the last name of way lies in, to write there; make: missing folders are made. */
gboolean cordon_files_resolve_parent(const CordonFiles *files, const CordonFilesWay *way,
                                     gboolean make, CordonFilesPlace *ret, GError **error);
/* Is the folder still below the loop's, and still one to write in? */
gboolean cordon_files_recheck(const CordonFiles *files, const CordonFilesWay *way, int folder,
                              GError **error);
/* The file name of folder itself, no link followed; *ret_exists FALSE when there is none.  ret and ret_exists are set on success. */
gboolean cordon_files_look(const CordonFilesWay *way, int folder, const char *name,
                           struct stat *ret, gboolean *ret_exists, GError **error);
/* A descriptor to read the very file or folder of an O_PATH one, or -1 with errno. */
int cordon_files_reopen_file(int fd);
int cordon_files_reopen_folder(int fd);
/* FALSE for /proc, /sys and what else is the kernel's own. */
gboolean cordon_files_is_on_disk(int fd);
/* For errno of a system call about way; sets error and returns FALSE. */
gboolean cordon_files_refuse_errno(const CordonFilesWay *way, int number, GError **error);

/* For tests: from now on as on a system without openat2. */
void cordon_files_set_walks(CordonFiles *files);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonFilesPlace, cordon_files_place_clear)

#endif

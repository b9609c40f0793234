/* SPDX-License-Identifier: MIT */
/* A file that nobody may read.  It is installed beside this program: when a launch runs, nothing can be made any more. */
#define _GNU_SOURCE /* readlink() */
#include "hidden.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "unreadable"

char *cordon_docker_hidden_file(GError **error)
{
    char self[PATH_MAX];
    struct stat info;
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);

    if (size < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "/proc/self/exe: %s",
                    g_strerror(errno));
        return NULL;
    }
    self[size] = '\0';
    g_autofree char *folder = g_path_get_dirname(self);
    g_autofree char *path = g_build_filename(folder, NAME, NULL);
    if (lstat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0 &&
        (info.st_mode & 07777) == 0)
        return g_steal_pointer(&path);
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                "%s: an empty file of mode 000, which belongs to Cordon, is not there; install "
                "Cordon again",
                path);
    return NULL;
}

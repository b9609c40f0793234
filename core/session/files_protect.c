/* SPDX-License-Identifier: MIT */
/* Other loops' folders, and repositories that have no ".git". */
#define _GNU_SOURCE /* O_PATH, which no standard has */
#include "session/files_protect.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fdio.h"
#include "engine/gitdir.h"
#include "model/policy.h"

/* Where the loop is a repository itself, only what git runs programs from is closed: as the sandbox has it. */
static gboolean is_of_git(const char *name)
{
    return g_ascii_strcasecmp(name, "config") == 0 || g_ascii_strcasecmp(name, "hooks") == 0;
}

static gboolean lies_in_repository(const CordonFiles *files, const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, "/", -1);
    CORDON_AUTO_FD int fd = openat(files->root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0 && names[0] != NULL && is_of_git(names[0]) && cordon_gitdir_is_bare(fd))
        return TRUE;
    for (guint i = 0; names[i] != NULL && fd >= 0; i++) {
        int next = openat(fd, names[i], O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

        cordon_fd_clear(&fd);
        fd = next;
        if (fd >= 0 && cordon_gitdir_is_bare(fd))
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_files_check_owner(const CordonFiles *files, const CordonFilesWay *way,
                                  const char *path, GError **error)
{
    for (guint i = 0; i < files->siblings->len; i++) {
        if (cordon_path_is_below(path, g_ptr_array_index(files->siblings, i))) {
            cordon_files_refuse(error, CORDON_FILES_ERROR_PROTECTED, way,
                                "it lies in another loop's folder, which can be read, but not "
                                "changed. Write elsewhere in this loop's folder.");
            return FALSE;
        }
    }
    if (!lies_in_repository(files, path))
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_PROTECTED, way,
                        "it lies in a git repository without a work tree, which can be read, but "
                        "not changed by file tools. Use git commands.");
    return FALSE;
}

/* SPDX-License-Identifier: MIT */
/* The names in one folder. */
#define _GNU_SOURCE /* struct dirent's d_type and DT_*, which save a call for each name */
#include "session/files_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "session/files_resolve.h"

static char kind_of(int folder, const struct dirent *entry)
{
    unsigned char type = entry->d_type;
    struct stat status;

    if (type == DT_UNKNOWN)
        type = fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0
                   ? (unsigned char)IFTODT(status.st_mode)
                   : DT_UNKNOWN;
    return type == DT_REG ? 'f' : type == DT_DIR ? 'd' : type == DT_LNK ? 'l' : 'o';
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp((*(CordonFilesName *const *)a)->name, (*(CordonFilesName *const *)b)->name);
}

/* The byte of name at i, when a folder ends with "/". */
static int byte_at(const CordonFilesName *name, gsize i, gsize length)
{
    return i < length ? (guchar)name->name[i] : i == length && name->kind == 'd' ? '/' : -1;
}

static int compare_paths(gconstpointer a, gconstpointer b)
{
    const CordonFilesName *first = *(CordonFilesName *const *)a;
    const CordonFilesName *second = *(CordonFilesName *const *)b;
    gsize first_length = strlen(first->name);
    gsize second_length = strlen(second->name);

    for (gsize i = 0;; i++) {
        int left = byte_at(first, i, first_length);
        int right = byte_at(second, i, second_length);

        if (left != right || left < 0)
            return left - right;
    }
}

GPtrArray *cordon_files_names(int fd, gboolean as_paths, guint *budget)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    int own = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = own >= 0 ? fdopendir(own) : NULL;
    const struct dirent *entry;

    if (folder == NULL) {
        cordon_fd_clear(&own);
        return NULL;
    }
    while (errno = 0, (entry = readdir(folder)) != NULL) {
        gsize size = strlen(entry->d_name) + 1;
        CordonFilesName *name;

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (*budget <= 1) {
            *budget = 0;
            break;
        }
        --*budget;
        name = g_malloc(sizeof *name + size);
        name->kind = kind_of(fd, entry);
        memcpy(name->name, entry->d_name, size);
        g_ptr_array_add(names, name);
    }
    closedir(folder);
    g_ptr_array_sort(names, as_paths ? compare_paths : compare_names);
    return g_steal_pointer(&names);
}

int cordon_files_enter(int fd, const char *name)
{
    CORDON_AUTO_FD int inner =
        openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (inner >= 0 && !cordon_files_is_on_disk(inner)) {
        errno = EXDEV;
        return -1;
    }
    return cordon_fd_steal(&inner);
}

/* SPDX-License-Identifier: MIT */
/* Files below a folder that is held. */
#define _GNU_SOURCE /* O_PATH */
#include "engine/gitfiles.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"

#define OPEN_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

int cordon_git_open_parent(int root, const char *path, gboolean make, const char **ret_name)
{
    CORDON_AUTO_FD int fd = openat(root, ".", OPEN_FOLDER);
    const char *slash;

    while (fd >= 0 && (slash = strchr(path, '/')) != NULL) {
        g_autofree char *name = g_strndup(path, (gsize)(slash - path));
        int next;

        if (name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
            errno = EINVAL;
            return -1;
        }
        if (make && mkdirat(fd, name, 0777) != 0 && errno != EEXIST)
            return -1;
        next = openat(fd, name, OPEN_FOLDER);
        cordon_fd_clear(&fd);
        fd = next;
        path = slash + 1;
    }
    *ret_name = path;
    return cordon_fd_steal(&fd);
}

/* The descriptor of a regular file, for reading; -1 with errno. */
static int open_file(int root, const char *path, struct stat *ret_status)
{
    const char *name;
    CORDON_AUTO_FD int folder = cordon_git_open_parent(root, path, FALSE, &name);
    CORDON_AUTO_FD int fd = -1;

    if (folder < 0)
        return -1;
    fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, ret_status) != 0)
        return -1;
    if (!S_ISREG(ret_status->st_mode)) {
        errno = EINVAL;
        return -1;
    }
    return cordon_fd_steal(&fd);
}

gboolean cordon_git_read(int root, const char *path, CordonGitFile *ret_file, char **ret_text,
                         gsize *ret_size)
{
    struct stat status;
    CORDON_AUTO_FD int fd = open_file(root, path, &status);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GError) problem = NULL;
    g_autofree char *text = NULL;
    CordonGitFile file = {0};
    gsize size = 0, length = sizeof file.digest;

    if (fd < 0)
        return FALSE;
    if (!cordon_fd_read_all(fd, CORDON_GIT_MAX_BYTES, NULL, &text, &size, &problem)) {
        errno = EFBIG;
        return FALSE;
    }
    g_checksum_update(sum, (const guchar *)text, (gssize)size);
    g_checksum_get_digest(sum, file.digest, &length);
    file.mode = status.st_mode & 0777;
    file.changed = status.st_mtim;
    file.size = size;
    if (ret_file != NULL)
        *ret_file = file;
    if (ret_text != NULL) {
        *ret_text = g_steal_pointer(&text);
        *ret_size = size;
    }
    return TRUE;
}

gboolean cordon_git_create(int folder, const char *name, const char *text, gsize size, mode_t mode,
                           const struct timespec *changed, gboolean sync)
{
    const struct timespec times[] = {{.tv_nsec = UTIME_OMIT},
                                     changed != NULL ? *changed
                                                     : (struct timespec){.tv_nsec = UTIME_OMIT}};
    CORDON_AUTO_FD int fd =
        openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    int saved;

    if (fd < 0)
        return FALSE;
    if (cordon_fd_write_all(fd, text, size, NULL, NULL) && fchmod(fd, mode & 0777) == 0 &&
        futimens(fd, times) == 0 && (!sync || fdatasync(fd) == 0))
        return TRUE;
    saved = errno;
    unlinkat(folder, name, 0);
    errno = saved;
    return FALSE;
}

gboolean cordon_git_is_folder(int root, const char *path)
{
    const char *name;
    CORDON_AUTO_FD int folder = cordon_git_open_parent(root, path, FALSE, &name);
    struct stat status;

    return folder >= 0 && fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(status.st_mode);
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *cordon_git_list(int root, const char *path)
{
    GPtrArray *names;
    const struct dirent *entry;
    int fd;
    DIR *dir;

    if (path[0] == '\0') {
        fd = openat(root, ".", OPEN_FOLDER);
    } else {
        const char *name;
        CORDON_AUTO_FD int folder = cordon_git_open_parent(root, path, FALSE, &name);

        fd = folder >= 0 ? openat(folder, name, OPEN_FOLDER) : -1;
    }
    dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (dir == NULL) {
        cordon_fd_clear(&fd);
        return NULL;
    }
    names = g_ptr_array_new_with_free_func(g_free);
    while (names->len < CORDON_GIT_MAX_FILES && (entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            g_ptr_array_add(names, g_strdup(entry->d_name));
    }
    closedir(dir);
    if (names->len ==
        CORDON_GIT_MAX_FILES) { /* a part of them would say that the others are gone */
        g_ptr_array_unref(names);
        errno = EFBIG;
        return NULL;
    }
    g_ptr_array_sort(names, compare_names);
    return names;
}

typedef struct {
    int root;
    guint count, depth;
    CordonGitFileFunc func;
    gpointer user_data;
} Walk;

static gboolean walk(Walk *state, const char *path, GError **error)
{
    const char *name;
    CORDON_AUTO_FD int folder = cordon_git_open_parent(state->root, path, FALSE, &name);
    struct stat status;

    if (folder < 0 || fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return TRUE; /* not there */
    if (++state->count > CORDON_GIT_MAX_FILES || state->depth > CORDON_GIT_MAX_DEPTH) {
        g_set_error(
            error, CORDON_ERROR, CORDON_ERROR_POLICY,
            "The repository holds more than %u files of refs and the like, or they lie deeper "
            "than %u folders (%s); git pack-refs --all makes them few.",
            CORDON_GIT_MAX_FILES, CORDON_GIT_MAX_DEPTH, path);
        return FALSE;
    }
    if (!S_ISDIR(status.st_mode))
        return state->func(path, status.st_mode, state->user_data, error);

    g_autoptr(GPtrArray) names = cordon_git_list(state->root, path);
    if (names == NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY, "its folder %s cannot be read: %s",
                    path, g_strerror(errno));
        return FALSE;
    }
    state->depth++;
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *inner = g_strconcat(path, "/", g_ptr_array_index(names, i), NULL);

        if (!walk(state, inner, error))
            return FALSE;
    }
    state->depth--;
    return TRUE;
}

gboolean cordon_git_walk(int root, const char *path, CordonGitFileFunc func, gpointer user_data,
                         GError **error)
{
    Walk state = {.root = root, .func = func, .user_data = user_data};

    return walk(&state, path, error);
}

void cordon_git_remove(int root, const char *path)
{
    const char *name;
    CORDON_AUTO_FD int parent = cordon_git_open_parent(root, path, FALSE, &name);

    if (parent < 0 || unlinkat(parent, name, 0) == 0)
        return;
    CORDON_AUTO_FD int fd = openat(parent, name, OPEN_FOLDER);
    if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, 0) == 0)
        fd = openat(parent, name, OPEN_FOLDER);
    if (fd >= 0) {
        g_autoptr(GPtrArray) names = cordon_git_list(fd, "");

        /* A command may have taken its own right to write away. */
        (void)fchmod(fd, 0700);
        for (guint i = 0; names != NULL && i < names->len; i++)
            cordon_git_remove(fd, g_ptr_array_index(names, i));
    }
    unlinkat(parent, name, AT_REMOVEDIR);
}

/* SPDX-License-Identifier: MIT */
/* From a path to a descriptor that was checked. */
#define _GNU_SOURCE /* O_PATH, which no standard has */
#include "session/files_resolve.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/fdio.h"
#include "model/policy.h"
#include "session/files_protect.h"

/* The kernel asks to try again when somebody renames or mounts during its walk; who renames without end gets a refusal. */
#define MAX_TRIES   64
#define MAX_LOCATES 3
#define DELETED     " (deleted)" /* what the kernel appends to the name of what has none any more */

/* Not in <linux/magic.h> of all systems. */
#define MAGIC_CONFIGFS 0x62656570
#define MAGIC_MQUEUE   0x19800202

void cordon_files_place_clear(CordonFilesPlace *place)
{
    cordon_fd_clear(&place->fd);
    g_clear_pointer(&place->path, g_free);
}

void cordon_files_set_walks(CordonFiles *files)
{
    files->walks = TRUE;
}

gboolean cordon_files_is_on_disk(int fd)
{
    static const unsigned long NOT[] = {
        PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEBUGFS_MAGIC, TRACEFS_MAGIC,  SECURITYFS_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC,  SELINUX_MAGIC,  SMACK_MAGIC,
        EFIVARFS_MAGIC,     PSTOREFS_MAGIC,      NSFS_MAGIC,    BINFMTFS_MAGIC, DEVPTS_SUPER_MAGIC,
        MAGIC_CONFIGFS,     MAGIC_MQUEUE,
    };
    struct statfs status;

    if (fstatfs(fd, &status) != 0)
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(NOT); i++) {
        /* 32 bits, with a sign on some machines. */
        if ((guint32)status.f_type == (guint32)NOT[i])
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_files_refuse_errno(const CordonFilesWay *way, int number, GError **error)
{
    switch (number) {
    case EXDEV:
        cordon_files_refuse(error, CORDON_FILES_ERROR_OUTSIDE, way,
                            "a symbolic link on its way leads out of the loop's folder (or is an "
                            "absolute one), and file tools work only below that folder. Name the "
                            "place itself, if it is inside.");
        break;
    case ELOOP:
        cordon_files_refuse(error, CORDON_FILES_ERROR_OUTSIDE, way,
                            "a symbolic link on its way cannot be followed here. Name the place "
                            "that it leads to, if it is inside the loop's folder.");
        break;
    case ENOENT:
        cordon_files_refuse(error, CORDON_FILES_ERROR_NOT_FOUND, way,
                            "there is no such file or folder. List the folder to see what is "
                            "there.");
        break;
    case ENOTDIR:
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "what it names as a folder is none. List the folder to see what is "
                            "there.");
        break;
    case EAGAIN:
        cordon_files_refuse(error, CORDON_FILES_ERROR_CHANGED, way,
                            "another program keeps renaming on its way. Try again later.");
        break;
    default:
        cordon_files_refuse(error, CORDON_FILES_ERROR_SYSTEM, way,
                            "the system says: %s. Tell the user if that is in the way.",
                            g_strerror(number));
        break;
    }
    return FALSE;
}

/* The names of path with each ".." and the name before it left out, which is what they mean where no link is followed. */
static GPtrArray *straighten(const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; parts[i] != NULL; i++) {
        if (strcmp(parts[i], "..") != 0 && parts[i][0] != '\0')
            g_ptr_array_add(names, g_strdup(parts[i]));
        else if (parts[i][0] != '\0' && names->len > 0)
            g_ptr_array_remove_index(names, names->len - 1);
    }
    return names;
}

/* For kernels before 5.6 and for system call filters that do not know openat2: each name on its own, and no link at all. */
static int walk_below(int root, const char *path, int flags)
{
    g_autoptr(GPtrArray) names = straighten(path);
    CORDON_AUTO_FD int fd = openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

    for (guint i = 0; i < names->len && fd >= 0; i++) {
        int extra = i + 1 < names->len ? 0 : flags;
        struct stat status;
        int next = openat(fd, g_ptr_array_index(names, i), O_PATH | O_NOFOLLOW | O_CLOEXEC);

        cordon_fd_clear(&fd);
        fd = next;
        if (fd < 0 || fstat(fd, &status) != 0)
            return -1;
        if (S_ISLNK(status.st_mode)) {
            errno = ELOOP;
            return -1;
        }
        if ((extra & O_DIRECTORY) != 0 && !S_ISDIR(status.st_mode)) {
            errno = ENOTDIR;
            return -1;
        }
    }
    return cordon_fd_steal(&fd);
}

/* O_PATH, so that nothing happens to a device or FIFO before it is known to be one.  flags: O_DIRECTORY or 0. */
static int open_below(const CordonFiles *files, const char *path, int flags)
{
    struct open_how how = {.flags = (guint64)(guint)(O_PATH | O_CLOEXEC | flags),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    int fd = -1;

    if (files->walks)
        return walk_below(files->root, path, flags);
    for (int i = 0; i < MAX_TRIES; i++) {
        /* Mounts are crossed: people bind folders into their projects.  glibc has no wrapper. */
        fd = (int)syscall(SYS_openat2, files->root, path[0] != '\0' ? path : ".", &how, sizeof how);
        if (fd >= 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    return fd >= 0 || (errno != ENOSYS && errno != EPERM) ? fd
                                                          : walk_below(files->root, path, flags);
}

/* Where the kernel sees the descriptor now, or NULL with errno. */
static char *ask_path(int fd)
{
    char name[sizeof "/proc/self/fd/" + 16];
    char path[PATH_MAX];
    ssize_t size;

    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    size = readlink(name, path, sizeof path);
    if (size < 0)
        return NULL;
    if ((gsize)size >= sizeof path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return g_strndup(path, (gsize)size);
}

/* The path of fd relative to the loop's folder, wherever that is by now; NULL with the error set when it is not below. */
static char *locate(const CordonFiles *files, const CordonFilesWay *way, int fd, GError **error)
{
    for (int i = 0; i < MAX_LOCATES; i++) {
        g_autofree char *root = ask_path(files->root);
        g_autofree char *path = root != NULL ? ask_path(fd) : NULL;

        if (path == NULL) {
            int number = errno;

            cordon_files_refuse(
                error, CORDON_FILES_ERROR_SYSTEM, way,
                "where it really is cannot be told (%s); file tools need /proc. Ask "
                "the user to mount it.",
                g_strerror(number));
            return NULL;
        }
        if (cordon_path_is_below(path, root)) {
            const char *rest = path + (strcmp(root, "/") == 0 ? 0 : strlen(root));

            return g_strdup(rest[0] == '/' ? rest + 1 : rest);
        }
    }
    cordon_files_refuse(error, CORDON_FILES_ERROR_OUTSIDE, way,
                        "it was moved out of the loop's folder. List the folder to see what is "
                        "there.");
    return NULL;
}

/* By the names where it really is.  A file that was removed while it was held keeps its last name, marked by the kernel; a
 * file may also be called so. */
static gboolean judge_real(const CordonFiles *files, const CordonFilesWay *way, const char *path,
                           GError **error)
{
    if (g_str_has_suffix(path, DELETED)) {
        g_autofree char *before = g_strndup(path, strlen(path) - strlen(DELETED));

        if (!cordon_files_judge(way, before, error))
            return FALSE;
    }
    return cordon_files_judge(way, path, error) &&
           (!cordon_files_way_changes(way) || cordon_files_check_owner(files, way, path, error));
}

static gboolean check_kind(const CordonFilesWay *way, mode_t mode, gboolean folder_only,
                           GError **error)
{
    gboolean file = !folder_only && way->use != CORDON_FILES_USE_LIST;
    gboolean folder =
        folder_only || way->use == CORDON_FILES_USE_LIST || way->use == CORDON_FILES_USE_SEARCH;

    if ((file && S_ISREG(mode)) || (folder && S_ISDIR(mode)))
        return TRUE;
    if (S_ISDIR(mode))
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "it is a folder. Name a file in it, or list it.");
    else if (S_ISREG(mode))
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "it is a file, not a folder. Read it, or name the folder.");
    else
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "it is neither a regular file nor a folder. File tools leave devices, "
                            "sockets and pipes alone.");
    return FALSE;
}

/* Fills in what is known of fd, which it takes. */
static gboolean check_place(const CordonFiles *files, const CordonFilesWay *way, int fd,
                            gboolean folder_only, CordonFilesPlace *ret, GError **error)
{
    g_auto(CordonFilesPlace) place = {.fd = fd};

    if (fstat(fd, &place.status) != 0)
        return cordon_files_refuse_errno(way, errno, error);
    place.path = locate(files, way, fd, error);
    if (place.path == NULL || !judge_real(files, way, place.path, error) ||
        !check_kind(way, place.status.st_mode, folder_only, error))
        return FALSE;
    if (!cordon_files_is_on_disk(fd)) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "it belongs to the running system, not to files of the project.");
        return FALSE;
    }
    *ret = place;
    place = (CordonFilesPlace)CORDON_FILES_PLACE_INIT;
    return TRUE;
}

gboolean cordon_files_resolve(const CordonFiles *files, const CordonFilesWay *way,
                              CordonFilesPlace *ret, GError **error)
{
    int fd = open_below(files, way->path, way->is_folder ? O_DIRECTORY : 0);

    return fd >= 0 ? check_place(files, way, fd, FALSE, ret, error)
                   : cordon_files_refuse_errno(way, errno, error);
}

/* The longest part of way before its last name that exists, as a descriptor; -1 with errno.  *ret_depth: its names. */
static int open_existing(const CordonFiles *files, const CordonFilesWay *way, gboolean make,
                         guint *ret_depth)
{
    for (guint depth = way->n_names - 1;; depth--) {
        g_autofree char *path = cordon_files_way_prefix(way, depth);
        int fd = open_below(files, path, O_DIRECTORY);

        *ret_depth = depth;
        if (fd >= 0 || errno != ENOENT || !make || depth == 0)
            return fd;
    }
}

/* Makes one folder in place, which then is that. */
static gboolean make_folder(const CordonFilesWay *way, CordonFilesPlace *place, const char *name,
                            GError **error)
{
    int fd;

    if (mkdirat(place->fd, name, 0777) != 0 && errno != EEXIST)
        return cordon_files_refuse_errno(way, errno, error);
    fd = openat(place->fd, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return cordon_files_refuse_errno(way, errno, error);
    cordon_fd_clear(&place->fd);
    place->fd = fd;
    return TRUE;
}

/* May what way names after depth names, which lead to the folder path, be written? */
static gboolean check_rest(const CordonFiles *files, const CordonFilesWay *way, const char *path,
                           guint depth, GError **error)
{
    g_autofree char *part = cordon_files_way_prefix(way, depth);
    g_autofree char *real = NULL;

    /* "x/.." of an x that is not there leads nowhere. */
    for (guint i = depth; i < way->n_names; i++) {
        if (strcmp(way->names[i], "..") == 0)
            return cordon_files_refuse_errno(way, ENOENT, error);
    }
    real = g_build_filename(path, way->path + strlen(part) + (depth > 0 ? 1 : 0), NULL);

    return cordon_files_check_owner(files, way, real, error);
}

gboolean cordon_files_resolve_parent(const CordonFiles *files, const CordonFilesWay *way,
                                     gboolean make, CordonFilesPlace *ret, GError **error)
{
    g_auto(CordonFilesPlace) place = CORDON_FILES_PLACE_INIT;
    guint depth = 0;
    int fd;

    if (way->n_names == 0 || way->is_folder) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "it names a folder. Name the file in it; missing folders are made.");
        return FALSE;
    }
    fd = open_existing(files, way, make, &depth);
    if (fd < 0)
        return cordon_files_refuse_errno(way, errno, error);
    /* Before anything is made: links may have led to where nothing may be. */
    if (!check_place(files, way, fd, TRUE, &place, error))
        return FALSE;
    if (!check_rest(files, way, place.path, depth, error))
        return FALSE;
    if (depth + 1 == way->n_names) {
        *ret = place;
        place = (CordonFilesPlace)CORDON_FILES_PLACE_INIT;
        return TRUE;
    }
    for (guint i = depth; i + 1 < way->n_names; i++) {
        if (!make_folder(way, &place, way->names[i], error))
            return FALSE;
    }
    return check_place(files, way, cordon_fd_steal(&place.fd), TRUE, ret, error);
}

gboolean cordon_files_recheck(const CordonFiles *files, const CordonFilesWay *way, int folder,
                              GError **error)
{
    g_autofree char *path = locate(files, way, folder, error);

    return path != NULL && judge_real(files, way, path, error) &&
           check_rest(files, way, path, way->n_names - 1, error);
}

gboolean cordon_files_look(const CordonFilesWay *way, int folder, const char *name,
                           struct stat *ret, gboolean *ret_exists, GError **error)
{
    struct stat status;

    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT)
            return cordon_files_refuse_errno(way, errno, error);
        *ret_exists = FALSE;
        return TRUE;
    }
    if (S_ISLNK(status.st_mode)) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_KIND, way,
                            "it is a symbolic link, and file tools do not write through links. "
                            "Name the file that it leads to.");
        return FALSE;
    }
    if (!check_kind(way, status.st_mode, FALSE, error))
        return FALSE;
    *ret = status;
    *ret_exists = TRUE;
    return TRUE;
}

int cordon_files_reopen_file(int fd)
{
    char name[sizeof "/proc/self/fd/" + 16];

    /* By the descriptor, not by the name, so it is the file that was checked. */
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    return open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

int cordon_files_reopen_folder(int fd)
{
    return openat(fd, ".", O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
}

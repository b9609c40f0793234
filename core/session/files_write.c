/* SPDX-License-Identifier: MIT */
/* Writing a file whole: beside it, then in its place. */
#define _GNU_SOURCE /* renameat2(), which alone refuses to replace */
#include "session/files_write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"
#include "model/names.h"
#include "session/files_content.h"

#define MAX_TEMPORARY 16

static gboolean refuse_changed(const CordonFilesWay *way, GError **error)
{
    cordon_files_refuse(error, CORDON_FILES_ERROR_CHANGED, way,
                        "another program changed it meanwhile. Read it again, then repeat.");
    return FALSE;
}

gboolean cordon_files_check_size(const CordonFilesWay *way, guint64 size, GError **error)
{
    if (size <= CORDON_FILES_MAX_WRITE)
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_TOO_BIG, way,
                        "the text would be larger than %u MiB. Write smaller files, or use a "
                        "command.",
                        CORDON_FILES_MAX_WRITE / 1024 / 1024);
    return FALSE;
}

gboolean cordon_files_check_writable(const CordonFilesWay *way, const struct stat *status,
                                     GError **error)
{
    /* Renaming does not ask for it; that somebody took the right away is to count all the same, for root too. */
    if ((status->st_mode & 0222) != 0)
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_PROTECTED, way,
                        "its permissions let nobody write it. Tell the user what to change there.");
    return FALSE;
}

static gboolean is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

int cordon_files_open_old(const CordonFilesWay *way, int folder, const char *name,
                          const struct stat *before, GError **error)
{
    CORDON_AUTO_FD int fd =
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;

    if (fd < 0 && errno != ENOENT && errno != ELOOP) {
        cordon_files_refuse_errno(way, errno, error);
        return -1;
    }
    if (fd < 0 || fstat(fd, &status) != 0 || !is_same(&status, before)) {
        refuse_changed(way, error);
        return -1;
    }
    if (!cordon_files_check_content(way, fd, name, error))
        return -1;
    return cordon_fd_steal(&fd);
}

/* A new file in folder under a name that nothing has; its permissions are those of new files, or none for others where the old
 * file's are given to it later. */
static int make_temporary(const CordonFilesWay *way, int folder, gboolean is_new, char **ret_name,
                          GError **error)
{
    for (int i = 0; i < MAX_TEMPORARY; i++) {
        g_autofree char *name =
            g_strdup_printf(".cordon-%08x%08x.tmp", g_random_int(), g_random_int());
        int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                        is_new ? 0666 : 0600);

        if (fd >= 0) {
            *ret_name = g_steal_pointer(&name);
            return fd;
        }
        if (errno != EEXIST)
            break;
    }
    cordon_files_refuse_errno(way, errno, error);
    return -1;
}

/* Owner, group and permission bits of the old file, as far as this user may; never set-user-id and the like. */
static gboolean keep_mode(const CordonFilesWay *way, int fd, const struct stat *before,
                          GError **error)
{
    mode_t mode = before->st_mode & 0777;
    struct stat own;

    if (fstat(fd, &own) != 0)
        return cordon_files_refuse_errno(way, errno, error);
    if ((own.st_uid != before->st_uid || own.st_gid != before->st_gid) &&
        fchown(fd, before->st_uid, before->st_gid) != 0 &&
        fchown(fd, (uid_t)-1, before->st_gid) != 0) {
        /* What the old group might do, this one may only where everybody may. */
        mode &= (mode_t)(0707 | ((mode & 07) << 3));
    }
    return fchmod(fd, mode) == 0 || cordon_files_refuse_errno(way, errno, error);
}

static gboolean fill(const CordonFilesWay *way, int fd, const struct stat *before, const char *text,
                     gsize size, GError **error)
{
    g_autoptr(GError) cause = NULL;

    if (!cordon_fd_write_all(fd, text, size, NULL, &cause)) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_SYSTEM, way,
                            "%s Nothing was changed. Tell the user, if the disk is full.",
                            cause->message);
        return FALSE;
    }
    if (before != NULL && !keep_mode(way, fd, before, error))
        return FALSE;
    return fsync(fd) == 0 || cordon_files_refuse_errno(way, errno, error);
}

/* Nobody else made the file meanwhile, or it is lost. */
static gboolean rename_new(const CordonFilesWay *way, int folder, const char *temporary,
                           const char *name, GError **error)
{
    struct stat status;

    if (renameat2(folder, temporary, folder, name, RENAME_NOREPLACE) == 0)
        return TRUE;
    if (errno == EEXIST)
        return refuse_changed(way, error);
    if (errno != EINVAL && errno != ENOSYS)
        return cordon_files_refuse_errno(way, errno, error);
    /* Some network file systems do not know the flag: looked at by hand, with a moment in between. */
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        return refuse_changed(way, error);
    return renameat(folder, temporary, folder, name) == 0 ||
           cordon_files_refuse_errno(way, errno, error);
}

static gboolean rename_over(const CordonFilesWay *way, int folder, const char *temporary,
                            const char *name, const CordonFilesPut *put, GError **error)
{
    struct stat now;
    gboolean exists = FALSE;

    if (!cordon_files_look(way, folder, name, &now, &exists, error))
        return FALSE;
    if (put->unchanged && (!exists || !is_same(&now, put->before)))
        return refuse_changed(way, error);
    return renameat(folder, temporary, folder, name) == 0 ||
           cordon_files_refuse_errno(way, errno, error);
}

/* What remains between the last look and the rename, which no system call joins: another program can move the folder itself
 * out of the loop (it needs the right to write there, and then could write there itself), or save the file, whose content is
 * then lost.  A link in the name's place is replaced, never followed, and folders above are held. */
static gboolean put_in_place(const CordonFiles *files, const CordonFilesWay *way, int folder,
                             const char *temporary, const char *name, const CordonFilesPut *put,
                             GError **error)
{
    return cordon_files_recheck(files, way, folder, error) &&
           (put->before == NULL ? rename_new(way, folder, temporary, name, error)
                                : rename_over(way, folder, temporary, name, put, error));
}

gboolean cordon_files_put(const CordonFiles *files, const CordonFilesWay *way, int folder,
                          const char *name, const CordonFilesPut *put, const char *text, gsize size,
                          GError **error)
{
    g_autofree char *temporary = NULL;
    CORDON_AUTO_FD int fd = make_temporary(way, folder, put->before == NULL, &temporary, error);
    CORDON_AUTO_FD int readable = -1;

    if (fd < 0)
        return FALSE;
    if (!fill(way, fd, put->before, text, size, error) ||
        !put_in_place(files, way, folder, temporary, name, put, error)) {
        unlinkat(folder, temporary, 0);
        return FALSE;
    }
    /* The name is on the disk only when the folder is; one that cannot be synced leaves nothing to do, and the file is whole. */
    readable = cordon_files_reopen_folder(folder);
    if (readable >= 0)
        (void)fsync(readable);
    return TRUE;
}

/* A settings file that holds a password is not replaced either; other files need not be readable. */
static gboolean check_old_content(const CordonFilesWay *way, int folder, const char *name,
                                  const struct stat *before, GError **error)
{
    CORDON_AUTO_FD int fd = -1;

    if (!cordon_name_needs_look(name))
        return TRUE;
    fd = cordon_files_open_old(way, folder, name, before, error);
    return fd >= 0;
}

gboolean cordon_files_write(const CordonFiles *files, const char *path, const char *text,
                            gsize size, CordonFileChange *ret, GError **error)
{
    g_auto(CordonFilesPlace) folder = CORDON_FILES_PLACE_INIT;
    g_autoptr(CordonFilesWay) way =
        cordon_files_way_new(files->given, files->real, path, CORDON_FILES_USE_WRITE, error);
    CordonFilesPut put = {NULL};
    const char *name;
    struct stat before;
    gboolean exists = FALSE;

    if (way == NULL || !cordon_files_check_size(way, size, error) ||
        !cordon_files_check_text(way, text, size, error) ||
        !cordon_files_resolve_parent(files, way, TRUE, &folder, error))
        return FALSE;
    name = way->names[way->n_names - 1];
    if (!cordon_files_look(way, folder.fd, name, &before, &exists, error))
        return FALSE;
    if (exists && (!cordon_files_check_writable(way, &before, error) ||
                   !check_old_content(way, folder.fd, name, &before, error)))
        return FALSE;
    if (exists)
        put.before = &before;
    if (!cordon_files_put(files, way, folder.fd, name, &put, text, size, error))
        return FALSE;
    *ret = (CordonFileChange){.is_new = !exists, .size = size};
    return TRUE;
}

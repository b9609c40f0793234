/* SPDX-License-Identifier: MIT */
/* The file of the settings on the disk. */
#define _GNU_SOURCE /* renameat2(), realpath() */
#include "session/settings_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "base/trust.h"
#include "session/lock.h"
#include "session/settings_private.h"
#include "session/user_folder.h"

/* A file that changes each time it is read is given up on. */
#define MAX_READS 10
/* Names that are tried for what is kept. */
#define MAX_KEPT 1000

static gint64 to_ns(struct timespec time)
{
    return (gint64)time.tv_sec * G_GINT64_CONSTANT(1000000000) + time.tv_nsec;
}

static CordonSettingsIdentity identity_of(const struct stat *status)
{
    return (CordonSettingsIdentity){
        .device = status->st_dev,
        .inode = status->st_ino,
        .size = (guint64)status->st_size,
        .mtime_ns = to_ns(status->st_mtim),
        .ctime_ns = to_ns(status->st_ctim),
    };
}

gboolean cordon_settings_file_identify(const char *path, CordonSettingsIdentity *ret_identity)
{
    struct stat status;

    if (stat(path, &status) < 0)
        return FALSE;
    *ret_identity = identity_of(&status);
    return TRUE;
}

gboolean cordon_settings_identity_is_same(const CordonSettingsIdentity *a,
                                          const CordonSettingsIdentity *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns;
}

char *cordon_settings_file_resolve(const char *path)
{
    char *real = realpath(path, NULL);
    char *resolved = g_strdup(real != NULL ? real : path);

    free(real);
    return resolved;
}

static gboolean fail(GError **error, const char *what, const char *path)
{
    int saved = errno;

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s %s: %s", what, path,
                g_strerror(saved));
    return FALSE;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* The nearest folder that exists. */
static char *find_folder(const char *path)
{
    char *folder = g_path_get_dirname(path);
    struct stat status;

    while (folder[1] != '\0' && lstat(folder, &status) < 0 && errno == ENOENT) {
        char *above = g_path_get_dirname(folder);

        g_free(folder);
        folder = above;
    }
    return folder;
}

/* Is there nothing at all of that name, in a place where nobody else could have taken it away? */
static gboolean is_absent(const char *path, gboolean *ret_absent, GError **error)
{
    struct stat status;

    *ret_absent = FALSE;
    if (lstat(path, &status) == 0)
        return TRUE;
    if (errno != ENOENT)
        return fail(error, "cannot look at", path);
    *ret_absent = TRUE;
    g_autofree char *folder = find_folder(path);
    return cordon_trust_check_folder(folder, error);
}

/* One try; *ret_stable: it did not change meanwhile. */
static gboolean read_once(const char *path, char **ret_text, gsize *ret_size,
                          CordonSettingsIdentity *ret_identity, gboolean *ret_stable,
                          GError **error)
{
    CordonFileIdentity checked;
    struct stat before, after;
    g_autofree char *text = NULL;
    CORDON_AUTO_FD int fd =
        cordon_trust_open(path, CORDON_SETTINGS_MAX_BYTES, NULL, &checked, error);

    if (fd < 0)
        return FALSE;
    if (fstat(fd, &before) < 0)
        return fail(error, "cannot look at", path);
    if (!cordon_fd_read_all(fd, CORDON_SETTINGS_MAX_BYTES, NULL, &text, ret_size, error))
        return FALSE;
    if (fstat(fd, &after) < 0)
        return fail(error, "cannot look at", path);
    *ret_identity = identity_of(&before);
    CordonSettingsIdentity now = identity_of(&after);
    *ret_stable = cordon_settings_identity_is_same(ret_identity, &now);
    *ret_text = g_steal_pointer(&text);
    return TRUE;
}

gboolean cordon_settings_file_read(const char *path, char **ret_text, gsize *ret_size,
                                   CordonSettingsIdentity *ret_identity, GError **error)
{
    gboolean absent = FALSE;

    *ret_text = NULL;
    *ret_size = 0;
    for (guint i = 0; i < MAX_READS; i++) {
        gboolean stable = FALSE;
        g_autoptr(GError) fault = NULL;

        g_clear_pointer(ret_text, g_free);
        if (!is_absent(path, &absent, error))
            return FALSE;
        if (absent)
            return TRUE;
        if (!read_once(path, ret_text, ret_size, ret_identity, &stable, &fault)) {
            /* It may have been replaced between two looks. */
            if (i + 1 < MAX_READS && !g_error_matches(fault, CORDON_ERROR, CORDON_ERROR_PARSE))
                continue;
            g_propagate_error(error, g_steal_pointer(&fault));
            return FALSE;
        }
        if (stable)
            return TRUE;
    }
    g_clear_pointer(ret_text, g_free);
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s changes while it is read", path);
    return FALSE;
}

/* --- the lock ----------------------------------------------------------------------------------- */

int cordon_settings_file_lock(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_strconcat(path, ".lock", NULL);

    if (!cordon_user_folder_make(folder, error))
        return -1;
    for (;;) {
        CORDON_AUTO_FD int fd =
            open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);

        if (fd < 0) {
            fail(error, "cannot open", name);
            return -1;
        }
        if (!cordon_lock_take(fd, LOCK_EX, error)) {
            g_prefix_error(error, "%s: ", name);
            return -1;
        }
        /* Somebody may have removed it, and somebody else made it anew. */
        if (cordon_lock_is_current(fd, name))
            return cordon_fd_steal(&fd);
        cordon_lock_release(fd);
    }
}

void cordon_settings_file_unlock(int lock)
{
    cordon_lock_release(lock);
    close(lock);
}

/* --- replacing ---------------------------------------------------------------------------------- */

/* Only the holder of the lock writes it, so one name is enough, and what a killed writer left is overwritten. */
static char *new_name(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    g_autofree char *hidden = g_strconcat(".", name, ".new", NULL);

    return g_build_filename(folder, hidden, NULL);
}

static gboolean write_new(const char *name, const char *text, GError **error)
{
    CordonFileIdentity identity;

    if (unlink(name) < 0 && errno != ENOENT)
        return fail(error, "cannot remove", name);
    CORDON_AUTO_FD int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return fail(error, "cannot make", name);
    if (!cordon_fd_write_all(fd, text, strlen(text), NULL, error))
        return FALSE;
    if (fsync(fd) < 0)
        return fail(error, "cannot bring to the disk", name);
    /* What would be refused when it is read must not become the file. */
    CORDON_AUTO_FD int read_fd =
        cordon_trust_open(name, CORDON_SETTINGS_MAX_BYTES, NULL, &identity, error);
    return read_fd >= 0;
}

static gboolean sync_folder_of(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    CORDON_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return fail(error, "cannot open", folder);
    /* Some file systems cannot, and then there is nothing more to do. */
    if (fsync(fd) < 0 && errno != EINVAL && errno != ENOTSUP)
        return fail(error, "cannot bring to the disk", folder);
    return TRUE;
}

/* The old file stays under the other name until the new one is known to be on the disk, so that it can come back. */
static gboolean put_in_place(const char *name, const char *path, GError **error)
{
    gboolean exchanged = renameat2(AT_FDCWD, name, AT_FDCWD, path, RENAME_EXCHANGE) == 0;

    /* There is no old one, or the file system cannot exchange. */
    if (!exchanged && rename(name, path) < 0)
        return fail(error, "cannot put the new content in the place of", path);
    if (sync_folder_of(path, error)) {
        if (exchanged)
            (void)unlink(name);
        return TRUE;
    }
    if (exchanged)
        (void)renameat2(AT_FDCWD, name, AT_FDCWD, path, RENAME_EXCHANGE);
    return FALSE;
}

gboolean cordon_settings_file_replace(const char *path, const char *text, GError **error)
{
    g_autofree char *name = new_name(path);

    if (write_new(name, text, error) && put_in_place(name, path, error))
        return TRUE;
    (void)unlink(name);
    return FALSE;
}

/* --- keeping aside ------------------------------------------------------------------------------ */

gboolean cordon_settings_file_keep(const char *path, char **ret_kept, GError **error)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *stamp = g_date_time_format(now, "%Y%m%dT%H%M%SZ");

    *ret_kept = NULL;
    for (guint i = 1; i <= MAX_KEPT; i++) {
        g_autofree char *kept = i == 1 ? g_strdup_printf("%s.kept-%s", path, stamp)
                                       : g_strdup_printf("%s.kept-%s-%u", path, stamp, i);
        struct stat status;

        /* No program but this one has the lock, and a person does not take such a name in the same moment. */
        if (lstat(kept, &status) == 0)
            continue;
        if (rename(path, kept) == 0) {
            *ret_kept = g_steal_pointer(&kept);
            return TRUE;
        }
        return errno == ENOENT || fail(error, "cannot give another name to", path);
    }
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "too many old files lie beside %s", path);
    return FALSE;
}

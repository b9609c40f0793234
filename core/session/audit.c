/* SPDX-License-Identifier: MIT */
/* The audit log: appending lines, and putting full files aside.
 *
 * The lock is on the file itself, so whoever waited for it looks whether the file still has its name: another program may
 * have put it aside meanwhile. */
#define _GNU_SOURCE /* O_NOFOLLOW, pread() */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "session/audit_private.h"
#include "session/lock.h"
#include "session/user_folder.h"

/* What a line takes beside its members: the time, and newlines on both sides. */
#define FRAME_BYTES 40u

CordonAudit *cordon_audit_open(const char *path, GError **error)
{
    g_autofree char *file = path != NULL
                                ? g_canonicalize_filename(path, NULL)
                                : cordon_user_file("XDG_STATE_HOME", ".local/state", "audit.jsonl");

    if (file == NULL) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                            "There is no place for the audit log: neither XDG_STATE_HOME nor HOME "
                            "names a folder, and the user has none.  Set HOME.");
        return NULL;
    }
    g_autofree char *folder = g_path_get_dirname(file);
    if (!cordon_user_folder_make(folder, error)) {
        g_prefix_error(error, "The audit log cannot be kept: ");
        return NULL;
    }
    CordonAudit *audit = g_new0(CordonAudit, 1);
    audit->path = g_steal_pointer(&file);
    audit->max_bytes = CORDON_AUDIT_MAX_BYTES;
    audit->fd = -1;
    g_mutex_init(&audit->mutex);
    return audit;
}

void cordon_audit_free(CordonAudit *audit)
{
    if (audit == NULL)
        return;
    cordon_fd_clear(&audit->fd);
    g_mutex_clear(&audit->mutex);
    g_free(audit->path);
    g_free(audit);
}

const char *cordon_audit_get_path(const CordonAudit *audit)
{
    return audit->path;
}

char *cordon_audit_file_name(const CordonAudit *audit, guint index)
{
    return index == 0 ? g_strdup(audit->path) : g_strdup_printf("%s.%u", audit->path, index);
}

static gboolean fail(GError **error, const char *what)
{
    int saved = errno;

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s: %s", what, g_strerror(saved));
    return FALSE;
}

/* --- the file ----------------------------------------------------------------------------------- */

/* A log that others can write proves nothing. */
static gboolean check_file(int fd, GError **error)
{
    const char *why = NULL;
    struct stat status;

    if (fstat(fd, &status) < 0)
        return fail(error, "its state cannot be read");
    if (!S_ISREG(status.st_mode))
        why = "it is not a regular file";
    else if (status.st_uid != geteuid())
        why =
            "it belongs to another user; give it back to the one who runs Cordon, or move it away";
    else if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        why = "others may write it; take that right away (chmod go-w), or move it away";
    if (why == NULL)
        return TRUE;
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST, why);
    return FALSE;
}

static gboolean open_file(CordonAudit *audit, GError **error)
{
    CORDON_AUTO_FD int fd =
        open(audit->path,
             O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);

    if (fd < 0 && errno == ELOOP) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                            "it is a link, and could lead anywhere; move it away");
        return FALSE;
    }
    if (fd < 0)
        return fail(error, "it cannot be opened");
    if (!check_file(fd, error))
        return FALSE;
    cordon_fd_clear(&audit->fd);
    audit->fd = cordon_fd_steal(&fd);
    return TRUE;
}

/* Opens and locks the file that has the name now. */
static gboolean lock_file(CordonAudit *audit, GError **error)
{
    for (;;) {
        if (audit->fd < 0 && !open_file(audit, error))
            return FALSE;
        if (!cordon_lock_take(audit->fd, LOCK_EX, error))
            return FALSE;
        if (cordon_lock_is_current(audit->fd, audit->path))
            return TRUE;
        cordon_lock_release(audit->fd);
        cordon_fd_clear(&audit->fd);
    }
}

/* --- full files --------------------------------------------------------------------------------- */

static gboolean rename_file(const CordonAudit *audit, guint from, GError **error)
{
    g_autofree char *old = cordon_audit_file_name(audit, from);
    g_autofree char *new = cordon_audit_file_name(audit, from + 1);

    if (rename(old, new) == 0 || (errno == ENOENT && from > 0))
        return TRUE;
    return fail(error, "a full file cannot be put aside");
}

/* The first number that is free.  One may be missing in between: a program was killed while it renamed. */
static guint find_gap(const CordonAudit *audit)
{
    guint index = 1;

    for (; index < CORDON_AUDIT_N_OLD; index++) {
        g_autofree char *name = cordon_audit_file_name(audit, index);
        struct stat status;

        if (lstat(name, &status) < 0 && errno == ENOENT)
            break;
    }
    return index;
}

/* With the lock of the full file; ends with that of a new one, or of one that another program made meanwhile. */
static gboolean put_aside(CordonAudit *audit, GError **error)
{
    for (guint from = find_gap(audit); from-- > 0;)
        if (!rename_file(audit, from, error))
            return FALSE;
    cordon_lock_release(audit->fd);
    cordon_fd_clear(&audit->fd);
    return lock_file(audit, error);
}

/* Room for a line of that many bytes. */
static gboolean make_room(CordonAudit *audit, gsize line_size, guint64 *ret_size, GError **error)
{
    struct stat status;

    for (;;) {
        if (fstat(audit->fd, &status) < 0)
            return fail(error, "its state cannot be read");
        *ret_size = (guint64)status.st_size;
        if (*ret_size == 0 || *ret_size + line_size <= audit->max_bytes)
            return TRUE;
        if (!put_aside(audit, error))
            return FALSE;
    }
}

/* --- lines -------------------------------------------------------------------------------------- */

/* "{...}" on one line. */
static gboolean check_members(const char *members, GError **error)
{
    gsize size = strlen(members);

    if (size >= 2 && size <= CORDON_AUDIT_MAX_LINE && members[0] == '{' &&
        members[size - 1] == '}' && strchr(members, '\n') == NULL)
        return TRUE;
    g_set_error(
        error, CORDON_ERROR, CORDON_ERROR_INVALID,
        "A line of the audit log is one JSON object without a newline, of at most %u bytes.",
        CORDON_AUDIT_MAX_LINE);
    return FALSE;
}

static char *format_time(void)
{
    gint64 now_us = g_get_real_time();
    g_autoptr(GDateTime) seconds = g_date_time_new_from_unix_utc(now_us / G_USEC_PER_SEC);
    g_autofree char *text = g_date_time_format(seconds, "%Y-%m-%dT%H:%M:%S");

    return g_strdup_printf("%s.%03dZ", text, (int)(now_us % G_USEC_PER_SEC / 1000));
}

/* Was what stands there ended?  A crash of the machine, or of a disk that was full, may have left half a line. */
static gboolean ends_with_newline(int fd, guint64 size)
{
    char last = '\n';

    return size == 0 || (pread(fd, &last, 1, (off_t)size - 1) == 1 && last == '\n');
}

static GString *new_line(const CordonAudit *audit, const char *members, guint64 size)
{
    g_autofree char *time = format_time();
    GString *line = g_string_new(ends_with_newline(audit->fd, size) ? NULL : "\n");

    g_string_append_printf(line, "{\"time\":\"%s\"%s%s\n", time, members[1] == '}' ? "" : ",",
                           members + 1);
    return line;
}

/* All of it, or nothing. */
static gboolean write_line(int fd, const GString *line, guint64 size_before, GError **error)
{
    ssize_t wrote;

    do
        wrote = write(fd, line->str, line->len);
    while (wrote < 0 && errno == EINTR);
    if (wrote == (ssize_t)line->len)
        return TRUE;
    /* A write that is cut short has filled the disk; the next one would say so. */
    if (wrote >= 0)
        errno = ENOSPC;
    fail(error, "a line cannot be written");
    if (wrote > 0 && ftruncate(fd, (off_t)size_before) < 0)
        g_prefix_error(error, "half of ");
    return FALSE;
}

static gboolean append_locked(CordonAudit *audit, const char *members, GError **error)
{
    guint64 size = 0;

    if (!make_room(audit, strlen(members) + FRAME_BYTES, &size, error))
        return FALSE;
    g_autoptr(GString) line = new_line(audit, members, size);
    return write_line(audit->fd, line, size, error);
}

gboolean cordon_audit_append(CordonAudit *audit, const char *members, GError **error)
{
    gboolean appended = FALSE;

    if (!check_members(members, error))
        return FALSE;
    g_mutex_lock(&audit->mutex);
    if (lock_file(audit, error)) {
        appended = append_locked(audit, members, error);
        if (audit->fd >= 0)
            cordon_lock_release(audit->fd);
    }
    g_mutex_unlock(&audit->mutex);
    if (!appended)
        g_prefix_error(error, "The audit log %s cannot be continued: ", audit->path);
    return appended;
}

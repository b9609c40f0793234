/* SPDX-License-Identifier: MIT */
/* The audit log: its newest lines, read from the end. */
#define _GNU_SOURCE /* O_NOFOLLOW, pread() */
#include <cordon/json.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "session/audit_private.h"
#include "session/lock.h"

#define CHUNK_BYTES (256u * 1024)
/* No line of ours is longer: the time, and half a line's newline, come on top of the members. */
#define MAX_LINE_BYTES (CORDON_AUDIT_MAX_LINE + 256u)

/* What is looked for, and what was found. */
typedef struct {
    const char *const *fields; /* or NULL */
    guint max_lines;
    GPtrArray *lines; /* newest first */
    gsize bytes;
    guint damaged;
    gboolean full; /* nothing more is wanted */
} Search;

/* The files as they were at one moment; fd -1: there is none of that number. */
typedef struct {
    int fds[CORDON_AUDIT_N_OLD + 1];
    guint64 sizes[CORDON_AUDIT_N_OLD + 1];
} Files;

static void files_clear(Files *files)
{
    for (guint i = 0; i < G_N_ELEMENTS(files->fds); i++)
        cordon_fd_clear(&files->fds[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Files, files_clear)

/* --- one line ----------------------------------------------------------------------------------- */

static gboolean has_field(const CordonJsonValue *object, const char *field)
{
    const char *equals = strchr(field, '=');
    g_autofree char *name = g_strndup(field, (gsize)(equals - field));
    const CordonJsonValue *member = cordon_json_find(object, name);

    return member != NULL && g_strcmp0(cordon_json_string(member), equals + 1) == 0;
}

static gboolean is_wanted(const Search *search, const CordonJsonValue *object)
{
    for (guint i = 0; search->fields != NULL && search->fields[i] != NULL; i++)
        if (!has_field(object, search->fields[i]))
            return FALSE;
    return TRUE;
}

static void take_line(Search *search, const char *line, gsize size)
{
    if (size == 0 || search->full)
        return;
    g_autoptr(CordonJson) json = cordon_json_parse(line, size, MAX_LINE_BYTES, NULL);
    if (json == NULL || !cordon_json_is_object(cordon_json_root(json))) {
        search->damaged++;
        return;
    }
    if (!is_wanted(search, cordon_json_root(json)))
        return;
    if (size > CORDON_AUDIT_MAX_READ_BYTES - search->bytes) {
        search->full = TRUE;
        return;
    }
    g_ptr_array_add(search->lines, g_strndup(line, size));
    search->bytes += size;
    search->full = search->lines->len == search->max_lines;
}

/* --- one file, from its end --------------------------------------------------------------------- */

static gboolean read_chunk(int fd, guint64 offset, gsize size, GByteArray *to, GError **error)
{
    g_byte_array_set_size(to, (guint)size);
    for (gsize got = 0; got < size;) {
        ssize_t now = pread(fd, to->data + got, size - got, (off_t)(offset + got));

        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0) {
            int saved = now < 0 ? errno : EIO; /* somebody cut the file */
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "it cannot be read: %s",
                        g_strerror(saved));
            return FALSE;
        }
        got += (gsize)now;
    }
    return TRUE;
}

/* Takes the whole lines at the end of the buffer, and leaves what may be the end of a longer one. */
static void take_lines(Search *search, GByteArray *buffer)
{
    const char *bytes = (const char *)buffer->data;
    gsize size = buffer->len;

    while (!search->full) {
        const char *newline = memrchr(bytes, '\n', size);

        if (newline == NULL)
            break;
        gsize start = (gsize)(newline - bytes) + 1;
        take_line(search, bytes + start, size - start);
        size = start - 1;
    }
    g_byte_array_set_size(buffer, (guint)size);
}

/* A line that no program of ours wrote is passed over without being kept in memory. */
static void drop_endless(Search *search, GByteArray *buffer, gboolean *dropping)
{
    if (buffer->len <= MAX_LINE_BYTES)
        return;
    search->damaged += *dropping ? 0 : 1;
    *dropping = TRUE;
    g_byte_array_set_size(buffer, 0);
}

static void end_dropping(GByteArray *chunk, gboolean *dropping)
{
    const char *newline = *dropping ? memrchr(chunk->data, '\n', chunk->len) : NULL;

    if (!*dropping)
        return;
    *dropping = newline == NULL;
    g_byte_array_set_size(chunk, newline != NULL ? (guint)(newline - (char *)chunk->data) + 1 : 0);
}

static gboolean search_file(Search *search, int fd, guint64 size, GError **error)
{
    g_autoptr(GByteArray) rest = g_byte_array_new(); /* the begin of it is not read yet */
    gboolean dropping = FALSE;

    while (size > 0 && !search->full) {
        g_autoptr(GByteArray) chunk = g_byte_array_new();
        gsize now = (gsize)MIN(size, CHUNK_BYTES);

        if (!read_chunk(fd, size - now, now, chunk, error))
            return FALSE;
        size -= now;
        end_dropping(chunk, &dropping);
        g_byte_array_append(chunk, rest->data, rest->len);
        take_lines(search, chunk);
        drop_endless(search, chunk, &dropping);
        g_byte_array_set_size(rest, 0);
        g_byte_array_append(rest, chunk->data, chunk->len);
    }
    if (!search->full && !dropping)
        take_line(search, (const char *)rest->data, rest->len);
    return TRUE;
}

/* --- all files ---------------------------------------------------------------------------------- */

static int open_one(const CordonAudit *audit, guint index, guint64 *ret_size)
{
    g_autofree char *name = cordon_audit_file_name(audit, index);
    CORDON_AUTO_FD int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    struct stat status;

    *ret_size = 0;
    if (fd < 0 || fstat(fd, &status) < 0)
        return -1;
    if (!S_ISREG(status.st_mode)) {
        errno = ENOTSUP;
        return -1;
    }
    *ret_size = (guint64)status.st_size;
    return cordon_fd_steal(&fd);
}

/* A lock keeps the file from being put aside, and from ending in half a line, while the sizes are noted. */
static gboolean open_files(const CordonAudit *audit, Files *files, GError **error)
{
    for (;;) {
        files->fds[0] = open_one(audit, 0, &files->sizes[0]);
        if (files->fds[0] < 0 && errno != ENOENT) {
            int saved = errno;
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "it cannot be opened: %s",
                        g_strerror(saved));
            return FALSE;
        }
        if (files->fds[0] < 0)
            break;
        if (!cordon_lock_take(files->fds[0], LOCK_SH, error))
            return FALSE;
        if (cordon_lock_is_current(files->fds[0], audit->path))
            break;
        cordon_fd_clear(&files->fds[0]);
    }
    struct stat status;
    if (files->fds[0] >= 0 && fstat(files->fds[0], &status) == 0)
        files->sizes[0] = (guint64)status.st_size;
    for (guint i = 1; i <= CORDON_AUDIT_N_OLD; i++)
        files->fds[i] = open_one(audit, i, &files->sizes[i]);
    if (files->fds[0] >= 0)
        cordon_lock_release(files->fds[0]);
    return TRUE;
}

static gboolean check_fields(const char *const *fields, GError **error)
{
    for (guint i = 0; fields != NULL && fields[i] != NULL; i++) {
        if (strchr(fields[i], '=') != NULL)
            continue;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "The audit log is searched by NAME=VALUE; \"%s\" is not that.", fields[i]);
        return FALSE;
    }
    return TRUE;
}

static gboolean search_files(Search *search, const CordonAudit *audit, GError **error)
{
    g_auto(Files) files;

    for (guint i = 0; i < G_N_ELEMENTS(files.fds); i++)
        files.fds[i] = -1;
    if (!open_files(audit, &files, error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(files.fds) && !search->full; i++)
        if (files.fds[i] >= 0 && !search_file(search, files.fds[i], files.sizes[i], error))
            return FALSE;
    return TRUE;
}

static void reverse(GPtrArray *lines)
{
    for (guint i = 0, j = lines->len; i + 1 < j; i++) {
        j--;
        gpointer line = lines->pdata[i];
        lines->pdata[i] = lines->pdata[j];
        lines->pdata[j] = line;
    }
}

GPtrArray *cordon_audit_read(CordonAudit *audit, guint max_lines, const char *const *fields,
                             guint *ret_damaged, GError **error)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    Search search = {
        .fields = fields, .max_lines = max_lines, .lines = lines, .full = max_lines == 0};

    if (!check_fields(fields, error))
        return NULL;
    if (!search_files(&search, audit, error)) {
        g_prefix_error(error, "The audit log %s cannot be read: ", audit->path);
        return NULL;
    }
    reverse(lines);
    if (ret_damaged != NULL)
        *ret_damaged = search.damaged;
    return g_steal_pointer(&lines);
}

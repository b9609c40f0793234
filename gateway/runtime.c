/* SPDX-License-Identifier: MIT */
/* What a running gateway leaves in its folder. */
#define _GNU_SOURCE /* O_CLOEXEC, flock() */
#include "runtime.h"

#include <cordon/cordon.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "place.h"

/* The holder writes its number into the lock. */
static char *locked_sentence(int fd, const char *path)
{
    char text[32];
    ssize_t got = pread(fd, text, sizeof text - 1, 0);

    text[got > 0 ? got : 0] = '\0';
    text[strspn(text, "0123456789")] = '\0';
    return g_strdup_printf("A gateway runs already%s%s; it holds %s.  `cordon status` says more.",
                           text[0] != '\0' ? ", process " : "", text, path);
}

static gboolean write_all(int fd, const char *text)
{
    gsize size = strlen(text);

    while (size > 0) {
        ssize_t written = write(fd, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return FALSE;
        text += written;
        size -= (gsize)written;
    }
    return TRUE;
}

int runtime_lock(const char *folder, char **ret_error)
{
    g_autofree char *path = g_build_filename(folder, PLACE_LOCK, NULL);
    g_autofree char *number = g_strdup_printf("%ld\n", (long)getpid());
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (fd < 0) {
        *ret_error = g_strdup_printf("The lock %s cannot be opened: %s.", path, g_strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
        *ret_error = errno == EWOULDBLOCK ? locked_sentence(fd, path)
                                          : g_strdup_printf("The lock %s cannot be taken: %s.",
                                                            path, g_strerror(errno));
        close(fd);
        return -1;
    }
    if (ftruncate(fd, 0) < 0 || !write_all(fd, number)) {
        *ret_error = g_strdup_printf("The lock %s cannot be written: %s.", path, g_strerror(errno));
        close(fd);
        return -1;
    }
    return fd;
}

gboolean runtime_write(const char *folder, const char *name, const char *text, char **ret_error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *new_path = g_strconcat(path, ".new", NULL);
    int fd;

    unlink(new_path);
    fd = open(new_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    gboolean is_written = fd >= 0 && write_all(fd, text);
    int saved = errno;
    if (fd >= 0 && close(fd) < 0 && is_written) {
        is_written = FALSE;
        saved = errno;
    }
    if (is_written && rename(new_path, path) < 0) {
        is_written = FALSE;
        saved = errno;
    }
    if (!is_written) {
        *ret_error = g_strdup_printf("%s cannot be written: %s.", path, g_strerror(saved));
        unlink(new_path);
    }
    return is_written;
}

gboolean runtime_write_info(const char *folder, guint port, gint64 started, char **ret_error)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%u/", port);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "pid", getpid());
    cordon_json_add_uint(writer, "port", port);
    cordon_json_add_string(writer, "version", cordon_version());
    cordon_json_add_int(writer, "started", started);
    cordon_json_add_string(writer, "url", url);
    cordon_json_end_object(writer);
    g_autofree char *json = cordon_json_writer_finish(writer);
    g_autofree char *line = g_strconcat(json, "\n", NULL);
    return runtime_write(folder, PLACE_INFO, line, ret_error);
}

void runtime_remove(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    unlink(path);
}

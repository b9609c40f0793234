/* SPDX-License-Identifier: MIT */
/* Is a process one that another one started? */
#define _GNU_SOURCE /* O_CLOEXEC */
#include "ancestry.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define MAX_GENERATIONS 256

pid_t ancestry_read_parent(const char *stat)
{
    /* PID (NAME) STATE PARENT ...: only the last parenthesis is one that the kernel wrote. */
    const char *name_end = strrchr(stat, ')');
    gint64 parent;

    if (name_end == NULL || name_end[1] != ' ' || name_end[2] == '\0' || name_end[3] != ' ')
        return 0;
    const char *digits = name_end + 4;
    gsize size = strspn(digits, "0123456789");
    g_autofree char *number = g_strndup(digits, size);
    if (size == 0 || !g_ascii_string_to_signed(number, 10, 0, G_MAXINT32, &parent, NULL))
        return 0;
    return (pid_t)parent;
}

/* FALSE: there is no such process (any more), or it cannot be read. */
static gboolean read_stat(pid_t process, char *text, gsize size)
{
    g_autofree char *path = g_strdup_printf("/proc/%ld/stat", (long)process);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (fd < 0)
        return FALSE;
    do
        got = read(fd, text, size - 1);
    while (got < 0 && errno == EINTR);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

gboolean ancestry_descends(pid_t process, pid_t ancestor)
{
    char stat[1024];

    for (guint i = 0; i < MAX_GENERATIONS; i++) {
        if (process == ancestor)
            return TRUE;
        if (process <= 1)
            return FALSE;
        if (!read_stat(process, stat, sizeof stat))
            return TRUE;
        process = ancestry_read_parent(stat);
    }
    return TRUE;
}

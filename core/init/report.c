/* SPDX-License-Identifier: MIT */
/* The status stream of cordon-init. */
#include "init.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/protocol.h"

static int status_fd = -1;
static char key[CORDON_RELAY_KEY_MAX + 1]; /* before each line; "" is none */

void report_to(int fd)
{
    status_fd = fd;
}

void report_with_key(int fd, const char *text)
{
    snprintf(key, sizeof key, "%s", text);
    status_fd = fd;
}

static void write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return; /* nobody listens: the main loop sees the end of the stream */
        data += written;
        size -= (size_t)written;
    }
}

/* Ends the line in text (of *length bytes, cut to fit) with a newline.  One write: of so few bytes the
 * kernel keeps it in one piece, whoever else writes there. */
static void write_line(int fd, char text[static CORDON_STATUS_LINE_MAX], int length)
{
    char line[CORDON_RELAY_KEY_MAX + CORDON_STATUS_LINE_MAX];

    if (length < 0)
        return;
    size_t end = (size_t)length;
    if (end > CORDON_STATUS_LINE_MAX - 1)
        end = CORDON_STATUS_LINE_MAX - 1;
    for (size_t i = 0; i < end; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7f)
            text[i] = '?';
    }
    text[end] = '\n';
    size_t key_size = strlen(key);
    memcpy(line, key, key_size);
    memcpy(line + key_size, text, end + 1);
    write_all(fd, line, key_size + end + 1);
}

void report(const char *format, ...)
{
    char text[CORDON_STATUS_LINE_MAX];
    va_list args;

    if (status_fd < 0)
        return;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    write_line(status_fd, text, length);
}

_Noreturn void fail(const char *step, int error, const char *format, ...)
{
    char text[CORDON_STATUS_LINE_MAX];
    int start, length;
    va_list args;

    if (status_fd >= 0)
        start = snprintf(text, sizeof text, "setup %s %d ", step, error);
    else
        start = snprintf(text, sizeof text, "cordon-init: %s: ", step);
    va_start(args, format);
    length = vsnprintf(text + start, sizeof text - (size_t)start, format, args);
    va_end(args);
    if (status_fd < 0 && error != 0 && length >= 0 && start + length < (int)sizeof text)
        length += snprintf(text + start + length, sizeof text - (size_t)(start + length), ": %s",
                           strerror(error));
    write_line(status_fd >= 0 ? status_fd : STDERR_FILENO, text, start + length);
    _exit(EXIT_SETUP);
}

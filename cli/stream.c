/* SPDX-License-Identifier: MIT */
/* The command's output on its way to our own stdout and stderr, and the status line between. */
#define _GNU_SOURCE /* tcgetpgrp(), poll() */
#include "stream.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"

/* A command that is silent for that long gets a status line. */
#define SILENCE_US (3 * G_USEC_PER_SEC)
/* How long a blocked write waits before it looks at the clock and at the stop signal again. */
#define BLOCKED_MS 200

volatile int cli_stop_signal;

typedef struct {
    int fd;
    gboolean terminal, may_block, closed;
    CordonTerminalFilter *filter; /* for terminals */
} Sink;

struct CliStream {
    gboolean forward, status_wanted, status_shown, at_line_start;
    Sink sinks[2];  /* stdout, stderr */
    GString *shown; /* what a filter let pass */
    guint time_limit_ms;
    gint64 last_output_us, give_up_us; /* monotonic */
    int error;
};

static void sink_open(Sink *sink, int fd)
{
    struct stat status;

    sink->fd = fd;
    sink->terminal = isatty(fd) == 1;
    sink->filter = sink->terminal ? cordon_terminal_filter_new() : NULL;
    sink->may_block = sink->terminal || fstat(fd, &status) != 0 || S_ISFIFO(status.st_mode) ||
                      S_ISSOCK(status.st_mode);
}

CliStream *cli_stream_new(gboolean forward)
{
    CliStream *stream = g_new0(CliStream, 1);

    stream->forward = forward;
    stream->at_line_start = TRUE;
    stream->status_wanted = cli_is_smart_terminal(STDERR_FILENO);
    stream->shown = g_string_new(NULL);
    sink_open(&stream->sinks[0], STDOUT_FILENO);
    sink_open(&stream->sinks[1], STDERR_FILENO);
    return stream;
}

void cli_stream_begin(CliStream *stream, guint time_limit_ms)
{
    stream->last_output_us = g_get_monotonic_time();
    stream->time_limit_ms = time_limit_ms;
    stream->give_up_us = stream->last_output_us + (gint64)time_limit_ms * 1000;
}

void cli_stream_free(CliStream *stream)
{
    for (gsize i = 0; i < G_N_ELEMENTS(stream->sinks); i++)
        g_clear_pointer(&stream->sinks[i].filter, cordon_terminal_filter_free);
    g_string_free(stream->shown, TRUE);
    g_free(stream);
}

/* Waits until the reader takes more.  FALSE when the wait has to end: the thread that waits here is
 * the one that keeps the time limit. */
static gboolean wait_for_reader(const CliStream *stream, int fd)
{
    for (;;) {
        struct pollfd reader = {.fd = fd, .events = POLLOUT};
        if (poll(&reader, 1, BLOCKED_MS) > 0)
            return TRUE;
        if (cli_stop_signal != 0 || g_get_monotonic_time() >= stream->give_up_us)
            return FALSE;
    }
}

/* FALSE: nothing more can be written there. */
static gboolean sink_write(CliStream *stream, Sink *sink, const char *bytes, gsize size)
{
    while (size > 0 && !sink->closed) {
        /* After POLLOUT a pipe takes PIPE_BUF bytes at once, more could block. */
        gsize piece = sink->may_block ? MIN(size, PIPE_BUF) : size;
        if (sink->may_block && !wait_for_reader(stream, sink->fd)) {
            sink->closed = TRUE;
            break;
        }
        ssize_t written = write(sink->fd, bytes, piece);
        if (written >= 0) {
            bytes += written;
            size -= (gsize)written;
        } else if (errno == EAGAIN) {
            sink->may_block = TRUE;
        } else if (errno != EINTR) {
            sink->closed = TRUE;
            if (errno != EPIPE && stream->error == 0)
                stream->error = errno;
        }
    }
    return !sink->closed;
}

static void erase_status(CliStream *stream)
{
    static const char erase[] = "\r\033[K";

    if (stream->status_shown)
        sink_write(stream, &stream->sinks[1], erase, sizeof erase - 1);
    stream->status_shown = FALSE;
}

gboolean cli_stream_output(CordonStream which, const char *bytes, gsize size, gpointer user_data)
{
    CliStream *stream = user_data;
    Sink *sink = &stream->sinks[which == CORDON_STREAM_STDOUT ? 0 : 1];

    stream->last_output_us = g_get_monotonic_time();
    erase_status(stream);
    if (!stream->forward)
        return TRUE;
    if (sink->filter != NULL) {
        g_string_truncate(stream->shown, 0);
        cordon_terminal_filter_feed(sink->filter, bytes, size, stream->shown);
        bytes = stream->shown->str;
        size = stream->shown->len;
    }
    if (sink->terminal && size > 0)
        stream->at_line_start = bytes[size - 1] == '\n';
    return sink_write(stream, sink, bytes, size);
}

void cli_stream_tick(guint elapsed_ms, gpointer user_data)
{
    CliStream *stream = user_data;
    g_autofree char *line = NULL;

    /* A status line behind half a line of output would erase it; in the background it would
     * disturb whoever has the terminal. */
    if (!stream->status_wanted || !stream->at_line_start || cli_stop_signal != 0 ||
        g_get_monotonic_time() - stream->last_output_us < SILENCE_US ||
        tcgetpgrp(STDERR_FILENO) != getpgrp())
        return;
    line = g_strdup_printf("\r\033[Kcordon: running %u s of at most %u s", elapsed_ms / 1000,
                           (stream->time_limit_ms + 999) / 1000);
    stream->status_shown = sink_write(stream, &stream->sinks[1], line, strlen(line));
}

int cli_stream_end(CliStream *stream)
{
    erase_status(stream);
    for (gsize i = 0; i < G_N_ELEMENTS(stream->sinks) && stream->forward; i++) {
        Sink *sink = &stream->sinks[i];
        if (sink->filter == NULL || sink->closed)
            continue;
        g_string_truncate(stream->shown, 0);
        cordon_terminal_filter_finish(sink->filter, stream->shown);
        sink_write(stream, sink, stream->shown->str, stream->shown->len);
    }
    return stream->error;
}

/* SPDX-License-Identifier: MIT */
/* `check --batch`: a stream of requests, answered line by line. */
#define _GNU_SOURCE /* read() */
#include "check_batch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

#define READ_BYTES (64u * 1024)
/* Of a longer line the rest is dropped; what is left is too long for the filter, which says so. */
#define MAX_LINE_BYTES ((gsize)1024 * 1024)

typedef struct {
    CordonFilter *filter;
    GString *line; /* its begin, while its end has not come */
    gboolean all_good;
} Batch;

static void answer(Batch *batch, const char *line, gsize size)
{
    g_autofree char *json = NULL;

    if (!cordon_filter_judge_request(batch->filter, line, size, &json))
        batch->all_good = FALSE;
    puts(json);
}

static void hold(Batch *batch, const char *bytes, gsize size)
{
    gsize room = MAX_LINE_BYTES - batch->line->len;

    g_string_append_len(batch->line, bytes, (gssize)MIN(size, room));
}

static void take(Batch *batch, const char *bytes, gsize size)
{
    const char *end;

    while ((end = memchr(bytes, '\n', size)) != NULL) {
        gsize length = (gsize)(end - bytes);
        if (batch->line->len == 0) {
            answer(batch, bytes, length);
        } else {
            hold(batch, bytes, length);
            answer(batch, batch->line->str, batch->line->len);
            g_string_truncate(batch->line, 0);
        }
        bytes += length + 1;
        size -= length + 1;
    }
    hold(batch, bytes, size);
}

/* FALSE at the end. */
static gboolean read_some(Batch *batch, char *buffer)
{
    ssize_t got = read(STDIN_FILENO, buffer, READ_BYTES);

    if (got < 0 && errno == EINTR)
        return TRUE;
    if (got < 0) {
        cli_say("standard input could not be read: %s", g_strerror(errno));
        batch->all_good = FALSE;
    }
    if (got <= 0)
        return FALSE;
    take(batch, buffer, (gsize)got);
    /* Before it waits again, what is known goes out; when nobody reads it, there is nothing more to do. */
    return fflush(stdout) == 0;
}

gboolean cli_check_batch(CordonFilter *filter)
{
    g_autoptr(GString) line = g_string_new(NULL);
    g_autofree char *buffer = g_malloc(READ_BYTES);
    Batch batch = {.filter = filter, .line = line, .all_good = TRUE};

    while (read_some(&batch, buffer))
        continue;
    if (line->len > 0)
        answer(&batch, line->str, line->len);
    return batch.all_good;
}

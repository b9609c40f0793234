/* SPDX-License-Identifier: MIT */
/* The stream of a container without a terminal. */
#include "demux.h"

#include <string.h>

#include "base/protocol.h"

/* Type, three zeros, the size with the highest byte first. */
enum { HEADER_SIZE = 8, TYPE_OUTPUT = 1, TYPE_ERRORS = 2, TYPE_ENGINE = 3 };

struct CordonDemux {
    CordonDemuxSinks sinks;
    gpointer user_data;
    char *key;
    gsize key_size;
    guchar header[HEADER_SIZE];
    gsize header_size; /* that is known */
    guint32 left;      /* of the frame */
    gsize matched;     /* bytes of the key that the errors end with */
    gboolean in_line;  /* behind the key, before its '\n' */
    GString *line;
};

CordonDemux *cordon_demux_new(const char *key, const CordonDemuxSinks *sinks, gpointer user_data)
{
    CordonDemux *demux = g_new0(CordonDemux, 1);

    demux->sinks = *sinks;
    demux->user_data = user_data;
    demux->key = g_strdup(key != NULL ? key : "");
    demux->key_size = strlen(demux->key);
    demux->line = g_string_new(NULL);
    return demux;
}

void cordon_demux_free(CordonDemux *demux)
{
    if (demux == NULL)
        return;
    g_free(demux->key);
    g_string_free(demux->line, TRUE);
    g_free(demux);
}

static void put(CordonDemux *demux, gboolean is_error, const char *bytes, gsize size)
{
    if (size > 0)
        demux->sinks.output(is_error, bytes, size, demux->user_data);
}

/* A line that is too long is cut: the rest is of no use to anybody. */
static void take_line_byte(CordonDemux *demux, char c)
{
    if (c != '\n') {
        if (demux->line->len < CORDON_STATUS_LINE_MAX)
            g_string_append_c(demux->line, c);
        return;
    }
    demux->in_line = FALSE;
    demux->sinks.status(demux->line->str, demux->user_data);
    g_string_truncate(demux->line, 0);
}

/* The longest beginning of the key that ends the text: the key up to matched, then c. */
static gsize match_next(const CordonDemux *demux, gsize matched, char c)
{
    /* Keys are short and a mismatch is rare: no table. */
    for (gsize size = matched + 1; size > 0; size--) {
        gsize skipped = matched + 1 - size;
        if (demux->key[size - 1] == c && memcmp(demux->key, demux->key + skipped, size - 1) == 0)
            return size;
    }
    return 0;
}

static void take_errors(CordonDemux *demux, const char *bytes, gsize size)
{
    gsize start = 0; /* of what was not given out, behind what is matched of the key */

    if (demux->key_size == 0) {
        put(demux, TRUE, bytes, size);
        return;
    }
    for (gsize i = 0; i < size; i++) {
        if (demux->in_line) {
            take_line_byte(demux, bytes[i]);
            start = i + 1;
            continue;
        }
        gsize before = demux->matched;
        demux->matched = match_next(demux, before, bytes[i]);
        /* What can no longer be of the key, of what was held back from earlier bytes. */
        gsize held = before > i - start ? before - (i - start) : 0;
        gsize kept = demux->matched > i + 1 - start ? demux->matched - (i + 1 - start) : 0;
        if (held > kept)
            put(demux, TRUE, demux->key, held - kept);
        if (demux->matched == demux->key_size) {
            gsize plain = i + 1 - start > demux->key_size ? i + 1 - start - demux->key_size : 0;
            put(demux, TRUE, bytes + start, plain);
            demux->matched = 0;
            demux->in_line = TRUE;
            start = i + 1;
        }
    }
    gsize pending = size - start;
    if (pending > demux->matched)
        put(demux, TRUE, bytes + start, pending - demux->matched);
}

static void take_data(CordonDemux *demux, const char *bytes, gsize size)
{
    if (demux->header[0] == TYPE_OUTPUT)
        put(demux, FALSE, bytes, size);
    else
        take_errors(demux, bytes, size);
}

static gboolean take_header(CordonDemux *demux, GError **error)
{
    const guchar *header = demux->header;
    gboolean is_known = header[0] >= TYPE_OUTPUT && header[0] <= TYPE_ENGINE && header[1] == 0 &&
                        header[2] == 0 && header[3] == 0;

    if (!is_known) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "The engine sent something else than the container's output.");
        return FALSE;
    }
    demux->left =
        (guint32)header[4] << 24 | (guint32)header[5] << 16 | (guint32)header[6] << 8 | header[7];
    if (demux->left == 0)
        demux->header_size = 0;
    return TRUE;
}

gboolean cordon_demux_feed(CordonDemux *demux, const char *bytes, gsize size, GError **error)
{
    while (size > 0) {
        if (demux->header_size < HEADER_SIZE) {
            demux->header[demux->header_size++] = (guchar)*bytes++;
            size--;
            if (demux->header_size == HEADER_SIZE && !take_header(demux, error))
                return FALSE;
            continue;
        }
        gsize part = MIN(size, demux->left);
        take_data(demux, bytes, part);
        bytes += part;
        size -= part;
        demux->left -= (guint32)part;
        if (demux->left == 0)
            demux->header_size = 0;
    }
    return TRUE;
}

void cordon_demux_end(CordonDemux *demux)
{
    put(demux, TRUE, demux->key, demux->matched);
    demux->matched = 0;
}

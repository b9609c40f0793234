/* SPDX-License-Identifier: MIT */
/* The newest events. */
#include "ring.h"

#include <string.h>

struct Ring {
    char *epoch;
    guint size;
    guint64 count; /* of all that ever came; number N is in texts[(N - 1) % size] */
    char **texts;
};

Ring *ring_new(const char *epoch, guint size)
{
    Ring *ring = g_new0(Ring, 1);

    ring->epoch = g_strdup(epoch);
    ring->size = size;
    ring->texts = g_new0(char *, size);
    return ring;
}

void ring_free(Ring *ring)
{
    for (guint i = 0; i < ring->size; i++)
        g_free(ring->texts[i]);
    g_free(ring->texts);
    g_free(ring->epoch);
    g_free(ring);
}

/* A line break in the data would begin another field. */
static void append_event(GString *to, const char *name, const char *data)
{
    g_string_append_printf(to, "event: %s\ndata: ", name);
    for (const char *c = data; *c != '\0'; c++)
        g_string_append_c(to, *c == '\n' || *c == '\r' ? ' ' : *c);
    g_string_append(to, "\n\n");
}

void ring_append_passing(const char *name, const char *data, GString *to)
{
    append_event(to, name, data);
}

void ring_append_position(const Ring *ring, GString *to)
{
    g_string_append_printf(to, "id: %s-%" G_GUINT64_FORMAT "\n", ring->epoch, ring->count);
}

void ring_add(Ring *ring, const char *name, const char *data, GString *to)
{
    GString *text = g_string_new(NULL);

    ring->count++;
    ring_append_position(ring, text);
    append_event(text, name, data);
    if (to != NULL)
        g_string_append_len(to, text->str, (gssize)text->len);
    char **place = &ring->texts[(ring->count - 1) % ring->size];
    g_free(*place);
    *place = g_string_free(text, FALSE);
}

static gboolean read_id(const Ring *ring, const char *id, guint64 *ret_number)
{
    gsize size = strlen(ring->epoch);

    return strncmp(id, ring->epoch, size) == 0 && id[size] == '-' &&
           g_ascii_string_to_unsigned(id + size + 1, 10, 0, ring->count, ret_number, NULL);
}

gboolean ring_replay(const Ring *ring, const char *id, GString *to)
{
    guint64 number;

    if (!read_id(ring, id, &number) || ring->count - number > ring->size)
        return FALSE;
    for (; number < ring->count; number++)
        g_string_append(to, ring->texts[number % ring->size]);
    return TRUE;
}

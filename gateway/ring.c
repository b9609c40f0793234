/* SPDX-License-Identifier: MIT */
/* The newest events. */
#include "ring.h"

#include <string.h>

typedef struct {
    char *bytes;
    gsize size;
} Text;

struct Ring {
    char *epoch;
    guint size;
    gsize max_bytes, bytes;
    guint64 newest; /* number N is in texts[(N - 1) % size] */
    guint64 n_kept;
    Text *texts;
};

Ring *ring_new(const char *epoch, guint size, gsize max_bytes)
{
    Ring *ring = g_new0(Ring, 1);

    ring->epoch = g_strdup(epoch);
    ring->size = size;
    ring->max_bytes = max_bytes;
    ring->texts = g_new0(Text, size);
    return ring;
}

static Text *place_of(const Ring *ring, guint64 number)
{
    return &ring->texts[(number - 1) % ring->size];
}

static void drop_oldest(Ring *ring)
{
    Text *place = place_of(ring, ring->newest - ring->n_kept + 1);

    ring->bytes -= place->size;
    g_clear_pointer(&place->bytes, g_free);
    ring->n_kept--;
}

void ring_free(Ring *ring)
{
    while (ring->n_kept > 0)
        drop_oldest(ring);
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

static void append_id(const Ring *ring, guint64 number, GString *to)
{
    g_string_append_printf(to, "id: %s-%" G_GUINT64_FORMAT "\n", ring->epoch, number);
}

void ring_append_position(const Ring *ring, GString *to)
{
    append_id(ring, ring->newest, to);
}

void ring_add(Ring *ring, const char *name, const char *data)
{
    g_autoptr(GString) text = g_string_new(NULL);

    append_id(ring, ring->newest + 1, text);
    append_event(text, name, data);
    while (ring->n_kept > 0 &&
           (ring->n_kept >= ring->size || ring->bytes + text->len > ring->max_bytes))
        drop_oldest(ring);
    ring->newest++;
    ring->n_kept++;
    ring->bytes += text->len;
    /* A GString may have taken twice as much. */
    *place_of(ring, ring->newest) = (Text){g_memdup2(text->str, text->len), text->len};
}

guint64 ring_get_newest(const Ring *ring)
{
    return ring->newest;
}

gboolean ring_read_id(const Ring *ring, const char *id, guint64 *ret_number)
{
    gsize size = strlen(ring->epoch);

    return strncmp(id, ring->epoch, size) == 0 && id[size] == '-' &&
           g_ascii_string_to_unsigned(id + size + 1, 10, 0, ring->newest, ret_number, NULL);
}

gboolean ring_read(const Ring *ring, guint64 *number, gsize max_bytes, GString *to)
{
    gsize before = to->len;

    if (ring->newest - *number > ring->n_kept)
        return FALSE;
    for (; *number < ring->newest; ++*number) {
        const Text *text = place_of(ring, *number + 1);
        if (to->len > before && to->len - before + text->size > max_bytes)
            break;
        g_string_append_len(to, text->bytes, (gssize)text->size);
    }
    return TRUE;
}

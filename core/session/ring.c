/* SPDX-License-Identifier: MIT */
/* The last bytes of a stream.  A plain array that is moved to its front when twice the bound is reached: each byte is moved
 * once at most. */
#include "session/ring.h"

#include <string.h>

struct CordonRing {
    GByteArray *bytes;
    gsize max;
    guint64 begin; /* of bytes in the stream */
};

CordonRing *cordon_ring_new(gsize max_bytes)
{
    CordonRing *ring = g_new0(CordonRing, 1);

    ring->bytes = g_byte_array_new();
    ring->max = max_bytes;
    return ring;
}

void cordon_ring_free(CordonRing *ring)
{
    if (ring == NULL)
        return;
    g_byte_array_unref(ring->bytes);
    g_free(ring);
}

static void drop(CordonRing *ring, gsize size)
{
    g_byte_array_remove_range(ring->bytes, 0, (guint)size);
    ring->begin += size;
}

void cordon_ring_add(CordonRing *ring, const char *bytes, gsize size)
{
    if (size >= ring->max) {
        ring->begin += ring->bytes->len + (size - ring->max);
        g_byte_array_set_size(ring->bytes, 0);
        bytes += size - ring->max;
        size = ring->max;
    }
    if (ring->bytes->len + size > 2 * ring->max)
        drop(ring, ring->bytes->len + size - ring->max);
    g_byte_array_append(ring->bytes, (const guint8 *)bytes, (guint)size);
}

guint64 cordon_ring_get_total(const CordonRing *ring)
{
    return ring->begin + ring->bytes->len;
}

gsize cordon_ring_get_kept(const CordonRing *ring)
{
    return ring->bytes->len;
}

/* Bytes at the end that begin a character which is not whole. */
static gsize open_end(const char *bytes, gsize size)
{
    for (gsize back = 1; back <= MIN(size, 3); back++) {
        guchar c = (guchar)bytes[size - back];
        if ((c & 0xc0) == 0x80)
            continue;
        gsize wanted = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
        return wanted > back && c < 0xf8 ? back : 0;
    }
    return 0;
}

void cordon_ring_append_utf8(GString *to, const char *bytes, gsize size)
{
    const char *end = bytes + size;

    while (bytes < end) {
        const char *bad = bytes;
        /* NUL is valid in no text of ours. */
        gboolean is_valid = g_utf8_validate_len(bytes, (gsize)(end - bytes), &bad);
        g_string_append_len(to, bytes, bad - bytes);
        if (is_valid)
            break;
        g_string_append(to, "\xef\xbf\xbd");
        bytes = bad + 1;
    }
}

void cordon_ring_read(const CordonRing *ring, guint64 *offset, gsize max_bytes, gboolean is_ended,
                      GString *to, guint64 *ret_skipped)
{
    guint64 total = cordon_ring_get_total(ring);
    guint64 from = CLAMP(*offset, ring->begin, total);
    const char *bytes = (const char *)ring->bytes->data + (from - ring->begin);
    gsize size = MIN((gsize)(total - from), max_bytes);
    gboolean is_last = from + size == total;

    *ret_skipped = from > *offset ? from - *offset : 0;
    /* A cut within a character is no end of the stream. */
    if (size > 0 && !(is_last && is_ended)) {
        gsize open = open_end(bytes, size);
        if (open < size)
            size -= open;
        else if (is_last)
            size = 0;
    }
    if (size > 0)
        cordon_ring_append_utf8(to, bytes, size);
    *offset = from + size;
}

/* SPDX-License-Identifier: MIT */
/* The head is filled once; the tail is a ring. */
#include "engine/capture.h"

#include <string.h>

struct CordonCapture {
    GByteArray *head;
    gsize head_max;
    char *ring; /* NULL until the head is full */
    gsize ring_max;
    gsize ring_begin, ring_used;
    guint64 total;
};

CordonCapture *cordon_capture_new(gsize keep_bytes)
{
    CordonCapture *capture = g_new0(CordonCapture, 1);

    capture->head = g_byte_array_new();
    capture->head_max = keep_bytes / 2;
    capture->ring_max = keep_bytes - capture->head_max;
    return capture;
}

void cordon_capture_free(CordonCapture *capture)
{
    if (!capture)
        return;
    g_byte_array_unref(capture->head);
    g_free(capture->ring);
    g_free(capture);
}

static void add_to_ring(CordonCapture *capture, const char *bytes, gsize size)
{
    if (capture->ring_max == 0)
        return;
    if (!capture->ring)
        capture->ring = g_malloc(capture->ring_max);
    if (size > capture->ring_max) {
        bytes += size - capture->ring_max;
        size = capture->ring_max;
    }

    gsize end = (capture->ring_begin + capture->ring_used) % capture->ring_max;
    gsize first = MIN(size, capture->ring_max - end);
    memcpy(capture->ring + end, bytes, first);
    memcpy(capture->ring, bytes + first, size - first);

    capture->ring_used += size;
    if (capture->ring_used > capture->ring_max) {
        gsize dropped = capture->ring_used - capture->ring_max;

        capture->ring_begin = (capture->ring_begin + dropped) % capture->ring_max;
        capture->ring_used = capture->ring_max;
    }
}

void cordon_capture_add(CordonCapture *capture, const char *bytes, gsize size)
{
    gsize room = capture->head_max - capture->head->len;
    /* A GByteArray counts in guint. */
    gsize first = MIN(MIN(size, room), (gsize)G_MAXINT32);

    capture->total += size;
    if (first > 0)
        g_byte_array_append(capture->head, (const guint8 *)bytes, (guint)first);
    if (size > first)
        add_to_ring(capture, bytes + first, size - first);
}

static void reverse(char *bytes, gsize size)
{
    for (gsize i = 0; i < size / 2; i++) {
        char byte = bytes[i];

        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

CordonKept cordon_capture_get(CordonCapture *capture)
{
    gsize begin = capture->ring_begin;

    if (begin != 0) {
        /* A rotation in place: only a full ring begins elsewhere. */
        reverse(capture->ring, begin);
        reverse(capture->ring + begin, capture->ring_max - begin);
        reverse(capture->ring, capture->ring_max);
        capture->ring_begin = 0;
    }
    return (CordonKept){
        .head = capture->head->data ? (const char *)capture->head->data : "",
        .head_size = capture->head->len,
        .tail = capture->ring ? capture->ring : "",
        .tail_size = capture->ring_used,
        .cut_bytes = capture->total - capture->head->len - capture->ring_used,
        .total_bytes = capture->total,
    };
}

char *cordon_capture_end(CordonCapture *capture, gsize max_bytes, gsize *ret_size)
{
    CordonKept kept = cordon_capture_get(capture);
    gsize tail = MIN(kept.tail_size, max_bytes);
    /* The head joins only where nothing is missing in between. */
    gsize head = kept.cut_bytes == 0 ? MIN(kept.head_size, max_bytes - tail) : 0;
    char *end = g_malloc(head + tail + 1);

    memcpy(end, kept.head + kept.head_size - head, head);
    memcpy(end + head, kept.tail + kept.tail_size - tail, tail);
    end[head + tail] = '\0';
    *ret_size = head + tail;
    return end;
}

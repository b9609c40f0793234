/* SPDX-License-Identifier: MIT */
/* Events: the newest are kept, and those on their way are bounded. */
#include <criterion/criterion.h>
#include <string.h>

#include "event_queue.h"
#include "ring.h"

#define MAX_BYTES 10000u

/* What comes after that id; expected NULL: something of it is not kept, or the ring never gave it. */
static void expect_replay(const Ring *ring, const char *id, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint64 number = 0;
    gboolean is_known =
        ring_read_id(ring, id, &number) && ring_read(ring, &number, MAX_BYTES, text);

    cr_expect_eq(is_known, expected != NULL, "%s", id);
    cr_expect_str_eq(text->str, expected != NULL ? expected : "", "%s", id);
    if (is_known)
        cr_expect_eq(number, ring_get_newest(ring));
}

Test(gateway_ring, tells_again_what_came_after_an_event)
{
    g_autoptr(Ring) ring = ring_new("e", 3, MAX_BYTES);

    expect_replay(ring, "e-0", "");
    ring_add(ring, "job", "{}");
    expect_replay(ring, "e-0", "id: e-1\nevent: job\ndata: {}\n\n");
    ring_add(ring, "job", "{\"a\":1}");
    expect_replay(ring, "e-0",
                  "id: e-1\nevent: job\ndata: {}\n\nid: e-2\nevent: job\ndata: {\"a\":1}\n\n");
    expect_replay(ring, "e-1", "id: e-2\nevent: job\ndata: {\"a\":1}\n\n");
    expect_replay(ring, "e-2", "");
}

Test(gateway_ring, tells_no_more_at_once_than_is_wanted)
{
    g_autoptr(Ring) ring = ring_new("e", 8, MAX_BYTES);
    g_autoptr(GString) text = g_string_new("before");
    guint64 number = 0;

    for (guint i = 0; i < 5; i++)
        ring_add(ring, "x", "1");
    /* Each is 28 bytes. */
    cr_assert(ring_read(ring, &number, 60, text));
    cr_expect_eq(number, 2);
    cr_expect_str_eq(text->str,
                     "beforeid: e-1\nevent: x\ndata: 1\n\nid: e-2\nevent: x\ndata: 1\n\n");
    /* One at least, else nothing would ever go on. */
    g_string_truncate(text, 0);
    cr_assert(ring_read(ring, &number, 1, text));
    cr_expect_eq(number, 3);
    cr_expect_str_eq(text->str, "id: e-3\nevent: x\ndata: 1\n\n");
}

Test(gateway_ring, says_when_something_is_not_known_any_more)
{
    g_autoptr(Ring) ring = ring_new("e", 3, MAX_BYTES);

    for (guint i = 0; i < 5; i++)
        ring_add(ring, "x", "1");
    expect_replay(ring, "e-1", NULL);
    expect_replay(ring, "e-2",
                  "id: e-3\nevent: x\ndata: 1\n\nid: e-4\nevent: x\ndata: 1\n\nid: e-5\nevent: "
                  "x\ndata: 1\n\n");
}

Test(gateway_ring, keeps_no_more_bytes_than_it_may)
{
    g_autoptr(Ring) ring = ring_new("e", 100, 20000);
    g_autofree char *large = g_strnfill(9000, 'x');
    g_autofree char *huge = g_strnfill(50000, 'x');
    g_autoptr(GString) text = g_string_new(NULL);
    guint64 number = 3;

    for (guint i = 0; i < 5; i++)
        ring_add(ring, "x", large);
    cr_expect(ring_read(ring, &number, MAX_BYTES * 10, text));
    cr_expect_eq(number, 5);
    number = 2;
    cr_expect_not(ring_read(ring, &number, MAX_BYTES * 10, text));
    /* The newest is kept always. */
    ring_add(ring, "x", huge);
    number = 5;
    cr_expect(ring_read(ring, &number, MAX_BYTES * 10, text));
    cr_expect_eq(number, 6);
    ring_add(ring, "x", "1");
    expect_replay(ring, "e-5", NULL);
    expect_replay(ring, "e-6", "id: e-7\nevent: x\ndata: 1\n\n");
}

Test(gateway_ring, an_id_that_it_never_gave_is_not_known)
{
    static const char *const ids[] = {
        "",    "e", "e-", "e-6",   "e--1", "e-1 ", "e-01x",
        "f-1", "1", "-1", "e-1-1", "ee-1", "e-+1", "e-18446744073709551616"};
    g_autoptr(Ring) ring = ring_new("e", 8, MAX_BYTES);

    for (guint i = 0; i < 5; i++)
        ring_add(ring, "x", "1");
    for (gsize i = 0; i < G_N_ELEMENTS(ids); i++)
        expect_replay(ring, ids[i], NULL);
}

Test(gateway_ring, data_begins_no_line_of_its_own)
{
    g_autoptr(GString) text = g_string_new(NULL);

    ring_append_passing("x", "a\nid: 9\r\rb", text);
    cr_expect_str_eq(text->str, "event: x\ndata: a id: 9  b\n\n");
}

Test(gateway_queue, keeps_the_order_and_is_empty_after_it)
{
    EventQueue *queue = event_queue_new(10, MAX_BYTES);
    gboolean was_full;

    event_queue_add(queue, "job", "1", "{\"n\":1}", FALSE);
    event_queue_add(queue, "job", "1", "{\"n\":2}", FALSE);
    event_queue_add(queue, "settings", NULL, NULL, FALSE);
    g_autoptr(GPtrArray) taken = event_queue_take(queue, &was_full);
    cr_assert_eq(taken->len, 3);
    cr_expect_not(was_full);
    const QueuedEvent *event = g_ptr_array_index(taken, 1);
    cr_expect_str_eq(event->data, "{\"n\":2}");
    event = g_ptr_array_index(taken, 2);
    cr_expect_str_eq(event->id, "");
    cr_expect_str_eq(event->data, "{}");
    g_autoptr(GPtrArray) nothing = event_queue_take(queue, &was_full);
    cr_expect_eq(nothing->len, 0);
    event_queue_free(queue);
}

Test(gateway_queue, of_what_passes_the_newest_is_enough)
{
    EventQueue *queue = event_queue_new(10, MAX_BYTES);
    gboolean was_full;

    event_queue_add(queue, "output", "1", "{\"n\":1}", TRUE);
    event_queue_add(queue, "output", "2", "{\"n\":2}", TRUE);
    event_queue_add(queue, "output", "1", "{\"n\":3}", TRUE);
    g_autoptr(GPtrArray) taken = event_queue_take(queue, &was_full);
    cr_assert_eq(taken->len, 2);
    const QueuedEvent *event = g_ptr_array_index(taken, 0);
    cr_expect_str_eq(event->data, "{\"n\":3}");
    /* What was taken is not changed any more. */
    event_queue_add(queue, "output", "1", "{\"n\":4}", TRUE);
    cr_expect_str_eq(event->data, "{\"n\":3}");
    event_queue_free(queue);
}

Test(gateway_queue, says_once_that_something_was_lost)
{
    EventQueue *queue = event_queue_new(2, MAX_BYTES);
    gboolean was_full;

    for (guint i = 0; i < 5; i++)
        event_queue_add(queue, "job", "1", "{}", FALSE);
    g_autoptr(GPtrArray) taken = event_queue_take(queue, &was_full);
    cr_expect_eq(taken->len, 2);
    cr_expect(was_full);
    g_autoptr(GPtrArray) nothing = event_queue_take(queue, &was_full);
    cr_expect_eq(nothing->len, 0);
    cr_expect_not(was_full);
    event_queue_free(queue);
}

Test(gateway_queue, is_full_by_bytes_too)
{
    EventQueue *queue = event_queue_new(10, 10);
    gboolean was_full;

    for (guint i = 0; i < 3; i++)
        event_queue_add(queue, "job", "1", "{1234}", FALSE);
    g_autoptr(GPtrArray) taken = event_queue_take(queue, &was_full);
    cr_expect_eq(taken->len, 1);
    cr_expect(was_full);
    event_queue_add(queue, "job", "1", "{1234}", FALSE);
    g_autoptr(GPtrArray) again = event_queue_take(queue, &was_full);
    cr_expect_eq(again->len, 1);
    cr_expect_not(was_full);
    event_queue_free(queue);
}

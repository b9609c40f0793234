/* SPDX-License-Identifier: MIT */
/* Events: the newest are kept, and those on their way are bounded. */
#include <criterion/criterion.h>
#include <string.h>

#include "event_queue.h"
#include "ring.h"

static void expect_replay(const Ring *ring, const char *id, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean is_known = ring_replay(ring, id, text);

    cr_expect_eq(is_known, expected != NULL, "%s", id);
    cr_expect_str_eq(text->str, expected != NULL ? expected : "", "%s", id);
}

Test(gateway_ring, tells_again_what_came_after_an_event)
{
    g_autoptr(Ring) ring = ring_new("e", 3);
    g_autoptr(GString) text = g_string_new(NULL);

    expect_replay(ring, "e-0", "");
    ring_add(ring, "job", "{}", text);
    cr_expect_str_eq(text->str, "id: e-1\nevent: job\ndata: {}\n\n");
    ring_add(ring, "job", "{\"a\":1}", NULL);
    expect_replay(ring, "e-0",
                  "id: e-1\nevent: job\ndata: {}\n\nid: e-2\nevent: job\ndata: {\"a\":1}\n\n");
    expect_replay(ring, "e-1", "id: e-2\nevent: job\ndata: {\"a\":1}\n\n");
    expect_replay(ring, "e-2", "");
}

Test(gateway_ring, says_when_something_is_not_known_any_more)
{
    g_autoptr(Ring) ring = ring_new("e", 3);

    for (guint i = 0; i < 5; i++)
        ring_add(ring, "x", "1", NULL);
    expect_replay(ring, "e-1", NULL);
    expect_replay(ring, "e-2",
                  "id: e-3\nevent: x\ndata: 1\n\nid: e-4\nevent: x\ndata: 1\n\nid: e-5\nevent: "
                  "x\ndata: 1\n\n");
}

Test(gateway_ring, an_id_that_it_never_gave_is_not_known)
{
    static const char *const ids[] = {
        "",    "e", "e-", "e-6",   "e--1", "e-1 ", "e-01x",
        "f-1", "1", "-1", "e-1-1", "ee-1", "e-+1", "e-18446744073709551616"};
    g_autoptr(Ring) ring = ring_new("e", 8);

    for (guint i = 0; i < 5; i++)
        ring_add(ring, "x", "1", NULL);
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
    EventQueue *queue = event_queue_new(10);
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
    EventQueue *queue = event_queue_new(10);
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
    EventQueue *queue = event_queue_new(2);
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

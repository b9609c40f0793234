/* SPDX-License-Identifier: MIT */
/* Head and tail of a stream. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/capture.h"

/* What a capture keeps of text that comes in chunks of this size. */
static void check(const char *text, gsize keep, gsize chunk, const char *head, const char *tail,
                  guint64 cut)
{
    g_autoptr(CordonCapture) capture = cordon_capture_new(keep);
    gsize size = strlen(text);

    for (gsize at = 0; at < size; at += chunk) {
        cordon_capture_add(capture, text + at, MIN(chunk, size - at));
        /* Looking at it in between changes nothing. */
        if (at % 2 == 0)
            cordon_capture_get(capture);
    }
    CordonKept kept = cordon_capture_get(capture);
    cr_assert_eq(kept.head_size, strlen(head), "%s by %zu: head", text, chunk);
    cr_assert(memcmp(kept.head, head, kept.head_size) == 0);
    cr_assert_eq(kept.tail_size, strlen(tail), "%s by %zu: tail", text, chunk);
    cr_assert(memcmp(kept.tail, tail, kept.tail_size) == 0, "%s by %zu: %.*s", text, chunk,
              (int)kept.tail_size, kept.tail);
    cr_assert_eq(kept.cut_bytes, cut);
    cr_assert_eq(kept.total_bytes, size);
}

Test(capture, keeps_head_and_tail_and_counts_the_cut)
{
    static const struct {
        const char *text;
        gsize keep;
        const char *head, *tail;
        guint64 cut;
    } rows[] = {
        {"", 8, "", "", 0},
        {"abc", 8, "abc", "", 0},
        {"abcdefgh", 8, "abcd", "efgh", 0},
        {"abcdefghi", 8, "abcd", "fghi", 1},
        {"abcdefghijklmnopqrstuvwxyz", 7, "abc", "wxyz", 19},
        {"abc", 1, "", "c", 2},
        {"abc", 0, "", "", 3},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        for (gsize chunk = 1; chunk <= 30; chunk++)
            check(rows[i].text, rows[i].keep, chunk, rows[i].head, rows[i].tail, rows[i].cut);
}

Test(capture, joins_the_end_only_where_nothing_is_missing)
{
    g_autoptr(CordonCapture) whole = cordon_capture_new(8), cut = cordon_capture_new(8);
    gsize size;

    cordon_capture_add(whole, "abcdef", 6);
    g_autofree char *all = cordon_capture_end(whole, 100, &size);
    cr_assert_str_eq(all, "abcdef");
    g_autofree char *five = cordon_capture_end(whole, 5, &size);
    cr_assert_str_eq(five, "bcdef");
    g_autofree char *one = cordon_capture_end(whole, 1, &size);
    cr_assert_str_eq(one, "f");

    cordon_capture_add(cut, "abcdefghijkl", 12);
    g_autofree char *tail = cordon_capture_end(cut, 100, &size);
    cr_assert_str_eq(tail, "ijkl");
}

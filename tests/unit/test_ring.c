/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <string.h>

#include "session/ring.h"

typedef struct {
    const char *written[4];
    gsize max;
    guint64 offset;
    gsize max_read;
    gboolean is_ended;
    const char *text;
    guint64 next, skipped;
} Row;

static void check(const Row *row)
{
    g_autoptr(CordonRing) ring = cordon_ring_new(row->max);
    g_autoptr(GString) text = g_string_new(NULL);
    guint64 offset = row->offset, skipped = 99;

    for (gsize i = 0; i < G_N_ELEMENTS(row->written) && row->written[i] != NULL; i++)
        cordon_ring_add(ring, row->written[i], strlen(row->written[i]));
    cordon_ring_read(ring, &offset, row->max_read, row->is_ended, text, &skipped);
    cr_expect_str_eq(text->str, row->text);
    cr_expect_eq(offset, row->next, "%s: next %d", row->text, (int)offset);
    cr_expect_eq(skipped, row->skipped, "%s: skipped %d", row->text, (int)skipped);
}

Test(ring, reads_from_where_the_reader_is)
{
    static const Row rows[] = {
        {{"abc", "def"}, 100, 0, 100, FALSE, "abcdef", 6, 0},
        {{"abc", "def"}, 100, 4, 100, FALSE, "ef", 6, 0},
        {{"abc", "def"}, 100, 0, 4, FALSE, "abcd", 4, 0},
        {{"abc"}, 100, 3, 100, TRUE, "", 3, 0},
        {{"abc"}, 100, 50, 100, TRUE, "", 3, 0},
        {{NULL}, 100, 0, 100, TRUE, "", 0, 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        check(&rows[i]);
}

Test(ring, keeps_the_newest_and_counts_what_is_gone)
{
    static const Row rows[] = {
        {{"0123456789"}, 4, 0, 100, FALSE, "6789", 10, 6},
        {{"0123", "4567", "89"}, 4, 0, 100, FALSE, "456789", 10, 4},
        {{"0123", "4567", "89"}, 4, 8, 100, FALSE, "89", 10, 0},
        {{"0123", "456"}, 4, 0, 100, FALSE, "0123456", 7, 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        check(&rows[i]);
}

Test(ring, gives_whole_characters_and_says_what_is_none)
{
    static const Row rows[] = {
        {{"a\xc3"}, 100, 0, 100, FALSE, "a", 1, 0},
        {{"a\xc3", "\xa9"}, 100, 1, 100, FALSE, "\xc3\xa9", 3, 0},
        {{"a\xc3"}, 100, 0, 100, TRUE, "a\xef\xbf\xbd", 2, 0},
        {{"\xf0\x9f\x98"}, 100, 0, 100, FALSE, "", 0, 0},
        {{"\xf0\x9f\x98\x80z"}, 100, 0, 2, FALSE, "\xef\xbf\xbd\xef\xbf\xbd", 2, 0},
        {{"x\xff\xfey"}, 100, 0, 100, FALSE, "x\xef\xbf\xbd\xef\xbf\xbdy", 4, 0},
        {{"ab\x80\x80\x80\x80"},
         100,
         0,
         100,
         FALSE,
         "ab\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd",
         6,
         0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        check(&rows[i]);
}

Test(ring, holds_at_most_twice_its_bound)
{
    g_autoptr(CordonRing) ring = cordon_ring_new(1000);
    g_autofree char *chunk = g_strnfill(77, 'x');

    for (guint i = 0; i < 10000; i++) {
        cordon_ring_add(ring, chunk, 77);
        cr_assert_leq(cordon_ring_get_kept(ring), 2000);
    }
    cr_expect_eq(cordon_ring_get_total(ring), 770000);
}

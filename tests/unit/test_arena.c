/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

Test(arena, pieces_are_zero_aligned_and_apart)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    char *last = NULL;

    for (gsize size = 0; size < 3000; size++) {
        char *piece = cordon_arena_alloc(arena, size);
        cr_assert((uintptr_t)piece % alignof(max_align_t) == 0);
        for (gsize i = 0; i < size; i++)
            cr_assert(piece[i] == 0, "byte %zu of a piece of %zu", i, size);
        memset(piece, 0x5a, size);
        cr_assert(size <= 1 || piece != last);
        last = piece;
    }
}

Test(arena, a_piece_may_be_bigger_than_any_block)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    char *big = cordon_arena_alloc(arena, 5 * 1024 * 1024);
    char *small = cordon_arena_alloc(arena, 1);

    memset(big, 1, 5 * 1024 * 1024);
    cr_assert(*small == 0);
}

Test(arena, used_counts_until_the_reset)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    cr_assert(cordon_arena_used(arena) == 0);
    for (guint i = 0; i < 100; i++)
        cordon_arena_alloc(arena, 10000);
    cr_assert(cordon_arena_used(arena) >= 1000000);
    cordon_arena_reset(arena);
    cr_assert(cordon_arena_used(arena) == 0);
    cr_assert(*(char *)cordon_arena_alloc(arena, 100) == 0, "what was used before is zero again");
}

Test(arena, texts_are_copied)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    cr_assert_str_eq(cordon_arena_strdup(arena, ""), "");
    cr_assert_str_eq(cordon_arena_strdup(arena, "abc"), "abc");
    cr_assert_str_eq(cordon_arena_strndup(arena, "abc", 2), "ab");
    cr_assert_str_eq(cordon_arena_strndup(arena, NULL, 0), "");
    cr_assert_str_eq(cordon_arena_concat(arena, "a", "", "bc", NULL), "abc");
    cr_assert_str_eq(cordon_arena_concat(arena, NULL), "");
}

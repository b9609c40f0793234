/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "filter/private.h"

static CordonArg constant(const char *text)
{
    return cordon_arg_constant(text);
}

Test(filter_scope, a_binding_hides_the_one_before)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const CordonScope *scope = cordon_scope_new(arena, "/p");
    const CordonScope *one = cordon_scope_bind(arena, scope, "a", constant("1"));
    const CordonScope *two = cordon_scope_bind(arena, one, "a", constant("2"));

    cr_expect_null(cordon_scope_lookup(scope, "a"));
    cr_expect_str_eq(cordon_scope_lookup(one, "a")->text, "1");
    cr_expect_str_eq(cordon_scope_lookup(two, "a")->text, "2");
}

Test(filter_scope, joining_forgets_what_differs)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const CordonScope *scope =
        cordon_scope_bind(arena, cordon_scope_new(arena, "/p"), "same", constant("s"));
    const CordonScope *a = cordon_scope_bind(arena, scope, "x", constant("one"));
    const CordonScope *b = cordon_scope_bind(arena, scope, "x", constant("two"));
    const CordonScope *joined = cordon_scope_join(arena, a, b);

    cr_expect(cordon_scope_lookup(joined, "x")->type == CORDON_ARG_UNKNOWN);
    cr_expect_str_eq(cordon_scope_lookup(joined, "same")->text, "s");
    joined = cordon_scope_join(arena, a, scope);
    cr_expect(cordon_scope_lookup(joined, "x")->type == CORDON_ARG_UNKNOWN, "set on one way only");
    cr_expect(cordon_scope_join(arena, a, a) == a);
}

Test(filter_scope, numbers_stay_numbers_on_every_way)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const CordonScope *scope = cordon_scope_new(arena, "/p");
    const CordonScope *a = cordon_scope_bind(arena, scope, "i", constant("0"));
    const CordonScope *b = cordon_scope_bind(arena, scope, "i", constant("12"));
    const CordonScope *joined = cordon_scope_join(arena, a, b);

    cr_expect(cordon_scope_lookup(joined, "i")->type == CORDON_ARG_TAME);
    cr_expect(cordon_scope_lookup(joined, "i")->is_number);
    joined =
        cordon_scope_join(arena, joined, cordon_scope_bind(arena, scope, "i", constant("a[1]")));
    cr_expect(cordon_scope_lookup(joined, "i")->type == CORDON_ARG_UNKNOWN);
}

Test(filter_scope, joining_keeps_all_folders_up_to_the_limit)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const CordonScope *joined = cordon_scope_new(arena, "/0");

    for (guint i = 1; i < CORDON_JUDGE_MAX_FOLDERS; i++) {
        g_autofree char *folder = g_strdup_printf("/%u", i);
        const CordonScope *other = cordon_scope_new(arena, cordon_arena_strdup(arena, folder));
        joined = cordon_scope_join(arena, joined, other);
        cr_assert_not_null(joined);
        cr_assert(joined->folder_count == i + 1);
        cr_assert(cordon_scope_equal(joined, cordon_scope_join(arena, joined, other)));
    }
    cr_expect_null(cordon_scope_join(arena, joined, cordon_scope_new(arena, "/more")));
}

/* SPDX-License-Identifier: MIT */
/* Sets of guarantee ids. */
#include <criterion/criterion.h>

#include "model/guarantee.h"

Test(guarantee, ids_are_area_subject_revision)
{
    static const struct {
        const char *id;
        gboolean valid;
    } CASES[] = {
        {"net.none/1", TRUE},
        {"fs.project.read-only/1", TRUE},
        {"org.example.gpu.none/12", TRUE},
        {"limit.pids/1", TRUE},
        {"", FALSE},
        {"net.none", FALSE},
        {"net.none/", FALSE},
        {"net.none/0", FALSE},
        {"net.none/01", FALSE},
        {"net.none/1x", FALSE},
        {"net/1", FALSE},
        {"Net.none/1", FALSE},
        {"net..none/1", FALSE},
        {".none/1", FALSE},
        {"net.none-/1", FALSE},
        {"net.no ne/1", FALSE},
        {"net.none/1\n", FALSE},
        {NULL, FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++)
        cr_expect_eq(cordon_guarantee_is_valid(CASES[i].id), CASES[i].valid, "%s", CASES[i].id);
}

Test(guarantee, an_id_longer_than_96_bytes_is_not_valid)
{
    g_autofree char *part = g_strnfill(91, 'a');
    g_autofree char *fits = g_strconcat(part, ".b/1", NULL);
    g_autofree char *too_long = g_strconcat("a", part, ".bb/1", NULL);

    cr_expect(cordon_guarantee_is_valid(fits));
    cr_expect_not(cordon_guarantee_is_valid(too_long));
}

Test(guarantee, a_set_is_sorted_and_without_repeats)
{
    const char *const ids[] = {"c.c/1", "a.a/1", "b.b/1", "a.a/1", NULL};
    g_autoptr(CordonGuarantees) set = cordon_guarantees_new(ids);
    const char *const *strv = cordon_guarantees_strv(set);

    cr_assert_eq(cordon_guarantees_size(set), 3);
    cr_expect_str_eq(strv[0], "a.a/1");
    cr_expect_str_eq(strv[1], "b.b/1");
    cr_expect_str_eq(strv[2], "c.c/1");
    cr_expect_null(strv[3]);
    cordon_guarantees_remove(set, "b.b/1");
    cordon_guarantees_remove(set, "not.there/1");
    cr_expect_eq(cordon_guarantees_size(set), 2);
    cr_expect_not(cordon_guarantees_contains(set, "b.b/1"));
    cr_expect(cordon_guarantees_contains(set, "c.c/1"));
}

Test(guarantee, minus_is_what_only_the_first_has)
{
    const char *const first[] = {"a.a/1", "b.b/1", "c.c/1", NULL};
    const char *const second[] = {"b.b/1", "d.d/1", NULL};
    g_autoptr(CordonGuarantees) a = cordon_guarantees_new(first);
    g_autoptr(CordonGuarantees) b = cordon_guarantees_new(second);
    g_autoptr(CordonGuarantees) rest = cordon_guarantees_minus(a, b);

    cr_assert_eq(cordon_guarantees_size(rest), 2);
    cr_expect(cordon_guarantees_contains(rest, "a.a/1"));
    cr_expect(cordon_guarantees_contains(rest, "c.c/1"));
}

Test(guarantee, the_defaults_are_all_valid)
{
    g_autoptr(CordonGuarantees) set = cordon_guarantees_new_default();

    cr_assert_eq(cordon_guarantees_size(set), 20);
    for (const char *const *id = cordon_guarantees_strv(set); *id != NULL; id++)
        cr_expect(cordon_guarantee_is_valid(*id), "%s", *id);
}

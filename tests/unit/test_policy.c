/* SPDX-License-Identifier: MIT */
/* Policies: clean paths and whole limits. */
#include <criterion/criterion.h>

#include "model/policy.h"

Test(policy, paths_are_cleaned_lexically)
{
    static const struct {
        const char *path, *clean;
    } CASES[] = {
        {"/", "/"},         {"//", "/"},          {"/a/", "/a"},        {"/a//b", "/a/b"},
        {"/a/./b", "/a/b"}, {"/a/../b", "/b"},    {"/..", "/"},         {"/../../a", "/a"},
        {"b", "/c/d/b"},    {"./b", "/c/d/b"},    {"..", "/c"},         {"../../..", "/"},
        {"", "/c/d"},       {"/a/...", "/a/..."}, {"/a/..b", "/a/..b"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *clean = cordon_path_clean(CASES[i].path, "/c/d");

        cr_expect_str_eq(clean, CASES[i].clean, "%s -> %s", CASES[i].path, clean);
    }
}

Test(policy, below_looks_at_whole_components)
{
    cr_expect(cordon_path_is_below("/a/b", "/a"));
    cr_expect(cordon_path_is_below("/a", "/a"));
    cr_expect(cordon_path_is_below("/a", "/"));
    cr_expect_not(cordon_path_is_below("/ab", "/a"));
    cr_expect_not(cordon_path_is_below("/a", "/a/b"));
}

Test(policy, limits_not_set_have_defaults)
{
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    guint64 limits[CORDON_LIMIT_SCRATCH_BYTES + 1];

    cordon_policy_set_limit(policy, CORDON_LIMIT_OPEN_FILES, CORDON_UNLIMITED);
    cr_assert(cordon_policy_resolve_limits(policy, 1000, limits, NULL));
    cr_expect_eq(limits[CORDON_LIMIT_PROCESSES], 2048);
    cr_expect_eq(limits[CORDON_LIMIT_MEMORY_BYTES], 600);
    cr_expect_eq(limits[CORDON_LIMIT_OPEN_FILES], CORDON_UNLIMITED);
    cr_expect_eq(limits[CORDON_LIMIT_SCRATCH_BYTES], 250);
}

Test(policy, a_limit_of_0_is_refused)
{
    for (int limit = 0; limit <= CORDON_LIMIT_SCRATCH_BYTES; limit++) {
        g_autoptr(CordonPolicy) policy = cordon_policy_new();
        g_autoptr(GError) error = NULL;
        guint64 limits[CORDON_LIMIT_SCRATCH_BYTES + 1];

        cordon_policy_set_limit(policy, (CordonLimit)limit, 0);
        cr_expect_not(cordon_policy_resolve_limits(policy, 1000, limits, &error));
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID));
    }
}

Test(policy, a_limit_that_does_not_exist_is_refused)
{
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    guint64 limits[CORDON_LIMIT_SCRATCH_BYTES + 1];

    cordon_policy_set_limit(policy, (CordonLimit)99, 1);
    cr_expect_not(cordon_policy_resolve_limits(policy, 1000, limits, NULL));
}

Test(policy, paths_are_made_absolute_when_they_are_set)
{
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    g_autofree char *cwd = g_get_current_dir();
    g_autofree char *wanted = g_build_filename(cwd, "x", NULL);

    cordon_policy_set_project(policy, "./x/");
    cr_expect_str_eq(policy->project, wanted);
    cordon_policy_set_project(policy, NULL);
    cr_expect_null(policy->project);
}

/* SPDX-License-Identifier: MIT */
/* Paths and queries, decoded once. */
#include "http/target.h"

#include <criterion/criterion.h>

Test(http_target, path_is_decoded_once)
{
    static const struct {
        const char *target, *path;
    } rows[] = {
        {"/", "/"},         {"/a/b", "/a/b"},       {"/a?b/../c", "/a"}, {"/?", "/"},
        {"/a%20b", "/a b"}, {"/a+b", "/a+b"},       {"/%c3%a9", "/é"},   {"/%252e%252e", "/%2e%2e"},
        {"/...", "/..."},   {"/.a/..b", "/.a/..b"}, {"/a%3fb", "/a?b"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = http_target_path(rows[i].target);
        cr_assert_not_null(path, "%s", rows[i].target);
        cr_expect_str_eq(path, rows[i].path);
    }
}

Test(http_target, path_that_is_not_clean_is_none)
{
    static const char *const rows[] = {
        "",           "a",          "*",
        "?a",         "http://h/",  "//",
        "//h/a",      "/a//b",      "/a/",
        "/.",         "/..",        "/a/./b",
        "/a/../b",    "/%2e",       "/%2e%2e",
        "/.%2E",      "/a%2fb",     "/a%2Fb",
        "/%2e%2e%2f", "/a\\b",      "/a%5cb",
        "/%00",       "/a%0d",      "/%1f",
        "/%7f",       "/%c2%80",    "/%ff",
        "/%c0%ae",    "/%",         "/%1",
        "/%g0",       "/a b",       "/a\tb",
        "/\xc3\xa9",  "/a#b",       "/a\x7f",
        "/a?\n",      "/%ed%a0%80", "/%f5%80%80%80",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = http_target_path(rows[i]);
        cr_expect_null(path, "%s became %s", rows[i], path);
    }
}

Test(http_target, query_gives_values_by_name)
{
    g_autoptr(GHashTable) query = http_target_query("/p?a=1&b=x+y%26z&c&&d=&%65=a=b?c%0a");

    cr_assert_not_null(query);
    cr_expect_eq(g_hash_table_size(query), 5);
    cr_expect_str_eq(g_hash_table_lookup(query, "a"), "1");
    cr_expect_str_eq(g_hash_table_lookup(query, "b"), "x y&z");
    cr_expect_str_eq(g_hash_table_lookup(query, "c"), "");
    cr_expect_str_eq(g_hash_table_lookup(query, "d"), "");
    cr_expect_str_eq(g_hash_table_lookup(query, "e"), "a=b?c\n");

    g_autoptr(GHashTable) none = http_target_query("/p");
    cr_expect_eq(g_hash_table_size(none), 0);
}

Test(http_target, query_that_cannot_be_told_is_none)
{
    static const char *const rows[] = {"/?a=1&a=2", "/?a&%61", "/?a=%",  "/?%zz=a",
                                       "/?a=%00",   "/?a=%ff", "/?%c3=a"};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GHashTable) query = http_target_query(rows[i]);
        cr_expect_null(query, "%s", rows[i]);
    }
}

/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "filter/private.h"

Test(filter_path, joining_takes_dots_out)
{
    static const struct {
        const char *base, *text, *path;
    } table[] = {
        {"/home/u/p", "a", "/home/u/p/a"},
        {"/home/u/p", "./a//b/.", "/home/u/p/a/b"},
        {"/home/u/p", "..", "/home/u"},
        {"/home/u/p", "../../../../..", "/"},
        {"/home/u/p", "../../../../../etc", "/etc"},
        {"/home/u/p", "/etc/../x", "/x"},
        {"/home/u/p", "", "/home/u/p"},
        {"/", "a", "/a"},
        {"/", "..", "/"},
        {"/home/u/p", "a/../../q", "/home/u/q"},
        {"/home/u/p", "...", "/home/u/p/..."},
        {"/home/u/p", "/", "/"},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        cr_expect_str_eq(cordon_path_join(arena, table[i].base, table[i].text, FALSE),
                         table[i].path);
}

Test(filter_path, windows_paths_have_drives_streams_and_trailing_dots)
{
    static const struct {
        const char *text, *path;
    } table[] = {
        {"a\\b", "C:/p/loop/a/b"}, {"..\\x", "C:/p/x"},         {"D:\\x", "D:/x"},
        {"\\x", "C:/x"},           {".env.", "C:/p/loop/.env"}, {".env::$DATA", "C:/p/loop/.env"},
        {"a. .", "C:/p/loop/a"},   {"..\\..\\..\\..", "C:/"},   {"c:/P/LOOP/x", "c:/P/LOOP/x"},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        cr_expect_str_eq(cordon_path_join(arena, "C:/p/loop", table[i].text, TRUE), table[i].path);
}

Test(filter_path, below_means_whole_components)
{
    cr_expect(cordon_path_is_within("/a/b", "/a/b", FALSE));
    cr_expect(cordon_path_is_within("/a/b/c", "/a/b", FALSE));
    cr_expect(cordon_path_is_within("/a/b", "/", FALSE));
    cr_expect_not(cordon_path_is_within("/a/bc", "/a/b", FALSE));
    cr_expect_not(cordon_path_is_within("/a", "/a/b", FALSE));
    cr_expect_not(cordon_path_is_within("/A/b", "/a", FALSE));
    cr_expect(cordon_path_is_within("C:/A/b", "c:/a", TRUE));
}

Test(filter_path, globs_name_secrets_as_the_shell_would_match_them)
{
    static const char *const secret[] = {".e*",         ".en?",       ".??*",  ".en[v]", "*.pem",
                                         "*.p?m",       "id_*",       "a/.e*", ".*",     "id_rsa",
                                         "certs/*.key", ".ssh/*",     "*.env", ".env.*", "*/.env",
                                         ".[e]nv",      "x/.aws/con*"};
    static const char *const harmless[] = {"*",         "?nv",       "[.]env",   "*.ts", "src/*.c",
                                           "*nv",       "**/*.ts",   "*.*",      "c*",   "*.json",
                                           "docs/*.md", "*_test.go", "build/*.o"};

    for (gsize i = 0; i < G_N_ELEMENTS(secret); i++)
        cr_expect(cordon_text_names_secret(secret[i], TRUE), "%s", secret[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(harmless); i++)
        cr_expect_not(cordon_text_names_secret(harmless[i], TRUE), "%s", harmless[i]);
}

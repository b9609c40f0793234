/* SPDX-License-Identifier: MIT */
/* Words quoted for a POSIX shell. */
#include "base/quote.h"

#include <criterion/criterion.h>

Test(quote, quotes_only_what_a_shell_would_read_otherwise)
{
    static const struct {
        const char *word, *quoted;
    } rows[] = {
        {"", "''"},
        {"abc", "abc"},
        {"/usr/bin/env", "/usr/bin/env"},
        {"a b", "'a b'"},
        {"it's", "'it'\\''s'"},
        {"$HOME", "'$HOME'"},
        {"~", "'~'"},
        {"a\\b", "'a\\b'"},
        {"*", "'*'"},
        {"--size=1", "--size=1"},
        {"A=b", "'A=b'"},
        {"=ls", "'=ls'"},
        {"h\xc3\xa9", "'h\xc3\xa9'"},
        {"a\nb", "$'a\\012b'"},
        {"\x1b[31m'", "$'\\033[31m\\''"},
        {"\xff", "$'\\377'"},
        {"\xe2\x80\xae", "$'\\342\\200\\256'"},   /* turns the direction of the text */
        {"\xe2\x80\xa8", "$'\\342\\200\\250'"},   /* a line separator */
        {"a\xc2\xa0-b", "$'a\\302\\240-b'"},      /* looks like the space, and is none */
        {"\xe3\x85\xa4", "$'\\343\\205\\244'"},   /* a letter that shows nothing */
        {"\xe2\xa0\x80", "$'\\342\\240\\200'"},   /* nor does this symbol */
        {"a\xef\xb8\x8f", "$'a\\357\\270\\217'"}, /* nor this mark */
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *quoted = cordon_quote_word(rows[i].word);
        cr_expect_str_eq(quoted, rows[i].quoted);
    }
}

Test(quote, joins_words_by_one_space)
{
    const char *const argv[] = {"sudo", "sysctl", "-w", "a b", NULL};
    g_autofree char *line = cordon_quote_argv(argv);

    cr_expect_str_eq(line, "sudo sysctl -w 'a b'");
}

Test(quote, is_read_back_by_a_shell_as_the_same_word)
{
    const char *words[] = {"", "it's", "a b", "$(id)", "`id`", "\n", "'\n'", "a=b", "\xff\x01'\\"};

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *quoted = cordon_quote_word(words[i]);
        g_autofree char *script = g_strdup_printf("printf %%s %s", quoted);
        const char *argv[] = {"bash", "-c", script, NULL};
        g_autofree char *out = NULL;
        gint status = -1;
        cr_assert(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out,
                               NULL, &status, NULL));
        cr_expect_eq(status, 0);
        cr_expect_str_eq(out, words[i]);
    }
}

/* SPDX-License-Identifier: MIT */
/* What may reach a terminal. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/termsafe.h"

static char *filter_text(const char *text, gsize size, gsize chunk)
{
    CordonTermsafe filter = {0};
    GString *out = g_string_new(NULL);

    for (gsize at = 0; at < size; at += chunk)
        cordon_termsafe_filter(&filter, text + at, MIN(chunk, size - at), out);
    cordon_termsafe_finish(&filter, out);
    return g_string_free(out, FALSE);
}

Test(termsafe, lets_text_and_colours_through_and_shows_the_rest)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"plain\ttext\r\n", "plain\ttext\r\n"},
        {"h\303\251 \342\202\254 \360\237\230\200", "h\303\251 \342\202\254 \360\237\230\200"},
        {"\033[31mred\033[0m", "\033[31mred\033[0m"},
        {"\033[mx", "\033[mx"},
        {"\033[38;2;1;2;3mx\033[m", "\033[38;2;1;2;3mx\033[m"},
        {"\033[4:3mx\033[0m", "\033[4:3mx\033[0m"},
        {"\033[K\033[2Kx", "\033[K\033[2Kx"},
        /* A colour that is left on is switched off at the end. */
        {"\033[31mred", "\033[31mred\033[0m"},
        /* Cursor, screen, modes, other uses of m and K. */
        {"\033[2J", "\\x1b[2J"},
        {"\033[1;1Hx", "\\x1b[1;1Hx"},
        {"\033[?1049h", "\\x1b[?1049h"},
        {"\033[>4;2m", "\\x1b[>4;2m"},
        {"\033[?2K", "\\x1b[?2K"},
        {"\033[12K", "\\x1b[12K"},
        {"\033[6n", "\\x1b[6n"},
        {"\033[31 mx", "\\x1b[31 mx"},
        /* OSC (title, clipboard, links), DCS, keypad, reset. */
        {"\033]0;title\007", "\\x1b]0;title\\x07"},
        {"\033]52;c;YQ==\033\\", "\\x1b]52;c;YQ==\\x1b\\"},
        {"\033Pq\033\\", "\\x1bPq\\x1b\\"},
        {"\033c", "\\x1bc"},
        {"\033\033[2J", "\\x1b\\x1b[2J"},
        {"\033[\033[31mx\033[m", "\\x1b[\033[31mx\033[m"},
        /* A sequence broken by a control byte, as terminals would still obey it. */
        {"\033[3\n1m", "\\x1b[3\n1m"},
        /* C1, as bytes and as characters. */
        {"\2332J", "\\x9b2J"},
        {"\302\2332J", "\\xc2\\x9b2J"},
        {"a\010b\007c\177d\016", "a\\x08b\\x07c\\x7fd\\x0e"},
        /* What is not UTF-8. */
        {"\377\300\257x", "\\xff\\xc0\\xafx"},
        {"\342\202x", "\\xe2\\x82x"},
        {"\355\240\200", "\\xed\\xa0\\x80"},
        {"\342\202", "\\xe2\\x82"},
        {"\342\033[2J", "\\xe2\\x1b[2J"},
        /* Text that would read as another one. */
        {"a\342\200\256b", "a\\u202eb"},
        {"a\342\201\246b", "a\\u2066b"},
        /* Cut at the end. */
        {"\033", "\\x1b"},
        {"\033[31", "\\x1b[31"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        for (gsize chunk = 1; chunk <= strlen(rows[i].in); chunk++) {
            g_autofree char *out = filter_text(rows[i].in, strlen(rows[i].in), chunk);

            cr_assert_str_eq(out, rows[i].out, "row %zu by %zu: %s", i, chunk, out);
        }
    g_autofree char *nul = filter_text("a\0b", 3, 1);
    cr_assert_str_eq(nul, "a\\x00b");
}

Test(termsafe, a_nul_inside_a_character_ends_it)
{
    char text[200] = "\303";
    GString *wanted = g_string_new("\\xc3\\x00");

    memset(text + 2, '1', sizeof text - 2);
    g_string_append_len(wanted, text + 2, sizeof text - 2);
    for (gsize chunk = 1; chunk <= sizeof text; chunk++) {
        g_autofree char *out = filter_text(text, sizeof text, chunk);

        cr_assert_str_eq(out, wanted->str, "by %zu: %s", chunk, out);
    }
    g_string_free(wanted, TRUE);
}

Test(termsafe, holds_back_no_more_than_its_bound)
{
    GString *text = g_string_new("\033[");

    for (guint i = 0; i < 5000; i++)
        g_string_append(text, "1;");
    g_string_append_c(text, 'm');
    g_autofree char *out = filter_text(text->str, text->len, 7);
    cr_assert(g_str_has_prefix(out, "\\x1b[1;1;"));
    cr_assert_eq(strlen(out), text->len + 3);
    g_string_free(text, TRUE);
}

Test(termsafe, never_lets_a_control_byte_out_but_its_own)
{
    static const char alphabet[] = "\033\033\033[[]?;;019mKJHP\\\007\302\233\342\202\254\n\r\tx";
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);

    for (guint round = 0; round < 20000; round++) {
        char text[24];

        for (gsize i = 0; i < sizeof text; i++)
            text[i] = alphabet[g_rand_int_range(rand, 0, sizeof alphabet - 1)];
        g_autofree char *out =
            filter_text(text, sizeof text, (gsize)g_rand_int_range(rand, 1, sizeof text));
        cr_assert(g_utf8_validate(out, -1, NULL));
        for (const char *at = out; *at; at++) {
            guchar byte = (guchar)*at;

            if (byte == 0x1b) {
                gsize body = strspn(at + 2, "0123456789;:");

                cr_assert(at[1] == '[' && (at[2 + body] == 'm' || at[2 + body] == 'K'), "%s", out);
            } else {
                cr_assert((byte >= 0x20 && byte != 0x7f) || byte == '\n' || byte == '\r' ||
                          byte == '\t');
            }
        }
    }
}

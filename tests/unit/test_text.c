/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/text.h"

static const struct {
    const char *text;
    gboolean lines;
    const char *fault; /* NULL: none */
    const char *clean;
} TEXTS[] = {
    {"", FALSE, NULL, ""},
    {"plain", FALSE, NULL, "plain"},
    {"caf\xc3\xa9", FALSE, NULL, "caf\xc3\xa9"},
    {"two\nlines", TRUE, NULL, "two\nlines"},
    {"two\nlines", FALSE, "newline", "two\xef\xbf\xbdlines"},
    {"\x1b[31m", FALSE, "U+001B", "\xef\xbf\xbd[31m"},
    {"tab\there", FALSE, "U+0009", "tab here"},
    {"del\x7f", FALSE, "U+007F", "del\xef\xbf\xbd"},
    {"\xff", FALSE, "UTF-8", "\xef\xbf\xbd"},
    {"cut\xc3", FALSE, "UTF-8", "cut\xef\xbf\xbd"},
    {"a\xe2\x80\xae"
     "b",
     FALSE, "U+202E",
     "a\xef\xbf\xbd"
     "b"}, /* right-to-left override */
    {"a\xe2\x80\x8b"
     "b",
     FALSE, "U+200B",
     "a\xef\xbf\xbd"
     "b"}, /* zero-width space */
    {"a\xe2\x80\xa8"
     "b",
     TRUE, "U+2028",
     "a\xef\xbf\xbd"
     "b"}, /* line separator */
    {"0123456789abcdefg", FALSE, "longer than 16 bytes", "0123456789abcdef"},
    {"0123456789abcde\xc3\xa9", FALSE, "longer than 16 bytes", "0123456789abcde"},
};

Test(text, faults_are_found_and_cleaned)
{
    for (gsize i = 0; i < G_N_ELEMENTS(TEXTS); i++) {
        g_autofree char *fault = cordon_text_find_fault(TEXTS[i].text, 16, TEXTS[i].lines);
        g_autofree char *clean = cordon_text_clean(TEXTS[i].text, 16, TEXTS[i].lines);

        if (TEXTS[i].fault == NULL)
            cr_expect_null(fault, "row %zu: %s", i, fault);
        else
            cr_expect(fault != NULL && strstr(fault, TEXTS[i].fault) != NULL, "row %zu: %s", i,
                      fault != NULL ? fault : "no fault");
        cr_expect_str_eq(clean, TEXTS[i].clean, "row %zu: '%s'", i, clean);
        g_autofree char *second = cordon_text_find_fault(clean, 16, TEXTS[i].lines);
        cr_expect_null(second, "row %zu: still %s", i, second);
    }
}

Test(text, first_line_is_the_first_that_is_not_blank)
{
    static const struct {
        const char *text;
        gsize size;
        const char *line;
    } ROWS[] = {
        {"", 0, NULL},
        {"\n \n\t\r\n", 6, NULL},
        {"one\ntwo", 7, "one"},
        {"\n\none\r\ntwo", 10, "one"},
        {"no newline", 10, "no newline"},
        {"only the beginning", 4, "only"},
        {"a\0b\nc", 5,
         "a\xef\xbf\xbd"
         "b"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autofree char *line = cordon_text_first_line(ROWS[i].text, ROWS[i].size, 100);

        cr_expect(g_strcmp0(line, ROWS[i].line) == 0, "row %zu: '%s'", i,
                  line != NULL ? line : "(none)");
    }
}

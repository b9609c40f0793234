/* SPDX-License-Identifier: MIT */
/* Words quoted for a POSIX shell. */
#include "base/quote.h"

#include <cordon/terminal.h>
#include <string.h>

/* Characters that no shell gives a meaning to, anywhere in a word. */
static gboolean is_plain(char c)
{
    return g_ascii_isalnum(c) || (c != '\0' && strchr("_-./:@%+,=", c) != NULL);
}

/* A leading NAME= would be read as an assignment, so such a word is not plain. */
static gboolean is_plain_word(const char *word)
{
    if (*word == '\0' || *word == '=')
        return FALSE;
    for (const char *p = word; *p != '\0'; p++)
        if (!is_plain(*p))
            return FALSE;
    return strchr(word, '=') == NULL || *word == '-' || *word == '/';
}

gboolean cordon_word_is_visible(const char *word)
{
    if (!g_utf8_validate(word, -1, NULL))
        return FALSE;
    for (const char *p = word; *p != '\0'; p = g_utf8_next_char(p))
        if (!cordon_character_is_visible(g_utf8_get_char(p)))
            return FALSE;
    return TRUE;
}

static void append_escaped(GString *out, const char *word)
{
    g_string_append(out, "$'");
    for (const char *p = word; *p != '\0';) {
        gunichar c = g_utf8_get_char_validated(p, -1);
        if (c == (gunichar)-1 || c == (gunichar)-2 || !cordon_character_is_visible(c)) {
            /* Three octal digits end by themselves, whatever comes next. */
            gsize size = c >= (gunichar)-2 ? 1 : (gsize)(g_utf8_next_char(p) - p);
            for (gsize i = 0; i < size; i++)
                g_string_append_printf(out, "\\%03o", (unsigned)(guchar)p[i]);
            p += size;
            continue;
        }
        if (c == '\'' || c == '\\')
            g_string_append_c(out, '\\');
        g_string_append_unichar(out, c);
        p = g_utf8_next_char(p);
    }
    g_string_append_c(out, '\'');
}

static void append_word(GString *out, const char *word)
{
    if (is_plain_word(word)) {
        g_string_append(out, word);
    } else if (!cordon_word_is_visible(word)) {
        append_escaped(out, word);
    } else {
        g_string_append_c(out, '\'');
        for (const char *p = word; *p != '\0'; p++) {
            if (*p == '\'')
                g_string_append(out, "'\\''");
            else
                g_string_append_c(out, *p);
        }
        g_string_append_c(out, '\'');
    }
}

char *cordon_quote_word(const char *word)
{
    GString *out = g_string_new(NULL);

    append_word(out, word);
    return g_string_free(out, FALSE);
}

char *cordon_quote_argv(const char *const *argv)
{
    GString *out = g_string_new(NULL);

    for (gsize i = 0; argv[i] != NULL; i++) {
        if (i > 0)
            g_string_append_c(out, ' ');
        append_word(out, argv[i]);
    }
    return g_string_free(out, FALSE);
}

/* SPDX-License-Identifier: MIT */
/* Text that comes from plug-ins and programs and is shown to people. */
#define _POSIX_C_SOURCE 200809L /* strnlen() */
#include "engine/text.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

static gboolean is_visible(gunichar c)
{
    GUnicodeType type = g_unichar_type(c);

    return type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT &&
           type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR &&
           type != G_UNICODE_SURROGATE && type != G_UNICODE_PRIVATE_USE;
}

char *cordon_text_find_fault(const char *text, gsize max_bytes, gboolean lines)
{
    gsize size = strnlen(text, max_bytes + 1);

    if (size > max_bytes)
        return g_strdup_printf("is longer than %" G_GSIZE_FORMAT " bytes", max_bytes);
    if (!g_utf8_validate(text, (gssize)size, NULL))
        return g_strdup("is not UTF-8");
    for (const char *next = text; *next != '\0'; next = g_utf8_next_char(next)) {
        gunichar c = g_utf8_get_char(next);

        if (c == '\n' && lines)
            continue;
        if (c == '\n')
            return g_strdup("has a newline in it");
        if (!is_visible(c))
            return g_strdup_printf("has the invisible character U+%04X in it", c);
    }
    return NULL;
}

static char *clean(const char *text, gsize size, gsize max_bytes, gboolean lines)
{
    GString *clean = g_string_new(NULL);
    const char *end = text + size;

    while (text < end) {
        gunichar c = g_utf8_get_char_validated(text, end - text);
        gsize length = 1;
        char utf8[6];
        const char *put = REPLACEMENT;
        gsize put_size = sizeof(REPLACEMENT) - 1;

        if (c != (gunichar)-1 && c != (gunichar)-2) {
            length = (gsize)(g_utf8_next_char(text) - text);
            if (c == '\t')
                c = ' ';
            if (is_visible(c) || (c == '\n' && lines)) {
                put_size = (gsize)g_unichar_to_utf8(c, utf8);
                put = utf8;
            }
        }
        if (clean->len + put_size > max_bytes)
            break;
        g_string_append_len(clean, put, (gssize)put_size);
        text += length;
    }
    return g_string_free(clean, FALSE);
}

char *cordon_text_clean(const char *text, gsize max_bytes, gboolean lines)
{
    /* A replacement is longer than what it stands for, never shorter: more input than max_bytes
     * cannot fit. */
    return clean(text, strnlen(text, max_bytes), max_bytes, lines);
}

char *cordon_text_first_line(const char *text, gsize size, gsize max_bytes)
{
    const char *end = text + size;

    while (text < end) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        const char *line_end = newline != NULL ? newline : end;

        if (line_end > text && line_end[-1] == '\r')
            line_end--;
        for (const char *c = text; c < line_end; c++)
            if (!g_ascii_isspace(*c))
                return clean(text, (gsize)(line_end - text), max_bytes, FALSE);
        if (newline == NULL)
            break;
        text = newline + 1;
    }
    return NULL;
}

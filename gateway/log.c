/* SPDX-License-Identifier: MIT */
/* What the gateway says of itself. */
#include "log.h"

#include <cordon/terminal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char *append_character(GString *to, const char *text)
{
    gunichar character = g_utf8_get_char_validated(text, -1);

    if (character == (gunichar)-1 || character == (gunichar)-2) {
        g_string_append_printf(to, "\\x%02x", (guchar)*text);
        return text + 1;
    }
    if (character == '\n')
        g_string_append(to, "\\n");
    else if (cordon_character_is_visible(character))
        g_string_append_unichar(to, character);
    else if (character < 0x80)
        g_string_append_printf(to, "\\x%02x", character);
    else
        g_string_append_printf(to, character > 0xffff ? "\\U%08x" : "\\u%04x", character);
    return text + g_utf8_skip[(guchar)*text];
}

char *log_escape(const char *text, gsize max_bytes)
{
    GString *line = g_string_new(NULL);

    while (*text != '\0' && line->len < max_bytes)
        text = append_character(line, text);
    if (*text != '\0')
        g_string_append(line, "...");
    return g_string_free(line, FALSE);
}

void log_line(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    g_autofree char *text = g_strdup_vprintf(format, values);
    va_end(values);
    g_autofree char *escaped = log_escape(text, LOG_MAX_BYTES);
    g_autofree char *line = g_strconcat("cordon-gateway: ", escaped, "\n", NULL);
    /* A journal that is not read any more is no reason to stop. */
    ssize_t written = write(STDERR_FILENO, line, strlen(line));
    (void)written;
}

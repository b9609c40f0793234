/* SPDX-License-Identifier: MIT */
#include "mcp/text.h"

#include <string.h>

#define ESCAPE 0x1b

/* Behind ESC: steps over the rest of the sequence.  Gives the first byte that is not part of it. */
static const char *skip_sequence(const char *at, const char *end)
{
    if (at == end)
        return end;
    if (*at == '[') {
        for (at++; at < end && (guchar)*at >= 0x20 && (guchar)*at <= 0x3f; at++)
            ;
        return at < end ? at + 1 : end;
    }
    if (strchr("]P_^X", *at) != NULL && *at != '\0') {
        /* Ends at BEL, or at ESC and a backslash. */
        for (at++; at < end && *at != '\a' && *at != ESCAPE; at++)
            ;
        return at < end && *at == '\a' ? at + 1 : at;
    }
    /* Some have bytes between, as those that choose a character set. */
    while (at < end && *at >= 0x20 && *at <= 0x2f)
        at++;
    return at < end ? at + 1 : end;
}

/* Characters that take no place, or move what is beside them. */
static gboolean is_hidden(gunichar c)
{
    GUnicodeType type = g_unichar_type(c);

    return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_SURROGATE ||
           type == G_UNICODE_PRIVATE_USE || type == G_UNICODE_UNASSIGNED ||
           type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR ||
           (g_unichar_iszerowidth(c) && !g_unichar_ismark(c));
}

/* Bytes that are not UTF-8 are left out. */
static GString *plain(const char *text, gsize size)
{
    GString *line = g_string_new(NULL);
    const char *end = text + size;

    for (const char *at = text; at < end;) {
        gunichar c = g_utf8_get_char_validated(at, end - at);
        if (c == (gunichar)-1 || c == (gunichar)-2) {
            at++;
            continue;
        }
        if (c == ESCAPE) {
            at = skip_sequence(at + 1, end);
            continue;
        }
        if (c == '\t' || c == '\n')
            g_string_append_c(line, ' ');
        else if (!is_hidden(c))
            g_string_append_unichar(line, c);
        at = g_utf8_next_char(at);
    }
    return line;
}

gsize mcp_utf8_end(const char *text, gsize size, gsize max_bytes)
{
    if (size <= max_bytes)
        return size;
    while (max_bytes > 0 && ((guchar)text[max_bytes] & 0xc0) == 0x80)
        max_bytes--;
    return max_bytes;
}

static char *finish_line(GString *line, gsize max_bytes)
{
    g_strstrip(line->str);
    gsize size = strlen(line->str);
    line->str[mcp_utf8_end(line->str, size, max_bytes)] = '\0';
    return g_string_free(line, FALSE);
}

char *mcp_plain_line(const char *text, gsize max_bytes)
{
    return finish_line(plain(text, strlen(text)), max_bytes);
}

char *mcp_last_line(const char *text, gsize size)
{
    const char *end = text + size;

    /* A carriage return begins the line anew: what progress bars do. */
    for (;;) {
        const char *begin = end;
        while (begin > text && begin[-1] != '\n' && begin[-1] != '\r')
            begin--;
        char *line = finish_line(plain(begin, (gsize)(end - begin)), MCP_LINE_MAX_BYTES);
        if (line[0] != '\0')
            return line;
        g_free(line);
        if (begin == text)
            return NULL;
        end = begin - 1;
    }
}

/* What of a cut is the line in which the session says what it had cut. */
static gsize mark_size(const char *begin, gsize size, guint64 cut_before)
{
    g_autofree char *mark = g_strdup_printf("\n[%" G_GUINT64_FORMAT " bytes cut]\n", cut_before);

    return g_strstr_len(begin, (gssize)size, mark) != NULL ? strlen(mark) : 0;
}

guint64 mcp_append_cut(GString *to, const char *text, gsize max_bytes, guint64 cut_before)
{
    gsize size = strlen(text);

    if (size <= max_bytes) {
        g_string_append_len(to, text, (gssize)size);
        return cut_before;
    }
    gsize head = mcp_utf8_end(text, size, max_bytes / 2);
    gsize tail = size - (max_bytes - max_bytes / 2);
    while (tail < size && ((guchar)text[tail] & 0xc0) == 0x80)
        tail++;
    guint64 cut = tail - head + cut_before - mark_size(text + head, tail - head, cut_before);
    g_string_append_len(to, text, (gssize)head);
    g_string_append_printf(to, "\n[... %" G_GUINT64_FORMAT " bytes cut ...]\n", cut);
    g_string_append(to, text + tail);
    return cut;
}

/* SPDX-License-Identifier: MIT */
/* Makes foreign output safe for a user's terminal. */
#include "base/termsafe.h"

#include <string.h>

#define ESC 0x1b

typedef enum { COMPLETE, PARTIAL, WRONG } Match;

static void escape_byte(guchar byte, GString *out)
{
    g_string_append_printf(out, "\\x%02x", byte);
}

/* Marks that reorder or break the text around them, so that it reads as something else. */
static gboolean is_misleading(gunichar c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029 ||
           (c >= 0xe0000 && c <= 0xe007f);
}

static void put_character(const char *bytes, gsize size, GString *out)
{
    gunichar c = g_utf8_get_char(bytes);

    if (is_misleading(c))
        g_string_append_printf(out, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
    else if (g_unichar_iscntrl(c) && c != '\n' && c != '\r' && c != '\t')
        for (gsize i = 0; i < size; i++)
            escape_byte((guchar)bytes[i], out);
    else
        g_string_append_len(out, bytes, (gssize)size);
}

/* One character of UTF-8 and no more. */
static Match match_character(const char *bytes, gsize size)
{
    gunichar c = g_utf8_get_char_validated(bytes, (gssize)size);

    /* A NUL is a character here; GLib takes it for the end of the text. */
    if (*bytes == '\0')
        return COMPLETE;
    /* To GLib a NUL is the end of a text that may go on, here it is a byte that cannot belong to it. */
    if (c == (gunichar)-2)
        return memchr(bytes, '\0', size) == NULL ? PARTIAL : WRONG;
    return c == (gunichar)-1 ? WRONG : COMPLETE;
}

/* ESC [ numbers m, or ESC [ number K. */
static Match match_sequence(const char *bytes, gsize size)
{
    if (size == 1)
        return PARTIAL;
    if (bytes[1] != '[')
        return WRONG;
    for (gsize i = 2; i < size; i++) {
        if (g_ascii_isdigit(bytes[i]) || bytes[i] == ';' || bytes[i] == ':')
            continue;
        if (i != size - 1)
            return WRONG;
        if (bytes[i] == 'm' || (bytes[i] == 'K' && i <= 3 && bytes[2] != ';' && bytes[2] != ':'))
            return COMPLETE;
        return WRONG;
    }
    return size < CORDON_TERMSAFE_MAX_SEQUENCE ? PARTIAL : WRONG;
}

static gboolean is_reset(const char *bytes, gsize size)
{
    return (size == 3 && bytes[2] == 'm') || (size == 4 && bytes[2] == '0' && bytes[3] == 'm');
}

static void take_byte(CordonTermsafe *filter, char byte, GString *out);

/* The first byte held begins nothing; what follows it is looked at afresh. */
static void give_up(CordonTermsafe *filter, GString *out)
{
    char rest[CORDON_TERMSAFE_MAX_SEQUENCE];
    gsize size = filter->held_size - 1;

    memcpy(rest, filter->held + 1, size);
    escape_byte((guchar)filter->held[0], out);
    filter->held_size = 0;
    for (gsize i = 0; i < size; i++)
        take_byte(filter, rest[i], out);
}

static void take_byte(CordonTermsafe *filter, char byte, GString *out)
{
    gboolean sequence;
    Match match;

    filter->held[filter->held_size++] = byte;
    sequence = filter->held[0] == ESC;
    match = sequence ? match_sequence(filter->held, filter->held_size)
                     : match_character(filter->held, filter->held_size);
    if (match == PARTIAL)
        return;
    if (match == WRONG) {
        give_up(filter, out);
        return;
    }
    if (sequence) {
        g_string_append_len(out, filter->held, (gssize)filter->held_size);
        if (byte == 'm')
            filter->coloured = !is_reset(filter->held, filter->held_size);
    } else {
        put_character(filter->held, filter->held_size, out);
    }
    filter->held_size = 0;
}

void cordon_termsafe_filter(CordonTermsafe *filter, const char *bytes, gsize size, GString *out)
{
    for (gsize i = 0; i < size; i++) {
        guchar byte = (guchar)bytes[i];

        /* The common case by itself. */
        if (filter->held_size == 0 && ((byte >= 0x20 && byte < 0x7f) || byte == '\n'))
            g_string_append_c(out, (char)byte);
        else
            take_byte(filter, (char)byte, out);
    }
}

void cordon_termsafe_finish(CordonTermsafe *filter, GString *out)
{
    while (filter->held_size > 0)
        give_up(filter, out);
    if (filter->coloured)
        g_string_append(out, "\x1b[0m");
    filter->coloured = FALSE;
}

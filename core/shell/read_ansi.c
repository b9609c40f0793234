/* SPDX-License-Identifier: MIT */
/* $'...': decoded here, since not every shell can. */
#include "shell/reader.h"

#include <string.h>

static gboolean fail(CordonReader *reader)
{
    return cordon_scan_fail(reader, "escape in $'...'", NULL);
}

static gboolean add_byte(CordonReader *reader, guint value)
{
    char byte = (char)value;

    /* \400 and above wrap around in shells: nobody means that. */
    if (value == 0 || value > 0xff)
        return fail(reader);
    cordon_pile_append(reader->arena, &reader->texts, &byte, 1);
    return TRUE;
}

/* Up to max digits of base 8 or 16. */
static gboolean read_digits(CordonReader *reader, guint base, guint max, guint *ret_value)
{
    CordonSource *source = &reader->source;
    guint count = 0;

    *ret_value = 0;
    for (; count < max; count++, source->at++) {
        int digit = g_ascii_xdigit_value(source->text[source->at]);
        if (digit < 0 || (guint)digit >= base)
            break;
        *ret_value = *ret_value * base + (guint)digit;
    }
    return count > 0 || fail(reader);
}

static gboolean add_character(CordonReader *reader, guint max)
{
    char buffer[6];
    guint value;

    if (!read_digits(reader, 16, max, &value))
        return FALSE;
    if (value == 0 || !g_unichar_validate(value))
        return fail(reader);
    cordon_pile_append(reader->arena, &reader->texts, buffer,
                       (guint)g_unichar_to_utf8(value, buffer));
    return TRUE;
}

static gboolean add_number(CordonReader *reader, guint base, guint max)
{
    guint value;

    return read_digits(reader, base, max, &value) && add_byte(reader, value);
}

static gboolean add_control(CordonReader *reader)
{
    char c = reader->source.text[reader->source.at];

    if (!g_ascii_isalpha(c))
        return fail(reader);
    cordon_scan_advance(reader);
    return add_byte(reader, (guint)c & 0x1f);
}

static gboolean read_escape(CordonReader *reader)
{
    static const char letters[] = "abeEfnrtv\\'\"?";
    static const char values[] = "\a\b\033\033\f\n\r\t\v\\'\"?";
    CordonSource *source = &reader->source;
    char c = source->text[source->at];
    const char *letter = c == '\0' ? NULL : strchr(letters, c);

    if (c >= '0' && c <= '7')
        return add_number(reader, 8, 3);
    cordon_scan_advance(reader);
    if (letter != NULL)
        return add_byte(reader, (guchar)values[letter - letters]);
    switch (c) {
    case 'x':
        return add_number(reader, 16, 2);
    case 'u':
        return add_character(reader, 4);
    case 'U':
        return add_character(reader, 8);
    case 'c':
        return add_control(reader);
    default:
        return fail(reader);
    }
}

static gboolean read_escapes(CordonReader *reader)
{
    CordonSource *source = &reader->source;

    for (;;) {
        const char *text = source->text + source->at;
        gsize size = strcspn(text, "'\\");
        cordon_pile_append(reader->arena, &reader->texts, text, (guint)size);
        source->at += size + 1;
        if (text[size] == '\'')
            return TRUE;
        if (text[size] == '\0') {
            source->at--;
            return cordon_scan_fail(reader, "unterminated $'...'", NULL);
        }
        if (!read_escape(reader))
            return FALSE;
    }
}

/* What it became has to be a text that could have stood in the line. */
static gboolean check(CordonReader *reader, gsize at, const char *text)
{
    if (!g_utf8_validate(text, -1, NULL))
        return cordon_scan_fail_at(reader, at, "invalid UTF-8 in $'...'", NULL);
    for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        if (c == '\r' || cordon_scan_is_forbidden(c))
            return cordon_scan_fail_at(reader, at, "control character in $'...'", NULL);
    }
    return TRUE;
}

gboolean cordon_read_ansi(CordonReader *reader, CordonBuilder *builder)
{
    gsize start = reader->source.at;
    guint mark;

    if (reader->backquotes > 0)
        return cordon_scan_fail(reader, "$'...' in backquotes", "write $( )");
    cordon_scan_advance(reader);
    reader->has_bash_only = TRUE;
    cordon_builder_flush(reader, builder);
    mark = reader->texts.count;
    if (!read_escapes(reader))
        return FALSE;
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    const char *text = cordon_pile_take(reader->arena, &reader->texts, mark);
    if (!check(reader, start, text))
        return FALSE;
    cordon_builder_add(reader, builder, text, strlen(text), FALSE);
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* The characters of a line: which may be in it, where one is, what a line continuation hides. */
#include "shell/reader.h"

#include <string.h>

/* Letters and marks that leave no ink, beside those that Unicode itself calls format characters. */
static gboolean is_blank_letter(gunichar c)
{
    static const gunichar blank[] = {0x034f, 0x115f, 0x1160, 0x17b4,
                                     0x17b5, 0x2800, 0x3164, 0xffa0};

    for (gsize i = 0; i < G_N_ELEMENTS(blank); i++)
        if (c == blank[i])
            return TRUE;
    return FALSE;
}

/* A carriage return is not among them: the body of a here-document may have it. */
gboolean cordon_scan_is_forbidden(gunichar c)
{
    if (c < 0x80)
        return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    switch ((int)g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SPACE_SEPARATOR:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
        return TRUE;
    default:
        return is_blank_letter(c);
    }
}

static gboolean refuse_character(CordonReader *reader, gsize at, gunichar c)
{
    if (c >= (gunichar)-2)
        return cordon_scan_fail_at(reader, at, "invalid UTF-8", NULL);
    return cordon_scan_fail_at(
        reader, at,
        g_unichar_type(c) == G_UNICODE_CONTROL ? "control character" : "invisible character", NULL);
}

gboolean cordon_scan_check(CordonReader *reader)
{
    const char *text = reader->line;
    gsize size = reader->line_size;

    for (gsize i = 0; i < size;) {
        guchar byte = (guchar)text[i];

        if (byte < 0x80) {
            if (byte < 0x20 || byte == 0x7f) {
                if (cordon_scan_is_forbidden(byte))
                    return refuse_character(reader, i, byte);
                reader->return_count += byte == '\r';
            }
            i++;
            continue;
        }
        gunichar c = g_utf8_get_char_validated(text + i, (gssize)(size - i));
        if (c >= (gunichar)-2 || cordon_scan_is_forbidden(c))
            return refuse_character(reader, i, c);
        i += (gsize)(g_utf8_next_char(text + i) - (text + i));
    }
    return TRUE;
}

guint cordon_scan_offset(const CordonReader *reader, gsize at)
{
    return (guint)(reader->source.is_exact ? reader->source.base + at : reader->source.base);
}

guint cordon_scan_end(const CordonReader *reader)
{
    const CordonSource *source = &reader->source;

    return (guint)(source->is_exact ? source->base + source->at : source->end);
}

static void locate(const CordonReader *reader, gsize offset)
{
    CordonShellError *error = reader->error;

    error->line = 1;
    error->column = 1;
    for (gsize i = 0; i < MIN(offset, reader->line_size); i++) {
        if (reader->line[i] == '\n') {
            error->line++;
            error->column = 1;
        } else if (((guchar)reader->line[i] & 0xc0) != 0x80) {
            error->column++;
        }
    }
}

gboolean cordon_scan_fail_at(CordonReader *reader, gsize at, const char *construct,
                             const char *rewrite)
{
    if (reader->has_failed)
        return FALSE;
    reader->has_failed = TRUE;
    *reader->error = (CordonShellError){.construct = construct, .rewrite = rewrite};
    locate(reader, cordon_scan_offset(reader, at));
    return FALSE;
}

gboolean cordon_scan_fail(CordonReader *reader, const char *construct, const char *rewrite)
{
    return cordon_scan_fail_at(reader, reader->source.at, construct, rewrite);
}

gboolean cordon_scan_enter(CordonReader *reader)
{
    if (reader->nesting >= CORDON_SHELL_MAX_NESTING)
        return cordon_scan_fail(reader, "too many levels of nesting", NULL);
    reader->nesting++;
    return TRUE;
}

void cordon_scan_leave(CordonReader *reader)
{
    reader->nesting--;
}

gsize cordon_scan_settle(const CordonReader *reader, gsize at)
{
    const char *text = reader->source.text;

    while (text[at] == '\\' && text[at + 1] == '\n')
        at += 2;
    return at;
}

void cordon_scan_skip_blanks(CordonReader *reader)
{
    CordonSource *source = &reader->source;
    char c = cordon_scan_peek(reader);

    while (c == ' ' || c == '\t') {
        cordon_scan_advance(reader);
        c = cordon_scan_peek(reader);
    }
    if (c == '#')
        source->at += strcspn(source->text + source->at, "\n");
}

CordonSource cordon_scan_push(CordonReader *reader, const char *text, CordonSource source)
{
    CordonSource saved = reader->source;

    source.text = text;
    source.at = 0;
    reader->source = source;
    return saved;
}

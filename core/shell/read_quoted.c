/* SPDX-License-Identifier: MIT */
/* Quotes: single, double, backslash; and the bodies of here-documents, which are read like double quotes. */
#include "shell/reader.h"

#include <string.h>

gboolean cordon_read_single_quoted(CordonReader *reader, CordonBuilder *builder)
{
    CordonSource *source = &reader->source;
    const char *text = source->text + source->at + 1;
    const char *end = strchr(text, '\'');

    if (end == NULL)
        return cordon_scan_fail(reader, "unterminated single quote", NULL);
    cordon_builder_add(reader, builder, text, (gsize)(end - text), FALSE);
    source->at = (gsize)(end - source->text) + 1;
    return TRUE;
}

/* A backslash outside quotes. */
gboolean cordon_read_escape(CordonReader *reader, CordonBuilder *builder)
{
    const char *escaped;

    cordon_scan_advance(reader);
    escaped = reader->source.text + reader->source.at;
    if (*escaped == '\0')
        return cordon_scan_fail(reader, "backslash at the end", NULL);
    cordon_builder_add(reader, builder, escaped, 1, FALSE);
    cordon_scan_advance(reader);
    return TRUE;
}

static gboolean is_inner(CordonQuoted kind)
{
    return kind == CORDON_QUOTED_INNER || kind == CORDON_QUOTED_SLASH;
}

static gboolean is_end(CordonQuoted kind, char c)
{
    switch (kind) {
    case CORDON_QUOTED_DOUBLE:
        return c == '"';
    case CORDON_QUOTED_INNER:
        return c == '}';
    case CORDON_QUOTED_SLASH:
        return c == '}' || c == '/';
    case CORDON_QUOTED_BODY:
    default:
        return c == '\0';
    }
}

static const char *special_characters(CordonQuoted kind)
{
    switch (kind) {
    case CORDON_QUOTED_DOUBLE:
        return "\"\\$`";
    case CORDON_QUOTED_BODY:
        return "\\$`\r";
    case CORDON_QUOTED_INNER:
    case CORDON_QUOTED_SLASH:
    default:
        return "\"'\\$`{}/~*?[";
    }
}

static gboolean read_run(CordonReader *reader, CordonBuilder *builder, CordonQuoted kind)
{
    CordonSource *source = &reader->source;
    gsize size = strcspn(source->text + source->at, special_characters(kind));

    cordon_builder_add(reader, builder, source->text + source->at, size, FALSE);
    source->at += size;
    return TRUE;
}

static gboolean add_one(CordonReader *reader, CordonBuilder *builder)
{
    cordon_builder_add(reader, builder, reader->source.text + reader->source.at, 1, FALSE);
    cordon_scan_advance(reader);
    return TRUE;
}

/* A backslash in double quotes stays unless it stands before one of four characters. */
static gboolean read_escape(CordonReader *reader, CordonBuilder *builder, CordonQuoted kind)
{
    const char *escapable = kind == CORDON_QUOTED_BODY ? "$`\\" : "$`\\\"";
    char next = reader->source.text[reader->source.at + 1];

    if (next != '\0' && strchr(escapable, next) != NULL)
        cordon_scan_advance(reader);
    return add_one(reader, builder);
}

/* In "${x:-...}" shells agree on plain text and on expansions, not on quotes and backslashes. */
static gboolean read_inner_special(CordonReader *reader, CordonBuilder *builder, char c)
{
    gboolean is_at_start = !builder->has_text && reader->pieces.count == builder->mark;

    if (strchr("\"'\\{", c) != NULL)
        return cordon_scan_fail(reader, "quotes in a quoted ${...}", NULL);
    if (c == '~' && is_at_start)
        return cordon_scan_fail(reader, "tilde in ${...}", NULL);
    if (strchr("*?[", c) != NULL && (builder->use & CORDON_WORD_GLOBS)) {
        if (c == '[')
            return cordon_read_bracket(reader, builder);
        CordonPiece *piece = cordon_builder_piece(reader, builder);
        piece->part.type = CORDON_PART_PATTERN;
        piece->part.text = c == '*' ? "*" : "?";
        cordon_scan_advance(reader);
        return TRUE;
    }
    return add_one(reader, builder);
}

static gboolean read_return(CordonReader *reader, CordonBuilder *builder)
{
    reader->return_count--;
    return add_one(reader, builder);
}

static gboolean read_special(CordonReader *reader, CordonBuilder *builder, CordonQuoted kind,
                             char c)
{
    if (c == '$')
        return cordon_read_dollar(reader, builder, &kind);
    if (c == '`')
        return cordon_read_backquotes(reader, builder, &kind);
    if (is_inner(kind))
        return read_inner_special(reader, builder, c);
    return c == '\r' ? read_return(reader, builder) : read_escape(reader, builder, kind);
}

gboolean cordon_read_quoted(CordonReader *reader, CordonBuilder *builder, CordonQuoted kind)
{
    gsize start = reader->source.at;

    /* "" is a word, too, and quotes within {a""b}. */
    if (kind == CORDON_QUOTED_DOUBLE && cordon_scan_peek(reader) == '"')
        cordon_builder_add(reader, builder, "", 0, FALSE);
    for (;;) {
        char c = cordon_scan_peek(reader);
        gboolean is_read;

        if (is_end(kind, c))
            break;
        if (c == '\0')
            return cordon_scan_fail_at(
                reader, start, is_inner(kind) ? "unterminated ${" : "unterminated double quote",
                NULL);
        is_read = strchr(special_characters(kind), c) != NULL
                      ? read_special(reader, builder, kind, c)
                      : read_run(reader, builder, kind);
        if (!is_read)
            return FALSE;
    }
    if (kind == CORDON_QUOTED_DOUBLE)
        cordon_scan_advance(reader);
    return TRUE;
}

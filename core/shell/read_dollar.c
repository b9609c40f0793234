/* SPDX-License-Identifier: MIT */
/* What a dollar sign begins. */
#include "shell/reader.h"

#include <string.h>

static void push_variable(CordonReader *reader, CordonBuilder *builder, const CordonQuoted *quoted,
                          const char *name, gboolean is_bare)
{
    CordonPiece *piece = cordon_builder_piece(reader, builder);

    piece->part.type = CORDON_PART_VARIABLE;
    piece->part.text = name;
    piece->part.is_quoted = quoted != NULL;
    piece->is_bare = is_bare;
}

static gboolean read_name(CordonReader *reader, CordonBuilder *builder, const CordonQuoted *quoted)
{
    guint mark;

    cordon_builder_flush(reader, builder);
    mark = reader->texts.count;
    for (char c = cordon_scan_peek(reader); cordon_char_is_name(c); c = cordon_scan_peek(reader)) {
        cordon_pile_append(reader->arena, &reader->texts, &c, 1);
        cordon_scan_advance(reader);
    }
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    const char *name = cordon_pile_take(reader->arena, &reader->texts, mark);
    if (g_str_equal(name, "_"))
        return cordon_scan_fail(reader, "$_", NULL);
    push_variable(reader, builder, quoted, name, TRUE);
    return TRUE;
}

static gboolean read_special(CordonReader *reader, CordonBuilder *builder,
                             const CordonQuoted *quoted, char c)
{
    const char *name = cordon_arena_strndup(reader->arena, &c, 1);

    reader->has_status |= c == '?';
    cordon_scan_advance(reader);
    push_variable(reader, builder, quoted, name, FALSE);
    return TRUE;
}

static gboolean read_command(CordonReader *reader, CordonBuilder *builder,
                             const CordonQuoted *quoted)
{
    const CordonShellNode *body;

    cordon_builder_flush(reader, builder);
    if (!cordon_read_substitution(reader, &body))
        return FALSE;
    CordonPiece *piece = cordon_builder_piece(reader, builder);
    piece->part.type = CORDON_PART_COMMAND;
    piece->part.body = body;
    piece->part.is_quoted = quoted != NULL;
    return TRUE;
}

static gboolean read_parenthesis(CordonReader *reader, CordonBuilder *builder,
                                 const CordonQuoted *quoted)
{
    cordon_scan_advance(reader);
    if (cordon_scan_peek(reader) != '(')
        return read_command(reader, builder, quoted);
    cordon_scan_advance(reader);
    return cordon_read_arithmetic(reader, builder, quoted != NULL);
}

/* A quote behind $ : inside quotes it is no more than a quote. */
static gboolean read_quote(CordonReader *reader, CordonBuilder *builder, const CordonQuoted *quoted,
                           char c)
{
    if (quoted != NULL) {
        cordon_builder_add(reader, builder, "$", 1, FALSE);
        return TRUE;
    }
    return c == '\'' ? cordon_read_ansi(reader, builder)
                     : cordon_scan_fail(reader, "$\"...\"", "leave the dollar sign out");
}

gboolean cordon_read_dollar(CordonReader *reader, CordonBuilder *builder,
                            const CordonQuoted *quoted)
{
    char c;

    cordon_scan_advance(reader);
    c = cordon_scan_peek(reader);
    switch (c) {
    case '(':
        return read_parenthesis(reader, builder, quoted);
    case '{':
        cordon_scan_advance(reader);
        return cordon_read_parameter(reader, builder, quoted);
    case '\'':
    case '"':
        return read_quote(reader, builder, quoted, c);
    case '[':
        return cordon_scan_fail(reader, "$[", "write $(( ))");
    case '-':
        return cordon_scan_fail(reader, "$-", NULL);
    default:
        break;
    }
    if (cordon_char_starts_name(c))
        return read_name(reader, builder, quoted);
    if (g_ascii_isdigit(c) || (c != '\0' && strchr("@*#?$!", c) != NULL))
        return read_special(reader, builder, quoted, c);
    /* Backquotes are printed as $(...), and in there the text before them cannot be quoted. */
    if (c == '`' && quoted != NULL &&
        (*quoted == CORDON_QUOTED_INNER || *quoted == CORDON_QUOTED_SLASH))
        return cordon_scan_fail(reader, "dollar sign before a backquote in a quoted ${...}", NULL);
    builder->has_dollar = builder->has_dollar || quoted == NULL;
    cordon_builder_add(reader, builder, "$", 1, quoted == NULL);
    return TRUE;
}

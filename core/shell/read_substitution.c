/* SPDX-License-Identifier: MIT */
/* Substitutions that are not spelled $( ): backquotes, <( ) and >( ). */
#include "shell/reader.h"

#include <string.h>

#define MAX_BACKQUOTES 4u

/* One backslash sequence of `...`, without the backslash where it goes.  Shells differ on \" inside "`...`". */
static gboolean read_escape(CordonReader *reader, const CordonQuoted *quoted)
{
    CordonSource *source = &reader->source;
    const char *text = source->text + source->at;

    if (text[1] == '\0')
        return cordon_scan_fail(reader, "unterminated backquote", NULL);
    if (text[1] == '"' && quoted != NULL)
        return cordon_scan_fail(reader, "\\\" in quoted backquotes", "write $( )");
    /* Shells take it away before they look at quotes. */
    if (text[1] == '\n' || (text[1] == '\\' && text[2] == '\n'))
        return cordon_scan_fail(reader, "line continuation in backquotes", "write $( )");
    if (strchr("$`\\", text[1]) != NULL)
        cordon_pile_append(reader->arena, &reader->texts, text + 1, 1);
    else
        cordon_pile_append(reader->arena, &reader->texts, text, 2);
    source->at += 2;
    return TRUE;
}

/* What stands between the backquotes, as the shell reads it the second time. */
static gboolean unescape(CordonReader *reader, const CordonQuoted *quoted, const char **ret_text)
{
    CordonSource *source = &reader->source;
    guint mark = reader->texts.count;
    gsize start = source->at;

    for (;;) {
        const char *text = source->text + source->at;
        gsize size = strcspn(text, "`\\");
        cordon_pile_append(reader->arena, &reader->texts, text, (guint)size);
        source->at += size;
        if (text[size] == '\0')
            return cordon_scan_fail_at(reader, start, "unterminated backquote", NULL);
        if (text[size] == '`')
            break;
        if (!read_escape(reader, quoted))
            return FALSE;
    }
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    *ret_text = cordon_pile_take(reader->arena, &reader->texts, mark);
    return TRUE;
}

/* To the brace lists of bash, quotes in "`...`" end the quotes around it. */
static gboolean check_quotes(CordonReader *reader, const char *text, gsize start)
{
    if (strchr(text, '"') == NULL)
        return TRUE;
    reader->quotes_in_backquotes++;
    return strchr(text, '{') == NULL ||
           cordon_scan_fail_at(reader, start, "quotes and braces in quoted backquotes",
                               "write $( )");
}

static gboolean read_again(CordonReader *reader, const char *text, gsize start,
                           const CordonShellNode **ret_body)
{
    CordonSource source = {.base = cordon_scan_offset(reader, start),
                           .end = cordon_scan_end(reader)};
    CordonSource saved = cordon_scan_push(reader, text, source);

    if (reader->backquotes == MAX_BACKQUOTES)
        return cordon_scan_fail(reader, "too many levels of backquotes", NULL);
    reader->backquotes++;
    if (!cordon_read_source(reader, ret_body))
        return FALSE;
    reader->backquotes--;
    reader->source = saved;
    return TRUE;
}

gboolean cordon_read_backquotes(CordonReader *reader, CordonBuilder *builder,
                                const CordonQuoted *quoted)
{
    gsize start = reader->source.at;
    const char *text = NULL;
    const CordonShellNode *body;

    cordon_builder_flush(reader, builder);
    cordon_scan_advance(reader);
    if (!unescape(reader, quoted, &text))
        return FALSE;
    cordon_scan_advance(reader);
    if (quoted != NULL && !check_quotes(reader, text, start))
        return FALSE;
    if (!read_again(reader, text, start, &body))
        return FALSE;
    CordonPiece *piece = cordon_builder_piece(reader, builder);
    piece->part.type = CORDON_PART_COMMAND;
    piece->part.body = body;
    piece->part.is_quoted = quoted != NULL;
    return TRUE;
}

gboolean cordon_read_process(CordonReader *reader, CordonBuilder *builder)
{
    CordonShellPart part = {.type = CORDON_PART_PROCESS,
                            .is_output = cordon_scan_peek(reader) == '>'};

    if (!(builder->use & CORDON_WORD_PROCESS))
        return cordon_scan_fail(reader, "process substitution where it is not an argument", NULL);
    cordon_builder_flush(reader, builder);
    cordon_scan_advance(reader);
    cordon_scan_accept(reader, '(');
    reader->has_bash_only = TRUE;
    if (!cordon_read_substitution(reader, &part.body))
        return FALSE;
    if (part.body->child_count == 0)
        return cordon_scan_fail(reader, "empty process substitution", NULL);
    cordon_builder_piece(reader, builder)->part = part;
    return TRUE;
}

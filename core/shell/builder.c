/* SPDX-License-Identifier: MIT */
/* A word that is being put together out of literal text and expansions. */
#include "shell/reader.h"

#include <string.h>

void cordon_builder_begin(CordonReader *reader, CordonBuilder *builder, guint use)
{
    *builder = (CordonBuilder){
        .use = use,
        .mark = reader->pieces.count,
        .text_mark = reader->texts.count,
        .quotes_mark = reader->quotes_in_backquotes,
        .start = reader->source.at,
    };
}

void cordon_builder_add(CordonReader *reader, CordonBuilder *builder, const char *text, gsize size,
                        gboolean is_bare)
{
    if (builder->has_text && builder->has_braces && builder->is_bare != is_bare)
        cordon_builder_flush(reader, builder);
    if (!builder->has_text)
        builder->text_mark = reader->texts.count;
    builder->has_text = TRUE;
    builder->is_bare = is_bare;
    builder->previous = is_bare && size > 0 ? text[size - 1] : '\0';
    cordon_pile_append(reader->arena, &reader->texts, text, (guint)size);
}

void cordon_builder_flush(CordonReader *reader, CordonBuilder *builder)
{
    if (!builder->has_text)
        return;
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    CordonPiece *piece = cordon_pile_push(reader->arena, &reader->pieces);
    piece->part.type = CORDON_PART_LITERAL;
    piece->part.text = cordon_pile_take(reader->arena, &reader->texts, builder->text_mark);
    piece->is_bare = builder->is_bare;
    builder->has_text = FALSE;
}

CordonPiece *cordon_builder_piece(CordonReader *reader, CordonBuilder *builder)
{
    cordon_builder_flush(reader, builder);
    builder->previous = '\0';
    return cordon_pile_push(reader->arena, &reader->pieces);
}

void cordon_builder_end(CordonReader *reader, CordonBuilder *builder, CordonShellWord *word)
{
    guint count;

    cordon_builder_flush(reader, builder);
    count = reader->pieces.count - builder->mark;
    *word = (CordonShellWord){0};
    if (count > 0)
        cordon_word_join(reader, CORDON_PILE_ITEM(reader->pieces, CordonPiece, builder->mark),
                         count, word);
    word->offset = cordon_scan_offset(reader, builder->start);
    reader->pieces.count = builder->mark;
}

static gboolean is_joined(const CordonPiece *a, const CordonPiece *b)
{
    return a->part.type == b->part.type &&
           (a->part.type == CORDON_PART_LITERAL || a->part.type == CORDON_PART_PATTERN);
}

/* The piece, with the text of those behind it that are of its kind; ret_next: behind them. */
static CordonShellPart join_run(CordonReader *reader, const CordonPiece *pieces, guint count,
                                guint first, guint *ret_next)
{
    CordonShellPart part = pieces[first].part;
    guint last = first + 1;

    while (last < count && is_joined(&pieces[first], &pieces[last]))
        last++;
    if (last > first + 1) {
        guint mark = reader->texts.count;
        for (guint i = first; i < last; i++)
            cordon_pile_append(reader->arena, &reader->texts, pieces[i].part.text,
                               (guint)strlen(pieces[i].part.text));
        cordon_pile_append(reader->arena, &reader->texts, "", 1);
        part.text = cordon_pile_take(reader->arena, &reader->texts, mark);
    }
    *ret_next = last;
    return part;
}

void cordon_word_join(CordonReader *reader, const CordonPiece *pieces, guint count,
                      CordonShellWord *word)
{
    CordonShellPart *parts = CORDON_ARENA_ARRAY(reader->arena, CordonShellPart, count);
    guint next = 0;

    word->count = 0;
    word->parts = parts;
    while (next < count)
        parts[word->count++] = join_run(reader, pieces, count, next, &next);
    /* Only '' is a word without parts; beside an expansion it says that there is a word in any case. */
    if (word->count == 1 && parts[0].type == CORDON_PART_LITERAL && *parts[0].text == '\0')
        word->count = 0;
}

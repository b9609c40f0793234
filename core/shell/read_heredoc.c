/* SPDX-License-Identifier: MIT */
/* Here-documents: the delimiter where << stands, the body behind the next newline.
 *
 * The body ends at the first line that is the delimiter, wherever that line stands: inside a substitution that the
 * body has open, too.  Bash does so and other shells do not, but then the substitution is not closed within the body
 * and the line is refused. */
#include "shell/reader.h"

#include <string.h>

static gboolean add(CordonReader *reader, char c)
{
    if (c == '\0' || c == '\n')
        return cordon_scan_fail(reader, "here-document delimiter without an end", NULL);
    cordon_pile_append(reader->arena, &reader->texts, &c, 1);
    return TRUE;
}

/* Shells do not expand a delimiter, but they differ in what they make of one that looks like it. */
static gboolean refuse_expansion(CordonReader *reader)
{
    return cordon_scan_fail(reader, "expansion in a here-document delimiter", NULL);
}

static gboolean add_quoted(CordonReader *reader, char quote)
{
    CordonSource *source = &reader->source;

    cordon_scan_advance(reader);
    for (; source->text[source->at] != quote; source->at++) {
        char c = source->text[source->at];
        if (quote == '"' && (c == '$' || c == '`' || c == '\\'))
            return refuse_expansion(reader);
        if (!add(reader, c))
            return FALSE;
    }
    cordon_scan_advance(reader);
    return TRUE;
}

static gboolean read_delimiter(CordonReader *reader, CordonPendingBody *body)
{
    CordonSource *source = &reader->source;
    guint mark = reader->texts.count;
    gsize start = source->at;
    char c;

    while (!cordon_char_ends_word(c = cordon_scan_peek(reader))) {
        if (c == '$' || c == '`')
            return refuse_expansion(reader);
        if (c == '\'' || c == '"') {
            body->is_literal = TRUE;
            if (!add_quoted(reader, c))
                return FALSE;
            continue;
        }
        if (c == '\\') {
            body->is_literal = TRUE;
            cordon_scan_advance(reader);
        }
        if (!add(reader, source->text[source->at]))
            return FALSE;
        cordon_scan_advance(reader);
    }
    if (reader->texts.count == mark)
        return cordon_scan_fail(reader, "here-document without a delimiter", NULL);
    if (cordon_redirect_is_number(reader, start))
        return cordon_scan_fail(reader, "number before a redirection", NULL);
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    body->delimiter = cordon_pile_take(reader->arena, &reader->texts, mark);
    return TRUE;
}

gboolean cordon_read_heredoc(CordonReader *reader, gboolean strips_tabs, CordonShellWord *word)
{
    CordonPendingBody body = {.word = word, .strips_tabs = strips_tabs};

    cordon_scan_skip_blanks(reader);
    word->offset = cordon_scan_offset(reader, reader->source.at);
    body.offset = reader->source.at;
    if (!read_delimiter(reader, &body))
        return FALSE;
    cordon_pile_append(reader->arena, &reader->bodies, &body, 1);
    return TRUE;
}

/* One line of the body, tabs stripped, without its newline. */
typedef struct {
    const char *text;
    gsize size;
    gboolean has_newline, has_tabs;
} Line;

static Line line_at(const CordonReader *reader, gsize at, gboolean strips_tabs)
{
    const char *text = reader->source.text + at;
    gsize tabs = strips_tabs ? strspn(text, "\t") : 0;
    gsize size = strcspn(text, "\n");

    return (Line){.text = text + tabs,
                  .size = size - tabs,
                  .has_newline = text[size] == '\n',
                  .has_tabs = tabs > 0};
}

static gboolean is_delimiter(const CordonPendingBody *body, const Line *line)
{
    return strncmp(line->text, body->delimiter, line->size) == 0 &&
           body->delimiter[line->size] == '\0';
}

static gboolean is_continued(const Line *line)
{
    gsize backslashes = 0;

    while (backslashes < line->size && line->text[line->size - 1 - backslashes] == '\\')
        backslashes++;
    return backslashes % 2 == 1;
}

/* A line that the next one continues: shells differ on whether either of them may be the delimiter, and on what becomes
 * of a line that has only tabs before its backslash. */
static gboolean check_continued(CordonReader *reader, const CordonPendingBody *body,
                                const Line *line, const Line *next)
{
    gboolean is_part =
        line->size - 1 > 0 && strncmp(line->text, body->delimiter, line->size - 1) == 0;

    gboolean is_tabs = line->has_tabs && line->size == 1;

    if (is_part || is_tabs || is_delimiter(body, next) || next->has_tabs)
        return cordon_scan_fail(reader, "line continuation before a here-document delimiter", NULL);
    return TRUE;
}

/* Gathers the lines of the body on the pile of texts. */
static gboolean gather(CordonReader *reader, const CordonPendingBody *body)
{
    CordonSource *source = &reader->source;

    for (gboolean is_continuing = FALSE;;) {
        Line line = line_at(reader, source->at, body->strips_tabs);

        if (!is_continuing && is_delimiter(body, &line)) {
            source->at = (gsize)(line.text - source->text) + line.size + (line.has_newline ? 1 : 0);
            return TRUE;
        }
        if (!line.has_newline)
            return cordon_scan_fail_at(reader, body->offset, "unterminated here-document", NULL);
        gsize end = (gsize)(line.text - source->text) + line.size + 1;
        cordon_pile_append(reader->arena, &reader->texts, line.text, (guint)line.size + 1);
        is_continuing = !body->is_literal && is_continued(&line);
        if (is_continuing) {
            Line next = line_at(reader, end, body->strips_tabs);
            if (!check_continued(reader, body, &line, &next))
                return FALSE;
        }
        source->at = end;
    }
}

static guint count_returns(const char *text)
{
    guint count = 0;

    while ((text = strchr(text, '\r')) != NULL) {
        count++;
        text++;
    }
    return count;
}

static gboolean read_literal_body(CordonReader *reader, const CordonPendingBody *body,
                                  const char *text)
{
    CordonBuilder builder;
    guint offset = body->word->offset;

    reader->return_count -= count_returns(text);
    cordon_builder_begin(reader, &builder, 0);
    cordon_builder_add(reader, &builder, text, strlen(text), FALSE);
    cordon_builder_end(reader, &builder, body->word);
    body->word->offset = offset;
    return TRUE;
}

static gboolean read_expanded_body(CordonReader *reader, const CordonPendingBody *body,
                                   const char *text, gsize start)
{
    CordonBuilder builder;
    guint offset = body->word->offset;
    CordonSource source = {.base = cordon_scan_offset(reader, start),
                           .end = cordon_scan_end(reader),
                           .is_exact = reader->source.is_exact && !body->strips_tabs};
    CordonSource saved = cordon_scan_push(reader, text, source);

    if (!cordon_scan_enter(reader))
        return FALSE;
    cordon_builder_begin(reader, &builder, 0);
    if (!cordon_read_quoted(reader, &builder, CORDON_QUOTED_BODY))
        return FALSE;
    cordon_builder_end(reader, &builder, body->word);
    body->word->offset = offset;
    if (cordon_word_has_deep_substitution(body->word))
        return cordon_scan_fail(reader, "substitution in ${...} in a here-document", NULL);
    reader->source = saved;
    cordon_scan_leave(reader);
    return TRUE;
}

static gboolean read_body(CordonReader *reader, const CordonPendingBody *body)
{
    guint mark = reader->texts.count;
    gsize start = reader->source.at;

    if (!gather(reader, body))
        return FALSE;
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    const char *text = cordon_pile_take(reader->arena, &reader->texts, mark);
    return body->is_literal ? read_literal_body(reader, body, text)
                            : read_expanded_body(reader, body, text, start);
}

gboolean cordon_read_bodies(CordonReader *reader)
{
    guint mark = reader->pending_mark;
    guint count = reader->bodies.count;

    for (guint i = mark; i < count; i++) {
        CordonPendingBody body = *CORDON_PILE_ITEM(reader->bodies, CordonPendingBody, i);
        /* What stands in the body has here-documents of its own. */
        reader->pending_mark = reader->bodies.count;
        if (!read_body(reader, &body))
            return FALSE;
    }
    reader->pending_mark = mark;
    reader->bodies.count = mark;
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* Commands made of commands: ( ) { } if while until for. */
#include "shell/reader.h"

static void set_children(CordonReader *reader, CordonShellNode *node, guint mark)
{
    node->child_count = reader->nodes.count - mark;
    node->children = cordon_pile_take(reader->arena, &reader->nodes, mark);
}

/* A list that may not be empty, pushed as a child. */
static gboolean read_body(CordonReader *reader)
{
    const CordonShellNode *list;

    if (!cordon_read_list(reader, &list))
        return FALSE;
    if (list->child_count == 0 && cordon_scan_peek(reader) != '\0')
        return cordon_scan_fail(reader, "empty list of commands", NULL);
    cordon_pile_append(reader->arena, &reader->nodes, &list, 1);
    return TRUE;
}

gboolean cordon_read_subshell(CordonReader *reader, CordonShellNode *node)
{
    guint mark = reader->nodes.count;

    node->type = CORDON_NODE_SUBSHELL;
    if (cordon_scan_next(reader) == '(')
        return cordon_scan_fail(reader, "((", "put a blank between the two, or use $(( ))");
    cordon_scan_advance(reader);
    if (!read_body(reader))
        return FALSE;
    if (!cordon_scan_accept(reader, ')'))
        return cordon_scan_peek(reader) == '\0' ? cordon_scan_fail(reader, "unterminated (", NULL)
                                                : cordon_read_unexpected(reader);
    set_children(reader, node, mark);
    return TRUE;
}

static gboolean read_group(CordonReader *reader, CordonShellNode *node)
{
    node->type = CORDON_NODE_GROUP;
    return read_body(reader) &&
           cordon_keyword_expect(reader, CORDON_KEYWORD_CLOSE_BRACE, "unterminated {");
}

static gboolean read_condition_and_then(CordonReader *reader)
{
    return read_body(reader) &&
           cordon_keyword_expect(reader, CORDON_KEYWORD_THEN, "if without then") &&
           read_body(reader);
}

static gboolean read_if(CordonReader *reader, CordonShellNode *node)
{
    node->type = CORDON_NODE_IF;
    do {
        if (!read_condition_and_then(reader))
            return FALSE;
    } while (reader->may_be_keyword && cordon_keyword_accept(reader, CORDON_KEYWORD_ELIF));
    if (reader->may_be_keyword && cordon_keyword_accept(reader, CORDON_KEYWORD_ELSE) &&
        !read_body(reader))
        return FALSE;
    return cordon_keyword_expect(reader, CORDON_KEYWORD_FI, "if without fi");
}

static gboolean read_do(CordonReader *reader)
{
    return cordon_keyword_expect(reader, CORDON_KEYWORD_DO, "loop without do") &&
           read_body(reader) &&
           cordon_keyword_expect(reader, CORDON_KEYWORD_DONE, "loop without done");
}

static gboolean read_loop(CordonReader *reader, CordonShellNode *node, CordonShellNodeType type)
{
    node->type = type;
    return read_body(reader) && read_do(reader);
}

/* Unquoted letters only: shells differ on anything else. */
static gboolean read_loop_name(CordonReader *reader, CordonShellNode *node)
{
    guint mark = reader->texts.count;
    char c;

    cordon_scan_skip_blanks(reader);
    c = cordon_scan_peek(reader);
    if (c == '(')
        return cordon_scan_fail(reader, "for ((", "use while with [ and $(( ))");
    if (!cordon_char_starts_name(c))
        return cordon_scan_fail(reader, "for without a name", NULL);
    for (; cordon_char_is_name(c); c = cordon_scan_peek(reader)) {
        cordon_pile_append(reader->arena, &reader->texts, &c, 1);
        cordon_scan_advance(reader);
    }
    if (!cordon_char_ends_word(c))
        return cordon_scan_fail(reader, "for without a name", NULL);
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    node->name = cordon_pile_take(reader->arena, &reader->texts, mark);
    reader->sets_ifs |= g_str_equal(node->name, "IFS");
    return TRUE;
}

static gboolean read_loop_words(CordonReader *reader, CordonShellNode *node)
{
    guint mark = reader->words.count;

    node->has_words = TRUE;
    for (;;) {
        cordon_scan_skip_blanks(reader);
        if (!cordon_word_is_next(reader))
            break;
        if (!cordon_read_words(reader, CORDON_WORD_GLOBS | CORDON_WORD_BRACES))
            return FALSE;
        if (reader->words.count - mark > CORDON_SHELL_MAX_WORDS)
            return cordon_scan_fail(reader, "too many words", NULL);
    }
    node->word_count = reader->words.count - mark;
    node->words = cordon_pile_take(reader->arena, &reader->words, mark);
    for (guint i = 0; i < node->word_count; i++)
        cordon_pattern_note_value(reader, node->name, &node->words[i], FALSE);
    return TRUE;
}

/* Behind the words, or behind the name: what has to stand before do. */
static gboolean read_loop_separator(CordonReader *reader, gboolean is_needed)
{
    char c = cordon_scan_peek(reader);

    if (c == ';')
        cordon_scan_advance(reader);
    else if (c != '\n' && is_needed)
        return cordon_read_unexpected(reader);
    /* This is the one newline where dash does not look for the bodies of here-documents. */
    else if (is_needed && reader->bodies.count > reader->pending_mark)
        return cordon_scan_fail(reader, "here-document that begins inside for",
                                "put a semicolon before do");
    return cordon_read_newlines(reader);
}

static gboolean read_for(CordonReader *reader, CordonShellNode *node)
{
    gsize end;

    node->type = CORDON_NODE_FOR;
    if (!read_loop_name(reader, node))
        return FALSE;
    cordon_scan_skip_blanks(reader);
    if (cordon_keyword_accept(reader, CORDON_KEYWORD_IN)) {
        if (!read_loop_words(reader, node) || !read_loop_separator(reader, TRUE))
            return FALSE;
    } else if (!read_loop_separator(reader, FALSE)) {
        return FALSE;
    }
    /* Bash does not take it for the in of this loop when the loop stands in a case. */
    if (!node->has_words && cordon_keyword_peek(reader, &end) == CORDON_KEYWORD_IN)
        return cordon_scan_fail(reader, "newline before in", NULL);
    reader->may_be_keyword = TRUE;
    return read_do(reader);
}

static gboolean read_by_keyword(CordonReader *reader, CordonKeyword keyword, CordonShellNode *node)
{
    switch ((int)keyword) {
    case CORDON_KEYWORD_OPEN_BRACE:
        return read_group(reader, node);
    case CORDON_KEYWORD_IF:
        return read_if(reader, node);
    case CORDON_KEYWORD_WHILE:
        return read_loop(reader, node, CORDON_NODE_WHILE);
    case CORDON_KEYWORD_UNTIL:
        return read_loop(reader, node, CORDON_NODE_UNTIL);
    case CORDON_KEYWORD_FOR:
        return read_for(reader, node);
    default:
        return cordon_read_case(reader, node);
    }
}

gboolean cordon_read_compound(CordonReader *reader, CordonKeyword keyword, CordonShellNode *node)
{
    guint mark = reader->nodes.count;

    if (!cordon_keyword_accept(reader, keyword) || !read_by_keyword(reader, keyword, node))
        return FALSE;
    set_children(reader, node, mark);
    return TRUE;
}

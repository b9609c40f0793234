/* SPDX-License-Identifier: MIT */
/* A line: lists, pipelines, and which kind of command comes next. */
#include "shell/bodies.h"
#include "shell/order.h"
#include "shell/reader.h"

#include <string.h>

static const char *describe_unexpected(CordonReader *reader)
{
    static const struct {
        char c;
        const char *construct;
    } rows[] = {
        {'\0', "unexpected end"}, {'\n', "unexpected end of a line"},
        {';', "unexpected ;"},    {'&', "unexpected &"},
        {'|', "unexpected |"},    {'(', "unexpected ("},
        {')', "unexpected )"},    {'<', "unexpected <"},
        {'>', "unexpected >"},
    };
    char c = cordon_scan_peek(reader);
    gsize end;

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].c == c)
            return rows[i].construct;
    return cordon_keyword_peek(reader, &end) != CORDON_KEYWORD_NONE ? "unexpected reserved word"
                                                                    : "unexpected word";
}

gboolean cordon_read_unexpected(CordonReader *reader)
{
    return cordon_scan_fail(reader, describe_unexpected(reader), NULL);
}

/* Newlines, blanks and comments. */
gboolean cordon_read_newlines(CordonReader *reader)
{
    for (;;) {
        cordon_scan_skip_blanks(reader);
        if (!cordon_scan_accept(reader, '\n'))
            return TRUE;
        reader->may_be_keyword = TRUE;
        if (!cordon_read_bodies(reader))
            return FALSE;
    }
}

static gboolean refuse_keyword(CordonReader *reader, CordonKeyword keyword)
{
    switch ((int)keyword) {
    case CORDON_KEYWORD_FUNCTION:
        cordon_scan_fail(reader, "function definition", NULL);
        reader->error->changes_shell = TRUE;
        return FALSE;
    case CORDON_KEYWORD_SELECT:
        return cordon_scan_fail(reader, "select", NULL);
    case CORDON_KEYWORD_COPROC:
        return cordon_scan_fail(reader, "coproc", NULL);
    case CORDON_KEYWORD_NOT:
        return cordon_scan_fail(reader, "! in the middle of a pipeline", NULL);
    default:
        return cordon_read_unexpected(reader);
    }
}

static gboolean read_redirects(CordonReader *reader, CordonShellNode *node)
{
    guint mark = reader->redirects.count;

    for (;;) {
        node->end = cordon_scan_end(reader);
        cordon_scan_skip_blanks(reader);
        if (!cordon_redirect_is_next(reader))
            break;
        if (!cordon_read_redirect(reader))
            return FALSE;
    }
    node->redirect_count = reader->redirects.count - mark;
    node->redirects = cordon_pile_take(reader->arena, &reader->redirects, mark);
    return TRUE;
}

/* A command that ends with a character or a word of its own, and then may have redirections. */
static gboolean read_closed(CordonReader *reader, CordonKeyword keyword, CordonShellNode *node)
{
    gboolean is_read;

    if (!cordon_scan_enter(reader))
        return FALSE;
    if (keyword == CORDON_KEYWORD_NONE)
        is_read = cordon_read_subshell(reader, node);
    else if (keyword == CORDON_KEYWORD_OPEN_TEST)
        is_read = cordon_read_test(reader, node);
    else
        is_read = cordon_read_compound(reader, keyword, node);
    if (!is_read || !read_redirects(reader, node))
        return FALSE;
    cordon_scan_leave(reader);
    reader->may_be_keyword = node->redirect_count == 0 && node->type != CORDON_NODE_TEST;
    cordon_scan_skip_blanks(reader);
    if (cordon_word_is_next(reader)) {
        gsize end;
        if (!reader->may_be_keyword ||
            !cordon_keyword_is_closing(cordon_keyword_peek(reader, &end)))
            return cordon_read_unexpected(reader);
    }
    return TRUE;
}

static gboolean read_command(CordonReader *reader, const CordonShellNode **ret_node)
{
    CordonShellNode *node = CORDON_ARENA_NEW(reader->arena, CordonShellNode);
    gsize end;
    gboolean is_read;

    cordon_scan_skip_blanks(reader);
    CordonKeyword keyword = cordon_keyword_peek(reader, &end);
    node->offset = cordon_scan_offset(reader, reader->source.at);
    if (cordon_scan_peek(reader) == '(' ||
        (keyword != CORDON_KEYWORD_NONE && keyword <= CORDON_KEYWORD_OPEN_TEST)) {
        is_read = read_closed(reader, keyword, node);
    } else if (keyword == CORDON_KEYWORD_NONE || keyword == CORDON_KEYWORD_TIME) {
        is_read = cordon_read_simple(reader, node);
        reader->may_be_keyword = FALSE;
    } else {
        return refuse_keyword(reader, keyword);
    }
    *ret_node = node;
    return is_read;
}

/* |& : the errors of the command before it go into the pipe, too, after its own redirections. */
static const CordonShellNode *with_errors_piped(CordonReader *reader, const CordonShellNode *node)
{
    CordonShellNode *copy = CORDON_ARENA_NEW(reader->arena, CordonShellNode);
    guint count = node->redirect_count;
    CordonShellRedirect *redirects =
        CORDON_ARENA_ARRAY(reader->arena, CordonShellRedirect, count + 1);

    if (count > 0)
        memcpy(redirects, node->redirects, count * sizeof(CordonShellRedirect));
    redirects[count] =
        (CordonShellRedirect){.type = CORDON_REDIRECT_DUPLICATE, .fd = 2, .target = 1};
    *copy = *node;
    copy->redirects = redirects;
    copy->redirect_count = count + 1;
    reader->has_bash_only = TRUE;
    return copy;
}

static gboolean accept_pipe(CordonReader *reader)
{
    if (cordon_scan_peek(reader) != '|' || cordon_scan_next(reader) == '|')
        return FALSE;
    cordon_scan_advance(reader);
    return TRUE;
}

static void push_node(CordonReader *reader, const CordonShellNode *node)
{
    cordon_pile_append(reader->arena, &reader->nodes, &node, 1);
}

static void take_children(CordonReader *reader, CordonShellNode *node, guint mark)
{
    node->child_count = reader->nodes.count - mark;
    node->children = cordon_pile_take(reader->arena, &reader->nodes, mark);
    node->offset = node->children[0]->offset;
    node->end = node->children[node->child_count - 1]->end;
}

static gboolean accept_not(CordonReader *reader, gboolean *ret_is_negated)
{
    cordon_scan_skip_blanks(reader);
    *ret_is_negated = cordon_keyword_accept(reader, CORDON_KEYWORD_NOT);
    if (*ret_is_negated && cordon_scan_peek(reader) == '(')
        return cordon_scan_fail(reader, "extended pattern", "put a blank between ! and (");
    return TRUE;
}

/* On a line of its own bash takes time for the reserved word, which may not stand there. */
static gboolean read_pipe_newlines(CordonReader *reader)
{
    gboolean has_newline;
    gsize end;

    cordon_scan_skip_blanks(reader);
    has_newline = cordon_scan_peek(reader) == '\n';
    if (!cordon_read_newlines(reader))
        return FALSE;
    return !has_newline || cordon_keyword_peek(reader, &end) != CORDON_KEYWORD_TIME ||
           cordon_scan_fail(reader, "time within a pipeline", NULL);
}

static gboolean read_pipeline(CordonReader *reader, const CordonShellNode **ret_node)
{
    guint mark = reader->nodes.count;
    const CordonShellNode *child;
    gboolean is_negated;

    if (!accept_not(reader, &is_negated) || !read_command(reader, &child))
        return FALSE;
    while (accept_pipe(reader)) {
        if (cordon_scan_accept(reader, '&'))
            child = with_errors_piped(reader, child);
        push_node(reader, child);
        if (!read_pipe_newlines(reader) || !read_command(reader, &child))
            return FALSE;
    }
    if (reader->nodes.count == mark && !is_negated) {
        *ret_node = child;
        return TRUE;
    }
    push_node(reader, child);
    CordonShellNode *node = CORDON_ARENA_NEW(reader->arena, CordonShellNode);
    node->type = CORDON_NODE_PIPELINE;
    node->is_negated = is_negated;
    take_children(reader, node, mark);
    *ret_node = node;
    return TRUE;
}

static gboolean accept_and_or(CordonReader *reader, CordonShellOperator *ret_operator)
{
    char c = cordon_scan_peek(reader);

    if ((c != '&' && c != '|') || cordon_scan_next(reader) != c)
        return FALSE;
    *ret_operator = c == '&' ? CORDON_OPERATOR_AND : CORDON_OPERATOR_OR;
    cordon_scan_advance(reader);
    return cordon_scan_accept(reader, c);
}

static gboolean read_and_or(CordonReader *reader, const CordonShellNode **ret_node)
{
    guint mark = reader->nodes.count;
    guint operator_mark = reader->operators.count;
    const CordonShellNode *child;
    CordonShellOperator operator;

    if (!read_pipeline(reader, &child))
        return FALSE;
    while (accept_and_or(reader, &operator)) {
        push_node(reader, child);
        cordon_pile_append(reader->arena, &reader->operators, &operator, 1);
        if (!cordon_read_newlines(reader) || !read_pipeline(reader, &child))
            return FALSE;
    }
    if (reader->nodes.count == mark) {
        *ret_node = child;
        return TRUE;
    }
    push_node(reader, child);
    CordonShellNode *node = CORDON_ARENA_NEW(reader->arena, CordonShellNode);
    node->type = CORDON_NODE_AND_OR;
    take_children(reader, node, mark);
    node->operators = cordon_pile_take(reader->arena, &reader->operators, operator_mark);
    *ret_node = node;
    return TRUE;
}

/* What stands between two commands of a list; FALSE: nothing does. */
static gboolean accept_separator(CordonReader *reader, gboolean *ret_is_background)
{
    char c = cordon_scan_peek(reader);

    *ret_is_background = c == '&';
    if (c == '\n')
        return TRUE;
    if (c != ';' && c != '&')
        return FALSE;
    if (c == ';' && (cordon_scan_next(reader) == ';' || cordon_scan_next(reader) == '&'))
        return FALSE;
    cordon_scan_advance(reader);
    return TRUE;
}

static gboolean is_at_end(CordonReader *reader)
{
    char c = cordon_scan_peek(reader);
    gsize end;

    return c == '\0' || c == ')' || (c == ';' && cordon_scan_next(reader) == ';') ||
           cordon_keyword_is_closing(cordon_keyword_peek(reader, &end));
}

static CordonShellNode *take_list(CordonReader *reader, guint mark, guint background_mark)
{
    CordonShellNode *list = CORDON_ARENA_NEW(reader->arena, CordonShellNode);

    list->type = CORDON_NODE_LIST;
    list->offset = list->end = cordon_scan_offset(reader, reader->source.at);
    if (reader->nodes.count > mark)
        take_children(reader, list, mark);
    list->backgrounds = cordon_pile_take(reader->arena, &reader->backgrounds, background_mark);
    return list;
}

gboolean cordon_read_list(CordonReader *reader, const CordonShellNode **ret_list)
{
    guint mark = reader->nodes.count;
    guint background_mark = reader->backgrounds.count;

    for (gboolean goes_on = TRUE; goes_on;) {
        const CordonShellNode *child;
        gboolean is_background;

        reader->may_be_keyword = TRUE;
        if (!cordon_read_newlines(reader))
            return FALSE;
        if (is_at_end(reader))
            break;
        if (!read_and_or(reader, &child))
            return FALSE;
        goes_on = accept_separator(reader, &is_background);
        push_node(reader, child);
        cordon_pile_append(reader->arena, &reader->backgrounds, &is_background, 1);
    }
    *ret_list = take_list(reader, mark, background_mark);
    return TRUE;
}

/* $(<file) is a word of bash that reads the file; in other shells it reads nothing. */
static gboolean is_lone_input(const CordonShellNode *list)
{
    const CordonShellNode *child = list->child_count == 1 ? list->children[0] : NULL;

    return child != NULL && child->type == CORDON_NODE_SIMPLE && child->word_count == 0 &&
           child->assignment_count == 0 && child->redirect_count == 1 &&
           child->redirects[0].type == CORDON_REDIRECT_READ;
}

/* A list whose here-documents are its own: those of the line around it wait. */
static gboolean read_scope(CordonReader *reader, const CordonShellNode **ret_list)
{
    guint mark = reader->pending_mark;
    gboolean may_be_keyword = reader->may_be_keyword;

    if (!cordon_scan_enter(reader))
        return FALSE;
    reader->pending_mark = reader->bodies.count;
    if (!cordon_read_list(reader, ret_list))
        return FALSE;
    if (reader->bodies.count > reader->pending_mark)
        return cordon_scan_fail(reader, "here-document without a body", NULL);
    if (is_lone_input(*ret_list))
        return cordon_scan_fail(reader, "$(<file)", "write $(cat file)");
    reader->pending_mark = mark;
    reader->may_be_keyword = may_be_keyword;
    cordon_scan_leave(reader);
    return TRUE;
}

gboolean cordon_read_substitution(CordonReader *reader, const CordonShellNode **ret_list)
{
    if (!read_scope(reader, ret_list))
        return FALSE;
    if (cordon_scan_accept(reader, ')'))
        return TRUE;
    if (cordon_scan_peek(reader) == '\0')
        return cordon_scan_fail(reader, "unterminated command substitution", NULL);
    return cordon_read_unexpected(reader);
}

gboolean cordon_read_source(CordonReader *reader, const CordonShellNode **ret_list)
{
    if (!read_scope(reader, ret_list))
        return FALSE;
    if (cordon_scan_peek(reader) != '\0')
        return cordon_read_unexpected(reader);
    if (reader->ended_by_continuation)
        return cordon_scan_fail(reader, "line continuation at the end", NULL);
    return TRUE;
}

/* What only the whole tree shows. */
static gboolean check_tree(CordonReader *reader, const CordonShellNode *root)
{
    const CordonShellNode *deep = reader->has_body ? cordon_bodies_find_deep(root) : NULL;

    if (deep != NULL)
        return cordon_scan_fail_at(reader, deep->offset,
                                   "here-document deep in a command substitution", NULL);
    if (reader->has_value_of_dots && reader->has_pattern_behind_value)
        return cordon_scan_fail(reader, "pattern behind a value that may be . or ..", NULL);
    if (cordon_pattern_is_in_target(reader))
        return cordon_scan_fail(reader, "redirection to a value that may be a pattern",
                                "write >\"$NAME\"");
    if (cordon_pattern_is_in_value(reader))
        return cordon_scan_fail(reader, "value that is a pattern of . and ..",
                                "write \"$NAME\" in quotes");
    if (reader->has_wide_value && reader->counts_characters)
        return cordon_scan_fail(reader, "length or pattern of a value beyond ASCII", NULL);
    if (reader->has_status && cordon_order_is_unsure(root))
        return cordon_scan_fail(reader, "$? beside a command substitution",
                                "keep it in a variable before");
    return TRUE;
}

static gboolean read_line(CordonReader *reader, const CordonShellNode **ret_root)
{
    if (!cordon_scan_check(reader) || !cordon_read_source(reader, ret_root))
        return FALSE;
    if ((*ret_root)->child_count == 0)
        return cordon_scan_fail(reader, "empty command", NULL);
    if (reader->return_count > 0)
        return cordon_scan_fail_at(reader, strcspn(reader->line, "\r"), "carriage return",
                                   "end lines with a newline only");
    /* ${x:-a,b} unquoted is split at the characters of IFS; the tree says nothing of that. */
    if (reader->sets_ifs && reader->has_split_literal)
        return cordon_scan_fail(reader, "${...} with unquoted text where IFS is set", NULL);
    return check_tree(reader, *ret_root);
}

static CordonReader start(CordonArena *arena, const char *text, gsize size, CordonShellError *error)
{
    const char *line = cordon_arena_strndup(arena, text, size);

    return (CordonReader){
        .arena = arena,
        .source = {.text = line, .end = size, .is_exact = TRUE},
        .line = line,
        .line_size = size,
        .error = error,
        .pieces = CORDON_PILE(CordonPiece),
        .texts = CORDON_PILE(char),
        .words = CORDON_PILE(CordonShellWord),
        .nodes = CORDON_PILE(const CordonShellNode *),
        .operators = CORDON_PILE(CordonShellOperator),
        .backgrounds = CORDON_PILE(gboolean),
        .redirects = CORDON_PILE(CordonShellRedirect),
        .assignments = CORDON_PILE(CordonShellAssignment),
        .arms = CORDON_PILE(CordonShellArm),
        .bodies = CORDON_PILE(CordonPendingBody),
    };
}

static const CordonShellTree *read_bounded(CordonArena *arena, const char *text, gsize size,
                                           gsize max_bytes, CordonShellError *ret_error)
{
    const CordonShellNode *root;

    if (size > max_bytes) {
        *ret_error = (CordonShellError){.construct = "too many bytes", .line = 1, .column = 1};
        return NULL;
    }
    CordonReader reader = start(arena, text, size, ret_error);
    if (!read_line(&reader, &root))
        return NULL;
    CordonShellTree *tree = CORDON_ARENA_NEW(arena, CordonShellTree);
    tree->root = root;
    tree->command_count = reader.command_count;
    tree->has_bash_only = reader.has_bash_only;
    return tree;
}

const CordonShellTree *cordon_shell_read(CordonArena *arena, const char *text, gsize size,
                                         CordonShellError *ret_error)
{
    return read_bounded(arena, text, size, CORDON_SHELL_MAX_BYTES, ret_error);
}

const CordonShellTree *cordon_shell_read_script(CordonArena *arena, const char *script, gsize size,
                                                CordonShellError *ret_error)
{
    return read_bounded(arena, script, size, CORDON_SHELL_MAX_SCRIPT_BYTES, ret_error);
}

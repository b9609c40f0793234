/* SPDX-License-Identifier: MIT */
/* A simple command: assignments, words and redirections. */
#include "shell/builtins.h"
#include "shell/order.h"
#include "shell/reader.h"
#include "shell/targets.h"

#include <string.h>

/* Behind a name at the begin of a command. */
typedef enum { NAME_IS_WORD, NAME_IS_ASSIGNED, NAME_IS_APPENDED, NAME_HAS_INDEX } NameUse;

static NameUse look_at_name(const CordonReader *reader)
{
    const char *text = reader->source.text;
    gsize at = cordon_scan_settle(reader, reader->source.at);

    if (!cordon_char_starts_name(text[at]))
        return NAME_IS_WORD;
    while (cordon_char_is_name(text[at]))
        at = cordon_scan_settle(reader, at + 1);
    if (text[at] == '=')
        return NAME_IS_ASSIGNED;
    if (text[at] == '+' && text[cordon_scan_settle(reader, at + 1)] == '=')
        return NAME_IS_APPENDED;
    return text[at] == '[' ? NAME_HAS_INDEX : NAME_IS_WORD;
}

static const char *read_name(CordonReader *reader)
{
    guint mark = reader->texts.count;

    for (char c = cordon_scan_peek(reader); cordon_char_is_name(c); c = cordon_scan_peek(reader)) {
        cordon_pile_append(reader->arena, &reader->texts, &c, 1);
        cordon_scan_advance(reader);
    }
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    return cordon_pile_take(reader->arena, &reader->texts, mark);
}

static gboolean read_assignment(CordonReader *reader, NameUse use)
{
    CordonShellAssignment assignment = {.is_appended = use == NAME_IS_APPENDED};
    CordonShellWord *value = CORDON_ARENA_NEW(reader->arena, CordonShellWord);

    assignment.name = read_name(reader);
    assignment.value = value;
    /* Shells set it by themselves, and not alike. */
    if (g_str_equal(assignment.name, "_"))
        return cordon_scan_fail(reader, "assignment to _", NULL);
    if (use == NAME_IS_APPENDED) {
        reader->has_bash_only = TRUE;
        cordon_scan_accept(reader, '+');
    }
    cordon_scan_accept(reader, '=');
    if (cordon_scan_peek(reader) == '(')
        return cordon_scan_fail(reader, "array", NULL);
    if (!cordon_read_word(reader, CORDON_WORD_ASSIGNED, value))
        return FALSE;
    cordon_pattern_note_value(reader, assignment.name, value, assignment.is_appended);
    cordon_pile_append(reader->arena, &reader->assignments, &assignment, 1);
    return TRUE;
}

static gboolean is_text(const CordonShellWord *word, const char *text)
{
    return word->count == 1 && word->parts[0].type == CORDON_PART_LITERAL &&
           g_str_equal(word->parts[0].text, text);
}

/* Are the words so far but the reserved word time and its options, which are no command? */
static gboolean is_time_only(const CordonReader *reader, guint word_mark)
{
    for (guint i = word_mark + 1; i < reader->words.count; i++) {
        const CordonShellWord *word = CORDON_PILE_ITEM(reader->words, CordonShellWord, i);
        if (!is_text(word, "-p") && !is_text(word, "--"))
            return FALSE;
    }
    return TRUE;
}

/* What comes behind the reserved word that bash has and other shells do not. */
static gboolean check_time(CordonReader *reader)
{
    gsize end;

    cordon_scan_skip_blanks(reader);
    if (cordon_keyword_peek(reader, &end) != CORDON_KEYWORD_NONE ||
        look_at_name(reader) != NAME_IS_WORD || cordon_scan_peek(reader) == '(')
        return cordon_scan_fail(reader, "time before something else than a simple command", NULL);
    if (!cordon_word_is_next(reader) || cordon_redirect_is_next(reader))
        return cordon_scan_fail(reader, "time without a command", NULL);
    return TRUE;
}

/* Assignments and redirections are words of the command, too. */
static gboolean check_count(CordonReader *reader, guint count)
{
    return count <= CORDON_SHELL_MAX_WORDS || cordon_scan_fail(reader, "too many words", NULL);
}

/* A command that is being read. */
typedef struct {
    guint word_mark;
    gboolean has_prefix; /* redirections stand before the next piece */
    gboolean is_time;    /* it begins with the reserved word time */
} Progress;

static gboolean read_argument(CordonReader *reader, Progress *progress)
{
    guint word_mark = progress->word_mark;
    gsize end;
    gboolean is_first = reader->words.count == word_mark;

    if (is_first)
        progress->is_time = cordon_keyword_peek(reader, &end) == CORDON_KEYWORD_TIME;

    /* Behind >f bash takes it for a name, but in $(...) it prints the redirection last and reads that. */
    if (is_first && progress->has_prefix &&
        cordon_keyword_peek(reader, &end) != CORDON_KEYWORD_NONE)
        return cordon_scan_fail(reader, "reserved word as a command name", "put it in quotes");
    if (!cordon_read_words(reader, CORDON_WORD_ARGUMENT))
        return FALSE;
    if (!check_count(reader, reader->words.count - word_mark))
        return FALSE;
    return !progress->is_time || !is_time_only(reader, word_mark) || check_time(reader);
}

static gboolean refuse_parenthesis(CordonReader *reader, guint word_count)
{
    gsize at = reader->source.at;

    if (word_count == 1) {
        cordon_scan_advance(reader);
        cordon_scan_skip_blanks(reader);
        if (cordon_scan_peek(reader) == ')') {
            cordon_scan_fail_at(reader, at, "function definition", NULL);
            reader->error->changes_shell = TRUE;
            return FALSE;
        }
    }
    return cordon_scan_fail_at(reader, at, "unexpected (", NULL);
}

/* One assignment, word or redirection; *ret_goes_on is FALSE when there is none. */
static gboolean read_piece(CordonReader *reader, Progress *progress, gboolean *ret_goes_on)
{
    *ret_goes_on = TRUE;
    if (cordon_redirect_is_next(reader))
        return cordon_read_redirect(reader);
    if (!cordon_word_is_next(reader)) {
        *ret_goes_on = FALSE;
        return TRUE;
    }
    if (reader->words.count == progress->word_mark) {
        NameUse use = look_at_name(reader);
        if (use == NAME_HAS_INDEX)
            return cordon_scan_fail(reader, "array", NULL);
        if (use != NAME_IS_WORD)
            return read_assignment(reader, use);
    }
    return read_argument(reader, progress);
}

static void check_ifs(CordonReader *reader, const CordonShellNode *node)
{
    for (guint i = 0; i < node->assignment_count; i++)
        if (node->word_count == 0 && g_str_equal(node->assignments[i].name, "IFS"))
            reader->sets_ifs = TRUE;
}

/* read gives its variables what stands in a file. */
static gboolean check_read(CordonReader *reader, const CordonShellNode *node, gsize start)
{
    const char *name = node->word_count > 0 ? cordon_shell_word_literal(&node->words[0]) : NULL;
    gboolean has_name = FALSE;

    if (name == NULL || !g_str_equal(name, "read"))
        return TRUE;
    for (guint i = 1; i < node->word_count; i++) {
        name = cordon_shell_word_literal(&node->words[i]);
        has_name |= name == NULL || name[0] != '-';
        if (name != NULL)
            cordon_pattern_note_unknown(reader, name);
    }
    return has_name ||
           cordon_scan_fail_at(reader, start, "read without a variable", "write read -r NAME");
}

static gboolean has_double_equals(const CordonShellNode *node)
{
    for (guint i = 0; i < node->word_count; i++)
        if (cordon_builtin_is_double_equals(node, i))
            return TRUE;
    return FALSE;
}

/* Runs a command or sets a variable. */
static gboolean word_does_something(const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->body != NULL || part->operation == CORDON_VARIABLE_ASSIGN ||
            word_does_something(part->inner) || word_does_something(part->replacement))
            return TRUE;
    }
    return FALSE;
}

/* 2>&1 and >/dev/null: what is expanded before or behind them sees the same. */
static gboolean is_harmless(const CordonShellRedirect *redirect)
{
    if (redirect->type == CORDON_REDIRECT_DUPLICATE)
        return redirect->fd != 0;
    if (redirect->type != CORDON_REDIRECT_WRITE && redirect->type != CORDON_REDIRECT_APPEND)
        return FALSE;
    const char *target = cordon_shell_word_literal(redirect->word);
    return target != NULL && g_str_equal(target, "/dev/null");
}

/* Bash expands the values before it opens the files, dash behind that. */
static gboolean is_order_unsure(const CordonShellNode *node)
{
    gboolean does_something = FALSE, matters = FALSE;

    for (guint i = 0; i < node->assignment_count; i++)
        does_something |= word_does_something(node->assignments[i].value);
    for (guint i = 0; i < node->redirect_count; i++)
        matters |= !is_harmless(&node->redirects[i]);
    return does_something && matters;
}

/* In a=1 b=$(c >$a) d, bash opens the file that the a of before names, other shells 1. */
static gboolean has_early_target(const CordonShellNode *node)
{
    for (guint i = 1; i < node->assignment_count; i++)
        if (cordon_targets_are_in_word(node->assignments[i].value))
            return TRUE;
    return FALSE;
}

static gboolean check_prefix(CordonReader *reader, const CordonShellNode *node, gsize start)
{
    if (node->assignment_count == 0)
        return TRUE;
    /* Which of them comes first is up to the shell. */
    if (node->word_count == 0)
        return !cordon_targets_are_in_redirects(node) ||
               cordon_scan_fail_at(reader, start, "redirection of an assignment", NULL);
    if (is_order_unsure(node))
        return cordon_scan_fail_at(reader, start,
                                   "substitution in an assignment before a redirection",
                                   "give the variable its value in a command before");
    if (has_early_target(node))
        return cordon_scan_fail_at(reader, start,
                                   "redirection to a value behind another assignment",
                                   "give the variables their values in commands before");
    const char *name = cordon_shell_word_literal(&node->words[0]);
    return name == NULL || !cordon_builtin_is_special(name) ||
           cordon_scan_fail_at(reader, start, "assignment before a special builtin", NULL);
}

gboolean cordon_read_simple(CordonReader *reader, CordonShellNode *node)
{
    guint word_mark = reader->words.count;
    guint redirect_mark = reader->redirects.count;
    guint assignment_mark = reader->assignments.count;
    gsize start = reader->source.at;
    Progress progress = {.word_mark = word_mark};

    node->type = CORDON_NODE_SIMPLE;
    if (++reader->command_count > CORDON_SHELL_MAX_COMMANDS)
        return cordon_scan_fail(reader, "too many commands", NULL);
    for (gboolean goes_on = TRUE; goes_on;) {
        node->end = cordon_scan_end(reader);
        cordon_scan_skip_blanks(reader);
        progress.has_prefix = reader->redirects.count > redirect_mark;
        if (!read_piece(reader, &progress, &goes_on) ||
            !check_count(reader, reader->redirects.count - redirect_mark +
                                     reader->assignments.count - assignment_mark))
            return FALSE;
    }
    node->word_count = reader->words.count - word_mark;
    if (cordon_scan_peek(reader) == '(')
        return refuse_parenthesis(reader, node->word_count);
    node->assignment_count = reader->assignments.count - assignment_mark;
    node->redirect_count = reader->redirects.count - redirect_mark;
    if (node->word_count + node->assignment_count + node->redirect_count == 0)
        return reader->source.at == start
                   ? cordon_read_unexpected(reader)
                   : cordon_scan_fail_at(reader, start, "empty command", NULL);
    node->words = cordon_pile_take(reader->arena, &reader->words, word_mark);
    node->assignments = cordon_pile_take(reader->arena, &reader->assignments, assignment_mark);
    node->redirects = cordon_pile_take(reader->arena, &reader->redirects, redirect_mark);
    check_ifs(reader, node);
    if (!check_read(reader, node, start))
        return FALSE;
    reader->has_bash_only |= has_double_equals(node);
    reader->has_status |= cordon_order_ends_with_status(node);
    return check_prefix(reader, node, start);
}

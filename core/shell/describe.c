/* SPDX-License-Identifier: MIT */
/* A tree as text: one line a command, what is inside of it indented. */
#include "shell/print.h"

#include <string.h>

static void describe_list(GString *out, guint depth, const CordonShellNode *list);
static void describe_node(GString *out, guint depth, const char *lead, const CordonShellNode *node);

static void add_word(GString *out, const CordonShellWord *word)
{
    g_autofree char *text = cordon_shell_print_word(word);

    g_string_append_c(out, ' ');
    g_string_append(out, text);
}

static void add_words(GString *out, const CordonShellNode *node)
{
    for (guint i = 0; i < node->word_count; i++)
        add_word(out, &node->words[i]);
}

static void add_redirects(GString *out, const CordonShellNode *node)
{
    static const char *const names[] = {
        [CORDON_REDIRECT_READ] = "<",       [CORDON_REDIRECT_WRITE] = ">",
        [CORDON_REDIRECT_APPEND] = ">>",    [CORDON_REDIRECT_READ_WRITE] = "<>",
        [CORDON_REDIRECT_DUPLICATE] = ">&", [CORDON_REDIRECT_TEXT] = "<<",
    };

    for (guint i = 0; i < node->redirect_count; i++) {
        const CordonShellRedirect *redirect = &node->redirects[i];
        g_string_append_printf(out, " %d%s", redirect->fd, names[redirect->type]);
        if (redirect->type == CORDON_REDIRECT_DUPLICATE)
            g_string_append_printf(out, " %d", redirect->target);
        else
            add_word(out, redirect->word);
    }
}

static void add_assignments(GString *out, const CordonShellNode *node)
{
    for (guint i = 0; i < node->assignment_count; i++) {
        const CordonShellAssignment *assignment = &node->assignments[i];
        g_autofree char *value = cordon_shell_print_word(assignment->value);
        g_string_append_printf(out, " %s%s%s", assignment->name,
                               assignment->is_appended ? "+=" : "=", value);
    }
}

static void begin_line(GString *out, guint depth, const char *lead, const char *name)
{
    for (guint i = 0; i < depth; i++)
        g_string_append(out, "  ");
    g_string_append(out, lead);
    g_string_append(out, name);
}

static const char *type_name(const CordonShellNode *node)
{
    static const char *const names[] = {
        [CORDON_NODE_SIMPLE] = "simple",
        [CORDON_NODE_PIPELINE] = "pipeline",
        [CORDON_NODE_AND_OR] = "and-or",
        [CORDON_NODE_LIST] = "list",
        [CORDON_NODE_SUBSHELL] = "subshell",
        [CORDON_NODE_GROUP] = "group",
        [CORDON_NODE_IF] = "if",
        [CORDON_NODE_WHILE] = "while",
        [CORDON_NODE_UNTIL] = "until",
        [CORDON_NODE_FOR] = "for",
        [CORDON_NODE_CASE] = "case",
        [CORDON_NODE_TEST] = "test",
    };

    return node->type == CORDON_NODE_PIPELINE && node->is_negated ? "pipeline !"
                                                                  : names[node->type];
}

static const char *child_lead(const CordonShellNode *node, guint i)
{
    if (node->type == CORDON_NODE_AND_OR && i > 0)
        return node->operators[i - 1] == CORDON_OPERATOR_AND ? "&& " : "|| ";
    if (node->type == CORDON_NODE_LIST && node->backgrounds[i])
        return "& ";
    return "";
}

static void describe_list(GString *out, guint depth, const CordonShellNode *list)
{
    for (guint i = 0; i < list->child_count; i++)
        describe_node(out, depth, child_lead(list, i), list->children[i]);
}

static void describe_part(GString *out, guint depth, const char *name, const CordonShellNode *list)
{
    begin_line(out, depth, "", name);
    g_string_append_c(out, '\n');
    describe_list(out, depth + 1, list);
}

/* The lists of a compound command, each under the word that begins it. */
static void describe_lists(GString *out, guint depth, const CordonShellNode *node)
{
    for (guint i = 0; i < node->child_count; i++) {
        const CordonShellNode *child = node->children[i];
        gboolean is_last_of_odd = i + 1 == node->child_count && i % 2 == 0;
        if (child->type != CORDON_NODE_LIST)
            describe_node(out, depth + 1, child_lead(node, i), child);
        else if (node->type == CORDON_NODE_IF && i > 0)
            describe_part(out, depth,
                          is_last_of_odd ? "else"
                          : i % 2 == 1   ? "then"
                                         : "elif",
                          child);
        else if (i > 0)
            describe_part(out, depth, "do", child);
        else
            describe_list(out, depth + 1, child);
    }
}

static void describe_arms(GString *out, guint depth, const CordonShellNode *node)
{
    for (guint i = 0; i < node->arm_count; i++) {
        begin_line(out, depth, "", "arm");
        for (guint j = 0; j < node->arms[i].count; j++)
            add_word(out, &node->arms[i].patterns[j]);
        g_string_append_c(out, '\n');
        describe_list(out, depth + 1, node->arms[i].body);
    }
}

static void describe_test(GString *out, guint depth, const CordonShellTest *test)
{
    static const char *const names[] = {
        [CORDON_TEST_UNARY] = "",  [CORDON_TEST_BINARY] = "", [CORDON_TEST_NOT] = "not",
        [CORDON_TEST_AND] = "and", [CORDON_TEST_OR] = "or",
    };

    begin_line(out, depth, "", test->name != NULL ? test->name : names[test->type]);
    if (test->left != NULL)
        add_word(out, test->left);
    if (test->right != NULL)
        add_word(out, test->right);
    g_string_append_c(out, '\n');
    if (test->a != NULL)
        describe_test(out, depth + 1, test->a);
    if (test->b != NULL)
        describe_test(out, depth + 1, test->b);
}

static void describe_node(GString *out, guint depth, const char *lead, const CordonShellNode *node)
{
    begin_line(out, depth, lead, type_name(node));
    add_assignments(out, node);
    if (node->name != NULL)
        g_string_append_printf(out, " %s%s", node->name, node->has_words ? " in" : "");
    add_words(out, node);
    add_redirects(out, node);
    g_string_append_c(out, '\n');
    describe_lists(out, depth, node);
    describe_arms(out, depth, node);
    if (node->test != NULL)
        describe_test(out, depth + 1, node->test);
}

char *cordon_shell_tree_describe(const CordonShellTree *tree)
{
    GString *out = g_string_new(NULL);

    describe_list(out, 0, tree->root);
    return g_string_free(out, FALSE);
}

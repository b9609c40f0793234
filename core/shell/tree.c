/* SPDX-License-Identifier: MIT */
/* Trees compared, and words that are nothing but text. */
#include "shell/tree.h"

static gboolean node_equal(const CordonShellNode *a, const CordonShellNode *b);

static gboolean optional_word_equal(const CordonShellWord *a, const CordonShellWord *b)
{
    return a == NULL || b == NULL ? a == b : cordon_shell_word_equal(a, b);
}

static gboolean optional_node_equal(const CordonShellNode *a, const CordonShellNode *b)
{
    return a == NULL || b == NULL ? a == b : node_equal(a, b);
}

static gboolean part_equal(const CordonShellPart *a, const CordonShellPart *b)
{
    return a->type == b->type && a->is_quoted == b->is_quoted && a->is_output == b->is_output &&
           a->if_empty == b->if_empty && a->operation == b->operation &&
           g_strcmp0(a->text, b->text) == 0 && optional_node_equal(a->body, b->body) &&
           optional_word_equal(a->inner, b->inner) &&
           optional_word_equal(a->replacement, b->replacement);
}

gboolean cordon_shell_word_equal(const CordonShellWord *a, const CordonShellWord *b)
{
    if (a->count != b->count)
        return FALSE;
    for (guint i = 0; i < a->count; i++)
        if (!part_equal(&a->parts[i], &b->parts[i]))
            return FALSE;
    return TRUE;
}

gboolean cordon_shell_word_doubles_slash(const CordonShellWord *word)
{
    gboolean has_pattern = FALSE;

    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        has_pattern |= part->type == CORDON_PART_PATTERN;
        if (has_pattern && part->type == CORDON_PART_LITERAL && strstr(part->text, "//") != NULL)
            return TRUE;
    }
    return FALSE;
}

static gboolean words_equal(const CordonShellWord *a, const CordonShellWord *b, guint count)
{
    for (guint i = 0; i < count; i++)
        if (!cordon_shell_word_equal(&a[i], &b[i]))
            return FALSE;
    return TRUE;
}

static gboolean assignments_equal(const CordonShellNode *a, const CordonShellNode *b)
{
    if (a->assignment_count != b->assignment_count)
        return FALSE;
    for (guint i = 0; i < a->assignment_count; i++) {
        const CordonShellAssignment *left = &a->assignments[i], *right = &b->assignments[i];
        if (!g_str_equal(left->name, right->name) || left->is_appended != right->is_appended ||
            !cordon_shell_word_equal(left->value, right->value))
            return FALSE;
    }
    return TRUE;
}

static gboolean redirects_equal(const CordonShellNode *a, const CordonShellNode *b)
{
    if (a->redirect_count != b->redirect_count)
        return FALSE;
    for (guint i = 0; i < a->redirect_count; i++) {
        const CordonShellRedirect *left = &a->redirects[i], *right = &b->redirects[i];
        if (left->type != right->type || left->fd != right->fd || left->target != right->target ||
            !optional_word_equal(left->word, right->word))
            return FALSE;
    }
    return TRUE;
}

static gboolean children_equal(const CordonShellNode *a, const CordonShellNode *b)
{
    if (a->child_count != b->child_count)
        return FALSE;
    for (guint i = 0; i < a->child_count; i++) {
        if (!node_equal(a->children[i], b->children[i]))
            return FALSE;
        if (a->type == CORDON_NODE_LIST && a->backgrounds[i] != b->backgrounds[i])
            return FALSE;
        if (a->type == CORDON_NODE_AND_OR && i > 0 && a->operators[i - 1] != b->operators[i - 1])
            return FALSE;
    }
    return TRUE;
}

static gboolean arms_equal(const CordonShellNode *a, const CordonShellNode *b)
{
    if (a->arm_count != b->arm_count)
        return FALSE;
    for (guint i = 0; i < a->arm_count; i++) {
        const CordonShellArm *left = &a->arms[i], *right = &b->arms[i];
        if (left->count != right->count ||
            !words_equal(left->patterns, right->patterns, left->count) ||
            !node_equal(left->body, right->body))
            return FALSE;
    }
    return TRUE;
}

static gboolean test_equal(const CordonShellTest *a, const CordonShellTest *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->type == b->type && g_strcmp0(a->name, b->name) == 0 &&
           optional_word_equal(a->left, b->left) && optional_word_equal(a->right, b->right) &&
           test_equal(a->a, b->a) && test_equal(a->b, b->b);
}

static gboolean node_equal(const CordonShellNode *a, const CordonShellNode *b)
{
    return a->type == b->type && a->is_negated == b->is_negated && a->has_words == b->has_words &&
           g_strcmp0(a->name, b->name) == 0 && a->word_count == b->word_count &&
           words_equal(a->words, b->words, a->word_count) && assignments_equal(a, b) &&
           redirects_equal(a, b) && children_equal(a, b) && arms_equal(a, b) &&
           test_equal(a->test, b->test);
}

gboolean cordon_shell_tree_equal(const CordonShellTree *a, const CordonShellTree *b)
{
    return node_equal(a->root, b->root);
}

const char *cordon_shell_word_literal(const CordonShellWord *word)
{
    if (word->count == 0)
        return "";
    return word->count == 1 && word->parts[0].type == CORDON_PART_LITERAL ? word->parts[0].text
                                                                          : NULL;
}

/* SPDX-License-Identifier: MIT */
/* Redirections whose targets are expanded. */
#include "shell/targets.h"

static gboolean are_in_node(const CordonShellNode *node);

gboolean cordon_targets_are_in_word(const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if ((part->body != NULL && are_in_node(part->body)) ||
            cordon_targets_are_in_word(part->inner) ||
            cordon_targets_are_in_word(part->replacement))
            return TRUE;
    }
    return FALSE;
}

static gboolean are_in_words(const CordonShellNode *node)
{
    for (guint i = 0; i < node->word_count; i++)
        if (cordon_targets_are_in_word(&node->words[i]))
            return TRUE;
    for (guint i = 0; i < node->assignment_count; i++)
        if (cordon_targets_are_in_word(node->assignments[i].value))
            return TRUE;
    return FALSE;
}

gboolean cordon_targets_are_in_redirects(const CordonShellNode *node)
{
    for (guint i = 0; i < node->redirect_count; i++)
        if (node->redirects[i].word != NULL &&
            cordon_shell_word_literal(node->redirects[i].word) == NULL)
            return TRUE;
    return FALSE;
}

static gboolean are_in_test(const CordonShellTest *test)
{
    return test != NULL &&
           (cordon_targets_are_in_word(test->left) || cordon_targets_are_in_word(test->right) ||
            are_in_test(test->a) || are_in_test(test->b));
}

static gboolean are_in_arms(const CordonShellNode *node)
{
    for (guint i = 0; i < node->arm_count; i++) {
        const CordonShellArm *arm = &node->arms[i];
        for (guint j = 0; j < arm->count; j++)
            if (cordon_targets_are_in_word(&arm->patterns[j]))
                return TRUE;
        if (are_in_node(arm->body))
            return TRUE;
    }
    return FALSE;
}

static gboolean are_in_node(const CordonShellNode *node)
{
    if (cordon_targets_are_in_redirects(node) || are_in_words(node) || are_in_test(node->test) ||
        are_in_arms(node))
        return TRUE;
    for (guint i = 0; i < node->child_count; i++)
        if (are_in_node(node->children[i]))
            return TRUE;
    return FALSE;
}

/* SPDX-License-Identifier: MIT */
/* Here-documents deep in a substitution.
 *
 * Bash 5.2 reads $(...) into a tree, prints that tree and reads the print again.  Where a here-document belongs to a
 * command within a compound command, or in the middle of a chain of && and ||, the print is wrong. */
#include "shell/bodies.h"

static const CordonShellNode *find_in_node(const CordonShellNode *node, gboolean is_substituted,
                                           gboolean is_deep);

static const CordonShellNode *find_in_word(const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        const CordonShellNode *found =
            part->body != NULL ? find_in_node(part->body, TRUE, FALSE) : NULL;
        if (found == NULL)
            found = find_in_word(part->inner);
        if (found == NULL)
            found = find_in_word(part->replacement);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const CordonShellNode *find_in_redirects(const CordonShellNode *node, gboolean is_bad)
{
    for (guint i = 0; i < node->redirect_count; i++) {
        const CordonShellRedirect *redirect = &node->redirects[i];
        if (is_bad && redirect->type == CORDON_REDIRECT_TEXT)
            return node;
        const CordonShellNode *found = find_in_word(redirect->word);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const CordonShellNode *find_in_words(const CordonShellNode *node)
{
    const CordonShellNode *found = NULL;

    for (guint i = 0; found == NULL && i < node->word_count; i++)
        found = find_in_word(&node->words[i]);
    for (guint i = 0; found == NULL && i < node->assignment_count; i++)
        found = find_in_word(node->assignments[i].value);
    return found;
}

static const CordonShellNode *find_in_test(const CordonShellTest *test)
{
    const CordonShellNode *found = NULL;

    if (test == NULL)
        return NULL;
    found = find_in_word(test->left);
    if (found == NULL)
        found = find_in_word(test->right);
    if (found == NULL)
        found = find_in_test(test->a);
    return found != NULL ? found : find_in_test(test->b);
}

static gboolean is_child_deep(const CordonShellNode *node, guint i)
{
    switch ((int)node->type) {
    case CORDON_NODE_LIST:
    case CORDON_NODE_PIPELINE:
        return FALSE;
    case CORDON_NODE_AND_OR:
        return i > 0 && i + 1 < node->child_count;
    default:
        return TRUE;
    }
}

static const CordonShellNode *find_in_arms(const CordonShellNode *node, gboolean is_substituted)
{
    const CordonShellNode *found = NULL;

    for (guint i = 0; found == NULL && i < node->arm_count; i++) {
        const CordonShellArm *arm = &node->arms[i];
        for (guint j = 0; found == NULL && j < arm->count; j++)
            found = find_in_word(&arm->patterns[j]);
        if (found == NULL)
            found = find_in_node(arm->body, is_substituted, TRUE);
    }
    return found;
}

static const CordonShellNode *find_in_node(const CordonShellNode *node, gboolean is_substituted,
                                           gboolean is_deep)
{
    const CordonShellNode *found = find_in_redirects(node, is_substituted && is_deep);

    if (found == NULL)
        found = find_in_words(node);
    if (found == NULL)
        found = find_in_test(node->test);
    for (guint i = 0; found == NULL && i < node->child_count; i++)
        found = find_in_node(node->children[i], is_substituted, is_deep || is_child_deep(node, i));
    return found != NULL ? found : find_in_arms(node, is_substituted);
}

const CordonShellNode *cordon_bodies_find_deep(const CordonShellNode *root)
{
    return find_in_node(root, FALSE, FALSE);
}

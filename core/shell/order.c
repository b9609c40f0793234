/* SPDX-License-Identifier: MIT */
/* $? beside a command substitution, also where exit means it: bash has the status of the substitution there, dash that of the command before. */
#include "shell/order.h"

#include <string.h>

/* What one command has, not counting what is inside of its substitutions. */
typedef struct {
    guint commands; /* substitutions */
    gboolean has_status;
    gboolean has_inner_status; /* inside of a substitution: it may be that of the one before */
} Findings;

static gboolean find_in_word(Findings *findings, const CordonShellWord *word);
static gboolean find_in_node(const CordonShellNode *node, gboolean *has_status);

static gboolean find_in_part(Findings *findings, const CordonShellPart *part)
{
    findings->commands += part->body != NULL ? 1 : 0;
    findings->has_status |= part->type == CORDON_PART_VARIABLE && strcmp(part->text, "?") == 0;
    return (part->body != NULL && find_in_node(part->body, &findings->has_inner_status)) ||
           find_in_word(findings, part->inner) || find_in_word(findings, part->replacement);
}

static gboolean find_in_word(Findings *findings, const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++)
        if (find_in_part(findings, &word->parts[i]))
            return TRUE;
    return (findings->commands > 0 && findings->has_status) ||
           (findings->commands > 1 && findings->has_inner_status);
}

static gboolean find_in_test(Findings *findings, const CordonShellTest *test)
{
    return test != NULL &&
           (find_in_word(findings, test->left) || find_in_word(findings, test->right) ||
            find_in_test(findings, test->a) || find_in_test(findings, test->b));
}

static gboolean find_in_arms(Findings *findings, const CordonShellNode *node, gboolean *has_status)
{
    for (guint i = 0; i < node->arm_count; i++) {
        for (guint j = 0; j < node->arms[i].count; j++)
            if (find_in_word(findings, &node->arms[i].patterns[j]))
                return TRUE;
        if (find_in_node(node->arms[i].body, has_status))
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_order_ends_with_status(const CordonShellNode *node)
{
    const char *name = node->word_count == 1 ? cordon_shell_word_literal(&node->words[0]) : NULL;

    return g_strcmp0(name, "exit") == 0 || g_strcmp0(name, "return") == 0;
}

static gboolean find_in_words(Findings *findings, const CordonShellNode *node)
{
    for (guint i = 0; i < node->assignment_count; i++)
        if (find_in_word(findings, node->assignments[i].value))
            return TRUE;
    for (guint i = 0; i < node->word_count; i++)
        if (find_in_word(findings, &node->words[i]))
            return TRUE;
    for (guint i = 0; i < node->redirect_count; i++)
        if (find_in_word(findings, node->redirects[i].word))
            return TRUE;
    return find_in_test(findings, node->test);
}

static gboolean begins_with_status(const CordonShellNode *node);

/* Does one of the first so many children, or of the arms? */
static gboolean bodies_begin_with_status(const CordonShellNode *node, guint children)
{
    for (guint i = 0; i < children; i++)
        if (begins_with_status(node->children[i]))
            return TRUE;
    for (guint i = 0; i < node->arm_count; i++)
        if (begins_with_status(node->arms[i].body))
            return TRUE;
    return FALSE;
}

/* Is $? that of what ran before this node? */
static gboolean begins_with_status(const CordonShellNode *node)
{
    Findings findings = {.has_status = cordon_order_ends_with_status(node)};

    if (find_in_words(&findings, node) || findings.has_status || findings.has_inner_status)
        return TRUE;
    /* All commands of a pipeline begin where it does; of anything else the first. */
    return bodies_begin_with_status(
        node, node->type == CORDON_NODE_PIPELINE ? node->child_count : MIN(node->child_count, 1));
}

/* for x in $(a); do b $?; done, and so with case: of the substitution in bash, of what was before in dash. */
static gboolean hands_status_on(const Findings *findings, const CordonShellNode *node)
{
    gboolean has_body = node->type == CORDON_NODE_FOR || node->type == CORDON_NODE_CASE;

    return has_body && findings->commands != 0 && bodies_begin_with_status(node, node->child_count);
}

/* *has_status: set when $? is anywhere in it. */
static gboolean find_in_node(const CordonShellNode *node, gboolean *has_status)
{
    Findings findings = {.has_status = cordon_order_ends_with_status(node)};

    if (find_in_words(&findings, node) || find_in_arms(&findings, node, has_status) ||
        hands_status_on(&findings, node))
        return TRUE;
    *has_status |= findings.has_status || findings.has_inner_status;
    for (guint i = 0; i < node->child_count; i++)
        if (find_in_node(node->children[i], has_status))
            return TRUE;
    return FALSE;
}

gboolean cordon_order_is_unsure(const CordonShellNode *node)
{
    gboolean has_status = FALSE;

    return find_in_node(node, &has_status);
}

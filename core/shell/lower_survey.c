/* SPDX-License-Identifier: MIT */
/* What a line sets in the shell, and which descriptors it uses. */
#include "shell/builtins.h"
#include "shell/lowering.h"

#include <string.h>

/* What is found on a walk through the tree. */
typedef struct {
    gboolean sets_home, has_effect;
    guint used_fds;
} Findings;

static void survey_node(Findings *findings, const CordonShellNode *node);

static gboolean names_home(const char *text)
{
    return strncmp(text, "HOME", 4) == 0 && (text[4] == '\0' || text[4] == '=' || text[4] == '+');
}

static void survey_word(Findings *findings, const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->type == CORDON_PART_VARIABLE && part->operation == CORDON_VARIABLE_ASSIGN) {
            findings->has_effect = TRUE;
            findings->sets_home |= names_home(part->text);
        }
        /* A substitution is a shell of its own; only what it does with descriptors counts. */
        if (part->body != NULL) {
            Findings inside = {0};
            survey_node(&inside, part->body);
            findings->used_fds |= inside.used_fds;
            findings->sets_home |= inside.sets_home;
        }
        survey_word(findings, part->inner);
        survey_word(findings, part->replacement);
    }
}

/* read HOME, export HOME=x: by name, whatever the command is. */
static void survey_words(Findings *findings, const CordonShellNode *node)
{
    for (guint i = 0; i < node->word_count; i++) {
        const char *literal = cordon_shell_word_literal(&node->words[i]);
        survey_word(findings, &node->words[i]);
        if (literal != NULL && i > 0 && names_home(literal))
            findings->sets_home = TRUE;
    }
}

static void survey_simple(Findings *findings, const CordonShellNode *node)
{
    const char *name = node->word_count > 0 ? cordon_shell_word_literal(&node->words[0]) : NULL;

    if (node->word_count == 0 ? node->assignment_count > 0
                              : name == NULL || cordon_builtin_is_shell_only(name))
        findings->has_effect = TRUE;
    for (guint i = 0; i < node->assignment_count; i++) {
        findings->sets_home |= names_home(node->assignments[i].name);
        survey_word(findings, node->assignments[i].value);
    }
}

static void survey_redirects(Findings *findings, const CordonShellNode *node)
{
    for (guint i = 0; i < node->redirect_count; i++) {
        const CordonShellRedirect *redirect = &node->redirects[i];
        findings->used_fds |= 1u << redirect->fd;
        if (redirect->type == CORDON_REDIRECT_DUPLICATE && redirect->target >= 0)
            findings->used_fds |= 1u << redirect->target;
        survey_word(findings, redirect->word);
    }
}

static void survey_test(Findings *findings, const CordonShellTest *test)
{
    if (test == NULL)
        return;
    survey_word(findings, test->left);
    survey_word(findings, test->right);
    survey_test(findings, test->a);
    survey_test(findings, test->b);
}

static void survey_node(Findings *findings, const CordonShellNode *node)
{
    survey_words(findings, node);
    survey_redirects(findings, node);
    survey_test(findings, node->test);
    if (node->type == CORDON_NODE_SIMPLE)
        survey_simple(findings, node);
    if (node->type == CORDON_NODE_FOR) {
        findings->has_effect = TRUE;
        findings->sets_home |= names_home(node->name);
    }
    for (guint i = 0; i < node->child_count; i++)
        survey_node(findings, node->children[i]);
    for (guint i = 0; i < node->arm_count; i++) {
        for (guint j = 0; j < node->arms[i].count; j++)
            survey_word(findings, &node->arms[i].patterns[j]);
        survey_node(findings, node->arms[i].body);
    }
}

void cordon_lower_survey(CordonLowering *lowering, const CordonShellNode *root)
{
    Findings findings = {0};

    survey_node(&findings, root);
    lowering->sets_home = findings.sets_home;
    lowering->used_fds = findings.used_fds;
}

gboolean cordon_lower_has_effect(const CordonShellNode *node)
{
    Findings findings = {0};

    survey_node(&findings, node);
    return findings.has_effect;
}

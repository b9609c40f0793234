/* SPDX-License-Identifier: MIT */
/* A command line that needs no shell. */
#include "shell/builtins.h"
#include "shell/print.h"

#include <string.h>

static const CordonShellNode *only_command(const CordonShellTree *tree)
{
    const CordonShellNode *root = tree->root;

    if (root->child_count != 1 || root->backgrounds[0])
        return NULL;
    const CordonShellNode *node = root->children[0];
    return node->type == CORDON_NODE_SIMPLE && node->assignment_count == 0 &&
                   node->redirect_count == 0 && node->word_count > 0
               ? node
               : NULL;
}

char **cordon_shell_tree_argv(const CordonShellTree *tree)
{
    const CordonShellNode *node = only_command(tree);

    if (node == NULL)
        return NULL;
    for (guint i = 0; i < node->word_count; i++)
        if (cordon_shell_word_literal(&node->words[i]) == NULL)
            return NULL;
    const char *program = cordon_shell_word_literal(&node->words[0]);
    if (*program == '\0' || cordon_builtin_is_shell_only(program))
        return NULL;
    char **argv = g_new0(char *, node->word_count + 1);
    for (guint i = 0; i < node->word_count; i++)
        argv[i] = g_strdup(cordon_shell_word_literal(&node->words[i]));
    return argv;
}

/* SPDX-License-Identifier: MIT */
/* A tree -> the canonical script: POSIX, every literal single-quoted, nothing left to chance.  Pure. */
#ifndef CORDON_SHELL_PRINT_H
#define CORDON_SHELL_PRINT_H

#include "shell/tree.h"

/* What the printer puts in the place of what only the caller knows.  Members may be NULL: then a tree that needs
 * it cannot be printed. */
typedef struct {
    const char *home; /* of ~ */
} CordonPrintFacts;

/* Same behaviour as the tree, spelled so that every POSIX shell reads it alike: tilde replaced by home, [[ ]] by
 * [ and case, <(...) by pipes.  The arena must be the tree's own or live as long.  NULL when POSIX cannot say it
 * (ret_construct: static, what could not be said). */
const CordonShellTree *cordon_shell_lower(CordonArena *arena, const CordonShellTree *tree,
                                          const CordonPrintFacts *facts,
                                          const char **ret_construct);
/* tree: one that was lowered.  Free with g_free().  Reading the text gives an equal tree. */
char *cordon_shell_print(const CordonShellTree *tree);
/* One node, or one word, as cordon_shell_print() would spell it, on one line where it has no here-document; also
 * of trees that were not lowered, for people to read.  Free with g_free(). */
char *cordon_shell_print_node(const CordonShellNode *node);
char *cordon_shell_print_word(const CordonShellWord *word);
/* The argv of a tree that is nothing but one simple command of literal words, with no assignment and no
 * redirection, whose command word is not a builtin or keyword of the shell that has no program; or NULL.
 * NULL-terminated; free with g_strfreev(). */
char **cordon_shell_tree_argv(const CordonShellTree *tree);

#endif

/* SPDX-License-Identifier: MIT */
/* Redirections whose targets are expanded, anywhere in a tree.  Pure. */
#ifndef CORDON_SHELL_TARGETS_H
#define CORDON_SHELL_TARGETS_H

#include "shell/tree.h"

/* Is one of the node's own? */
gboolean cordon_targets_are_in_redirects(const CordonShellNode *node);
/* Is there one in the substitutions of a word? */
gboolean cordon_targets_are_in_word(const CordonShellWord *word);

#endif

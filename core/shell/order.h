/* SPDX-License-Identifier: MIT */
/* Expansions whose result depends on the order in which a shell does them.  Private to core/shell. */
#ifndef CORDON_SHELL_ORDER_H
#define CORDON_SHELL_ORDER_H

#include "shell/tree.h"

/* Is there a command with both $? and a command substitution in its words? */
gboolean cordon_order_is_unsure(const CordonShellNode *node);
/* exit or return without a word. */
gboolean cordon_order_ends_with_status(const CordonShellNode *node);

#endif

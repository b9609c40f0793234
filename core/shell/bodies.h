/* SPDX-License-Identifier: MIT */
/* Here-documents that a shell would get wrong where they stand.  Private to core/shell. */
#ifndef CORDON_SHELL_BODIES_H
#define CORDON_SHELL_BODIES_H

#include "shell/tree.h"

/* The first command whose here-document is too deep in a command substitution; or NULL. */
const CordonShellNode *cordon_bodies_find_deep(const CordonShellNode *root);

#endif

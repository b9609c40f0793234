/* SPDX-License-Identifier: MIT */
/* Commands that only a shell can do.  Private to core/shell. */
#ifndef CORDON_SHELL_BUILTINS_H
#define CORDON_SHELL_BUILTINS_H

#include "shell/tree.h"

/* A builtin that changes the shell it runs in, or that no program stands for; or a reserved word. */
gboolean cordon_builtin_is_shell_only(const char *name);
/* A special builtin of POSIX: an assignment before it stays in force, except in bash. */
gboolean cordon_builtin_is_special(const char *name);
/* Is the i-th word the operator == of [ or test, which only bash has?  node: a simple command with words. */
gboolean cordon_builtin_is_double_equals(const CordonShellNode *node, guint i);

#endif

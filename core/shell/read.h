/* SPDX-License-Identifier: MIT */
/* A command line -> a tree.  Strict: the whole line is read for certain, or not at all; there is no recovery.
 * Linear in the length of the line.  Pure. */
#ifndef CORDON_SHELL_READ_H
#define CORDON_SHELL_READ_H

#include "shell/tree.h"

/* Why a line was not read. */
typedef struct {
    /* Static or in the arena: "unterminated single quote", "function definition", ... */
    const char *construct;
    /* Static: what to write instead, a sentence without a dot at the end; or NULL. */
    const char *rewrite;
    /* It defines something in the shell (a function): rule "shell". */
    gboolean changes_shell;
    /* In the arena: the command word that the construct belongs to, as far as it could be told (Windows
     * dialects only); or NULL. */
    const char *command;
    guint column; /* from 1, in characters of its line */
    guint line;   /* from 1 */
} CordonShellError;

/* text: size bytes, not necessarily NUL-terminated; need not outlive the call.  NULL with *ret_error filled. */
const CordonShellTree *cordon_shell_read(CordonArena *arena, const char *text, gsize size,
                                         CordonShellError *ret_error);
/* The same for a canonical script, which may be longer than the line that it says. */
const CordonShellTree *cordon_shell_read_script(CordonArena *arena, const char *script, gsize size,
                                                CordonShellError *ret_error);
/* The same for one line of cmd.exe or PowerShell (dialect), read into the same tree. */
const CordonShellTree *cordon_shell_read_windows(CordonArena *arena, CordonDialect dialect,
                                                 const char *text, gsize size,
                                                 CordonShellError *ret_error);

#endif

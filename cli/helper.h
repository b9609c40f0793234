/* SPDX-License-Identifier: MIT */
/* Programs of Cordon that a command of cordon is. */
#ifndef CORDON_CLI_HELPER_H
#define CORDON_CLI_HELPER_H

#include <glib.h>

/* Becomes that program of the folder for helpers.  words: array of char *, what follows its name.  Returns only when it fails, with
 * the exit status to end with; it was said why. */
int cli_helper_exec(const char *name, GPtrArray *words);

#endif

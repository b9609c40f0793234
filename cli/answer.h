/* SPDX-License-Identifier: MIT */
/* What a person types. */
#ifndef CORDON_CLI_ANSWER_H
#define CORDON_CLI_ANSWER_H

#include <glib.h>

/* Longer answers are no answers. */
#define CLI_ANSWER_MAX_BYTES 64

/* Whether somebody can be asked: standard input and standard error are terminals. */
gboolean cli_answer_is_possible(void);
/* One line without its end, in small letters; FALSE at the end of the input.
 * answer: CLI_ANSWER_MAX_BYTES + 1. */
gboolean cli_answer_read(char *answer);

#endif

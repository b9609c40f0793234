/* SPDX-License-Identifier: MIT */
/* The question to the person at the terminal. */
#ifndef CORDON_CLI_ASK_H
#define CORDON_CLI_ASK_H

#include <cordon/filter.h>

typedef enum {
    CLI_ANSWER_DENY,
    CLI_ANSWER_ONCE,
    CLI_ANSWER_NOBODY, /* standard input or standard error is no terminal: nothing was asked */
} CliAnswer;

/* cwd: where the command would run. */
CliAnswer cli_ask(const CordonJudgement *judgement, const char *cwd);

#endif

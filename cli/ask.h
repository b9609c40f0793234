/* SPDX-License-Identifier: MIT */
/* The question to the person at the terminal. */
#ifndef CORDON_CLI_ASK_H
#define CORDON_CLI_ASK_H

#include <cordon/call.h>

/* ONCE, DENY, or NOBODY: standard input or standard error is no terminal, and nothing was asked.  cwd: where the command would run. */
CordonAnswer cli_ask(const CordonJudgement *judgement, const char *cwd);

#endif

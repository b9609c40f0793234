/* SPDX-License-Identifier: MIT */
/* What stands between the words of a command and its start: the command filter, and the user. */
#ifndef CORDON_CLI_JUDGE_H
#define CORDON_CLI_JUDGE_H

#include "launch.h"

/* Judges launch->options.command in launch->folders and fills in judgement, argv and, where it was not given, the time
 * limit.  With launch->will_run it asks the user where the filter asks.  0, or the exit status of a refusal of which all
 * is said. */
int cli_judge(CliLaunch *launch);

#endif

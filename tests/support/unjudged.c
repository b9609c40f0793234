/* SPDX-License-Identifier: MIT */
/* In the place of cli/judge.c in cordon-unjudged, the program with which suites test what comes behind the command
 * filter.  It is part of no installed tree. */
#include "judge.h"

#define TIME_LIMIT_MS (120u * 1000)

int cli_judge(CliLaunch *launch)
{
    static const char *script[] = {"/bin/sh", "-c", NULL, NULL};
    char **words = launch->options.command;

    launch->is_script = words[1] == NULL;
    script[2] = words[0];
    launch->argv = launch->is_script ? script : (const char *const *)words;
    if (launch->options.time_limit_ms == 0)
        launch->options.time_limit_ms = TIME_LIMIT_MS;
    return 0;
}

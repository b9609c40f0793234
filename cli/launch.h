/* SPDX-License-Identifier: MIT */
/* What `run` and `plan` do alike: from their options to a plan, or to a refusal that says why. */
#ifndef CORDON_CLI_LAUNCH_H
#define CORDON_CLI_LAUNCH_H

#include <cordon/cordon.h>

#include "options.h"

typedef struct {
    CliLaunchOptions options;
    CliFolders folders;
    gboolean will_run;      /* set by the command: the plan is for running, not for looking at */
    CordonCatalog *catalog; /* NULL with the sandbox off */
    CordonJudgement *judgement;
    const char *approval;           /* of what the filter asks about: "option" or "user"; or NULL */
    gboolean may_change_repository; /* the line is git's, and was allowed or approved */
    const char *const *argv;        /* what runs; borrowed */
    gboolean is_script; /* argv is a shell with a script, and not the user's own program */
    CordonPlan *plan;
} CliLaunch;

void cli_launch_clear(CliLaunch *launch);
/* words: what follows the name of the command.  0 with launch->plan, or the exit status after the
 * reason was printed: on stderr for people, with --json as an object on stdout.
 * usage_status: the exit status for words that cannot be read. */
int cli_launch_read(CliLaunch *launch, char **words, int usage_status);

/* Reports a failure before anything ran, and gives its exit status. */
int cli_launch_fail(CliLaunch *launch, const GError *error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliLaunch, cli_launch_clear)

#endif

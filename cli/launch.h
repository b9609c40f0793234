/* SPDX-License-Identifier: MIT */
/* What `run` and `plan` do alike: from their options to a call that may run, or to a refusal that says why. */
#ifndef CORDON_CLI_LAUNCH_H
#define CORDON_CLI_LAUNCH_H

#include <cordon/cordon.h>

#include "options.h"

typedef struct {
    CliLaunchOptions options;
    CliFolders folders;
    CordonCatalog *catalog; /* NULL with the sandbox off */
    CordonSettingsStore *settings;
    CordonAudit *audit; /* NULL for a plan */
    CordonCall *call;
} CliLaunch;

/* What a run adds to a plan. */
typedef struct {
    int stdin_fd;
    gsize keep_bytes;
    CordonOutputFunc output;
    CordonTickFunc tick;
    gpointer user_data;
} CliRun;

void cli_launch_clear(CliLaunch *launch);
/* words: what follows the name of the command.  0, or the exit status after the reason was printed: on stderr for people, with
 * --json as an object on stdout.  usage_status: the exit status for words that cannot be read. */
int cli_launch_open(CliLaunch *launch, char **words, int usage_status);
/* Makes the call and has it judged.  run NULL: the call is to be looked at, and not to run; then what the filter asks about is
 * noted.  Else the user is asked where it asks.  0, or the exit status of a refusal of which all is said. */
int cli_launch_judge(CliLaunch *launch, const CliRun *run);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliLaunch, cli_launch_clear)

#endif

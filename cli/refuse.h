/* SPDX-License-Identifier: MIT */
/* What is said of a command that does not run: on stderr for people, with --json as an object on stdout.  All give the exit
 * status of cordon. */
#ifndef CORDON_CLI_REFUSE_H
#define CORDON_CLI_REFUSE_H

#include "launch.h"

/* code: as in docs/run.schema.json. */
int cli_refuse(const CliLaunch *launch, const char *code, int status, const char *message);
/* A failure of Cordon itself; where no backend is ready, with what each one needs. */
int cli_refuse_failure(const CliLaunch *launch, const GError *error);
/* The call has ended, and ran nothing. */
int cli_refuse_call(const CliLaunch *launch);

#endif

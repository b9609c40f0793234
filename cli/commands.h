/* SPDX-License-Identifier: MIT */
/* The commands of cordon: one function each, found by the table in main.c. */
#ifndef CORDON_CLI_COMMANDS_H
#define CORDON_CLI_COMMANDS_H

#include "args.h"

/* Exit statuses beside a command's own. */
enum {
    CLI_STATUS_NONE_READY = 1,
    CLI_STATUS_NOT_THERE = 1, /* of "image status" */
    CLI_STATUS_USAGE = 2,
    CLI_STATUS_ASK = 10, /* verdicts of "check" */
    CLI_STATUS_DENY = 11,
    CLI_STATUS_CORDON = 125, /* Cordon itself failed, or no backend is ready; usage of "run" */
    CLI_STATUS_DENIED = 126,
    CLI_STATUS_SIGNAL = 128, /* + the signal */
};

/* Whoever starts cordon may name a folder of backends of his own in CORDON_BACKEND_PATH.  Not below
 * XDG_DATA_HOME or HOME: those may be set to a folder that commands write. */
#define CLI_CATALOG_FLAGS CORDON_CATALOG_DEVELOPER

typedef struct {
    const char *name;
    const char *summary;      /* one line */
    const char *usage;        /* what follows the name */
    const char *more;         /* the help's last paragraph, or NULL */
    const CliOption *options; /* ends with id 0 */
    /* words: what follows the name.  Gives the exit status. */
    int (*run)(char **words);
} CliCommand;

extern const CliCommand cli_command_run;
extern const CliCommand cli_command_plan;
extern const CliCommand cli_command_check;
extern const CliCommand cli_command_doctor;
extern const CliCommand cli_command_backends;
extern const CliCommand cli_command_image;
extern const CliCommand cli_command_gateway;
extern const CliCommand cli_command_mcp;
extern const CliCommand cli_command_status;
extern const CliCommand cli_command_approve;
extern const CliCommand cli_command_settings;
extern const CliCommand cli_command_audit;

/* Prints the help of one command on stdout. */
void cli_command_help(const CliCommand *command);

#endif

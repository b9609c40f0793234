/* SPDX-License-Identifier: MIT */
/* cordon status: is there a gateway, and how is it? */
#include "commands.h"
#include "helper.h"
#include "output.h"

enum { OPTION_JSON = 1, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_JSON, "json", NULL, "print one JSON object"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

static char status_word[] = "status";
static char json_word[] = "--json";

static int run(char **words)
{
    g_autoptr(GPtrArray) given = g_ptr_array_new();
    guint flags;
    g_autofree char *error = cli_args_read_flags(options, words, &flags);

    if ((flags & 1u << OPTION_HELP) != 0) {
        cli_command_help(&cli_command_status);
        return cli_finish(0);
    }
    if (error != NULL) {
        cli_say("%s", error);
        return CLI_STATUS_USAGE;
    }
    g_ptr_array_add(given, status_word);
    if ((flags & 1u << OPTION_JSON) != 0)
        g_ptr_array_add(given, json_word);
    return cli_helper_exec("cordon-client", given);
}

const CliCommand cli_command_status = {
    .name = "status",
    .summary = "Says whether the gateway runs, and what it does",
    .usage = "[OPTION]...",
    .more = "Exit status: 0 it runs; 1 it does not; 2 usage; 125 cordon failed.",
    .options = options,
    .run = run,
};

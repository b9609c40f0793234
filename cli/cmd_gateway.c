/* SPDX-License-Identifier: MIT */
/* cordon gateway: becomes the daemon. */
#include "commands.h"
#include "helper.h"
#include "output.h"

enum { OPTION_PORT = 1, OPTION_APP_DIR, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_PORT, "port", "N", "listen on that port of 127.0.0.1; by default any free one"},
    {OPTION_APP_DIR, "app-dir", "DIR", "folder of the application, read-only; may be repeated"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

static int run(char **words)
{
    CliArgs args = {.options = options, .argv = words};
    g_autoptr(GPtrArray) given = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *error = NULL;
    const char *value;
    gboolean help = FALSE;
    int id;

    while ((id = cli_args_next(&args, &value, &error)) > 0) {
        if (id == OPTION_PORT) {
            g_ptr_array_add(given, g_strdup_printf("--port=%s", value));
        } else if (id == OPTION_APP_DIR) {
            g_autofree char *folder = g_canonicalize_filename(value, NULL);
            g_ptr_array_add(given, g_strdup_printf("--app-dir=%s", folder));
        } else {
            help = TRUE;
        }
    }
    if (help) {
        cli_command_help(&cli_command_gateway);
        return cli_finish(0);
    }
    if (error == NULL && words[args.next] != NULL) {
        g_autofree char *shown = cli_escape(words[args.next]);
        error = g_strdup_printf("%s: only options are expected here", shown);
    }
    if (error != NULL) {
        cli_say("%s", error);
        return CLI_STATUS_USAGE;
    }
    return cli_helper_exec("cordon-gateway", given);
}

const CliCommand cli_command_gateway = {
    .name = "gateway",
    .summary = "Runs the daemon that agents speak with",
    .usage = "[OPTION]...",
    .more = "It stays in the foreground until SIGTERM or Ctrl-C, and says on standard error what "
            "happens.\n"
            "\n"
            "Exit status: 0 it was stopped; 1 it could not start; 2 usage.",
    .options = options,
    .run = run,
};

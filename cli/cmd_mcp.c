/* SPDX-License-Identifier: MIT */
/* cordon mcp: one agent over standard input and output. */
#include "commands.h"
#include "helper.h"
#include "options.h"
#include "output.h"

enum {
    OPTION_PROJECT = 1,
    OPTION_LOOP,
    OPTION_ROLE,
    OPTION_BOARD,
    OPTION_NAME,
    OPTION_HELP,
};

static const CliOption options[] = {
    {OPTION_PROJECT, "project", "DIR",
     "the project; by default the git work tree around the current folder"},
    {OPTION_LOOP, "loop", "DIR", "the agent's folder; by default the current one"},
    {OPTION_ROLE, "role", "ROLE", "coder, reviewer, researcher, or a custom role"},
    {OPTION_BOARD, "board", "ID", "the board; by default that of the project"},
    {OPTION_NAME, "name", "TEXT", "what the agent is called where it asks"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *project, *loop, *role, *board, *name;
    gboolean help;
} Request;

static char *read_words(Request *request, char **words)
{
    CliArgs args = {.options = options, .argv = words};
    const char *value;
    char *error = NULL;
    int id;

    while ((id = cli_args_next(&args, &value, &error)) > 0) {
        if (id == OPTION_HELP)
            request->help = TRUE;
        else if (value[0] == '\0')
            return g_strdup("mcp: a value is empty");
        else if (id == OPTION_PROJECT)
            request->project = value;
        else if (id == OPTION_LOOP)
            request->loop = value;
        else if (id == OPTION_ROLE)
            request->role = value;
        else if (id == OPTION_BOARD)
            request->board = value;
        else
            request->name = value;
    }
    if (error != NULL || request->help)
        return error;
    if (words[args.next] != NULL) {
        g_autofree char *shown = cli_escape(words[args.next]);
        return g_strdup_printf("%s: only options are expected here", shown);
    }
    return request->role == NULL ? g_strdup("mcp: --role is needed: coder, reviewer or researcher")
                                 : NULL;
}

static void add_word(GPtrArray *words, const char *name, const char *value)
{
    if (value != NULL)
        g_ptr_array_add(words, g_strdup_printf("--%s=%s", name, value));
}

static int become(const Request *request)
{
    g_auto(CliFolders) folders = {.project = NULL};
    g_autofree char *error = NULL;
    g_autofree char *here = cli_current_folder(&error);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);

    if (here == NULL) {
        cli_say("%s", error);
        return CLI_STATUS_USAGE;
    }
    cli_folders_find(&folders, request->project, request->loop, here);
    g_ptr_array_add(words, g_strdup("--mcp"));
    add_word(words, "project", folders.project);
    add_word(words, "loop", folders.loop);
    add_word(words, "role", request->role);
    add_word(words, "board", request->board);
    add_word(words, "name", request->name);
    return cli_helper_exec("cordon-gateway", words);
}

static int run(char **words)
{
    Request request = {.project = NULL};
    g_autofree char *error = read_words(&request, words);

    if (request.help) {
        cli_command_help(&cli_command_mcp);
        return cli_finish(0);
    }
    if (error != NULL) {
        cli_say("%s", error);
        return CLI_STATUS_USAGE;
    }
    return become(&request);
}

const CliCommand cli_command_mcp = {
    .name = "mcp",
    .summary = "Serves one agent over standard input and output (MCP)",
    .usage = "--role=ROLE [OPTION]...",
    .more =
        "Through the gateway, where one runs: you see there what the agent does, and answer what "
        "is\n"
        "asked.  Without one the agent is served all the same, and what would be asked is denied.\n"
        "\n"
        "Exit status: 0 the client ended; 1 the agent could not be served; 2 usage.",
    .options = options,
    .run = run,
};

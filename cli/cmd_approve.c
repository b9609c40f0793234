/* SPDX-License-Identifier: MIT */
/* cordon approve: answers what agents wait for. */
#include "commands.h"
#include "helper.h"
#include "output.h"

enum { OPTION_LIST = 1, OPTION_ONCE, OPTION_SESSION, OPTION_DENY, OPTION_JSON, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_LIST, "list", NULL, "show what waits, and end"},
    {OPTION_ONCE, "once", NULL, "allow it, this once"},
    {OPTION_SESSION, "session", NULL, "allow this kind on the board until the gateway restarts"},
    {OPTION_DENY, "deny", NULL, "deny it"},
    {OPTION_JSON, "json", NULL, "with --list: print one JSON object"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *id, *answer; /* or NULL */
    gboolean list, json, help;
    guint answers;
} Request;

static void take(Request *request, int id)
{
    switch (id) {
    case OPTION_LIST:
        request->list = TRUE;
        return;
    case OPTION_JSON:
        request->json = TRUE;
        return;
    case OPTION_HELP:
        request->help = TRUE;
        return;
    default:
        request->answer = id == OPTION_ONCE ? "once" : id == OPTION_SESSION ? "session" : "deny";
        request->answers++;
        return;
    }
}

/* An option may stand before the id or behind it. */
static char *read_words(Request *request, char **words)
{
    CliArgs args = {.options = options, .argv = words};
    const char *value;
    char *error = NULL;
    int id;

    for (;;) {
        while ((id = cli_args_next(&args, &value, &error)) > 0)
            take(request, id);
        if (error != NULL || words[args.next] == NULL)
            return error;
        if (request->id != NULL) {
            g_autofree char *shown = cli_escape(words[args.next]);
            return g_strdup_printf("%s: one id is expected", shown);
        }
        request->id = words[args.next++];
    }
}

static const char *find_fault(const Request *request)
{
    if (request->answers > 1)
        return "approve: one of --once, --session and --deny can be given";
    if (request->list && (request->id != NULL || request->answer != NULL))
        return "approve: --list takes no id and no answer";
    if (request->json && !request->list)
        return "approve: --json goes with --list";
    if (request->id != NULL && request->answer == NULL)
        return "approve: an id needs --once, --session or --deny";
    if (request->answer != NULL && request->id == NULL)
        return "approve: an answer needs the id that `cordon approve --list` shows";
    return NULL;
}

static int become(const Request *request)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);

    g_ptr_array_add(words, g_strdup("approve"));
    if (request->list)
        g_ptr_array_add(words, g_strdup("list"));
    if (request->json)
        g_ptr_array_add(words, g_strdup("--json"));
    if (request->answer != NULL) {
        g_ptr_array_add(words, g_strdup(request->answer));
        g_ptr_array_add(words, g_strdup(request->id));
    }
    return cli_helper_exec("cordon-client", words);
}

static int run(char **words)
{
    Request request = {.id = NULL};
    g_autofree char *error = read_words(&request, words);

    if (request.help) {
        cli_command_help(&cli_command_approve);
        return cli_finish(0);
    }
    const char *fault = error != NULL ? error : find_fault(&request);
    if (fault != NULL) {
        cli_say("%s", fault);
        return CLI_STATUS_USAGE;
    }
    return become(&request);
}

const CliCommand cli_command_approve = {
    .name = "approve",
    .summary = "Shows what agents wait for, and answers it",
    .usage = "[--list [--json] | ID --once|--session|--deny]",
    .more = "Without anything: asks at the terminal, one after the other, and counts as a window "
            "that can\n"
            "answer as long as it runs.\n"
            "\n"
            "Exit status: 0; 1 no gateway runs; 2 usage; 3 it is over, or was answered; 125 cordon "
            "failed.",
    .options = options,
    .run = run,
};

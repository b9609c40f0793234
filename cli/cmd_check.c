/* SPDX-License-Identifier: MIT */
/* cordon check: what the command filter says of a command, without running it. */
#include <cordon/cordon.h>
#include <string.h>

#include "check_batch.h"
#include "check_options.h"
#include "commands.h"
#include "options.h"
#include "output.h"

/* The folders as `run` finds them; FALSE with a sentence when that fails. */
static gboolean find_folders(CliFolders *folders, const CliCheckOptions *options, char **ret_error)
{
    g_autofree char *here = NULL;

    /* Paths of another system mean nothing here. */
    if (options->platform == CORDON_PLATFORM_WINDOWS &&
        cordon_platform_own() != CORDON_PLATFORM_WINDOWS) {
        if (options->project == NULL) {
            *ret_error = g_strdup("--platform windows needs --project, such as C:\\project");
            return FALSE;
        }
        folders->project = g_strdup(options->project);
        folders->loop = g_strdup(options->loop != NULL ? options->loop : options->project);
        folders->cwd = g_strdup(folders->loop);
        return TRUE;
    }
    here = cli_current_folder(ret_error);
    if (here == NULL)
        return FALSE;
    cli_folders_find(folders, options->project, options->loop, here);
    return TRUE;
}

/* FALSE with error: the settings cannot be read, and so nobody knows what `run` would say. */
static gboolean add_hosts(CordonFilter *filter, GError **error)
{
    g_autoptr(CordonSettingsStore) store = cordon_settings_store_new(NULL);
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, error);

    return settings != NULL && cordon_settings_add_hosts(settings, filter, error);
}

static CordonFilter *filter_new(const CliFolders *folders, const CliCheckOptions *options,
                                char **ret_error)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFilter) filter = cordon_filter_new(options->platform, folders->project,
                                                       folders->loop, options->home, &error);

    if (filter == NULL || !add_hosts(filter, &error)) {
        *ret_error = g_strdup(error->message);
        return NULL;
    }
    cordon_filter_set_sandbox(filter, options->sandbox);
    cordon_filter_set_full_auto(filter, options->full_auto);
    return g_steal_pointer(&filter);
}

static CliStyle verdict_style(CordonVerdict verdict)
{
    switch (verdict) {
    case CORDON_VERDICT_ALLOW:
        return CLI_STYLE_GOOD;
    case CORDON_VERDICT_ASK:
        return CLI_STYLE_WARN;
    case CORDON_VERDICT_DENY:
    default:
        return CLI_STYLE_BAD;
    }
}

static int verdict_status(CordonVerdict verdict)
{
    switch (verdict) {
    case CORDON_VERDICT_ALLOW:
        return 0;
    case CORDON_VERDICT_ASK:
        return CLI_STATUS_ASK;
    case CORDON_VERDICT_DENY:
    default:
        return CLI_STATUS_DENY;
    }
}

static void print_line(const char *lead, const char *text)
{
    g_autofree char *shown = NULL;

    if (text == NULL)
        return;
    shown = cli_escape(text);
    printf("    %s%s\n", lead, shown);
}

static void print_for_people(const CordonJudgement *judgement)
{
    CliStyle style = verdict_style(judgement->verdict);

    printf("%s%s%s", cli_style_begin(stdout, style), cordon_verdict_name(judgement->verdict),
           cli_style_end(stdout, style));
    if (judgement->rule != CORDON_RULE_NONE)
        printf(" (%s)", cordon_rule_name(judgement->rule));
    putchar('\n');
    print_line("", judgement->reason);
    print_line("instead: ", judgement->hint);
    print_line("part: ", judgement->part);
    print_line("cannot run: ", judgement->run_error);
}

static CordonJudgement *judge(CordonFilter *filter, const CliCheckOptions *options, const char *cwd)
{
    if (options->command[1] != NULL)
        return cordon_filter_judge_argv(filter, (const char *const *)options->command, cwd);
    return cordon_filter_judge(filter, options->language, options->command[0],
                               strlen(options->command[0]), cwd);
}

static int check(CordonFilter *filter, const CliCheckOptions *options, const char *cwd)
{
    g_autoptr(CordonJudgement) judgement = judge(filter, options, cwd);
    g_autofree char *text = NULL;

    if (options->json) {
        text = cordon_judgement_to_json(judgement);
        puts(text);
    } else if (options->explain) {
        text = cordon_filter_explain(filter, options->language, options->command[0],
                                     strlen(options->command[0]), cwd);
        cli_print_text(text);
    } else {
        print_for_people(judgement);
    }
    return cli_finish(verdict_status(judgement->verdict));
}

static int run(char **words)
{
    CliCheckOptions options;
    g_auto(CliFolders) folders = {0};
    g_autoptr(CordonFilter) filter = NULL;
    g_autofree char *wrong = cli_check_options_read(&options, words);

    if (wrong == NULL && options.help) {
        cli_command_help(&cli_command_check);
        return cli_finish(0);
    }
    if (wrong == NULL && find_folders(&folders, &options, &wrong))
        filter = filter_new(&folders, &options, &wrong);
    if (filter == NULL) {
        cli_say("%s", wrong);
        return CLI_STATUS_USAGE;
    }
    if (!options.batch)
        return check(filter, &options, folders.cwd);
    return cli_finish(cli_check_batch(filter) ? 0 : CLI_STATUS_USAGE);
}

const CliCommand cli_command_check = {
    .name = "check",
    .summary = "Says what the command filter thinks of a command, and runs nothing",
    .usage = "[OPTION]... [--] CMD [ARG]... | --batch [OPTION]...",
    .more =
        "One CMD is a command line, several words are a program and its arguments.  With --batch "
        "each\n"
        "line of standard input is {\"command\": \"...\"}, with \"cwd\" and \"shell\" where they "
        "differ.\n"
        "\n"
        "Exit status: 0 allow; 10 ask; 11 deny; 2 the options, or a line of a batch, could not be\n"
        "read.",
    .options = cli_check_options,
    .run = run,
};

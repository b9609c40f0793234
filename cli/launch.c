/* SPDX-License-Identifier: MIT */
/* From the options of `run` and `plan` to a call that may run. */
#include "launch.h"

#include <string.h>

#include "ask.h"
#include "commands.h"
#include "output.h"
#include "refuse.h"

void cli_launch_clear(CliLaunch *launch)
{
    g_clear_pointer(&launch->call, cordon_call_free);
    g_clear_pointer(&launch->audit, cordon_audit_free);
    g_clear_pointer(&launch->settings, cordon_settings_store_free);
    g_clear_pointer(&launch->catalog, cordon_catalog_free);
    cli_folders_clear(&launch->folders);
    cli_launch_options_clear(&launch->options);
}

int cli_launch_open(CliLaunch *launch, char **words, int usage_status)
{
    g_autofree char *wrong = cli_launch_options_read(&launch->options, words);
    g_autofree char *here = NULL;

    if (launch->options.help)
        return 0;
    if (wrong != NULL)
        return cli_refuse(launch, "usage", usage_status, wrong);
    here = cli_current_folder(&wrong);
    if (here == NULL)
        return cli_refuse(launch, "system", CLI_STATUS_CORDON, wrong);
    cli_folders_find(&launch->folders, launch->options.project, launch->options.loop, here);
    return 0;
}

/* What the call lives in; FALSE with error. */
static gboolean open_world(CliLaunch *launch, gboolean will_run, GError **error)
{
    launch->settings = cordon_settings_store_new(NULL);
    if (will_run) {
        launch->audit = cordon_audit_open(NULL, error);
        if (launch->audit == NULL)
            return FALSE;
    }
    if (!launch->options.sandbox)
        return TRUE;
    launch->catalog = cordon_catalog_new(NULL, CLI_CATALOG_FLAGS, error);
    return launch->catalog != NULL;
}

static CordonCall *make_call(const CliLaunch *launch, const CliRun *run)
{
    const CliLaunchOptions *options = &launch->options;
    char **words = options->command;
    gboolean is_line = words[1] == NULL;
    g_autofree char *id = g_strdup_printf("cli-%08x%08x", g_random_int(), g_random_int());
    const CordonCallWorld world = {
        .struct_size = sizeof world,
        .catalog = launch->catalog,
        .settings = launch->settings,
        .audit = launch->audit,
        .output = run != NULL ? run->output : NULL,
        .tick = run != NULL ? run->tick : NULL,
        .user_data = run != NULL ? run->user_data : NULL,
    };
    const CordonCaller caller = {
        .struct_size = sizeof caller,
        .project = launch->folders.project,
        .loop = launch->folders.loop,
        .siblings = (const char *const *)options->siblings->pdata,
        .app_folders = (const char *const *)options->app_dirs->pdata,
        .source = "cli",
    };
    CordonCallRequest request = {
        .struct_size = sizeof request,
        .id = id,
        .line = is_line ? words[0] : NULL,
        .line_size = is_line ? strlen(words[0]) : 0,
        .argv = is_line ? NULL : (const char *const *)words,
        .cwd = launch->folders.cwd,
        .time_limit_ms = options->time_limit_ms,
        .sandbox = options->sandbox,
        .sandbox_given = TRUE,
        .backend = options->backend,
        .stdin_fd = run != NULL ? run->stdin_fd : -1,
        .keep_bytes = run != NULL ? run->keep_bytes : 0,
    };

    memcpy(request.limits, options->limits, sizeof request.limits);
    return cordon_call_new(&world, &caller, &request);
}

/* TRUE: it may run. */
static CordonCallState ask(const CliLaunch *launch)
{
    if (launch->options.yes)
        return cordon_call_answer(launch->call, CORDON_ANSWER_ONCE, "option");
    return cordon_call_answer(
        launch->call,
        cli_ask(cordon_call_get_judgement(launch->call), cordon_call_get_cwd(launch->call)),
        "user");
}

static void note_question(const CliLaunch *launch)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(launch->call);

    cli_say("note: run would ask (%s): %s", cordon_rule_name(judgement->rule), judgement->reason);
}

int cli_launch_judge(CliLaunch *launch, const CliRun *run)
{
    g_autoptr(GError) error = NULL;

    if (!open_world(launch, run != NULL, &error))
        return cli_refuse_failure(launch, error);
    launch->call = make_call(launch, run);
    CordonCallState state = cordon_call_advance(launch->call);
    if (state == CORDON_CALL_ASKING && run != NULL)
        state = ask(launch);
    if (state == CORDON_CALL_ENDED)
        return cli_refuse_call(launch);
    if (state == CORDON_CALL_ASKING && !launch->options.yes)
        note_question(launch);
    return 0;
}

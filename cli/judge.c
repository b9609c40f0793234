/* SPDX-License-Identifier: MIT */
/* What stands between the words of a command and its start: the command filter, and the user. */
#include "judge.h"

#include <string.h>

#include "ask.h"
#include "commands.h"
#include "output.h"

static CordonJudgement *judge(const CliLaunch *launch, GError **error)
{
    const CliFolders *folders = &launch->folders;
    char **words = launch->options.command;
    g_autoptr(CordonFilter) filter =
        cordon_filter_new(cordon_platform_own(), folders->project, folders->loop, NULL, error);

    if (filter == NULL)
        return NULL;
    cordon_filter_set_sandbox(filter, launch->options.sandbox);
    if (words[1] != NULL)
        return cordon_filter_judge_argv(filter, (const char *const *)words, folders->cwd);
    return cordon_filter_judge(filter, CORDON_LANGUAGE_OWN, words[0], strlen(words[0]),
                               folders->cwd);
}

/* lead: what is said before the reason. */
static int deny(const CliLaunch *launch, const char *lead)
{
    const CordonJudgement *judgement = launch->judgement;
    const char *reason = judgement->reason != NULL ? judgement->reason : "";
    g_autofree char *message =
        g_strdup_printf("%s (%s)%s%s", lead, cordon_rule_name(judgement->rule),
                        reason[0] != '\0' ? ": " : "", reason);

    if (!launch->options.json) {
        cli_say("%s", message);
        if (judgement->hint != NULL)
            cli_say("instead: %s", judgement->hint);
        return CLI_STATUS_DENIED;
    }
    g_autofree char *json = cordon_denial_to_json(judgement, message, CLI_STATUS_DENIED);
    puts(json);
    return cli_finish(CLI_STATUS_DENIED);
}

static int deny_unrunnable(const CliLaunch *launch)
{
    const char *why = launch->judgement->run_error;

    if (!launch->options.json) {
        cli_say("%s", why);
        return CLI_STATUS_DENIED;
    }
    g_autofree char *json = cordon_denial_to_json(launch->judgement, why, CLI_STATUS_DENIED);
    puts(json);
    return cli_finish(CLI_STATUS_DENIED);
}

/* 0: it may run. */
static int get_approval(CliLaunch *launch)
{
    if (launch->options.yes) {
        launch->approval = "option";
        return 0;
    }
    if (!launch->will_run) {
        cli_say("note: run would ask (%s): %s", cordon_rule_name(launch->judgement->rule),
                launch->judgement->reason);
        return 0;
    }
    switch (cli_ask(launch->judgement, launch->folders.cwd)) {
    case CLI_ANSWER_ONCE:
        launch->approval = "user";
        return 0;
    case CLI_ANSWER_DENY:
        return deny(launch, "denied by you");
    case CLI_ANSWER_NOBODY:
    default:
        return deny(launch, "denied, since nobody is there to be asked and --yes is not given");
    }
}

int cli_judge(CliLaunch *launch)
{
    g_autoptr(GError) error = NULL;

    launch->judgement = judge(launch, &error);
    if (launch->judgement == NULL)
        return cli_launch_fail(launch, error);
    if (launch->judgement->verdict == CORDON_VERDICT_DENY)
        return deny(launch, "denied");
    if (launch->judgement->argv == NULL)
        return deny_unrunnable(launch);
    launch->argv = launch->judgement->argv;
    launch->is_script = launch->judgement->script != NULL;
    if (launch->options.time_limit_ms == 0)
        launch->options.time_limit_ms = launch->judgement->time_limit_s * 1000;
    launch->may_change_repository = launch->judgement->changes_repository;
    return launch->judgement->verdict == CORDON_VERDICT_ASK ? get_approval(launch) : 0;
}

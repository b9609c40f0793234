/* SPDX-License-Identifier: MIT */
/* From the options of `run` and `plan` to a plan, or to a refusal that says why. */
#include "launch.h"

#include <string.h>

#include "commands.h"
#include "judge.h"
#include "output.h"
#include "show.h"

void cli_launch_clear(CliLaunch *launch)
{
    g_clear_pointer(&launch->plan, cordon_plan_free);
    g_clear_pointer(&launch->judgement, cordon_judgement_free);
    g_clear_pointer(&launch->catalog, cordon_catalog_free);
    cli_folders_clear(&launch->folders);
    cli_launch_options_clear(&launch->options);
}

static void print_error_json(const GError *error, const char *code, int status,
                             const GPtrArray *readiness)
{
    g_autofree char *json = cordon_error_to_json(error, code, status, readiness);

    puts(json);
}

/* For people, or with --json for programs. */
static int refuse(const CliLaunch *launch, const char *code, int status, const char *message)
{
    g_autoptr(GError) error = g_error_new_literal(CORDON_ERROR, CORDON_ERROR_INVALID, message);

    if (!launch->options.json) {
        cli_say("%s", message);
        return status;
    }
    print_error_json(error, code, status, NULL);
    return cli_finish(status);
}

/* The backends that were asked for. */
static GPtrArray *probe(const CliLaunch *launch)
{
    GPtrArray *all = cordon_catalog_probe(launch->catalog, CORDON_PROBE_CACHED_OK);

    if (strcmp(launch->options.backend, "auto") != 0)
        for (guint i = all->len; i > 0; i--) {
            const CordonReadiness *readiness = g_ptr_array_index(all, i - 1);
            if (g_strcmp0(readiness->id, launch->options.backend) != 0)
                g_ptr_array_remove_index(all, i - 1);
        }
    return all;
}

static void print_not_ready(const CliLaunch *launch, const GError *error,
                            const GPtrArray *readiness)
{
    g_autofree char *command = cli_quote_argv((const char *const *)launch->options.command);
    g_autofree char *project = cli_escape(launch->folders.project);
    g_autofree char *loop = cli_escape(launch->folders.loop);
    gboolean explained = FALSE;

    cli_say("nothing ran: no sandbox can keep what was asked for");
    fprintf(stderr, "    command: %s\n    project: %s\n    loop:    %s\n", command, project, loop);
    for (guint i = 0; i < readiness->len; i++) {
        const CordonReadiness *backend = g_ptr_array_index(readiness, i);
        fputc('\n', stderr);
        cli_show_readiness(backend, stderr);
        explained = explained || !cli_readiness_is_usable(backend);
    }
    /* A backend that is ready and still does not do: only the message knows the reason. */
    if (!explained) {
        fputc('\n', stderr);
        cli_say("%s", error->message);
    }
}

int cli_launch_fail(CliLaunch *launch, const GError *error)
{
    gboolean not_ready = g_error_matches(error, CORDON_ERROR, CORDON_ERROR_NOT_READY);
    g_autoptr(GPtrArray) readiness = not_ready && launch->catalog != NULL ? probe(launch) : NULL;

    if (launch->options.json) {
        print_error_json(error, NULL, CLI_STATUS_CORDON, readiness);
        return cli_finish(CLI_STATUS_CORDON);
    }
    if (readiness != NULL)
        print_not_ready(launch, error, readiness);
    else
        cli_say("nothing ran: %s", error->message);
    return CLI_STATUS_CORDON;
}

static CordonPlan *make_plan(CliLaunch *launch, const CordonCommand *command, GError **error)
{
    g_autoptr(CordonPolicy) policy = cli_policy_new(&launch->options, &launch->folders);

    if (!launch->options.sandbox)
        return cordon_plan_new_unsandboxed(policy, command, error);
    cordon_policy_set_repository_writable(policy, launch->may_change_repository);
    if (launch->will_run)
        cordon_warm_up(policy);
    launch->catalog = cordon_catalog_new(NULL, CLI_CATALOG_FLAGS, error);
    if (launch->catalog == NULL)
        return NULL;
    return cordon_plan_new(launch->catalog, policy, command, launch->options.backend, error);
}

int cli_launch_read(CliLaunch *launch, char **words, int usage_status)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *wrong = cli_launch_options_read(&launch->options, words);
    g_autofree char *here = NULL;

    if (launch->options.help)
        return 0;
    if (wrong != NULL)
        return refuse(launch, "usage", usage_status, wrong);
    here = cli_current_folder(&wrong);
    if (here == NULL)
        return refuse(launch, "system", CLI_STATUS_CORDON, wrong);
    cli_folders_find(&launch->folders, launch->options.project, launch->options.loop, here);
    int status = cli_judge(launch);
    if (status != 0)
        return status;
    CordonCommand command = {
        .struct_size = sizeof command,
        .argv = launch->argv,
        .cwd = launch->folders.cwd,
    };
    launch->plan = make_plan(launch, &command, &error);
    return launch->plan != NULL ? 0 : cli_launch_fail(launch, error);
}

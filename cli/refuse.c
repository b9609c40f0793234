/* SPDX-License-Identifier: MIT */
/* What is said of a command that does not run. */
#include "refuse.h"

#include <string.h>

#include "commands.h"
#include "output.h"
#include "show.h"
#include "stream.h"

static void print_error_json(const GError *error, const char *code, int status,
                             const GPtrArray *readiness)
{
    g_autofree char *json = cordon_error_to_json(error, code, status, readiness);

    puts(json);
}

int cli_refuse(const CliLaunch *launch, const char *code, int status, const char *message)
{
    g_autoptr(GError) error = g_error_new_literal(CORDON_ERROR, CORDON_ERROR_INVALID, message);

    if (!launch->options.json) {
        cli_say("%s", message);
        return status;
    }
    print_error_json(error, code, status, NULL);
    return cli_finish(status);
}

/* --- no sandbox is ready -------------------------------------------------------------------- */

/* The backends that were asked for. */
static GPtrArray *probe(const CliLaunch *launch)
{
    GPtrArray *all = cordon_catalog_probe(launch->catalog, CORDON_PROBE_CACHED_OK);
    const char *wanted = launch->options.backend;

    for (guint i = all->len; wanted != NULL && strcmp(wanted, "auto") != 0 && i > 0; i--) {
        const CordonReadiness *readiness = g_ptr_array_index(all, i - 1);
        if (g_strcmp0(readiness->id, wanted) != 0)
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

int cli_refuse_failure(const CliLaunch *launch, const GError *error)
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

/* --- denied --------------------------------------------------------------------------------- */

static const char *find_lead(const char *denied_by)
{
    if (strcmp(denied_by, "user") == 0)
        return "denied by you";
    if (strcmp(denied_by, "nobody") == 0)
        return "denied, since nobody is there to be asked and --yes is not given";
    return "denied";
}

static int deny(const CliLaunch *launch)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(launch->call);
    const char *denied_by = cordon_call_get_denied_by(launch->call);
    gboolean can_run = strcmp(denied_by, "unrunnable") != 0;
    const char *reason = judgement->reason != NULL ? judgement->reason : "";
    g_autofree char *message = can_run ? g_strdup_printf("%s (%s)%s%s", find_lead(denied_by),
                                                         cordon_rule_name(judgement->rule),
                                                         reason[0] != '\0' ? ": " : "", reason)
                                       : g_strdup(judgement->run_error);

    if (!launch->options.json) {
        cli_say("%s", message);
        if (can_run && judgement->hint != NULL)
            cli_say("instead: %s", judgement->hint);
        return CLI_STATUS_DENIED;
    }
    g_autofree char *json = cordon_denial_to_json(judgement, message, CLI_STATUS_DENIED);
    puts(json);
    return cli_finish(CLI_STATUS_DENIED);
}

int cli_refuse_call(const CliLaunch *launch)
{
    switch (cordon_call_get_end(launch->call)) {
    case CORDON_CALL_END_DENIED:
        return deny(launch);
    case CORDON_CALL_END_CANCELLED:
        return CLI_STATUS_SIGNAL + cli_stop_signal;
    case CORDON_CALL_END_FAILED:
    case CORDON_CALL_END_RAN:
    case CORDON_CALL_END_NONE:
    default:
        return cli_refuse_failure(launch, cordon_call_get_error(launch->call));
    }
}

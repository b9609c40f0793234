/* SPDX-License-Identifier: MIT */
/* From policy and command to a plan: survey, mounts, environment, choice of backend, wrap.  Each step
 * decides or refuses; nothing here starts the command. */
/* environ is not in C17. */
#define _GNU_SOURCE
#include <cordon/guarantees.h>
#include <cordon/launch.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/backend.h"
#include "engine/machine.h"
#include "engine/process.h"
#include "engine/readiness.h"
#include "engine/supervise.h"
#include "engine/survey.h"
#include "engine/text.h"
#include "engine/worker.h"
#include "engine/workspace.h"
#include "model/environment.h"
#include "model/mounts.h"
#include "model/policy.h"
#include "model/select.h"
#include "model/strv.h"
#include <cordon/json.h>

/* Of the command's own words: the rest of what a plan may hold is the backend's. */
#define COMMAND_BYTES (1024u * 1024)

struct CordonPlan {
    CordonPlanData *data;
    CordonLaunch *launch; /* NULL without a sandbox */
    CordonSurvey *survey; /* keeps the descriptors of the folders; NULL without a sandbox */
    char *cwd;            /* without a sandbox: where the command starts */
    gboolean started;
};

void cordon_plan_free(CordonPlan *plan)
{
    if (plan == NULL)
        return;
    cordon_plan_data_free(plan->data);
    cordon_launch_free(plan->launch);
    cordon_survey_free(plan->survey);
    g_free(plan->cwd);
    g_free(plan);
}

static gboolean has_late_mounts_private(const CordonFacts *facts)
{
    return g_strcmp0(cordon_facts_get(facts, "late-mounts"), "private") == 0;
}

void cordon_warm_up(const CordonPolicy *policy)
{
    if (policy->project != NULL)
        cordon_workspace_add(policy->project);
    cordon_supervisor_warm_up(has_late_mounts_private(cordon_machine_facts()));
}

/* --- what a launch consists of ------------------------------------------------------------ */

static gboolean check_command(const CordonCommand *command, GError **error)
{
    if (command->argv == NULL || command->argv[0] == NULL || command->argv[0][0] == '\0') {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                            "No command was given to run; name a program.");
        return FALSE;
    }
    gsize total = 0;
    for (gsize i = 0; command->argv[i] != NULL; i++) {
        gsize size = strlen(command->argv[i]) + 1;

        total += size;
        if (size > CORDON_PLAN_MAX_ARG_BYTES || total > COMMAND_BYTES) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                        "The command's words are too long: one may have %u bytes and all together "
                        "%u; let the command read its list from a file.",
                        CORDON_PLAN_MAX_ARG_BYTES, COMMAND_BYTES);
            return FALSE;
        }
    }
    return TRUE;
}

static const char *const *base_environment(const CordonCommand *command)
{
    return command->environment != NULL ? command->environment : (const char *const *)environ;
}

/* All guarantees; but where the kernel gives this user no mount namespace of his own, mounts that
 * the host makes later cannot be kept out by anybody, and asking for it would refuse every command.
 * The readiness says so. */
static CordonGuarantees *required_guarantees(const CordonFacts *facts)
{
    CordonGuarantees *required = cordon_guarantees_new_default();
    if (!has_late_mounts_private(facts))
        cordon_guarantees_remove(required, CORDON_G_LATE_MOUNTS_HIDDEN);
    return required;
}

static CordonLaunch *launch_build(const CordonPolicy *policy, const CordonCommand *command,
                                  const CordonSurvey *survey, const CordonFacts *facts,
                                  GError **error)
{
    const CordonView *view = cordon_survey_get_view(survey);
    const CordonEnvironmentOptions options = cordon_survey_get_environment_options(survey);
    guint64 limits[CORDON_LIMIT_SCRATCH_BYTES + 1];
    g_autoptr(CordonLaunch) launch = cordon_launch_new();

    if (!cordon_policy_resolve_limits(policy, cordon_survey_get_memory_total(survey), limits,
                                      error))
        return NULL;
    launch->processes = limits[CORDON_LIMIT_PROCESSES];
    launch->memory_bytes = limits[CORDON_LIMIT_MEMORY_BYTES];
    launch->open_files = limits[CORDON_LIMIT_OPEN_FILES];
    launch->scratch_bytes = limits[CORDON_LIMIT_SCRATCH_BYTES];

    g_ptr_array_unref(launch->mounts);
    launch->mounts = cordon_mounts_build(view, error);
    if (launch->mounts == NULL)
        return NULL;

    launch->instance = g_strdup_printf("cordon-%08x%08x", g_random_int(), g_random_int());
    launch->argv = cordon_strv_copy(command->argv);
    launch->env = cordon_environment_build(base_environment(command), &options);
    launch->cwd = g_strdup(cordon_survey_get_cwd(survey));
    cordon_guarantees_free(launch->guarantees);
    launch->guarantees = required_guarantees(facts);
    return g_steal_pointer(&launch);
}

/* --- who runs it -------------------------------------------------------------------------- */

static const CordonProbed *choose(const GPtrArray *probed, const char *wanted,
                                  const CordonGuarantees *required, GError **error)
{
    g_autoptr(GPtrArray) candidates = g_ptr_array_new();

    for (guint i = 0; i < probed->len; i++)
        g_ptr_array_add(candidates,
                        ((const CordonProbed *)g_ptr_array_index(probed, i))->readiness);
    gint index = cordon_select(candidates, wanted, required, error);
    return index < 0 ? NULL : g_ptr_array_index(probed, (guint)index);
}

/* Whatever a cache or a backend says: nothing that the command could have made is started outside of
 * the sandbox. */
static gboolean check_program(const CordonPlanData *data, const char *workspace, GError **error)
{
    const char *program = g_ptr_array_index(data->argv, 0);
    char *real = realpath(program, NULL);
    gboolean inside = real == NULL || cordon_path_is_below(real, workspace);

    free(real);
    if (inside)
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                    "The backend %s would start %s outside of the sandbox, but that lies in the "
                    "project, where commands may have made it, or is not there any more. Check the "
                    "backend again: cordon doctor --fresh.",
                    data->backend, program);
    return !inside;
}

/* A backend that came with the core is as trusted as the core; any other plans in a worker. */
static CordonPlanData *wrap(const CordonProbed *chosen, const CordonLaunch *launch,
                            const CordonFacts *facts, GError **error)
{
    const CordonCatalogEntry *entry = chosen->entry;

    if (!entry->ships_with_core)
        return cordon_worker_wrap(entry, launch, facts, chosen->report, error);

    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(CORDON_WRAP_DEADLINE_MS);
    g_autoptr(CordonBackend) backend =
        cordon_backend_open(entry->library_path, entry->manifest, error);
    if (backend == NULL)
        return NULL;
    return cordon_backend_wrap(backend, launch, facts, chosen->report, deadline, error);
}

CordonPlan *cordon_plan_new(const CordonCatalog *catalog, const CordonPolicy *policy,
                            const CordonCommand *command, const char *backend, GError **error)
{
    const char *wanted = g_strcmp0(backend, "auto") == 0 ? NULL : backend;
    g_autoptr(CordonPlan) plan = g_new0(CordonPlan, 1);

    if (!check_command(command, error))
        return NULL;
    plan->survey = cordon_survey_new(policy, base_environment(command), command->cwd, error);
    if (plan->survey == NULL)
        return NULL;
    const char *workspace = cordon_survey_get_view(plan->survey)->project->path;
    g_autoptr(CordonFacts) facts = cordon_machine_facts_for(workspace);
    plan->launch = launch_build(policy, command, plan->survey, facts, error);
    if (plan->launch == NULL)
        return NULL;

    g_autoptr(GPtrArray) probed = cordon_catalog_probe_entries(
        catalog, facts, wanted, plan->launch->guarantees, CORDON_PROBE_CACHED_OK);
    const CordonProbed *chosen = choose(probed, wanted, plan->launch->guarantees, error);
    if (chosen == NULL)
        return NULL;
    plan->data = wrap(chosen, plan->launch, facts, error);
    if (plan->data == NULL || !check_program(plan->data, workspace, error))
        return NULL;
    return g_steal_pointer(&plan);
}

/* --- without a sandbox -------------------------------------------------------------------- */

static gboolean add_strings(CordonPlanData *data, const char *const *argv, char **environment,
                            GError **error)
{
    for (gsize i = 0; argv[i] != NULL; i++) {
        if (!cordon_plan_data_add_arg(data, argv[i], error))
            return FALSE;
    }
    for (gsize i = 0; environment[i] != NULL; i++) {
        const char *equals = strchr(environment[i], '=');
        g_autofree char *name = g_strndup(environment[i], (gsize)(equals - environment[i]));

        if (!cordon_plan_data_add_env(data, name, equals + 1, error))
            return FALSE;
    }
    return TRUE;
}

CordonPlan *cordon_plan_new_unsandboxed(const CordonPolicy *policy, const CordonCommand *command,
                                        GError **error)
{
    const CordonEnvironmentOptions options = {.unsandboxed = TRUE};
    g_autoptr(CordonPlan) plan = g_new0(CordonPlan, 1);

    if (!check_command(command, error))
        return NULL;
    g_auto(GStrv) environment = cordon_environment_build(base_environment(command), &options);
    plan->data = cordon_plan_data_new(CORDON_BACKEND_NONE);
    plan->cwd = g_strdup(command->cwd != NULL ? command->cwd : policy->loop);
    if (!add_strings(plan->data, command->argv, environment, error))
        return NULL;
    return g_steal_pointer(&plan);
}

/* --- a plan to look at, and to run -------------------------------------------------------- */

const char *cordon_plan_get_backend(const CordonPlan *plan)
{
    return plan->data->backend;
}

const GPtrArray *cordon_plan_get_notices(const CordonPlan *plan)
{
    return plan->survey != NULL ? cordon_survey_get_notices(plan->survey) : NULL;
}

static gboolean wants_private_mounts(const CordonPlan *plan)
{
    return plan->launch != NULL &&
           cordon_guarantees_contains(plan->launch->guarantees, CORDON_G_LATE_MOUNTS_HIDDEN);
}

static void write_notices(const CordonPlan *plan, CordonJsonWriter *writer)
{
    const GPtrArray *notices = cordon_plan_get_notices(plan);

    cordon_json_begin_array(writer, "notices");
    for (guint i = 0; notices != NULL && i < notices->len; i++)
        cordon_json_add_string(writer, NULL, g_ptr_array_index(notices, i));
    cordon_json_end_array(writer);
}

char *cordon_plan_to_json(const CordonPlan *plan)
{
    CordonJsonWriter *writer = cordon_json_writer_new(TRUE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.plan/1");
    cordon_plan_data_write_json(plan->data, writer, TRUE);
    cordon_json_add_string(writer, "cwd", plan->launch != NULL ? plan->launch->cwd : plan->cwd);
    cordon_json_add_bool(writer, "private_mounts", wants_private_mounts(plan));
    if (plan->launch != NULL)
        cordon_launch_write_json(plan->launch, writer);
    write_notices(plan, writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

char *cordon_plan_to_text(const CordonPlan *plan)
{
    const GPtrArray *notices = cordon_plan_get_notices(plan);
    g_autofree char *data = cordon_plan_data_to_text(plan->data);
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; notices != NULL && i < notices->len; i++) {
        g_autofree char *line = cordon_text_clean(g_ptr_array_index(notices, i), 4096, FALSE);

        g_string_append_printf(text, "# note: %s\n", line);
    }
    g_string_append(text, data);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static int held_descriptor(const char *host_path, gpointer survey)
{
    return cordon_survey_get_fd(survey, host_path);
}

CordonProcess *cordon_plan_run(CordonPlan *plan, const CordonRunOptions *options, GError **error)
{
    const CordonProcessSpec spec = {
        .plan = plan->data,
        .launch = plan->launch,
        .loop = plan->survey != NULL ? cordon_survey_get_view(plan->survey)->loop->path : NULL,
        .cwd = plan->cwd,
        .held = held_descriptor,
        .held_data = plan->survey,
        .stage = plan->survey != NULL ? cordon_survey_get_stage(plan->survey) : NULL,
        .private_mounts = wants_private_mounts(plan),
    };

    if (plan->started) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                            "This plan was run before; make a new one for each run.");
        return NULL;
    }
    plan->started = TRUE;
    return cordon_process_start(&spec, options, error);
}

/* SPDX-License-Identifier: MIT */
/* From a call that may run to its result: policy, plan, process. */
#include "model/policy.h"
#include "session/call.h"

/* Between SIGTERM and SIGKILL. */
#define GRACE_MS           2000u
#define DEFAULT_KEEP_BYTES (256u * 1024)

static void add_folders(CordonPolicy *policy, char **folders,
                        void (*add)(CordonPolicy *policy, const char *path))
{
    for (gsize i = 0; folders != NULL && folders[i] != NULL; i++)
        add(policy, folders[i]);
}

/* A project such as ~/.config holds what the user decided: no command of an agent changes that. */
static void protect_own(CordonPolicy *policy, const CordonCall *call, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);

    if (cordon_path_is_below(folder, call->project) && g_file_test(folder, G_FILE_TEST_IS_DIR))
        cordon_policy_add_app_folder(policy, folder);
}

static CordonPolicy *make_policy(const CordonCall *call)
{
    CordonPolicy *policy = cordon_policy_new();

    cordon_policy_set_project(policy, call->project);
    cordon_policy_set_loop(policy, call->loop);
    add_folders(policy, call->siblings, cordon_policy_add_sibling);
    add_folders(policy, call->app_folders, cordon_policy_add_app_folder);
    protect_own(policy, call, cordon_settings_store_get_path(call->world.settings));
    if (call->world.audit != NULL)
        protect_own(policy, call, cordon_audit_get_path(call->world.audit));
    for (guint i = 0; i < CORDON_N_LIMITS; i++)
        if (call->limits[i] != 0)
            cordon_policy_set_limit(policy, (CordonLimit)i, call->limits[i]);
    cordon_policy_set_repository_writable(policy, call->judgement->changes_repository);
    return policy;
}

static CordonPlan *plan_sandboxed(CordonCall *call, const CordonPolicy *policy,
                                  const CordonCommand *command)
{
    if (call->world.catalog == NULL) {
        g_set_error_literal(&call->error, CORDON_ERROR, CORDON_ERROR_NOT_READY,
                            "Nothing ran: the sandbox is on, and there is no list of sandboxes.");
        return NULL;
    }
    cordon_warm_up(policy);
    return cordon_plan_new(call->world.catalog, policy, command, call->backend, &call->error);
}

static void take_notices(CordonCall *call)
{
    const GPtrArray *notices = cordon_plan_get_notices(call->plan);
    guint at = 0;

    if (!call->is_sandboxed)
        g_ptr_array_insert(call->notices, (gint)at++,
                           g_strdup("The sandbox was off: nothing held the folders."));
    for (guint i = 0; notices != NULL && i < notices->len; i++)
        g_ptr_array_insert(call->notices, (gint)at++, g_strdup(g_ptr_array_index(notices, i)));
}

gboolean cordon_call_plan(CordonCall *call)
{
    g_autoptr(CordonPolicy) policy = make_policy(call);
    const CordonCommand command = {
        .struct_size = sizeof command,
        .argv = call->judgement->argv,
        .cwd = call->cwd,
    };

    call->plan = call->is_sandboxed ? plan_sandboxed(call, policy, &command)
                                    : cordon_plan_new_unsandboxed(policy, &command, &call->error);
    if (call->plan == NULL)
        return FALSE;
    take_notices(call);
    return TRUE;
}

static CordonProcess *start(CordonCall *call)
{
    const CordonCallRequest *request = &call->request;
    const CordonRunOptions options = {
        .struct_size = sizeof options,
        .stdin_fd = request->stdin_fd,
        .time_limit_ms = call->time_limit_ms,
        .grace_ms = GRACE_MS,
        .keep_bytes = request->keep_bytes != 0 ? request->keep_bytes : DEFAULT_KEEP_BYTES,
        .output = call->world.output,
        .tick = call->world.tick,
        .user_data = call->world.user_data,
    };

    return cordon_plan_run(call->plan, &options, &call->error);
}

gboolean cordon_call_run(CordonCall *call)
{
    if (call->plan == NULL && !cordon_call_plan(call))
        return FALSE;
    /* Planning takes its time. */
    if (g_atomic_int_get(&call->cancels) > 0)
        return TRUE;
    CordonProcess *process = start(call);
    if (process == NULL)
        return FALSE;
    g_atomic_pointer_set(&call->process, process);
    if (g_atomic_int_get(&call->cancels) > 0 &&
        g_atomic_int_compare_and_exchange(&call->stop_is_sent, 0, 1))
        cordon_process_stop(process);
    call->result = cordon_process_wait(process);
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* One command on its way through the three layers.  The order stands here once, in cordon_call_advance(). */
#include "session/call.h"

#include <cordon/image.h>
#include <string.h>

const char *cordon_answer_name(CordonAnswer answer)
{
    switch (answer) {
    case CORDON_ANSWER_ONCE:
        return "once";
    case CORDON_ANSWER_SESSION:
        return "session";
    case CORDON_ANSWER_DENY:
        return "deny";
    case CORDON_ANSWER_NOBODY:
        return "nobody";
    case CORDON_ANSWER_FULL_AUTO:
        return "full-auto";
    case CORDON_ANSWER_TIMEOUT:
    default:
        return "timeout";
    }
}

const char *cordon_call_end_name(CordonCallEnd end)
{
    switch (end) {
    case CORDON_CALL_END_RAN:
        return "ran";
    case CORDON_CALL_END_DENIED:
        return "denied";
    case CORDON_CALL_END_FAILED:
        return "failed";
    case CORDON_CALL_END_CANCELLED:
        return "cancelled";
    case CORDON_CALL_END_NONE:
    default:
        return NULL;
    }
}

/* --- making and freeing ------------------------------------------------------------------- */

static char **copy_list(const char *const *list)
{
    return g_strdupv((char **)(guintptr)list);
}

CordonCall *cordon_call_new(const CordonCallWorld *world, const CordonCaller *caller,
                            const CordonCallRequest *request)
{
    CordonCall *call = g_new0(CordonCall, 1);

    call->world = *world;
    call->project = g_strdup(caller->project);
    call->loop = g_strdup(caller->loop);
    call->siblings = copy_list(caller->siblings);
    call->app_folders = copy_list(caller->app_folders);
    call->role = g_strdup(caller->role);
    call->tools = caller->tools;
    call->board = g_strdup(caller->board);
    call->bubble = g_strdup(caller->bubble);
    call->client = g_strdup(caller->client);
    call->source = g_strdup(caller->source);
    call->full_auto = caller->full_auto;
    call->request = *request;
    call->id = g_strdup(request->id);
    call->line_size = request->line_size;
    if (request->line != NULL) {
        call->line = g_malloc(request->line_size + 1);
        memcpy(call->line, request->line, request->line_size);
        call->line[request->line_size] = '\0';
    }
    call->argv = copy_list(request->argv);
    call->cwd =
        g_canonicalize_filename(request->cwd != NULL ? request->cwd : call->loop, call->loop);
    call->backend = g_strdup(request->backend);
    call->notices = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(call->notices, NULL);
    return call;
}

void cordon_call_free(CordonCall *call)
{
    if (call == NULL)
        return;
    cordon_process_free(call->process);
    cordon_plan_free(call->plan);
    cordon_judgement_free(call->judgement);
    g_clear_error(&call->error);
    g_ptr_array_unref(call->notices);
    g_strfreev(call->siblings);
    g_strfreev(call->app_folders);
    g_strfreev(call->argv);
    g_free(call->project);
    g_free(call->loop);
    g_free(call->cwd);
    g_free(call->role);
    g_free(call->board);
    g_free(call->bubble);
    g_free(call->client);
    g_free(call->source);
    g_free(call->id);
    g_free(call->line);
    g_free(call->backend);
    g_free(call->by);
    g_free(call->message);
    g_free(call);
}

/* --- the ends ----------------------------------------------------------------------------- */

static CordonCallState finish(CordonCall *call, CordonCallEnd end)
{
    g_autoptr(GError) problem = NULL;

    call->end = end;
    call->state = CORDON_CALL_ENDED;
    /* What happened stays so, whether it can be recorded or not. */
    gboolean is_recorded = call->is_recorded ? cordon_call_record_end(call, &problem)
                                             : cordon_call_record_decision(call, &problem);
    if (!is_recorded)
        g_ptr_array_insert(call->notices, 0, g_strdup(problem->message));
    call->message = cordon_call_explain(call);
    return call->state;
}

static CordonCallState fail(CordonCall *call)
{
    return finish(call, CORDON_CALL_END_FAILED);
}

static gboolean is_cancelled(CordonCall *call)
{
    return g_atomic_int_get(&call->cancels) > 0;
}

/* --- the way ------------------------------------------------------------------------------ */

static gboolean check_request(CordonCall *call)
{
    const char *wrong = NULL;

    if (call->world.struct_size < sizeof call->world ||
        call->request.struct_size < sizeof call->request)
        wrong = "a struct_size is not that of its structure";
    else if (call->project == NULL || call->loop == NULL)
        wrong = "the project or the loop's folder is not given";
    else if (call->line == NULL && (call->argv == NULL || call->argv[0] == NULL))
        wrong = "there is no command";
    if (wrong == NULL)
        return TRUE;
    g_set_error(&call->error, CORDON_ERROR, CORDON_ERROR_INVALID, "Nothing ran: %s.", wrong);
    return FALSE;
}

static void take_settings(CordonCall *call, const CordonSettings *settings)
{
    call->is_sandboxed = call->request.sandbox_given ? call->request.sandbox : settings->sandbox;
    if (call->backend == NULL)
        call->backend = g_strdup(settings->backend);
    cordon_image_set_default(settings->docker_image);
    for (guint i = 0; i < CORDON_N_LIMITS; i++)
        call->limits[i] =
            call->request.limits[i] != 0 ? call->request.limits[i] : settings->limits[i];
}

gboolean cordon_call_is_granted(const CordonCall *call)
{
    const char *const *kinds = call->judgement->kinds;

    if (call->world.is_granted == NULL || call->board == NULL || kinds == NULL || kinds[0] == NULL)
        return FALSE;
    for (gsize i = 0; kinds[i] != NULL; i++)
        if (!call->world.is_granted(call->board, kinds[i], call->world.user_data))
            return FALSE;
    return TRUE;
}

static CordonCallState take_decision(CordonCall *call, CordonDecision decision)
{
    call->approval = decision.approval;
    call->denied_by = decision.denied_by;
    switch (decision.kind) {
    case CORDON_DECISION_RUN:
        /* Nothing runs of which there is no record. */
        call->state = CORDON_CALL_READY;
        if (!cordon_call_record_decision(call, &call->error))
            return fail(call);
        return call->state;
    case CORDON_DECISION_ASK:
        call->state = CORDON_CALL_ASKING;
        return call->state;
    case CORDON_DECISION_DENY:
    default:
        return finish(call, CORDON_CALL_END_DENIED);
    }
}

/* Role, then filter. */
static CordonCallState judge(CordonCall *call)
{
    if (!check_request(call))
        return fail(call);
    g_autoptr(CordonSettings) settings =
        cordon_settings_store_read(call->world.settings, &call->error);
    if (settings == NULL)
        return fail(call);
    take_settings(call, settings);
    if (call->role != NULL && (call->tools & CORDON_TOOL_RUN_COMMAND) == 0) {
        call->judgement = cordon_call_judge_role(call);
        call->denied_by = "role";
        return finish(call, CORDON_CALL_END_DENIED);
    }
    call->judgement = cordon_call_judge(call, settings, &call->error);
    if (call->judgement == NULL)
        return fail(call);
    call->time_limit_ms = cordon_call_decide_time_limit(
        call->judgement, &call->request, settings->time_limit_s, settings->long_time_limit_s);
    if (is_cancelled(call))
        return finish(call, CORDON_CALL_END_CANCELLED);
    return take_decision(
        call, cordon_call_decide(call->judgement, call->full_auto, cordon_call_is_granted(call)));
}

static CordonCallState run(CordonCall *call)
{
    if (is_cancelled(call))
        return finish(call, CORDON_CALL_END_CANCELLED);
    if (!cordon_call_holds_still(call))
        return fail(call);
    if (!cordon_call_run(call))
        return fail(call);
    return finish(call, call->result != NULL ? CORDON_CALL_END_RAN : CORDON_CALL_END_CANCELLED);
}

CordonCallState cordon_call_advance(CordonCall *call)
{
    switch (call->state) {
    case CORDON_CALL_NEW:
        return judge(call);
    case CORDON_CALL_READY:
        return run(call);
    case CORDON_CALL_ASKING:
        return is_cancelled(call) ? finish(call, CORDON_CALL_END_CANCELLED) : call->state;
    case CORDON_CALL_ENDED:
    default:
        return call->state;
    }
}

CordonCallState cordon_call_answer(CordonCall *call, CordonAnswer answer, const char *by)
{
    g_return_val_if_fail(call->state == CORDON_CALL_ASKING, call->state);

    g_free(call->by);
    call->by = g_strdup(by);
    return take_decision(call, cordon_call_decide_answer(answer));
}

CordonCallState cordon_call_refuse(CordonCall *call, GError *taken)
{
    g_clear_error(&call->error);
    call->error = taken;
    return fail(call);
}

void cordon_call_set_siblings(CordonCall *call, const char *const *siblings)
{
    char **copy = copy_list(siblings);

    g_strfreev(call->siblings);
    call->siblings = copy;
}

const CordonPlan *cordon_call_make_plan(CordonCall *call)
{
    g_return_val_if_fail(call->state == CORDON_CALL_ASKING || call->state == CORDON_CALL_READY,
                         NULL);

    if (call->plan == NULL && !cordon_call_plan(call))
        fail(call);
    return call->plan;
}

void cordon_call_cancel(CordonCall *call)
{
    gint before = g_atomic_int_add(&call->cancels, 1);
    CordonProcess *process = g_atomic_pointer_get(&call->process);

    if (process == NULL)
        return;
    /* The first is sent once, by whoever sees it first: this, or the thread that starts the process. */
    if (before > 0 || g_atomic_int_compare_and_exchange(&call->stop_is_sent, 0, 1))
        cordon_process_stop(process);
}

/* --- what is to be seen ------------------------------------------------------------------- */

CordonCallState cordon_call_get_state(const CordonCall *call)
{
    return call->state;
}

const CordonJudgement *cordon_call_get_judgement(const CordonCall *call)
{
    return call->judgement;
}

const CordonPlan *cordon_call_get_plan(const CordonCall *call)
{
    return call->plan;
}

const CordonResult *cordon_call_get_result(const CordonCall *call)
{
    return call->result;
}

CordonCallEnd cordon_call_get_end(const CordonCall *call)
{
    return call->end;
}

const GError *cordon_call_get_error(const CordonCall *call)
{
    return call->error;
}

const char *cordon_call_get_denied_by(const CordonCall *call)
{
    return call->denied_by;
}

const char *cordon_call_get_approval(const CordonCall *call)
{
    return call->approval;
}

const char *cordon_call_get_message(const CordonCall *call)
{
    return call->message;
}

guint cordon_call_get_time_limit_ms(const CordonCall *call)
{
    return call->time_limit_ms;
}

gboolean cordon_call_is_sandboxed(const CordonCall *call)
{
    return call->is_sandboxed;
}

const char *cordon_call_get_cwd(const CordonCall *call)
{
    return call->cwd;
}

const char *const *cordon_call_get_notices(const CordonCall *call)
{
    return (const char *const *)call->notices->pdata;
}

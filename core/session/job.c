/* SPDX-License-Identifier: MIT */
/* A job: what was asked for, where it stands, what came of it. */
#define _POSIX_C_SOURCE 200809L /* strnlen() */
#include "session/session.h"

#include <string.h>

#include "base/quote.h"
#include "engine/report.h"

const char *cordon_job_state_name(CordonJobState state)
{
    switch (state) {
    case CORDON_JOB_JUDGING:
        return "judging";
    case CORDON_JOB_ASKING:
        return "asking";
    case CORDON_JOB_QUEUED:
        return "queued";
    case CORDON_JOB_RUNNING:
        return "running";
    case CORDON_JOB_ENDED:
    default:
        return "ended";
    }
}

/* --- making and freeing --------------------------------------------------------------------- */

static char *as_utf8(const char *bytes, gsize size)
{
    GString *text = g_string_new(NULL);

    cordon_ring_append_utf8(text, bytes, size);
    return g_string_free(text, FALSE);
}

static char *copy_client(const char *client)
{
    return client != NULL ? as_utf8(client, strnlen(client, MAX_CLIENT_BYTES)) : NULL;
}

CordonJob *cordon_job_new(CordonSession *session, CordonAgent *agent,
                          const CordonJobRequest *request)
{
    CordonJob *job = g_new0(CordonJob, 1);

    job->references = 1;
    job->session = session;
    job->agent = cordon_agent_remember(agent);
    job->user = cordon_agent_ref(agent);
    job->id = cordon_session_new_id("job-");
    job->client = copy_client(request->client);
    job->source = g_strdup(request->source);
    job->command = request->line != NULL ? as_utf8(request->line, request->line_size)
                                         : cordon_quote_argv(request->argv);
    job->command_bytes = strlen(job->command);
    job->created_ms = cordon_session_now_ms();
    g_mutex_init(&job->output_lock);
    job->ring = cordon_ring_new(JOB_RING_BYTES);
    return job;
}

static void outcome_clear(CordonJobOutcome *outcome)
{
    g_free(outcome->verdict);
    g_free(outcome->exit);
    g_free(outcome->backend);
    g_free(outcome->message);
    g_strfreev(outcome->notices);
    if (outcome->out != NULL)
        g_string_free(outcome->out, TRUE);
    if (outcome->err != NULL)
        g_string_free(outcome->err, TRUE);
}

CordonJob *cordon_job_ref(CordonJob *job)
{
    g_atomic_int_inc(&job->references);
    return job;
}

void cordon_job_unref(CordonJob *job)
{
    if (job == NULL || !g_atomic_int_dec_and_test(&job->references))
        return;
    cordon_call_free(job->call);
    outcome_clear(&job->outcome);
    cordon_agent_unref(job->user);
    cordon_agent_forget(job->agent);
    cordon_ring_free(job->ring);
    g_mutex_clear(&job->output_lock);
    g_free(job->id);
    g_free(job->client);
    g_free(job->source);
    g_free(job->command);
    g_free(job->cwd);
    g_free(job->digest);
    g_free(job);
}

/* --- the end -------------------------------------------------------------------------------- */

static char *exit_to_json(const CordonResult *result)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_result_write_exit(result, writer);
    cordon_json_end_object(writer);
    g_autofree char *json = cordon_json_writer_finish(writer);
    /* {"exit":X}: X. */
    const char *begin = strchr(json, ':') + 1;
    return g_strndup(begin, strlen(begin) - 1);
}

static GString *kept_to_text(const CordonKept *kept)
{
    g_autoptr(GString) bytes = g_string_new(NULL);
    GString *text = g_string_new(NULL);

    cordon_kept_append(kept, bytes);
    cordon_ring_append_utf8(text, bytes->str, bytes->len);
    return text;
}

static void take_result(CordonJobOutcome *outcome, const CordonCall *call,
                        const CordonResult *result)
{
    outcome->has_run = TRUE;
    outcome->exit = exit_to_json(result);
    outcome->backend = g_strdup(cordon_plan_get_backend(cordon_call_get_plan(call)));
    outcome->status = cordon_result_exit_status(result);
    outcome->duration_ms = result->duration_ms;
    outcome->killed = result->killed;
    outcome->out = kept_to_text(&result->out);
    outcome->err = kept_to_text(&result->err);
    outcome->out_bytes = result->out.total_bytes;
    outcome->err_bytes = result->err.total_bytes;
    outcome->out_cut = result->out.cut_bytes;
    outcome->err_cut = result->err.cut_bytes;
}

static CordonJobOutcome make_outcome(const CordonCall *call)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(call);
    const CordonResult *result = cordon_call_get_result(call);
    const GError *error = cordon_call_get_error(call);
    CordonJobOutcome outcome = {
        .end = cordon_call_get_end(call),
        .verdict = judgement != NULL ? cordon_judgement_to_json(judgement) : NULL,
        .approval = cordon_call_get_approval(call),
        .denied_by = cordon_call_get_denied_by(call),
        .error_code = error != NULL ? cordon_error_code_name(error) : NULL,
        .message = g_strdup(cordon_call_get_message(call)),
        .notices = g_strdupv((char **)(guintptr)cordon_call_get_notices(call)),
        .is_sandboxed = cordon_call_is_sandboxed(call),
        .time_limit_ms = cordon_call_get_time_limit_ms(call),
    };

    if (result != NULL)
        take_result(&outcome, call, result);
    return outcome;
}

static gsize kept_bytes(const CordonJob *job)
{
    const CordonJobOutcome *outcome = &job->outcome;

    return job->command_bytes + (outcome->out != NULL ? outcome->out->allocated_len : 0) +
           (outcome->err != NULL ? outcome->err->allocated_len : 0) +
           cordon_ring_get_kept(job->ring);
}

/* lock held.  Those that ended first go first; *ret_gone gets their references. */
static void forget_oldest(CordonSession *session, GPtrArray *ret_gone)
{
    while (session->ended.length > session->max_ended || session->ended_bytes > MAX_ENDED_BYTES) {
        CordonJob *oldest = g_queue_pop_head(&session->ended);
        session->ended_bytes -= kept_bytes(oldest);
        session->count[CORDON_JOB_ENDED]--;
        g_hash_table_remove(session->jobs, oldest->id);
        g_queue_remove(&session->order, oldest);
        g_ptr_array_add(ret_gone, oldest);
    }
}

void cordon_job_end(CordonJob *job)
{
    CordonSession *session = job->session;
    g_autoptr(GPtrArray) gone = g_ptr_array_new_with_free_func((GDestroyNotify)cordon_job_unref);
    CordonJobOutcome outcome = make_outcome(job->call);
    CordonAgent *user;
    CordonCall *call;

    g_mutex_lock(&session->lock);
    user = g_steal_pointer(&job->user);
    call = g_steal_pointer(&job->call);
    job->outcome = outcome;
    job->ended_ms = cordon_session_now_ms();
    session->waiting_bytes -= job->command_bytes;
    session->ended_bytes += kept_bytes(job);
    g_queue_push_tail(&session->ended, job);
    cordon_job_set_state(job, CORDON_JOB_ENDED);
    forget_oldest(session, gone);
    g_cond_broadcast(&session->changed);
    g_mutex_unlock(&session->lock);
    /* Closes the descriptors of the folders. */
    cordon_call_free(call);
    cordon_agent_unref(user);
}

void cordon_job_set_state(CordonJob *job, CordonJobState state)
{
    CordonSession *session = job->session;
    g_autofree char *data = NULL;

    session->count[job->state]--;
    session->count[state]++;
    job->state = state;
    if (session->listener == NULL)
        return;
    data = cordon_job_describe(job, FALSE);
    cordon_session_emit(session, CORDON_EVENT_JOB, job->id, data);
}

gboolean cordon_job_wait(CordonJob *job, guint timeout_ms)
{
    gint64 end = g_get_monotonic_time() + (gint64)timeout_ms * 1000;

    g_mutex_lock(&job->session->lock);
    while (job->state != CORDON_JOB_ENDED) {
        if (timeout_ms == G_MAXUINT)
            g_cond_wait(&job->session->changed, &job->session->lock);
        else if (!g_cond_wait_until(&job->session->changed, &job->session->lock, end))
            break;
    }
    gboolean is_ended = job->state == CORDON_JOB_ENDED;
    g_mutex_unlock(&job->session->lock);
    return is_ended;
}

/* --- finding -------------------------------------------------------------------------------- */

CordonJob *cordon_session_find_job(CordonSession *session, const char *id)
{
    g_mutex_lock(&session->lock);
    CordonJob *job = g_hash_table_lookup(session->jobs, id);
    if (job != NULL)
        cordon_job_ref(job);
    g_mutex_unlock(&session->lock);
    return job;
}

GPtrArray *cordon_session_list_jobs(CordonSession *session, guint max)
{
    GPtrArray *jobs = g_ptr_array_new_with_free_func((GDestroyNotify)cordon_job_unref);

    g_mutex_lock(&session->lock);
    for (GList *item = session->order.tail; item != NULL && jobs->len < max; item = item->prev)
        g_ptr_array_add(jobs, cordon_job_ref(item->data));
    g_mutex_unlock(&session->lock);
    return jobs;
}

const char *cordon_job_get_id(const CordonJob *job)
{
    return job->id;
}

CordonAgent *cordon_job_get_agent(const CordonJob *job)
{
    return job->agent;
}

CordonJobState cordon_job_get_state(CordonJob *job)
{
    g_mutex_lock(&job->session->lock);
    CordonJobState state = job->state;
    g_mutex_unlock(&job->session->lock);
    return state;
}

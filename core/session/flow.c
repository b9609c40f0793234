/* SPDX-License-Identifier: MIT */
/* A job from state to state.  Judging and running are done by threads of the session; in between, whoever answers hands the job
 * on. */
#include "session/call.h"
#include "session/session.h"

/* A reference goes with it. */
static void give(CordonCrew *crew, CordonJob *job)
{
    cordon_crew_give(crew, cordon_job_ref(job));
}

static void queue_run(CordonJob *job)
{
    g_mutex_lock(&job->session->lock);
    cordon_job_set_state(job, CORDON_JOB_QUEUED);
    g_mutex_unlock(&job->session->lock);
    give(job->session->runners, job);
}

static guint approval_timeout_s(CordonSession *session)
{
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(session->settings, NULL);

    /* Settings that cannot be read any more: what waits is denied soon. */
    return settings != NULL ? settings->approval_timeout_s : 1;
}

static void ask(CordonJob *job)
{
    guint timeout_s = approval_timeout_s(job->session);

    g_mutex_lock(&job->session->lock);
    gboolean is_open = cordon_approval_open(job, timeout_s);
    g_mutex_unlock(&job->session->lock);
    if (!is_open)
        cordon_flow_answer(job, CORDON_ANSWER_NOBODY, NULL);
}

/* Where the call stands, there the job goes. */
static void go_on(CordonJob *job)
{
    switch (cordon_call_get_state(job->call)) {
    case CORDON_CALL_READY:
        queue_run(job);
        break;
    case CORDON_CALL_ASKING:
        ask(job);
        break;
    case CORDON_CALL_NEW:
    case CORDON_CALL_ENDED:
    default:
        cordon_job_end(job);
        break;
    }
}

void cordon_flow_judge(gpointer data, gpointer session)
{
    g_autoptr(CordonJob) job = data;

    (void)session;
    cordon_call_advance(job->call);
    go_on(job);
}

/* A job may have waited for minutes, and who asked may be nobody any more; also another loop may have come into its folder. */
static gboolean may_still_run(CordonJob *job, GError **error)
{
    CordonAgentFacts facts = {0};
    g_auto(GStrv) siblings = NULL;
    const char *why = NULL;

    if (!cordon_agent_look_up(job->agent, &facts, &siblings, error))
        return FALSE;
    if ((facts.tools & CORDON_TOOL_RUN_COMMAND) == 0)
        why = "Nothing ran: the role lost its commands before this one had its turn.";
    else if (!facts.full_auto && g_strcmp0(cordon_call_get_approval(job->call), "full-auto") == 0)
        why = "Nothing ran: Full Auto was switched off before this command had its turn. Send it "
              "again, and the user is asked.";
    else
        cordon_call_set_siblings(job->call, (const char *const *)siblings);
    if (why != NULL)
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_CANCELLED, why);
    return why == NULL;
}

void cordon_flow_run(gpointer data, gpointer user_data)
{
    g_autoptr(CordonJob) job = data;
    CordonSession *session = user_data;
    GError *error = NULL;

    g_mutex_lock(&session->lock);
    job->started_ms = cordon_session_now_ms();
    cordon_job_set_state(job, CORDON_JOB_RUNNING);
    gboolean is_cancelled = job->is_cancelled;
    g_mutex_unlock(&session->lock);
    if (is_cancelled || may_still_run(job, &error))
        cordon_call_advance(job->call);
    else
        cordon_call_refuse(job->call, error);
    cordon_job_end(job);
}

void cordon_flow_answer(CordonJob *job, CordonAnswer answer, const char *by)
{
    /* One that was cancelled meanwhile ends as that. */
    if (cordon_call_advance(job->call) == CORDON_CALL_ASKING)
        cordon_call_answer(job->call, answer, by);
    go_on(job);
}

void cordon_flow_refuse(CordonJob *job, const char *message)
{
    if (cordon_call_advance(job->call) == CORDON_CALL_ASKING)
        cordon_call_refuse(job->call,
                           g_error_new_literal(CORDON_ERROR, CORDON_ERROR_CANCELLED, message));
    go_on(job);
}

/* --- beginning and cancelling --------------------------------------------------------------- */

static gboolean refuse(GError **error, CordonSessionError code, const char *message)
{
    g_set_error_literal(error, CORDON_SESSION_ERROR, (gint)code, message);
    return FALSE;
}

/* lock held */
static gboolean has_room(const CordonSession *session, gsize bytes, GError **error)
{
    guint judging = session->count[CORDON_JOB_JUDGING];

    if (session->is_stopping)
        return refuse(error, CORDON_SESSION_ERROR_STOPPING,
                      "The command was not taken: the gateway is stopping.");
    if (judging + session->count[CORDON_JOB_QUEUED] >= session->max_waiting)
        return refuse(error, CORDON_SESSION_ERROR_FULL,
                      "The command was not taken: too many wait for their turn. Try again later.");
    /* Each that is judged may be one that asks. */
    if (judging + session->count[CORDON_JOB_ASKING] >= session->max_waiting)
        return refuse(error, CORDON_SESSION_ERROR_FULL,
                      "The command was not taken: too many wait for the user's answer. Try again "
                      "when some of them were answered.");
    if (session->waiting_bytes + bytes > MAX_WAITING_BYTES)
        return refuse(
            error, CORDON_SESSION_ERROR_FULL,
            "The command was not taken: the commands that wait are too long together. Try "
            "again later.");
    return TRUE;
}

static gboolean enter(CordonSession *session, CordonJob *job, GError **error)
{
    g_mutex_lock(&session->lock);
    gboolean is_taken = has_room(session, job->command_bytes, error);
    if (is_taken) {
        g_hash_table_insert(session->jobs, job->id, job);
        g_queue_push_tail(&session->order, cordon_job_ref(job));
        session->waiting_bytes += job->command_bytes;
        session->count[CORDON_JOB_JUDGING]++;
        cordon_job_set_state(job, CORDON_JOB_JUDGING);
        /* Within the lock: a session that stops waits for all that was given to its threads. */
        give(session->judges, job);
    }
    g_mutex_unlock(&session->lock);
    return is_taken;
}

static gboolean is_granted(const char *board, const char *kind, gpointer data)
{
    CordonSession *session = ((CordonJob *)data)->session;

    g_mutex_lock(&session->lock);
    gboolean is = cordon_grants_has(session, board, kind);
    g_mutex_unlock(&session->lock);
    return is;
}

static gboolean take_output(CordonStream stream, const char *bytes, gsize size, gpointer data)
{
    CordonJob *job = data;

    (void)stream;
    g_mutex_lock(&job->output_lock);
    cordon_ring_add(job->ring, bytes, size);
    g_mutex_unlock(&job->output_lock);
    cordon_session_emit(job->session, CORDON_EVENT_OUTPUT, job->id, NULL);
    return TRUE;
}

static CordonCall *make_call(CordonJob *job, const CordonJobRequest *request,
                             const CordonAgentFacts *facts)
{
    CordonSession *session = job->session;
    const CordonAgent *agent = job->agent;
    const CordonCallWorld world = {
        .struct_size = sizeof world,
        .catalog = session->catalog,
        .settings = session->settings,
        .audit = session->audit,
        .is_granted = is_granted,
        .output = take_output,
        .user_data = job,
        .nobody_hint = session->nobody_hint,
    };
    /* Without siblings: may_still_run() gives it those of the moment when it has its turn. */
    const CordonCaller caller = {
        .struct_size = sizeof caller,
        .project = agent->project,
        .loop = agent->loop,
        .app_folders = (const char *const *)session->app_folders,
        .role = agent->role,
        .tools = facts->tools,
        .board = agent->board,
        .bubble = agent->name,
        .client = job->client,
        .source = job->source,
        .full_auto = facts->full_auto,
    };
    const CordonCallRequest wanted = {
        .struct_size = sizeof wanted,
        .id = job->id,
        .line = request->line,
        .line_size = request->line_size,
        .argv = request->argv,
        .cwd = request->cwd,
        .max_time_limit_ms = request->time_limit_ms,
        .stdin_fd = -1,
        .keep_bytes = JOB_KEEP_BYTES,
    };

    return cordon_call_new(&world, &caller, &wanted);
}

CordonJob *cordon_session_start_job(CordonSession *session, CordonAgent *agent,
                                    const CordonJobRequest *request, GError **error)
{
    CordonAgentFacts facts = {0};

    if (request->struct_size < sizeof *request ||
        (request->line == NULL && (request->argv == NULL || request->argv[0] == NULL))) {
        refuse(error, CORDON_SESSION_ERROR_INVALID, "There is no command to run.");
        return NULL;
    }
    if (!cordon_agent_look_up(agent, &facts, NULL, error))
        return NULL;
    g_autoptr(CordonJob) job = cordon_job_new(session, agent, request);
    job->call = make_call(job, request, &facts);
    job->cwd = g_strdup(cordon_call_get_cwd(job->call));
    return enter(session, job, error) ? g_steal_pointer(&job) : NULL;
}

void cordon_job_cancel(CordonJob *job)
{
    CordonSession *session = job->session;

    g_mutex_lock(&session->lock);
    gboolean is_mine = job->state == CORDON_JOB_ASKING && !job->is_claimed;
    job->is_claimed |= is_mine;
    job->is_cancelled = TRUE;
    /* The call lives as long as the job has not ended, which needs the lock. */
    if (job->call != NULL)
        cordon_call_cancel(job->call);
    g_mutex_unlock(&session->lock);
    if (!is_mine)
        return;
    cordon_approval_answer(job, CORDON_ANSWER_DENY, NULL);
}

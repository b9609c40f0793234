/* SPDX-License-Identifier: MIT */
/* What waits for the user: who may answer, and for how long. */
#include "session/call.h"
#include "session/session.h"

#include <cordon/image.h>
#include <string.h>

#define TICK_US G_USEC_PER_SEC

/* --- the queue ------------------------------------------------------------------------------ */

/* Of all that makes the command what it is: what was shown is what may run. */
static char *make_digest(const CordonJob *job)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(job->call);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    const char *texts[] = {job->id, job->agent->board, job->agent->loop, job->cwd,
                           cordon_rule_name(judgement->rule)};

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_checksum_update(sum, (const guchar *)texts[i], (gssize)strlen(texts[i]) + 1);
    for (gsize i = 0; judgement->argv[i] != NULL; i++)
        g_checksum_update(sum, (const guchar *)judgement->argv[i],
                          (gssize)strlen(judgement->argv[i]) + 1);
    return g_strdup(g_checksum_get_string(sum));
}

gboolean cordon_approval_open(CordonJob *job, guint timeout_s)
{
    CordonSession *session = job->session;

    if (session->windows == 0 || session->is_stopping || job->is_cancelled)
        return FALSE;
    job->digest = make_digest(job);
    job->asked_ms = cordon_session_now_ms();
    job->deadline_us = g_get_monotonic_time() + (gint64)timeout_s * G_USEC_PER_SEC;
    cordon_job_set_state(job, CORDON_JOB_ASKING);
    cordon_approval_tell(job);
    return TRUE;
}

GPtrArray *cordon_approval_claim(CordonSession *session, CordonApprovalFilter wants,
                                 gconstpointer data)
{
    GPtrArray *claimed = g_ptr_array_new_with_free_func((GDestroyNotify)cordon_job_unref);

    if (session->count[CORDON_JOB_ASKING] == 0)
        return claimed;
    for (GList *item = session->order.head; item != NULL; item = item->next) {
        CordonJob *job = item->data;
        if (job->state != CORDON_JOB_ASKING || job->is_claimed || !wants(job, data))
            continue;
        job->is_claimed = TRUE;
        g_ptr_array_add(claimed, cordon_job_ref(job));
    }
    return claimed;
}

static void tell(CordonJob *job)
{
    g_mutex_lock(&job->session->lock);
    cordon_approval_tell(job);
    g_mutex_unlock(&job->session->lock);
}

void cordon_approval_answer(CordonJob *job, CordonAnswer answer, const char *by)
{
    cordon_flow_answer(job, answer, by);
    tell(job);
}

void cordon_approval_answer_all(GPtrArray *jobs, CordonAnswer answer, const char *by)
{
    for (guint i = 0; i < jobs->len; i++)
        cordon_approval_answer(g_ptr_array_index(jobs, i), answer, by);
    g_ptr_array_unref(jobs);
}

/* --- windows -------------------------------------------------------------------------------- */

static gboolean is_any(CordonJob *job, gconstpointer data)
{
    (void)job;
    (void)data;
    return TRUE;
}

void cordon_session_add_window(CordonSession *session)
{
    g_mutex_lock(&session->lock);
    session->windows++;
    g_mutex_unlock(&session->lock);
}

void cordon_session_remove_window(CordonSession *session)
{
    GPtrArray *left = NULL;

    g_mutex_lock(&session->lock);
    g_warn_if_fail(session->windows > 0);
    if (session->windows > 0 && --session->windows == 0)
        left = cordon_approval_claim(session, is_any, NULL);
    g_mutex_unlock(&session->lock);
    if (left != NULL)
        cordon_approval_answer_all(left, CORDON_ANSWER_NOBODY, NULL);
}

guint cordon_session_count_windows(CordonSession *session)
{
    g_mutex_lock(&session->lock);
    guint windows = session->windows;
    g_mutex_unlock(&session->lock);
    return windows;
}

/* --- answers -------------------------------------------------------------------------------- */

static gboolean stale(GError **error, const char *message)
{
    g_set_error_literal(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_STALE, message);
    return FALSE;
}

/* lock held.  Claims the job when the answer counts; *ret_same: it was given before. */
static gboolean take_answer(CordonJob *job, const char *digest, CordonAnswer answer,
                            gboolean *ret_same, GError **error)
{
    *ret_same = job->is_answered && job->answer == answer && g_strcmp0(job->digest, digest) == 0;
    if (*ret_same)
        return TRUE;
    if (job->is_claimed || job->state != CORDON_JOB_ASKING)
        return stale(error, "This was answered already, or its time is over.");
    if (g_strcmp0(job->digest, digest) != 0)
        return stale(error, "What was shown is not what waits here; look at it again.");
    job->is_claimed = job->is_answered = TRUE;
    job->answer = answer;
    return TRUE;
}

/* lock held */
static void grant(CordonJob *job)
{
    cordon_grants_add(job->session, job->agent->board, cordon_call_get_judgement(job->call)->kinds);
}

gboolean cordon_session_answer(CordonSession *session, const char *id, const char *digest,
                               CordonAnswer answer, const char *by, GError **error)
{
    g_autoptr(CordonJob) job = cordon_session_find_job(session, id);
    gboolean is_same = FALSE;

    if (answer != CORDON_ANSWER_ONCE && answer != CORDON_ANSWER_SESSION &&
        answer != CORDON_ANSWER_DENY) {
        g_set_error_literal(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_INVALID,
                            "The answer is once, session or deny.");
        return FALSE;
    }
    if (job == NULL) {
        g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_NOT_FOUND,
                    "There is no approval \"%s\".", id);
        return FALSE;
    }
    g_mutex_lock(&session->lock);
    gboolean is_taken = take_answer(job, digest, answer, &is_same, error);
    if (is_taken && !is_same && answer == CORDON_ANSWER_SESSION)
        grant(job);
    g_mutex_unlock(&session->lock);
    if (!is_taken || is_same)
        return is_taken;
    cordon_approval_answer(job, answer, by);
    if (answer == CORDON_ANSWER_SESSION)
        cordon_approval_review(session);
    return TRUE;
}

/* --- what changed meanwhile ------------------------------------------------------------------- */

static gboolean is_covered(CordonJob *job, gconstpointer data)
{
    const char *const *kinds = cordon_call_get_judgement(job->call)->kinds;

    (void)data;
    if (kinds == NULL || kinds[0] == NULL)
        return FALSE;
    for (gsize i = 0; kinds[i] != NULL; i++)
        if (!cordon_grants_has(job->session, job->agent->board, kinds[i]))
            return FALSE;
    return TRUE;
}

static gboolean is_full_auto(CordonJob *job, gconstpointer settings)
{
    const CordonBoard *board = cordon_agent_find_board(job->agent, settings);

    return board != NULL && board->full_auto;
}

/* Its bubble was removed, or is another one now. */
static gboolean is_gone(CordonJob *job, gconstpointer settings)
{
    const CordonAgent *agent = job->agent;
    guint tools = 0;

    return !cordon_agent_is_there(agent, settings) ||
           !cordon_settings_find_role(settings, agent->role, &tools) ||
           (tools & CORDON_TOOL_RUN_COMMAND) == 0;
}

static gboolean is_outdated(CordonJob *job, gconstpointer settings)
{
    return cordon_call_find_outdated(job->call, settings) != NULL;
}

/* What they were judged by holds no more; frees the array. */
static void refuse_all(GPtrArray *jobs, const CordonSettings *settings)
{
    for (guint i = 0; i < jobs->len; i++) {
        CordonJob *job = g_ptr_array_index(jobs, i);
        cordon_flow_refuse(job, cordon_call_find_outdated(job->call, settings));
        tell(job);
    }
    g_ptr_array_unref(jobs);
}

void cordon_approval_review(CordonSession *session)
{
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(session->settings, NULL);
    GPtrArray *gone = NULL, *outdated = NULL, *automatic = NULL;

    g_mutex_lock(&session->lock);
    if (settings != NULL) {
        gone = cordon_approval_claim(session, is_gone, settings);
        outdated = cordon_approval_claim(session, is_outdated, settings);
        automatic = cordon_approval_claim(session, is_full_auto, settings);
    } else {
        gone = cordon_approval_claim(session, is_any, NULL);
    }
    GPtrArray *covered = cordon_approval_claim(session, is_covered, NULL);
    g_mutex_unlock(&session->lock);
    cordon_approval_answer_all(gone, CORDON_ANSWER_DENY, "settings");
    if (outdated != NULL)
        refuse_all(outdated, settings);
    if (automatic != NULL)
        cordon_approval_answer_all(automatic, CORDON_ANSWER_FULL_AUTO, "settings");
    cordon_approval_answer_all(covered, CORDON_ANSWER_SESSION, "grant");
}

/* --- the clock ------------------------------------------------------------------------------ */

static gboolean is_late(CordonJob *job, gconstpointer now)
{
    return job->deadline_us <= *(const gint64 *)now;
}

/* Other programs may change the file.  TRUE: they are not what they were. */
gboolean cordon_approval_look_at_settings(CordonSession *session)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(session->settings, &error);
    char *seen =
        settings != NULL ? cordon_settings_to_json(settings, FALSE) : g_strdup(error->message);
    if (settings != NULL)
        cordon_image_set_default(settings->docker_image);
    gboolean is_changed = g_strcmp0(seen, session->settings_seen) != 0;

    g_free(session->settings_seen);
    session->settings_seen = seen;
    return is_changed;
}

static void tell_change(CordonSession *session)
{
    g_mutex_lock(&session->lock);
    cordon_session_emit(session, CORDON_EVENT_SETTINGS, "settings", "{}");
    g_mutex_unlock(&session->lock);
    cordon_approval_review(session);
}

gpointer cordon_approval_clock(gpointer data)
{
    CordonSession *session = data;

    for (;;) {
        g_mutex_lock(&session->lock);
        gint64 now = g_get_monotonic_time();
        gint64 end = now + TICK_US;
        while (!session->is_stopping && g_cond_wait_until(&session->changed, &session->lock, end))
            ;
        gboolean is_stopping = session->is_stopping;
        now = g_get_monotonic_time();
        GPtrArray *late = cordon_approval_claim(session, is_late, &now);
        g_mutex_unlock(&session->lock);
        cordon_approval_answer_all(late, CORDON_ANSWER_TIMEOUT, NULL);
        if (is_stopping)
            return NULL;
        if (cordon_approval_look_at_settings(session))
            tell_change(session);
    }
}

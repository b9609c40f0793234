/* SPDX-License-Identifier: MIT */
/* A session: its parts, its bounds, its events, its settings. */
#include "session/session.h"

#include <string.h>

#include "session/random.h"
#include "session/settings_private.h"

#define DEFAULT_RUNNING 500u
#define DEFAULT_WAITING 5000u
#define DEFAULT_ENDED   1000u
/* Judging takes the processor and, for what it asks of the disk, a moment of waiting. */
#define JUDGES 4

G_DEFINE_QUARK(cordon - session - error - quark, cordon_session_error)

const char *cordon_event_kind_name(CordonEventKind kind)
{
    switch (kind) {
    case CORDON_EVENT_JOB:
        return "job";
    case CORDON_EVENT_OUTPUT:
        return "output";
    case CORDON_EVENT_APPROVAL:
        return "approval";
    case CORDON_EVENT_SETTINGS:
        return "settings";
    case CORDON_EVENT_GRANTS:
    default:
        return "grants";
    }
}

gint64 cordon_session_now_ms(void)
{
    return g_get_real_time() / 1000;
}

char *cordon_session_new_id(const char *prefix)
{
    guchar bytes[8];
    GString *id = g_string_new(prefix);

    cordon_random_fill(bytes, sizeof bytes);
    for (gsize i = 0; i < sizeof bytes; i++)
        g_string_append_printf(id, "%02x", bytes[i]);
    return g_string_free(id, FALSE);
}

/* --- events and records ------------------------------------------------------------------- */

void cordon_session_emit(CordonSession *session, CordonEventKind kind, const char *id,
                         const char *data)
{
    if (session->listener == NULL)
        return;
    g_mutex_lock(&session->listener_lock);
    session->listener(kind, id, data, session->user_data);
    g_mutex_unlock(&session->listener_lock);
}

gboolean cordon_session_record(CordonSession *session, const char *event, GError **error, ...)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    const char *name;
    va_list pairs;

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", event);
    va_start(pairs, error);
    while ((name = va_arg(pairs, const char *)) != NULL)
        cordon_json_add_string(writer, name, va_arg(pairs, const char *));
    va_end(pairs);
    cordon_json_end_object(writer);
    g_autofree char *members = cordon_json_writer_finish(writer);
    return cordon_audit_append(session->audit, members, error);
}

/* --- making and freeing --------------------------------------------------------------------- */

static gboolean open_parts(CordonSession *session, const CordonSessionOptions *options,
                           GError **error)
{
    session->settings = cordon_settings_store_new(options->settings_path);
    session->audit = cordon_audit_open(options->audit_path, error);
    if (session->audit == NULL)
        return FALSE;
    session->catalog = options->catalog;
    if (session->catalog == NULL)
        session->catalog = session->own_catalog =
            cordon_catalog_new(NULL, CORDON_CATALOG_DEVELOPER, error);
    return session->catalog != NULL;
}

static gboolean start_threads(CordonSession *session, GError **error)
{
    session->judges = cordon_crew_new(cordon_flow_judge, session, JUDGES, error);
    if (session->judges == NULL)
        return FALSE;
    session->runners = cordon_crew_new(cordon_flow_run, session, session->max_running, error);
    if (session->runners == NULL)
        return FALSE;
    cordon_approval_look_at_settings(session);
    session->clock = g_thread_try_new("cordon-clock", cordon_approval_clock, session, error);
    return session->clock != NULL;
}

CordonSession *cordon_session_new(const CordonSessionOptions *options, GError **error)
{
    if (options->struct_size < sizeof *options) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                            "struct_size is not that of CordonSessionOptions.");
        return NULL;
    }
    CordonSession *session = g_new0(CordonSession, 1);
    g_mutex_init(&session->lock);
    g_mutex_init(&session->listener_lock);
    g_cond_init(&session->changed);
    g_queue_init(&session->order);
    g_queue_init(&session->ended);
    session->jobs = g_hash_table_new(g_str_hash, g_str_equal);
    session->grants = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    session->agents = g_ptr_array_new();
    session->app_folders = g_strdupv((char **)(guintptr)options->app_folders);
    session->nobody_hint = g_strdup(options->nobody_hint);
    session->max_running = options->max_running != 0 ? options->max_running : DEFAULT_RUNNING;
    session->max_waiting = options->max_waiting != 0 ? options->max_waiting : DEFAULT_WAITING;
    session->max_ended = options->max_ended != 0 ? options->max_ended : DEFAULT_ENDED;
    session->listener = options->listener;
    session->user_data = options->user_data;
    if (open_parts(session, options, error) && start_threads(session, error))
        return session;
    cordon_session_free(session);
    return NULL;
}

static gboolean is_any(CordonJob *job, gconstpointer data)
{
    (void)job;
    (void)data;
    return TRUE;
}

/* Nothing new begins, nobody is asked any more, what runs is stopped. */
static void stop(CordonSession *session)
{
    g_mutex_lock(&session->lock);
    session->is_stopping = TRUE;
    g_cond_broadcast(&session->changed);
    GPtrArray *asking = cordon_approval_claim(session, is_any, NULL);
    g_mutex_unlock(&session->lock);
    cordon_approval_answer_all(asking, CORDON_ANSWER_NOBODY, "stop");

    g_autoptr(GPtrArray) jobs = cordon_session_list_jobs(session, G_MAXUINT);
    for (guint i = 0; i < jobs->len; i++)
        cordon_job_cancel(g_ptr_array_index(jobs, i));
}

static void free_jobs(CordonSession *session)
{
    CordonJob *job;

    while ((job = g_queue_pop_head(&session->order)) != NULL)
        cordon_job_unref(job);
    g_queue_clear(&session->ended);
    g_hash_table_unref(session->jobs);
}

void cordon_session_free(CordonSession *session)
{
    if (session == NULL)
        return;
    stop(session);
    /* Each waits for what it was given; a judge may give to the runners. */
    cordon_crew_free(session->judges);
    cordon_crew_free(session->runners);
    if (session->clock != NULL)
        g_thread_join(session->clock);
    free_jobs(session);
    g_hash_table_unref(session->grants);
    g_ptr_array_unref(session->agents);
    g_strfreev(session->app_folders);
    g_free(session->nobody_hint);
    g_free(session->settings_seen);
    cordon_catalog_free(session->own_catalog);
    cordon_audit_free(session->audit);
    cordon_settings_store_free(session->settings);
    g_mutex_clear(&session->lock);
    g_mutex_clear(&session->listener_lock);
    g_cond_clear(&session->changed);
    g_free(session);
}

/* --- what it has ---------------------------------------------------------------------------- */

CordonSettingsStore *cordon_session_get_settings(CordonSession *session)
{
    return session->settings;
}

CordonAudit *cordon_session_get_audit(CordonSession *session)
{
    return session->audit;
}

const CordonCatalog *cordon_session_get_catalog(CordonSession *session)
{
    return session->catalog;
}

char *cordon_session_to_json(CordonSession *session)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_object(writer, "jobs");
    g_mutex_lock(&session->lock);
    for (guint i = 0; i < G_N_ELEMENTS(session->count); i++)
        cordon_json_add_uint(writer, cordon_job_state_name((CordonJobState)i), session->count[i]);
    cordon_json_end_object(writer);
    cordon_json_add_uint(writer, "windows", session->windows);
    cordon_json_add_uint(writer, "grants", g_hash_table_size(session->grants));
    cordon_json_add_uint(writer, "agents", session->agents->len);
    g_mutex_unlock(&session->lock);
    cordon_json_add_uint(writer, "max_running", session->max_running);
    cordon_json_add_uint(writer, "max_waiting", session->max_waiting);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

/* --- settings ------------------------------------------------------------------------------- */

typedef struct {
    CordonSession *session;
    CordonSettingsChange change;
    gpointer user_data;
    const char *by;
    GError *error;
} RecordedChange;

static gboolean record_difference(const char *action, const char *key, const char *before,
                                  const char *value, gpointer data)
{
    RecordedChange *recorded = data;

    return cordon_session_record(recorded->session, "settings", &recorded->error, "by",
                                 recorded->by, "action", action, "key", key, "before", before,
                                 "value", value, NULL);
}

/* A change that cannot be recorded is not made: this is before the file is written. */
static gboolean change_and_record(CordonSettings *settings, gpointer data, GError **error)
{
    RecordedChange *recorded = data;
    g_autoptr(CordonSettings) before = cordon_settings_copy(settings);

    if (!recorded->change(settings, recorded->user_data, error))
        return FALSE;
    if (cordon_settings_diff(before, settings, record_difference, recorded))
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&recorded->error));
    return FALSE;
}

gboolean cordon_session_change_settings(CordonSession *session, CordonSettingsChange change,
                                        gpointer user_data, const char *by, GError **error)
{
    RecordedChange recorded = {session, change, user_data, by, NULL};
    g_autoptr(GError) problem = NULL;
    gboolean is_changed =
        cordon_settings_store_change(session->settings, change_and_record, &recorded, &problem);

    if (!is_changed) {
        cordon_session_record(session, "settings", NULL, "by", by, "decision", "failed", "error",
                              problem->message, NULL);
        g_propagate_error(error, g_steal_pointer(&problem));
        return FALSE;
    }
    g_mutex_lock(&session->lock);
    cordon_session_emit(session, CORDON_EVENT_SETTINGS, "settings", "{}");
    g_mutex_unlock(&session->lock);
    cordon_approval_review(session);
    return TRUE;
}

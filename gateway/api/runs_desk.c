/* SPDX-License-Identifier: MIT */
/* Answers that wait for a run. */
#include "api/runs_desk.h"

#include <string.h>

#define FOLLOW_CHUNK_BYTES 65536u
/* More is not read from the run until the client has read. */
#define FOLLOW_MAX_QUEUED 262144u
#define FOLLOW_RETRY_MS   50u

struct RunDesk {
    GPtrArray *waiting;   /* of Waiting */
    GPtrArray *following; /* of Following */
};

typedef struct {
    RunDesk *desk;
    ApiCall *call;
    CordonJob *job;
    gboolean with_output;
    guint timeout;
} Waiting;

typedef struct {
    RunDesk *desk;
    HttpStream *stream;
    CordonJob *job;
    guint64 offset;
    guint retry; /* a source, or 0 */
} Following;

/* --- until it has ended --- */

static void answer_now(ApiCall *call, CordonJob *job, gboolean with_output)
{
    api_send(call, call->status, cordon_job_to_json(job, with_output));
}

/* Also when the client went: then there is nobody to answer. */
static void end_waiting(Waiting *waiting)
{
    g_ptr_array_remove_fast(waiting->desk->waiting, waiting);
    if (waiting->timeout != 0)
        g_source_remove(waiting->timeout);
    answer_now(waiting->call, waiting->job, waiting->with_output);
    api_call_unref(waiting->call);
    cordon_job_unref(waiting->job);
    g_free(waiting);
}

static gboolean waited_long_enough(gpointer data)
{
    Waiting *waiting = data;

    waiting->timeout = 0;
    end_waiting(waiting);
    return G_SOURCE_REMOVE;
}

void run_desk_answer(RunDesk *desk, ApiCall *call, CordonJob *job, guint wait_ms,
                     gboolean with_output)
{
    if (wait_ms == 0 || cordon_job_get_state(job) == CORDON_JOB_ENDED ||
        desk->waiting->len >= RUNS_MAX_WAITING) {
        answer_now(call, job, with_output);
        return;
    }
    Waiting *waiting = g_new0(Waiting, 1);
    *waiting = (Waiting){
        .desk = desk,
        .call = api_call_ref(call),
        .job = cordon_job_ref(job),
        .with_output = with_output,
    };
    waiting->timeout = g_timeout_add(wait_ms, waited_long_enough, waiting);
    g_ptr_array_add(desk->waiting, waiting);
}

/* --- as long as it writes --- */

static gboolean pump(gpointer data);

static void free_following(Following *following)
{
    g_ptr_array_remove_fast(following->desk->following, following);
    if (following->retry != 0)
        g_source_remove(following->retry);
    cordon_job_unref(following->job);
    g_free(following);
}

static void following_closed(HttpStream *stream, gpointer data)
{
    (void)stream;
    free_following(data);
}

static void note_skipped(GString *text, guint64 skipped)
{
    g_autofree char *note =
        g_strdup_printf("[... %" G_GUINT64_FORMAT " bytes were not kept ...]\n", skipped);

    if (skipped > 0)
        g_string_prepend(text, note);
}

static void pump_later(Following *following)
{
    if (following->retry == 0)
        following->retry = g_timeout_add(FOLLOW_RETRY_MS, pump, following);
}

static gboolean pump(gpointer data)
{
    Following *following = data;
    gboolean more = TRUE;

    following->retry = 0;
    for (;;) {
        g_autoptr(GString) text = g_string_new(NULL);
        guint64 skipped = 0, before = following->offset;
        if (http_stream_get_queued(following->stream) > FOLLOW_MAX_QUEUED) {
            pump_later(following);
            return G_SOURCE_REMOVE;
        }
        more = cordon_job_read_output(following->job, &following->offset, FOLLOW_CHUNK_BYTES, text,
                                      &skipped);
        note_skipped(text, skipped);
        if (text->len > 0 && !http_stream_write(following->stream, text->str, text->len))
            return G_SOURCE_REMOVE; /* it is gone */
        if (!more || following->offset == before)
            break;
    }
    if (!more) {
        http_stream_end(following->stream);
        free_following(following);
    }
    return G_SOURCE_REMOVE;
}

void run_desk_follow(RunDesk *desk, ApiCall *call, CordonJob *job, guint64 offset)
{
    if (desk->following->len >= RUNS_MAX_FOLLOWING) {
        api_fail(call, 503, "full", "Too many follow output already; read it in parts instead.");
        return;
    }
    HttpRequest *request = api_take_request(call);
    if (request == NULL)
        return;
    Following *following = g_new0(Following, 1);
    *following = (Following){.desk = desk, .job = cordon_job_ref(job), .offset = offset};
    following->stream = http_stream_begin(request, "text/plain; charset=utf-8");
    api_call_unref(call);
    http_stream_set_closed(following->stream, following_closed, following);
    g_ptr_array_add(desk->following, following);
    pump(following);
}

/* --- what happens --- */

/* The event of which run came is not known: looks at all. */
static void look_anew(RunDesk *desk)
{
    for (guint i = desk->waiting->len; i-- > 0;) {
        Waiting *waiting = g_ptr_array_index(desk->waiting, i);
        if (cordon_job_get_state(waiting->job) == CORDON_JOB_ENDED)
            end_waiting(waiting);
    }
    for (guint i = desk->following->len; i-- > 0;) {
        Following *following = g_ptr_array_index(desk->following, i);
        if (following->retry == 0)
            pump(following);
    }
}

static void observe(const char *name, const char *id, const char *data, gpointer user_data)
{
    RunDesk *desk = user_data;

    (void)data;
    if (strcmp(name, EVENTS_RESET) == 0) {
        look_anew(desk);
        return;
    }
    if (strcmp(name, cordon_event_kind_name(CORDON_EVENT_JOB)) != 0 &&
        strcmp(name, cordon_event_kind_name(CORDON_EVENT_OUTPUT)) != 0)
        return;
    for (guint i = desk->waiting->len; i-- > 0;) {
        Waiting *waiting = g_ptr_array_index(desk->waiting, i);
        if (strcmp(cordon_job_get_id(waiting->job), id) == 0 &&
            cordon_job_get_state(waiting->job) == CORDON_JOB_ENDED)
            end_waiting(waiting);
    }
    for (guint i = desk->following->len; i-- > 0;) {
        Following *following = g_ptr_array_index(desk->following, i);
        if (following->retry == 0 && strcmp(cordon_job_get_id(following->job), id) == 0)
            pump(following);
    }
}

RunDesk *run_desk_new(Events *events)
{
    RunDesk *desk = g_new0(RunDesk, 1);

    desk->waiting = g_ptr_array_new();
    desk->following = g_ptr_array_new();
    events_add_observer(events, observe, desk);
    return desk;
}

void run_desk_free(RunDesk *desk)
{
    while (desk->waiting->len > 0)
        end_waiting(g_ptr_array_index(desk->waiting, 0));
    while (desk->following->len > 0) {
        Following *following = g_ptr_array_index(desk->following, 0);
        http_stream_end(following->stream);
        free_following(following);
    }
    g_ptr_array_unref(desk->waiting);
    g_ptr_array_unref(desk->following);
    g_free(desk);
}

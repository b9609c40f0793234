/* SPDX-License-Identifier: MIT */
/* One tools/call from its begin to its answer: waiting for a job, with progress on the way. */
#include <string.h>

#include "mcp/internal.h"
#include "mcp/job_result.h"
#include "mcp/text.h"

/* Without an event a call looks that often; deadlines and heartbeats are kept at the same time. */
#define LOOK_MS 1000
/* Clients give up on what is silent; some show the message. */
#define HEARTBEAT_US    (10 * G_USEC_PER_SEC)
#define OUTPUT_PAUSE_US (G_USEC_PER_SEC / 2)
/* What is read of the output for its last line, at one time; the rest comes with the next look. */
#define OUTPUT_MAX_BYTES (512u * 1024)
/* What ends sooner needs no progress: over HTTP it would turn a plain answer into a stream. */
#define QUIET_US (G_USEC_PER_SEC / 4)

McpCall *mcp_call_ref(McpCall *call)
{
    call->refs++;
    return call;
}

void mcp_call_unref(McpCall *call)
{
    if (--call->refs > 0)
        return;
    if (call->job != NULL)
        call->server->backend.job_unref(call->job);
    g_free(call->id);
    g_free(call->token);
    g_free(call->last_line);
    mcp_server_unref(call->server);
    g_free(call);
}

/* Takes the call out of all tables, so that nothing finds it any more.  The caller has a reference. */
static McpChannel *detach(McpCall *call)
{
    McpChannel *channel = g_steal_pointer(&call->channel);

    if (call->timer != NULL) {
        g_source_destroy(call->timer);
        g_clear_pointer(&call->timer, g_source_unref);
    }
    g_hash_table_remove(call->server->calls, call);
    if (channel != NULL)
        g_hash_table_remove(channel->calls, call->id);
    return channel;
}

void mcp_call_finish(McpCall *call, McpResult *taken)
{
    g_autoptr(McpResult) result = taken;

    mcp_call_ref(call);
    McpChannel *channel = detach(call);
    if (channel != NULL)
        mcp_channel_answer(channel, call->id, call->era, result);
    mcp_call_unref(call);
}

void mcp_call_abandon(McpCall *call, gboolean with_job)
{
    mcp_call_ref(call);
    /* First: the end of the job must find nobody who waits for it. */
    detach(call);
    if (with_job && call->job != NULL && call->tool->deed == MCP_DO_RUN)
        call->server->backend.job_cancel(call->job);
    mcp_call_unref(call);
}

/* --- progress ----------------------------------------------------------------------------------------- */

static void send_progress(McpCall *call, gint64 now_us)
{
    const McpBackend *backend = &call->server->backend;
    g_autoptr(McpJobFacts) facts = backend->job_facts(backend->user_data, call->job, FALSE);
    gint64 running_s =
        call->running_since_us > 0 ? (now_us - call->running_since_us) / G_USEC_PER_SEC : 0;
    g_autofree char *message = mcp_job_status_line(facts, running_s, call->last_line);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_document(writer, "progressToken", call->token);
    cordon_json_add_int(writer, "progress", ++call->progress);
    cordon_json_add_string(writer, "message", message);
    cordon_json_end_object(writer);
    g_autofree char *params = cordon_json_writer_finish(writer);
    call->last_progress_us = now_us;
    mcp_channel_notify(call->channel, "notifications/progress", params);
}

/* TRUE: there was something new to show. */
static gboolean read_last_line(McpCall *call)
{
    g_autoptr(GString) output = g_string_new(NULL);

    call->server->backend.job_read_output(call->job, &call->offset, OUTPUT_MAX_BYTES, output, NULL);
    char *line = mcp_last_line(output->str, output->len);
    if (line == NULL)
        return FALSE;
    g_free(call->last_line);
    call->last_line = line;
    return TRUE;
}

static void tell_progress(McpCall *call, CordonJobState state, gint64 now_us)
{
    /* An answer of the user takes long in any case. */
    if (state != CORDON_JOB_ASKING && now_us - call->begun_us < QUIET_US)
        return;
    gboolean is_due = state != call->told || now_us - call->last_progress_us >= HEARTBEAT_US;

    call->told = state;
    if (state == CORDON_JOB_RUNNING && now_us - call->last_progress_us >= OUTPUT_PAUSE_US)
        is_due = read_last_line(call) || is_due;
    if (is_due)
        send_progress(call, now_us);
}

/* --- waiting for a job --------------------------------------------------------------------------------- */

static McpResult *describe_job(McpCall *call)
{
    const McpBackend *backend = &call->server->backend;
    g_autoptr(McpJobFacts) facts = backend->job_facts(backend->user_data, call->job, TRUE);
    g_autofree char *text = backend->job_to_text(call->job, MCP_JOB_TEXT_BYTES);
    McpResult *result = mcp_job_result(backend->job_id(call->job), facts, text);

    /* That a command was stopped is what was asked for. */
    if (call->tool->deed == MCP_DO_CANCEL)
        result->is_error = FALSE;
    return result;
}

static gboolean on_timer(gpointer user_data)
{
    McpCall *call = user_data;

    g_clear_pointer(&call->timer, g_source_unref);
    mcp_call_look(call);
    return G_SOURCE_REMOVE;
}

/* Looks again after a while, or at the deadline. */
static void set_timer(McpCall *call, gint64 now_us)
{
    if (call->timer != NULL)
        return;
    gint64 left_ms = (call->deadline_us - now_us + 999) / 1000;
    gint64 quiet_ms = (call->begun_us + QUIET_US - now_us + 999) / 1000;

    if (call->token != NULL && quiet_ms > 0)
        left_ms = MIN(left_ms, quiet_ms);
    call->timer = g_timeout_source_new((guint)CLAMP(left_ms, 1, LOOK_MS));
    g_source_set_callback(call->timer, on_timer, mcp_call_ref(call),
                          (GDestroyNotify)mcp_call_unref);
    g_source_attach(call->timer, call->server->context);
}

/* Answers when it is time to.  FALSE: the call goes on. */
static gboolean finish_when_due(McpCall *call, CordonJobState state, gint64 now_us)
{
    if (state != CORDON_JOB_ENDED && now_us < call->deadline_us)
        return FALSE;
    mcp_call_finish(call, describe_job(call));
    return TRUE;
}

void mcp_call_look(McpCall *call)
{
    gint64 now_us = g_get_monotonic_time();

    if (call->channel == NULL || call->job == NULL)
        return;
    CordonJobState state = call->server->backend.job_state(call->job);
    if (finish_when_due(call, state, now_us))
        return;
    if (state == CORDON_JOB_RUNNING && call->running_since_us == 0)
        call->running_since_us = now_us;
    if (call->token != NULL)
        tell_progress(call, state, now_us);
    /* A client that does not read its progress is gone by now. */
    if (call->channel != NULL)
        set_timer(call, now_us);
}

gboolean mcp_call_wait(McpCall *call, gint64 wait_ms)
{
    gint64 now_us = g_get_monotonic_time();
    CordonJobState state = call->server->backend.job_state(call->job);

    call->begun_us = now_us;
    call->deadline_us = now_us + wait_ms * 1000;
    if (finish_when_due(call, state, now_us))
        return FALSE;
    mcp_call_look(call);
    return call->channel != NULL;
}

/* --- the begin -------------------------------------------------------------------------------------- */

static McpCall *call_new(const McpCallRequest *request)
{
    McpCall *call = g_new0(McpCall, 1);

    call->refs = 1;
    call->server = request->channel->server;
    call->server->refs++;
    call->channel = request->channel;
    call->id = g_strdup(request->id);
    call->token = g_strdup(request->token);
    call->era = request->era;
    call->tool = request->tool;
    /* No state at all: the first look tells. */
    call->told = (CordonJobState)-1;
    g_hash_table_insert(call->channel->calls, g_strdup(call->id), mcp_call_ref(call));
    g_hash_table_add(call->server->calls, call);
    return call;
}

gboolean mcp_call_begin(const McpCallRequest *request)
{
    const McpBackend *backend = &request->channel->server->backend;
    gboolean has_tool =
        (backend->agent_tools(request->channel->agent) & (guint)request->tool->needs) != 0;
    McpCall *call = call_new(request);
    McpArguments *arguments = request->arguments;
    gboolean is_open;

    /* A command goes to the session in any case, which refuses it by the role and records that. */
    if (!has_tool && request->tool->deed != MCP_DO_RUN) {
        is_open = mcp_refuse_role(call, request);
    } else if (request->tool->deed == MCP_DO_FILES) {
        is_open = mcp_files_begin(call, call->server, request->channel->agent, request->tool,
                                  g_steal_pointer(&arguments), request->client);
    } else {
        is_open = mcp_commands_begin(call, request);
    }
    mcp_arguments_free(arguments);
    mcp_call_unref(call);
    return is_open;
}

/* SPDX-License-Identifier: MIT */
/* One tools/call from its begin to its answer: waiting for a job, with progress on the way. */
#include <string.h>

#include "mcp/internal.h"
#include "mcp/job_result.h"
#include "mcp/text.h"

/* Without an event a call looks that often; deadlines and heartbeats are kept at the same time. */
#define LOOK_MS 1000
/* Clients give up on what is silent; some show the message. */
#define HEARTBEAT_US     (10 * G_USEC_PER_SEC)
#define OUTPUT_PAUSE_US  (G_USEC_PER_SEC / 2)
#define OUTPUT_MAX_BYTES (64u * 1024)
/* What ends sooner needs no progress: over HTTP it would turn a plain answer into a stream. */
#define QUIET_US (G_USEC_PER_SEC / 4)
/* What stopping takes, grace included. */
#define CANCEL_WAIT_MS 5000
/* Of command_output: it is in the text and in the structured content. */
#define OUTPUT_RESULT_BYTES (MCP_RESULT_MAX_BYTES / 2 - 256u)

struct McpCall {
    guint refs;
    McpServer *server;
    McpChannel *channel; /* NULL once it is over */
    char *id, *token;
    McpEra era;
    const McpTool *tool;

    CordonJob *job; /* NULL with tools for files */
    gint64 begun_us, deadline_us, running_since_us, last_progress_us;
    CordonJobState told; /* the state that progress spoke of last */
    gint64 progress;
    guint64 offset; /* in the output, for the last line */
    char *last_line;
    GSource *timer;
};

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

McpEra mcp_call_era(const McpCall *call)
{
    return call->era;
}

McpChannel *mcp_call_channel(const McpCall *call)
{
    return call->channel;
}

const char *mcp_call_id(const McpCall *call)
{
    return call->id;
}

const char *mcp_call_job_id(const McpCall *call)
{
    return call->job != NULL ? call->server->backend.job_id(call->job) : NULL;
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
    mcp_call_look(user_data);
    return G_SOURCE_REMOVE;
}

/* Looks again after a while, or at the deadline. */
static void set_timer(McpCall *call, gint64 now_us)
{
    gint64 left_ms = (call->deadline_us - now_us + 999) / 1000;
    gint64 quiet_ms = (call->begun_us + QUIET_US - now_us + 999) / 1000;

    if (call->timer != NULL) {
        g_source_destroy(call->timer);
        g_source_unref(call->timer);
    }
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

/* TRUE: the answer comes later. */
static gboolean wait_for_job(McpCall *call, gint64 wait_ms)
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

/* --- the tools ----------------------------------------------------------------------------------------- */

McpResult *mcp_refuse_role(const McpTool *tool, const char *message)
{
    return mcp_result_new_error(
        "%s%sRule: role. Your role has no tool %s: do without it, or ask the user "
        "to give you another role.",
        message != NULL ? message : "", message != NULL ? "\n" : "", tool->name);
}

/* Keeps the jobs that may have to be stopped when the connection ends. */
static void keep_job(McpChannel *channel, CordonJob *job)
{
    const McpBackend *backend = &channel->server->backend;

    if (channel->is_http)
        return;
    for (guint i = channel->jobs->len; i > 0; i--)
        if (backend->job_state(channel->jobs->pdata[i - 1]) == CORDON_JOB_ENDED)
            g_ptr_array_remove_index_fast(channel->jobs, i - 1);
    g_ptr_array_add(channel->jobs, backend->job_ref(job));
}

static CordonJob *start_job(const McpCallRequest *request, GError **error)
{
    const McpBackend *backend = &request->channel->server->backend;
    const McpArguments *arguments = request->arguments;
    const char *line = arguments->at[MCP_RUN_COMMAND].text;
    CordonJobRequest job = {
        .struct_size = sizeof job,
        .line = line,
        .line_size = strlen(line),
        .cwd = arguments->at[MCP_RUN_CWD].text,
        .client = request->client,
        .source = "mcp",
        .time_limit_ms = (guint)mcp_argument_number(arguments, MCP_RUN_TIMEOUT_S, 0) * 1000,
    };

    return backend->start_job(backend->user_data, request->channel->agent, &job, error);
}

/* One of the agent's own, or NULL. */
static CordonJob *find_job(const McpCallRequest *request)
{
    const McpBackend *backend = &request->channel->server->backend;
    CordonJob *job = backend->find_job(backend->user_data, request->arguments->at[MCP_JOB_ID].text);

    if (job != NULL && !backend->agent_is_same(backend->job_agent(job), request->channel->agent))
        g_clear_pointer(&job, backend->job_unref);
    return job;
}

static gboolean run(McpCall *call, const McpCallRequest *request)
{
    g_autoptr(GError) error = NULL;

    /* Also when the role has no commands: the session refuses that, and records it. */
    call->job = start_job(request, &error);
    if (call->job == NULL) {
        mcp_call_finish(call,
                        mcp_result_new_error("The command was not started: %s", error->message));
        return FALSE;
    }
    keep_job(call->channel, call->job);
    return wait_for_job(call,
                        mcp_argument_number(request->arguments, MCP_RUN_WAIT_MS, MCP_WAIT_MS));
}

static McpResult *read_output(McpCall *call, guint64 offset)
{
    const McpBackend *backend = &call->server->backend;
    g_autoptr(GString) output = g_string_new(NULL);
    guint64 skipped = 0;
    CordonJobState state = backend->job_state(call->job);
    gboolean more =
        backend->job_read_output(call->job, &offset, OUTPUT_RESULT_BYTES, output, &skipped);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    McpResult *result = mcp_result_new();

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "job_id", backend->job_id(call->job));
    cordon_json_add_string(writer, "state", mcp_job_state_name(state));
    cordon_json_add_bytes(writer, "output", output->str, output->len);
    cordon_json_add_uint(writer, "next_offset", offset);
    cordon_json_add_uint(writer, "skipped_bytes", skipped);
    cordon_json_add_bool(writer, "more", more);
    cordon_json_end_object(writer);
    result->structured = cordon_json_writer_finish(writer);
    mcp_result_take_text(result, g_strndup(output->str, output->len));
    mcp_result_take_text(result, g_strdup_printf("[%s; %" G_GUINT64_FORMAT
                                                 " bytes before were not kept; %s "
                                                 "with offset %" G_GUINT64_FORMAT "]",
                                                 mcp_job_state_name(state), skipped,
                                                 more ? "go on" : "that was all, end", offset));
    return result;
}

static gboolean use_job(McpCall *call, const McpCallRequest *request)
{
    const McpBackend *backend = &call->server->backend;

    call->job = find_job(request);
    if (call->job == NULL) {
        mcp_call_finish(call,
                        mcp_result_new_error(
                            "There is no such job of yours: a job_id comes from run_command, and "
                            "is forgotten some time after the command has ended."));
        return FALSE;
    }
    if (request->tool->deed == MCP_DO_OUTPUT) {
        gint64 offset = mcp_argument_number(request->arguments, MCP_JOB_OFFSET, 0);
        mcp_call_finish(call, read_output(call, (guint64)offset));
        return FALSE;
    }
    if (request->tool->deed == MCP_DO_CANCEL) {
        backend->job_cancel(call->job);
        return wait_for_job(call, CANCEL_WAIT_MS);
    }
    return wait_for_job(call,
                        mcp_argument_number(request->arguments, MCP_JOB_WAIT_MS, MCP_WAIT_MS));
}

/* Refuses what the role does not have, by the session, which records it. */
static gboolean refuse_role(McpCall *call, const McpCallRequest *request)
{
    const McpBackend *backend = &call->server->backend;
    g_autoptr(GError) error = NULL;
    CordonFiles *files = backend->open_files(request->channel->agent, request->tool->needs,
                                             request->arguments->at[request->tool->path_index].text,
                                             request->client, &error);

    g_clear_pointer(&files, backend->files_close);
    mcp_call_finish(call, mcp_refuse_role(request->tool, error != NULL ? error->message : NULL));
    return FALSE;
}

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

    if (request->tool->deed == MCP_DO_RUN) {
        is_open = run(call, request);
    } else if (!has_tool) {
        is_open = refuse_role(call, request);
    } else if (request->tool->deed == MCP_DO_FILES) {
        is_open = mcp_files_begin(call, call->server, request->channel->agent, request->tool,
                                  g_steal_pointer(&arguments), request->client);
    } else {
        is_open = use_job(call, request);
    }
    mcp_arguments_free(arguments);
    mcp_call_unref(call);
    return is_open;
}

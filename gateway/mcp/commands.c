/* SPDX-License-Identifier: MIT */
/* What the tools for commands do with the session's jobs. */
#include <string.h>

#include "mcp/internal.h"
#include "mcp/job_result.h"

/* What stopping takes, grace included. */
#define CANCEL_WAIT_MS 5000
/* Of command_output: it is in the text and in the structured content. */
#define OUTPUT_RESULT_BYTES (MCP_RESULT_MAX_BYTES / 2 - 256u)

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
    return mcp_call_wait(call,
                         mcp_argument_number(request->arguments, MCP_RUN_WAIT_MS, MCP_WAIT_MS));
}

/* Where a reader of output stands. */
static char *describe_rest(CordonJobState state, guint64 skipped, gboolean more, guint64 offset)
{
    g_autofree char *gap = skipped > 0 ? g_strdup_printf("; %" G_GUINT64_FORMAT
                                                         " bytes before that are not kept any more",
                                                         skipped)
                                       : g_strdup("");
    g_autofree char *next = more ? g_strdup_printf("go on with offset %" G_GUINT64_FORMAT, offset)
                                 : g_strdup("that was all");

    return g_strdup_printf("[%s%s; %s]", cordon_job_state_name(state), gap, next);
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
    cordon_json_add_string(writer, "state", cordon_job_state_name(state));
    cordon_json_add_bytes(writer, "output", output->str, output->len);
    cordon_json_add_uint(writer, "next_offset", offset);
    cordon_json_add_uint(writer, "skipped_bytes", skipped);
    cordon_json_add_bool(writer, "more", more);
    cordon_json_end_object(writer);
    result->structured = cordon_json_writer_finish(writer);
    if (output->len > 0)
        mcp_result_take_text(result, g_strndup(output->str, output->len));
    mcp_result_take_text(result, describe_rest(state, skipped, more, offset));
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
        return mcp_call_wait(call, CANCEL_WAIT_MS);
    }
    return mcp_call_wait(call,
                         mcp_argument_number(request->arguments, MCP_JOB_WAIT_MS, MCP_WAIT_MS));
}

/* Refuses what the role does not have, by the session, which records it. */
gboolean mcp_refuse_role(McpCall *call, const McpCallRequest *request)
{
    const McpBackend *backend = &call->server->backend;
    g_autoptr(GError) error = NULL;
    /* The first argument of a tool for jobs is no path. */
    gboolean is_for_files = request->tool->needs != CORDON_TOOL_RUN_COMMAND;
    const char *path = is_for_files ? request->arguments->at[request->tool->path_index].text : NULL;
    CordonFiles *files = backend->open_files(request->channel->agent, request->tool->needs, path,
                                             request->client, &error);

    g_clear_pointer(&files, backend->files_close);
    const char *said = error != NULL ? error->message : "";
    gboolean says_rule = strstr(said, "rule role") != NULL;
    mcp_call_finish(
        call, mcp_result_new_error(
                  "%s%s", said,
                  says_rule ? ""
                            : "\nRule: role. Your role does not have this tool: do without it, or "
                              "ask the user to give you another role."));
    return FALSE;
}

gboolean mcp_commands_begin(McpCall *call, const McpCallRequest *request)
{
    return request->tool->deed == MCP_DO_RUN ? run(call, request) : use_job(call, request);
}

/* SPDX-License-Identifier: MIT */
#include "mcp/requests.h"

#include <string.h>

#include "mcp/text.h"

#define META             "io.modelcontextprotocol/"
#define MAX_CLIENT_BYTES 200
/* How long clients may keep what they were told.  A role can be changed at any time; each call is checked anyway. */
#define DISCOVER_TTL_MS 3600000
#define TOOLS_TTL_MS    10000

McpReceived mcp_request_fail(const McpRequest *request, guint http_status, int code,
                             const char *data, const char *text)
{
    g_autofree char *message = mcp_write_error(request->message->id, code, text, data);

    request->channel->send(message, TRUE, request->era == MCP_MODERN ? http_status : 200,
                           request->channel->user_data);
    return MCP_ANSWERED;
}

void mcp_add_revisions(CordonJsonWriter *writer, const char *name)
{
    cordon_json_add_strings(writer, name, mcp_revisions());
}

/* Ends the result that is being written, and sends it. */
static McpReceived send_result(const McpRequest *request, CordonJsonWriter *writer)
{
    cordon_json_end_object(writer);
    g_autofree char *result = cordon_json_writer_finish(writer);
    g_autofree char *message = mcp_write_result(request->message->id, result);

    request->channel->send(message, TRUE, 200, request->channel->user_data);
    return MCP_ANSWERED;
}

static CordonJsonWriter *begin_result(const McpRequest *request)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    mcp_begin_result(writer, request->era);
    return writer;
}

static void add_caching(CordonJsonWriter *writer, gint64 ttl_ms)
{
    cordon_json_add_int(writer, "ttlMs", ttl_ms);
    /* What an agent is told depends on who it is. */
    cordon_json_add_string(writer, "cacheScope", "private");
}

static void add_capabilities(CordonJsonWriter *writer)
{
    cordon_json_begin_object(writer, "capabilities");
    cordon_json_begin_object(writer, "tools");
    cordon_json_add_bool(writer, "listChanged", FALSE);
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
}

static void add_instructions(CordonJsonWriter *writer, const McpChannel *channel)
{
    const McpBackend *backend = &channel->server->backend;
    g_autofree char *text = g_strdup_printf(
        "Cordon runs commands and file tools for you on the user's machine. You are a %s; your "
        "loop's "
        "folder is %s, in the project %s. Write only below your loop's folder. A command is "
        "allowed, or "
        "the user is asked, or it is denied with a rule, a reason and what to do "
        "instead: do that, and do not try the same in other words. Only the user can approve, in "
        "Cordon's panel or by `cordon approve` in a terminal of their own; while the user is "
        "asked, wait with wait_command.",
        backend->agent_role(channel->agent), backend->agent_loop(channel->agent),
        backend->agent_project(channel->agent));

    cordon_json_add_string(writer, "instructions", text);
}

/* {"name": ..., "version": ...}: "name version", or NULL. */
static char *read_client(const CordonJsonValue *info)
{
    const char *name = cordon_json_string(cordon_json_find(info, "name"));
    const char *version = cordon_json_string(cordon_json_find(info, "version"));

    if (name == NULL)
        return NULL;
    g_autofree char *text = g_strconcat(name, version != NULL ? " " : "", version, NULL);
    return mcp_plain_line(text, MAX_CLIENT_BYTES);
}

static McpReceived initialize(const McpRequest *request)
{
    const CordonJsonValue *params = request->message->params;
    McpChannel *channel = request->channel;
    const char *wanted = NULL;

    if (!cordon_json_get_string(params, "protocolVersion", TRUE, &wanted, NULL))
        return mcp_request_fail(request, 400, MCP_ERROR_PARAMS, NULL,
                                "initialize needs \"protocolVersion\", a string");
    channel->is_initialized = TRUE;
    g_free(channel->client);
    channel->client = read_client(cordon_json_find(params, "clientInfo"));
    CordonJsonWriter *writer = begin_result(request);
    cordon_json_add_string(writer, "protocolVersion", mcp_revision_for_handshake(wanted));
    add_capabilities(writer);
    mcp_add_server_info(writer, "serverInfo");
    add_instructions(writer, channel);
    return send_result(request, writer);
}

static McpReceived ping(const McpRequest *request)
{
    return send_result(request, begin_result(request));
}

static McpReceived discover(const McpRequest *request)
{
    CordonJsonWriter *writer = begin_result(request);

    mcp_add_revisions(writer, "supportedVersions");
    add_capabilities(writer);
    add_instructions(writer, request->channel);
    add_caching(writer, DISCOVER_TTL_MS);
    return send_result(request, writer);
}

static McpReceived list_tools(const McpRequest *request)
{
    const CordonJsonValue *cursor = cordon_json_find(request->message->params, "cursor");
    McpChannel *channel = request->channel;

    if (cursor != NULL && !cordon_json_is_null(cursor))
        return mcp_request_fail(request, 200, MCP_ERROR_PARAMS, NULL,
                                "there is no such cursor: all tools are on one page");
    CordonJsonWriter *writer = begin_result(request);
    mcp_tools_add_list(writer, channel->server->backend.agent_tools(channel->agent));
    if (request->era == MCP_MODERN)
        add_caching(writer, TOOLS_TTL_MS);
    return send_result(request, writer);
}

static gboolean is_full(const McpChannel *channel)
{
    return g_hash_table_size(channel->calls) >= MCP_MAX_CALLS_OF_CHANNEL ||
           g_hash_table_size(channel->server->calls) >= MCP_MAX_CALLS;
}

static McpReceived answer(const McpRequest *request, McpResult *taken)
{
    g_autoptr(McpResult) result = taken;

    mcp_channel_answer(request->channel, request->message->id, request->era, result);
    return MCP_ANSWERED;
}

static McpReceived call_tool(const McpRequest *request)
{
    const McpMessage *message = request->message;
    McpChannel *channel = request->channel;
    const char *name = NULL;
    g_autofree char *fault = NULL;

    if (!cordon_json_get_string(message->params, "name", TRUE, &name, NULL))
        return mcp_request_fail(request, 400, MCP_ERROR_PARAMS, NULL,
                                "tools/call needs \"name\", a string");
    const McpTool *tool = mcp_tool_find(name);
    if (tool == NULL) {
        g_autofree char *shown = mcp_plain_line(name, 60);
        g_autofree char *text = g_strdup_printf("there is no tool \"%s\"", shown);
        return mcp_request_fail(request, 200, MCP_ERROR_PARAMS, NULL, text);
    }
    if (g_hash_table_contains(channel->calls, message->id))
        return mcp_request_fail(request, 400, MCP_ERROR_REQUEST, NULL,
                                "a request with this id is still open");
    if (is_full(channel))
        return answer(request,
                      mcp_result_new_error("Too many calls are open: wait for some of them to "
                                           "end, then call again."));
    const CordonJsonValue *given = cordon_json_find(message->params, "arguments");
    if (given != NULL && cordon_json_is_null(given))
        given = NULL;
    McpArguments *arguments = mcp_arguments_read(tool->parameters, given, &fault);
    if (arguments == NULL)
        return answer(request, mcp_result_new_error("%s was not called: %s.", tool->name, fault));
    g_autofree char *token = mcp_token_read(request->meta, "progressToken");
    g_autofree char *client = read_client(cordon_json_find(request->meta, META "clientInfo"));
    McpCallRequest call = {
        .channel = channel,
        .id = message->id,
        .token = token,
        .era = request->era,
        .tool = tool,
        .arguments = arguments,
        .client = client != NULL ? client : channel->client,
    };
    return mcp_call_begin(&call) ? MCP_ANSWER_FOLLOWS : MCP_ANSWERED;
}

McpReceived mcp_request_handle(const McpRequest *request)
{
    static const struct {
        const char *name;
        gboolean legacy, modern;
        McpReceived (*handle)(const McpRequest *request);
    } methods[] = {
        {"initialize", TRUE, FALSE, initialize},    {"ping", TRUE, FALSE, ping},
        {"server/discover", FALSE, TRUE, discover}, {"tools/list", TRUE, TRUE, list_tools},
        {"tools/call", TRUE, TRUE, call_tool},
    };
    const char *method = request->message->method;

    for (gsize i = 0; i < G_N_ELEMENTS(methods); i++)
        if (strcmp(methods[i].name, method) == 0 &&
            (request->era == MCP_MODERN ? methods[i].modern : methods[i].legacy))
            return methods[i].handle(request);
    g_autofree char *shown = mcp_plain_line(method, 60);
    g_autofree char *text =
        g_strdup_printf("there is no method \"%s\" here: this server has tools only", shown);
    return mcp_request_fail(request, 404, MCP_ERROR_METHOD, NULL, text);
}

/* SPDX-License-Identifier: MIT */
#include "mcp/protocol.h"

#include <string.h>

#include "mcp/internal.h"
#include "mcp/message.h"
#include "mcp/requests.h"

#define META "io.modelcontextprotocol/"

/* Spaces around a header's value are no part of it. */
static char *copy_header(const char *value)
{
    return value != NULL ? g_strstrip(g_strdup(value)) : NULL;
}

McpChannel *mcp_channel_new(McpServer *server, CordonAgent *agent, const McpHead *head,
                            McpSend send, gpointer user_data)
{
    McpChannel *channel = g_new0(McpChannel, 1);

    channel->server = server;
    channel->agent = server->backend.agent_ref(agent);
    channel->is_http = head != NULL;
    if (head != NULL) {
        channel->revision = copy_header(head->revision);
        channel->method = copy_header(head->method);
        channel->name = copy_header(head->name);
    }
    channel->calls =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)mcp_call_unref);
    channel->jobs = g_ptr_array_new_with_free_func((GDestroyNotify)server->backend.job_unref);
    channel->send = send;
    channel->user_data = user_data;
    return channel;
}

/* Any of the open calls, or NULL. */
static McpCall *first_call(const McpChannel *channel)
{
    GHashTableIter iter;
    gpointer call = NULL;

    g_hash_table_iter_init(&iter, channel->calls);
    g_hash_table_iter_next(&iter, NULL, &call);
    return call;
}

void mcp_channel_free(McpChannel *channel)
{
    if (channel == NULL)
        return;
    for (McpCall *call = first_call(channel); call != NULL; call = first_call(channel))
        mcp_call_abandon(call, FALSE);
    g_hash_table_unref(channel->calls);
    g_ptr_array_unref(channel->jobs);
    channel->server->backend.agent_unref(channel->agent);
    g_free(channel->revision);
    g_free(channel->method);
    g_free(channel->name);
    g_free(channel->client);
    g_free(channel);
}

guint mcp_channel_count_open(const McpChannel *channel)
{
    return g_hash_table_size(channel->calls);
}

void mcp_channel_answer(McpChannel *channel, const char *id, McpEra era, const McpResult *result)
{
    g_autofree char *json = mcp_result_to_json(result, era);
    g_autofree char *message = mcp_write_result(id, json);

    channel->send(message, TRUE, 200, channel->user_data);
}

void mcp_channel_notify(McpChannel *channel, const char *method, const char *params)
{
    g_autofree char *message = mcp_write_notification(method, params);

    channel->send(message, FALSE, 200, channel->user_data);
}

void mcp_channel_hang_up(McpChannel *channel)
{
    for (guint i = 0; i < channel->jobs->len; i++)
        channel->server->backend.job_cancel(channel->jobs->pdata[i]);
    if (!channel->is_http)
        return;
    for (McpCall *call = first_call(channel); call != NULL; call = first_call(channel))
        mcp_call_abandon(call, call->era == MCP_MODERN);
}

/* --- notifications ---------------------------------------------------------------------------------- */

/* The call that a client over HTTP means.  Requests before 2026-07-28 come without anything that says which client of an agent sent
 * them, so an id that is not the only one means none. */
static McpCall *find_call_of_agent(const McpChannel *channel, const char *id)
{
    const McpBackend *backend = &channel->server->backend;
    McpCall *found = NULL;
    GHashTableIter iter;
    gpointer key;

    g_hash_table_iter_init(&iter, channel->server->calls);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        McpCall *call = key;
        const McpChannel *other = call->channel;
        if (!other->is_http || call->era != MCP_LEGACY || strcmp(call->id, id) != 0 ||
            !backend->agent_is_same(other->agent, channel->agent))
            continue;
        if (found != NULL)
            return NULL;
        found = call;
    }
    return found;
}

static void cancel(McpChannel *channel, const CordonJsonValue *params)
{
    g_autofree char *id = mcp_token_read(params, "requestId");

    if (id == NULL)
        return;
    McpCall *call = channel->is_http ? find_call_of_agent(channel, id)
                                     : g_hash_table_lookup(channel->calls, id);
    if (call == NULL)
        return;
    McpChannel *its_channel = call->channel;
    mcp_call_abandon(call, TRUE);
    if (its_channel->is_http)
        its_channel->send(NULL, TRUE, 202, its_channel->user_data);
}

/* --- requests ---------------------------------------------------------------------------------------- */

static gboolean is_modern(const McpRequest *request)
{
    const McpChannel *channel = request->channel;

    return cordon_json_find(request->meta, META "protocolVersion") != NULL ||
           strcmp(request->message->method, "server/discover") == 0 ||
           (channel->revision != NULL && !mcp_revision_is_legacy(channel->revision));
}

static McpReceived refuse_revision(const McpRequest *request, const char *wanted)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    mcp_add_revisions(writer, "supported");
    cordon_json_add_string(writer, "requested", wanted);
    cordon_json_end_object(writer);
    g_autofree char *data = cordon_json_writer_finish(writer);
    return mcp_request_fail(request, 400, MCP_ERROR_UNKNOWN_REVISION, data,
                            "this revision of the protocol is not spoken here");
}

static McpReceived handle_modern(const McpRequest *request)
{
    const McpChannel *channel = request->channel;
    const McpMessage *message = request->message;
    McpHead head = {channel->revision, channel->method, channel->name};
    const char *revision = NULL, *name = NULL;

    if (!cordon_json_get_string(request->meta, META "protocolVersion", TRUE, &revision, NULL)) {
        if (channel->revision != NULL && strcmp(channel->revision, MCP_REVISION_MODERN) != 0)
            return refuse_revision(request, channel->revision);
        return mcp_request_fail(request, 400, MCP_ERROR_PARAMS, NULL,
                                "params._meta needs \"" META "protocolVersion\", a string");
    }
    if (strcmp(message->method, "tools/call") == 0)
        name = cordon_json_string(cordon_json_find(message->params, "name"));
    g_autofree char *mismatch =
        channel->is_http ? mcp_head_check(&head, revision, message->method, name) : NULL;
    if (mismatch != NULL)
        return mcp_request_fail(request, 400, MCP_ERROR_HEADER_MISMATCH, NULL, mismatch);
    if (strcmp(revision, MCP_REVISION_MODERN) != 0)
        return refuse_revision(request, revision);
    if (!cordon_json_is_object(cordon_json_find(request->meta, META "clientCapabilities")))
        return mcp_request_fail(request, 400, MCP_ERROR_PARAMS, NULL,
                                "params._meta needs \"" META "clientCapabilities\", an object");
    return mcp_request_handle(request);
}

static McpReceived handle_legacy(const McpRequest *request)
{
    const char *method = request->message->method;

    /* Over HTTP there is no session that could know of a handshake. */
    if (!request->channel->is_http && !request->channel->is_initialized &&
        strcmp(method, "initialize") != 0 && strcmp(method, "ping") != 0)
        return mcp_request_fail(
            request, 400, MCP_ERROR_PARAMS, NULL,
            "say initialize first, or say in params._meta which revision of the "
            "protocol you speak");
    return mcp_request_handle(request);
}

static McpReceived handle_request(McpChannel *channel, const McpMessage *message)
{
    McpRequest request = {
        .channel = channel,
        .message = message,
        .meta = cordon_json_find(message->params, "_meta"),
    };

    request.era = is_modern(&request) ? MCP_MODERN : MCP_LEGACY;
    return request.era == MCP_MODERN ? handle_modern(&request) : handle_legacy(&request);
}

McpReceived mcp_channel_receive(McpChannel *channel, const char *bytes, gsize size)
{
    g_autoptr(McpMessage) message = mcp_message_read(bytes, size);

    switch (message->kind) {
    case MCP_REQUEST:
        return handle_request(channel, message);
    case MCP_NOTIFICATION:
        if (strcmp(message->method, "notifications/cancelled") == 0)
            cancel(channel, message->params);
        return MCP_NOTHING_TO_SAY;
    case MCP_RESPONSE:
        /* Nothing was asked; above all, nothing of this is an approval. */
        return MCP_NOTHING_TO_SAY;
    case MCP_BROKEN:
    default: {
        g_autofree char *error = mcp_write_error(message->id, message->code, message->fault, NULL);
        channel->send(error, TRUE, 400, channel->user_data);
        return MCP_ANSWERED;
    }
    }
}

/* SPDX-License-Identifier: MIT */
#include "mcp/message.h"

#include <string.h>

/* Ids and tokens are given back with each answer, so they have a bound of their own. */
#define MAX_TOKEN_BYTES 1024

static char *write_string(const char *text)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_add_string(writer, NULL, text);
    return cordon_json_writer_finish(writer);
}

char *mcp_token_read(const CordonJsonValue *object, const char *name)
{
    const CordonJsonValue *value = cordon_json_find(object, name);
    gint64 number = 0;

    if (value == NULL)
        return NULL;
    const char *text = cordon_json_string(value);
    if (text != NULL)
        return strlen(text) <= MAX_TOKEN_BYTES ? write_string(text) : NULL;
    if (!cordon_json_is_null(value) &&
        cordon_json_get_int(object, name, TRUE, G_MININT64, G_MAXINT64, &number, NULL))
        return g_strdup_printf("%" G_GINT64_FORMAT, number);
    return NULL;
}

static void set_fault(McpMessage *message, int code, const char *text)
{
    message->kind = MCP_BROKEN;
    message->code = code;
    message->fault = g_strdup(text);
}

static void read_members(McpMessage *message, const CordonJsonValue *root)
{
    const char *version = NULL;
    const CordonJsonValue *params = cordon_json_find(root, "params");

    message->id = mcp_token_read(root, "id");
    if (!cordon_json_get_string(root, "jsonrpc", TRUE, &version, NULL) ||
        strcmp(version, "2.0") != 0) {
        set_fault(message, MCP_ERROR_REQUEST,
                  "this is no JSON-RPC 2.0: \"jsonrpc\" is not \"2.0\"");
        return;
    }
    if (cordon_json_find(root, "method") == NULL) {
        if (cordon_json_find(root, "result") != NULL || cordon_json_find(root, "error") != NULL)
            message->kind = MCP_RESPONSE;
        else
            set_fault(message, MCP_ERROR_REQUEST, "the message has no \"method\"");
        return;
    }
    if (!cordon_json_get_string(root, "method", TRUE, &message->method, NULL)) {
        set_fault(message, MCP_ERROR_REQUEST, "\"method\" is not a string");
        return;
    }
    if (cordon_json_find(root, "id") == NULL) {
        message->kind = MCP_NOTIFICATION;
    } else if (message->id == NULL) {
        set_fault(message, MCP_ERROR_REQUEST,
                  "\"id\" is neither a string of at most 1,024 bytes nor a whole number");
        return;
    } else {
        message->kind = MCP_REQUEST;
    }
    if (params != NULL && !cordon_json_is_object(params)) {
        set_fault(message, MCP_ERROR_PARAMS, "\"params\" is not an object");
        return;
    }
    message->params = params;
}

McpMessage *mcp_message_read(const char *bytes, gsize size)
{
    McpMessage *message = g_new0(McpMessage, 1);
    g_autoptr(GError) error = NULL;

    message->json = cordon_json_parse(bytes, size, MCP_MESSAGE_MAX_BYTES, &error);
    if (message->json == NULL) {
        set_fault(message, MCP_ERROR_PARSE, error->message);
        message->id = mcp_id_scan(bytes, size);
        return message;
    }
    const CordonJsonValue *root = cordon_json_root(message->json);
    if (cordon_json_is_object(root))
        read_members(message, root);
    else if (cordon_json_is_array(root))
        set_fault(message, MCP_ERROR_REQUEST,
                  "batches are not part of MCP: send one message at a time");
    else
        set_fault(message, MCP_ERROR_REQUEST, "the message is not an object");
    return message;
}

void mcp_message_free(McpMessage *message)
{
    if (message == NULL)
        return;
    g_clear_pointer(&message->json, cordon_json_free);
    g_free(message->id);
    g_free(message->fault);
    g_free(message);
}

static CordonJsonWriter *begin_message(void)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "jsonrpc", "2.0");
    return writer;
}

static char *end_message(CordonJsonWriter *writer)
{
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

char *mcp_write_result(const char *id, const char *result)
{
    CordonJsonWriter *writer = begin_message();

    cordon_json_add_document(writer, "id", id);
    cordon_json_add_document(writer, "result", result);
    return end_message(writer);
}

char *mcp_write_error(const char *id, int code, const char *text, const char *data)
{
    CordonJsonWriter *writer = begin_message();

    cordon_json_add_document(writer, "id", id != NULL ? id : "null");
    cordon_json_begin_object(writer, "error");
    cordon_json_add_int(writer, "code", code);
    cordon_json_add_string(writer, "message", text);
    if (data != NULL)
        cordon_json_add_document(writer, "data", data);
    cordon_json_end_object(writer);
    return end_message(writer);
}

char *mcp_write_notification(const char *method, const char *params)
{
    CordonJsonWriter *writer = begin_message();

    cordon_json_add_string(writer, "method", method);
    cordon_json_add_document(writer, "params", params);
    return end_message(writer);
}

/* SPDX-License-Identifier: MIT */
/* One JSON-RPC message: read from bytes, and written.  Pure. */
#ifndef CORDON_GATEWAY_MCP_MESSAGE_H
#define CORDON_GATEWAY_MCP_MESSAGE_H

#include <cordon/json.h>

#define MCP_MESSAGE_MAX_BYTES (4u * 1024 * 1024)

/* Codes of JSON-RPC, and those that MCP defines. */
#define MCP_ERROR_PARSE            (-32700)
#define MCP_ERROR_REQUEST          (-32600)
#define MCP_ERROR_METHOD           (-32601)
#define MCP_ERROR_PARAMS           (-32602)
#define MCP_ERROR_INTERNAL         (-32603)
#define MCP_ERROR_HEADER_MISMATCH  (-32020)
#define MCP_ERROR_UNKNOWN_REVISION (-32022)

typedef enum {
    MCP_REQUEST,
    MCP_NOTIFICATION,
    MCP_RESPONSE, /* a client answers: nothing here ever asks, so it is of no use */
    MCP_BROKEN,   /* code and fault say what is wrong; id is there when it could be read */
} McpMessageKind;

typedef struct {
    McpMessageKind kind;
    CordonJson *json;              /* NULL when it could not be read at all */
    char *id;                      /* JSON: 7 or "a"; NULL when there is none */
    const char *method;            /* borrowed from json, as is params */
    const CordonJsonValue *params; /* an object, or NULL */
    int code;
    char *fault;
} McpMessage;

/* Never NULL. */
McpMessage *mcp_message_read(const char *bytes, gsize size);
void mcp_message_free(McpMessage *message);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McpMessage, mcp_message_free)

/* A string or whole number that the other side chose, as JSON to give it back; NULL when it is neither, or longer than any
 * client's.  Free with g_free(). */
char *mcp_token_read(const CordonJsonValue *object, const char *name);
/* The member "id" of an object that the strict reader refused, found by counting quotes and brackets; NULL when it cannot be told
 * for certain.  A client that gets an error without its id waits for ever.  Free with g_free(). */
char *mcp_id_scan(const char *bytes, gsize size);

/* Whole messages without a line end; free with g_free().  id, result, params, data: JSON; id and data may be NULL. */
char *mcp_write_result(const char *id, const char *result);
char *mcp_write_error(const char *id, int code, const char *text, const char *data);
char *mcp_write_notification(const char *method, const char *params);

#endif

/* SPDX-License-Identifier: MIT */
/* MCP with one client, whatever carries the messages: bytes of one message in, messages out.
 *
 * Both eras are served at once: a request that says in _meta what it speaks is modern, any other belongs to a handshake.  Tools
 * only.  Nothing is ever asked of the client: what it sends as an answer is ignored, and never approves anything. */
#ifndef CORDON_GATEWAY_MCP_PROTOCOL_H
#define CORDON_GATEWAY_MCP_PROTOCOL_H

#include "mcp/head.h"
#include "mcp/server.h"

typedef struct McpChannel McpChannel;

/* message: one line of JSON, borrowed; or NULL: the request is over and gets no answer, since the client cancelled it.  is_answer: the
 * last one for a request; only then may the channel be freed inside.  http_status: what the answer has over HTTP. */
typedef void (*McpSend)(const char *message, gboolean is_answer, guint http_status,
                        gpointer user_data);

typedef enum {
    MCP_NOTHING_TO_SAY, /* a notification, or something that is ignored */
    MCP_ANSWERED,       /* the channel may be gone by now */
    MCP_ANSWER_FOLLOWS,
} McpReceived;

/* head: of the HTTP request whose body is the only message of the channel, copied; NULL: a connection.  agent: referenced. */
McpChannel *mcp_channel_new(McpServer *server, CordonAgent *agent, const McpHead *head,
                            McpSend send, gpointer user_data);
McpReceived mcp_channel_receive(McpChannel *channel, const char *bytes, gsize size);
/* How many requests have no answer yet. */
guint mcp_channel_count_open(const McpChannel *channel);
/* The client went away.  Of a connection: commands that it started are stopped.  Of an HTTP request: its command is stopped if the
 * request is modern; before that, going away meant nothing. */
void mcp_channel_hang_up(McpChannel *channel);
/* Without any more answers. */
void mcp_channel_free(McpChannel *channel);

#endif

/* SPDX-License-Identifier: MIT */
/* One client of MCP in front of a made-up session, for unit tests. */
#ifndef CORDON_TESTS_MCP_CLIENT_H
#define CORDON_TESTS_MCP_CLIENT_H

#include "mcp/protocol.h"
#include "mcp_world.h"

#define MODERN_META                                                                                \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                       \
    "\"io.modelcontextprotocol/clientCapabilities\":{},"                                           \
    "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}"
#define LEGACY(id, method, params)                                                                 \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"" method "\",\"params\":{" params "}}"
#define MODERN(id, method, params) LEGACY(id, method, params MODERN_META)
#define ALL_TOOLS                  63u

/* One client, and all that it was sent. */
typedef struct {
    World *world;
    McpServer *server;
    CordonAgent *agent;
    McpChannel *channel;
    GPtrArray *sent;
    guint answers, status;
} Client;

/* A McpSend that keeps what is sent in the Client that is user_data. */
void client_on_send(const char *message, gboolean is_answer, guint http_status, gpointer user_data);
/* tools: of CordonTool.  head: over HTTP. */
void client_open(Client *client, guint tools, const McpHead *head);
void client_close(Client *client);
McpReceived client_say(Client *client, const char *message);
const char *client_last(const Client *client);
/* Turns of the main loop until there were so many answers. */
void client_wait(Client *client, guint answers);
/* Turns of the loop for so long: for what must not happen. */
void client_idle(guint ms);
void client_shake_hands(Client *client);
/* A tools/call, modern; id and arguments are JSON. */
void client_call(Client *client, const char *id, const char *name, const char *arguments);
/* The same with a token for progress, "t" and the id, in the old way. */
void client_call_legacy(Client *client, const char *id, const char *name, const char *arguments);
/* where: names the case. */
void expect_has(const char *where, const char *text, const char *part);
void expect_has_not(const char *where, const char *text, const char *part);

#endif

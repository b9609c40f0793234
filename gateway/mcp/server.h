/* SPDX-License-Identifier: MIT */
/* What all clients of MCP share: the session behind them, the threads for files, and the calls that wait.
 *
 * Everything in gateway/mcp is for one thread, that of the default main context, but for what runs in the pool. */
#ifndef CORDON_GATEWAY_MCP_SERVER_H
#define CORDON_GATEWAY_MCP_SERVER_H

#include "mcp/backend.h"

typedef struct McpServer McpServer;

/* For the default main context, in whose thread it is made.  backend: copied. */
/* NULL when the system has no thread for it. */
McpServer *mcp_server_new(const McpBackend *backend);
/* After all its channels, and after the last event.  Waits for the threads. */
void mcp_server_free(McpServer *server);
/* An event of the session's listener, handed over to the server's thread: wakes the calls that wait for this job.  Without events
 * calls look once a second. */
void mcp_on_event(McpServer *server, CordonEventKind kind, const char *id);

#endif

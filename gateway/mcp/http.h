/* SPDX-License-Identifier: MIT */
/* MCP over HTTP: one POST a message.  No sessions: whatever a request needs is in it. */
#ifndef CORDON_GATEWAY_MCP_HTTP_H
#define CORDON_GATEWAY_MCP_HTTP_H

#include "http/server.h"
#include "mcp/protocol.h"

/* Answers the request, now or later.  agent: whom its token belongs to. */
void mcp_http_handle(McpServer *server, HttpRequest *request, CordonAgent *agent);

#endif

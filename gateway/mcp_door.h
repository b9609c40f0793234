/* SPDX-License-Identifier: MIT */
/* mcp.sock: agents that come through `cordon mcp`.  The kernel says whose process it is, the first line who it wants to be (hello.h);
 * behind it MCP is spoken. */
#ifndef CORDON_GATEWAY_MCP_DOOR_H
#define CORDON_GATEWAY_MCP_DOOR_H

#include <cordon/session.h>

#include "mcp/server.h"

#define MCP_DOOR_MAX_CONNECTIONS 256u
#define MCP_DOOR_HELLO_S         5u

typedef struct McpDoor McpDoor;

/* NULL with a sentence. */
McpDoor *mcp_door_new(const char *folder, CordonSession *session, McpServer *server,
                      char **ret_error);
/* Hangs up on all. */
void mcp_door_free(McpDoor *door);

#endif

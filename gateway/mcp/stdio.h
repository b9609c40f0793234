/* SPDX-License-Identifier: MIT */
/* MCP over a pair of descriptors: one message a line.  For a client's stdin and stdout, and for a Unix socket that says the same. */
#ifndef CORDON_GATEWAY_MCP_STDIO_H
#define CORDON_GATEWAY_MCP_STDIO_H

#include "mcp/protocol.h"

typedef struct McpPeer McpPeer;

/* The peer is over: free it, now or later. */
typedef void (*McpPeerEnded)(McpPeer *peer, gpointer user_data);

/* in and out: to read from and to write to, perhaps the same socket; both are taken, made non-blocking, and closed with the peer.
 * The process has to ignore SIGPIPE.  ended is called from the main loop, once, at most two seconds after the client has closed its
 * side or was too slow to read, or at once after a line that is too long. */
McpPeer *mcp_peer_new(McpServer *server, CordonAgent *agent, int in, int out, McpPeerEnded ended,
                      gpointer user_data);
/* At any time, also inside ended.  Commands that the client started are stopped. */
void mcp_peer_free(McpPeer *peer);

#endif

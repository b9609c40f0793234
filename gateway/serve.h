/* SPDX-License-Identifier: MIT */
/* The two ways to serve: the gateway of a user, and one agent alone. */
#ifndef CORDON_GATEWAY_SERVE_H
#define CORDON_GATEWAY_SERVE_H

#include "events.h"
#include "mcp/server.h"
#include "options.h"

/* Both give the exit status. */
int serve_gateway(const Options *options, const char *folder);
/* MCP over standard input and output, with a session of its own: no listener, no lock, and nobody who could be asked. */
int serve_agent(const Options *options);

/* --- shared --- */

/* events: gets what happens.  NULL with a line in the log. */
CordonSession *serve_new_session(const Options *options, Events *events);
/* Hands what happens to MCP. */
McpServer *serve_new_mcp(CordonSession *session, Events *events);

#endif

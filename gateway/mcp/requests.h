/* SPDX-License-Identifier: MIT */
/* The methods of MCP that are answered. */
#ifndef CORDON_GATEWAY_MCP_REQUESTS_H
#define CORDON_GATEWAY_MCP_REQUESTS_H

#include "mcp/internal.h"
#include "mcp/message.h"

/* A request whose era is known and whose frame was checked. */
typedef struct {
    McpChannel *channel;
    const McpMessage *message;
    const CordonJsonValue *meta; /* _meta, or NULL */
    McpEra era;
} McpRequest;

/* Answers, now or later. */
McpReceived mcp_request_handle(const McpRequest *request);
/* Sends an error; http_status counts for modern requests only, older clients do not read an answer that is not 200. */
McpReceived mcp_request_fail(const McpRequest *request, guint http_status, int code,
                             const char *data, const char *text);
/* ["2026-07-28", ...] as the member `name`. */
void mcp_add_revisions(CordonJsonWriter *writer, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* What a tool gives back: text for the model, and for some tools the same as data.  Pure. */
#ifndef CORDON_GATEWAY_MCP_RESULT_H
#define CORDON_GATEWAY_MCP_RESULT_H

#include <cordon/json.h>

#include "mcp/revision.h"

/* All text of one result together.  Clients warn their users, or cut, somewhere above 10,000 tokens. */
#define MCP_RESULT_MAX_BYTES (40u * 1024)

typedef struct {
    GPtrArray *blocks; /* of char *, each a block of text */
    char *structured;  /* JSON, or NULL */
    gboolean is_error;
    GError *error; /* what the files said, for the audit log; or NULL */
} McpResult;

McpResult *mcp_result_new(void);
void mcp_result_free(McpResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McpResult, mcp_result_free)

/* Takes the text. */
void mcp_result_take_text(McpResult *result, char *text);
McpResult *mcp_result_new_error(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* The object `result` of an answer; free with g_free(). */
char *mcp_result_to_json(const McpResult *result, McpEra era);

/* {"name": "cordon", ...} as the member `name` of the object that is being written. */
void mcp_add_server_info(CordonJsonWriter *writer, const char *name);
/* What each result of that era begins with, inside its object. */
void mcp_begin_result(CordonJsonWriter *writer, McpEra era);

#endif

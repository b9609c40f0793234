/* SPDX-License-Identifier: MIT */
/* A job as agents see it: as the result of a tool, and in one line while they wait.  Pure. */
#ifndef CORDON_GATEWAY_MCP_JOB_RESULT_H
#define CORDON_GATEWAY_MCP_JOB_RESULT_H

#include "mcp/backend.h"
#include "mcp/result.h"

/* What of a result is text for the model; structured content has the output again, since many clients show only one of the two. */
#define MCP_JOB_TEXT_BYTES   (24u * 1024)
#define MCP_JOB_STDOUT_BYTES (8u * 1024)
#define MCP_JOB_STDERR_BYTES (4u * 1024)

/* The schema of what mcp_job_result() makes as structured content, as the member `name`. */
void mcp_job_add_schema(CordonJsonWriter *writer, const char *name);
/* text: what it wrote and the message, as cordon_job_to_text() gives it. */
McpResult *mcp_job_result(const char *id, const McpJobFacts *facts, const char *text);
/* "waiting for the user's answer (panel or `cordon approve`), 4:40 left".  running_s: since when it runs, when the facts do not tell; last_line:
 * of its output, or NULL.  Free with g_free(). */
char *mcp_job_status_line(const McpJobFacts *facts, gint64 running_s, const char *last_line);

#endif

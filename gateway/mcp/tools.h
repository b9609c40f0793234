/* SPDX-License-Identifier: MIT */
/* The tools that agents may be given: what models and clients are told of each, and what each does. */
#ifndef CORDON_GATEWAY_MCP_TOOLS_H
#define CORDON_GATEWAY_MCP_TOOLS_H

#include "mcp/arguments.h"
#include "mcp/backend.h"
#include "mcp/result.h"

typedef enum {
    MCP_DO_RUN,    /* starts a job and waits for it */
    MCP_DO_WAIT,   /* waits for one that was started */
    MCP_DO_OUTPUT, /* reads on in its output */
    MCP_DO_CANCEL, /* stops it, and waits for that */
    MCP_DO_FILES,  /* work, in a thread of its own */
} McpDeed;

/* In any thread.  Never NULL. */
typedef McpResult *(*McpFileWork)(const McpBackend *backend, const CordonFiles *files,
                                  const McpArguments *arguments);

typedef struct {
    const char *name, *title, *description;
    CordonTool needs; /* given to those whose role has this */
    McpDeed deed;
    gboolean read_only, destructive, idempotent, open_world; /* hints for clients */
    const McpParameter *parameters;
    void (*add_output_schema)(CordonJsonWriter *writer, const char *name); /* or NULL */
    McpFileWork work;                                                      /* with MCP_DO_FILES */
    guint path_index; /* of the argument that the audit log names */
} McpTool;

/* The places of arguments of tools for commands. */
enum { MCP_RUN_COMMAND, MCP_RUN_CWD, MCP_RUN_TIMEOUT_S, MCP_RUN_WAIT_MS };
enum { MCP_JOB_ID, MCP_JOB_WAIT_MS, MCP_JOB_OFFSET = MCP_JOB_WAIT_MS };

/* Below the 60 seconds after which many clients give up. */
#define MCP_WAIT_MS     45000
#define MCP_MAX_WAIT_MS 600000

/* NULL when there is no such tool. */
const McpTool *mcp_tool_find(const char *name);
/* The member "tools": those that an agent with these (of CordonTool) has, always in the same order. */
void mcp_tools_add_list(CordonJsonWriter *writer, guint tools);

/* tool_files.c */
extern const McpTool mcp_file_tools[];
extern const gsize mcp_n_file_tools;
/* tool_commands.c */
extern const McpTool mcp_command_tools[];
extern const gsize mcp_n_command_tools;

#endif

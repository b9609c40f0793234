/* SPDX-License-Identifier: MIT */
/* What models and clients are told of the tools for commands; calls.c does what they say. */
#include "mcp/job_result.h"
#include "mcp/tools.h"

/* The longest time limit that settings can give: a day. */
#define MAX_TIMEOUT_S 86400

static const McpParameter run_parameters[] = {
    [MCP_RUN_COMMAND] = {"command", MCP_TEXT, TRUE, 0, 64 * 1024,
                         "the command line, in the syntax of sh: for example `npm test` or `git "
                         "status && make -j4`"},
    [MCP_RUN_CWD] = {"cwd", MCP_TEXT, FALSE, 0, 4096,
                     "folder to run it in: relative to your loop's folder, or absolute; by default "
                     "your loop's folder"},
    [MCP_RUN_TIMEOUT_S] = {"timeout_s", MCP_INTEGER, FALSE, 1, MAX_TIMEOUT_S,
                           "seconds after which the command is stopped; can only shorten the limit "
                           "that the user set"},
    [MCP_RUN_WAIT_MS] = {"wait_ms", MCP_INTEGER, FALSE, 0, MCP_MAX_WAIT_MS,
                         "milliseconds to wait for its end before this call returns with a job_id; "
                         "45000 by default"},
    {NULL, MCP_TEXT, FALSE, 0, 0, NULL},
};

#define JOB_ID [MCP_JOB_ID] = {"job_id", MCP_TEXT, TRUE, 0, 128, "the job_id that run_command gave"}

static const McpParameter wait_parameters[] = {
    JOB_ID,
    [MCP_JOB_WAIT_MS] = {"wait_ms", MCP_INTEGER, FALSE, 0, MCP_MAX_WAIT_MS,
                         "milliseconds to wait at most; 45000 by default"},
    {NULL, MCP_TEXT, FALSE, 0, 0, NULL},
};

static const McpParameter output_parameters[] = {
    JOB_ID,
    [MCP_JOB_OFFSET] = {"offset", MCP_INTEGER, FALSE, 0, G_GINT64_CONSTANT(9007199254740991),
                        "byte to begin at: 0 at first, then next_offset of the answer before"},
    {NULL, MCP_TEXT, FALSE, 0, 0, NULL},
};

static const McpParameter cancel_parameters[] = {
    JOB_ID,
    {NULL, MCP_TEXT, FALSE, 0, 0, NULL},
};

static void add_field(CordonJsonWriter *writer, const char *name, const char *type,
                      const char *description)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_string(writer, "type", type);
    cordon_json_add_string(writer, "description", description);
    cordon_json_end_object(writer);
}

static void add_output_schema(CordonJsonWriter *writer, const char *name)
{
    static const char *const required[] = {"job_id",      "state", "output",
                                           "next_offset", "more",  NULL};

    cordon_json_begin_object(writer, name);
    cordon_json_add_string(writer, "type", "object");
    cordon_json_begin_object(writer, "properties");
    add_field(writer, "job_id", "string", "the job");
    add_field(writer, "state", "string", "judging, asking, queued, running or ended");
    add_field(writer, "output", "string", "stdout and stderr as they came");
    add_field(writer, "next_offset", "integer", "where to go on");
    add_field(writer, "skipped_bytes", "integer", "bytes before that are not kept any more");
    add_field(writer, "more", "boolean", "whether more may come");
    cordon_json_end_object(writer);
    cordon_json_add_strings(writer, "required", required);
    cordon_json_end_object(writer);
}

const McpTool mcp_command_tools[] = {
    {
        .name = "run_command",
        .title = "Run a command",
        .description =
            "Runs a command line in your loop's folder and returns what it wrote and how it ended. "
            "Each command is checked first: it is allowed, or the user is asked, or "
            "it is denied with the rule, the reason and what to do instead. Do what that says; the "
            "same command in other words is denied as well. No terminal and no input: use flags "
            "such "
            "as --yes, and nothing that runs for ever (servers, watch modes). When the command has "
            "not "
            "ended after wait_ms, the result has a job_id for wait_command, command_output and "
            "cancel_command, and the command goes on until its time limit.",
        .needs = CORDON_TOOL_RUN_COMMAND,
        .deed = MCP_DO_RUN,
        .destructive = TRUE,
        .open_world = TRUE,
        .parameters = run_parameters,
        .add_output_schema = mcp_job_add_schema,
    },
    {
        .name = "wait_command",
        .title = "Wait for a command",
        .description =
            "Waits until a command that run_command started has ended, at most wait_ms, and "
            "returns the same as run_command. A job_id is good until some time after the "
            "command has ended.",
        .needs = CORDON_TOOL_RUN_COMMAND,
        .deed = MCP_DO_WAIT,
        .read_only = TRUE,
        .idempotent = TRUE,
        .parameters = wait_parameters,
        .add_output_schema = mcp_job_add_schema,
    },
    {
        .name = "command_output",
        .title = "Read a command's output",
        .description =
            "Reads what a command wrote, also while it runs, from a byte on: for long output "
            "of which a result shows only the beginning and the end.",
        .needs = CORDON_TOOL_RUN_COMMAND,
        .deed = MCP_DO_OUTPUT,
        .read_only = TRUE,
        .idempotent = TRUE,
        .parameters = output_parameters,
        .add_output_schema = add_output_schema,
    },
    {
        .name = "cancel_command",
        .title = "Stop a command",
        .description = "Stops a command that run_command started, with everything that it started.",
        .needs = CORDON_TOOL_RUN_COMMAND,
        .deed = MCP_DO_CANCEL,
        .destructive = TRUE,
        .idempotent = TRUE,
        .parameters = cancel_parameters,
        .add_output_schema = mcp_job_add_schema,
    },
};
const gsize mcp_n_command_tools = G_N_ELEMENTS(mcp_command_tools);

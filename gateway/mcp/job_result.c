/* SPDX-License-Identifier: MIT */
#include "mcp/job_result.h"

#include <string.h>

#include "mcp/text.h"

typedef struct {
    const char *name, *type, *description;
} Field;

static const Field fields[] = {
    {"job_id", "string",
     "handle for wait_command, command_output and cancel_command; ended jobs are kept for a while"},
    {"state", "string", "judging, asking (the user's answer is awaited), queued, running or ended"},
    {"outcome", "string",
     "once it has ended: ran, denied, failed (nothing ran, because Cordon could not) or cancelled"},
    {"how", "string",
     "with ran: exited, signaled, setup (the sandbox could not be set up), limit (the time limit "
     "or "
     "another limit ended it) or lost"},
    {"exit_code", "integer", "exit status of the command"},
    {"signal", "integer", "signal that ended the command"},
    {"stdout", "string", "what it wrote, cut in the middle"},
    {"stderr", "string", "what it wrote, cut in the middle"},
    {"stdout_cut_bytes", "integer", "bytes that are missing in stdout"},
    {"stderr_cut_bytes", "integer", "bytes that are missing in stderr"},
    {"verdict", "string", "of the command filter: allow, ask or deny"},
    {"rule", "string", "the rule that denied or asked"},
    {"reason", "string", "why"},
    {"hint", "string", "what to do instead"},
    {"approval", "string", "what let it run: filter, full-auto, session, once"},
    {"message", "string", "what the agent should know"},
    {"time_limit_s", "integer", "seconds that the command has"},
    {"sandboxed", "boolean", "whether the operating system holds the folders"},
};

void mcp_job_add_schema(CordonJsonWriter *writer, const char *name)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_string(writer, "type", "object");
    cordon_json_begin_object(writer, "properties");
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        cordon_json_begin_object(writer, fields[i].name);
        cordon_json_add_string(writer, "type", fields[i].type);
        cordon_json_add_string(writer, "description", fields[i].description);
        cordon_json_end_object(writer);
    }
    cordon_json_end_object(writer);
    cordon_json_begin_array(writer, "required");
    cordon_json_add_string(writer, NULL, "job_id");
    cordon_json_add_string(writer, NULL, "state");
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
}

/* Members that are not there are left out: null is none of the types above. */
static void add_text(CordonJsonWriter *writer, const char *name, const char *text)
{
    if (text != NULL)
        cordon_json_add_string(writer, name, text);
}

static void add_number(CordonJsonWriter *writer, const char *name, gint64 number)
{
    if (number >= 0)
        cordon_json_add_int(writer, name, number);
}

static void add_output(CordonJsonWriter *writer, const char *name, const char *cut_name,
                       const char *text, guint64 cut_before, gsize max_bytes)
{
    g_autoptr(GString) kept = g_string_new(NULL);

    if (text == NULL)
        return;
    guint64 cut = mcp_append_cut(kept, text, max_bytes, cut_before);
    cordon_json_add_bytes(writer, name, kept->str, kept->len);
    cordon_json_add_uint(writer, cut_name, cut);
}

static char *write_structured(const char *id, const McpJobFacts *facts)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "job_id", id);
    cordon_json_add_string(writer, "state", cordon_job_state_name(facts->state));
    add_text(writer, "outcome", facts->outcome);
    add_text(writer, "how", facts->how);
    add_number(writer, "exit_code", facts->exit_code);
    add_number(writer, "signal", facts->signal);
    add_output(writer, "stdout", "stdout_cut_bytes", facts->out, facts->out_cut_bytes,
               MCP_JOB_STDOUT_BYTES);
    add_output(writer, "stderr", "stderr_cut_bytes", facts->err, facts->err_cut_bytes,
               MCP_JOB_STDERR_BYTES);
    add_text(writer, "verdict", facts->verdict);
    add_text(writer, "rule", facts->rule);
    add_text(writer, "reason", facts->reason);
    add_text(writer, "hint", facts->hint);
    add_text(writer, "approval", facts->approval);
    add_text(writer, "message", facts->message);
    add_number(writer, "time_limit_s", facts->time_limit_s);
    cordon_json_add_bool(writer, "sandboxed", facts->sandboxed);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static char *left_text(gint64 left_ms)
{
    gint64 left_s = MAX(left_ms, 0) / 1000;

    return left_ms < 0 ? g_strdup("")
                       : g_strdup_printf(", %" G_GINT64_FORMAT ":%02" G_GINT64_FORMAT " left",
                                         left_s / 60, left_s % 60);
}

char *mcp_job_status_line(const McpJobFacts *facts, gint64 running_s, const char *last_line)
{
    g_autofree char *left = left_text(facts->approval_left_ms);

    switch (facts->state) {
    case CORDON_JOB_JUDGING:
        return g_strdup("reading the command");
    case CORDON_JOB_ASKING:
        return g_strconcat("waiting for the user's answer (panel or `cordon approve`)", left, NULL);
    case CORDON_JOB_QUEUED:
        return g_strdup("waiting for its turn: other commands are running");
    case CORDON_JOB_ENDED:
        return g_strdup("ended");
    case CORDON_JOB_RUNNING:
    default:
        if (facts->running_ms >= 0)
            running_s = facts->running_ms / 1000;
        return g_strdup_printf("running %" G_GINT64_FORMAT " s%s%s", running_s,
                               last_line != NULL ? ": " : "", last_line != NULL ? last_line : "");
    }
}

/* Adds a paragraph. */
static void add_line(GString *text, const char *line)
{
    if (text->len > 0 && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
    g_string_append(text, line);
}

static void describe_unfinished(GString *text, const char *id, const McpJobFacts *facts,
                                const char *written)
{
    g_autofree char *status = mcp_job_status_line(facts, 0, NULL);

    g_string_append_printf(
        text,
        "Not ended yet: %s. Do not start it again. Call wait_command with job_id "
        "\"%s\" to wait for its end, or cancel_command to stop it.",
        facts->state == CORDON_JOB_RUNNING ? "the command is running" : status, id);
    if (written[0] != '\0') {
        add_line(text, "What it wrote so far:\n");
        g_string_append(text, written);
    }
}

static void add_refusal(GString *text, const McpJobFacts *facts)
{
    if (text->len == 0)
        add_line(text, facts->message != NULL  ? facts->message
                       : facts->reason != NULL ? facts->reason
                                               : "The command did not run.");
    if (facts->rule != NULL && strstr(text->str, facts->rule) == NULL) {
        g_autofree char *rule = g_strdup_printf("Rule: %s.", facts->rule);
        add_line(text, rule);
    }
    if (facts->hint != NULL && strstr(text->str, facts->hint) == NULL) {
        g_autofree char *hint = g_strdup_printf("What to do instead: %s", facts->hint);
        add_line(text, hint);
    }
}

static gboolean describe_run(GString *text, const McpJobFacts *facts)
{
    g_autofree char *line = NULL;

    if (g_strcmp0(facts->how, "exited") == 0 && facts->exit_code == 0) {
        if (text->len == 0)
            add_line(text, "The command succeeded and wrote nothing.");
        return TRUE;
    }
    /* The session's own line for it. */
    if (g_strcmp0(facts->how, "exited") == 0 && strstr(text->str, "[exit status ") == NULL)
        line = g_strdup_printf("The command ended with exit code %" G_GINT64_FORMAT ".",
                               facts->exit_code);
    else if (g_strcmp0(facts->how, "signaled") == 0)
        line =
            g_strdup_printf("The command was ended by signal %" G_GINT64_FORMAT ".", facts->signal);
    else if (text->len == 0)
        line = g_strdup(facts->message != NULL ? facts->message : "The command was stopped.");
    if (line != NULL)
        add_line(text, line);
    return FALSE;
}

McpResult *mcp_job_result(const char *id, const McpJobFacts *facts, const char *text)
{
    McpResult *result = mcp_result_new();
    GString *said = g_string_new(NULL);

    if (facts->state != CORDON_JOB_ENDED) {
        describe_unfinished(said, id, facts, text);
    } else {
        g_string_append(said, text);
        if (g_strcmp0(facts->outcome, "ran") == 0) {
            result->is_error = !describe_run(said, facts);
        } else {
            result->is_error = TRUE;
            add_refusal(said, facts);
        }
    }
    mcp_result_take_text(result, g_string_free(said, FALSE));
    result->structured = write_structured(id, facts);
    return result;
}

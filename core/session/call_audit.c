/* SPDX-License-Identifier: MIT */
/* A call's lines in the audit log: what was decided, before it runs, and how it ended. */
#include <cordon/json.h>
#include <string.h>

#include "base/quote.h"
#include "engine/report.h"
#include "session/call.h"

/* Of a command in the log; the filter reads none above it. */
#define MAX_COMMAND_BYTES (64u * 1024)

/* Of any other text; an agent must not be able to make a line too long for the log, and go unrecorded. */
#define MAX_TEXT_BYTES (8u * 1024)

static void add_text(CordonJsonWriter *writer, const char *name, const char *text)
{
    if (text == NULL)
        cordon_json_add_string(writer, name, NULL);
    else
        cordon_json_add_bytes(writer, name, text, MIN(strlen(text), MAX_TEXT_BYTES));
}

/* Words that are too long together are cut as one text. */
static void add_words(const CordonCall *call, CordonJsonWriter *writer)
{
    gsize bytes = 0;

    for (gsize i = 0; call->argv != NULL && call->argv[i] != NULL; i++)
        bytes += strlen(call->argv[i]) + 1;
    if (bytes <= MAX_COMMAND_BYTES) {
        cordon_json_add_strings(writer, "command", (const char *const *)call->argv);
        return;
    }
    g_autofree char *quoted = cordon_quote_argv((const char *const *)call->argv);
    cordon_json_add_bytes(writer, "command", quoted, MAX_COMMAND_BYTES);
}

static void add_command(const CordonCall *call, CordonJsonWriter *writer)
{
    if (call->line != NULL)
        cordon_json_add_bytes(writer, "command", call->line,
                              MIN(call->line_size, MAX_COMMAND_BYTES));
    else
        add_words(call, writer);
}

static void add_caller(const CordonCall *call, CordonJsonWriter *writer)
{
    cordon_json_add_string(writer, "job", call->id);
    cordon_json_add_string(writer, "source", call->source);
    add_text(writer, "board", call->board);
    add_text(writer, "bubble", call->bubble);
    add_text(writer, "role", call->role);
    add_text(writer, "client", call->client);
    add_text(writer, "project", call->project);
    add_text(writer, "loop", call->loop);
    add_text(writer, "cwd", call->cwd);
}

static void add_judgement(const CordonJudgement *judgement, CordonJsonWriter *writer)
{
    if (judgement == NULL)
        return;
    cordon_json_add_string(writer, "verdict", cordon_verdict_name(judgement->verdict));
    cordon_json_add_string(writer, "rule", cordon_rule_name(judgement->rule));
    add_text(writer, "reason", judgement->reason);
    add_text(writer, "part", judgement->part);
    add_text(writer, "kind", judgement->kind);
}

static const char *decision_name(const CordonCall *call)
{
    return call->state == CORDON_CALL_READY ? "run" : cordon_call_end_name(call->end);
}

static gboolean append(const CordonCall *call, CordonJsonWriter *writer, GError **error)
{
    g_autofree char *members = NULL;
    g_autoptr(GError) problem = NULL;

    cordon_json_end_object(writer);
    members = cordon_json_writer_finish(writer);
    if (cordon_audit_append(call->world.audit, members, &problem))
        return TRUE;
    g_set_error(error, problem->domain, problem->code, "The audit log cannot be written: %s",
                problem->message);
    return FALSE;
}

gboolean cordon_call_record_decision(CordonCall *call, GError **error)
{
    if (call->world.audit == NULL)
        return TRUE;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", "decision");
    add_caller(call, writer);
    add_command(call, writer);
    add_judgement(call->judgement, writer);
    cordon_json_add_string(writer, "decision", decision_name(call));
    cordon_json_add_string(writer, "by", call->approval != NULL ? call->approval : call->denied_by);
    cordon_json_add_string(writer, "answered_by", call->by);
    cordon_json_add_bool(writer, "sandbox", call->is_sandboxed);
    if (call->error != NULL)
        add_text(writer, "error", call->error->message);
    call->is_recorded = append(call, writer, error);
    return call->is_recorded;
}

static void add_result(const CordonCall *call, CordonJsonWriter *writer)
{
    const CordonResult *result = call->result;

    cordon_json_add_string(writer, "backend", cordon_plan_get_backend(call->plan));
    cordon_result_write_exit(result, writer);
    cordon_json_add_uint(writer, "duration_ms", result->duration_ms);
    cordon_json_add_uint(writer, "stdout_bytes", result->out.total_bytes);
    cordon_json_add_uint(writer, "stderr_bytes", result->err.total_bytes);
    cordon_json_add_uint(writer, "killed", result->killed);
    add_text(writer, "message", result->message);
    add_text(writer, "why", result->why);
}

gboolean cordon_call_record_end(CordonCall *call, GError **error)
{
    if (call->world.audit == NULL)
        return TRUE;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", "end");
    cordon_json_add_string(writer, "job", call->id);
    add_text(writer, "board", call->board);
    cordon_json_add_string(writer, "end", cordon_call_end_name(call->end));
    if (call->result != NULL)
        add_result(call, writer);
    if (call->error != NULL)
        add_text(writer, "error", call->error->message);
    return append(call, writer, error);
}

/* SPDX-License-Identifier: MIT */
/* A call's lines in the audit log: what was decided, before it runs, and how it ended. */
#include <cordon/json.h>
#include <string.h>

#include "engine/report.h"
#include "session/call.h"

/* Of a command in the log; the filter reads none above it. */
#define MAX_COMMAND_BYTES (64u * 1024)

static void add_command(const CordonCall *call, CordonJsonWriter *writer)
{
    if (call->line != NULL)
        cordon_json_add_bytes(writer, "command", call->line,
                              MIN(call->line_size, MAX_COMMAND_BYTES));
    else
        cordon_json_add_strings(writer, "command", (const char *const *)call->argv);
}

static void add_caller(const CordonCall *call, CordonJsonWriter *writer)
{
    cordon_json_add_string(writer, "job", call->id);
    cordon_json_add_string(writer, "source", call->source);
    cordon_json_add_string(writer, "board", call->board);
    cordon_json_add_string(writer, "bubble", call->bubble);
    cordon_json_add_string(writer, "role", call->role);
    cordon_json_add_string(writer, "client", call->client);
    cordon_json_add_string(writer, "project", call->project);
    cordon_json_add_string(writer, "loop", call->loop);
    cordon_json_add_string(writer, "cwd", call->cwd);
}

static void add_judgement(const CordonJudgement *judgement, CordonJsonWriter *writer)
{
    if (judgement == NULL)
        return;
    cordon_json_add_string(writer, "verdict", cordon_verdict_name(judgement->verdict));
    cordon_json_add_string(writer, "rule", cordon_rule_name(judgement->rule));
    cordon_json_add_string(writer, "reason", judgement->reason);
    cordon_json_add_string(writer, "part", judgement->part);
    cordon_json_add_string(writer, "kind", judgement->kind);
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
        cordon_json_add_string(writer, "error", call->error->message);
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
    cordon_json_add_string(writer, "message", result->message);
    cordon_json_add_string(writer, "why", result->why);
}

gboolean cordon_call_record_end(CordonCall *call, GError **error)
{
    if (call->world.audit == NULL)
        return TRUE;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", "end");
    cordon_json_add_string(writer, "job", call->id);
    cordon_json_add_string(writer, "board", call->board);
    cordon_json_add_string(writer, "end", cordon_call_end_name(call->end));
    if (call->result != NULL)
        add_result(call, writer);
    if (call->error != NULL)
        cordon_json_add_string(writer, "error", call->error->message);
    return append(call, writer, error);
}

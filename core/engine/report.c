/* SPDX-License-Identifier: MIT */
/* Reports: what happened, as JSON documents for other programs. */
#include <cordon/report.h>

#include <string.h>

#include "engine/judgement.h"
#include "engine/report.h"
#include "model/plan.h"
#include "model/readiness.h"
#include <cordon/json.h>

static const char *exit_kind_name(CordonExitKind kind)
{
    switch (kind) {
    case CORDON_EXIT_KIND_EXITED:
        return "exited";
    case CORDON_EXIT_KIND_SIGNALED:
        return "signaled";
    case CORDON_EXIT_KIND_SETUP:
        return "setup";
    case CORDON_EXIT_KIND_LIMIT:
        return "limit";
    case CORDON_EXIT_KIND_LOST:
    default:
        return "lost";
    }
}

const char *cordon_error_code_name(const GError *error)
{
    if (error->domain != CORDON_ERROR)
        return "system";
    switch ((CordonError)error->code) {
    case CORDON_ERROR_INVALID:
        return "invalid";
    case CORDON_ERROR_SYSTEM:
        return "system";
    case CORDON_ERROR_PARSE:
        return "parse";
    case CORDON_ERROR_TRUST:
        return "trust";
    case CORDON_ERROR_POLICY:
        return "policy";
    case CORDON_ERROR_NOT_READY:
        return "not-ready";
    case CORDON_ERROR_UNENFORCED:
        return "unenforced";
    case CORDON_ERROR_BACKEND:
        return "backend";
    case CORDON_ERROR_TIMEOUT:
        return "timeout";
    case CORDON_ERROR_CANCELLED:
        return "cancelled";
    case CORDON_ERROR_INTERNAL:
    default:
        return "internal";
    }
}

void cordon_kept_append(const CordonKept *kept, GString *text)
{
    g_string_append_len(text, kept->head, (gssize)kept->head_size);
    if (kept->cut_bytes > 0)
        g_string_append_printf(text, "\n[%" G_GUINT64_FORMAT " bytes cut]\n", kept->cut_bytes);
    g_string_append_len(text, kept->tail, (gssize)kept->tail_size);
}

static void add_kept(CordonJsonWriter *writer, const char *name, const CordonKept *kept)
{
    g_autoptr(GString) text = g_string_new(NULL);

    cordon_kept_append(kept, text);
    cordon_json_add_bytes(writer, name, text->str, text->len);
}

static void add_kept_counts(CordonJsonWriter *writer, const char *name, const CordonKept *kept)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_uint(writer, "total_bytes", kept->total_bytes);
    cordon_json_add_uint(writer, "cut_bytes", kept->cut_bytes);
    cordon_json_end_object(writer);
}

void cordon_result_write_output(const CordonResult *result, CordonJsonWriter *writer)
{
    add_kept(writer, "stdout", &result->out);
    add_kept(writer, "stderr", &result->err);
    add_kept_counts(writer, "stdout_size", &result->out);
    add_kept_counts(writer, "stderr_size", &result->err);
}

static void add_verdict(CordonJsonWriter *writer, const CordonJudgement *judgement)
{
    if (judgement == NULL) {
        cordon_json_add_string(writer, "verdict", NULL);
        return;
    }
    cordon_json_begin_object(writer, "verdict");
    cordon_judgement_write_json(judgement, writer);
    cordon_json_end_object(writer);
}

void cordon_result_write_exit(const CordonResult *result, CordonJsonWriter *writer)
{
    cordon_json_begin_object(writer, "exit");
    cordon_json_add_string(writer, "kind", exit_kind_name(result->kind));
    cordon_json_add_int(writer, "code", result->code);
    cordon_json_add_string(writer, "limit", result->limit);
    cordon_json_add_bool(writer, "not_found", result->not_found);
    cordon_json_add_bool(writer, "cancelled", result->cancelled);
    cordon_json_end_object(writer);
}

char *cordon_run_to_json(const CordonPlan *plan, const CordonResult *result,
                         const CordonRunReport *report)
{
    const char *backend = cordon_plan_get_backend(plan);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.run/1");
    cordon_json_add_strings(writer, "command", report->command);
    cordon_json_add_string(writer, "backend", backend);
    cordon_json_add_bool(writer, "sandbox", strcmp(backend, CORDON_BACKEND_NONE) != 0);
    add_verdict(writer, report->judgement);
    cordon_json_add_string(writer, "approval", report->approval);
    cordon_result_write_exit(result, writer);
    cordon_json_add_int(writer, "status", report->status);
    cordon_json_add_uint(writer, "duration_ms", result->duration_ms);
    cordon_json_add_uint(writer, "time_limit_ms", report->time_limit_ms);
    cordon_result_write_output(result, writer);
    cordon_json_add_string(writer, "why", result->why);
    cordon_json_add_string(writer, "message", result->message);
    cordon_json_add_uint(writer, "killed", result->killed);
    cordon_json_add_strings(writer, "notices", report->notices);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static void add_readiness(CordonJsonWriter *writer, const GPtrArray *readiness)
{
    cordon_json_begin_array(writer, "backends");
    for (guint i = 0; readiness != NULL && i < readiness->len; i++) {
        cordon_json_begin_object(writer, NULL);
        cordon_readiness_write_json(g_ptr_array_index(readiness, i), writer);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
}

static char *refusal_to_json(const char *code, const char *message, int status,
                             const GPtrArray *readiness, const CordonJudgement *judgement)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.error/1");
    cordon_json_begin_object(writer, "error");
    cordon_json_add_string(writer, "code", code);
    cordon_json_add_string(writer, "message", message);
    add_readiness(writer, readiness);
    cordon_json_end_object(writer);
    if (judgement != NULL)
        add_verdict(writer, judgement);
    cordon_json_add_int(writer, "status", status);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

char *cordon_error_to_json(const GError *error, const char *code, int status,
                           const GPtrArray *readiness)
{
    return refusal_to_json(code != NULL ? code : cordon_error_code_name(error), error->message,
                           status, readiness, NULL);
}

char *cordon_denial_to_json(const CordonJudgement *judgement, const char *message, int status)
{
    return refusal_to_json("denied", message, status, NULL, judgement);
}

char *cordon_readiness_list_to_json(const GPtrArray *readiness)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.readiness/1");
    add_readiness(writer, readiness);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

const char *cordon_backend_state_name(CordonBackendState state)
{
    switch (state) {
    case CORDON_BACKEND_USABLE:
        return "usable";
    case CORDON_BACKEND_SHADOWED:
        return "shadowed";
    case CORDON_BACKEND_MASKED:
        return "masked";
    case CORDON_BACKEND_FOREIGN:
        return "foreign";
    case CORDON_BACKEND_REJECTED:
    default:
        return "rejected";
    }
}

static void add_backend(CordonJsonWriter *writer, const CordonBackendInfo *info)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", info->id);
    cordon_json_add_string(writer, "name", info->name);
    cordon_json_add_string(writer, "version", info->version);
    cordon_json_add_string(writer, "state", cordon_backend_state_name(info->state));
    cordon_json_add_string(writer, "reason", info->reason);
    cordon_json_add_int(writer, "priority", info->priority);
    cordon_json_add_string(writer, "manifest", info->manifest_path);
    cordon_json_add_string(writer, "library", info->library_path);
    cordon_json_add_strings(writer, "guarantees", info->guarantees);
    cordon_json_end_object(writer);
}

char *cordon_catalog_to_json(const CordonCatalog *catalog)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.backends/1");
    cordon_json_begin_array(writer, "backends");
    for (gsize i = 0; i < cordon_catalog_get_size(catalog); i++)
        add_backend(writer, cordon_catalog_get(catalog, i));
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

/* SPDX-License-Identifier: MIT */
/* A job as JSON for programs, and as text for models. */
#include <string.h>

#include "session/session.h"

static void add_time(CordonJsonWriter *writer, const char *name, gint64 time_ms)
{
    if (time_ms != 0)
        cordon_json_add_int(writer, name, time_ms);
    else
        cordon_json_add_string(writer, name, NULL);
}

static void add_document(CordonJsonWriter *writer, const char *name, const char *json)
{
    if (json != NULL)
        cordon_json_add_document(writer, name, json);
    else
        cordon_json_add_string(writer, name, NULL);
}

static void add_request(const CordonJob *job, CordonJsonWriter *writer)
{
    const CordonAgent *agent = job->agent;

    cordon_json_add_string(writer, "id", job->id);
    cordon_json_add_string(writer, "state", cordon_job_state_name(job->state));
    cordon_json_add_string(writer, "command", job->command);
    cordon_json_add_string(writer, "cwd", job->cwd);
    cordon_json_add_string(writer, "project", agent->project);
    cordon_json_add_string(writer, "loop", agent->loop);
    cordon_json_add_string(writer, "board", agent->board);
    cordon_json_add_string(writer, "bubble", agent->name);
    cordon_json_add_string(writer, "role", agent->role);
    cordon_json_add_string(writer, "client", job->client);
    cordon_json_add_string(writer, "source", job->source);
    add_time(writer, "created_at", job->created_ms);
    add_time(writer, "asked_at", job->asked_ms);
    add_time(writer, "started_at", job->started_ms);
    add_time(writer, "ended_at", job->ended_ms);
}

/* While it has not ended: what its call says already.  Judging changes the call, so nothing is read then. */
static void add_progress(const CordonJob *job, CordonJsonWriter *writer)
{
    gboolean is_judged = job->state != CORDON_JOB_JUDGING;
    const CordonJudgement *judgement = is_judged ? cordon_call_get_judgement(job->call) : NULL;
    g_autofree char *verdict = judgement != NULL ? cordon_judgement_to_json(judgement) : NULL;

    add_document(writer, "verdict", verdict);
    cordon_json_add_string(
        writer, "approval",
        is_judged && job->state != CORDON_JOB_ASKING ? cordon_call_get_approval(job->call) : NULL);
    if (is_judged) {
        cordon_json_add_bool(writer, "sandbox", cordon_call_is_sandboxed(job->call));
        cordon_json_add_uint(writer, "time_limit_ms", cordon_call_get_time_limit_ms(job->call));
    }
}

static void add_outcome(const CordonJobOutcome *outcome, CordonJsonWriter *writer)
{
    add_document(writer, "verdict", outcome->verdict);
    cordon_json_add_string(writer, "approval", outcome->approval);
    cordon_json_add_bool(writer, "sandbox", outcome->is_sandboxed);
    cordon_json_add_uint(writer, "time_limit_ms", outcome->time_limit_ms);
    cordon_json_add_string(writer, "end", cordon_call_end_name(outcome->end));
    cordon_json_add_string(writer, "denied_by", outcome->denied_by);
    cordon_json_add_string(writer, "error", outcome->error_code);
    cordon_json_add_string(writer, "message", outcome->message);
    cordon_json_add_strings(writer, "notices", (const char *const *)outcome->notices);
    cordon_json_add_string(writer, "backend", outcome->backend);
    add_document(writer, "exit", outcome->exit);
    if (!outcome->has_run)
        return;
    cordon_json_add_int(writer, "status", outcome->status);
    cordon_json_add_uint(writer, "duration_ms", outcome->duration_ms);
    cordon_json_add_uint(writer, "killed", outcome->killed);
}

static void add_size(CordonJsonWriter *writer, const char *name, guint64 total, guint64 cut)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_uint(writer, "total_bytes", total);
    cordon_json_add_uint(writer, "cut_bytes", cut);
    cordon_json_end_object(writer);
}

static void add_output(const CordonJobOutcome *outcome, CordonJsonWriter *writer)
{
    if (!outcome->has_run)
        return;
    cordon_json_add_bytes(writer, "stdout", outcome->out->str, outcome->out->len);
    cordon_json_add_bytes(writer, "stderr", outcome->err->str, outcome->err->len);
    add_size(writer, "stdout_size", outcome->out_bytes, outcome->out_cut);
    add_size(writer, "stderr_size", outcome->err_bytes, outcome->err_cut);
}

char *cordon_job_describe(CordonJob *job, gboolean with_output)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.job/1");
    add_request(job, writer);
    if (job->state == CORDON_JOB_ENDED)
        add_outcome(&job->outcome, writer);
    else
        add_progress(job, writer);
    if (job->state == CORDON_JOB_ENDED && with_output)
        add_output(&job->outcome, writer);
    g_mutex_lock(&job->output_lock);
    cordon_json_add_uint(writer, "output_bytes", cordon_ring_get_total(job->ring));
    g_mutex_unlock(&job->output_lock);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

char *cordon_job_to_json(CordonJob *job, gboolean with_output)
{
    g_mutex_lock(&job->session->lock);
    char *json = cordon_job_describe(job, with_output);
    g_mutex_unlock(&job->session->lock);
    return json;
}

/* --- as text -------------------------------------------------------------------------------- */

static const char *back_to_character(const char *text, const char *at)
{
    while (at > text && ((guchar)*at & 0xc0) == 0x80)
        at--;
    return at;
}

/* What of a cut is the line that says how much was cut before, as cordon_kept_append() writes it. */
static gsize mark_size(const char *begin, const char *end, guint64 cut_before)
{
    g_autofree char *mark = g_strdup_printf("\n[%" G_GUINT64_FORMAT " bytes cut]\n", cut_before);

    return g_strstr_len(begin, end - begin, mark) != NULL ? strlen(mark) : 0;
}

/* The beginning and the end of a text, with a line for what was cut, now and before. */
static void append_cut(GString *to, const char *text, gsize size, gsize max_bytes,
                       guint64 cut_before)
{
    if (size <= max_bytes) {
        g_string_append_len(to, text, (gssize)size);
        return;
    }
    const char *head_end = back_to_character(text, text + max_bytes / 2);
    const char *tail = back_to_character(text, text + size - max_bytes / 2);
    g_string_append_len(to, text, head_end - text);
    g_string_append_printf(to, "\n[%" G_GUINT64_FORMAT " bytes cut here]\n",
                           (guint64)(tail - head_end) + cut_before -
                               mark_size(head_end, tail, cut_before));
    g_string_append(to, tail);
}

static void end_line(GString *text)
{
    if (text->len > 0 && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
}

static void append_outcome(const CordonJobOutcome *outcome, gsize max_bytes, GString *text)
{
    gsize err_max = outcome->has_run ? MIN(outcome->err->len, max_bytes / 2) : 0;

    if (outcome->has_run) {
        append_cut(text, outcome->out->str, outcome->out->len, max_bytes - err_max,
                   outcome->out_cut);
        end_line(text);
        if (outcome->err->len > 0) {
            g_string_append(text, "[stderr]\n");
            append_cut(text, outcome->err->str, outcome->err->len, MAX(err_max, max_bytes / 2),
                       outcome->err_cut);
            end_line(text);
        }
        if (outcome->status != 0)
            g_string_append_printf(text, "[exit status %d]\n", outcome->status);
    }
    if (outcome->message != NULL)
        g_string_append_printf(text, "%s\n", outcome->message);
    for (gsize i = 0; outcome->status != 0 && outcome->notices[i] != NULL; i++)
        g_string_append_printf(text, "Note: %s\n", outcome->notices[i]);
}

char *cordon_job_to_text(CordonJob *job, gsize max_bytes)
{
    GString *text = g_string_new(NULL);
    guint64 offset = 0, skipped = 0;

    g_mutex_lock(&job->session->lock);
    gboolean is_ended = job->state == CORDON_JOB_ENDED;
    if (is_ended)
        append_outcome(&job->outcome, max_bytes, text);
    g_mutex_unlock(&job->session->lock);
    if (is_ended)
        return g_string_free(text, FALSE);
    g_autoptr(GString) so_far = g_string_new(NULL);
    g_mutex_lock(&job->output_lock);
    cordon_ring_read(job->ring, &offset, G_MAXSIZE, FALSE, so_far, &skipped);
    g_mutex_unlock(&job->output_lock);
    append_cut(text, so_far->str, so_far->len, max_bytes, skipped);
    return g_string_free(text, FALSE);
}

gboolean cordon_job_read_output(CordonJob *job, guint64 *offset, gsize max_bytes, GString *to,
                                guint64 *ret_skipped)
{
    guint64 skipped;
    /* Looked at first: what is written later is then seen by the next call. */
    gboolean is_ended = cordon_job_get_state(job) == CORDON_JOB_ENDED;

    g_mutex_lock(&job->output_lock);
    cordon_ring_read(job->ring, offset, max_bytes, is_ended, to, &skipped);
    gboolean is_more = *offset < cordon_ring_get_total(job->ring);
    g_mutex_unlock(&job->output_lock);
    if (ret_skipped != NULL)
        *ret_skipped = skipped;
    return is_more || !is_ended;
}

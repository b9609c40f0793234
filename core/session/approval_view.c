/* SPDX-License-Identifier: MIT */
/* What is shown of a command that waits for the user: as it will run, with nothing hidden. */
#include "base/quote.h"
#include "session/session.h"

/* Characters that steer or hide, written out: \x1b, \u202e. */
static void append_shown(GString *to, const char *text)
{
    while (*text != '\0') {
        gunichar c = g_utf8_get_char_validated(text, -1);
        if (c == (gunichar)-1 || c == (gunichar)-2) {
            g_string_append_printf(to, "\\x%02x", (guchar)*text++);
            continue;
        }
        const char *next = g_utf8_next_char(text);
        g_autofree char *one = g_strndup(text, (gsize)(next - text));
        if (cordon_word_is_visible(one))
            g_string_append(to, one);
        else if (c < 0x80)
            g_string_append_printf(to, "\\x%02x", c);
        else
            g_string_append_printf(to, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
        text = next;
    }
}

static void add_shown(CordonJsonWriter *writer, const char *name, const char *text)
{
    g_autoptr(GString) shown = g_string_new(NULL);

    if (text == NULL) {
        cordon_json_add_string(writer, name, NULL);
        return;
    }
    append_shown(shown, text);
    cordon_json_add_bytes(writer, name, shown->str, shown->len);
}

/* Line by line, as it will run. */
static void add_lines(CordonJsonWriter *writer, const CordonJudgement *judgement)
{
    g_autofree char *argv = judgement->script == NULL ? cordon_quote_argv(judgement->argv) : NULL;
    g_auto(GStrv) lines = g_strsplit(argv != NULL ? argv : judgement->script, "\n", -1);

    cordon_json_begin_array(writer, "lines");
    for (guint i = 0; lines[i] != NULL; i++)
        if (lines[i][0] != '\0' || lines[i + 1] != NULL)
            add_shown(writer, NULL, lines[i]);
    cordon_json_end_array(writer);
}

static char *describe_grant(const CordonJob *job, const CordonJudgement *judgement)
{
    g_autofree char *kinds = g_strjoinv("\" and \"", (char **)(guintptr)judgement->kinds);

    return g_strdup_printf(
        "Every command of the kind \"%s\" of any agent on the board \"%s\", until the "
        "gateway restarts.",
        kinds, job->agent->board);
}

static void add_grant(const CordonJob *job, CordonJsonWriter *writer,
                      const CordonJudgement *judgement)
{
    gboolean may_grant = judgement->kinds != NULL && judgement->kinds[0] != NULL;
    g_autofree char *words = may_grant ? describe_grant(job, judgement) : NULL;

    cordon_json_add_bool(writer, "may_grant", may_grant);
    cordon_json_add_strings(writer, "kinds", judgement->kinds);
    add_shown(writer, "grant", words);
}

/* lock held; the job asks. */
static char *describe(CordonJob *job)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(job->call);
    const CordonAgent *agent = job->agent;
    gint64 left_ms = (job->deadline_us - g_get_monotonic_time()) / 1000;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.approval/1");
    cordon_json_add_string(writer, "id", job->id);
    cordon_json_add_string(writer, "state", "waiting");
    cordon_json_add_string(writer, "digest", job->digest);
    add_lines(writer, judgement);
    cordon_json_add_bool(writer, "is_script", judgement->script != NULL);
    add_shown(writer, "asked_for", job->command);
    add_shown(writer, "cwd", job->cwd);
    cordon_json_add_string(writer, "rule", cordon_rule_name(judgement->rule));
    add_shown(writer, "reason", judgement->reason);
    add_shown(writer, "hint", judgement->hint);
    add_shown(writer, "part", judgement->part);
    add_grant(job, writer, judgement);
    add_shown(writer, "board", agent->board);
    add_shown(writer, "bubble", agent->name);
    add_shown(writer, "role", agent->role);
    add_shown(writer, "client", job->client != NULL ? job->client : "");
    cordon_json_add_bool(writer, "sandbox", cordon_call_is_sandboxed(job->call));
    cordon_json_add_int(writer, "asked_at", job->asked_ms);
    cordon_json_add_int(writer, "expires_at", cordon_session_now_ms() + left_ms);
    cordon_json_add_int(writer, "left_ms", MAX(left_ms, 0));
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

/* For one that is over. */
static char *describe_over(const CordonJob *job)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.approval/1");
    cordon_json_add_string(writer, "id", job->id);
    cordon_json_add_string(writer, "state", "over");
    cordon_json_add_string(writer, "answer",
                           job->is_answered ? cordon_answer_name(job->answer) : NULL);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void cordon_approval_tell(CordonJob *job)
{
    g_autofree char *data = NULL;

    if (job->session->listener == NULL || job->digest == NULL)
        return;
    data = job->state == CORDON_JOB_ASKING ? describe(job) : describe_over(job);
    cordon_session_emit(job->session, CORDON_EVENT_APPROVAL, job->id, data);
}

char *cordon_session_approvals_to_json(CordonSession *session, guint max)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    guint count = 0;

    cordon_json_begin_array(writer, NULL);
    g_mutex_lock(&session->lock);
    for (GList *item = session->order.head; item != NULL && (max == 0 || count < max);
         item = item->next) {
        CordonJob *job = item->data;
        if (job->state != CORDON_JOB_ASKING || job->is_claimed)
            continue;
        g_autofree char *one = describe(job);
        cordon_json_add_document(writer, NULL, one);
        count++;
    }
    g_mutex_unlock(&session->lock);
    cordon_json_end_array(writer);
    return cordon_json_writer_finish(writer);
}

char *cordon_session_approval_to_json(CordonSession *session, const char *id)
{
    char *json = NULL;

    g_mutex_lock(&session->lock);
    CordonJob *job = g_hash_table_lookup(session->jobs, id);
    if (job != NULL && job->state == CORDON_JOB_ASKING && !job->is_claimed)
        json = describe(job);
    g_mutex_unlock(&session->lock);
    return json;
}

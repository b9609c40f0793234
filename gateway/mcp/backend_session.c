/* SPDX-License-Identifier: MIT */
/* The tools' world as it is: a session. */
#include <string.h>

#include <cordon/json.h>

#include "mcp/backend.h"

/* What a session says of a job is far below that. */
#define MAX_JOB_JSON_BYTES CORDON_JSON_MAX_BYTES

static char *copy_string(const CordonJsonValue *object, const char *name)
{
    return g_strdup(cordon_json_string(cordon_json_find(object, name)));
}

static gint64 read_number(const CordonJsonValue *object, const char *name)
{
    gint64 number = -1;

    cordon_json_get_int(object, name, FALSE, 0, G_MAXINT64, &number, NULL);
    return number;
}

static gint64 read_seconds(const CordonJsonValue *object, const char *name)
{
    gint64 number_ms = read_number(object, name);

    return number_ms < 0 ? -1 : number_ms / 1000;
}

static void read_end(McpJobFacts *facts, const CordonJsonValue *job)
{
    const CordonJsonValue *end = cordon_json_find(job, "exit");

    facts->outcome = copy_string(job, "end");
    facts->how = copy_string(end, "kind");
    if (g_strcmp0(facts->how, "exited") == 0)
        facts->exit_code = read_number(end, "code");
    else if (g_strcmp0(facts->how, "signaled") == 0)
        facts->signal = read_number(end, "code");
    facts->out = copy_string(job, "stdout");
    facts->err = copy_string(job, "stderr");
    facts->out_cut_bytes =
        (guint64)MAX(read_number(cordon_json_find(job, "stdout_size"), "cut_bytes"), 0);
    facts->err_cut_bytes =
        (guint64)MAX(read_number(cordon_json_find(job, "stderr_size"), "cut_bytes"), 0);
}

static void read_verdict(McpJobFacts *facts, const CordonJsonValue *verdict)
{
    facts->verdict = copy_string(verdict, "verdict");
    facts->rule = copy_string(verdict, "rule");
    /* What is allowed has the rule "none", which would only puzzle a model. */
    if (g_strcmp0(facts->rule, "none") == 0)
        g_clear_pointer(&facts->rule, g_free);
    facts->reason = copy_string(verdict, "reason");
    facts->hint = copy_string(verdict, "hint");
}

/* How long the user still has to answer: the approval has the id of its job. */
static gint64 read_time_left(CordonSession *session, const char *id)
{
    g_autofree char *text = cordon_session_approval_to_json(session, id);
    g_autoptr(CordonJson) json =
        text != NULL ? cordon_json_parse(text, strlen(text), CORDON_JSON_MAX_BYTES, NULL) : NULL;

    return json != NULL ? read_number(cordon_json_root(json), "left_ms") : -1;
}

/* Times of jobs are those of the clock on the wall, in milliseconds. */
static gint64 read_running_ms(const CordonJsonValue *job)
{
    gint64 started_ms = read_number(job, "started_at");

    return started_ms > 0 ? MAX(g_get_real_time() / 1000 - started_ms, 0) : -1;
}

static McpJobFacts *job_facts(gpointer session, CordonJob *job, gboolean with_output)
{
    McpJobFacts *facts = mcp_job_facts_new();
    g_autofree char *text = cordon_job_to_json(job, with_output);
    g_autoptr(CordonJson) json = cordon_json_parse(text, strlen(text), MAX_JOB_JSON_BYTES, NULL);
    const CordonJsonValue *root = json != NULL ? cordon_json_root(json) : NULL;

    facts->state = cordon_job_get_state(job);
    read_end(facts, root);
    read_verdict(facts, cordon_json_find(root, "verdict"));
    facts->approval = copy_string(root, "approval");
    facts->message = copy_string(root, "message");
    facts->time_limit_s = read_seconds(root, "time_limit_ms");
    facts->running_ms = read_running_ms(root);
    cordon_json_get_bool(root, "sandbox", FALSE, &facts->sandboxed, NULL);
    if (facts->state == CORDON_JOB_ASKING)
        facts->approval_left_ms = read_time_left(session, cordon_job_get_id(job));
    return facts;
}

static CordonJob *start_job(gpointer session, CordonAgent *agent, const CordonJobRequest *request,
                            GError **error)
{
    return cordon_session_start_job(session, agent, request, error);
}

static CordonJob *find_job(gpointer session, const char *id)
{
    return cordon_session_find_job(session, id);
}

McpBackend mcp_backend_for_session(CordonSession *session)
{
    return (McpBackend){
        .agent_ref = cordon_agent_ref,
        .agent_unref = cordon_agent_unref,
        .agent_tools = cordon_agent_get_tools,
        .agent_project = cordon_agent_get_project,
        .agent_loop = cordon_agent_get_loop,
        .agent_role = cordon_agent_get_role,
        .agent_is_same = cordon_agent_is_same,
        .start_job = start_job,
        .find_job = find_job,
        .job_ref = cordon_job_ref,
        .job_unref = cordon_job_unref,
        .job_id = cordon_job_get_id,
        .job_agent = cordon_job_get_agent,
        .job_state = cordon_job_get_state,
        .job_cancel = cordon_job_cancel,
        .job_facts = job_facts,
        .job_to_text = cordon_job_to_text,
        .job_read_output = cordon_job_read_output,
        .open_files = cordon_agent_open_files,
        .files_refused = cordon_agent_record_refusal,
        .files_close = cordon_files_close,
        .files_read = cordon_files_read,
        .text_free = cordon_file_text_free,
        .files_list = cordon_files_list,
        .list_free = cordon_file_list_free,
        .files_search = cordon_files_search,
        .matches_free = cordon_file_matches_free,
        .files_write = cordon_files_write,
        .files_edit = cordon_files_edit,
        .user_data = session,
    };
}

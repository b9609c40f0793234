/* SPDX-License-Identifier: MIT */
/* /v1/runs: commands of bubbles. */
#include <string.h>

#include "api/handlers.h"
#include "api/runs_desk.h"

#define DEFAULT_LIST     100u
#define MAX_LIST         1000u
#define MAX_OUTPUT_BYTES (1024u * 1024)
#define MAX_TIME_LIMIT_S 86400
#define MAX_ARGV         65536u

/* A bubble sees its own runs only. */
static gboolean may_see(const ApiCall *call, const CordonJob *job)
{
    return call->who.kind != WHO_AGENT ||
           cordon_agent_is_same(call->who.agent, cordon_job_get_agent(job));
}

/* A reference, or NULL: answered. */
static CordonJob *need_job(ApiCall *call)
{
    g_autoptr(CordonJob) job = cordon_session_find_job(call->session, call->match.parts[0]);

    if (job != NULL && may_see(call, job))
        return g_steal_pointer(&job);
    api_fail(call, 404, "not-found",
             "There is no run %s: it never was, or it ended so long ago that it was forgotten.",
             call->match.parts[0]);
    return NULL;
}

/* --- starting --- */

typedef struct {
    const char *bubble, *command, *cwd, *client;
    char **argv;
    gint64 time_limit_s, wait_ms;
} Order;

static gboolean read_order(const CordonJsonValue *body, Order *order, GError **error)
{
    return cordon_json_get_string(body, "bubble", FALSE, &order->bubble, error) &&
           cordon_json_get_string(body, "command", FALSE, &order->command, error) &&
           cordon_json_get_strings(body, "argv", FALSE, MAX_ARGV, &order->argv, error) &&
           cordon_json_get_string(body, "cwd", FALSE, &order->cwd, error) &&
           cordon_json_get_string(body, "client", FALSE, &order->client, error) &&
           cordon_json_get_int(body, "time_limit_s", FALSE, 1, MAX_TIME_LIMIT_S,
                               &order->time_limit_s, error) &&
           cordon_json_get_int(body, "wait_ms", FALSE, 0, RUNS_MAX_WAIT_MS, &order->wait_ms, error);
}

/* A reference, or NULL: answered. */
static CordonAgent *need_agent(ApiCall *call, const char *bubble)
{
    g_autoptr(GError) error = NULL;

    if (bubble == NULL && call->who.kind == WHO_AGENT)
        return cordon_agent_ref(call->who.agent);
    if (bubble == NULL) {
        api_fail(call, 400, "invalid",
                 "bubble is needed: the id of the bubble that the command is of.");
        return NULL;
    }
    g_autoptr(CordonAgent) agent = cordon_session_find_agent(call->session, bubble, &error);
    if (call->who.kind == WHO_AGENT &&
        (agent == NULL || !cordon_agent_is_same(agent, call->who.agent))) {
        api_fail(call, 403, "forbidden", "The token is that of another bubble.");
        return NULL;
    }
    if (agent == NULL)
        api_fail_with(call, error);
    return g_steal_pointer(&agent);
}

static void start(ApiCall *call, const Order *order)
{
    g_autoptr(GError) error = NULL;

    if ((order->command == NULL) == (order->argv == NULL)) {
        api_fail(call, 400, "invalid", "One of command (a line) and argv (words) is needed.");
        return;
    }
    g_autoptr(CordonAgent) agent = need_agent(call, order->bubble);
    if (agent == NULL)
        return;
    CordonJobRequest request = {
        .struct_size = sizeof request,
        .line = order->command,
        .line_size = order->command != NULL ? strlen(order->command) : 0,
        .argv = (const char *const *)order->argv,
        .cwd = order->cwd,
        .client = order->client != NULL ? order->client
                                        : http_request_header(call->request, "User-Agent"),
        .source = "http",
        .time_limit_ms = (guint)order->time_limit_s * 1000u,
    };
    g_autoptr(CordonJob) job = cordon_session_start_job(call->session, agent, &request, &error);
    if (job == NULL) {
        api_fail_with(call, error);
        return;
    }
    call->status = 201;
    run_desk_answer(call->gateway->runs, call, job, (guint)order->wait_ms, order->wait_ms > 0);
}

void api_runs_start(ApiCall *call)
{
    static const char *const members[] = {"bubble", "command",      "argv",    "cwd",
                                          "client", "time_limit_s", "wait_ms", NULL};
    g_autoptr(GError) error = NULL;
    Order order = {.bubble = NULL};
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (read_order(body, &order, &error))
        start(call, &order);
    else
        api_fail(call, 400, "invalid", "%s", error->message);
    g_strfreev(order.argv);
}

/* --- looking --- */

void api_runs_list(ApiCall *call)
{
    guint64 max = DEFAULT_LIST;
    guint count = 0;

    if (!api_query_number(call, "max", MAX_LIST, &max))
        return;
    g_autoptr(GPtrArray) jobs = cordon_session_list_jobs(call->session, G_MAXUINT);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_array(writer, "runs");
    for (guint i = 0; i < jobs->len && count < max; i++) {
        CordonJob *job = g_ptr_array_index(jobs, i);
        if (!may_see(call, job))
            continue;
        g_autofree char *json = cordon_job_to_json(job, FALSE);
        cordon_json_add_document(writer, NULL, json);
        count++;
    }
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

void api_runs_get(ApiCall *call)
{
    guint64 wait_ms = 0;

    if (!api_query_number(call, "wait_ms", RUNS_MAX_WAIT_MS, &wait_ms))
        return;
    g_autoptr(CordonJob) job = need_job(call);
    if (job != NULL)
        run_desk_answer(call->gateway->runs, call, job, (guint)wait_ms, TRUE);
}

static void send_output(ApiCall *call, CordonJob *job, guint64 offset)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint64 next = offset, skipped = 0;
    gboolean more = cordon_job_read_output(job, &next, MAX_OUTPUT_BYTES, text, &skipped);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_uint(writer, "offset", offset);
    cordon_json_add_uint(writer, "next", next);
    cordon_json_add_uint(writer, "skipped", skipped);
    cordon_json_add_bool(writer, "more", more);
    cordon_json_add_bytes(writer, "text", text->str, text->len);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

void api_runs_output(ApiCall *call)
{
    guint64 offset = 0;

    if (!api_query_number(call, "offset", G_MAXINT64, &offset))
        return;
    g_autoptr(CordonJob) job = need_job(call);
    if (job == NULL)
        return;
    if (api_query_flag(call, "follow"))
        run_desk_follow(call->gateway->runs, call, job, offset);
    else
        send_output(call, job, offset);
}

void api_runs_cancel(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) == NULL)
        return;
    g_autoptr(CordonJob) job = need_job(call);
    if (job == NULL)
        return;
    cordon_job_cancel(job);
    api_send(call, 202, cordon_job_to_json(job, FALSE));
}

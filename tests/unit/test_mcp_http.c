/* SPDX-License-Identifier: MIT */
/* MCP over HTTP, with an HTTP server that is made up: which answers are JSON, which are streams, and what going away does. */
#include "mcp/http.h"

#include <criterion/criterion.h>
#include <string.h>

#include "mcp_world.h"

#define MODERN_CALL(id, arguments, token)                                                          \
    "{\"jsonrpc\":\"2.0\",\"id\":" id                                                              \
    ",\"method\":\"tools/call\",\"params\":{\"name\":\"run_command\","                             \
    "\"arguments\":" arguments                                                                     \
    ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                      \
    "\"io.modelcontextprotocol/clientCapabilities\":{}" token "}}}"
#define TOKEN ",\"progressToken\":5"

/* --- the made-up server ---------------------------------------------------------------------------------- */

struct HttpRequest {
    const char *method, *body, *accept, *content_type, *revision;
    guint status; /* 0: no answer yet */
    char *answer, *type;
    void (*on_gone)(HttpRequest *request, gpointer user_data);
    gpointer gone_data;
    HttpStream *stream;
    gboolean allow_is_post;
};

struct HttpStream {
    GString *text;
    gboolean is_ended, is_full;
    void (*on_closed)(HttpStream *stream, gpointer user_data);
    gpointer closed_data;
};

const char *http_request_method(const HttpRequest *request)
{
    return request->method;
}

const char *http_request_header(const HttpRequest *request, const char *name)
{
    return strcmp(name, "Accept") == 0                 ? request->accept
           : strcmp(name, "Content-Type") == 0         ? request->content_type
           : strcmp(name, "MCP-Protocol-Version") == 0 ? request->revision
           : strcmp(name, "Mcp-Method") == 0           ? "tools/call"
           : strcmp(name, "Mcp-Name") == 0             ? "run_command"
                                                       : NULL;
}

const char *http_request_body(const HttpRequest *request, gsize *ret_size)
{
    *ret_size = strlen(request->body);
    return request->body;
}

void http_request_set_gone(HttpRequest *request,
                           void (*on_gone)(HttpRequest *request, gpointer user_data),
                           gpointer user_data)
{
    request->on_gone = on_gone;
    request->gone_data = user_data;
}

void http_request_add_header(HttpRequest *request, const char *name, const char *value)
{
    if (strcmp(name, "Allow") == 0)
        request->allow_is_post = strcmp(value, "POST") == 0;
}

void http_respond(HttpRequest *request, guint status, const char *content_type, const char *body,
                  gsize size)
{
    cr_assert_eq(request->status, 0, "answered twice");
    cr_assert_null(request->on_gone, "nobody hears of a request that is answered");
    request->status = status;
    request->type = g_strdup(content_type);
    request->answer = g_strndup(body != NULL ? body : "", size);
}

HttpStream *http_stream_begin(HttpRequest *request, const char *content_type)
{
    cr_assert_eq(request->status, 0, "answered twice");
    request->status = 200;
    request->type = g_strdup(content_type);
    request->stream = g_new0(HttpStream, 1);
    request->stream->text = g_string_new(NULL);
    return request->stream;
}

gboolean http_stream_write(HttpStream *stream, const char *bytes, gsize size)
{
    cr_assert(!stream->is_ended);
    if (stream->is_full) {
        stream->is_ended = TRUE;
        if (stream->on_closed != NULL)
            stream->on_closed(stream, stream->closed_data);
        return FALSE;
    }
    g_string_append_len(stream->text, bytes, (gssize)size);
    return TRUE;
}

void http_stream_end(HttpStream *stream)
{
    stream->is_ended = TRUE;
}

void http_stream_set_closed(HttpStream *stream,
                            void (*on_closed)(HttpStream *stream, gpointer user_data),
                            gpointer user_data)
{
    stream->on_closed = on_closed;
    stream->closed_data = user_data;
}

/* --- tests --------------------------------------------------------------------------------------------------- */

typedef struct {
    World *world;
    McpServer *server;
    CordonAgent *agent;
    HttpRequest request;
} Post;

static void on_event(CordonEventKind kind, const char *id, gpointer user_data)
{
    mcp_on_event(((Post *)user_data)->server, kind, id);
}

static void post_open(Post *post, const char *body)
{
    *post = (Post){
        .world = world_new(),
        .request = {"POST", body, "application/json, text/event-stream", "application/json",
                    "2026-07-28", 0, NULL, NULL, NULL, NULL, NULL, FALSE},
    };
    McpBackend backend = world_backend(post->world);
    post->server = mcp_server_new(&backend);
    world_set_listener(post->world, on_event, post);
    post->agent = world_agent_new(post->world, "coder", 63);
}

static void post_close(Post *post)
{
    mcp_server_free(post->server);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    world_agent_unref(post->agent);
    world_free(post->world);
    g_free(post->request.answer);
    g_free(post->request.type);
    if (post->request.stream != NULL) {
        g_string_free(post->request.stream->text, TRUE);
        g_free(post->request.stream);
    }
}

static void post_handle(Post *post)
{
    mcp_http_handle(post->server, &post->request, post->agent);
}

static void post_wait(Post *post)
{
    while (post->request.status == 0)
        g_main_context_iteration(NULL, TRUE);
}

Test(mcp_http, what_is_no_message_is_refused_before_it_is_read)
{
    static const struct {
        const char *method, *accept, *content_type;
        guint status;
    } rows[] = {
        {"GET", "text/event-stream", NULL, 405},
        {"DELETE", "*/*", NULL, 405},
        {"PUT", "application/json", "application/json", 405},
        {"POST", "text/html", "application/json", 406},
        {"POST", "application/json", NULL, 415},
        {"POST", "application/json", "text/plain", 415},
        {"POST", "application/json", "application/jsonp", 415},
        {"POST", "application/json", "application/json; charset=utf-8", 200},
        {"POST", NULL, "Application/JSON", 200},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Post post;
        post_open(&post, MODERN_CALL("1", "{\"command\":\"say x\"}", ""));
        post.request.method = rows[i].method;
        post.request.accept = rows[i].accept;
        post.request.content_type = rows[i].content_type;
        post_handle(&post);
        post_wait(&post);
        cr_expect_eq(post.request.status, rows[i].status, "row %zu: %u", i, post.request.status);
        cr_expect_eq(post.request.allow_is_post, rows[i].status == 405, "row %zu", i);
        g_autofree char *log = world_get_log(post.world);
        cr_expect_eq(log[0] != '\0', rows[i].status == 200, "row %zu: %s", i, log);
        post_close(&post);
    }
}

Test(mcp_http, a_notification_is_accepted_without_a_body)
{
    Post post;

    post_open(&post, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    post_handle(&post);
    cr_expect_eq(post.request.status, 202);
    cr_expect_null(post.request.type);
    cr_expect_str_eq(post.request.answer, "");
    post_close(&post);
}

Test(mcp_http, a_broken_message_is_a_bad_request)
{
    Post post;

    post_open(&post, "{\"id\":4,");
    post_handle(&post);
    cr_expect_eq(post.request.status, 400);
    cr_expect(strstr(post.request.answer, "\"id\":4") != NULL, "%s", post.request.answer);
    post_close(&post);
}

Test(mcp_http, what_is_quick_is_plain_json_even_where_progress_is_wanted)
{
    Post post;

    post_open(&post, MODERN_CALL("1", "{\"command\":\"say hi\"}", TOKEN));
    post_handle(&post);
    post_wait(&post);
    cr_expect_str_eq(post.request.type, "application/json");
    cr_expect(strstr(post.request.answer, "\"exit_code\":0") != NULL, "%s", post.request.answer);
    post_close(&post);
}

Test(mcp_http, progress_is_a_stream_that_ends_with_the_answer)
{
    Post post;

    post_open(&post, MODERN_CALL("1", "{\"command\":\"steps 6\"}", TOKEN));
    post_handle(&post);
    post_wait(&post);
    cr_expect_str_eq(post.request.type, "text/event-stream");
    while (!post.request.stream->is_ended)
        g_main_context_iteration(NULL, TRUE);
    g_auto(GStrv) events = g_strsplit(post.request.stream->text->str, "\n\n", -1);
    guint count = g_strv_length(events);
    cr_assert_geq(count, 3, "%s", post.request.stream->text->str);
    for (guint i = 0; i + 1 < count; i++)
        cr_expect(g_str_has_prefix(events[i], "event: message\ndata: {\"jsonrpc\":\"2.0\","), "%s",
                  events[i]);
    cr_expect(strstr(events[0], "notifications/progress") != NULL);
    cr_expect(strstr(events[count - 2], "\"exit_code\":0") != NULL);
    post_close(&post);
}

Test(mcp_http, nothing_is_streamed_without_a_token_or_to_who_cannot_read_it)
{
    static const struct {
        const char *accept, *body;
    } rows[] = {
        {"application/json, text/event-stream", MODERN_CALL("1", "{\"command\":\"steps 6\"}", "")},
        {"application/json", MODERN_CALL("1", "{\"command\":\"steps 6\"}", TOKEN)},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Post post;
        post_open(&post, rows[i].body);
        post.request.accept = rows[i].accept;
        post_handle(&post);
        post_wait(&post);
        cr_expect_str_eq(post.request.type, "application/json");
        post_close(&post);
    }
}

Test(mcp_http, a_client_that_goes_before_the_answer_stops_the_command)
{
    Post post;

    post_open(&post, MODERN_CALL("1", "{\"command\":\"hang\"}", ""));
    post_handle(&post);
    while (world_count_running(post.world) == 0)
        g_main_context_iteration(NULL, TRUE);
    cr_assert_not_null(post.request.on_gone);
    post.request.on_gone(&post.request, post.request.gone_data);
    cr_expect_eq(world_count_running(post.world), 0);
    cr_expect_eq(post.request.status, 0);
    post_close(&post);
}

Test(mcp_http, a_client_that_leaves_its_stream_stops_the_command)
{
    for (guint by_writing = 0; by_writing < 2; by_writing++) {
        Post post;
        post_open(&post, MODERN_CALL("1", "{\"command\":\"ask\"}", TOKEN));
        post_handle(&post);
        post_wait(&post);
        HttpStream *stream = post.request.stream;
        cr_assert_not_null(stream);
        if (by_writing != 0) {
            /* Noticed only while progress is sent. */
            stream->is_full = TRUE;
            world_answer(post.world, FALSE);
        } else {
            stream->on_closed(stream, stream->closed_data);
        }
        cr_expect_eq(world_count_running(post.world), 0);
        post_close(&post);
    }
}

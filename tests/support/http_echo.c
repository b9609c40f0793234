/* SPDX-License-Identifier: MIT */
/* A server over gateway/http for tests/e2e/test_http.py: says what it was asked, late, slowly, or without end.
 *
 * usage: http-echo [--unix PATH] [--max N] [--header-ms N] [--body-ms N] [--idle-ms N] [--stall-ms N]
 * Prints its port, and serves until its input ends or a signal asks it to stop.  The token is "secret"; /public needs none. */
#include <cordon/json.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/server.h"

/* Events of a broadcast or stream that are written before others get their turn. */
#define EVENTS_AT_ONCE 50

static HttpServer *server;
static GMainLoop *loop;
static GPtrArray *listeners;
static guint n_handled, n_gone, n_closed;
static guint64 flooded;

static guint number(const HttpRequest *request, const char *name, guint otherwise)
{
    const char *text = http_request_query(request, name);
    return text != NULL ? (guint)strtoul(text, NULL, 10) : otherwise;
}

static void respond_json(HttpRequest *request, CordonJsonWriter *writer)
{
    cordon_json_end_object(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);
    http_respond(request, 200, "application/json", text, strlen(text));
}

static CordonJsonWriter *begin_json(void)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    return writer;
}

static void echo(HttpRequest *request)
{
    CordonJsonWriter *writer = begin_json();
    gsize size;
    const char *body = http_request_body(request, &size);

    cordon_json_add_string(writer, "method", http_request_method(request));
    cordon_json_add_string(writer, "path", http_request_path(request));
    cordon_json_add_string(writer, "q", http_request_query(request, "q"));
    cordon_json_add_string(writer, "x", http_request_header(request, "X-Test"));
    cordon_json_add_uint(writer, "size", size);
    cordon_json_add_bytes(writer, "body", body, MIN(size, 1000));
    cordon_json_add_bool(writer, "unix", http_request_peer(request) == HTTP_PEER_UNIX);
    cordon_json_add_int(writer, "pid", http_request_peer_pid(request));
    http_request_add_header(request, "Retry-After", "7");
    respond_json(request, writer);
}

static void counters(HttpRequest *request)
{
    CordonJsonWriter *writer = begin_json();
    g_autofree char *of_server = http_server_to_json(server);

    cordon_json_add_string(writer, "server", of_server);
    cordon_json_add_uint(writer, "handled", n_handled);
    cordon_json_add_uint(writer, "gone", n_gone);
    cordon_json_add_uint(writer, "closed", n_closed);
    cordon_json_add_uint(writer, "listeners", listeners->len);
    cordon_json_add_uint(writer, "flooded", flooded);
    respond_json(request, writer);
}

/* --- later ---------------------------------------------------------------------------------- */

typedef struct {
    HttpRequest *request;
    guint timer;
} Slow;

static gboolean slow_answer(gpointer data)
{
    Slow *slow = data;
    http_respond(slow->request, 200, "text/plain", "at last", 7);
    g_free(slow);
    return G_SOURCE_REMOVE;
}

static void slow_gone(G_GNUC_UNUSED HttpRequest *request, gpointer data)
{
    Slow *slow = data;
    n_gone++;
    g_source_remove(slow->timer);
    g_free(slow);
}

static void slowly(HttpRequest *request)
{
    Slow *slow = g_new0(Slow, 1);
    slow->request = request;
    slow->timer = g_timeout_add(number(request, "ms", 300), slow_answer, slow);
    http_request_set_gone(request, slow_gone, slow);
}

/* --- streams -------------------------------------------------------------------------------- */

typedef struct {
    HttpStream *stream;
    guint next, count, timer;
    gboolean is_flood;
} Writer;

static void writer_closed(G_GNUC_UNUSED HttpStream *stream, gpointer data)
{
    Writer *writer = data;
    n_closed++;
    if (writer->timer != 0)
        g_source_remove(writer->timer);
    g_free(writer);
}

static gboolean write_event(HttpStream *stream, guint index)
{
    g_autofree char *event = g_strdup_printf("data: %u\n\n", index);
    return http_stream_write(stream, event, strlen(event));
}

static gboolean write_some(gpointer data)
{
    Writer *writer = data;

    for (guint i = 0; i < EVENTS_AT_ONCE && writer->next < writer->count; i++) {
        if (http_stream_get_queued(writer->stream) > 500000)
            return G_SOURCE_CONTINUE;
        /* A stream that fails frees its writer, and this source. */
        if (!write_event(writer->stream, writer->next++))
            return G_SOURCE_REMOVE;
    }
    if (writer->next < writer->count)
        return G_SOURCE_CONTINUE;
    http_stream_end(writer->stream);
    g_free(writer);
    return G_SOURCE_REMOVE;
}

static gboolean flood_some(gpointer data)
{
    Writer *writer = data;
    static char block[65536];

    memset(block, 'x', sizeof(block));
    flooded += sizeof(block);
    return http_stream_write(writer->stream, block, sizeof(block)) ? G_SOURCE_CONTINUE
                                                                   : G_SOURCE_REMOVE;
}

static void stream(HttpRequest *request, gboolean is_flood)
{
    guint count = number(request, "n", 3);
    guint ms = number(request, "ms", 0);
    Writer *writer = g_new0(Writer, 1);

    writer->count = count;
    writer->stream = http_stream_begin(request, "text/event-stream");
    http_stream_set_closed(writer->stream, writer_closed, writer);
    writer->timer = g_timeout_add(ms, is_flood ? flood_some : write_some, writer);
}

static void listener_closed(HttpStream *stream, G_GNUC_UNUSED gpointer data)
{
    n_closed++;
    g_ptr_array_remove_fast(listeners, stream);
}

static void join(HttpRequest *request)
{
    HttpStream *listener = http_stream_begin(request, "text/event-stream");
    http_stream_set_closed(listener, listener_closed, NULL);
    g_ptr_array_add(listeners, listener);
}

static gboolean broadcast_some(gpointer data)
{
    Writer *writer = data;

    for (guint i = 0; i < EVENTS_AT_ONCE && writer->next < writer->count; i++, writer->next++) {
        /* From the end: one that fails is taken out, and the last moves to its place. */
        for (guint j = listeners->len; j > 0; j--)
            (void)write_event(listeners->pdata[j - 1], writer->next);
    }
    if (writer->next < writer->count)
        return G_SOURCE_CONTINUE;
    while (listeners->len > 0)
        http_stream_end(g_ptr_array_steal_index_fast(listeners, listeners->len - 1));
    g_free(writer);
    return G_SOURCE_REMOVE;
}

static void broadcast(HttpRequest *request)
{
    Writer *writer = g_new0(Writer, 1);
    writer->count = number(request, "n", 1000);
    g_idle_add(broadcast_some, writer);
    http_respond(request, 202, NULL, NULL, 0);
}

static void big(HttpRequest *request)
{
    guint size = number(request, "n", 1000);
    g_autofree char *bytes = g_malloc(size + 1);
    memset(bytes, 'b', size);
    http_respond(request, 200, "application/octet-stream", bytes, size);
}

/* --- the server ----------------------------------------------------------------------------- */

static void handle(HttpRequest *request, G_GNUC_UNUSED gpointer data)
{
    const char *path = http_request_path(request);

    n_handled++;
    if (strcmp(path, "/counters") == 0)
        counters(request);
    else if (strcmp(path, "/slow") == 0)
        slowly(request);
    else if (strcmp(path, "/stream") == 0)
        stream(request, FALSE);
    else if (strcmp(path, "/flood") == 0)
        stream(request, TRUE);
    else if (strcmp(path, "/listen") == 0)
        join(request);
    else if (strcmp(path, "/broadcast") == 0)
        broadcast(request);
    else if (strcmp(path, "/big") == 0)
        big(request);
    else
        echo(request);
}

static HttpAdmission authorize(HttpRequest *request, G_GNUC_UNUSED gpointer data)
{
    const char *token = http_request_header(request, "Authorization");

    if (token == NULL)
        return strcmp(http_request_path(request), "/public") == 0 ? HTTP_ADMITTED : HTTP_STRANGER;
    if (strcmp(token, "Bearer again") == 0)
        return HTTP_THROTTLED;
    return strcmp(token, "Bearer secret") == 0 ? HTTP_ADMITTED : HTTP_STRANGER;
}

static gboolean stop(G_GNUC_UNUSED gpointer data)
{
    g_main_loop_quit(loop);
    return G_SOURCE_CONTINUE;
}

static gboolean input(G_GNUC_UNUSED int fd, G_GNUC_UNUSED GIOCondition condition,
                      G_GNUC_UNUSED gpointer data)
{
    g_main_loop_quit(loop);
    return G_SOURCE_CONTINUE;
}

static gboolean take_option(HttpServerOptions *options, const char *name, const char *value)
{
    const struct {
        const char *name;
        guint *place;
    } numbers[] = {{"--max", &options->max_connections},
                   {"--header-ms", &options->header_deadline_ms},
                   {"--body-ms", &options->body_deadline_ms},
                   {"--idle-ms", &options->idle_ms},
                   {"--stall-ms", &options->write_stall_ms}};

    if (strcmp(name, "--unix") == 0) {
        options->unix_path = value;
        return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].place = (guint)strtoul(value, NULL, 10);
            return TRUE;
        }
    }
    return FALSE;
}

int main(int argc, char **argv)
{
    HttpServerOptions options = {.handler = handle, .authorize = authorize};
    g_autoptr(GError) error = NULL;

    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || !take_option(&options, argv[i], argv[i + 1])) {
            g_printerr("http-echo: %s is no option with a value\n", argv[i]);
            return 2;
        }
    }
    listeners = g_ptr_array_new();
    loop = g_main_loop_new(NULL, FALSE);
    server = http_server_new(&options, &error);
    if (server == NULL) {
        g_printerr("%s\n", error->message);
        return 1;
    }
    guint sources[] = {g_unix_signal_add(SIGTERM, stop, NULL),
                       g_unix_signal_add(SIGINT, stop, NULL),
                       g_unix_fd_add(STDIN_FILENO, G_IO_IN | G_IO_HUP, input, NULL)};
    g_print("%u\n", http_server_get_port(server));
    g_main_loop_run(loop);
    http_server_free(server);
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++)
        g_source_remove(sources[i]);
    g_ptr_array_unref(listeners);
    g_main_loop_unref(loop);
    return 0;
}

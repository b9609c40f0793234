/* SPDX-License-Identifier: MIT */
#include "mcp/http.h"

#include <string.h>

#include "mcp/message.h"

/* One POST on its way to an answer. */
typedef struct {
    HttpRequest *request; /* NULL once it became a stream */
    HttpStream *stream;   /* NULL until there is something to tell before the answer */
    McpChannel *channel;
    gboolean accepts_stream;
} Exchange;

static void exchange_free(Exchange *exchange)
{
    mcp_channel_free(exchange->channel);
    g_free(exchange);
}

/* --- the client goes away ------------------------------------------------------------------------------ */

static void hang_up(Exchange *exchange)
{
    mcp_channel_hang_up(exchange->channel);
    exchange_free(exchange);
}

static void on_request_gone(HttpRequest *request, gpointer user_data)
{
    (void)request;
    hang_up(user_data);
}

static void on_stream_closed(HttpStream *stream, gpointer user_data)
{
    (void)stream;
    hang_up(user_data);
}

/* --- answers --------------------------------------------------------------------------------------------- */

static void begin_stream(Exchange *exchange)
{
    HttpRequest *request = g_steal_pointer(&exchange->request);

    http_request_set_gone(request, NULL, NULL);
    http_request_add_header(request, "X-Accel-Buffering", "no");
    exchange->stream = http_stream_begin(request, "text/event-stream");
    http_stream_set_closed(exchange->stream, on_stream_closed, exchange);
}

/* FALSE: the stream is closed, and the exchange is gone. */
static gboolean write_event(Exchange *exchange, const char *message)
{
    /* JSON as it is written here has no line end inside. */
    g_autofree char *event = g_strconcat("event: message\ndata: ", message, "\n\n", NULL);

    return http_stream_write(exchange->stream, event, strlen(event));
}

static void send_notification(Exchange *exchange, const char *message)
{
    if (!exchange->accepts_stream)
        return;
    if (exchange->stream == NULL)
        begin_stream(exchange);
    write_event(exchange, message);
}

static void send_answer(Exchange *exchange, const char *message, guint http_status)
{
    if (exchange->stream != NULL) {
        if (message != NULL && !write_event(exchange, message))
            return;
        http_stream_set_closed(exchange->stream, NULL, NULL);
        http_stream_end(exchange->stream);
    } else {
        http_request_set_gone(exchange->request, NULL, NULL);
        http_respond(exchange->request, http_status, message != NULL ? "application/json" : NULL,
                     message, message != NULL ? strlen(message) : 0);
    }
    exchange_free(exchange);
}

static void send_message(const char *message, gboolean is_answer, guint http_status,
                         gpointer user_data)
{
    if (is_answer)
        send_answer(user_data, message, http_status);
    else
        send_notification(user_data, message);
}

/* --- requests -------------------------------------------------------------------------------------------- */

/* Refuses what is no message at all, so that nothing of it is read. */
static void refuse(HttpRequest *request, guint status, const char *text)
{
    g_autofree char *error = mcp_write_error(NULL, MCP_ERROR_REQUEST, text, NULL);

    http_respond(request, status, "application/json", error, strlen(error));
}

static gboolean is_json(const char *content_type)
{
    static const char type[] = "application/json";

    return content_type != NULL && g_ascii_strncasecmp(content_type, type, strlen(type)) == 0 &&
           (content_type[strlen(type)] == '\0' ||
            strchr("; \t", content_type[strlen(type)]) != NULL);
}

static void receive(McpServer *server, HttpRequest *request, CordonAgent *agent, McpAccepts accepts)
{
    McpHead head = {
        .revision = http_request_header(request, "MCP-Protocol-Version"),
        .method = http_request_header(request, "Mcp-Method"),
        .name = http_request_header(request, "Mcp-Name"),
    };
    Exchange *exchange = g_new0(Exchange, 1);
    gsize size;
    const char *body = http_request_body(request, &size);

    exchange->request = request;
    exchange->accepts_stream = accepts == MCP_ACCEPTS_STREAM;
    exchange->channel = mcp_channel_new(server, agent, &head, send_message, exchange);
    http_request_set_gone(request, on_request_gone, exchange);
    if (mcp_channel_receive(exchange->channel, body, size) == MCP_NOTHING_TO_SAY)
        send_answer(exchange, NULL, 202);
}

void mcp_http_handle(McpServer *server, HttpRequest *request, CordonAgent *agent)
{
    McpAccepts accepts = mcp_head_accepts(http_request_header(request, "Accept"));

    if (strcmp(http_request_method(request), "POST") != 0) {
        http_request_add_header(request, "Allow", "POST");
        refuse(request, 405, "MCP takes POST only: there are no sessions and no stream of events");
    } else if (accepts == MCP_ACCEPTS_NONE) {
        refuse(request, 406,
               "the header Accept names neither application/json nor text/event-stream");
    } else if (!is_json(http_request_header(request, "Content-Type"))) {
        refuse(request, 415, "a message is application/json");
    } else {
        receive(server, request, agent, accepts);
    }
}

/* SPDX-License-Identifier: MIT */
/* A request's way through the library: its head, its body, the handler, the answer. */
#include <string.h>

#include "http/internal.h"
#include "http/target.h"

#define MIB ((gsize)1024 * 1024)

void http_request_free(HttpRequest *request)
{
    g_free(request->target);
    g_free(request->method);
    g_free(request->path);
    g_clear_pointer(&request->query, g_hash_table_unref);
    g_array_unref(request->headers);
    g_string_chunk_free(request->texts);
    g_byte_array_unref(request->body);
    g_ptr_array_unref(request->added);
    g_free(request);
}

static HttpRequest *request_new(HttpConnection *connection, const char *target)
{
    HttpRequest *request = g_new0(HttpRequest, 1);

    request->connection = connection;
    request->target = g_strdup(target);
    request->headers = g_array_new(FALSE, FALSE, sizeof(HttpHeader));
    request->texts = g_string_chunk_new(1024);
    request->body = g_byte_array_new();
    request->added = g_ptr_array_new_with_free_func(g_free);
    return request;
}

/* The library's first word about a request: the target as it was sent. */
void *http_request_line(G_GNUC_UNUSED void *cls, const char *target, struct MHD_Connection *library)
{
    HttpConnection *connection =
        MHD_get_connection_info(library, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;

    if (connection == NULL || connection->has_left || connection->request != NULL)
        return NULL;
    connection->request = request_new(connection, target);
    if (connection->phase == PHASE_IDLE)
        http_connection_set_phase(connection, PHASE_READING,
                                  connection->server->options.header_deadline_ms);
    return connection;
}

/* --- the head ------------------------------------------------------------------------------- */

/* Copied, as the library leaves the blanks behind a value. */
static enum MHD_Result collect_header(void *cls, G_GNUC_UNUSED enum MHD_ValueKind kind,
                                      const char *name, size_t name_size, const char *value,
                                      size_t value_size)
{
    HttpRequest *request = cls;
    const char *text = value != NULL ? value : "";
    HttpHeader header = {"", ""};
    gsize size = strlen(text);

    /* A NUL inside: no rule would see what is behind it.  The guards refuse a header without a name. */
    if (strlen(name) == name_size && size == value_size) {
        while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
            size--;
        header.name = g_string_chunk_insert(request->texts, name);
        header.value = g_string_chunk_insert_len(request->texts, text, (gssize)size);
    }
    g_array_append_val(request->headers, header);
    return MHD_YES;
}

static gsize body_limit(const HttpRequest *request)
{
    const HttpServerOptions *options = &request->connection->server->options;

    if (!request->connection->is_authorized)
        return MIN(options->max_body_bytes, HTTP_MAX_STRANGER_BODY);
    return strcmp(request->path, "/mcp") == 0 ? options->max_mcp_body_bytes
                                              : options->max_body_bytes;
}

static enum MHD_Result refuse(HttpConnection *connection, guint status, const char *reason)
{
    http_connection_refuse(connection, status, reason);
    return MHD_NO;
}

static HttpAdmission admit(HttpRequest *request)
{
    const HttpServerOptions *options = &request->connection->server->options;

    if (request->connection->peer == HTTP_PEER_UNIX)
        return HTTP_ADMITTED;
    HttpAdmission admission = options->authorize != NULL
                                  ? options->authorize(request, options->user_data)
                                  : HTTP_STRANGER;
    if (admission != HTTP_ADMITTED)
        return admission;
    /* What everybody may ask for says nothing about who asks.  Strangers get one answer a connection, so that no head of
     * theirs comes to the library unread. */
    if (http_request_header(request, "Authorization") != NULL)
        http_connection_set_authorized(request->connection);
    else
        request->is_last = TRUE;
    return HTTP_ADMITTED;
}

static enum MHD_Result begin(HttpRequest *request, const char *method, const char *version)
{
    HttpConnection *connection = request->connection;
    HttpFraming framing;

    request->is_begun = TRUE;
    MHD_get_connection_values_n(connection->library, MHD_HEADER_KIND, collect_header, request);
    HttpHead head = {method, request->target, version, (const void *)request->headers->data,
                     request->headers->len};
    HttpVerdict verdict =
        http_guards_check(&head, connection->peer, connection->server->port, &framing);
    if (verdict.status != 0)
        return refuse(connection, verdict.status, verdict.reason);
    request->method = g_strdup(method);
    request->path = http_target_path(request->target);
    request->query = http_target_query(request->target);
    HttpAdmission admission = admit(request);
    if (admission == HTTP_THROTTLED)
        return refuse(connection, 429, "There were too many wrong tokens; try again later.");
    if (admission != HTTP_ADMITTED)
        return refuse(connection, 401, "The request needs a valid token.");
    request->max_body = body_limit(request);
    if (framing.length > request->max_body)
        return refuse(connection, 413, "The body of the request is too large.");
    http_connection_set_phase(connection, PHASE_READING,
                              connection->server->options.body_deadline_ms);
    return MHD_YES;
}

static enum MHD_Result take_body(HttpRequest *request, const char *bytes, gsize size)
{
    if (size > request->max_body - request->body->len)
        return refuse(request->connection, 413, "The body of the request is too large.");
    g_byte_array_append(request->body, (const guint8 *)bytes, (guint)size);
    return MHD_YES;
}

/* --- the answer ----------------------------------------------------------------------------- */

/* The time grows with the size, so that a large answer needs no faster client than a small one. */
static guint answer_timeout(const HttpConnection *connection)
{
    guint64 timeout =
        (guint64)connection->server->options.write_stall_ms * (1 + connection->answer_size / MIB);
    return (guint)MIN(timeout, G_MAXINT);
}

static enum MHD_Result give_answer(HttpConnection *connection)
{
    struct MHD_Response *response = g_steal_pointer(&connection->answer);

    if (connection->phase == PHASE_WAITING)
        http_connection_set_phase(connection, PHASE_ANSWERING, answer_timeout(connection));
    enum MHD_Result result =
        MHD_queue_response(connection->library, connection->answer_status, response);
    MHD_destroy_response(response);
    if (connection->stream != NULL && connection->has_hung_up)
        http_connection_end(connection);
    return result;
}

static enum MHD_Result deliver(HttpRequest *request)
{
    HttpConnection *connection = request->connection;
    const HttpServerOptions *options = &connection->server->options;

    request->is_delivered = TRUE;
    http_connection_set_phase(connection, PHASE_WAITING, 0);
    connection->in_handler = TRUE;
    options->handler(request, options->user_data);
    connection->in_handler = FALSE;
    if (connection->answer != NULL)
        return give_answer(connection);
    if (connection->has_hung_up)
        http_connection_end(connection);
    if (connection->has_left)
        return MHD_NO;
    http_connection_suspend(connection);
    return MHD_YES;
}

enum MHD_Result http_request_handle(G_GNUC_UNUSED void *cls,
                                    G_GNUC_UNUSED struct MHD_Connection *library,
                                    G_GNUC_UNUSED const char *url, const char *method,
                                    const char *version, const char *upload, size_t *upload_size,
                                    void **context)
{
    HttpConnection *connection = *context;

    if (connection == NULL || connection->has_left)
        return MHD_NO;
    if (connection->answer != NULL)
        return give_answer(connection);
    HttpRequest *request = connection->request;
    if (request == NULL)
        return MHD_NO;
    if (!request->is_begun)
        return begin(request, method, version);
    if (*upload_size > 0) {
        gsize size = *upload_size;
        *upload_size = 0;
        return take_body(request, upload, size);
    }
    return request->is_delivered ? MHD_YES : deliver(request);
}

static void add_header(struct MHD_Response *response, const char *name, const char *value)
{
    if (MHD_add_response_header(response, name, value) != MHD_YES)
        g_critical("An answer cannot have the header %s: %s", name, value);
}

void http_request_answer(HttpRequest *request, guint status, const char *content_type,
                         struct MHD_Response *response, gsize size)
{
    HttpConnection *connection = request->connection;

    for (const char *const *at = http_reply_headers; *at != NULL; at += 2)
        add_header(response, at[0], at[1]);
    for (guint i = 0; i + 1 < request->added->len; i += 2)
        add_header(response, request->added->pdata[i], request->added->pdata[i + 1]);
    if (content_type != NULL)
        add_header(response, "Content-Type", content_type);
    if (request->is_last)
        add_header(response, "Connection", "close");
    connection->answer = response;
    connection->answer_status = status;
    connection->answer_size = size;
    connection->request = NULL;
    http_request_free(request);
    if (!connection->in_handler)
        http_connection_resume(connection);
}

void http_respond(HttpRequest *request, guint status, const char *content_type, const char *body,
                  gsize size)
{
    if (content_type == NULL)
        size = 0;
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback(
        size, size > 0 ? g_memdup2(body, size) : NULL, g_free);
    http_request_answer(request, status, content_type, response, size);
}

void http_request_add_header(HttpRequest *request, const char *name, const char *value)
{
    g_ptr_array_add(request->added, g_strdup(name));
    g_ptr_array_add(request->added, g_strdup(value));
}

/* --- the end -------------------------------------------------------------------------------- */

void http_request_completed(G_GNUC_UNUSED void *cls, G_GNUC_UNUSED struct MHD_Connection *library,
                            void **context, enum MHD_RequestTerminationCode code)
{
    HttpConnection *connection = *context;

    *context = NULL;
    if (connection == NULL)
        return;
    g_clear_pointer(&connection->answer, MHD_destroy_response);
    if (code != MHD_REQUEST_TERMINATED_COMPLETED_OK || connection->request != NULL) {
        http_connection_leave(connection);
        return;
    }
    if (connection->stream != NULL)
        http_stream_break(connection->stream);
    if (!connection->has_left)
        http_connection_set_phase(connection, PHASE_IDLE, connection->server->options.idle_ms);
}

void http_request_connection(void *cls, struct MHD_Connection *library, void **context,
                             enum MHD_ConnectionNotificationCode code)
{
    HttpServer *server = cls;

    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        int fd = MHD_get_connection_info(library, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        HttpConnection *connection = g_hash_table_lookup(server->arriving, GINT_TO_POINTER(fd));

        *context = connection;
        if (connection == NULL)
            return;
        g_hash_table_remove(server->arriving, GINT_TO_POINTER(fd));
        connection->library_fd = -1;
        connection->library = library;
    } else if (*context != NULL) {
        http_connection_let_go(*context);
        *context = NULL;
    }
}

/* --- what the handler asks ------------------------------------------------------------------ */

const char *http_request_method(const HttpRequest *request)
{
    return request->method;
}

const char *http_request_path(const HttpRequest *request)
{
    return request->path;
}

const char *http_request_query(const HttpRequest *request, const char *name)
{
    return g_hash_table_lookup(request->query, name);
}

const char *http_request_header(const HttpRequest *request, const char *name)
{
    HttpHead head = {.headers = (const void *)request->headers->data,
                     .n_headers = request->headers->len};
    return http_head_find(&head, name);
}

const char *http_request_body(const HttpRequest *request, gsize *ret_size)
{
    *ret_size = request->body->len;
    return request->body->len > 0 ? (const char *)request->body->data : "";
}

HttpPeer http_request_peer(const HttpRequest *request)
{
    return request->connection->peer;
}

pid_t http_request_peer_pid(const HttpRequest *request)
{
    return request->connection->pid;
}

void http_request_set_gone(HttpRequest *request,
                           void (*on_gone)(HttpRequest *request, gpointer user_data),
                           gpointer user_data)
{
    request->on_gone = on_gone;
    request->gone_data = user_data;
}

/* SPDX-License-Identifier: MIT */
/* Answers that go on: a bounded queue between who writes and a client that may be slow. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

#include "http/internal.h"

struct HttpStream {
    HttpConnection *connection; /* NULL once it is over */
    guint refs;                 /* the user's, and the library's answer's */
    GString *queue;
    gsize offset;         /* what of the queue is written */
    guint64 written, due; /* bytes since the begin: written, and to be written by the deadline */
    gboolean is_ended;
    void (*on_closed)(HttpStream *stream, gpointer user_data);
    gpointer closed_data;
    void (*on_drained)(HttpStream *stream, gpointer user_data);
    gpointer drained_data;
};

static void unref(HttpStream *stream)
{
    if (--stream->refs > 0)
        return;
    g_string_free(stream->queue, TRUE);
    g_free(stream);
}

static void library_unref(void *cls)
{
    unref(cls);
}

gsize http_stream_get_queued(const HttpStream *stream)
{
    return stream->queue->len - stream->offset;
}

/* All that waits now has to be written within the stall time: a client that takes a byte now and then does not hold it up. */
static void restart_deadline(HttpStream *stream)
{
    gsize queued = http_stream_get_queued(stream);

    stream->due = stream->written + queued;
    http_connection_set_phase(
        stream->connection, PHASE_STREAMING,
        queued > 0 || stream->is_ended ? stream->connection->server->options.write_stall_ms : 0);
}

/* The library waits for more before it sends; but there may be nothing more for long. */
static void push_out(HttpConnection *connection)
{
    int on = 1;

    if (connection->peer == HTTP_PEER_TCP)
        (void)setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

static gsize take(HttpStream *stream, char *out, gsize size)
{
    size = MIN(size, http_stream_get_queued(stream));
    memcpy(out, stream->queue->str + stream->offset, size);
    stream->offset += size;
    stream->written += size;
    /* Moving the rest is paid by what was taken before. */
    if (stream->offset * 2 >= stream->queue->len) {
        g_string_erase(stream->queue, 0, (gssize)stream->offset);
        stream->offset = 0;
    }
    if (stream->written >= stream->due)
        restart_deadline(stream);
    return size;
}

/* The library asks for the next bytes. */
static ssize_t read_queue(void *cls, G_GNUC_UNUSED uint64_t position, char *out, size_t size)
{
    HttpStream *stream = cls;

    if (stream->connection != NULL && stream->on_drained != NULL && !stream->is_ended &&
        http_stream_get_queued(stream) == 0)
        stream->on_drained(stream, stream->drained_data);
    if (stream->connection == NULL)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (http_stream_get_queued(stream) > 0)
        return (ssize_t)take(stream, out, size);
    if (stream->is_ended)
        return MHD_CONTENT_READER_END_OF_STREAM;
    push_out(stream->connection);
    http_connection_suspend(stream->connection);
    return 0;
}

HttpStream *http_stream_begin(HttpRequest *request, const char *content_type)
{
    HttpConnection *connection = request->connection;
    HttpStream *stream = g_new0(HttpStream, 1);

    stream->connection = connection;
    stream->refs = 2;
    stream->queue = g_string_new(NULL);
    connection->stream = stream;
    connection->server->n_streams++;
    http_connection_set_phase(connection, PHASE_STREAMING, 0);
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, HTTP_STREAM_BLOCK_BYTES, read_queue, stream, library_unref);
    http_request_answer(request, 200, content_type, response, 0);
    return stream;
}

void http_stream_break(HttpStream *stream)
{
    HttpConnection *connection = g_steal_pointer(&stream->connection);

    if (connection == NULL)
        return;
    connection->stream = NULL;
    connection->server->n_streams--;
    if (stream->is_ended)
        return;
    if (stream->on_closed != NULL)
        stream->on_closed(stream, stream->closed_data);
    unref(stream);
}

gboolean http_stream_write(HttpStream *stream, const char *bytes, gsize size)
{
    gsize queued = http_stream_get_queued(stream);

    if (size > HTTP_MAX_QUEUED_BYTES - queued) {
        http_connection_end(stream->connection);
        return FALSE;
    }
    if (size == 0)
        return TRUE;
    g_string_append_len(stream->queue, bytes, (gssize)size);
    if (queued == 0)
        restart_deadline(stream);
    http_connection_resume(stream->connection);
    return TRUE;
}

void http_stream_end(HttpStream *stream)
{
    HttpConnection *connection = stream->connection;

    stream->is_ended = TRUE;
    restart_deadline(stream);
    http_connection_resume(connection);
    unref(stream);
}

void http_stream_set_closed(HttpStream *stream,
                            void (*on_closed)(HttpStream *stream, gpointer user_data),
                            gpointer user_data)
{
    stream->on_closed = on_closed;
    stream->closed_data = user_data;
}

void http_stream_set_drained(HttpStream *stream,
                             void (*on_drained)(HttpStream *stream, gpointer user_data),
                             gpointer user_data)
{
    stream->on_drained = on_drained;
    stream->drained_data = user_data;
}

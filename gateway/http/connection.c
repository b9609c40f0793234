/* SPDX-License-Identifier: MIT */
/* The life of a connection: its place among the others, its deadline, its end. */
#define _GNU_SOURCE /* EPOLLRDHUP */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/internal.h"

#define ENDING_LIMIT_S 1u

static GQueue *list_of(HttpConnection *connection)
{
    HttpServer *server = connection->server;
    return connection->is_authorized ? &server->known : &server->strangers;
}

/* Half of the places at most are for those not authorised, so that they never shut out others.  Their oldest makes room: who
 * waits is the one that has not said who it is for longest. */
static gboolean make_room(HttpServer *server, HttpPeer peer)
{
    guint max = server->options.max_connections;
    guint strangers = server->strangers.length;

    gboolean is_full = strangers + server->known.length >= max;
    gboolean is_crowded = peer == HTTP_PEER_TCP && strangers >= MAX(max / 2, 1);
    if (!is_full && !is_crowded)
        return TRUE;
    GList *oldest = server->strangers.head;
    if (oldest == NULL)
        return FALSE;
    server->n_refused++;
    http_connection_end(oldest->data);
    return TRUE;
}

HttpConnection *http_connection_new(HttpServer *server, int fd, HttpPeer peer, pid_t pid)
{
    if (!make_room(server, peer))
        return NULL;
    HttpConnection *connection = g_new0(HttpConnection, 1);
    connection->server = server;
    connection->id = ++server->last_id;
    connection->fd = fd;
    connection->library_fd = -1;
    connection->peer = peer;
    connection->pid = pid;
    connection->is_authorized = peer == HTTP_PEER_UNIX;
    connection->link.data = connection;
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
                                .data.u64 = connection->id};
    if (epoll_ctl(server->epoll, EPOLL_CTL_ADD, fd, &event) < 0) {
        g_free(connection);
        return NULL;
    }
    g_hash_table_insert(server->connections, &connection->id, connection);
    g_queue_push_tail_link(list_of(connection), &connection->link);
    http_connection_set_phase(connection, PHASE_DOOR, server->options.header_deadline_ms);
    return connection;
}

/* From now on it takes no place. */
static void leave_list(HttpConnection *connection)
{
    if (connection->link.data == NULL)
        return;
    g_queue_unlink(list_of(connection), &connection->link);
    connection->link.data = NULL;
}

void http_connection_free(HttpConnection *connection)
{
    leave_list(connection);
    if (connection->library_fd >= 0)
        g_hash_table_remove(connection->server->arriving, GINT_TO_POINTER(connection->library_fd));
    g_hash_table_remove(connection->server->connections, &connection->id);
    /* The library's descriptor may still be open, so closing alone would not take it out. */
    (void)epoll_ctl(connection->server->epoll, EPOLL_CTL_DEL, connection->fd, NULL);
    close(connection->fd);
    g_free(connection);
}

void http_connection_leave(HttpConnection *connection)
{
    HttpRequest *request = connection->request;

    connection->has_left = TRUE;
    if (connection->stream != NULL)
        http_stream_break(connection->stream);
    if (request == NULL)
        return;
    connection->request = NULL;
    if (request->is_delivered && request->on_gone != NULL)
        request->on_gone(request, request->gone_data);
    http_request_free(request);
}

void http_connection_end(HttpConnection *connection)
{
    if (connection->phase == PHASE_ENDING)
        return;
    if (connection->library == NULL) {
        http_connection_free(connection);
        return;
    }
    leave_list(connection);
    http_connection_set_phase(connection, PHASE_ENDING, 0);
    (void)shutdown(connection->fd, SHUT_RDWR);
    http_connection_leave(connection);
    /* A stream that breaks off is closed by the library but let go of only when it looks at the connection once more; of those that
     * have the usual time limit, which is none, it looks at the oldest alone.  At one with a limit of its own it looks each time. */
    (void)MHD_set_connection_option(connection->library, MHD_CONNECTION_OPTION_TIMEOUT,
                                    ENDING_LIMIT_S);
    http_connection_resume(connection);
}

void http_connection_set_phase(HttpConnection *connection, HttpPhase phase, guint timeout_ms)
{
    HttpServer *server = connection->server;

    /* What it sent can still be read, but nothing is coming any more. */
    if (connection->has_hung_up && (phase == PHASE_READING || phase == PHASE_IDLE))
        timeout_ms = MIN(timeout_ms, HTTP_HUNG_UP_MS);
    connection->phase = phase;
    connection->deadline_us = 0;
    if (timeout_ms == 0)
        return;
    connection->deadline_us = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    if (server->next_deadline_us == 0 || connection->deadline_us < server->next_deadline_us) {
        server->next_deadline_us = connection->deadline_us;
        g_source_set_ready_time(server->source, connection->deadline_us);
    }
}

void http_connection_set_authorized(HttpConnection *connection)
{
    if (connection->is_authorized || connection->link.data == NULL)
        return;
    g_queue_unlink(&connection->server->strangers, &connection->link);
    connection->is_authorized = TRUE;
    g_queue_push_tail_link(&connection->server->known, &connection->link);
}

void http_connection_suspend(HttpConnection *connection)
{
    if (connection->is_suspended)
        return;
    connection->is_suspended = TRUE;
    MHD_suspend_connection(connection->library);
}

void http_connection_resume(HttpConnection *connection)
{
    if (!connection->is_suspended || connection->library == NULL)
        return;
    connection->is_suspended = FALSE;
    connection->server->has_resumed = TRUE;
    MHD_resume_connection(connection->library);
}

/* Reads what the client still sends, so that its system keeps our answer for it; within bounds. */
static void linger(HttpConnection *connection)
{
    static char rest[65536];

    for (guint i = 0; i < 16; i++) {
        ssize_t got = recv(connection->fd, rest, sizeof(rest), MSG_DONTWAIT);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0)
            break;
        connection->lingered_bytes += (gsize)got;
        if (connection->lingered_bytes > HTTP_MAX_LINGER_BYTES)
            break;
        if (i == 15) {
            /* Others come first: ask for the event once more. */
            struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
                                        .data.u64 = connection->id};
            (void)epoll_ctl(connection->server->epoll, EPOLL_CTL_MOD, connection->fd, &event);
            return;
        }
    }
    if (connection->library == NULL)
        http_connection_free(connection);
}

void http_connection_refuse(HttpConnection *connection, guint status, const char *reason)
{
    GString *reply = http_reply_refusal(status, reason);

    connection->server->n_refused++;
    connection->has_left = TRUE;
    (void)send(connection->fd, reply->str, reply->len, MSG_NOSIGNAL | MSG_DONTWAIT);
    g_string_free(reply, TRUE);
    (void)shutdown(connection->fd, SHUT_WR);
    http_connection_set_phase(connection, PHASE_LINGER, HTTP_LINGER_MS);
    /* While the library has it, it is the library's to read. */
    if (connection->library == NULL)
        linger(connection);
}

void http_connection_let_go(HttpConnection *connection)
{
    connection->library = NULL;
    connection->is_suspended = FALSE;
    http_connection_leave(connection);
    if (connection->phase == PHASE_LINGER)
        linger(connection);
    else
        http_connection_free(connection);
}

static void hang_up(HttpConnection *connection)
{
    if (connection->phase == PHASE_WAITING || connection->phase == PHASE_STREAMING)
        http_connection_end(connection);
    else if (connection->phase == PHASE_READING || connection->phase == PHASE_IDLE)
        http_connection_set_phase(connection, connection->phase, HTTP_HUNG_UP_MS);
}

static gboolean has_input(HttpConnection *connection)
{
    int bytes = 0;
    return ioctl(connection->fd, FIONREAD, &bytes) == 0 && bytes > 0;
}

void http_connection_event(HttpConnection *connection, guint32 events)
{
    if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
        connection->has_hung_up = TRUE;
    if (connection->phase == PHASE_DOOR)
        http_door_look(connection);
    else if (connection->phase == PHASE_LINGER)
        linger(connection);
    else if (connection->phase == PHASE_IDLE && has_input(connection))
        http_connection_set_phase(connection, PHASE_READING,
                                  connection->server->options.header_deadline_ms);
    else if (connection->has_hung_up)
        hang_up(connection);
}

void http_connection_expire(HttpConnection *connection)
{
    switch (connection->phase) {
    case PHASE_DOOR:
        if (!has_input(connection)) {
            http_connection_free(connection);
            return;
        }
        http_connection_refuse(connection, 408, "The request did not arrive in time.");
        return;
    case PHASE_READING: {
        GString *reply = http_reply_refusal(408, "The request did not arrive in time.");

        connection->server->n_refused++;
        (void)send(connection->fd, reply->str, reply->len, MSG_NOSIGNAL | MSG_DONTWAIT);
        g_string_free(reply, TRUE);
        http_connection_end(connection);
        return;
    }
    case PHASE_LINGER:
    case PHASE_WAITING:
    case PHASE_ANSWERING:
    case PHASE_STREAMING:
    case PHASE_IDLE:
        http_connection_end(connection);
        return;
    case PHASE_ENDING:
        return;
    }
}

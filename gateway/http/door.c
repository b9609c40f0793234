/* SPDX-License-Identifier: MIT */
/* New connections: accepted within the bound, and looked at before the library gets them. */
#define _GNU_SOURCE /* accept4() */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/internal.h"

/* What the main loop may spend on newcomers before it serves others. */
#define ACCEPTS_AT_ONCE 64

/* Without a free descriptor the newcomer would stay in the queue and the loop would spin. */
static void turn_away(HttpServer *server, int listener)
{
    if (server->spare >= 0)
        close(server->spare);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    server->n_refused++;
}

static void send_and_close(int fd, guint status, const char *reason)
{
    GString *reply = http_reply_refusal(status, reason);
    char rest[4096];

    /* What was sent already is read, or closing would throw away the answer. */
    (void)recv(fd, rest, sizeof(rest), MSG_DONTWAIT);
    (void)send(fd, reply->str, reply->len, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
    g_string_free(reply, TRUE);
}

static void admit(HttpServer *server, int fd, HttpPeer peer)
{
    int bytes = HTTP_SEND_BUFFER_BYTES;
    pid_t pid = 0;

    if (peer == HTTP_PEER_UNIX && !http_listen_is_ours(fd, &pid)) {
        close(fd);
        server->n_refused++;
        return;
    }
    /* What a client does not read is held by the kernel, up to this. */
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
    if (http_connection_new(server, fd, peer, pid) == NULL) {
        server->n_refused++;
        send_and_close(fd, 503, "The server has as many connections as it can hold. Try again.");
    }
}

void http_door_accept(HttpServer *server, int listener)
{
    HttpPeer peer = listener == server->tcp ? HTTP_PEER_TCP : HTTP_PEER_UNIX;

    for (guint i = 0; i < ACCEPTS_AT_ONCE; i++) {
        int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd >= 0) {
            admit(server, fd, peer);
        } else if (errno == EMFILE || errno == ENFILE) {
            turn_away(server, listener);
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return;
        }
    }
}

static void hand_over(HttpConnection *connection)
{
    HttpServer *server = connection->server;
    struct sockaddr_storage address = {.ss_family = AF_UNIX};
    socklen_t size = sizeof(address);

    int fd = fcntl(connection->fd, F_DUPFD_CLOEXEC, 3);
    if (fd < 0 || getpeername(fd, (struct sockaddr *)&address, &size) < 0) {
        if (fd >= 0)
            close(fd);
        http_connection_refuse(connection, 503, "The server has no descriptor left. Try again.");
        return;
    }
    connection->phase = PHASE_READING; /* within the deadline that runs already */
    connection->library_fd = fd;
    g_hash_table_insert(server->arriving, GINT_TO_POINTER(fd), connection);
    if (MHD_add_connection(server->library, fd, (struct sockaddr *)&address, size) == MHD_YES)
        return;
    /* It has closed the descriptor. */
    g_hash_table_remove(server->arriving, GINT_TO_POINTER(fd));
    connection->library_fd = -1;
    http_connection_refuse(connection, 503, "The server cannot take the connection. Try again.");
}

static const char *head_reason(guint status)
{
    switch (status) {
    case 414:
        return "The address of the request is too long.";
    case 431:
        return "The headers of the request are too many or too long.";
    case 505:
        return "Only HTTP/1.1 and HTTP/1.0 are spoken here.";
    default:
        return "The request is not HTTP/1.1 to the letter.";
    }
}

/* Nothing is taken from the socket here: the library reads it all again. */
void http_door_look(HttpConnection *connection)
{
    static char bytes[HTTP_HEAD_MAX_BYTES];
    static HttpHeadText text;
    HttpFraming framing;
    gsize head_size;

    ssize_t got = recv(connection->fd, bytes, sizeof(bytes), MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        http_connection_free(connection);
        return;
    }
    guint state = http_head_read(bytes, (gsize)got, &text, &head_size);
    if (state == HTTP_HEAD_PARTIAL) {
        if (connection->has_hung_up)
            http_connection_free(connection);
        return;
    }
    if (state != HTTP_HEAD_WHOLE) {
        http_connection_refuse(connection, state, head_reason(state));
        return;
    }
    HttpVerdict verdict =
        http_guards_check(&text.head, connection->peer, connection->server->port, &framing);
    if (verdict.status != 0)
        http_connection_refuse(connection, verdict.status, verdict.reason);
    else
        hand_over(connection);
}

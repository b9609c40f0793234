/* SPDX-License-Identifier: MIT */
/* What the files of the server share.
 *
 * Two readers stand one behind the other.  A new connection waits at the *door* (door.c): its first head is only peeked at, read
 * to the letter and judged.  What is refused there never reaches the HTTP library; what is accepted is handed to it (request.c),
 * which reads it again from the socket, and the body, and writes the answer.  The library runs inside the main loop (server.c).
 *
 * Each connection has a second descriptor of the same socket that is ours alone: the library takes a connection that waits out of
 * its own epoll, so a client that goes away is seen here; a deadline ends a connection by shutdown(); and a refusal is written
 * here, so that every answer has our headers and the client gets to read it (linger). */
#ifndef CORDON_GATEWAY_HTTP_INTERNAL_H
#define CORDON_GATEWAY_HTTP_INTERNAL_H

#include <microhttpd.h>

#include "http/guards.h"
#include "http/server.h"

/* A body of somebody who shows no token, for what the handler answers to everybody. */
#define HTTP_MAX_STRANGER_BODY  65536u
#define HTTP_MAX_QUEUED_BYTES   (1024u * 1024)
#define HTTP_HUNG_UP_MS         100u
#define HTTP_LINGER_MS          1000u
#define HTTP_MAX_LINGER_BYTES   (8u * 1024 * 1024)
#define HTTP_SEND_BUFFER_BYTES  (256 * 1024)
#define HTTP_STREAM_BLOCK_BYTES 16384u

typedef enum {
    PHASE_DOOR,    /* its first head is awaited */
    PHASE_READING, /* the library reads a head or a body */
    PHASE_WAITING, /* the handler has the request, the library has suspended it */
    PHASE_ANSWERING,
    PHASE_STREAMING,
    PHASE_IDLE,   /* kept alive between two requests */
    PHASE_LINGER, /* refused: what it still sends is thrown away until it goes */
    PHASE_ENDING, /* shut down; the library has yet to let go of it */
} HttpPhase;

typedef struct {
    HttpServer *server;
    guint64 id;
    int fd;                         /* ours: see above */
    int library_fd;                 /* while it is arriving at the library, else -1 */
    struct MHD_Connection *library; /* once it has it */
    HttpPeer peer;
    pid_t pid;
    HttpPhase phase;
    gint64 deadline_us; /* of g_get_monotonic_time(); 0: none */
    gboolean is_authorized;
    gboolean is_suspended;
    gboolean has_hung_up;        /* will send nothing more */
    gboolean has_left;           /* the library hears MHD_NO from now on */
    gsize lingered_bytes;        /* thrown away */
    GList link;                  /* in one of the server's two lists */
    HttpRequest *request;        /* until it is answered */
    HttpStream *stream;          /* while it is written */
    gboolean in_handler;         /* the handler is being called */
    struct MHD_Response *answer; /* given by the handler, not yet to the library */
    guint answer_status;
    gsize answer_size;
} HttpConnection;

struct HttpServer {
    HttpServerOptions options; /* with the defaults filled in */
    char *unix_path;
    guint64 unix_inode;
    struct MHD_Daemon *library;
    GSource *source;
    int epoll, tcp, unix_socket;
    int spare; /* given up for a moment when descriptors run out */
    guint16 port;
    guint64 last_id;
    GHashTable *connections; /* id -> HttpConnection */
    GQueue strangers, known; /* not authorised and authorised, oldest first */
    gint64 next_deadline_us; /* not after the first of all deadlines; 0: none */
    GHashTable
        *arriving; /* descriptor of the library -> HttpConnection that it does not have yet */
    guint64 n_refused;
    guint n_streams;
    gboolean has_resumed; /* the library has something to do that its timeout does not tell */
    gboolean is_running;
};

struct HttpRequest {
    HttpConnection *connection;
    char *target;
    char *method, *path;
    GHashTable *query;
    GArray *headers;     /* HttpHeader */
    GStringChunk *texts; /* of the headers */
    GByteArray *body;
    gsize max_body;
    GPtrArray *added; /* name, value, ... for the answer */
    gboolean is_begun, is_delivered;
    gboolean is_last; /* the connection ends after it */
    void (*on_gone)(HttpRequest *request, gpointer user_data);
    gpointer gone_data;
};

/* connection.c */
/* Takes the descriptor.  NULL: no room. */
HttpConnection *http_connection_new(HttpServer *server, int fd, HttpPeer peer, pid_t pid);
/* Closes it at once; only what the library does not have (any more). */
void http_connection_free(HttpConnection *connection);
/* As soon as the library lets go of it. */
void http_connection_end(HttpConnection *connection);
void http_connection_set_phase(HttpConnection *connection, HttpPhase phase, guint timeout_ms);
void http_connection_set_authorized(HttpConnection *connection);
/* Writes a refusal and lingers.  The library must be told MHD_NO if it has the connection. */
void http_connection_refuse(HttpConnection *connection, guint status, const char *reason);
/* Something happened on our descriptor: events of epoll. */
void http_connection_event(HttpConnection *connection, guint32 events);
void http_connection_expire(HttpConnection *connection);
void http_connection_resume(HttpConnection *connection);
void http_connection_suspend(HttpConnection *connection);
/* The library has closed its descriptor. */
void http_connection_let_go(HttpConnection *connection);
/* Has the handler forget about it: on_gone or on_closed. */
void http_connection_leave(HttpConnection *connection);

/* door.c */
void http_door_accept(HttpServer *server, int listener);
void http_door_look(HttpConnection *connection);

/* request.c: callbacks of the library, with the server as cls */
enum MHD_Result http_request_handle(void *cls, struct MHD_Connection *library, const char *url,
                                    const char *method, const char *version, const char *upload,
                                    size_t *upload_size, void **context);
void *http_request_line(void *cls, const char *target, struct MHD_Connection *library);
void http_request_completed(void *cls, struct MHD_Connection *library, void **context,
                            enum MHD_RequestTerminationCode code);
void http_request_connection(void *cls, struct MHD_Connection *library, void **context,
                             enum MHD_ConnectionNotificationCode code);
void http_request_free(HttpRequest *request);
/* Ends a request with this answer, which is taken; size: what of it is known. */
void http_request_answer(HttpRequest *request, guint status, const char *content_type,
                         struct MHD_Response *response, gsize size);

/* stream.c */
/* Its connection is over: tells the user, unless it was ended. */
void http_stream_break(HttpStream *stream);

/* reply.c */
/* The headers of security, that every answer has: name, value, ..., NULL. */
extern const char *const http_reply_headers[];
/* A whole answer as text. */
GString *http_reply_refusal(guint status, const char *reason);

/* listen.c */
int http_listen_tcp(guint16 port, guint16 *ret_port, GError **error);
int http_listen_unix(const char *path, guint64 *ret_inode, GError **error);
/* TRUE: the peer of a Unix socket is a process of our user. */
gboolean http_listen_is_ours(int fd, pid_t *ret_pid);

#endif

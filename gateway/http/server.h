/* SPDX-License-Identifier: MIT */
/* The HTTP server: requests in, answers and streams out, with every bound that a server on the loopback of somebody's own
 * machine needs.  It knows nothing of what is served.
 *
 * Runs in the default GMainContext of the thread that made it; every function is for that thread only.
 * A request that breaks a rule of guards.h never reaches the handler.
 *
 * Each connection takes two descriptors, so raise RLIMIT_NOFILE to more than twice max_connections; when they run out, newcomers
 * are turned away.  No function may be called that frees the server from inside one of its callbacks. */
#ifndef CORDON_GATEWAY_HTTP_SERVER_H
#define CORDON_GATEWAY_HTTP_SERVER_H

#include <glib.h>
#include <sys/types.h>

typedef struct HttpServer HttpServer;
typedef struct HttpRequest HttpRequest;
typedef struct HttpStream HttpStream;

typedef enum {
    HTTP_PEER_TCP,  /* loopback: has to show a token */
    HTTP_PEER_UNIX, /* the Unix socket: the peer's user is ours, the kernel says so */
} HttpPeer;

/* Called once the whole body is there.  Has to answer, now or later, exactly once: http_respond() or http_stream_begin().  The
 * request lives until it is answered; when the client goes before that, on_gone (http_request_set_gone) is called, and
 * the request is gone after it: do not answer then.  A client that only ends its sending counts as gone, as it cannot be told
 * from one that went. */
typedef void (*HttpHandler)(HttpRequest *request, gpointer user_data);
typedef enum {
    HTTP_STRANGER, /* 401 */
    HTTP_ADMITTED,
    HTTP_THROTTLED, /* 429: a wrong token, after too many of them */
} HttpAdmission;

/* Before the body of a TCP request is read: is it allowed to send one?  Gets method, path, query and headers only.
 * Answer STRANGER to a wrong token also where none is needed: a connection counts as authorised once a request with an
 * Authorization header was let through.  One without a token gets a single answer, and a body of 64 KiB at most.
 * No authorize: nobody is let in by TCP. */
typedef HttpAdmission (*HttpAuthorize)(HttpRequest *request, gpointer user_data);

typedef struct {
    guint16 port; /* 0: any free one, on 127.0.0.1 */
    const char
        *unix_path; /* or NULL.  Its folder is 0700 and ours; an old socket there is replaced */
    HttpHandler handler;
    HttpAuthorize authorize;
    gpointer user_data;
    guint
        max_connections; /* 0: 512.  Half of them not authorised: the oldest such makes room for a new one */
    gsize max_body_bytes;     /* 0: 1 MiB */
    gsize max_mcp_body_bytes; /* 0: 4 MiB, for /mcp */
    /* Milliseconds for the whole, not for the next byte; 0: 5,000, 10,000, 30,000, 10,000.  write_stall_ms: until what waits
     * for a stream is taken, and for each MiB of an answer. */
    guint header_deadline_ms, body_deadline_ms, idle_ms, write_stall_ms;
} HttpServerOptions;

HttpServer *http_server_new(const HttpServerOptions *options, GError **error);
/* Ends all connections. */
void http_server_free(HttpServer *server);
guint16 http_server_get_port(const HttpServer *server);
/* {"connections": n, "authorized": n, "streams": n, "refused": n}; free with g_free(). */
char *http_server_to_json(const HttpServer *server);

/* Borrowed from the request. */
const char *
http_request_method(const HttpRequest *request); /* "GET", "POST", "PATCH", "PUT", "DELETE" */
const char *http_request_path(
    const HttpRequest *request); /* decoded, begins with '/', no empty, "." or ".." component */
const char *http_request_query(const HttpRequest *request,
                               const char *name); /* decoded, UTF-8; or NULL */
const char *http_request_header(const HttpRequest *request, const char *name); /* or NULL */
const char *http_request_body(const HttpRequest *request, gsize *ret_size);    /* never NULL */
HttpPeer http_request_peer(const HttpRequest *request);
pid_t http_request_peer_pid(
    const HttpRequest *request); /* of a Unix peer, for display only; else 0 */
void http_request_set_gone(HttpRequest *request,
                           void (*on_gone)(HttpRequest *request, gpointer user_data),
                           gpointer user_data);

/* body: copied; NULL with size 0.  content_type NULL: no body.  Headers of security (CSP, nosniff, no-store, ...) are always there. */
void http_respond(HttpRequest *request, guint status, const char *content_type, const char *body,
                  gsize size);
/* One more header for the answer that follows: "Retry-After", "Location", "WWW-Authenticate".  Copied. */
void http_request_add_header(HttpRequest *request, const char *name, const char *value);

/* An answer that goes on: 200 with chunks, for server-sent events and for bodies of unknown length.  The request is over. */
HttpStream *http_stream_begin(HttpRequest *request, const char *content_type);
/* Copied into a queue.  FALSE: more than max_queued_bytes (default 1 MiB) wait because the client does not read; the stream is
 * closed, on_closed is called, and it must not be used any more. */
gboolean http_stream_write(HttpStream *stream, const char *bytes, gsize size);
/* Ends it properly once the queue is written.  on_closed is not called. */
void http_stream_end(HttpStream *stream);
/* Called when the client went, was too slow, or the server ends; the stream is gone after it.  A client that goes is noticed at
 * once, also while nothing is written. */
void http_stream_set_closed(HttpStream *stream,
                            void (*on_closed)(HttpStream *stream, gpointer user_data),
                            gpointer user_data);
/* Called when all that was written has been taken: if there is more, write it then.  So a client gets what it can read, and what it
 * cannot yet has to be kept nowhere twice.  Not called after http_stream_end(). */
void http_stream_set_drained(HttpStream *stream,
                             void (*on_drained)(HttpStream *stream, gpointer user_data),
                             gpointer user_data);
gsize http_stream_get_queued(const HttpStream *stream);

#endif

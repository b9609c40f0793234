/* SPDX-License-Identifier: MIT */
/* HTTP requests with deadlines and bounds: to an engine over its socket, to a registry over the network.
 *
 * A client is used by one thread at a time and keeps its connections.  libcurl does the work. */
#ifndef CORDON_DOCKER_HTTP_H
#define CORDON_DOCKER_HTTP_H

#include <cordon/error.h>

typedef struct CordonHttp CordonHttp;

/* Takes a part of a body as it comes; FALSE ends the request, which then fails with the error that the
 * function set, or with CORDON_ERROR_CANCELLED. */
typedef gboolean (*CordonHttpSink)(const char *bytes, gsize size, gpointer user_data,
                                   GError **error);

typedef struct {
    const char *method; /* "GET", "HEAD", "POST", "PUT", "DELETE" */
    const char *url;    /* whole for the network; for a socket its path and query: "/_ping" */
    const char *const *headers; /* "Name: value", ends with NULL; or NULL */
    const char *body;           /* or NULL */
    gsize body_size;
    guint timeout_ms;      /* of the whole request; 0: none */
    guint idle_timeout_ms; /* without a byte from the other side; 0: none */
    gsize max_bytes;       /* of the body of the answer: more is an error */
    CordonHttpSink sink;   /* takes the body of a 2xx answer; NULL: it is kept */
    gpointer user_data;
    int cancel_fd; /* ends the request when it becomes readable; 0 or less: nothing does */
} CordonHttpRequest;

typedef struct {
    guint status;        /* 200 */
    char *body;          /* with a NUL behind it; never NULL after success */
    gsize size;          /* of the body */
    GHashTable *headers; /* names in lower case -> the last value */
} CordonHttpResponse;

/* Why no answer came, for callers that say it in words of their own. */
typedef enum {
    CORDON_HTTP_FAILURE_NONE,    /* one came, or one of the bounds above ended the request */
    CORDON_HTTP_FAILURE_RESOLVE, /* the name of the host is not known */
    CORDON_HTTP_FAILURE_CONNECT,
    CORDON_HTTP_FAILURE_TLS, /* not TLS, or a certificate that is not trusted */
    CORDON_HTTP_FAILURE_OTHER,
} CordonHttpFailure;

/* To the engine that listens on that socket. */
CordonHttp *cordon_http_new_unix(const char *socket_path);
/* To the network: https, and http to a loopback address only.  Follows no redirection. */
CordonHttp *cordon_http_new(void);
void cordon_http_free(CordonHttp *http);

/* Any answer is success, also 404; *ret is cleared with cordon_http_response_clear().
 * CORDON_ERROR_TIMEOUT, _CANCELLED, _PARSE (too large, not HTTP), _SYSTEM (no connection: the message has
 * the reason).  After a failure *ret is empty. */
gboolean cordon_http_send(CordonHttp *http, const CordonHttpRequest *request,
                          CordonHttpResponse *ret, GError **error);
void cordon_http_response_clear(CordonHttpResponse *response);
/* Of the last request; *ret_reason: libcurl's words for it, static, or NULL. */
CordonHttpFailure cordon_http_failure(const CordonHttp *http, const char **ret_reason);
/* The value of a header, or NULL.  name in lower case. */
const char *cordon_http_response_header(const CordonHttpResponse *response, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonHttp, cordon_http_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonHttpResponse, cordon_http_response_clear)

#endif

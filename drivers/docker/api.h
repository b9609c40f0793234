/* SPDX-License-Identifier: MIT */
/* The calls of the engine that running a command needs.  Every failure is a whole sentence; what the engine itself said
 * is in it, with control characters shown. */
#ifndef CORDON_DOCKER_API_H
#define CORDON_DOCKER_API_H

#include "http.h"
#include <cordon/json.h>

/* The version of the interface that is spoken: of Docker 20.10, which all later ones know. */
#define CORDON_DOCKER_API "/v1.41"

/* What an engine answered to a call that did not do what was asked. */
typedef struct {
    guint status;  /* of HTTP; 0: there was no answer */
    char *message; /* the engine's, one line; or why there was no answer */
} CordonApiFailure;
void cordon_api_failure_clear(CordonApiFailure *failure);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonApiFailure, cordon_api_failure_clear)

/* A text of the engine's, of size bytes or -1, as one line: valid UTF-8, with blanks for control characters.  Free with
 * g_free(). */
char *cordon_api_line(const char *text, gssize size);
/* What an answer that is no success says in {"message": ...}; NULL: nothing.  Free with g_free(). */
char *cordon_api_message(const CordonHttpResponse *response);
/* A close-on-exec stream to that socket, or -1 with errno set.  flags: SOCK_NONBLOCK or 0. */
int cordon_api_connect(const char *socket_path, int flags);

/* A call with a JSON body or none.  TRUE for a 2xx answer, whose JSON is *ret_json when that is not NULL (and then has
 * to be JSON).  timeout_ms: 0 is none. */
gboolean cordon_api_call(CordonHttp *http, const char *method, const char *path, const char *json,
                         guint timeout_ms, CordonJson **ret_json, CordonApiFailure *ret_failure);

/* Creates a container from the JSON of container.h; its id: free with g_free(). */
char *cordon_api_create(CordonHttp *http, const char *name, const char *json,
                        CordonApiFailure *ret_failure);
/* Connects to its descriptors 0, 1 and 2 before it starts: a socket, or -1. */
int cordon_api_attach(const char *socket_path, const char *id, CordonApiFailure *ret_failure);
gboolean cordon_api_start(CordonHttp *http, const char *id, CordonApiFailure *ret_failure);
/* The signal goes to process 1 of the container. */
gboolean cordon_api_signal(CordonHttp *http, const char *id, const char *signal,
                           CordonApiFailure *ret_failure);
/* Returns when it is gone; FALSE after timeout_ms or when the engine does not answer. */
gboolean cordon_api_wait_removed(CordonHttp *http, const char *id, guint timeout_ms);
/* By id or name, also while it runs.  TRUE also when there is none. */
gboolean cordon_api_remove(CordonHttp *http, const char *id, guint timeout_ms,
                           CordonApiFailure *ret_failure);

#endif

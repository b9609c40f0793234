/* SPDX-License-Identifier: MIT */
/* Requests over the gateway's Unix socket. */
#ifndef CORDON_GATEWAY_CLIENT_HTTP_H
#define CORDON_GATEWAY_CLIENT_HTTP_H

#include <glib.h>

typedef struct ClientHttp ClientHttp;

/* folder: of the gateway. */
ClientHttp *client_http_new(const char *folder);
void client_http_free(ClientHttp *http);
const char *client_http_folder(const ClientHttp *http);
/* The status, and the body in *ret_body (g_free()); 0: no gateway runs; -1: it ends in the middle, with a sentence in *ret_body. */
int client_http_ask(ClientHttp *http, const char *method, const char *path, const char *body,
                    char **ret_body);

/* The events of the gateway, as a window that can answer: one byte in `fd` for each that may concern approvals; the end of it when the
 * stream ended.  Runs in a thread until the process ends.  FALSE: it could not begin. */
gboolean client_http_watch(const ClientHttp *http, int fd);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ClientHttp, client_http_free)

#endif

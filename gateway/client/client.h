/* SPDX-License-Identifier: MIT */
/* What the commands of cordon-client share. */
#ifndef CORDON_GATEWAY_CLIENT_H
#define CORDON_GATEWAY_CLIENT_H

#include <cordon/json.h>

#include "client/http.h"

/* Exit statuses. */
enum {
    CLIENT_NO_GATEWAY = 1,
    CLIENT_USAGE = 2,
    CLIENT_STALE = 3, /* answered already, or over */
    CLIENT_FAILED = 125,
};

/* words: what follows the command. */
int client_status(ClientHttp *http, char **words);
int client_approve(ClientHttp *http, char **words);

/* Asks; the answer as JSON when the status is below 300.  NULL: it was said why, and *ret_exit is the status to end with. */
CordonJson *client_ask(ClientHttp *http, const char *method, const char *path, const char *body,
                       int *ret_exit);
/* A text member, "" when it is not there; escaped, to be shown.  Free with g_free(). */
char *client_text(const CordonJsonValue *object, const char *name);
gint64 client_number(const CordonJsonValue *object, const char *name);
/* "cordon: ..." on standard error. */
void client_say(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif

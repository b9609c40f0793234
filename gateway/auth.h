/* SPDX-License-Identifier: MIT */
/* Who sent a request. */
#ifndef CORDON_GATEWAY_AUTH_H
#define CORDON_GATEWAY_AUTH_H

#include <cordon/session.h>

#include "http/server.h"
#include "panel_code.h"
#include "throttle.h"
#include "who.h"

typedef struct {
    CordonSession *session; /* borrowed */
    char *token;            /* of this gateway */
    Panel *panel;
    Throttle throttle;
} Auth;

typedef struct {
    WhoKind kind;
    char *panel_session; /* its id, with WHO_PANEL */
    CordonAgent *agent;  /* with WHO_AGENT */
} Who;

typedef enum {
    AUTH_OK,         /* also for nobody: a request without any token */
    AUTH_WRONG,      /* a token that is none, or not any more */
    AUTH_THROTTLED,  /* the same, when there were too many */
    AUTH_DESCENDANT, /* a command that this gateway runs */
} AuthResult;

void auth_init(Auth *auth, CordonSession *session);
void auth_clear(Auth *auth);
/* A token that is shown counts, also over the Unix socket: whoever shows that of a bubble is that bubble.  A wrong one is logged.
 * With AUTH_OK *ret is to be cleared. */
AuthResult auth_identify(Auth *auth, const HttpRequest *request, Who *ret);
/* A wrong token or code: TRUE when there were too many. */
gboolean auth_add_failure(Auth *auth, const HttpRequest *request, const char *what);
/* Seconds until wrong tokens are looked at again. */
guint auth_retry_after(const Auth *auth);
void who_clear(Who *who);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Who, who_clear)

#endif

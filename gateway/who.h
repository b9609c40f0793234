/* SPDX-License-Identifier: MIT */
/* Who may do what.  Pure. */
#ifndef CORDON_GATEWAY_WHO_H
#define CORDON_GATEWAY_WHO_H

#include "api/route.h"

typedef enum {
    WHO_NOBODY,
    WHO_UNIX,  /* the user, over the Unix socket */
    WHO_TOKEN, /* the user, with the gateway's token */
    WHO_PANEL, /* the user, from a page */
    WHO_AGENT, /* a bubble, with its token */
} WhoKind;

typedef enum {
    WHO_MAY,
    WHO_UNKNOWN, /* 401: nobody said who asks */
    WHO_MAY_NOT, /* 403 */
} WhoDecision;

WhoDecision who_decide(WhoKind kind, Access access);
/* For settings and answers in the audit log: "panel" or "api". */
const char *who_name(WhoKind kind);

#endif

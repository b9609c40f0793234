/* SPDX-License-Identifier: MIT */
/* What the parts of a running gateway share.  Of the loop's thread. */
#ifndef CORDON_GATEWAY_H
#define CORDON_GATEWAY_H

#include "auth.h"
#include "events.h"
#include "mcp/server.h"
#include "pool.h"

typedef struct ImageDesk ImageDesk; /* api/image_desk.c */
typedef struct RunDesk RunDesk;     /* api/runs_desk.c */

typedef struct Gateway {
    CordonSession *session;
    HttpServer *server;
    Auth auth;
    Events *events;
    Pool *pool;
    ImageDesk *image;
    RunDesk *runs;
    McpServer *mcp;
    const char *folder;
    gint64 started; /* seconds since 1970 */
} Gateway;

#endif

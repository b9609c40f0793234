/* SPDX-License-Identifier: MIT */
/* A request's method and path -> what answers it.  Pure. */
#ifndef CORDON_GATEWAY_API_ROUTE_H
#define CORDON_GATEWAY_API_ROUTE_H

#include <glib.h>

/* Who may ask. */
typedef enum {
    ACCESS_USER,  /* the user: over the Unix socket, with the gateway's token, or from a page */
    ACCESS_AGENT, /* and a bubble, for what is its own */
    ACCESS_UNIX,  /* the user over the Unix socket only */
    ACCESS_OPEN,  /* anybody: how somebody gets in */
} Access;

typedef struct ApiCall ApiCall;

typedef struct {
    const char *method;
    const char *pattern; /* "/v1/runs/{id}/output": a part in braces stands for any one part */
    Access access;
    void (*handle)(ApiCall *call);
} Route;

#define ROUTE_MAX_PARTS 2

typedef enum { ROUTE_FOUND, ROUTE_NO_PATH, ROUTE_NO_METHOD } RouteResult;

typedef struct {
    const Route *route;           /* with FOUND */
    char *parts[ROUTE_MAX_PARTS]; /* what stood for the parts in braces; g_free() */
    char *allow;                  /* with NO_METHOD: "GET, POST"; g_free() */
} RouteMatch;

/* routes ends with a method NULL. */
RouteResult route_find(const Route *routes, const char *method, const char *path, RouteMatch *ret);
void route_match_clear(RouteMatch *match);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RouteMatch, route_match_clear)

#endif

/* SPDX-License-Identifier: MIT */
/* Which requests are refused before anything is done for them.  Pure: over a head as plain data, whoever read it.
 *
 * The rules are those for a server on the loopback of a machine with a browser: any page can send requests there, under any name
 * that its owner points to 127.0.0.1. */
#ifndef CORDON_GATEWAY_HTTP_GUARDS_H
#define CORDON_GATEWAY_HTTP_GUARDS_H

#include "http/head.h"
#include "http/server.h"

typedef struct {
    guint status;       /* 0: nothing against it */
    const char *reason; /* a sentence for who sent it; static */
} HttpVerdict;

/* What follows the head. */
typedef struct {
    gboolean is_chunked;
    guint64 length; /* of a body that is not chunked; 0 is none */
} HttpFraming;

/* port: ours.  ret_framing is written only when the status is 0. */
HttpVerdict http_guards_check(const HttpHead *head, HttpPeer peer, guint16 port,
                              HttpFraming *ret_framing);

#endif

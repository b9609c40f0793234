/* SPDX-License-Identifier: MIT */
/* `cordon mcp` where a gateway runs: says the hello, then carries bytes both ways. */
#ifndef CORDON_GATEWAY_RELAY_H
#define CORDON_GATEWAY_RELAY_H

#include "hello.h"

/* A connection to the gateway's mcp.sock; -1: no gateway runs there. */
int relay_connect(const char *folder);
/* The exit status.  Ends soon after the end of standard input.  Closes fd. */
int relay_run(int fd, const Hello *hello);

#endif

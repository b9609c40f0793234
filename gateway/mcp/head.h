/* SPDX-License-Identifier: MIT */
/* The headers of an HTTP request that repeat what is in its body: whoever stands between must not be told something else.
 * Pure. */
#ifndef CORDON_GATEWAY_MCP_HEAD_H
#define CORDON_GATEWAY_MCP_HEAD_H

#include <glib.h>

/* Borrowed; NULL: the header is not there. */
typedef struct {
    const char *revision; /* MCP-Protocol-Version */
    const char *method;   /* Mcp-Method */
    const char *name;     /* Mcp-Name */
} McpHead;

/* Does a modern request say the same in its headers?  name: of the tool in the body, or NULL.  NULL: yes; else a sentence, to be freed
 * with g_free(). */
char *mcp_head_check(const McpHead *head, const char *revision, const char *method,
                     const char *name);

/* Which answers a client can take, by its header Accept. */
typedef enum {
    MCP_ACCEPTS_NONE, /* neither */
    MCP_ACCEPTS_JSON,
    MCP_ACCEPTS_STREAM, /* also server-sent events */
} McpAccepts;
McpAccepts mcp_head_accepts(const char *accept);

#endif

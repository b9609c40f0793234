/* SPDX-License-Identifier: MIT */
/* The revisions of MCP that are spoken, and what differs between their two eras.  Pure. */
#ifndef CORDON_GATEWAY_MCP_REVISION_H
#define CORDON_GATEWAY_MCP_REVISION_H

#include <glib.h>

typedef enum {
    MCP_LEGACY, /* up to 2025-11-25: a handshake, then requests that rely on it */
    MCP_MODERN, /* 2026-07-28: each request says in _meta what it speaks */
} McpEra;

#define MCP_REVISION_MODERN "2026-07-28"
/* What a handshake ends with when the client asks for a revision that is not spoken. */
#define MCP_REVISION_LEGACY "2025-11-25"

/* Newest first, NULL-terminated, static. */
const char *const *mcp_revisions(void);
/* The revision that answers the `initialize` of a client that asks for `wanted`.  Static. */
const char *mcp_revision_for_handshake(const char *wanted);
/* May a request say this in the header MCP-Protocol-Version without being modern?  Also older ones: such a client has been told
 * in the handshake what is spoken. */
gboolean mcp_revision_is_legacy(const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* Output of a command on its way to people and models: one line to show, and cuts that are counted.  Pure. */
#ifndef CORDON_GATEWAY_MCP_TEXT_H
#define CORDON_GATEWAY_MCP_TEXT_H

#include <glib.h>

#define MCP_LINE_MAX_BYTES 160

/* The last line of UTF-8 output that shows anything, as one could read it: without escape sequences, control, bidi and invisible
 * characters, at most MCP_LINE_MAX_BYTES.  NULL when there is none.  Free with g_free(). */
char *mcp_last_line(const char *text, gsize size);
/* Such a line of any short text, all of it in one line. */
char *mcp_plain_line(const char *text, gsize max_bytes);
/* Appends UTF-8 text, of which at most max_bytes are kept: the beginning and the end, with a line between that says how much was cut.
 * cut_before: bytes that the session had cut already; the line in which it says so is counted as none.  Gives how many bytes are
 * missing in all. */
guint64 mcp_append_cut(GString *to, const char *text, gsize max_bytes, guint64 cut_before);
/* Where to end UTF-8 text so that at most max_bytes are left and no character is torn. */
gsize mcp_utf8_end(const char *text, gsize size, gsize max_bytes);

#endif

/* SPDX-License-Identifier: MIT */
/* What the gateway says of itself, for a journal: one line an event on standard error. */
#ifndef CORDON_GATEWAY_LOG_H
#define CORDON_GATEWAY_LOG_H

#include <glib.h>

#define LOG_MAX_BYTES 1024u

/* Pure.  One line: what could steer a terminal or begin another line is written out (\n, \x1b, \u202e), and what is longer than
 * max_bytes is cut.  Free with g_free(). */
char *log_escape(const char *text, gsize max_bytes);
/* Thread-safe; one write a line. */
void log_line(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif

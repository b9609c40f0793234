/* SPDX-License-Identifier: MIT */
/* The gateway as a process: its descriptors, limits and signals. */
#ifndef CORDON_GATEWAY_PROCESS_H
#define CORDON_GATEWAY_PROCESS_H

#include <glib.h>

/* First thing in main(): standard descriptors are open, files are private, nobody can be hit by SIGPIPE, and as many descriptors
 * as the system grants. */
void process_prepare(void);
/* SIGTERM, SIGINT and SIGHUP end the loop; the next one ends the process at once. */
void process_stop_loop_on_signals(GMainLoop *loop);
const char *process_stop_reason(void); /* "SIGTERM", or NULL */

#endif

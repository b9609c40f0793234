/* SPDX-License-Identifier: MIT */
/* Is a process one that another one started, over however many in between?  A command that runs without a sandbox must not
 * answer its own question on the gateway's socket.  This is a second line: one that was orphaned has no ancestors any more. */
#ifndef CORDON_GATEWAY_ANCESTRY_H
#define CORDON_GATEWAY_ANCESTRY_H

#include <glib.h>
#include <sys/types.h>

/* Pure.  The parent in the text of /proc/PID/stat; 0 when it cannot be read.  The name in it may hold anything. */
pid_t ancestry_read_parent(const char *stat);
/* TRUE also when that cannot be told for certain. */
gboolean ancestry_descends(pid_t process, pid_t ancestor);

#endif

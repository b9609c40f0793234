/* SPDX-License-Identifier: MIT */
/* Starts cordon-supervisor and speaks with it. */
#ifndef CORDON_ENGINE_SUPERVISE_H
#define CORDON_ENGINE_SUPERVISE_H

#include <cordon/error.h>
#include <sys/types.h>

#include "engine/status.h"

typedef struct {
    const char *const *argv;
    const char *const *env; /* the whole environment of the supervisor and the program */
    const char *cwd;        /* NULL is "/" */
    int stdio[3];           /* borrowed; they become 0, 1 and 2 */
    const int *fds;         /* borrowed; they become 3, 4, ... */
    guint fd_count;
    gboolean private_mounts;
    const GPtrArray
        *writable; /* of char *, DEV:INO:PATH: with private mounts, all that is writable */
    gint64 hard_deadline_ms; /* -1: none */
} CordonSuperviseSpec;

typedef struct {
    pid_t pid;   /* a child of this process; 0: reaped */
    int control; /* -1: closed */
} CordonSupervisor;

/* Starts one that waits for the next launch, unless one waits already: then planning and the start of
 * the supervisor go side by side.  Best effort; it ends with this process.  Thread-safe. */
void cordon_supervisor_warm_up(gboolean private_mounts);

/* No matter how many threads there are, and whatever numbers their descriptors have. */
gboolean cordon_supervisor_start(const CordonSuperviseSpec *spec, CordonSupervisor *ret,
                                 GError **error);
/* "term" or "kill".  A supervisor that somebody stopped is woken up. */
void cordon_supervisor_send(const CordonSupervisor *supervisor, const char *command);
/* One message.  FALSE when there is none now; with *ret_end when there will be none any more. */
gboolean cordon_supervisor_receive(const CordonSupervisor *supervisor, CordonControlMessage *ret,
                                   gboolean *ret_end);
/* Closes the socket and reaps.  The supervisor must have said done, or is killed with this. */
void cordon_supervisor_close(CordonSupervisor *supervisor);

#endif

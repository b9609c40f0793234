/* SPDX-License-Identifier: MIT */
/* The state of the process that a plug-in must leave alone, and what it changed of it. */
#ifndef CORDON_WORKER_STATE_H
#define CORDON_WORKER_STATE_H

#include <glib.h>

/* Descriptors above are not looked at; the worker's limit on open files is the same. */
#define CORDON_STATE_MAX_FDS 1024

typedef struct CordonState CordonState;

/* Opens nothing and changes nothing. */
CordonState *cordon_state_new(void);
void cordon_state_free(CordonState *state);
/* What of the process differs from before, as the beginning of a sentence ("changed the umask"), or
 * NULL.  *ret_lost: the descriptor that the host listens on is not what it was.
 * Descriptors and threads that are new are no difference. */
char *cordon_state_compare(const CordonState *before, int host_fd, gboolean *ret_lost);
/* The same for new descriptors and threads; waits a moment for threads that are about to end. */
char *cordon_state_find_leftovers(const CordonState *before);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonState, cordon_state_free)

#endif

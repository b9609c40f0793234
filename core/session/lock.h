/* SPDX-License-Identifier: MIT */
/* Locks on files that several programs share. */
#ifndef CORDON_SESSION_LOCK_H
#define CORDON_SESSION_LOCK_H

#include <cordon/error.h>

/* Longer than any holder takes; one that was stopped by hand must not stop everything else. */
#define CORDON_LOCK_MS 10000

/* flock() with LOCK_SH or LOCK_EX; CORDON_ERROR_TIMEOUT after CORDON_LOCK_MS. */
gboolean cordon_lock_take(int fd, int operation, GError **error);
/* At once also when a child that was just forked has a copy of the descriptor. */
void cordon_lock_release(int fd);
/* Is the file that is open still the one of that name? */
gboolean cordon_lock_is_current(int fd, const char *path);

#endif

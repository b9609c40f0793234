/* SPDX-License-Identifier: MIT */
/* Work that blocks, in a few threads of its own, so that the loop never waits. */
#ifndef CORDON_GATEWAY_POOL_H
#define CORDON_GATEWAY_POOL_H

#include <glib.h>

#define POOL_THREADS     8
#define POOL_MAX_WAITING 128u

typedef struct Pool Pool;

/* NULL with error when the system has no thread for it. */
Pool *pool_new(GError **error);
/* Waits until all work is done; what is done but was not told yet is told. */
void pool_free(Pool *pool);
/* work in a thread, then done in the loop (the default context).  FALSE: too much waits, and neither is called. */
gboolean pool_run(Pool *pool, void (*work)(gpointer data), void (*done)(gpointer data),
                  gpointer data);

#endif

/* SPDX-License-Identifier: MIT */
/* Moves bytes between descriptors without ever waiting: one chunk a call, nothing kept but the
 * chunk.  Single-threaded. */
#ifndef CORDON_ENGINE_PUMP_H
#define CORDON_ENGINE_PUMP_H

#include <glib.h>
#include <poll.h>

#define CORDON_PUMP_CHUNK (64u * 1024)

/* Gets a chunk; FALSE: no more of them. */
typedef gboolean (*CordonPumpFunc)(const char *bytes, gsize size, gpointer user_data);

/* Reads once from the non-blocking *fd through buffer (CORDON_PUMP_CHUNK bytes).  At the end of the
 * stream, and when func has had enough, *fd is closed and set to -1. */
void cordon_pump_read(int *fd, char *buffer, CordonPumpFunc func, gpointer user_data);
/* The same for what a pipe holds at this moment, and no more: a stranger may still write to it.
 * *fd is closed afterwards. */
void cordon_pump_drain(int *fd, char *buffer, CordonPumpFunc func, gpointer user_data);

/* From a source that others may share, and whose flags are therefore left as they are, to a pipe. */
typedef struct CordonFeed CordonFeed;
#define CORDON_FEED_POLLS 2

/* source is borrowed.  sink is taken over; it must be non-blocking. */
CordonFeed *cordon_feed_new(int source, int sink);
void cordon_feed_free(CordonFeed *feed);
/* What poll() has to wait for; fd is -1 where there is nothing. */
void cordon_feed_prepare(const CordonFeed *feed, struct pollfd items[CORDON_FEED_POLLS]);
/* Moves what poll() found.  The end of the source closes the sink, and a closed sink ends the
 * reading from the source. */
void cordon_feed_dispatch(CordonFeed *feed, const struct pollfd items[CORDON_FEED_POLLS]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFeed, cordon_feed_free)

#endif

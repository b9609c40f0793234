/* SPDX-License-Identifier: MIT */
/* The newest events, for who was away for a moment, and how an event looks on the wire.  Pure. */
#ifndef CORDON_GATEWAY_RING_H
#define CORDON_GATEWAY_RING_H

#include <glib.h>

/* More than one act causes: when 5,000 questions end at once, each is two events. */
#define RING_SIZE      16384u
#define RING_MAX_BYTES (32u * 1024 * 1024)

typedef struct Ring Ring;

/* epoch: a word without '-' that no other gateway had, so that ids of an earlier one are known as such.  size: how many are
 * kept; max_bytes: of all of them together, but the newest is kept always. */
Ring *ring_new(const char *epoch, guint size, gsize max_bytes);
void ring_free(Ring *ring);
/* Takes an event (name: a word; data: one line). */
void ring_add(Ring *ring, const char *name, const char *data);
/* Of the newest event; 0: there was none.  Numbers go up by one. */
guint64 ring_get_newest(const Ring *ring);
/* The number in an id ("EPOCH-NUMBER").  FALSE: the ring never gave it. */
gboolean ring_read_id(const Ring *ring, const char *id, guint64 *ret_number);
/* Appends what came after the event *number, as server-sent events are written: one event at least, if there is one, and no more
 * than fit in max_bytes.  *number becomes that of the last of them.  FALSE, and nothing is appended: some of it is not kept any
 * more. */
gboolean ring_read(const Ring *ring, guint64 *number, gsize max_bytes, GString *to);
/* "id: ...\n" of the newest: who gets it can come back and miss nothing. */
void ring_append_position(const Ring *ring, GString *to);
/* An event that is not kept, and has no id. */
void ring_append_passing(const char *name, const char *data, GString *to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Ring, ring_free)

#endif

/* SPDX-License-Identifier: MIT */
/* The newest events, for who was away for a moment, and how an event looks on the wire.  Pure. */
#ifndef CORDON_GATEWAY_RING_H
#define CORDON_GATEWAY_RING_H

#include <glib.h>

#define RING_SIZE 4096u

typedef struct Ring Ring;

/* epoch: a word without '-' that no other gateway had, so that ids of an earlier one are known as such.  size: how many are kept. */
Ring *ring_new(const char *epoch, guint size);
void ring_free(Ring *ring);
/* Takes an event (name: a word; data: one line) and appends it, as server-sent events are written, to `to` (or NULL). */
void ring_add(Ring *ring, const char *name, const char *data, GString *to);
/* Appends what came after the event with that id ("EPOCH-NUMBER").  FALSE, and nothing is appended: that is not known any more, or
 * never was. */
gboolean ring_replay(const Ring *ring, const char *id, GString *to);
/* "id: ...\n" of the newest: who gets it can come back and miss nothing. */
void ring_append_position(const Ring *ring, GString *to);
/* An event that is not kept, and has no id. */
void ring_append_passing(const char *name, const char *data, GString *to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Ring, ring_free)

#endif

/* SPDX-License-Identifier: MIT */
/* The last bytes of a stream that only grows, and where in it they are.  Pure; memory is taken as it is needed. */
#ifndef CORDON_SESSION_RING_H
#define CORDON_SESSION_RING_H

#include <glib.h>

typedef struct CordonRing CordonRing;

CordonRing *cordon_ring_new(gsize max_bytes);
void cordon_ring_free(CordonRing *ring);
void cordon_ring_add(CordonRing *ring, const char *bytes, gsize size);
guint64 cordon_ring_get_total(const CordonRing *ring);
/* How much memory it holds. */
gsize cordon_ring_get_kept(const CordonRing *ring);
/* Appends to `to`, as UTF-8 with U+FFFD for other bytes, at most about max_bytes from *offset on.  A character that is not whole yet
 * waits for its end, unless is_ended.  *offset becomes where to go on; *ret_skipped: bytes from the old offset on that are not
 * kept any more. */
void cordon_ring_read(const CordonRing *ring, guint64 *offset, gsize max_bytes, gboolean is_ended,
                      GString *to, guint64 *ret_skipped);
/* Appends bytes as UTF-8. */
void cordon_ring_append_utf8(GString *to, const char *bytes, gsize size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonRing, cordon_ring_free)

#endif

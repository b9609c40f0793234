/* SPDX-License-Identifier: MIT */
/* A point of monotonic time, and a way to cancel; both become readable on one descriptor. */
#ifndef CORDON_BASE_DEADLINE_H
#define CORDON_BASE_DEADLINE_H

#include <glib.h>

typedef struct CordonDeadline CordonDeadline;

/* timeout_ms: G_MAXUINT is none.  NULL only when descriptors ran out. */
CordonDeadline *cordon_deadline_new(guint timeout_ms);
void cordon_deadline_free(CordonDeadline *deadline);
/* Milliseconds left, 0 when late, -1 without a limit. */
gint64 cordon_deadline_remaining_ms(const CordonDeadline *deadline);
gboolean cordon_deadline_is_cancelled(const CordonDeadline *deadline);
/* Thread-safe and async-signal-safe. */
void cordon_deadline_cancel(CordonDeadline *deadline);
/* Readable once late or cancelled, and from then on: poll it, never read from it.  Owned by the
 * deadline. */
int cordon_deadline_get_fd(const CordonDeadline *deadline);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonDeadline, cordon_deadline_free)

#endif

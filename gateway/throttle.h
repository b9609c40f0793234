/* SPDX-License-Identifier: MIT */
/* Wrong tokens: after so many in a minute, nobody without a right one is listened to for a while.  Pure; times are
 * monotonic microseconds. */
#ifndef CORDON_GATEWAY_THROTTLE_H
#define CORDON_GATEWAY_THROTTLE_H

#include <glib.h>

#define THROTTLE_FAILURES 20u
#define THROTTLE_WINDOW   (60 * G_TIME_SPAN_SECOND)
#define THROTTLE_PAUSE    (60 * G_TIME_SPAN_SECOND)

/* All zero is a fresh one. */
typedef struct {
    gint64 failures[THROTTLE_FAILURES]; /* a ring; 0: none */
    guint next;
    gint64 closed_until;
} Throttle;

/* TRUE: this one closed it. */
gboolean throttle_add_failure(Throttle *throttle, gint64 now);
/* Seconds that are left, rounded up; 0: open. */
guint throttle_seconds_left(const Throttle *throttle, gint64 now);

#endif

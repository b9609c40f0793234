/* SPDX-License-Identifier: MIT */
/* Wrong tokens in a minute. */
#include "throttle.h"

#include <string.h>

gboolean throttle_add_failure(Throttle *throttle, gint64 now)
{
    gint64 oldest = throttle->failures[throttle->next];

    throttle->failures[throttle->next] = now;
    throttle->next = (throttle->next + 1) % THROTTLE_FAILURES;
    /* The slot that is overwritten holds the failure as many before this one as are allowed. */
    if (oldest == 0 || now - oldest > THROTTLE_WINDOW)
        return FALSE;
    memset(throttle->failures, 0, sizeof throttle->failures);
    throttle->closed_until = now + THROTTLE_PAUSE;
    return TRUE;
}

guint throttle_seconds_left(const Throttle *throttle, gint64 now)
{
    gint64 left = throttle->closed_until - now;

    return left > 0 ? (guint)((left + G_TIME_SPAN_SECOND - 1) / G_TIME_SPAN_SECOND) : 0;
}

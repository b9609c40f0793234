/* SPDX-License-Identifier: MIT */
/* A point of monotonic time, and a way to cancel; both become readable on one descriptor.
 *
 * The descriptor is a timer.  To cancel is to move its end to now: one system call, so that a signal
 * handler may do it, and nothing ever moves it back. */
#define _POSIX_C_SOURCE 200809L /* CLOCK_MONOTONIC */
#include "base/deadline.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <unistd.h>

struct CordonDeadline {
    int fd;
    gint64 end_us; /* of g_get_monotonic_time(), -1 is none */
    gint cancelled;
};

/* A zero time would disarm the timer. */
static const struct itimerspec at_once = {.it_value = {.tv_sec = 0, .tv_nsec = 1}};

CordonDeadline *cordon_deadline_new(guint timeout_ms)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fd < 0)
        return NULL;

    gint64 end_us = -1;
    if (timeout_ms != G_MAXUINT) {
        end_us = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
        struct itimerspec end = {.it_value = {.tv_sec = (time_t)(end_us / G_USEC_PER_SEC),
                                              .tv_nsec = (long)(end_us % G_USEC_PER_SEC) * 1000}};
        if (timerfd_settime(fd, TFD_TIMER_ABSTIME, &end, NULL) < 0) {
            close(fd);
            return NULL;
        }
    }

    CordonDeadline *deadline = g_new0(CordonDeadline, 1);
    deadline->fd = fd;
    deadline->end_us = end_us;
    return deadline;
}

void cordon_deadline_free(CordonDeadline *deadline)
{
    if (deadline == NULL)
        return;
    close(deadline->fd);
    g_free(deadline);
}

gint64 cordon_deadline_remaining_ms(const CordonDeadline *deadline)
{
    if (deadline->end_us < 0)
        return -1;
    gint64 left_us = deadline->end_us - g_get_monotonic_time();
    /* Rounded up: 0 says that the time is over. */
    return left_us <= 0 ? 0 : (left_us + 999) / 1000;
}

gboolean cordon_deadline_is_cancelled(const CordonDeadline *deadline)
{
    return g_atomic_int_get(&deadline->cancelled) != 0;
}

void cordon_deadline_cancel(CordonDeadline *deadline)
{
    int saved = errno;

    g_atomic_int_set(&deadline->cancelled, 1);
    (void)timerfd_settime(deadline->fd, 0, &at_once, NULL);
    errno = saved;
}

int cordon_deadline_get_fd(const CordonDeadline *deadline)
{
    return deadline->fd;
}

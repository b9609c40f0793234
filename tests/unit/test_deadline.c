/* SPDX-License-Identifier: MIT */
/* Deadlines: late and cancelled are both seen on one descriptor.  No test depends on how fast the
 * machine is: each waits for what must come. */
#define _POSIX_C_SOURCE 200809L /* sigaction() */
#include "base/deadline.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>

static gboolean is_readable(const CordonDeadline *deadline, int wait_ms)
{
    struct pollfd fd = {.fd = cordon_deadline_get_fd(deadline), .events = POLLIN};

    return poll(&fd, 1, wait_ms) == 1 && (fd.revents & POLLIN) != 0;
}

Test(deadline, without_a_limit_is_never_late)
{
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(G_MAXUINT);

    cr_expect_eq(cordon_deadline_remaining_ms(deadline), -1);
    cr_expect_not(is_readable(deadline, 0));
    cr_expect_not(cordon_deadline_is_cancelled(deadline));
}

Test(deadline, far_away_is_not_late)
{
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(G_MAXUINT - 1);

    cr_expect_gt(cordon_deadline_remaining_ms(deadline), 4000000000);
    cr_expect_leq(cordon_deadline_remaining_ms(deadline), (gint64)G_MAXUINT - 1);
    cr_expect_not(is_readable(deadline, 0));
}

Test(deadline, of_zero_is_late_at_once)
{
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(0);

    cr_expect_eq(cordon_deadline_remaining_ms(deadline), 0);
    cr_expect(is_readable(deadline, -1));
    cr_expect(is_readable(deadline, -1), "it stays readable");
    cr_expect_not(cordon_deadline_is_cancelled(deadline));
}

Test(deadline, becomes_late_and_then_nothing_is_left)
{
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(5);

    cr_expect(is_readable(deadline, -1));
    cr_expect_eq(cordon_deadline_remaining_ms(deadline), 0);
}

Test(deadline, cancelled_is_readable_but_not_late)
{
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(3600 * 1000);

    cordon_deadline_cancel(deadline);
    cordon_deadline_cancel(deadline);
    cr_expect(is_readable(deadline, -1));
    cr_expect(cordon_deadline_is_cancelled(deadline));
    cr_expect_gt(cordon_deadline_remaining_ms(deadline), 0);
}

Test(deadline, without_a_limit_can_be_cancelled_from_another_thread)
{
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(G_MAXUINT);
    GThread *thread =
        g_thread_new("cancel", (GThreadFunc)(void (*)(void))cordon_deadline_cancel, deadline);

    cr_expect(is_readable(deadline, -1));
    cr_expect(cordon_deadline_is_cancelled(deadline));
    g_thread_join(thread);
}

static CordonDeadline *to_cancel;

static void on_signal(int signal)
{
    (void)signal;
    cordon_deadline_cancel(to_cancel);
}

Test(deadline, can_be_cancelled_by_a_signal_handler_that_keeps_errno)
{
    struct sigaction action = {.sa_handler = on_signal};

    to_cancel = cordon_deadline_new(G_MAXUINT);
    cr_assert_eq(sigaction(SIGUSR1, &action, NULL), 0);
    errno = 4711;
    raise(SIGUSR1);
    cr_expect_eq(errno, 4711);
    cr_expect(is_readable(to_cancel, -1));
    cordon_deadline_free(to_cancel);
}

Test(deadline, of_nothing_can_be_freed)
{
    cordon_deadline_free(NULL);
}

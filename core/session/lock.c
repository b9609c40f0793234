/* SPDX-License-Identifier: MIT */
/* Locks on files that several programs share. */
#define _GNU_SOURCE /* flock() */
#include "session/lock.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Short, because nobody stands in line: between two turns of a program that has much to write, the lock is free for some
 * 100 us only, and who looks seldom would hardly ever see it. */
#define FIRST_PAUSE_US 50
#define LAST_PAUSE_US  400

gboolean cordon_lock_take(int fd, int operation, GError **error)
{
    gint64 end = g_get_monotonic_time() + CORDON_LOCK_MS * G_GINT64_CONSTANT(1000);
    gulong pause_us = FIRST_PAUSE_US;

    while (flock(fd, operation | LOCK_NB) < 0) {
        int saved = errno;

        if (saved == EINTR)
            continue;
        if (saved != EWOULDBLOCK) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "it cannot be locked: %s",
                        g_strerror(saved));
            return FALSE;
        }
        if (g_get_monotonic_time() >= end) {
            g_set_error(
                error, CORDON_ERROR, CORDON_ERROR_TIMEOUT,
                "another program has held its lock for %d seconds; end that program, or let "
                "it go on",
                CORDON_LOCK_MS / 1000);
            return FALSE;
        }
        g_usleep(pause_us);
        pause_us = MIN(pause_us * 2, LAST_PAUSE_US);
    }
    return TRUE;
}

void cordon_lock_release(int fd)
{
    (void)flock(fd, LOCK_UN);
}

gboolean cordon_lock_is_current(int fd, const char *path)
{
    struct stat open_file, named;

    return fstat(fd, &open_file) == 0 && lstat(path, &named) == 0 &&
           open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

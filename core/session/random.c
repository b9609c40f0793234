/* SPDX-License-Identifier: MIT */
/* The system's random numbers. */
#define _GNU_SOURCE /* getrandom() */
#include "session/random.h"

#include <errno.h>
#include <sys/random.h>

void cordon_random_fill(guchar *bytes, gsize size)
{
    while (size > 0) {
        ssize_t got = getrandom(bytes, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            g_error("The system gives no random numbers: %s.", g_strerror(errno));
        bytes += got;
        size -= (gsize)got;
    }
}

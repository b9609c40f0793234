/* SPDX-License-Identifier: MIT */
/* Moves bytes between descriptors. */
#define _GNU_SOURCE /* O_CLOEXEC with open() on old libcs, pthread_sigmask() */
#include "engine/pump.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fdio.h"

static gboolean would_block(int error)
{
    return error == EAGAIN || error == EINTR;
}

/* Returns how much was read; 0 when there is nothing now, or no more at all. */
static gsize read_some(int *fd, char *buffer, gsize max, CordonPumpFunc func, gpointer user_data)
{
    gssize size = read(*fd, buffer, max);

    if (size < 0 && would_block(errno))
        return 0;
    if (size <= 0 || !func(buffer, (gsize)size, user_data))
        cordon_fd_clear(fd);
    return size > 0 ? (gsize)size : 0;
}

void cordon_pump_read(int *fd, char *buffer, CordonPumpFunc func, gpointer user_data)
{
    if (*fd >= 0)
        read_some(fd, buffer, CORDON_PUMP_CHUNK, func, user_data);
}

void cordon_pump_drain(int *fd, char *buffer, CordonPumpFunc func, gpointer user_data)
{
    int left = 0;

    if (*fd >= 0 && ioctl(*fd, FIONREAD, &left) < 0)
        left = 0;
    while (*fd >= 0 && left > 0) {
        gsize size = read_some(fd, buffer, MIN((gsize)left, CORDON_PUMP_CHUNK), func, user_data);

        if (size == 0)
            break;
        left -= (int)size;
    }
    cordon_fd_clear(fd);
}

struct CordonFeed {
    int source; /* -1: ended */
    int own;    /* a second opening of the source, ours to make non-blocking; or -1 */
    gboolean socket;
    int sink; /* -1: closed */
    gsize begin, size;
    char buffer[CORDON_PUMP_CHUNK];
};

/* Another reader of the same pipe or terminal may take the bytes between poll() and read(), and
 * read() would then wait.  A second opening has flags of its own; where it is refused, poll() has
 * to do. */
static int open_again(int source, mode_t mode)
{
    char path[64];

    if (!S_ISFIFO(mode) && !(S_ISCHR(mode) && isatty(source)))
        return -1;
    g_snprintf(path, sizeof path, "/proc/self/fd/%d", source);
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

CordonFeed *cordon_feed_new(int source, int sink)
{
    CordonFeed *feed = g_new0(CordonFeed, 1);
    struct stat status;

    feed->source = source;
    feed->own = -1;
    feed->sink = sink;
    if (fstat(source, &status) == 0) {
        feed->socket = S_ISSOCK(status.st_mode);
        feed->own = open_again(source, status.st_mode);
    }
    return feed;
}

static void close_sink(CordonFeed *feed)
{
    cordon_fd_clear(&feed->sink);
    cordon_fd_clear(&feed->own);
    feed->source = -1;
}

void cordon_feed_free(CordonFeed *feed)
{
    if (!feed)
        return;
    close_sink(feed);
    g_free(feed);
}

void cordon_feed_prepare(const CordonFeed *feed, struct pollfd items[CORDON_FEED_POLLS])
{
    gboolean empty = feed->size == 0;
    int source = feed->own >= 0 ? feed->own : feed->source;

    items[0] = (struct pollfd){.fd = empty ? source : -1, .events = POLLIN};
    /* Without an event asked for, poll() still tells when the reader is gone. */
    items[1] = (struct pollfd){.fd = feed->sink, .events = empty ? 0 : POLLOUT};
}

static void read_source(CordonFeed *feed)
{
    int source = feed->own >= 0 ? feed->own : feed->source;
    gssize size = feed->socket ? recv(source, feed->buffer, sizeof feed->buffer, MSG_DONTWAIT)
                               : read(source, feed->buffer, sizeof feed->buffer);

    if (size < 0 && would_block(errno))
        return;
    if (size <= 0) {
        close_sink(feed);
        return;
    }
    feed->begin = 0;
    feed->size = (gsize)size;
}

/* write() without the signal that a pipe without a reader raises: its disposition is the host's. */
static gssize write_quietly(int fd, const char *bytes, gsize size)
{
    sigset_t pipe_only, before, pending;

    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    gssize written = write(fd, bytes, size);
    int saved = errno;
    if (written < 0 && saved == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_only, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return written;
}

static void write_sink(CordonFeed *feed)
{
    gssize written = write_quietly(feed->sink, feed->buffer + feed->begin, feed->size);

    if (written < 0 && would_block(errno))
        return;
    if (written < 0) {
        close_sink(feed);
        return;
    }
    feed->begin += (gsize)written;
    feed->size -= (gsize)written;
}

void cordon_feed_dispatch(CordonFeed *feed, const struct pollfd items[CORDON_FEED_POLLS])
{
    if (feed->sink >= 0 && (items[1].revents & (POLLERR | POLLNVAL))) {
        close_sink(feed);
        return;
    }
    if (items[0].fd >= 0 && items[0].revents)
        read_source(feed);
    if (feed->sink >= 0 && feed->size > 0)
        write_sink(feed);
}

/* SPDX-License-Identifier: MIT */
/* Descriptors: owned where they are declared, CLOEXEC from birth, read and written within bounds. */
#define _GNU_SOURCE /* memfd_create(), mkostemp(), file seals */
#include "base/fdio.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008u /* Linux 6.3 */
#endif

void cordon_fd_clear(int *fd)
{
    int saved = errno;

    if (*fd >= 0)
        close(*fd);
    *fd = -1;
    errno = saved;
}

void cordon_fd_cleanup(int *fd)
{
    cordon_fd_clear(fd);
}

int cordon_fd_steal(int *fd)
{
    int stolen = *fd;

    *fd = -1;
    return stolen;
}

static void set_system_error(GError **error, const char *tried)
{
    int saved = errno;

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s failed: %s.", tried,
                g_strerror(saved));
}

int cordon_fd_new_data(const char *name, const void *data, gsize size, GError **error)
{
    /* Systems may demand that such a file can never be executed; older ones do not know the flag. */
    CORDON_AUTO_FD int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    if (fd < 0 && errno == EINVAL)
        fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) {
        set_system_error(error, "Making a file in memory");
        return -1;
    }
    if (!cordon_fd_write_all(fd, data, size, NULL, error))
        return -1;
    if (lseek(fd, 0, SEEK_SET) < 0 ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0) {
        set_system_error(error, "Sealing a file in memory");
        return -1;
    }
    return cordon_fd_steal(&fd);
}

/* Waits until fd is ready for events; FALSE with the error set when the deadline was first. */
static gboolean wait_ready(int fd, short events, const CordonDeadline *deadline, GError **error)
{
    struct pollfd fds[2] = {{.fd = fd, .events = events}, {.fd = -1, .events = POLLIN}};

    if (deadline != NULL)
        fds[1].fd = cordon_deadline_get_fd(deadline);
    for (;;) {
        if (poll(fds, 2, -1) < 0) {
            if (errno == EINTR)
                continue;
            set_system_error(error, "Waiting for a descriptor");
            return FALSE;
        }
        if (fds[1].revents != 0) {
            if (cordon_deadline_is_cancelled(deadline))
                g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_CANCELLED,
                                    "Reading or writing was cancelled.");
            else
                g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TIMEOUT,
                                    "Reading or writing took longer than its time limit.");
            return FALSE;
        }
        if (fds[0].revents != 0)
            return TRUE;
    }
}

gboolean cordon_fd_read_all(int fd, gsize max_bytes, const CordonDeadline *deadline, char **ret,
                            gsize *ret_size, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    max_bytes = MIN(max_bytes, G_MAXINT); /* a GByteArray counts in 32 bits */
    for (;;) {
        guint8 buffer[16384];
        if (!wait_ready(fd, POLLIN, deadline, error))
            return FALSE;
        ssize_t got = read(fd, buffer, sizeof buffer);
        if (got < 0) {
            if (errno == EINTR || errno == EAGAIN)
                continue;
            set_system_error(error, "Reading");
            return FALSE;
        }
        if (got == 0)
            break;
        if ((gsize)got > max_bytes - bytes->len) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                        "There is more to read than the %" G_GSIZE_FORMAT " bytes allowed.",
                        max_bytes);
            return FALSE;
        }
        g_byte_array_append(bytes, buffer, (guint)got);
    }

    gsize size = bytes->len;
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    *ret = (char *)g_byte_array_free(g_steal_pointer(&bytes), FALSE);
    *ret_size = size;
    return TRUE;
}

/* write() to a pipe without readers would end the process of the host: the signal is held back from
 * this thread meanwhile, and taken away if it came from here. */
static ssize_t write_without_signal(int fd, const void *data, gsize size)
{
    sigset_t pipe_signal, pending, previous;

    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    gboolean was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &previous);

    ssize_t wrote = write(fd, data, size);
    int saved = errno;
    if (wrote < 0 && saved == EPIPE && !was_pending) {
        const struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR)
            continue;
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    errno = saved;
    return wrote;
}

gboolean cordon_fd_write_all(int fd, const void *data, gsize size, const CordonDeadline *deadline,
                             GError **error)
{
    const char *next = data;
    gboolean is_socket = TRUE; /* until send() says otherwise */

    while (size > 0) {
        if (!wait_ready(fd, POLLOUT, deadline, error))
            return FALSE;
        ssize_t wrote = -1;
        if (is_socket) {
            wrote = send(fd, next, size, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (wrote < 0 && errno == ENOTSOCK)
                is_socket = FALSE;
        }
        /* A pipe that is ready takes this much without blocking, so the deadline holds. */
        if (!is_socket)
            wrote = write_without_signal(fd, next, MIN(size, PIPE_BUF));
        if (wrote < 0) {
            if (errno == EINTR || errno == EAGAIN)
                continue;
            set_system_error(error, "Writing");
            return FALSE;
        }
        next += wrote;
        size -= (gsize)wrote;
    }
    return TRUE;
}

static gboolean write_and_rename(int fd, const char *temporary, const char *path,
                                 const char *folder, const char *bytes, gsize size, GError **error)
{
    if (!cordon_fd_write_all(fd, bytes, size, NULL, error))
        return FALSE;
    if (fsync(fd) < 0) {
        set_system_error(error, "Bringing the new content to the disk");
        return FALSE;
    }
    if (rename(temporary, path) < 0) {
        set_system_error(error, "Putting the new content in its place");
        return FALSE;
    }
    /* The name is on the disk only when the folder is; where a folder cannot be synced there is
     * nothing more to do, and the file itself is complete. */
    CORDON_AUTO_FD int folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_fd >= 0)
        (void)fsync(folder_fd);
    return TRUE;
}

gboolean cordon_file_replace(const char *path, const char *bytes, gsize size, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    g_autofree char *hidden = g_strdup_printf(".%s.XXXXXX", name);
    g_autofree char *temporary = g_build_filename(folder, hidden, NULL);

    CORDON_AUTO_FD int fd = mkostemp(temporary, O_CLOEXEC); /* mode 0600 */
    if (fd < 0) {
        set_system_error(error, "Making a temporary file beside it");
        g_prefix_error(error, "Cannot write %s: ", path);
        return FALSE;
    }
    if (!write_and_rename(fd, temporary, path, folder, bytes, size, error)) {
        unlink(temporary);
        g_prefix_error(error, "Cannot write %s: ", path);
        return FALSE;
    }
    return TRUE;
}

gboolean cordon_fd_has_kind(int folder, const char *name, mode_t kind)
{
    struct stat status;

    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           (status.st_mode & S_IFMT) == kind;
}

/* SPDX-License-Identifier: MIT */
/* The two sockets that others connect to. */
#define _GNU_SOURCE /* accept4() and struct ucred are Linux's */
#include <arpa/inet.h>
#include <cordon/error.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "http/internal.h"

/* Of a queue that is full the kernel drops new ones, and a client tries again after a second. */
#define BACKLOG 1024

static int fail(int fd, GError **error, const char *what, const char *where)
{
    int code = errno;

    if (fd >= 0)
        close(fd);
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s on %s failed: %s.", what, where,
                g_strerror(code));
    return -1;
}

int http_listen_tcp(guint16 port, guint16 *ret_port, GError **error)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    g_autofree char *where = g_strdup_printf("127.0.0.1:%u", port);
    int on = 1;

    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return fail(fd, error, "Making a socket", where);
    /* So that a restart need not wait for connections of before; no second server gets the port by it. */
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) < 0)
        return fail(fd, error, "Setting up a socket", where);
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
        if (errno != EADDRINUSE)
            return fail(fd, error, "Listening", where);
        close(fd);
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "Listening on %s failed: another program has this port. End it, or choose "
                    "another port.",
                    where);
        return -1;
    }
    if (listen(fd, BACKLOG) < 0 || getsockname(fd, (struct sockaddr *)&address, &size) < 0)
        return fail(fd, error, "Listening", where);
    *ret_port = ntohs(address.sin_port);
    return fd;
}

/* Others must not get as far as the socket, also in the moment before its mode is set. */
static gboolean check_folder(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    struct stat status;

    if (lstat(folder, &status) < 0) {
        fail(-1, error, "Looking at the folder of the socket", folder);
        return FALSE;
    }
    if (!S_ISDIR(status.st_mode) || status.st_uid != geteuid() || (status.st_mode & 077) != 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                    "The folder %s of the socket is not a folder that is yours alone. Make it so "
                    "with: chmod 700 %s",
                    folder, folder);
        return FALSE;
    }
    return TRUE;
}

static gboolean answers(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return TRUE;
    gboolean refused = connect(fd, (const struct sockaddr *)address, sizeof(*address)) < 0 &&
                       (errno == ECONNREFUSED || errno == ENOENT);
    close(fd);
    return !refused;
}

/* Takes away what an earlier run left: a socket of ours, where nobody listens. */
static gboolean clear_place(const struct sockaddr_un *address, GError **error)
{
    const char *path = address->sun_path;
    struct stat status;

    if (lstat(path, &status) < 0) {
        if (errno == ENOENT)
            return TRUE;
        fail(-1, error, "Looking at the socket", path);
        return FALSE;
    }
    if (!S_ISSOCK(status.st_mode) || status.st_uid != geteuid()) {
        g_set_error(
            error, CORDON_ERROR, CORDON_ERROR_TRUST,
            "%s is in the way of the socket, and it is not a socket of yours. Move it away.", path);
        return FALSE;
    }
    if (answers(address)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "Listening on %s failed: another gateway already answers there. End it first.",
                    path);
        return FALSE;
    }
    if (unlink(path) < 0 && errno != ENOENT) {
        fail(-1, error, "Removing the old socket", path);
        return FALSE;
    }
    return TRUE;
}

int http_listen_unix(const char *path, guint64 *ret_inode, GError **error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat status;

    if (strlen(path) >= sizeof(address.sun_path)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "The path %s is too long for a socket: at most %zu bytes.", path,
                    sizeof(address.sun_path) - 1);
        return -1;
    }
    g_strlcpy(address.sun_path, path, sizeof(address.sun_path));
    if (!check_folder(path, error) || !clear_place(&address, error))
        return -1;

    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return fail(fd, error, "Making a socket", path);
    /* Nobody can connect before listen(). */
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 || chmod(path, 0600) < 0 ||
        lstat(path, &status) < 0 || listen(fd, BACKLOG) < 0)
        return fail(fd, error, "Listening", path);
    *ret_inode = (guint64)status.st_ino;
    return fd;
}

gboolean http_listen_is_ours(int fd, pid_t *ret_pid)
{
    struct ucred credentials;
    socklen_t size = sizeof(credentials);

    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0 ||
        credentials.uid != geteuid())
        return FALSE;
    *ret_pid = credentials.pid;
    return TRUE;
}

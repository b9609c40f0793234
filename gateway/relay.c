/* SPDX-License-Identifier: MIT */
/* `cordon mcp` where a gateway runs. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "relay.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "log.h"
#include "place.h"

#define BUFFER_BYTES 65536u
/* Clients wait two seconds after they ended their side, then they kill. */
#define LINGER_MS 1500
#define HELLO_MS  10000

int relay_connect(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, PLACE_MCP_SOCKET, NULL);
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (strlen(path) >= sizeof address.sun_path)
        return -1;
    memcpy(address.sun_path, path, strlen(path));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static gboolean write_all(int fd, const char *bytes, gsize size)
{
    while (size > 0) {
        ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return FALSE;
        bytes += written;
        size -= (gsize)written;
    }
    return TRUE;
}

/* Byte by byte: what comes behind the line is MCP. */
static gboolean read_line(int fd, GString *line)
{
    while (line->len < HELLO_MAX_BYTES) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        char c;
        if (poll(&wait, 1, HELLO_MS) <= 0)
            return FALSE;
        ssize_t got = read(fd, &c, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return FALSE;
        if (c == '\n')
            return TRUE;
        g_string_append_c(line, c);
    }
    return FALSE;
}

static gboolean greet(int fd, const Hello *hello)
{
    g_autofree char *json = hello_to_json(hello);
    g_autofree char *text = g_strconcat(json, "\n", NULL);
    g_autoptr(GString) answer = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    if (!write_all(fd, text, strlen(text)) || !read_line(fd, answer)) {
        log_line("The gateway does not answer; `cordon status` says whether it runs.");
        return FALSE;
    }
    if (hello_read_answer(answer->str, answer->len, &error))
        return TRUE;
    log_line("%s", error->message);
    return FALSE;
}

typedef enum { CARRIED, ENDED, BROKEN } Carried;

static Carried carry(int from, int to)
{
    static char buffer[BUFFER_BYTES];
    ssize_t got = read(from, buffer, sizeof buffer);

    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? CARRIED : BROKEN;
    if (got == 0)
        return ENDED;
    return write_all(to, buffer, (gsize)got) ? CARRIED : BROKEN;
}

/* Until one side has ended. */
static int carry_both_ways(int fd)
{
    gint64 ends = G_MAXINT64; /* monotonic */
    struct pollfd sides[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = fd, .events = POLLIN}};

    for (;;) {
        gint64 left = ends == G_MAXINT64 ? -1 : (ends - g_get_monotonic_time()) / 1000;
        if (ends != G_MAXINT64 && left <= 0)
            return 0;
        if (poll(sides, G_N_ELEMENTS(sides), (int)left) < 0 && errno != EINTR)
            return 1;
        if (sides[1].revents != 0) {
            Carried carried = carry(fd, STDOUT_FILENO);
            if (carried == ENDED && ends == G_MAXINT64)
                log_line("The gateway ended the connection.");
            if (carried != CARRIED)
                return ends == G_MAXINT64 ? 1 : 0;
        }
        if (sides[0].revents != 0 && carry(STDIN_FILENO, fd) != CARRIED) {
            shutdown(fd, SHUT_WR);
            sides[0].fd = -1;
            sides[0].revents = 0;
            ends = g_get_monotonic_time() + LINGER_MS * G_TIME_SPAN_MILLISECOND;
        }
    }
}

int relay_run(int fd, const Hello *hello)
{
    int status = greet(fd, hello) ? carry_both_ways(fd) : 1;

    close(fd);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* mcp.sock: agents that come through `cordon mcp`. */
#define _GNU_SOURCE /* accept4(), struct ucred */
#include "mcp_door.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "ancestry.h"
#include "hello.h"
#include "log.h"
#include "mcp/stdio.h"
#include "place.h"

struct McpDoor {
    CordonSession *session;
    McpServer *server;
    int fd;
    int spare; /* a descriptor to give up when there is no other, or -1 */
    guint source;
    GPtrArray *visitors; /* of Visitor */
};

/* A connection: first until its hello was read, then with a peer. */
typedef struct {
    McpDoor *door;
    int fd; /* -1: the peer has it */
    GString *hello;
    guint source, deadline;
    McpPeer *peer; /* or NULL */
    char *who;     /* for the log */
} Visitor;

static void visitor_free(Visitor *visitor)
{
    g_ptr_array_remove_fast(visitor->door->visitors, visitor);
    if (visitor->source != 0)
        g_source_remove(visitor->source);
    if (visitor->deadline != 0)
        g_source_remove(visitor->deadline);
    g_clear_pointer(&visitor->peer, mcp_peer_free);
    if (visitor->fd >= 0)
        close(visitor->fd);
    if (visitor->who != NULL)
        log_line("agent gone: %s", visitor->who);
    g_free(visitor->who);
    g_string_free(visitor->hello, TRUE);
    g_free(visitor);
}

/* --- the hello --- */

static gboolean answer(const Visitor *visitor, const char *error_message)
{
    g_autofree char *json = hello_answer(error_message);
    g_autofree char *line = g_strconcat(json, "\n", NULL);

    /* A new socket has room for it. */
    return send(visitor->fd, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line);
}

static void turn_away(Visitor *visitor, const char *message)
{
    log_line("refused an agent: %s", message);
    answer(visitor, message);
    visitor_free(visitor);
}

static void peer_ended(McpPeer *peer, gpointer user_data)
{
    (void)peer;
    visitor_free(user_data);
}

static void let_in(Visitor *visitor, const Hello *hello)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonAgent) agent =
        cordon_session_add_agent(visitor->door->session, hello->project, hello->loop, hello->role,
                                 hello->board, hello->name, &error);

    if (agent == NULL) {
        turn_away(visitor, error->message);
        return;
    }
    if (!answer(visitor, NULL)) {
        visitor_free(visitor);
        return;
    }
    visitor->who = g_strdup_printf("%s, %s in %s", hello->name != NULL ? hello->name : "no name",
                                   hello->role, hello->loop);
    log_line("agent here: %s", visitor->who);
    int fd = visitor->fd;
    visitor->fd = -1;
    visitor->peer = mcp_peer_new(visitor->door->server, agent, fd, fd, peer_ended, visitor);
}

static void read_hello(Visitor *visitor)
{
    g_autoptr(GError) error = NULL;
    const char *end = memchr(visitor->hello->str, '\n', visitor->hello->len);
    g_autoptr(Hello) hello = NULL;

    g_clear_handle_id(&visitor->deadline, g_source_remove);
    if (end != visitor->hello->str + visitor->hello->len - 1) {
        turn_away(visitor, "The client has to wait for the answer to its hello.");
        return;
    }
    hello = hello_parse(visitor->hello->str, visitor->hello->len - 1, &error);
    if (hello == NULL)
        turn_away(visitor, error->message);
    else
        let_in(visitor, hello);
}

static gboolean hello_readable(gint fd, GIOCondition condition, gpointer user_data)
{
    Visitor *visitor = user_data;
    char bytes[4096];
    ssize_t got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);

    (void)condition;
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return G_SOURCE_CONTINUE;
    visitor->source = 0;
    if (got <= 0) {
        visitor_free(visitor);
        return G_SOURCE_REMOVE;
    }
    g_string_append_len(visitor->hello, bytes, got);
    if (memchr(visitor->hello->str, '\n', visitor->hello->len) != NULL) {
        read_hello(visitor);
        return G_SOURCE_REMOVE;
    }
    if (visitor->hello->len > HELLO_MAX_BYTES) {
        turn_away(visitor, "The hello is too long.");
        return G_SOURCE_REMOVE;
    }
    visitor->source = g_unix_fd_add(fd, G_IO_IN, hello_readable, visitor);
    return G_SOURCE_REMOVE;
}

static gboolean hello_missing(gpointer user_data)
{
    Visitor *visitor = user_data;

    visitor->deadline = 0;
    turn_away(visitor, "No hello came.");
    return G_SOURCE_REMOVE;
}

/* --- the socket --- */

/* The kernel's word, of the moment of connect(). */
static gboolean is_welcome(int fd)
{
    struct ucred peer;
    socklen_t size = sizeof peer;

    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0 || peer.uid != geteuid()) {
        log_line("refused: a process of another user on " PLACE_MCP_SOCKET);
        return FALSE;
    }
    if (ancestry_descends(peer.pid, getpid())) {
        log_line("refused: process %ld on " PLACE_MCP_SOCKET " is one that this gateway started",
                 (long)peer.pid);
        return FALSE;
    }
    return TRUE;
}

static int open_spare(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* Without a free descriptor the newcomer would stay in the queue, and the loop would turn without end. */
static void turn_away_unseen(McpDoor *door)
{
    if (door->spare >= 0)
        close(door->spare);
    int fd = accept4(door->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd >= 0)
        close(fd);
    door->spare = open_spare();
    log_line("refused: no descriptor is left for a connection on " PLACE_MCP_SOCKET);
}

static gboolean door_readable(gint listener, GIOCondition condition, gpointer user_data)
{
    McpDoor *door = user_data;
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

    (void)condition;
    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE)
            turn_away_unseen(door);
        return G_SOURCE_CONTINUE;
    }
    if (door->visitors->len >= MCP_DOOR_MAX_CONNECTIONS || !is_welcome(fd)) {
        close(fd);
        return G_SOURCE_CONTINUE;
    }
    Visitor *visitor = g_new0(Visitor, 1);
    *visitor = (Visitor){.door = door, .fd = fd, .hello = g_string_new(NULL)};
    visitor->source = g_unix_fd_add(fd, G_IO_IN, hello_readable, visitor);
    visitor->deadline = g_timeout_add_seconds(MCP_DOOR_HELLO_S, hello_missing, visitor);
    g_ptr_array_add(door->visitors, visitor);
    return G_SOURCE_CONTINUE;
}

/* -1 with errno. */
static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    memcpy(address.sun_path, path, strlen(path)); /* the folder's length was checked */
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    unlink(path); /* of a gateway that is gone: this one has the lock */
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
        chmod(path, 0600) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

McpDoor *mcp_door_new(const char *folder, CordonSession *session, McpServer *server,
                      char **ret_error)
{
    g_autofree char *path = g_build_filename(folder, PLACE_MCP_SOCKET, NULL);
    int fd = listen_at(path);

    if (fd < 0) {
        *ret_error = g_strdup_printf("The socket %s cannot be made: %s.", path, g_strerror(errno));
        return NULL;
    }
    McpDoor *door = g_new0(McpDoor, 1);
    *door = (McpDoor){.session = session,
                      .server = server,
                      .fd = fd,
                      .spare = open_spare(),
                      .visitors = g_ptr_array_new()};
    door->source = g_unix_fd_add(fd, G_IO_IN, door_readable, door);
    return door;
}

void mcp_door_free(McpDoor *door)
{
    g_source_remove(door->source);
    close(door->fd);
    if (door->spare >= 0)
        close(door->spare);
    while (door->visitors->len > 0)
        visitor_free(g_ptr_array_index(door->visitors, 0));
    g_ptr_array_unref(door->visitors);
    g_free(door);
}

/* SPDX-License-Identifier: MIT */
/* MCP over descriptors: lines in pieces, bounds, a client that does not read, and the end. */
#include "mcp/stdio.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mcp_world.h"

#define HELLO                                                                                      \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"     \
    "\"2025-11-25\"}}\n"
#define PING "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"
#define CALL(id, name, arguments)                                                                  \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"tools/call\",\"params\":{\"name\":\"" name    \
    "\",\"arguments\":" arguments "}}\n"

typedef struct {
    World *world;
    McpServer *server;
    CordonAgent *agent;
    McpPeer *peer;
    int fd; /* the client's side */
    GString *got;
    guint ended;
} Pair;

static void on_event(CordonEventKind kind, const char *id, gpointer user_data)
{
    mcp_on_event(((Pair *)user_data)->server, kind, id);
}

static void on_ended(McpPeer *peer, gpointer user_data)
{
    Pair *pair = user_data;

    cr_expect_eq(peer, pair->peer);
    pair->ended++;
}

static void pair_open(Pair *pair)
{
    int fds[2];

    signal(SIGPIPE, SIG_IGN);
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    cr_assert_eq(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
    pair->world = world_new();
    McpBackend backend = world_backend(pair->world);
    pair->server = mcp_server_new(&backend);
    world_set_listener(pair->world, on_event, pair);
    pair->agent = world_agent_new(pair->world, "coder", 63);
    pair->fd = fds[1];
    pair->got = g_string_new(NULL);
    pair->ended = 0;
    pair->peer = mcp_peer_new(pair->server, pair->agent, fds[0], fds[0], on_ended, pair);
}

static void pair_close(Pair *pair)
{
    mcp_peer_free(pair->peer);
    mcp_server_free(pair->server);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    world_agent_unref(pair->agent);
    world_free(pair->world);
    g_string_free(pair->got, TRUE);
    if (pair->fd >= 0)
        close(pair->fd);
}

static void pair_write(Pair *pair, const char *bytes, gsize size)
{
    while (size > 0) {
        ssize_t count = write(pair->fd, bytes, size);
        if (count < 0 && errno == EAGAIN) {
            g_main_context_iteration(NULL, TRUE);
            continue;
        }
        cr_assert_gt(count, 0, "%s", g_strerror(errno));
        bytes += count;
        size -= (gsize)count;
    }
}

static void pair_say(Pair *pair, const char *text)
{
    pair_write(pair, text, strlen(text));
}

static void pair_read(Pair *pair)
{
    char bytes[65536];
    ssize_t count;

    while ((count = read(pair->fd, bytes, sizeof bytes)) > 0)
        g_string_append_len(pair->got, bytes, count);
}

static gboolean on_tick(gpointer user_data)
{
    (void)user_data;
    return G_SOURCE_CONTINUE;
}

/* Until that was received. */
static void pair_expect(Pair *pair, const char *part)
{
    guint tick = g_timeout_add(5, on_tick, NULL);

    for (;;) {
        pair_read(pair);
        if (strstr(pair->got->str, part) != NULL)
            break;
        cr_assert_eq(pair->ended, 0, "it ended without %s: %s", part, pair->got->str);
        g_main_context_iteration(NULL, TRUE);
    }
    g_source_remove(tick);
}

static void pair_expect_end(Pair *pair)
{
    while (pair->ended == 0)
        g_main_context_iteration(NULL, TRUE);
    cr_expect_eq(pair->ended, 1);
}

Test(mcp_stdio, lines_come_in_any_pieces)
{
    static const char text[] = HELLO "\n\r\n" PING "\r\n" PING "\n";
    Pair pair;

    pair_open(&pair);
    for (gsize i = 0; i < strlen(text); i++) {
        pair_write(&pair, text + i, 1);
        g_main_context_iteration(NULL, FALSE);
    }
    pair_expect(&pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":"
                       "1,\"result\":{}}\n");
    g_auto(GStrv) lines = g_strsplit(pair.got->str, "\n", -1);
    cr_expect_eq(g_strv_length(lines), 4, "%s", pair.got->str);
    pair_close(&pair);
}

Test(mcp_stdio, many_messages_in_one_piece_are_all_answered)
{
    Pair pair;
    GString *text = g_string_new(HELLO);

    pair_open(&pair);
    for (guint i = 0; i < 3000; i++)
        g_string_append(text, PING "\n");
    g_string_append(text, "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n");
    pair_write(&pair, text->str, text->len);
    pair_expect(&pair, "\"id\":\"last\"");
    g_auto(GStrv) lines = g_strsplit(pair.got->str, "\n", -1);
    cr_expect_eq(g_strv_length(lines), 3003);
    g_string_free(text, TRUE);
    pair_close(&pair);
}

Test(mcp_stdio, a_broken_line_does_not_end_the_connection)
{
    Pair pair;

    pair_open(&pair);
    pair_say(&pair, "nonsense\n" PING "\n");
    pair_expect(&pair, "-32700");
    pair_expect(&pair, "\"result\":{}");
    pair_close(&pair);
}

Test(mcp_stdio, a_line_that_is_too_long_is_refused_and_ends_the_connection)
{
    Pair pair;
    g_autofree char *piece = g_strnfill(1024 * 1024, 'x');

    pair_open(&pair);
    for (guint i = 0; i < 4; i++)
        pair_write(&pair, piece, 1024 * 1024);
    cr_expect_eq(pair.ended, 0);
    pair_say(&pair, "x");
    pair_expect(&pair, "longer than 4 MiB");
    pair_expect_end(&pair);
    pair_close(&pair);
}

Test(mcp_stdio, a_client_that_does_not_read_is_not_waited_for_and_not_queued_for_without_bound)
{
    Pair pair;
    guint sent = 0;

    pair_open(&pair);
    pair_say(&pair, HELLO);
    /* It asks for more and more, until its own writes find no taker. */
    for (guint stuck = 0; stuck < 50; sent++) {
        static const char list[] = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}\n";
        ssize_t count = write(pair.fd, list, strlen(list));
        stuck = count < 0 ? stuck + 1 : 0;
        cr_assert(count < 0 || (gsize)count == strlen(list));
        g_main_context_iteration(NULL, FALSE);
        cr_assert_lt(sent, 100000);
    }
    cr_expect_eq(pair.ended, 0);
    /* Once it reads, all goes on. */
    pair_expect(&pair, "\"id\":7");
    for (guint i = 0; i < 200; i++) {
        g_main_context_iteration(NULL, FALSE);
        pair_read(&pair);
    }
    pair_say(&pair, "{\"jsonrpc\":\"2.0\",\"id\":\"on\",\"method\":\"ping\"}\n");
    pair_expect(&pair, "\"id\":\"on\"");
    pair_close(&pair);
}

Test(mcp_stdio, the_end_stops_commands_and_comes_soon)
{
    Pair pair;

    pair_open(&pair);
    pair_say(&pair, HELLO CALL("1", "run_command", "{\"command\":\"hang\",\"wait_ms\":0}"));
    pair_expect(&pair, "\"state\":\"");
    pair_say(&pair, CALL("2", "run_command", "{\"command\":\"ask\"}"));
    while (world_count_running(pair.world) < 2)
        g_main_context_iteration(NULL, TRUE);
    close(pair.fd);
    pair.fd = -1;
    pair_expect_end(&pair);
    cr_expect_eq(world_count_running(pair.world), 0);
    pair_close(&pair);
}

Test(mcp_stdio, what_was_asked_before_the_end_is_still_answered)
{
    Pair pair;

    pair_open(&pair);
    pair_say(&pair, HELLO CALL("1", "read_file", "{\"path\":\"slow\"}") PING "\n");
    cr_assert_eq(shutdown(pair.fd, SHUT_WR), 0);
    pair_expect_end(&pair);
    pair_read(&pair);
    cr_expect(strstr(pair.got->str, "\"id\":1,\"result\":{}") != NULL, "%s", pair.got->str);
    cr_expect(strstr(pair.got->str, "slow\\n") != NULL, "%s", pair.got->str);
    pair_close(&pair);
}

Test(mcp_stdio, a_peer_may_be_freed_at_any_time)
{
    Pair pair;

    pair_open(&pair);
    pair_say(&pair, HELLO CALL("1", "run_command", "{\"command\":\"hang\"}")
                        CALL("2", "read_file", "{\"path\":\"slow\"}"));
    pair_expect(&pair, "\"id\":0");
    while (world_count_running(pair.world) < 1)
        g_main_context_iteration(NULL, TRUE);
    mcp_peer_free(g_steal_pointer(&pair.peer));
    cr_expect_eq(world_count_running(pair.world), 0);
    pair_close(&pair);
}

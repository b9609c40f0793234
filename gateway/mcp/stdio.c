/* SPDX-License-Identifier: MIT */
#include "mcp/stdio.h"

#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

#include "mcp/message.h"

#define READ_BYTES (64u * 1024)
/* Reading stops while that much waits to be written, and goes on below it. */
#define QUEUE_HIGH_BYTES (1024u * 1024)
/* A client that lets more pile up does not read at all. */
#define QUEUE_MAX_BYTES (16u * 1024 * 1024)
/* Progress is of no use to a client that is behind. */
#define QUEUE_PROGRESS_BYTES (256u * 1024)
/* Clients kill what is still there two seconds after they have closed stdin. */
#define FAREWELL_MS 1500

struct McpPeer {
    McpChannel *channel;
    int in, out;
    GString *line;  /* what was read of a message so far */
    GString *queue; /* what could not be written yet, from written on */
    gsize written;
    guint reader, writer, farewell; /* ids of sources; 0: none */
    gboolean is_ending;             /* the client sends nothing more */
    gboolean is_broken;             /* and can be sent nothing more */
    McpPeerEnded ended;
    gpointer user_data;
};

static void remove_source(guint *id)
{
    if (*id != 0)
        g_source_remove(*id);
    *id = 0;
}

static gboolean on_farewell(gpointer user_data)
{
    McpPeer *peer = user_data;

    peer->farewell = 0;
    remove_source(&peer->reader);
    remove_source(&peer->writer);
    peer->ended(peer, peer->user_data);
    return G_SOURCE_REMOVE;
}

/* Never ends the peer at once: the caller may still use it. */
static void set_farewell(McpPeer *peer, guint delay_ms)
{
    remove_source(&peer->farewell);
    peer->farewell = g_timeout_add(delay_ms, on_farewell, peer);
}

/* The other side cannot be spoken to any more. */
static void break_off(McpPeer *peer)
{
    if (peer->is_broken)
        return;
    peer->is_broken = TRUE;
    remove_source(&peer->reader);
    remove_source(&peer->writer);
    mcp_channel_hang_up(peer->channel);
    set_farewell(peer, 0);
}

/* The last answers of what was asked before the end may still be on their way. */
static void end_if_done(McpPeer *peer)
{
    if (peer->is_ending && !peer->is_broken && peer->written == peer->queue->len &&
        mcp_channel_count_open(peer->channel) == 0)
        break_off(peer);
}

/* The client sends nothing more: what it started is stopped, and what can be answered soon still is. */
static void begin_ending(McpPeer *peer)
{
    if (peer->is_ending)
        return;
    peer->is_ending = TRUE;
    remove_source(&peer->reader);
    mcp_channel_hang_up(peer->channel);
    set_farewell(peer, FAREWELL_MS);
    end_if_done(peer);
}

/* --- writing ------------------------------------------------------------------------------------------ */

static gboolean on_readable(int fd, GIOCondition condition, gpointer user_data);

/* Reads when the queue is short enough. */
static void update_reader(McpPeer *peer)
{
    gboolean wanted =
        !peer->is_ending && !peer->is_broken && peer->queue->len - peer->written < QUEUE_HIGH_BYTES;

    if (wanted && peer->reader == 0)
        peer->reader = g_unix_fd_add(peer->in, G_IO_IN | G_IO_HUP | G_IO_ERR, on_readable, peer);
    else if (!wanted)
        remove_source(&peer->reader);
}

/* Writes what the descriptor takes. */
static void flush(McpPeer *peer)
{
    while (peer->written < peer->queue->len) {
        ssize_t count =
            write(peer->out, peer->queue->str + peer->written, peer->queue->len - peer->written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            break;
        if (count < 0) {
            break_off(peer);
            return;
        }
        peer->written += (gsize)count;
    }
    if (peer->written == peer->queue->len || peer->written > QUEUE_HIGH_BYTES) {
        g_string_erase(peer->queue, 0, (gssize)peer->written);
        peer->written = 0;
    }
}

static gboolean on_writable(int fd, GIOCondition condition, gpointer user_data)
{
    McpPeer *peer = user_data;

    (void)fd;
    (void)condition;
    flush(peer);
    if (peer->is_broken)
        return G_SOURCE_REMOVE;
    update_reader(peer);
    if (peer->written < peer->queue->len)
        return G_SOURCE_CONTINUE;
    peer->writer = 0;
    end_if_done(peer);
    return G_SOURCE_REMOVE;
}

static void send_message(const char *message, gboolean is_answer, guint http_status,
                         gpointer user_data)
{
    McpPeer *peer = user_data;
    gsize queued = peer->queue->len - peer->written;

    (void)http_status;
    if (peer->is_broken || message == NULL || (!is_answer && queued > QUEUE_PROGRESS_BYTES))
        return;
    if (queued > QUEUE_MAX_BYTES) {
        break_off(peer);
        return;
    }
    g_string_append(peer->queue, message);
    g_string_append_c(peer->queue, '\n');
    flush(peer);
    if (peer->is_broken)
        return;
    if (peer->written < peer->queue->len && peer->writer == 0)
        peer->writer = g_unix_fd_add(peer->out, G_IO_OUT | G_IO_HUP | G_IO_ERR, on_writable, peer);
    update_reader(peer);
    end_if_done(peer);
}

/* --- reading ------------------------------------------------------------------------------------------ */

static void receive_line(McpPeer *peer, const char *line, gsize size)
{
    if (size > 0 && line[size - 1] == '\r')
        size--;
    if (size > 0)
        mcp_channel_receive(peer->channel, line, size);
}

static void refuse_long_line(McpPeer *peer)
{
    g_autofree char *error = mcp_write_error(
        NULL, MCP_ERROR_PARSE, "a message is longer than 4 MiB; the connection ends", NULL);

    g_string_set_size(peer->line, 0);
    send_message(error, TRUE, 400, peer);
    begin_ending(peer);
}

/* Takes whole lines out of what was read. */
static void receive_lines(McpPeer *peer, gsize searched)
{
    gsize begin = 0;

    while (!peer->is_ending && !peer->is_broken) {
        const char *from = peer->line->str + MAX(begin, searched);
        const char *end = memchr(from, '\n', (gsize)(peer->line->str + peer->line->len - from));
        gsize size = (gsize)((end != NULL ? end : peer->line->str + peer->line->len) -
                             (peer->line->str + begin));
        if (size > MCP_MESSAGE_MAX_BYTES) {
            refuse_long_line(peer);
            return;
        }
        if (end == NULL)
            break;
        receive_line(peer, peer->line->str + begin, size);
        begin += size + 1;
    }
    g_string_erase(peer->line, 0, (gssize)MIN(begin, peer->line->len));
}

static gboolean on_readable(int fd, GIOCondition condition, gpointer user_data)
{
    McpPeer *peer = user_data;
    gsize before = peer->line->len;
    guint reader = peer->reader;

    (void)condition;
    g_string_set_size(peer->line, before + READ_BYTES);
    ssize_t count = read(fd, peer->line->str + before, READ_BYTES);
    g_string_set_size(peer->line, before + (count > 0 ? (gsize)count : 0));
    if (count > 0)
        receive_lines(peer, before);
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        begin_ending(peer);
    return peer->reader == reader ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

McpPeer *mcp_peer_new(McpServer *server, CordonAgent *agent, int in, int out, McpPeerEnded ended,
                      gpointer user_data)
{
    McpPeer *peer = g_new0(McpPeer, 1);

    peer->in = in;
    peer->out = out;
    peer->line = g_string_new(NULL);
    peer->queue = g_string_new(NULL);
    peer->ended = ended;
    peer->user_data = user_data;
    g_unix_set_fd_nonblocking(in, TRUE, NULL);
    g_unix_set_fd_nonblocking(out, TRUE, NULL);
    peer->channel = mcp_channel_new(server, agent, NULL, send_message, peer);
    update_reader(peer);
    return peer;
}

void mcp_peer_free(McpPeer *peer)
{
    if (peer == NULL)
        return;
    if (!peer->is_broken && !peer->is_ending)
        mcp_channel_hang_up(peer->channel);
    peer->is_broken = TRUE;
    remove_source(&peer->reader);
    remove_source(&peer->writer);
    remove_source(&peer->farewell);
    mcp_channel_free(peer->channel);
    g_string_free(peer->line, TRUE);
    g_string_free(peer->queue, TRUE);
    close(peer->in);
    if (peer->out != peer->in)
        close(peer->out);
    g_free(peer);
}

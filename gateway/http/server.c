/* SPDX-License-Identifier: MIT */
/* The server inside the main loop: one source for its own epoll, that of the library, and the next deadline. */
#define _POSIX_C_SOURCE 200809L /* O_CLOEXEC, lstat() */
#include "http/server.h"

#include <cordon/error.h>
#include <cordon/json.h>
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http/internal.h"

/* What the library holds for a connection: the longest head, its parts, and the head of the answer. */
#define LIBRARY_MEMORY 32768u
#define EVENTS_AT_ONCE 256

/* Identities of the listening sockets in our epoll; connections count up from the last. */
enum { ID_TCP = 1, ID_UNIX, ID_LAST };

typedef struct {
    GSource source;
    HttpServer *server;
    gpointer ours, librarys;
} ServerSource;

/* --- inside the main loop ------------------------------------------------------------------- */

static gboolean source_prepare(GSource *source, int *timeout_ms)
{
    HttpServer *server = ((ServerSource *)source)->server;
    MHD_UNSIGNED_LONG_LONG library_ms;

    *timeout_ms = -1;
    if (MHD_get_timeout(server->library, &library_ms) == MHD_YES)
        *timeout_ms = (int)MIN(library_ms, G_MAXINT);
    return *timeout_ms == 0 || server->has_resumed;
}

static gboolean source_check(GSource *source)
{
    ServerSource *self = (ServerSource *)source;
    MHD_UNSIGNED_LONG_LONG library_ms;

    return g_source_query_unix_fd(source, self->ours) != 0 ||
           g_source_query_unix_fd(source, self->librarys) != 0 ||
           (MHD_get_timeout(self->server->library, &library_ms) == MHD_YES && library_ms == 0);
}

static void take_event(HttpServer *server, const struct epoll_event *event)
{
    guint64 id = event->data.u64;

    if (id == ID_TCP) {
        http_door_accept(server, server->tcp);
    } else if (id == ID_UNIX) {
        http_door_accept(server, server->unix_socket);
    } else {
        /* It may have ended since. */
        HttpConnection *connection = g_hash_table_lookup(server->connections, &id);
        if (connection != NULL)
            http_connection_event(connection, event->events);
    }
}

static void take_events(HttpServer *server)
{
    struct epoll_event events[EVENTS_AT_ONCE];

    int count = epoll_wait(server->epoll, events, EVENTS_AT_ONCE, 0);
    for (int i = 0; i < count; i++)
        take_event(server, &events[i]);
}

static void expire(HttpServer *server)
{
    gint64 now_us = g_get_monotonic_time();

    if (server->next_deadline_us == 0 || now_us < server->next_deadline_us)
        return;
    g_autoptr(GPtrArray) late = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer value;
    gint64 next_us = 0;
    g_hash_table_iter_init(&iterator, server->connections);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        HttpConnection *connection = value;

        if (connection->deadline_us == 0)
            continue;
        if (connection->deadline_us <= now_us)
            g_ptr_array_add(late, g_memdup2(&connection->id, sizeof(connection->id)));
        else if (next_us == 0 || connection->deadline_us < next_us)
            next_us = connection->deadline_us;
    }
    server->next_deadline_us = next_us;
    g_source_set_ready_time(server->source, next_us > 0 ? next_us : -1);
    g_ptr_array_set_free_func(late, g_free);
    for (guint i = 0; i < late->len; i++) {
        HttpConnection *connection = g_hash_table_lookup(server->connections, late->pdata[i]);
        if (connection != NULL)
            http_connection_expire(connection);
    }
}

static gboolean source_dispatch(GSource *source, G_GNUC_UNUSED GSourceFunc callback,
                                G_GNUC_UNUSED gpointer user_data)
{
    HttpServer *server = ((ServerSource *)source)->server;

    /* A handler that runs the main loop once more gets no requests meanwhile. */
    if (server->is_running)
        return G_SOURCE_CONTINUE;
    server->is_running = TRUE;
    take_events(server);
    expire(server);
    server->has_resumed = FALSE;
    MHD_run(server->library);
    server->is_running = FALSE;
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs source_functions = {source_prepare, source_check, source_dispatch,
                                        NULL,           NULL,         NULL};

static void attach(HttpServer *server)
{
    int librarys = MHD_get_daemon_info(server->library, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;

    server->source = g_source_new(&source_functions, sizeof(ServerSource));
    ServerSource *self = (ServerSource *)server->source;
    self->server = server;
    self->ours = g_source_add_unix_fd(server->source, server->epoll, G_IO_IN);
    self->librarys = g_source_add_unix_fd(server->source, librarys, G_IO_IN);
    g_source_set_name(server->source, "http");
    /* Otherwise GLib takes the descriptors out and in again for each request. */
    g_source_set_can_recurse(server->source, TRUE);
    g_source_attach(server->source, NULL);
}

/* --- making and ending ---------------------------------------------------------------------- */

static size_t keep_escapes(G_GNUC_UNUSED void *cls, G_GNUC_UNUSED struct MHD_Connection *library,
                           char *text)
{
    return strlen(text);
}

/* It says only what a client did wrong. */
static void drop_log(G_GNUC_UNUSED void *cls, G_GNUC_UNUSED const char *format,
                     G_GNUC_UNUSED va_list arguments)
{
}

static gboolean start_library(HttpServer *server, GError **error)
{
    /* It raises no SIGPIPE, as nothing tells it that this was handled. */
    server->library = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0,
        NULL, NULL, http_request_handle, server, MHD_OPTION_EXTERNAL_LOGGER, drop_log, NULL,
        /* Those that end take a moment. */
        MHD_OPTION_CONNECTION_LIMIT, server->options.max_connections * 2 + 64,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIBRARY_MEMORY,
        /* Deadlines are ours. */
        MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_URI_LOG_CALLBACK, http_request_line, server,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_NOTIFY_COMPLETED,
        http_request_completed, server, MHD_OPTION_NOTIFY_CONNECTION, http_request_connection,
        server, MHD_OPTION_END);
    if (server->library != NULL)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                "Starting the HTTP library %s failed; it needs epoll and a free descriptor or two.",
                MHD_get_version());
    return FALSE;
}

static gboolean watch_listener(HttpServer *server, int fd, guint64 id, GError **error)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = id};

    if (epoll_ctl(server->epoll, EPOLL_CTL_ADD, fd, &event) == 0)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                "Waiting for connections failed at epoll_ctl(): %s.", g_strerror(errno));
    return FALSE;
}

static gboolean open_sockets(HttpServer *server, GError **error)
{
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (server->epoll < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "Waiting for connections failed at epoll_create1(): %s.", g_strerror(errno));
        return FALSE;
    }
    server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    server->tcp = http_listen_tcp(server->options.port, &server->port, error);
    if (server->tcp < 0 || !watch_listener(server, server->tcp, ID_TCP, error))
        return FALSE;
    if (server->unix_path == NULL)
        return TRUE;
    server->unix_socket = http_listen_unix(server->unix_path, &server->unix_inode, error);
    return server->unix_socket >= 0 && watch_listener(server, server->unix_socket, ID_UNIX, error);
}

static guint or_default(guint value, guint otherwise)
{
    return value != 0 ? value : otherwise;
}

static void fill_in_defaults(HttpServerOptions *options)
{
    options->max_connections = or_default(options->max_connections, 512);
    options->header_deadline_ms = or_default(options->header_deadline_ms, 5000);
    options->body_deadline_ms = or_default(options->body_deadline_ms, 10000);
    options->idle_ms = or_default(options->idle_ms, 30000);
    options->write_stall_ms = or_default(options->write_stall_ms, 10000);
    if (options->max_body_bytes == 0)
        options->max_body_bytes = 1024u * 1024;
    if (options->max_mcp_body_bytes == 0)
        options->max_mcp_body_bytes = 4u * 1024 * 1024;
}

HttpServer *http_server_new(const HttpServerOptions *options, GError **error)
{
    HttpServer *server = g_new0(HttpServer, 1);

    server->options = *options;
    fill_in_defaults(&server->options);
    server->unix_path = g_strdup(options->unix_path);
    server->options.unix_path = server->unix_path;
    server->epoll = server->tcp = server->unix_socket = server->spare = -1;
    server->last_id = ID_LAST;
    server->connections = g_hash_table_new(g_int64_hash, g_int64_equal);
    server->arriving = g_hash_table_new(NULL, NULL);
    if (!open_sockets(server, error) || !start_library(server, error)) {
        http_server_free(server);
        return NULL;
    }
    attach(server);
    return server;
}

/* Ending one may end others by what the user does at that. */
static void end_connections(HttpServer *server)
{
    for (;;) {
        GList *link = server->strangers.head != NULL ? server->strangers.head : server->known.head;
        if (link == NULL)
            return;
        http_connection_end(link->data);
    }
}

static void close_unix(HttpServer *server)
{
    struct stat status;

    if (server->unix_socket < 0)
        return;
    /* Another gateway may have taken the place. */
    if (lstat(server->unix_path, &status) == 0 && (guint64)status.st_ino == server->unix_inode)
        (void)unlink(server->unix_path);
    close(server->unix_socket);
}

void http_server_free(HttpServer *server)
{
    if (server == NULL)
        return;
    close_unix(server);
    if (server->tcp >= 0)
        close(server->tcp);
    end_connections(server);
    if (server->library != NULL) {
        MHD_run(server->library);
        MHD_stop_daemon(server->library);
    }
    if (server->source != NULL) {
        g_source_destroy(server->source);
        g_source_unref(server->source);
    }
    if (server->epoll >= 0)
        close(server->epoll);
    if (server->spare >= 0)
        close(server->spare);
    g_hash_table_unref(server->connections);
    g_hash_table_unref(server->arriving);
    g_free(server->unix_path);
    g_free(server);
}

guint16 http_server_get_port(const HttpServer *server)
{
    return server->port;
}

char *http_server_to_json(const HttpServer *server)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_uint(writer, "connections", server->strangers.length + server->known.length);
    cordon_json_add_uint(writer, "authorized", server->known.length);
    cordon_json_add_uint(writer, "streams", server->n_streams);
    cordon_json_add_uint(writer, "refused", server->n_refused);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

/* SPDX-License-Identifier: MIT */
/* One command in a container of its own: created, connected, started, followed to its end, removed.
 *
 * The container cannot outlive this process: the engine closes its input then, and cordon-init ends all. */
#define _GNU_SOURCE /* getrandom(), memmem() */
#include "commands.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api.h"
#include "base/fdio.h"
#include "base/protocol.h"
#include "container.h"
#include "demux.h"
#include "hidden.h"

enum {
    ENV_MAX = 1024 * 1024,
    FILTER_MAX = 64 * 1024,
    REMOVE_MS = 20000,
    EXIT_SETUP = 125,
    EXIT_LOST = 125,
};

typedef struct {
    CordonContainer container;
    CordonHttp *http;
    char *id;
    int stream;    /* the container's, or -1 */
    GString *sent; /* that the container has still to take */
    gboolean input_ended;
    gboolean stop_asked;
    gboolean has_ended; /* cordon-init said how */
    int exit_status;
    char key[CORDON_RELAY_KEY_MIN + 1];
} Run;

/* --- reports --------------------------------------------------------------------------------------- */

static void report(const Run *run, const char *line)
{
    g_autofree char *text = g_strdup_printf("%.*s\n", CORDON_STATUS_LINE_MAX - 1, line);

    if (run->container.status_fd >= 0)
        (void)cordon_fd_write_all(run->container.status_fd, text, strlen(text), NULL, NULL);
}

/* step: one word.  Returns the exit status. */
static int fail(const Run *run, const char *step, const char *text)
{
    g_autofree char *line = g_strdup_printf("setup %s - %s", step, text);

    if (run->container.status_fd >= 0)
        report(run, line);
    else
        fprintf(stderr, "cordon-docker: %s: %s\n", step, text);
    return EXIT_SETUP;
}

static void take_status(const char *line, gpointer user_data)
{
    Run *run = user_data;
    int number;

    if (sscanf(line, "exited %d", &number) == 1) {
        run->has_ended = TRUE;
        run->exit_status = number & 0xff;
    } else if (sscanf(line, "signaled %d", &number) == 1) {
        run->has_ended = TRUE;
        run->exit_status = 128 + (number & 0x7f);
    } else if (g_str_has_prefix(line, "setup ")) {
        run->has_ended = TRUE;
        run->exit_status = EXIT_SETUP;
    } else if (sscanf(line, "exec %d", &number) == 1) {
        run->has_ended = TRUE;
        run->exit_status = number == ENOENT || number == ENOTDIR ? 127 : 126;
    }
    report(run, line);
}

/* A reader that left is no reason to end the command: it gets what there is of an error itself. */
static void take_output(gboolean is_error, const char *bytes, gsize size, gpointer user_data)
{
    (void)user_data;
    (void)cordon_fd_write_all(is_error ? STDERR_FILENO : STDOUT_FILENO, bytes, size, NULL, NULL);
}

/* --- what is sent in ------------------------------------------------------------------------------- */

static void add_frame(GString *to, char type, const char *bytes, gsize size)
{
    const char header[] = {type, (char)(size & 0xff), (char)(size >> 8 & 0xff),
                           (char)(size >> 16 & 0xff), (char)(size >> 24 & 0xff)};

    g_string_append_len(to, header, sizeof header);
    g_string_append_len(to, bytes, (gssize)size);
}

/* FALSE for a word that is longer than any program can get. */
static gboolean add_words(GString *to, char type, const char *const *words)
{
    for (gsize i = 0; words[i] != NULL; i++) {
        gsize size = strlen(words[i]);
        if (size > CORDON_RELAY_FRAME_MAX)
            return FALSE;
        add_frame(to, type, words[i], size);
    }
    return TRUE;
}

static gboolean make_key(char key[static CORDON_RELAY_KEY_MIN + 1])
{
    guchar bytes[CORDON_RELAY_KEY_MIN / 2];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return FALSE;
    for (gsize i = 0; i < sizeof bytes; i++)
        g_snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    return TRUE;
}

/* NULL when there is no such descriptor; *ret_error when it cannot be read. */
static char *read_data(int fd, gsize most, gsize *ret_size, GError **error)
{
    char *data = NULL;

    *ret_size = 0;
    return fd >= 0 && cordon_fd_read_all(fd, most, NULL, &data, ret_size, error) ? data : NULL;
}

/* NUL-ended strings as a list that borrows from them. */
static const char **split(const char *data, gsize size)
{
    gsize count = 0;

    for (gsize i = 0; i < size; i++)
        count += data[i] == '\0';
    const char **list = g_new0(const char *, count + 1);
    for (gsize i = 0; i < count; i++) {
        list[i] = data;
        data += strlen(data) + 1;
    }
    return list;
}

/* --- the loop -------------------------------------------------------------------------------------- */

/* From our input into a frame. */
static void take_input(Run *run)
{
    char buffer[32768];
    ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);

    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    add_frame(run->sent, got > 0 ? 'D' : 'E', buffer, got > 0 ? (gsize)got : 0);
    run->input_ended = got <= 0;
}

static void send_some(Run *run)
{
    ssize_t sent = send(run->stream, run->sent->str, run->sent->len, MSG_NOSIGNAL | MSG_DONTWAIT);

    if (sent > 0)
        g_string_erase(run->sent, 0, sent);
    else if (sent < 0 && errno != EAGAIN && errno != EINTR)
        g_string_truncate(run->sent, 0); /* reading tells what happened */
}

/* The host's `stop`; its end is the supervisor's affair. */
static void take_host(Run *run)
{
    char buffer[256];
    ssize_t got = read(run->container.status_fd, buffer, sizeof buffer);
    g_auto(CordonApiFailure) failure = {0};

    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got > 0 && memmem(buffer, (gsize)got, "stop\n", 5) != NULL)
        (void)cordon_api_signal(run->http, run->id, "SIGTERM", &failure);
    run->stop_asked |= got <= 0;
}

/* FALSE at the end of the stream. */
static gboolean take_stream(Run *run, CordonDemux *demux, GError **error)
{
    char buffer[65536];
    ssize_t got = read(run->stream, buffer, sizeof buffer);

    if (got < 0)
        return errno == EINTR || errno == EAGAIN;
    return got > 0 && cordon_demux_feed(demux, buffer, (gsize)got, error);
}

static void follow(Run *run, CordonDemux *demux, GError **error)
{
    enum { STREAM, INPUT, HOST };

    gint64 ping_us = g_get_monotonic_time();

    for (gboolean goes_on = TRUE; goes_on;) {
        if (run->sent->len == 0 && g_get_monotonic_time() >= ping_us) {
            add_frame(run->sent, 'P', "", 0);
            ping_us = g_get_monotonic_time() + CORDON_RELAY_PING_MS * 1000;
        }
        gboolean sends = run->sent->len > 0;
        struct pollfd items[] = {
            [STREAM] = {.fd = run->stream, .events = (short)(POLLIN | (sends ? POLLOUT : 0))},
            [INPUT] = {.fd = sends || run->input_ended ? -1 : STDIN_FILENO, .events = POLLIN},
            [HOST] = {.fd = run->stop_asked ? -1 : run->container.status_fd, .events = POLLIN},
        };
        if (poll(items, G_N_ELEMENTS(items), CORDON_RELAY_PING_MS) < 0)
            continue;
        if (items[HOST].revents != 0)
            take_host(run);
        if (items[INPUT].revents != 0)
            take_input(run);
        if (run->sent->len > 0)
            send_some(run);
        if ((items[STREAM].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
            goes_on = take_stream(run, demux, error);
    }
    cordon_demux_end(demux);
}

/* --- from creation to removal ---------------------------------------------------------------------- */

static char *create(Run *run, CordonApiFailure *failure, GError **error)
{
    g_autofree char *hidden = NULL;
    gboolean needed = FALSE;

    for (guint i = 0; i < run->container.mounts->len; i++)
        needed |= g_array_index(run->container.mounts, CordonContainerMount, i).type ==
                  CORDON_CONTAINER_HIDDEN_FILE;
    if (needed && (hidden = cordon_docker_hidden_file(error)) == NULL)
        return NULL;
    g_autofree char *json = cordon_container_json(&run->container, hidden);
    return cordon_api_create(run->http, run->container.name, json, failure);
}

/* All that goes in before the command starts. */
static gboolean prepare(Run *run, const char *const *env, GError **error)
{
    gsize size = 0;
    g_autofree char *filter = NULL;

    if (run->container.filter_fd >= 0 &&
        (filter = read_data(run->container.filter_fd, FILTER_MAX, &size, error)) == NULL)
        return FALSE;
    if (!make_key(run->key)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "The kernel gives no random bytes.");
        return FALSE;
    }
    add_frame(run->sent, 'K', run->key, strlen(run->key));
    if (!add_words(run->sent, 'A', run->container.argv) || !add_words(run->sent, 'V', env)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "A word of the command is longer than %d bytes.", CORDON_RELAY_FRAME_MAX);
        return FALSE;
    }
    if (size > 0)
        add_frame(run->sent, 'F', filter, size);
    add_frame(run->sent, 'G', "", 0);
    return TRUE;
}

/* After the stream's end: the engine removes the container by itself.  Nothing is left when this is over. */
static void remove_container(Run *run)
{
    g_auto(CordonApiFailure) failure = {0};

    if (cordon_api_wait_removed(run->http, run->id, REMOVE_MS))
        return;
    if (!cordon_api_remove(run->http, run->id, REMOVE_MS, &failure))
        fprintf(stderr, "cordon-docker: the container %.12s is still there: %s\n", run->id,
                failure.message);
}

static int start_and_follow(Run *run)
{
    static const CordonDemuxSinks sinks = {take_output, take_status};
    g_autoptr(CordonDemux) demux = cordon_demux_new(run->key, &sinks, run);
    g_auto(CordonApiFailure) failure = {0};
    g_autoptr(GError) error = NULL;

    run->stream = cordon_api_attach(run->container.endpoint, run->id, &failure);
    if (run->stream < 0)
        return fail(run, "attach", failure.message);
    if (!cordon_api_start(run->http, run->id, &failure))
        return fail(run, "start", failure.message);
    follow(run, demux, &error);
    if (error != NULL)
        fprintf(stderr, "cordon-docker: %s\n", error->message);
    return run->has_ended ? run->exit_status : EXIT_LOST;
}

static int run_container(Run *run)
{
    g_autoptr(GError) error = NULL;
    g_auto(CordonApiFailure) failure = {0};
    gsize size = 0;
    g_autofree char *data = read_data(run->container.env_fd, ENV_MAX, &size, &error);
    g_autofree const char **env = split(data, size);

    if (error != NULL)
        return fail(run, "environment", error->message);
    if (!prepare(run, env, &error))
        return fail(run, "prepare", error->message);
    run->id = create(run, &failure, &error);
    if (run->id == NULL) {
        /* What was found out before may not be so any more: an image that was removed or made anew. */
        g_autofree char *text =
            g_strdup_printf("%s; `cordon doctor --fresh` looks at the engine again",
                            error != NULL ? error->message : failure.message);
        return fail(run, "create", text);
    }
    int status = start_and_follow(run);
    cordon_fd_clear(&run->stream);
    remove_container(run);
    return status;
}

int cordon_docker_run(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    Run run = {.stream = -1};

    (void)argc;
    signal(SIGPIPE, SIG_IGN);
    if (!cordon_container_parse((const char *const *)argv + 1, &run.container, &error)) {
        fprintf(stderr, "%s\n", error->message);
        return 2;
    }
    run.http = cordon_http_new_unix(run.container.endpoint);
    run.sent = g_string_new(NULL);
    int status = run_container(&run);
    g_string_free(run.sent, TRUE);
    g_free(run.id);
    cordon_http_free(run.http);
    cordon_container_clear(&run.container);
    return status;
}

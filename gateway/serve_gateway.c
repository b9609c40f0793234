/* SPDX-License-Identifier: MIT */
/* The gateway of a user: from the lock to the last file that is removed. */
#include <cordon/cordon.h>
#include <string.h>
#include <unistd.h>

#include "api/call.h"
#include "api/image_desk.h"
#include "api/runs_desk.h"
#include "log.h"
#include "mcp_door.h"
#include "notify.h"
#include "place.h"
#include "process.h"
#include "runtime.h"
#include "serve.h"

static void record(CordonSession *session, const char *what)
{
    g_autoptr(GError) error = NULL;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", "gateway");
    cordon_json_add_string(writer, "what", what);
    cordon_json_add_string(writer, "version", cordon_version());
    cordon_json_add_int(writer, "pid", getpid());
    cordon_json_end_object(writer);
    g_autofree char *line = cordon_json_writer_finish(writer);
    if (!cordon_audit_append(cordon_session_get_audit(session), line, &error))
        log_line("the audit log could not be written: %s", error->message);
}

static void warn_of_settings(CordonSession *session)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings =
        cordon_settings_store_read(cordon_session_get_settings(session), &error);

    if (settings == NULL)
        log_line("the settings cannot be read, and commands are refused: %s", error->message);
}

/* FALSE with a line in the log. */
static gboolean listen_for_http(Gateway *gateway, const Options *options)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(gateway->folder, PLACE_HTTP_SOCKET, NULL);
    HttpServerOptions http = {
        .port = options->port,
        .unix_path = path,
        .handler = api_handle,
        .authorize = api_authorize,
        .user_data = gateway,
    };

    gateway->server = http_server_new(&http, &error);
    if (gateway->server == NULL)
        log_line("%s", error->message);
    return gateway->server != NULL;
}

static gboolean write_files(const Gateway *gateway)
{
    g_autofree char *error = NULL;
    g_autofree char *token = g_strconcat(gateway->auth.token, "\n", NULL);

    if (runtime_write(gateway->folder, PLACE_TOKEN, token, &error) &&
        runtime_write_info(gateway->folder, http_server_get_port(gateway->server), gateway->started,
                           &error))
        return TRUE;
    log_line("%s", error);
    return FALSE;
}

static void remove_files(const char *folder)
{
    static const char *const names[] = {PLACE_INFO, PLACE_TOKEN, PLACE_HTTP_SOCKET,
                                        PLACE_MCP_SOCKET};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        runtime_remove(folder, names[i]);
}

static void run_loop(const Gateway *gateway)
{
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);

    process_stop_loop_on_signals(loop);
    record(gateway->session, "start");
    log_line("version %s, process %ld, on http://127.0.0.1:%u/ and in %s", cordon_version(),
             (long)getpid(), http_server_get_port(gateway->server), gateway->folder);
    notify_manager("READY=1");
    g_main_loop_run(loop);
    notify_manager("STOPPING=1");
    log_line("%s: stopping", process_stop_reason());
    record(gateway->session, "stop");
}

/* What works beside the loop; FALSE with a line in the log. */
static gboolean start_workers(Gateway *gateway)
{
    g_autoptr(GError) error = NULL;

    gateway->pool = pool_new(&error);
    if (gateway->pool == NULL) {
        log_line("no thread can be had for what blocks: %s", error->message);
        return FALSE;
    }
    gateway->mcp = serve_new_mcp(gateway->session, gateway->events);
    if (gateway->mcp != NULL)
        return TRUE;
    g_clear_pointer(&gateway->pool, pool_free);
    return FALSE;
}

/* Listens, serves, and stops listening; TRUE: it served. */
static gboolean serve_with_session(Gateway *gateway, const Options *options)
{
    g_autofree char *error = NULL;
    gboolean is_served = FALSE;

    auth_init(&gateway->auth, gateway->session);
    gateway->image = image_desk_new(gateway->events);
    gateway->runs = run_desk_new(gateway->events);
    McpDoor *door = mcp_door_new(gateway->folder, gateway->session, gateway->mcp, &error);
    if (door == NULL)
        log_line("%s", error);
    if (door != NULL && listen_for_http(gateway, options) && write_files(gateway)) {
        warn_of_settings(gateway->session);
        run_loop(gateway);
        is_served = TRUE;
    }

    /* Nobody may come in any more, then those who are in go: with the last window what waits is denied. */
    remove_files(gateway->folder);
    g_clear_pointer(&door, mcp_door_free);
    events_end_all(gateway->events);
    run_desk_free(gateway->runs);
    g_clear_pointer(&gateway->server, http_server_free);
    mcp_server_free(gateway->mcp);
    image_desk_stop(gateway->image);
    pool_free(gateway->pool);
    image_desk_free(gateway->image);
    auth_clear(&gateway->auth);
    return is_served;
}

int serve_gateway(const Options *options, const char *folder)
{
    g_autofree char *error = NULL;
    Gateway gateway = {.folder = folder, .started = g_get_real_time() / G_TIME_SPAN_SECOND};
    gboolean is_served = FALSE;

    if (!place_make(folder, &error)) {
        log_line("%s", error);
        return 1;
    }
    int lock = runtime_lock(folder, &error);
    if (lock < 0) {
        log_line("%s", error);
        return 1;
    }
    gateway.events = events_new();
    gateway.session = serve_new_session(options, gateway.events);
    if (gateway.session != NULL) {
        if (start_workers(&gateway))
            is_served = serve_with_session(&gateway, options);
        cordon_session_free(gateway.session);
    }
    events_free(gateway.events);
    log_line("ended");
    close(lock);
    return is_served ? 0 : 1;
}

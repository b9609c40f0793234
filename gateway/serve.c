/* SPDX-License-Identifier: MIT */
/* What both ways to serve share, and that of one agent alone. */
#include "serve.h"

#include <string.h>
#include <unistd.h>

#include "log.h"
#include "mcp/stdio.h"
#include "process.h"

/* An agent that is served alone. */
#define ALONE_HINT                                                                                 \
    "No gateway runs, so nobody can be asked: ask the user to start `cordon gateway`, to leave "   \
    "`cordon approve` open in a terminal, and to connect this MCP server anew."

CordonSession *serve_new_session(const Options *options, Events *events)
{
    g_autoptr(GError) error = NULL;
    CordonSessionOptions session = {
        .struct_size = sizeof session,
        .app_folders = (const char *const *)options->app_folders->pdata,
        .listener = events_from_session,
        .user_data = events,
        .nobody_hint = options->is_mcp ? ALONE_HINT : NULL,
    };
    CordonSession *made = cordon_session_new(&session, &error);

    if (made == NULL)
        log_line("%s", error->message);
    return made;
}

static void hand_to_mcp(const char *name, const char *id, const char *data, gpointer user_data)
{
    (void)data;
    for (guint kind = CORDON_EVENT_JOB; kind <= CORDON_EVENT_GRANTS; kind++)
        if (strcmp(cordon_event_kind_name((CordonEventKind)kind), name) == 0)
            mcp_on_event(user_data, (CordonEventKind)kind, id);
}

McpServer *serve_new_mcp(CordonSession *session, Events *events)
{
    McpBackend backend = mcp_backend_for_session(session);
    McpServer *server = mcp_server_new(&backend);

    if (server == NULL)
        log_line("no thread can be had for the tools of agents; end some programs, and try again");
    else
        events_add_observer(events, hand_to_mcp, server);
    return server;
}

static void client_ended(McpPeer *peer, gpointer loop)
{
    (void)peer;
    g_main_loop_quit(loop);
}

static gboolean run_agent(CordonSession *session, Events *events, const Hello *hello)
{
    g_autoptr(GMainLoop) loop = g_main_loop_new(NULL, FALSE);
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonAgent) agent = cordon_session_add_agent(
        session, hello->project, hello->loop, hello->role, hello->board, hello->name, &error);

    if (agent == NULL) {
        log_line("%s", error->message);
        return FALSE;
    }
    McpServer *server = serve_new_mcp(session, events);
    if (server == NULL)
        return FALSE;
    McpPeer *client = mcp_peer_new(server, agent, STDIN_FILENO, STDOUT_FILENO, client_ended, loop);
    process_stop_loop_on_signals(loop);
    g_main_loop_run(loop);
    mcp_peer_free(client);
    mcp_server_free(server);
    return TRUE;
}

int serve_agent(const Options *options)
{
    Events *events = events_new();
    CordonSession *session = serve_new_session(options, events);
    gboolean is_served = FALSE;

    if (session != NULL) {
        is_served = run_agent(session, events, &options->hello);
        cordon_session_free(session);
    }
    events_free(events);
    return is_served ? 0 : 1;
}

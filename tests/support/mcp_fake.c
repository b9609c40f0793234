/* SPDX-License-Identifier: MIT */
/* MCP in front of a made-up session (mcp_world.h), for clients that others wrote.
 *
 * usage: mcp-fake stdio          serves stdin and stdout, until the client closes it
 *        mcp-fake http [TOKEN]   serves /mcp on a free port of 127.0.0.1, and prints its address; every request that
 *                                is not for /mcp is 404.  Ends with stdin.
 * What was done to jobs and files goes to stderr at the end. */
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mcp/http.h"
#include "mcp/stdio.h"
#include "mcp_world.h"

#define ALL_TOOLS 63u

typedef struct {
    World *world;
    McpServer *server;
    CordonAgent *agent;
    GMainLoop *loop;
    const char *token;
} Program;

static void on_event(CordonEventKind kind, const char *id, gpointer user_data)
{
    mcp_on_event(((Program *)user_data)->server, kind, id);
}

static void on_ended(McpPeer *peer, gpointer user_data)
{
    (void)peer;
    g_main_loop_quit(((Program *)user_data)->loop);
}

static void serve_stdio(Program *program)
{
    McpPeer *peer = mcp_peer_new(program->server, program->agent, dup(STDIN_FILENO),
                                 dup(STDOUT_FILENO), on_ended, program);

    g_main_loop_run(program->loop);
    mcp_peer_free(peer);
}

#ifdef HAVE_HTTP
static HttpAdmission on_authorize(HttpRequest *request, gpointer user_data)
{
    const Program *program = user_data;
    g_autofree char *wanted = g_strconcat("Bearer ", program->token, NULL);

    if (program->token == NULL ||
        g_strcmp0(http_request_header(request, "Authorization"), wanted) == 0)
        return HTTP_ADMITTED;
    return HTTP_STRANGER;
}

static void on_request(HttpRequest *request, gpointer user_data)
{
    Program *program = user_data;

    if (strcmp(http_request_path(request), "/mcp") == 0)
        mcp_http_handle(program->server, request, program->agent);
    else
        http_respond(request, 404, NULL, NULL, 0);
}

static gboolean on_stdin(int fd, GIOCondition condition, gpointer user_data)
{
    char bytes[256];

    (void)condition;
    if (read(fd, bytes, sizeof bytes) > 0)
        return G_SOURCE_CONTINUE;
    g_main_loop_quit(((Program *)user_data)->loop);
    return G_SOURCE_REMOVE;
}

static int serve_http(Program *program)
{
    g_autoptr(GError) error = NULL;
    HttpServerOptions options = {
        .handler = on_request,
        .authorize = on_authorize,
        .user_data = program,
    };
    HttpServer *http = http_server_new(&options, &error);

    if (http == NULL) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    printf("http://127.0.0.1:%u/mcp\n", http_server_get_port(http));
    fflush(stdout);
    g_unix_fd_add(STDIN_FILENO, G_IO_IN | G_IO_HUP, on_stdin, program);
    g_main_loop_run(program->loop);
    http_server_free(http);
    return 0;
}
#else
static int serve_http(Program *program)
{
    (void)program;
    fprintf(stderr, "built without the HTTP server\n");
    return 77;
}
#endif

int main(int argc, char **argv)
{
    gboolean is_http = argc > 1 && strcmp(argv[1], "http") == 0;
    Program program = {.world = world_new(), .token = argc > 2 ? argv[2] : NULL};
    McpBackend backend = world_backend(program.world);
    int status = 0;

    signal(SIGPIPE, SIG_IGN);
    program.loop = g_main_loop_new(NULL, FALSE);
    program.server = mcp_server_new(&backend);
    program.agent = world_agent_new(program.world, "coder", ALL_TOOLS);
    world_set_listener(program.world, on_event, &program);
    if (is_http)
        status = serve_http(&program);
    else
        serve_stdio(&program);
    mcp_server_free(program.server);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    g_autofree char *log = world_get_log(program.world);
    fputs(log, stderr);
    world_agent_unref(program.agent);
    world_free(program.world);
    g_main_loop_unref(program.loop);
    return status;
}

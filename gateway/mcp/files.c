/* SPDX-License-Identifier: MIT */
/* Tools for files, done in threads so that a slow disk holds up nobody else. */
#include "mcp/internal.h"

/* What may wait for a thread. */
#define MAX_WAITING 256u

typedef struct {
    McpServer *server;
    McpCall *call;
    CordonAgent *agent;
    const McpTool *tool;
    McpArguments *arguments;
    char *client;
    McpResult *result;
} FileWork;

static void work_free(gpointer data)
{
    FileWork *work = data;

    mcp_result_free(work->result);
    mcp_arguments_free(work->arguments);
    work->server->backend.agent_unref(work->agent);
    mcp_call_unref(work->call);
    mcp_server_unref(work->server);
    g_free(work->client);
    g_free(work);
}

/* In the server's thread. */
static gboolean on_done(gpointer data)
{
    FileWork *work = data;

    mcp_call_finish(work->call, g_steal_pointer(&work->result));
    return G_SOURCE_REMOVE;
}

static McpResult *do_work(const FileWork *work)
{
    const McpBackend *backend = &work->server->backend;
    const char *path = work->arguments->at[work->tool->path_index].text;
    g_autoptr(GError) error = NULL;
    CordonFiles *files =
        backend->open_files(work->agent, work->tool->needs, path, work->client, &error);

    if (files == NULL)
        return mcp_result_new_error("%s", error->message);
    McpResult *result = work->tool->work(backend, files, work->arguments);
    if (result->error != NULL)
        backend->files_refused(work->agent, work->tool->needs, path, work->client, result->error);
    backend->files_close(files);
    return result;
}

void mcp_files_work(gpointer data, gpointer server)
{
    FileWork *work = data;

    work->result = do_work(work);
    g_autoptr(GSource) source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, on_done, work, work_free);
    g_source_attach(source, ((McpServer *)server)->context);
}

gboolean mcp_files_begin(McpCall *call, McpServer *server, CordonAgent *agent, const McpTool *tool,
                         McpArguments *arguments, const char *client)
{
    /* Work whose client went away is done all the same, so the bound on open calls does not hold here. */
    if (g_thread_pool_unprocessed(server->pool) >= MAX_WAITING) {
        mcp_arguments_free(arguments);
        mcp_call_finish(call,
                        mcp_result_new_error("Too many file tools wait for the disk: call again "
                                             "later."));
        return FALSE;
    }
    FileWork *work = g_new0(FileWork, 1);
    work->server = server;
    server->refs++;
    work->call = mcp_call_ref(call);
    work->agent = server->backend.agent_ref(agent);
    work->tool = tool;
    work->arguments = arguments;
    work->client = g_strdup(client);
    g_thread_pool_push(server->pool, work, NULL);
    return TRUE;
}

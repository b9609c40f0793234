/* SPDX-License-Identifier: MIT */
#include "mcp/server.h"

#include <string.h>

#include "mcp/internal.h"

/* A slow disk holds up as many calls. */
#define FILE_THREADS 8

McpServer *mcp_server_new(const McpBackend *backend)
{
    McpServer *server = g_new0(McpServer, 1);

    server->backend = *backend;
    server->context = g_main_context_ref(g_main_context_default());
    server->calls = g_hash_table_new(NULL, NULL);
    server->refs = 1;
    /* Exclusive, so that they are there from the begin: else a call could wait for ever where the system has none left.  Some
     * are enough. */
    server->pool = g_thread_pool_new(mcp_files_work, server, FILE_THREADS, TRUE, NULL);
    if (g_thread_pool_get_num_threads(server->pool) > 0)
        return server;
    mcp_server_free(server);
    return NULL;
}

void mcp_server_unref(McpServer *server)
{
    if (--server->refs > 0)
        return;
    g_hash_table_unref(server->calls);
    g_main_context_unref(server->context);
    g_free(server);
}

void mcp_server_free(McpServer *server)
{
    if (server == NULL)
        return;
    /* What they post is dropped later by the main context: their calls are over. */
    g_thread_pool_free(g_steal_pointer(&server->pool), FALSE, TRUE);
    mcp_server_unref(server);
}

/* What an approval's event names is the approval: whoever waits for an answer looks. */
static gboolean is_meant(const McpCall *call, CordonEventKind kind, const char *id)
{
    if (call->job == NULL)
        return FALSE;
    if (kind == CORDON_EVENT_APPROVAL)
        return TRUE;
    return (kind == CORDON_EVENT_JOB || kind == CORDON_EVENT_OUTPUT) &&
           g_strcmp0(call->server->backend.job_id(call->job), id) == 0;
}

void mcp_on_event(McpServer *server, CordonEventKind kind, const char *id)
{
    g_autoptr(GPtrArray) meant = g_ptr_array_new_with_free_func((GDestroyNotify)mcp_call_unref);
    GHashTableIter iter;
    gpointer call;

    /* Looking ends calls, so the set is not walked meanwhile. */
    g_hash_table_iter_init(&iter, server->calls);
    while (g_hash_table_iter_next(&iter, &call, NULL))
        if (is_meant(call, kind, id))
            g_ptr_array_add(meant, mcp_call_ref(call));
    for (guint i = 0; i < meant->len; i++)
        mcp_call_look(meant->pdata[i]);
}

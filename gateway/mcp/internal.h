/* SPDX-License-Identifier: MIT */
/* What server.c, protocol.c and calls.c know of one another. */
#ifndef CORDON_GATEWAY_MCP_INTERNAL_H
#define CORDON_GATEWAY_MCP_INTERNAL_H

#include "mcp/protocol.h"
#include "mcp/tools.h"

/* Calls that may be open at one time: of one client, and together. */
#define MCP_MAX_CALLS_OF_CHANNEL 64u
#define MCP_MAX_CALLS            1024u

typedef struct McpCall McpCall;

struct McpServer {
    McpBackend backend;
    GMainContext *context;
    GThreadPool *pool;
    GHashTable *calls; /* the set of all that are open; no references */
    guint refs;        /* one of its owner, one of each work in the pool */
};

void mcp_server_unref(McpServer *server);

struct McpChannel {
    McpServer *server;
    CordonAgent *agent;
    gboolean is_http, is_initialized;
    char *revision, *method, *name; /* of the HTTP head */
    char *client;                   /* as the handshake said */
    GHashTable *calls;              /* id -> McpCall, which it owns */
    GPtrArray *jobs; /* of CordonJob: started here and perhaps not ended; not over HTTP */
    McpSend send;
    gpointer user_data;
};

/* One tools/call from its begin to its answer. */
struct McpCall {
    guint refs;
    McpServer *server;
    McpChannel *channel; /* NULL once it is over */
    char *id, *token;    /* JSON; token NULL: no progress is wanted */
    McpEra era;
    const McpTool *tool;

    CordonJob *job; /* NULL with tools for files */
    gint64 begun_us, deadline_us, running_since_us, last_progress_us;
    CordonJobState told; /* the state that progress spoke of last */
    gint64 progress;
    guint64 offset; /* in the output, for the last line */
    char *last_line;
    GSource *timer;
};

/* One tools/call.  Texts are copied, arguments taken. */
typedef struct {
    McpChannel *channel;
    const char *id, *token;
    McpEra era;
    const McpTool *tool;
    McpArguments *arguments;
    const char *client;
} McpCallRequest;

/* TRUE: its answer comes later.  FALSE: it was sent, and nothing of the channel may be used any more if the receiver of that answer
 * freed it. */
gboolean mcp_call_begin(const McpCallRequest *request);
/* The client does not wait any more: no answer.  A command that this very call started is stopped when with_job. */
void mcp_call_abandon(McpCall *call, gboolean with_job);
/* Its job may have changed. */
void mcp_call_look(McpCall *call);
McpCall *mcp_call_ref(McpCall *call);
void mcp_call_unref(McpCall *call);
void mcp_call_finish(McpCall *call, McpResult *result);
/* Waits for its job, at most wait_ms.  TRUE: the answer comes later. */
gboolean mcp_call_wait(McpCall *call, gint64 wait_ms);
/* commands.c: what the tools for commands do, and what refuses a tool that the role does not have.  TRUE as above. */
gboolean mcp_commands_begin(McpCall *call, const McpCallRequest *request);
gboolean mcp_refuse_role(McpCall *call, const McpCallRequest *request);

/* The last thing that is done with a channel for a request: its receiver may free the channel. */
void mcp_channel_answer(McpChannel *channel, const char *id, McpEra era, const McpResult *result);
void mcp_channel_notify(McpChannel *channel, const char *method, const char *params);

/* files.c: does the work in the pool, then finishes the call with its result (in the server's thread).  Takes the arguments.  FALSE:
 * too much waits already, and the call is finished with that. */
gboolean mcp_files_begin(McpCall *call, McpServer *server, CordonAgent *agent, const McpTool *tool,
                         McpArguments *arguments, const char *client);
void mcp_files_work(gpointer work, gpointer server);

#endif

/* SPDX-License-Identifier: MIT */
/* Any bytes as one message of a client, before a handshake, after one, and over HTTP: whatever is answered is one JSON-RPC message with
 * the id of the request, and a request never gets two. */
#include <string.h>

#include "fuzz.h"
#include "mcp/protocol.h"
#include "mcp_world.h"

typedef struct {
    guint answers;
} Sent;

static void on_send(const char *message, gboolean is_answer, guint http_status, gpointer user_data)
{
    Sent *sent = user_data;

    FUZZ_CHECK(http_status >= 200 && http_status < 500);
    if (is_answer)
        sent->answers++;
    if (message == NULL)
        return;
    g_autoptr(CordonJson) json = fuzz_parse(message, strlen(message));
    FUZZ_CHECK(json != NULL);
    FUZZ_CHECK(strchr(message, '\n') == NULL);
    const CordonJsonValue *root = cordon_json_root(json);
    FUZZ_CHECK(g_strcmp0(cordon_json_string(cordon_json_find(root, "jsonrpc")), "2.0") == 0);
    if (is_answer)
        FUZZ_CHECK((cordon_json_find(root, "result") != NULL) !=
                   (cordon_json_find(root, "error") != NULL));
    else
        FUZZ_CHECK(cordon_json_find(root, "method") != NULL);
}

static void try_message(McpServer *server, CordonAgent *agent, const McpHead *head,
                        gboolean handshake, const char *bytes, gsize size)
{
    static const char hello[] =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
        "\"protocolVersion\":\"2025-11-25\"}}";
    Sent sent = {0};
    McpChannel *channel = mcp_channel_new(server, agent, head, on_send, &sent);

    if (handshake)
        mcp_channel_receive(channel, hello, strlen(hello));
    sent.answers = 0;
    McpReceived received = mcp_channel_receive(channel, bytes, size);
    FUZZ_CHECK(sent.answers == (received == MCP_ANSWERED ? 1 : 0));
    FUZZ_CHECK(mcp_channel_count_open(channel) == (received == MCP_ANSWER_FOLLOWS ? 1 : 0));
    mcp_channel_hang_up(channel);
    FUZZ_CHECK(sent.answers <= 1);
    mcp_channel_free(channel);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const McpHead heads[] = {
        {NULL, NULL, NULL},
        {"2026-07-28", "tools/call", "run_command"},
    };
    World *world = world_new();
    McpBackend backend = world_backend(world);
    McpServer *server = mcp_server_new(&backend);
    CordonAgent *agent = world_agent_new(world, "coder", 63);
    const char *bytes = (const char *)data;

    try_message(server, agent, NULL, FALSE, bytes, size);
    try_message(server, agent, NULL, TRUE, bytes, size);
    for (gsize i = 0; i < G_N_ELEMENTS(heads); i++)
        try_message(server, agent, &heads[i], FALSE, bytes, size);
    mcp_server_free(server);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    world_agent_unref(agent);
    world_free(world);
    return 0;
}

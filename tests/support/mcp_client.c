/* SPDX-License-Identifier: MIT */
#include "mcp_client.h"

#include <criterion/criterion.h>
#include <string.h>

void client_on_send(const char *message, gboolean is_answer, guint http_status, gpointer user_data)
{
    Client *client = user_data;

    g_ptr_array_add(client->sent, g_strdup(message != NULL ? message : "(none)"));
    if (is_answer) {
        client->answers++;
        client->status = http_status;
    }
}

static void on_event(CordonEventKind kind, const char *id, gpointer user_data)
{
    mcp_on_event(((Client *)user_data)->server, kind, id);
}

void client_open(Client *client, guint tools, const McpHead *head)
{
    client->world = world_new();
    McpBackend backend = world_backend(client->world);
    client->server = mcp_server_new(&backend);
    world_set_listener(client->world, on_event, client);
    client->agent = world_agent_new(client->world, "coder", tools);
    client->sent = g_ptr_array_new_with_free_func(g_free);
    client->channel = mcp_channel_new(client->server, client->agent, head, client_on_send, client);
    client->answers = client->status = 0;
}

void client_close(Client *client)
{
    mcp_channel_free(client->channel);
    mcp_server_free(client->server);
    /* What threads posted. */
    while (g_main_context_iteration(NULL, FALSE))
        ;
    world_agent_unref(client->agent);
    world_free(client->world);
    g_ptr_array_unref(client->sent);
}

McpReceived client_say(Client *client, const char *message)
{
    return mcp_channel_receive(client->channel, message, strlen(message));
}

const char *client_last(const Client *client)
{
    return client->sent->len > 0 ? client->sent->pdata[client->sent->len - 1] : "";
}

void client_wait(Client *client, guint answers)
{
    while (client->answers < answers)
        g_main_context_iteration(NULL, TRUE);
}

void client_idle(guint ms)
{
    gint64 end_us = g_get_monotonic_time() + ms * 1000;

    while (g_get_monotonic_time() < end_us) {
        g_main_context_iteration(NULL, FALSE);
        g_usleep(2000);
    }
}

void client_shake_hands(Client *client)
{
    client_say(client, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                       "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{"
                       "\"name\":\"old\",\"version\":\"2\"}}}");
    client_say(client, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

void client_call(Client *client, const char *id, const char *name, const char *arguments)
{
    g_autofree char *message = g_strdup_printf(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\","
        "\"arguments\":%s," MODERN_META "}}",
        id, name, arguments);

    client_say(client, message);
}

void client_call_legacy(Client *client, const char *id, const char *name, const char *arguments)
{
    g_autofree char *message = g_strdup_printf(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\","
        "\"arguments\":%s,\"_meta\":{\"progressToken\":\"t%s\"}}}",
        id, name, arguments, id);

    client_say(client, message);
}

void expect_has(const char *where, const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "%s: no %s in %s", where, part, text);
}

void expect_has_not(const char *where, const char *text, const char *part)
{
    cr_expect(strstr(text, part) == NULL, "%s: %s in %s", where, part, text);
}

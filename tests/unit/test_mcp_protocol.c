/* SPDX-License-Identifier: MIT */
/* MCP without a transport: what each message is answered with in each era, and what calls do while they wait. */
#include "mcp/protocol.h"

#include <criterion/criterion.h>
#include <string.h>

#include "mcp_world.h"

#define MODERN_META                                                                                \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                       \
    "\"io.modelcontextprotocol/clientCapabilities\":{},"                                           \
    "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}}"
#define ALL_TOOLS 63u

/* One client, and all that it was sent. */
typedef struct {
    World *world;
    McpServer *server;
    CordonAgent *agent;
    McpChannel *channel;
    GPtrArray *sent;
    guint answers, status;
} Client;

static void on_send(const char *message, gboolean is_answer, guint http_status, gpointer user_data)
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

static void client_open(Client *client, guint tools, const McpHead *head)
{
    client->world = world_new();
    McpBackend backend = world_backend(client->world);
    client->server = mcp_server_new(&backend);
    world_set_listener(client->world, on_event, client);
    client->agent = world_agent_new(client->world, "coder", tools);
    client->sent = g_ptr_array_new_with_free_func(g_free);
    client->channel = mcp_channel_new(client->server, client->agent, head, on_send, client);
    client->answers = client->status = 0;
}

static void client_close(Client *client)
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

static McpReceived client_say(Client *client, const char *message)
{
    return mcp_channel_receive(client->channel, message, strlen(message));
}

static const char *client_last(const Client *client)
{
    return client->sent->len > 0 ? client->sent->pdata[client->sent->len - 1] : "";
}

static void client_wait(Client *client, guint answers)
{
    while (client->answers < answers)
        g_main_context_iteration(NULL, TRUE);
}

/* Turns of the loop for so long: for what must not happen. */
static void client_idle(guint ms)
{
    gint64 end_us = g_get_monotonic_time() + ms * 1000;

    while (g_get_monotonic_time() < end_us) {
        g_main_context_iteration(NULL, FALSE);
        g_usleep(2000);
    }
}

static void client_shake_hands(Client *client)
{
    client_say(client, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
                       "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{"
                       "\"name\":\"old\",\"version\":\"2\"}}}");
    client_say(client, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

/* A tools/call with these members of params, modern. */
static void client_call(Client *client, const char *id, const char *name, const char *arguments)
{
    g_autofree char *message = g_strdup_printf(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\","
        "\"arguments\":%s," MODERN_META "}}",
        id, name, arguments);

    client_say(client, message);
}

/* The same with a token for progress, in the old way. */
static void client_call_legacy(Client *client, const char *id, const char *name,
                               const char *arguments)
{
    g_autofree char *message = g_strdup_printf(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\","
        "\"arguments\":%s,\"_meta\":{\"progressToken\":\"t%s\"}}}",
        id, name, arguments, id);

    client_say(client, message);
}

static void expect_has(const char *where, const char *text, const char *part)
{
    cr_expect(strstr(text, part) != NULL, "%s: no %s in %s", where, part, text);
}

static void expect_has_not(const char *where, const char *text, const char *part)
{
    cr_expect(strstr(text, part) == NULL, "%s: %s in %s", where, part, text);
}

/* --- single messages ------------------------------------------------------------------------------------ */

typedef struct {
    const char *message;
    guint status;
    const char *parts[4]; /* of the answer; none: there is no answer */
} Row;

static void check_rows(const Row *rows, gsize count, const McpHead *head, gboolean handshake)
{
    for (gsize i = 0; i < count; i++) {
        Client client;
        client_open(&client, ALL_TOOLS, head);
        if (handshake)
            client_shake_hands(&client);
        guint before = client.answers;
        McpReceived received = client_say(&client, rows[i].message);
        if (rows[i].parts[0] == NULL) {
            cr_expect_eq(received, MCP_NOTHING_TO_SAY, "row %zu", i);
            cr_expect_eq(client.answers, before, "row %zu: %s", i, client_last(&client));
        } else {
            cr_expect_neq(received, MCP_NOTHING_TO_SAY, "row %zu", i);
            client_wait(&client, before + 1);
            cr_expect_eq(client.status, rows[i].status, "row %zu: %u", i, client.status);
            for (gsize part = 0; part < 4 && rows[i].parts[part] != NULL; part++)
                expect_has(rows[i].message, client_last(&client), rows[i].parts[part]);
        }
        client_close(&client);
    }
}

#define LEGACY(id, method, params)                                                                 \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"" method "\",\"params\":{" params "}}"
#define MODERN(id, method, params) LEGACY(id, method, params MODERN_META)

Test(mcp_protocol, answers_broken_messages_with_their_id)
{
    static const Row rows[] = {
        {"", 400, {"-32700", "\"id\":null"}},
        {"{", 400, {"-32700", "\"id\":null"}},
        {"nonsense", 400, {"-32700"}},
        {"[]", 400, {"-32600", "batches"}},
        {"7", 400, {"-32600", "not an object"}},
        {"{}", 400, {"-32600", "\"id\":null"}},
        {"{\"jsonrpc\":\"1.0\",\"id\":4,\"method\":\"ping\"}", 400, {"-32600", "\"id\":4"}},
        {"{\"jsonrpc\":\"2.0\",\"id\":4}", 400, {"-32600", "\"id\":4"}},
        {"{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":5}", 400, {"-32600", "\"id\":4"}},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", 400, {"-32600", "\"id\":null"}},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", 400, {"-32600"}},
        {"{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}", 400, {"-32600"}},
        {LEGACY("3", "ping", "") "x", 400, {"-32700", "\"id\":3"}},
        {"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":[]}",
         400,
         {"-32602", "\"id\":3"}},
        /* what the strict reader refuses still has an id that its sender waits for */
        {"{\"params\":{\"id\":1,\"a\":[{\"id\":2}]},\"x\":\"\\u0000\",\"id\":\"q\\\\\",\"id\":3}",
         400,
         {"-32700", "\"id\":null"}},
        {"{\"params\":{\"id\":1,\"a\":[{\"id\":2}]},\"x\":\"\\u0000\\\"}\",\"id\":\"q-9\"}",
         400,
         {"-32700", "\"id\":\"q-9\""}},
        {"{\"id\" : -12 , \"x\":\"\\u0000\"}", 400, {"-32700", "\"id\":-12,"}},
        {"{\"id\":12e4,\"x\":\"\\u0000\"}", 400, {"-32700", "\"id\":null"}},
    };

    check_rows(rows, G_N_ELEMENTS(rows), NULL, TRUE);
}

Test(mcp_protocol, ignores_notifications_and_answers_that_nobody_asked_for)
{
    static const Row rows[] = {
        {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", 0, {NULL}},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard\",\"params\":{\"a\":1}}",
         0,
         {NULL}},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}", 0, {NULL}},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
         "cancelled\",\"params\":{\"requestId\":99}}",
         0,
         {NULL}},
        {"{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}", 0, {NULL}},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accept\"}}", 0, {NULL}},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"m\"}}", 0, {NULL}},
    };

    check_rows(rows, G_N_ELEMENTS(rows), NULL, TRUE);
}

Test(mcp_protocol, shakes_hands_in_the_revision_that_both_speak)
{
    static const Row rows[] = {
        {LEGACY("1", "initialize", "\"protocolVersion\":\"2025-06-18\""),
         200,
         {"\"protocolVersion\":\"2025-06-18\"", "\"tools\":{\"listChanged\":false}",
          "\"name\":\"cordon\"", "\"instructions\":\""}},
        {LEGACY("1", "initialize", "\"protocolVersion\":\"2025-11-25\""),
         200,
         {"\"protocolVersion\":\"2025-11-25\""}},
        {LEGACY("1", "initialize", "\"protocolVersion\":\"2025-03-26\""),
         200,
         {"\"protocolVersion\":\"2025-11-25\""}},
        {LEGACY("1", "initialize", "\"protocolVersion\":\"2024-11-05\""),
         200,
         {"\"protocolVersion\":\"2025-11-25\""}},
        {LEGACY("1", "initialize", "\"protocolVersion\":\"2026-07-28\""),
         200,
         {"\"protocolVersion\":\"2025-11-25\""}},
        {LEGACY("\"a\"", "initialize", ""), 200, {"-32602", "\"id\":\"a\""}},
        {LEGACY("\"a\"", "initialize", "\"protocolVersion\":7"), 200, {"-32602"}},
        {LEGACY("9", "ping", ""), 200, {"\"id\":9,\"result\":{}"}},
        {LEGACY("9", "tools/list", ""), 200, {"-32602", "initialize first"}},
        {LEGACY("9", "tools/call", "\"name\":\"run_command\""),
         200,
         {"-32602", "initialize first"}},
    };

    check_rows(rows, G_N_ELEMENTS(rows), NULL, FALSE);
}

Test(mcp_protocol, serves_clients_of_the_handshake)
{
    static const Row rows[] = {
        {LEGACY("9", "tools/list", ""),
         200,
         {"\"id\":9,\"result\":{\"tools\":[{\"name\":\"run_command\""}},
        {LEGACY("9", "tools/list", "\"cursor\":\"x\""), 200, {"-32602"}},
        {LEGACY("9", "server/nothing", ""), 200, {"-32601", "\"id\":9"}},
        {LEGACY("9", "logging/setLevel", "\"level\":\"info\""), 200, {"-32601"}},
        {LEGACY("9", "resources/list", ""), 200, {"-32601"}},
        {LEGACY("9", "tools/call", ""), 200, {"-32602"}},
        {LEGACY("9", "tools/call", "\"name\":\"bash\""),
         200,
         {"-32602", "there is no tool \\\"bash\\\""}},
        {LEGACY("9", "tools/call",
                "\"name\":\"run_command\",\"arguments\":{\"command\":\"say hi\"}"),
         200,
         {"\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]", "\"exit_code\":0",
          "\"isError\":false"}},
    };

    check_rows(rows, G_N_ELEMENTS(rows), NULL, TRUE);
}

Test(mcp_protocol, serves_clients_without_a_handshake)
{
    static const Row rows[] = {
        {MODERN("1", "server/discover", ""),
         200,
         {"\"resultType\":\"complete\"",
          "\"supportedVersions\":[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\"]",
          "\"ttlMs\":", "io.modelcontextprotocol/serverInfo"}},
        {MODERN("\"x\"", "tools/list", ""),
         200,
         {"\"id\":\"x\"", "\"resultType\":\"complete\"", "\"cacheScope\":\"private\"",
          "\"name\":\"edit_file\""}},
        {MODERN("1", "tools/call",
                "\"name\":\"run_command\",\"arguments\":{\"command\":\"say a\\\\nb\"},"),
         200,
         {"\"resultType\":\"complete\"", "\"text\":\"a\\nb\"", "\"isError\":false"}},
        {MODERN("1", "tools/call", "\"name\":\"nope\","), 200, {"-32602"}},
        {MODERN("1", "ping", ""), 404, {"-32601", "\"id\":1"}},
        {MODERN("1", "initialize", "\"protocolVersion\":\"2025-11-25\","), 404, {"-32601"}},
        {MODERN("1", "subscriptions/listen", ""), 404, {"-32601"}},
        {LEGACY("5", "server/discover", ""), 400, {"-32602", "\"id\":5"}},
        {LEGACY("5", "tools/list",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}"),
         400,
         {"-32602", "clientCapabilities"}},
        {LEGACY("5", "tools/list",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":7,"
                "\"io.modelcontextprotocol/clientCapabilities\":{}}"),
         400,
         {"-32602", "protocolVersion"}},
        {LEGACY("5", "tools/list",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"1900-01-01\","
                "\"io.modelcontextprotocol/clientCapabilities\":{}}"),
         400,
         {"-32022", "\"supported\":[\"2026-07-28\"", "\"requested\":\"1900-01-01\""}},
        /* clientInfo is not required */
        {LEGACY("5", "tools/list",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                "\"io.modelcontextprotocol/clientCapabilities\":{}}"),
         200,
         {"\"tools\":["}},
    };

    check_rows(rows, G_N_ELEMENTS(rows), NULL, FALSE);
}

Test(mcp_protocol, compares_the_headers_of_http_with_the_body)
{
    static const struct {
        McpHead head;
        const char *message;
        guint status;
        const char *part;
    } rows[] = {
        {{"2026-07-28", "tools/list", NULL}, MODERN("1", "tools/list", ""), 200, "\"tools\":["},
        {{"2026-07-28", "tools/list", "anything"},
         MODERN("1", "tools/list", ""),
         200,
         "\"tools\":["},
        {{NULL, "tools/list", NULL}, MODERN("1", "tools/list", ""), 400, "-32020"},
        {{"2025-11-25", "tools/list", NULL}, MODERN("1", "tools/list", ""), 400, "-32020"},
        {{"2026-07-28", NULL, NULL}, MODERN("1", "tools/list", ""), 400, "-32020"},
        {{"2026-07-28", "Tools/list", NULL}, MODERN("1", "tools/list", ""), 400, "-32020"},
        {{"2026-07-28", "tools/call", NULL},
         MODERN("1", "tools/call", "\"name\":\"nope\","),
         400,
         "-32020"},
        {{"2026-07-28", "tools/call", "other"},
         MODERN("1", "tools/call", "\"name\":\"nope\","),
         400,
         "-32020"},
        {{" 2026-07-28\t", " tools/list ", NULL},
         MODERN("1", "tools/list", ""),
         200,
         "\"tools\":["},
        {{"2026-07-28", "tools/call", "nope"},
         MODERN("1", "tools/call", "\"name\":\"nope\","),
         200,
         "-32602"},
        {{"2026-07-28", "tools/call", "=?base64?bm9wZQ==?="},
         MODERN("1", "tools/call", "\"name\":\"nope\","),
         200,
         "-32602"},
        {{"2026-07-28", "tools/call", "=?base64?bm9w?ZQ==?="},
         MODERN("1", "tools/call", "\"name\":\"nope\","),
         400,
         "-32020"},
        {{"2026-07-28", "tools/list", NULL}, LEGACY("1", "tools/list", ""), 400, "-32602"},
        {{"1900-01-01", "tools/list", NULL}, LEGACY("1", "tools/list", ""), 400, "-32022"},
        /* without a handshake that anybody could remember */
        {{"2025-11-25", NULL, NULL}, LEGACY("1", "tools/list", ""), 200, "\"tools\":["},
        {{"2025-03-26", NULL, NULL}, LEGACY("1", "tools/list", ""), 200, "\"tools\":["},
        {{NULL, NULL, NULL}, LEGACY("1", "tools/list", ""), 200, "\"tools\":["},
        {{NULL, NULL, NULL},
         LEGACY("1", "initialize", "\"protocolVersion\":\"2025-06-18\""),
         200,
         "2025-06-18"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Client client;
        client_open(&client, ALL_TOOLS, &rows[i].head);
        client_say(&client, rows[i].message);
        client_wait(&client, 1);
        cr_expect_eq(client.status, rows[i].status, "row %zu: %u %s", i, client.status,
                     client_last(&client));
        expect_has(rows[i].message, client_last(&client), rows[i].part);
        client_close(&client);
    }
}

/* --- roles ------------------------------------------------------------------------------------------------ */

Test(mcp_protocol, shows_each_role_its_own_tools_and_looks_again_each_time)
{
    Client client;

    client_open(&client, CORDON_TOOL_READ_FILE, NULL);
    client_say(&client, MODERN("1", "tools/list", ""));
    expect_has("reader", client_last(&client), "\"name\":\"read_file\"");
    expect_has_not("reader", client_last(&client), "\"name\":\"run_command\"");
    expect_has_not("reader", client_last(&client), "\"name\":\"wait_command\"");
    expect_has_not("reader", client_last(&client), "\"name\":\"write_file\"");
    world_agent_set_tools(client.agent, CORDON_TOOL_RUN_COMMAND);
    client_say(&client, MODERN("2", "tools/list", ""));
    expect_has("runner", client_last(&client), "\"name\":\"cancel_command\"");
    expect_has_not("runner", client_last(&client), "\"name\":\"read_file\"");
    world_agent_set_tools(client.agent, 0);
    client_say(&client, MODERN("3", "tools/list", ""));
    expect_has("nobody", client_last(&client), "\"tools\":[]");
    client_close(&client);
}

Test(mcp_protocol, a_tool_that_the_role_does_not_have_is_refused_by_the_session_which_records_it)
{
    static const struct {
        const char *name, *arguments, *log;
    } rows[] = {
        {"write_file", "{\"path\":\"a\",\"content\":\"b\"}",
         "files 16 path=a client=probe 1 refused"},
        {"edit_file", "{\"path\":\"a\",\"old_text\":\"b\",\"new_text\":\"c\"}", "files 32 path=a"},
        {"list_directory", "{}", "files 4 path= "},
        {"run_command", "{\"command\":\"say x\"}", "start say x client=probe 1"},
        {"wait_command", "{\"job_id\":\"j1\"}", "files 1 path=j1"},
        {"cancel_command", "{\"job_id\":\"j1\"}", "files 1 path=j1"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Client client;
        client_open(&client, CORDON_TOOL_READ_FILE, NULL);
        client_call(&client, "1", rows[i].name, rows[i].arguments);
        client_wait(&client, 1);
        expect_has(rows[i].name, client_last(&client), "\"isError\":true");
        expect_has(rows[i].name, client_last(&client), "ole");
        expect_has(rows[i].name, client_last(&client), "role");
        g_autofree char *log = world_get_log(client.world);
        expect_has(rows[i].name, log, rows[i].log);
        expect_has_not(rows[i].name, log, "opened");
        client_close(&client);
    }
}

/* --- tools -------------------------------------------------------------------------------------------------- */

Test(mcp_protocol, bad_arguments_are_told_to_the_model)
{
    static const struct {
        const char *name, *arguments, *part;
    } rows[] = {
        {"run_command", "{}", "\\\"command\\\" is missing"},
        {"run_command", "{\"command\":null}", "\\\"command\\\" is missing"},
        {"run_command", "{\"command\":7}", "has to be a string"},
        {"run_command", "{\"command\":\"x\",\"wait_ms\":\"5\"}", "whole number from 0 to 600000"},
        {"run_command", "{\"command\":\"x\",\"wait_ms\":600001}", "whole number from 0 to 600000"},
        {"run_command", "{\"command\":\"x\",\"timeout_s\":0}", "whole number from 1 to"},
        {"run_command", "{\"command\":\"x\",\"cmd\":1}",
         "there is no argument \\\"cmd\\\"; this tool has: command, cwd"},
        {"run_command", "[]", "has to be an object"},
        {"run_command", "{\"command\":\"\"}", "not started: there is no command"},
        {"search_files", "{\"pattern\":\"x\",\"regex\":\"yes\"}", "has to be true or false"},
        {"search_files", "{\"pattern\":\"(\",\"regex\":true}", "is no pattern"},
        {"read_file", "{\"path\":\".env\"}", "looks like a secret"},
        {"read_file", "{\"path\":\"gone\"}", "There is no file"},
        {"edit_file", "{\"path\":\"hello.txt\",\"old_text\":\"o\",\"new_text\":\"\"}", "2 times"},
        {"wait_command", "{\"job_id\":\"j7\"}", "no such job of yours"},
        {"command_output", "{\"job_id\":\"\"}", "no such job of yours"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Client client;
        client_open(&client, ALL_TOOLS, NULL);
        client_call(&client, "1", rows[i].name, rows[i].arguments);
        client_wait(&client, 1);
        expect_has(rows[i].name, client_last(&client), "\"isError\":true");
        expect_has(rows[i].name, client_last(&client), rows[i].part);
        client_close(&client);
    }
}

Test(mcp_protocol, results_say_how_a_command_ended)
{
    static const struct {
        const char *command;
        gboolean is_error;
        const char *parts[4];
    } rows[] = {
        {"say hi",
         FALSE,
         {"\"text\":\"hi\"", "\"exit_code\":0", "\"outcome\":\"ran\"", "\"stdout\":\"hi\""}},
        {"quiet", FALSE, {"succeeded and wrote nothing"}},
        {"warn oh", FALSE, {"\"stderr\":\"oh\"", "\"stdout\":\"\""}},
        {"fail 3", TRUE, {"ended with exit code 3", "\"exit_code\":3"}},
        {"kill 9", TRUE, {"ended by signal 9", "\"signal\":9"}},
        {"deny",
         TRUE,
         {"rule git-destructive", "\"rule\":\"git-destructive\"", "\"outcome\":\"denied\""}},
        {"broken", TRUE, {"run cordon doctor", "\"outcome\":\"failed\""}},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Client client;
        g_autofree char *arguments = g_strdup_printf("{\"command\":\"%s\"}", rows[i].command);
        client_open(&client, ALL_TOOLS, NULL);
        client_call(&client, "1", "run_command", arguments);
        client_wait(&client, 1);
        expect_has(rows[i].command, client_last(&client),
                   rows[i].is_error ? "\"isError\":true" : "\"isError\":false");
        for (gsize part = 0; part < 4 && rows[i].parts[part] != NULL; part++)
            expect_has(rows[i].command, client_last(&client), rows[i].parts[part]);
        client_close(&client);
    }
}

Test(mcp_protocol, what_a_client_says_reaches_the_session)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command",
                "{\"command\":\"say x\",\"cwd\":\"sub\",\"timeout_s\":7}");
    client_wait(&client, 1);
    client_shake_hands(&client);
    client_call_legacy(&client, "2", "run_command", "{\"command\":\"say y\"}");
    client_wait(&client, 3);
    g_autofree char *log = world_get_log(client.world);
    expect_has("modern", log, "start say x client=probe 1 limit=7000 cwd=sub");
    expect_has("legacy", log, "start say y client=old 2 limit=0 cwd=");
    client_close(&client);
}

Test(mcp_protocol, files_are_read_written_and_searched)
{
    static const struct {
        const char *name, *arguments, *part;
    } rows[] = {
        {"read_file", "{\"path\":\"hello.txt\"}", "\"text\":\"hello\\nworld\\n\""},
        {"read_file", "{\"path\":\"hello.txt\",\"max_lines\":1}", "go on with first_line 2"},
        {"list_directory", "{}", ".env  6  (looks like a secret: cannot be read)"},
        {"search_files", "{\"pattern\":\"world\"}", "hello.txt:2:world"},
        {"search_files", "{\"pattern\":\"nowhere\"}", "not found"},
        {"edit_file", "{\"path\":\"hello.txt\",\"old_text\":\"world\",\"new_text\":\"all\"}",
         "1 place,"},
        {"write_file", "{\"path\":\"new.txt\",\"content\":\"abc\"}", "Made new.txt: 3 bytes."},
        {"read_file", "{\"path\":\"new.txt\"}", "\"text\":\"abc\""},
        {"read_file", "{\"path\":\"hello.txt\"}", "hello\\nall\\n"},
    };
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *id = g_strdup_printf("%zu", i);
        client_call(&client, id, rows[i].name, rows[i].arguments);
        client_wait(&client, (guint)i + 1);
        expect_has(rows[i].name, client_last(&client), rows[i].part);
        expect_has(rows[i].name, client_last(&client), "\"isError\":false");
    }
    client_close(&client);
}

Test(mcp_protocol, a_slow_disk_holds_up_nobody)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "read_file", "{\"path\":\"slow\"}");
    cr_expect_eq(client.answers, 0);
    client_say(&client, MODERN("2", "tools/list", ""));
    cr_expect_eq(client.answers, 1);
    client_wait(&client, 2);
    expect_has("slow", client_last(&client), "\"text\":\"slow\\n\"");
    client_close(&client);
}

Test(mcp_protocol, threads_that_end_after_their_client_harm_nobody)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    for (guint i = 0; i < 20; i++) {
        g_autofree char *id = g_strdup_printf("%u", i);
        client_call(&client, id, "read_file", "{\"path\":\"slow\"}");
    }
    client_say(&client, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                        "cancelled\",\"params\":{\"requestId\":1}}");
    client_close(&client);
}

Test(mcp_protocol, results_are_bounded)
{
    Client client;
    GString *content = g_string_new(NULL);

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"flood 200000\"}");
    client_wait(&client, 1);
    cr_expect_lt(strlen(client_last(&client)), 48 * 1024, "%zu", strlen(client_last(&client)));
    expect_has("flood", client_last(&client), "bytes cut");
    client_call(&client, "2", "command_output", "{\"job_id\":\"j1\",\"offset\":100}");
    cr_expect_lt(strlen(client_last(&client)), 48 * 1024, "%zu", strlen(client_last(&client)));
    expect_has("output", client_last(&client), "\"more\":true");
    for (guint i = 0; i < 20000; i++)
        g_string_append_printf(content, "row %u\\n", i);
    g_autofree char *arguments =
        g_strdup_printf("{\"path\":\"big\",\"content\":\"%s\"}", content->str);
    client_call(&client, "3", "write_file", arguments);
    client_wait(&client, 3);
    client_call(&client, "4", "read_file", "{\"path\":\"big\"}");
    client_wait(&client, 4);
    cr_expect_lt(strlen(client_last(&client)), 48 * 1024, "%zu", strlen(client_last(&client)));
    expect_has("read", client_last(&client), "[lines 1 to ");
    client_call(&client, "5", "search_files", "{\"pattern\":\"row\"}");
    client_wait(&client, 5);
    cr_expect_lt(strlen(client_last(&client)), 48 * 1024, "%zu", strlen(client_last(&client)));
    expect_has("search", client_last(&client), "there are more");
    g_string_free(content, TRUE);
    client_close(&client);
}

/* --- waiting ------------------------------------------------------------------------------------------------ */

Test(mcp_protocol, a_long_command_gives_a_handle_that_goes_on)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"steps 4\",\"wait_ms\":150}");
    client_wait(&client, 1);
    expect_has("run", client_last(&client), "\"state\":\"running\"");
    expect_has("run", client_last(&client), "Call wait_command with job_id \\\"j1\\\"");
    expect_has("run", client_last(&client), "step 1");
    expect_has("run", client_last(&client), "\"isError\":false");
    client_call(&client, "2", "wait_command", "{\"job_id\":\"j1\"}");
    client_wait(&client, 2);
    expect_has("wait", client_last(&client), "step 4");
    expect_has("wait", client_last(&client), "\"exit_code\":0");
    client_call(&client, "3", "command_output", "{\"job_id\":\"j1\",\"offset\":7}");
    expect_has("output", client_last(&client), "\"output\":\"step 2\\nstep 3\\nstep 4\\n\"");
    expect_has("output", client_last(&client), "\"more\":false");
    client_close(&client);
}

Test(mcp_protocol, cancel_command_stops_it)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"hang\",\"wait_ms\":0}");
    client_wait(&client, 1);
    client_call(&client, "2", "cancel_command", "{\"job_id\":\"j1\"}");
    client_wait(&client, 2);
    expect_has("cancel", client_last(&client), "\"state\":\"ended\"");
    expect_has("cancel", client_last(&client), "\"isError\":false");
    cr_expect_eq(world_count_running(client.world), 0);
    client_close(&client);
}

Test(mcp_protocol, jobs_of_other_agents_are_out_of_reach)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"hang\",\"wait_ms\":0}");
    client_wait(&client, 1);
    CordonAgent *other = world_agent_new(client.world, "reviewer", ALL_TOOLS);
    McpChannel *channel = mcp_channel_new(client.server, other, NULL, on_send, &client);
    static const char *const tools[] = {"wait_command", "command_output", "cancel_command"};
    for (gsize i = 0; i < G_N_ELEMENTS(tools); i++) {
        g_autofree char *message = g_strdup_printf(
            MODERN("1", "tools/call", "\"name\":\"%s\",\"arguments\":{\"job_id\":\"j1\"},"),
            tools[i]);
        mcp_channel_receive(channel, message, strlen(message));
        expect_has(tools[i], client_last(&client), "no such job of yours");
    }
    cr_expect_eq(world_count_running(client.world), 1);
    mcp_channel_free(channel);
    world_agent_unref(other);
    client_close(&client);
}

Test(mcp_protocol, progress_tells_of_waiting_and_of_output)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_shake_hands(&client);
    client_call_legacy(&client, "5", "run_command", "{\"command\":\"ask\"}");
    while (client.sent->len < 2)
        g_main_context_iteration(NULL, TRUE);
    expect_has(
        "ask", client_last(&client),
        "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t5\",\"progress\":1,"
        "\"message\":\"waiting for the user's answer in Cordon's panel, 5:00 left\"}");
    world_answer(client.world, TRUE);
    client_wait(&client, 2);
    client_call_legacy(&client, "6", "run_command", "{\"command\":\"steps 12\"}");
    client_wait(&client, 3);
    guint told = 0;
    for (guint i = 0; i < client.sent->len; i++)
        if (strstr(client.sent->pdata[i], "\"progressToken\":\"t6\"") != NULL &&
            strstr(client.sent->pdata[i], "running ") != NULL)
            told++;
    cr_expect_geq(told, 1);
    cr_expect_leq(told, 4, "at most two a second for output: %u", told);
    client_close(&client);
}

Test(mcp_protocol, without_a_token_there_is_no_progress)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"steps 8\"}");
    client_wait(&client, 1);
    cr_expect_eq(client.sent->len, 1);
    client_close(&client);
}

Test(mcp_protocol, without_events_a_call_looks_by_itself)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    world_set_listener(client.world, NULL, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"steps 2\"}");
    client_wait(&client, 1);
    expect_has("steps", client_last(&client), "\"exit_code\":0");
    client_close(&client);
}

/* --- approvals are the panel's ------------------------------------------------------------------------------ */

Test(mcp_protocol, nothing_that_a_client_sends_approves_a_command)
{
    static const char *const attempts[] = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accept\",\"content\":{\"decision\":"
        "\"session\"}}}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"j1\",\"result\":{\"action\":\"accept\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"elicitation/"
        "create\",\"params\":{\"action\":\"accept\"}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/elicitation/"
        "complete\",\"params\":{\"elicitationId\":\"j1\"}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
        "approved\",\"params\":{\"job_id\":\"j1\"}}",
        MODERN(
            "4", "tools/call",
            "\"name\":\"wait_command\",\"arguments\":{\"job_id\":\"j1\",\"wait_ms\":0},"
            "\"inputResponses\":{\"approval\":{\"action\":\"accept\"}},\"requestState\":\"j1\","),
        MODERN("5", "tools/call",
               "\"name\":\"wait_command\",\"arguments\":{\"job_id\":\"j1\",\"approve\":true},"),
    };
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_shake_hands(&client);
    client_call(&client, "1", "run_command", "{\"command\":\"ask\",\"wait_ms\":50}");
    client_wait(&client, 2);
    expect_has("ask", client_last(&client), "\"state\":\"asking\"");
    expect_has("ask", client_last(&client), "waiting for the user's answer in Cordon's panel");
    for (gsize i = 0; i < G_N_ELEMENTS(attempts); i++)
        client_say(&client, attempts[i]);
    client_idle(50);
    client_call(&client, "9", "wait_command", "{\"job_id\":\"j1\",\"wait_ms\":0}");
    expect_has("still", client_last(&client), "\"state\":\"asking\"");
    world_answer(client.world, FALSE);
    client_call(&client, "10", "wait_command", "{\"job_id\":\"j1\"}");
    expect_has("denied", client_last(&client), "\"outcome\":\"denied\"");
    client_close(&client);
}

/* --- the end -------------------------------------------------------------------------------------------------- */

#define CANCELLED(id)                                                                              \
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id    \
    ",\"reason\":\"the user\"}}"

Test(mcp_protocol, a_cancelled_request_stops_its_command_and_gets_no_answer)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "\"a\"", "run_command", "{\"command\":\"hang\"}");
    client_idle(30);
    client_say(&client, CANCELLED("\"b\""));
    cr_expect_eq(world_count_running(client.world), 1);
    client_say(&client, CANCELLED("\"a\""));
    cr_expect_eq(world_count_running(client.world), 0);
    client_say(&client, CANCELLED("\"a\""));
    client_idle(30);
    cr_expect_eq(client.sent->len, 0, "%s", client_last(&client));
    cr_expect_eq(mcp_channel_count_open(client.channel), 0);
    client_close(&client);
}

Test(mcp_protocol, a_cancelled_wait_leaves_the_command_alone)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"hang\",\"wait_ms\":0}");
    client_wait(&client, 1);
    client_call(&client, "2", "wait_command", "{\"job_id\":\"j1\"}");
    client_say(&client, CANCELLED("2"));
    cr_expect_eq(world_count_running(client.world), 1);
    cr_expect_eq(mcp_channel_count_open(client.channel), 0);
    client_close(&client);
}

Test(mcp_protocol, a_client_that_goes_takes_its_commands_with_it)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"hang\",\"wait_ms\":0}");
    client_wait(&client, 1);
    client_call(&client, "2", "run_command", "{\"command\":\"ask\"}");
    client_idle(30);
    cr_expect_eq(world_count_running(client.world), 2);
    mcp_channel_hang_up(client.channel);
    cr_expect_eq(world_count_running(client.world), 0);
    client_close(&client);
}

Test(mcp_protocol, going_away_over_http_means_stop_since_2026_07_28_only)
{
    static const McpHead modern = {"2026-07-28", "tools/call", "run_command"};
    static const McpHead legacy = {"2025-11-25", NULL, NULL};
    Client client;

    client_open(&client, ALL_TOOLS, &modern);
    client_call(&client, "1", "run_command", "{\"command\":\"hang\"}");
    client_idle(30);
    mcp_channel_hang_up(client.channel);
    cr_expect_eq(world_count_running(client.world), 0);
    cr_expect_eq(mcp_channel_count_open(client.channel), 0);
    client_close(&client);

    client_open(&client, ALL_TOOLS, &legacy);
    client_call_legacy(&client, "1", "run_command", "{\"command\":\"hang\"}");
    client_idle(30);
    mcp_channel_hang_up(client.channel);
    cr_expect_eq(world_count_running(client.world), 1);
    client_close(&client);
}

Test(mcp_protocol, over_http_an_old_client_cancels_by_another_post)
{
    static const McpHead legacy = {"2025-11-25", NULL, NULL};
    Client client;

    client_open(&client, ALL_TOOLS, &legacy);
    client_call_legacy(&client, "1", "run_command", "{\"command\":\"hang\"}");
    client_idle(30);
    /* Somebody else's words do not count, */
    CordonAgent *other = world_agent_new(client.world, "coder", ALL_TOOLS);
    McpChannel *stranger = mcp_channel_new(client.server, other, &legacy, on_send, &client);
    mcp_channel_receive(stranger, CANCELLED("1"), strlen(CANCELLED("1")));
    mcp_channel_free(stranger);
    world_agent_unref(other);
    cr_expect_eq(world_count_running(client.world), 1);
    /* the agent's own do. */
    McpChannel *own = mcp_channel_new(client.server, client.agent, &legacy, on_send, &client);
    cr_expect_eq(mcp_channel_receive(own, CANCELLED("1"), strlen(CANCELLED("1"))),
                 MCP_NOTHING_TO_SAY);
    mcp_channel_free(own);
    cr_expect_eq(world_count_running(client.world), 0);
    cr_expect_str_eq(client_last(&client), "(none)");
    client_close(&client);
}

Test(mcp_protocol, an_id_that_is_open_is_refused_and_calls_are_bounded)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    for (guint i = 0; i < 64; i++) {
        g_autofree char *id = g_strdup_printf("%u", i);
        client_call(&client, id, "run_command", "{\"command\":\"hang\"}");
    }
    cr_expect_eq(client.answers, 0);
    client_call(&client, "5", "run_command", "{\"command\":\"hang\"}");
    expect_has("twice", client_last(&client), "still open");
    client_call(&client, "64", "run_command", "{\"command\":\"hang\"}");
    expect_has("many", client_last(&client), "Too many calls");
    cr_expect_eq(mcp_channel_count_open(client.channel), 64);
    client_close(&client);
}

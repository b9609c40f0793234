/* SPDX-License-Identifier: MIT */
/* MCP without a transport: what each message is answered with in each era. */
#include <criterion/criterion.h>
#include <string.h>

#include "mcp_client.h"

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

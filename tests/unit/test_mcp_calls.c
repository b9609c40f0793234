/* SPDX-License-Identifier: MIT */
/* Calls of tools by MCP: roles, arguments, results, what is told meanwhile, and how they end. */
#include <criterion/criterion.h>
#include <string.h>

#include "mcp_client.h"

/* --- roles ------------------------------------------------------------------------------------------------ */

Test(mcp_calls, shows_each_role_its_own_tools_and_looks_again_each_time)
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

Test(mcp_calls, a_tool_that_the_role_does_not_have_is_refused_by_the_session_which_records_it)
{
    static const struct {
        const char *name, *arguments, *log;
    } rows[] = {
        {"write_file", "{\"path\":\"a\",\"content\":\"b\"}",
         "files 16 path=a client=probe 1 refused"},
        {"edit_file", "{\"path\":\"a\",\"old_text\":\"b\",\"new_text\":\"c\"}", "files 32 path=a"},
        {"list_directory", "{}", "files 4 path= "},
        {"run_command", "{\"command\":\"say x\"}", "start say x client=probe 1"},
        {"wait_command", "{\"job_id\":\"j1\"}", "files 1 path= "},
        {"cancel_command", "{\"job_id\":\"j1\"}", "files 1 path= "},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Client client;
        client_open(&client, CORDON_TOOL_READ_FILE, NULL);
        client_call(&client, "1", rows[i].name, rows[i].arguments);
        client_wait(&client, 1);
        expect_has(rows[i].name, client_last(&client), "\"isError\":true");
        expect_has(rows[i].name, client_last(&client), "role");
        g_autofree char *log = world_get_log(client.world);
        expect_has(rows[i].name, log, rows[i].log);
        expect_has_not(rows[i].name, log, "opened");
        client_close(&client);
    }
}

/* --- tools -------------------------------------------------------------------------------------------------- */

Test(mcp_calls, bad_arguments_are_told_to_the_model)
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

Test(mcp_calls, results_say_how_a_command_ended)
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

Test(mcp_calls, what_a_client_says_reaches_the_session)
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

Test(mcp_calls, files_are_read_written_and_searched)
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

Test(mcp_calls, a_slow_disk_holds_up_nobody)
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

Test(mcp_calls, threads_that_end_after_their_client_harm_nobody)
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

Test(mcp_calls, results_are_bounded)
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

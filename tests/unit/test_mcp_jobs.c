/* SPDX-License-Identifier: MIT */
/* Jobs by MCP: handles, progress, that nothing a client sends approves, and what stops a command. */
#include <criterion/criterion.h>
#include <string.h>

#include "mcp_client.h"

/* --- waiting ------------------------------------------------------------------------------------------------ */

Test(mcp_jobs, a_long_command_gives_a_handle_that_goes_on)
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
    expect_has("output", client_last(&client), "[ended; that was all]");
    client_close(&client);
}

Test(mcp_jobs, cancel_command_stops_it)
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

Test(mcp_jobs, jobs_of_other_agents_are_out_of_reach)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"hang\",\"wait_ms\":0}");
    client_wait(&client, 1);
    CordonAgent *other = world_agent_new(client.world, "reviewer", ALL_TOOLS);
    McpChannel *channel = mcp_channel_new(client.server, other, NULL, client_on_send, &client);
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

Test(mcp_jobs, progress_tells_of_waiting_and_of_output)
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
        "\"message\":\"waiting for the user's answer (panel or `cordon approve`), 5:00 left\"}");
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

Test(mcp_jobs, without_a_token_there_is_no_progress)
{
    Client client;

    client_open(&client, ALL_TOOLS, NULL);
    client_call(&client, "1", "run_command", "{\"command\":\"steps 8\"}");
    client_wait(&client, 1);
    cr_expect_eq(client.sent->len, 1);
    client_close(&client);
}

Test(mcp_jobs, without_events_a_call_looks_by_itself)
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

Test(mcp_jobs, nothing_that_a_client_sends_approves_a_command)
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
    expect_has("ask", client_last(&client),
               "waiting for the user's answer (panel or `cordon approve`)");
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

Test(mcp_jobs, a_cancelled_request_stops_its_command_and_gets_no_answer)
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

Test(mcp_jobs, a_cancelled_wait_leaves_the_command_alone)
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

Test(mcp_jobs, a_client_that_goes_takes_its_commands_with_it)
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

Test(mcp_jobs, going_away_over_http_means_stop_since_2026_07_28_only)
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

Test(mcp_jobs, over_http_an_old_client_cancels_by_another_post)
{
    static const McpHead legacy = {"2025-11-25", NULL, NULL};
    Client client;

    client_open(&client, ALL_TOOLS, &legacy);
    client_call_legacy(&client, "1", "run_command", "{\"command\":\"hang\"}");
    client_idle(30);
    /* Somebody else's words do not count, */
    CordonAgent *other = world_agent_new(client.world, "coder", ALL_TOOLS);
    McpChannel *stranger = mcp_channel_new(client.server, other, &legacy, client_on_send, &client);
    mcp_channel_receive(stranger, CANCELLED("1"), strlen(CANCELLED("1")));
    mcp_channel_free(stranger);
    world_agent_unref(other);
    cr_expect_eq(world_count_running(client.world), 1);
    /* the agent's own do. */
    McpChannel *own =
        mcp_channel_new(client.server, client.agent, &legacy, client_on_send, &client);
    cr_expect_eq(mcp_channel_receive(own, CANCELLED("1"), strlen(CANCELLED("1"))),
                 MCP_NOTHING_TO_SAY);
    mcp_channel_free(own);
    cr_expect_eq(world_count_running(client.world), 0);
    cr_expect_str_eq(client_last(&client), "(none)");
    client_close(&client);
}

Test(mcp_jobs, an_id_that_is_open_is_refused_and_calls_are_bounded)
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

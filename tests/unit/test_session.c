/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* symlink() */
#include <criterion/criterion.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "session/session.h"
#include "session_world.h"

static SessionWorld *world;

static void begin(void)
{
    world = session_world_new(NULL);
}

static void end(void)
{
    session_world_free(world);
}

TestSuite(session, .init = begin, .fini = end);

static void expect(CordonJob *job, const char *member, const char *value)
{
    g_autofree char *found = session_world_get(job, member);

    cr_expect_str_eq(found, value, "%s: %s, not %s", member, found, value);
}

static void expect_in(CordonJob *job, const char *member, const char *part)
{
    g_autofree char *found = session_world_get(job, member);

    cr_expect_not_null(strstr(found, part), "%s: %s has no %s", member, found, part);
}

Test(session, what_is_allowed_runs_in_the_loop_and_is_recorded)
{
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "pwd && echo ready");

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "ran");
    expect(job, "approval", "filter");
    expect(job, "exit.kind", "exited");
    expect(job, "exit.code", "0");
    expect(job, "sandbox", "false");
    expect(job, "backend", "none");
    expect_in(job, "stdout", world->loop);
    expect_in(job, "stdout", "ready");
    cr_expect_eq(session_world_count_audit(world, "\"event\":\"decision\""), 1);
    cr_expect_eq(session_world_count_audit(world, "\"event\":\"end\""), 1);
    cr_expect_eq(session_world_count_audit(world, cordon_job_get_id(job)), 2);
}

Test(session, what_is_denied_says_rule_and_what_to_do_instead)
{
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "ssh host");

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "denied");
    expect(job, "denied_by", "filter");
    expect(job, "verdict.rule", "remote");
    expect_in(job, "message", "rule remote");
    expect_in(job, "message", "Instead:");
    cr_expect_eq(session_world_count_audit(world, "\"decision\":\"denied\""), 1);
    g_autofree char *text = cordon_job_to_text(job, 1000);
    cr_expect_not_null(strstr(text, "rule remote"));
}

Test(session, a_role_without_commands_is_refused_before_the_filter)
{
    g_autoptr(CordonAgent) researcher = session_world_agent(world, "researcher");
    g_autoptr(CordonAgent) reviewer = session_world_agent(world, "reviewer");
    g_autoptr(CordonJob) refused = session_world_start(world, researcher, "true");
    g_autoptr(CordonJob) allowed = session_world_start(world, reviewer, "true");

    cr_assert(cordon_job_wait(refused, HANG_MS) && cordon_job_wait(allowed, HANG_MS));
    expect(refused, "end", "denied");
    expect(refused, "denied_by", "role");
    expect(refused, "verdict.rule", "role");
    expect(allowed, "end", "ran");
}

Test(session, file_tools_are_for_those_whose_role_has_them)
{
    g_autoptr(CordonAgent) reviewer = session_world_agent(world, "reviewer");
    g_autoptr(GError) error = NULL;

    cr_expect_null(cordon_agent_open_files(reviewer, CORDON_TOOL_WRITE_FILE, "x", "test", &error));
    cr_assert(g_error_matches(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_ROLE));
    cr_expect_not_null(strstr(error->message, "rule role"));
    g_autoptr(CordonFiles) files =
        cordon_agent_open_files(reviewer, CORDON_TOOL_READ_FILE, "x", "test", NULL);
    cr_expect_not_null(files);
    cr_expect_eq(session_world_count_audit(world, "\"tool\":\"write_file\""), 1);
    cr_expect_eq(session_world_count_audit(world, "\"tool\":\"read_file\""), 1);
}

Test(session, what_the_files_refuse_to_keep_the_loop_in_its_folder_is_recorded)
{
    g_autoptr(CordonAgent) coder = session_world_agent(world, "coder");
    g_autoptr(CordonFiles) files =
        cordon_agent_open_files(coder, CORDON_TOOL_READ_FILE, ".env", "test", NULL);
    g_autoptr(GError) secret = NULL;
    g_autoptr(GError) missing = NULL;

    cr_assert_null(cordon_files_read(files, ".env", 0, 0, &secret));
    cr_assert_null(cordon_files_read(files, "missing", 0, 0, &missing));
    cordon_agent_record_refusal(coder, CORDON_TOOL_READ_FILE, ".env", "test", secret);
    cordon_agent_record_refusal(coder, CORDON_TOOL_READ_FILE, "missing", "test", missing);
    cr_expect_eq(session_world_count_audit(world, "\"by\":\"files\",\"rule\":\"secret\""), 1);
    cr_expect_eq(session_world_count_audit(world, "\"by\":\"files\""), 1);
}

Test(session, output_can_be_followed_and_is_whole_at_the_end)
{
    g_autoptr(CordonJob) job =
        session_world_start(world, world->coder, "for i in 1 2 3; do echo $i; sleep 0.1; done");
    g_autoptr(GString) text = g_string_new(NULL);
    guint64 offset = 0, skipped = 0;

    while (cordon_job_read_output(job, &offset, 4, text, &skipped))
        g_usleep(1000);
    cr_expect_str_eq(text->str, "1\n2\n3\n");
    cr_expect_eq(offset, 6);
    cr_expect_eq(skipped, 0);
}

Test(session, long_output_is_cut_in_the_middle_with_the_count)
{
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "seq 100000");

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "stdout_size.total_bytes", "588895");
    expect_in(job, "stdout", "1\n2\n");
    expect_in(job, "stdout", "99999\n100000\n");
    expect_in(job, "stdout", "bytes cut]");
    g_autofree char *text = cordon_job_to_text(job, 1000);
    cr_expect_lt(strlen(text), 1200);
    /* All that is missing, and not only what is missing of what was kept. */
    cr_expect_not_null(strstr(text, "[587895 bytes cut here]"), "%s", text);
}

Test(session, a_failure_says_its_status_and_keeps_stderr_apart)
{
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "cat missing.txt");

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "status", "1");
    expect(job, "stdout", "");
    expect_in(job, "stderr", "missing.txt");
    g_autofree char *text = cordon_job_to_text(job, 1000);
    cr_expect_not_null(strstr(text, "[stderr]\n"));
    cr_expect_not_null(strstr(text, "[exit status 1]"));
}

Test(session, cancelling_ends_what_runs)
{
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "sleep 100");

    session_world_await(job, CORDON_JOB_RUNNING);
    g_usleep(100000);
    cordon_job_cancel(job);
    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "ran");
    expect(job, "exit.cancelled", "true");
}

Test(session, a_time_limit_can_only_be_shortened_and_is_named)
{
    const CordonJobRequest request = {.struct_size = sizeof request,
                                      .line = "sleep 100",
                                      .line_size = 9,
                                      .time_limit_ms = 300,
                                      .source = "mcp"};
    g_autoptr(CordonJob) job =
        cordon_session_start_job(world->session, world->coder, &request, NULL);

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "exit.limit", "time");
    expect(job, "time_limit_ms", "300");
    expect_in(job, "message", "Stopped after 0.3 s");
}

Test(session, settings_that_cannot_be_read_refuse_every_command)
{
    cr_assert(g_file_set_contents(world->settings, "{\"sandbox\": fals", -1, NULL));
    const CordonJobRequest request = {
        .struct_size = sizeof request, .line = "true", .line_size = 4};
    g_autoptr(GError) error = NULL;

    cr_expect_null(cordon_session_start_job(world->session, world->coder, &request, &error));
    cr_assert_not_null(error);
    cr_expect_not_null(strstr(error->message, world->settings), "%s", error->message);
    g_autofree char *left = NULL;
    cr_assert(g_file_get_contents(world->settings, &left, NULL, NULL));
    cr_expect_str_eq(left, "{\"sandbox\": fals");
}

Test(session, nothing_runs_that_cannot_be_recorded)
{
    g_autofree char *mark = g_build_filename(world->loop, "mark", NULL);

    /* In the place of the log. */
    cr_assert_eq(unlink(world->audit) == 0 || errno == ENOENT, TRUE);
    cr_assert_eq(g_mkdir_with_parents(world->audit, 0700), 0);
    const CordonJobRequest request = {
        .struct_size = sizeof request, .line = "touch mark", .line_size = 10};
    g_autoptr(CordonJob) job =
        cordon_session_start_job(world->session, world->coder, &request, NULL);
    cr_assert_not_null(job);
    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "failed");
    expect_in(job, "message", "audit");
    cr_expect_not(g_file_test(mark, G_FILE_TEST_EXISTS));
}

Test(session, nothing_is_too_long_to_be_recorded)
{
    g_autofree char *name = g_strnfill(900000, 'a');
    g_autofree char *path = g_strconcat("/", name, NULL);
    const char *const denied[] = {"rm", path, NULL}, *const remote[] = {"ssh", name, NULL};
    const char *const asked[] = {"rm", name, NULL}, *const usual[] = {"true", NULL};
    const CordonJobRequest requests[] = {
        {.struct_size = sizeof requests[0], .argv = denied},
        {.struct_size = sizeof requests[0], .argv = remote},
        {.struct_size = sizeof requests[0], .argv = asked},
        {.struct_size = sizeof requests[0], .argv = usual, .cwd = path},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(requests); i++) {
        g_autoptr(CordonJob) job =
            cordon_session_start_job(world->session, world->coder, &requests[i], NULL);
        cr_assert_not_null(job);
        cr_assert(cordon_job_wait(job, HANG_MS));
        cr_expect_eq(session_world_count_audit(world, cordon_job_get_id(job)), 1, "row %d", (int)i);
    }
}

Test(session, events_tell_every_state_in_order)
{
    static const char *const states[] = {"judging", "queued", "running", "ended"};
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "echo x");
    guint at = 0;

    cr_assert(cordon_job_wait(job, HANG_MS));
    g_mutex_lock(&world->lock);
    for (guint i = 0; i < world->events->len && at < G_N_ELEMENTS(states); i++) {
        const char *event = g_ptr_array_index(world->events, i);
        g_autofree char *state = g_strdup_printf("\"state\":\"%s\"", states[at]);
        if (g_str_has_prefix(event, "job ") && strstr(event, state) != NULL)
            at++;
    }
    g_mutex_unlock(&world->lock);
    cr_expect_eq(at, G_N_ELEMENTS(states), "%d states", (int)at);
}

Test(session, an_agent_that_went_is_no_sibling_though_its_jobs_are_remembered)
{
    CordonAgent *other = session_world_agent(world, "coder");
    CordonJob *job = session_world_start(world, other, "true");

    cordon_agent_unref(other);
    cr_assert(cordon_job_wait(job, HANG_MS));
    /* The thread that ended it gives it back a moment later. */
    for (guint i = 0; i < 1000; i++) {
        g_autofree char *json = cordon_session_to_json(world->session);
        if (strstr(json, "\"agents\":1,") != NULL)
            break;
        g_usleep(10000);
        cr_assert_lt(i, 999, "%s", json);
    }
    expect(job, "role", "coder");
    cordon_job_unref(job);
}

Test(session, an_agent_outside_its_project_or_without_a_role_is_none)
{
    g_autoptr(GError) error = NULL;

    cr_expect_null(cordon_session_add_agent(world->session, world->loop, world->project, "coder",
                                            NULL, "x", NULL));
    cr_expect_null(
        cordon_session_add_agent(world->session, world->project, "/", "coder", NULL, "x", NULL));
    cr_expect_null(cordon_session_add_agent(world->session, world->project, world->loop, "king",
                                            NULL, "x", &error));
    cr_expect_not_null(strstr(error->message, "king"));
}

Test(session, other_loops_are_seen_however_their_folders_are_spelled)
{
    g_autofree char *link = g_build_filename(world->top, "link", NULL);
    g_autofree char *nested = g_build_filename(world->loop, "nested", NULL);
    g_autofree char *linked = g_build_filename(link, "loops", "a", "nested", NULL);
    g_autofree char *linked_loop = g_build_filename(link, "loops", "a", NULL);
    CordonAgentFacts facts = {0};

    cr_assert_eq(g_mkdir(nested, 0700), 0);
    cr_assert_eq(symlink(world->project, link), 0);
    /* One comes by the link, the other one does not; and the other way round. */
    for (guint i = 0; i < 2; i++) {
        g_autoptr(CordonAgent) inner =
            cordon_session_add_agent(world->session, i == 0 ? link : world->project,
                                     i == 0 ? linked : nested, "coder", NULL, NULL, NULL);
        g_autoptr(CordonAgent) outer =
            cordon_session_add_agent(world->session, i == 0 ? world->project : link,
                                     i == 0 ? world->loop : linked_loop, "coder", NULL, NULL, NULL);
        cr_assert(inner != NULL && outer != NULL);
        g_auto(GStrv) of_outer = NULL;
        g_auto(GStrv) of_inner = NULL;
        cr_assert(cordon_agent_look_up(outer, &facts, &of_outer, NULL));
        cr_assert_eq(g_strv_length(of_outer), 1);
        cr_expect(g_str_has_suffix(of_outer[0], "/project/loops/a/nested"));
        /* What lies around a loop is no sibling. */
        cr_assert(cordon_agent_look_up(inner, &facts, &of_inner, NULL));
        cr_expect_eq(g_strv_length(of_inner), 0);
    }
}

Test(session, tokens_find_their_bubble_only)
{
    g_autofree char *token = cordon_token_new();
    g_autofree char *other = cordon_token_new();
    g_autofree char *hash = cordon_token_hash(token);
    g_autofree char *members = g_strdup_printf(
        "\"boards\": [{\"id\": \"b\", \"name\": \"B\", \"project\": \"%s\", \"full_auto\": true}], "
        "\"loops\": [{\"id\": \"l\", \"board\": \"b\", \"folder\": \"%s\"}], "
        "\"bubbles\": [{\"id\": \"x\", \"name\": \"X\", \"loop\": \"l\", \"role\": \"reviewer\", "
        "\"token_sha256\": \"%s\"}]",
        world->project, world->loop, hash);

    session_world_write_settings(world, members);
    g_autoptr(CordonAgent) agent = cordon_session_find_agent_by_token(world->session, token, NULL);
    cr_assert_not_null(agent);
    cr_expect_str_eq(cordon_agent_get_role(agent), "reviewer");
    cr_expect_str_eq(cordon_agent_get_board(agent), "b");
    cr_expect_eq(cordon_agent_get_tools(agent) & CORDON_TOOL_WRITE_FILE, 0);
    cr_expect_null(cordon_session_find_agent_by_token(world->session, other, NULL));
    cr_expect_null(cordon_session_find_agent_by_token(world->session, "", NULL));
    /* A bubble that is gone has no tools. */
    session_world_write_settings(world, "");
    cr_expect_eq(cordon_agent_get_tools(agent), 0);
}

static CordonSessionOptions tight = {.max_running = 2, .max_waiting = 3, .max_ended = 2};

Test(session_bounds, more_than_may_run_waits_in_line_and_more_than_may_wait_is_refused)
{
    world = session_world_new(&tight);
    GPtrArray *jobs = g_ptr_array_new_with_free_func((GDestroyNotify)cordon_job_unref);
    const CordonJobRequest request = {
        .struct_size = sizeof request, .line = "sleep 100", .line_size = 9};
    g_autoptr(GError) error = NULL;
    CordonJob *job;

    while ((job = cordon_session_start_job(world->session, world->coder, &request, &error)) !=
           NULL) {
        g_ptr_array_add(jobs, job);
        cr_assert_leq(jobs->len, 20);
        g_usleep(20000);
    }
    cr_expect(g_error_matches(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_FULL));
    cr_expect_eq(jobs->len, 5);
    guint running = 0;
    for (guint i = 0; i < jobs->len; i++)
        running += cordon_job_get_state(g_ptr_array_index(jobs, i)) == CORDON_JOB_RUNNING;
    cr_expect_eq(running, 2);
    for (guint i = 0; i < jobs->len; i++)
        cordon_job_cancel(g_ptr_array_index(jobs, i));
    for (guint i = 0; i < jobs->len; i++)
        cr_expect(cordon_job_wait(g_ptr_array_index(jobs, i), HANG_MS));
    expect(g_ptr_array_index(jobs, 4), "end", "cancelled");
    /* The oldest that ended are forgotten. */
    g_autoptr(GPtrArray) listed = cordon_session_list_jobs(world->session, G_MAXUINT);
    cr_expect_eq(listed->len, 2);
    g_ptr_array_set_size(listed, 0);
    g_ptr_array_unref(jobs);
    session_world_free(world);
}

Test(session_bounds, the_end_of_a_session_leaves_no_process)
{
    world = session_world_new(NULL);
    g_autofree char *pids = g_build_filename(world->loop, "pids", NULL);
    g_autofree char *text = NULL;
    CordonJob *job =
        session_world_start(world, world->coder, "sleep 97 & jobs -p > pids; sleep 98");
    CordonJob *asking = session_world_start(world, world->coder, "git commit -m x");

    cr_assert(cordon_job_wait(asking, HANG_MS));
    session_world_await(job, CORDON_JOB_RUNNING);
    for (guint i = 0; i < 200 && (text == NULL || strchr(text, '\n') == NULL); i++) {
        g_usleep(20000);
        g_clear_pointer(&text, g_free);
        g_file_get_contents(pids, &text, NULL, NULL);
    }
    cordon_job_unref(job);
    cordon_job_unref(asking);
    cordon_agent_unref(g_steal_pointer(&world->coder));
    cordon_session_free(g_steal_pointer(&world->session));
    cr_assert_not_null(text);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    cr_expect_geq(g_strv_length(lines), 1);
    for (guint i = 0; lines[i] != NULL; i++)
        cr_expect_eq(kill((pid_t)g_ascii_strtoll(lines[i], NULL, 10), 0), -1, "%s lives", lines[i]);
    session_world_free(world);
}

/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* symlink() */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "session_world.h"

static SessionWorld *world;

static void begin(void)
{
    world = session_world_new(NULL);
    cordon_session_add_window(world->session);
}

static void end(void)
{
    session_world_free(world);
}

TestSuite(session_approval, .init = begin, .fini = end);

static void expect(CordonJob *job, const char *member, const char *value)
{
    g_autofree char *found = session_world_get(job, member);

    cr_expect_str_eq(found, value, "%s: %s, not %s", member, found, value);
}

/* Asks: deletes inside the loop's folder. */
static CordonJob *ask(const char *line)
{
    CordonJob *job = session_world_start(world, world->coder, line);

    session_world_await(job, CORDON_JOB_ASKING);
    return job;
}

static gboolean answer(CordonJob *job, const char *digest, CordonAnswer how, GError **error)
{
    return cordon_session_answer(world->session, cordon_job_get_id(job), digest, how, "user",
                                 error);
}

Test(session_approval, once_lets_this_one_run)
{
    g_autoptr(CordonJob) job = ask("rm -f a.txt");
    g_autofree char *digest = session_world_digest(world, job);

    cr_assert(answer(job, digest, CORDON_ANSWER_ONCE, NULL));
    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "ran");
    expect(job, "approval", "once");
    cr_expect_eq(session_world_count_audit(world, "\"answered_by\":\"user\""), 1);
    g_autoptr(CordonJob) again = ask("rm -f a.txt");
    cordon_job_cancel(again);
    cr_assert(cordon_job_wait(again, HANG_MS));
    expect(again, "end", "cancelled");
}

/* Those that are still judged may ask too. */
Test(session_approval_bounds, no_more_ask_than_may_wait_however_fast_they_come)
{
    const CordonSessionOptions tight = {.max_waiting = 3};
    const CordonJobRequest request = {
        .struct_size = sizeof request, .line = "rm -f a.txt", .line_size = 11};
    gint64 end;

    world = session_world_new(&tight);
    cordon_session_add_window(world->session);
    guint taken = 0;
    for (end = g_get_monotonic_time() + G_USEC_PER_SEC; g_get_monotonic_time() < end;) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonJob) job =
            cordon_session_start_job(world->session, world->coder, &request, &error);
        taken += job != NULL ? 1 : 0;
        cr_assert(job != NULL ||
                  g_error_matches(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_FULL));
    }
    cr_expect_eq(taken, 3);
    session_world_free(world);
}

Test(session_approval, the_first_answer_wins_and_the_same_again_does_nothing)
{
    g_autoptr(CordonJob) job = ask("rm -f a.txt");
    g_autofree char *digest = session_world_digest(world, job);
    g_autoptr(GError) error = NULL;

    cr_assert(answer(job, digest, CORDON_ANSWER_DENY, NULL));
    cr_expect(answer(job, digest, CORDON_ANSWER_DENY, NULL));
    cr_expect_not(answer(job, digest, CORDON_ANSWER_ONCE, &error));
    cr_expect(g_error_matches(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_STALE));
    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "denied");
    expect(job, "denied_by", "user");
    cr_expect(answer(job, digest, CORDON_ANSWER_DENY, NULL));
}

Test(session_approval, an_answer_to_something_else_is_none)
{
    g_autoptr(CordonJob) job = ask("rm -f a.txt");
    g_autoptr(CordonJob) other = ask("rm -f b.txt");
    g_autofree char *digest = session_world_digest(world, other);

    cr_expect_not(answer(job, digest, CORDON_ANSWER_ONCE, NULL));
    cr_expect_not(answer(job, "", CORDON_ANSWER_ONCE, NULL));
    cr_expect_not(answer(job, NULL, CORDON_ANSWER_SESSION, NULL));
    cr_expect_not(answer(job, digest, CORDON_ANSWER_TIMEOUT, NULL));
    cr_expect_eq(cordon_job_get_state(job), CORDON_JOB_ASKING);
    cr_expect_not(
        cordon_session_answer(world->session, "job-x", digest, CORDON_ANSWER_ONCE, "user", NULL));
}

Test(session_approval, a_grant_covers_its_kind_on_its_board_until_it_is_revoked)
{
    g_autoptr(CordonJob) first = ask("rm -f a.txt");
    g_autoptr(CordonJob) waiting = ask("rm -f b.txt");
    g_autoptr(CordonJob) other = ask("git commit -m x");
    g_autofree char *digest = session_world_digest(world, first);

    cr_assert(answer(first, digest, CORDON_ANSWER_SESSION, NULL));
    cr_assert(cordon_job_wait(first, HANG_MS) && cordon_job_wait(waiting, HANG_MS));
    expect(first, "approval", "session");
    expect(waiting, "approval", "session");
    cr_expect_eq(cordon_job_get_state(other), CORDON_JOB_ASKING);
    g_autoptr(CordonJob) later = session_world_start(world, world->coder, "rm -f c.txt");
    cr_assert(cordon_job_wait(later, HANG_MS));
    expect(later, "end", "ran");
    const char *board = cordon_agent_get_board(world->coder);
    g_auto(GStrv) kinds = cordon_session_list_grants(world->session, board);
    cr_assert_eq(g_strv_length(kinds), 1);
    cr_expect_str_eq(kinds[0], "rm");
    cr_expect(cordon_session_revoke_grant(world->session, board, "rm", "user"));
    cr_expect_not(cordon_session_revoke_grant(world->session, board, "rm", "user"));
    g_autoptr(CordonJob) asked = ask("rm -f d.txt");
}

Test(session_approval, without_a_window_nobody_is_asked)
{
    g_autoptr(CordonJob) waiting = ask("rm -f a.txt");

    cordon_session_add_window(world->session);
    cordon_session_remove_window(world->session);
    cr_expect_eq(cordon_job_get_state(waiting), CORDON_JOB_ASKING);
    cordon_session_remove_window(world->session);
    cr_assert(cordon_job_wait(waiting, HANG_MS));
    expect(waiting, "denied_by", "nobody");
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "rm -f a.txt");
    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "denied_by", "nobody");
    cordon_session_add_window(world->session);
}

Test(session_approval, who_does_not_answer_in_time_has_denied)
{
    session_world_write_settings(world, "\"approval_timeout_s\": 5");
    g_autoptr(CordonJob) job = ask("rm -f a.txt");

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "denied_by", "timeout");
}

Test(session_approval, full_auto_lets_run_what_waits_and_what_comes)
{
    g_autoptr(CordonJob) waiting = ask("rm -f a.txt");
    g_autofree char *members = g_strdup_printf(
        "\"boards\": [{\"id\": \"%s\", \"name\": \"B\", \"project\": \"%s\", \"full_auto\": true}]",
        cordon_agent_get_board(world->coder), world->project);

    session_world_write_settings(world, members);
    cr_assert(cordon_job_wait(waiting, HANG_MS));
    expect(waiting, "approval", "full-auto");
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "rm -f a.txt");
    g_autoptr(CordonJob) denied = session_world_start(world, world->coder, "rm -rf /");
    cr_assert(cordon_job_wait(job, HANG_MS) && cordon_job_wait(denied, HANG_MS));
    expect(job, "end", "ran");
    expect(denied, "end", "denied");
}

Test(session_approval, what_is_shown_hides_nothing)
{
    g_autoptr(CordonJob) job = ask("rm -f 'a\tb' \u00e9 && echo done");
    g_autofree char *json = cordon_session_approval_to_json(world->session, cordon_job_get_id(job));
    g_autofree char *all = cordon_session_approvals_to_json(world->session, 0);

    cr_expect_not_null(strstr(json, "\\\\x09"), "%s", json);
    cr_expect_null(strstr(json, "\\t"));
    cr_expect_not_null(strstr(json, "\u00e9"));
    cr_expect_not_null(strstr(json, "\"rule\":\"delete\""));
    cr_expect_not_null(strstr(json, "of the kind \\\"rm\\\""), "%s", json);
    cr_expect_not_null(strstr(all, cordon_job_get_id(job)));
}

/* In the JSON of an approval nothing may be left that a person would not see. */
static void expect_all_visible(const char *json)
{
    for (const char *next = json; *next != '\0'; next = g_utf8_next_char(next))
        cr_expect(cordon_character_is_visible(g_utf8_get_char(next)), "U+%04X in %s",
                  g_utf8_get_char(next), json);
}

Test(session_approval, no_member_hides_anything)
{
    static const char *const hidden[] = {"\u202e", "\u200b", "\u00a0", "\u2003",
                                         "\u2028", "\u3164", "\u2800", "\ufe0f"};

    for (gsize i = 0; i < G_N_ELEMENTS(hidden); i++) {
        g_autofree char *word = g_strdup_printf("git commit -m 'a%sb'", hidden[i]);
        const char *const argv[] = {"git", "commit", "-m", hidden[i], NULL};
        CordonJobRequest request = {
            .struct_size = sizeof request, .line = word, .line_size = strlen(word)};
        g_autoptr(CordonJob) line =
            cordon_session_start_job(world->session, world->coder, &request, NULL);
        request.line = NULL;
        request.argv = argv;
        g_autoptr(CordonJob) words =
            cordon_session_start_job(world->session, world->coder, &request, NULL);
        cr_assert(line != NULL && words != NULL);
        while (cordon_job_get_state(words) == CORDON_JOB_JUDGING ||
               cordon_job_get_state(line) == CORDON_JOB_JUDGING)
            g_usleep(1000);
        g_autofree char *all = cordon_session_approvals_to_json(world->session, 0);
        expect_all_visible(all);
    }
}

Test(session_approval, a_name_that_hides_something_is_no_agents)
{
    static const char *const names[] = {"a\nb", "\u202eresu", "\x1b[2J", "", " "};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        cr_expect_null(cordon_session_add_agent(world->session, world->project, world->loop,
                                                "coder", NULL, names[i], NULL),
                       "row %d", (int)i);
}

static guint count_events(const char *begin, const char *part)
{
    guint count = 0;

    g_mutex_lock(&world->lock);
    for (guint i = 0; i < world->events->len; i++) {
        const char *event = g_ptr_array_index(world->events, i);
        count += g_str_has_prefix(event, begin) && strstr(event, part) != NULL ? 1 : 0;
    }
    g_mutex_unlock(&world->lock);
    return count;
}

Test(session_approval, one_that_was_cancelled_is_told_to_be_over)
{
    g_autoptr(CordonJob) job = ask("rm -f a.txt");
    g_autofree char *begin = g_strdup_printf("approval %s ", cordon_job_get_id(job));

    cordon_job_cancel(job);
    cr_assert(cordon_job_wait(job, HANG_MS));
    cr_expect_eq(count_events(begin, "\"state\":\"over\""), 1);
}

/* --- what changes between the question and the run ------------------------------------------- */

static void make_file(const char *name)
{
    g_autofree char *path = g_build_filename(world->loop, name, NULL);

    cr_assert(g_file_set_contents(path, "", 0, NULL));
}

static gboolean is_there(const char *name)
{
    g_autofree char *path = g_build_filename(world->loop, name, NULL);

    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void expect_not_run(CordonJob *job, const char *part)
{
    g_autofree char *message = NULL;

    cr_assert(cordon_job_wait(job, HANG_MS));
    expect(job, "end", "failed");
    message = session_world_get(job, "message");
    cr_expect_not_null(strstr(message, part), "%s", message);
}

Test(session_approval, nothing_that_waits_runs_outside_a_sandbox_that_was_switched_on)
{
    make_file("a.txt");
    g_autoptr(CordonJob) job = ask("rm -f a.txt");
    g_autoptr(CordonJob) other = ask("rm -f a.txt");
    g_autofree char *digest = session_world_digest(world, job);

    session_world_write_settings(world, "\"sandbox\": true");
    /* Before anybody looked at the settings again, or after: nothing runs either way. */
    answer(job, digest, CORDON_ANSWER_ONCE, NULL);
    expect_not_run(job, "sandbox was switched on");
    expect_not_run(other, "sandbox was switched on");
    cr_expect(is_there("a.txt"));
}

Test(session_approval, links_that_were_turned_since_the_question_lead_nowhere)
{
    g_autofree char *folder = g_build_filename(world->loop, "d", NULL);
    g_autofree char *outside = g_build_filename(world->top, "outside", NULL);
    g_autofree char *file = g_build_filename(outside, "a.txt", NULL);

    cr_assert_eq(g_mkdir(folder, 0700), 0);
    cr_assert_eq(g_mkdir(outside, 0700), 0);
    cr_assert(g_file_set_contents(file, "", 0, NULL));
    g_autoptr(CordonJob) job = ask("rm -f d/a.txt");
    g_autofree char *digest = session_world_digest(world, job);
    cr_assert_eq(g_rmdir(folder), 0);
    cr_assert_eq(symlink(outside, folder), 0);
    cr_assert(answer(job, digest, CORDON_ANSWER_ONCE, NULL));
    expect_not_run(job, "not those that it was judged by");
    cr_expect(g_file_test(file, G_FILE_TEST_EXISTS));
}

#define BOARD                                                                                      \
    "\"boards\": [{\"id\": \"%s\", \"name\": \"B\", \"project\": \"%s\", \"full_auto\": %s}]"

static void write_board(const char *project, gboolean full_auto)
{
    g_autofree char *members = g_strdup_printf(BOARD, cordon_agent_get_board(world->coder), project,
                                               full_auto ? "true" : "false");

    session_world_write_settings(world, members);
}

Test(session_approval, full_auto_is_of_a_board_with_this_project_only)
{
    g_autoptr(CordonJob) waiting = ask("rm -f a.txt");

    write_board(world->loop, TRUE);
    g_autoptr(CordonJob) job = ask("rm -f a.txt");
    /* Long enough that the change was seen. */
    while (count_events("settings ", "") == 0)
        g_usleep(1000);
    g_usleep(100000);
    cr_expect_eq(cordon_job_get_state(waiting), CORDON_JOB_ASKING);
    cr_expect_eq(cordon_job_get_state(job), CORDON_JOB_ASKING);
}

static CordonSessionOptions one_at_a_time = {.max_running = 1};

static void begin_line(void)
{
    world = session_world_new(&one_at_a_time);
    cordon_session_add_window(world->session);
}

TestSuite(session_line, .init = begin_line, .fini = end);

/* One that runs, so that what comes stands in line. */
static CordonJob *block(void)
{
    CordonJob *job = session_world_start(world, world->coder, "sleep 100");

    session_world_await(job, CORDON_JOB_RUNNING);
    return job;
}

Test(session_line, a_sandbox_that_was_switched_on_holds_what_stands_in_line)
{
    g_autoptr(CordonJob) first = block();
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "touch made");

    session_world_await(job, CORDON_JOB_QUEUED);
    session_world_write_settings(world, "\"sandbox\": true");
    cordon_job_cancel(first);
    expect_not_run(job, "sandbox was switched on");
    cr_expect_not(is_there("made"));
    cr_expect_eq(session_world_count_audit(world, "\"end\":\"failed\""), 1);
}

Test(session_line, settings_that_cannot_be_read_any_more_hold_what_stands_in_line)
{
    g_autoptr(CordonJob) first = block();
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "touch made");

    session_world_await(job, CORDON_JOB_QUEUED);
    cr_assert(g_file_set_contents(world->settings, "{", -1, NULL));
    cordon_job_cancel(first);
    expect_not_run(job, "settings");
    cr_expect_not(is_there("made"));
}

Test(session_line, full_auto_that_was_switched_off_lets_nothing_run_any_more)
{
    make_file("a.txt");
    write_board(world->project, TRUE);
    g_autoptr(CordonJob) first = block();
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "rm -f a.txt");

    session_world_await(job, CORDON_JOB_QUEUED);
    write_board(world->project, FALSE);
    cordon_job_cancel(first);
    expect_not_run(job, "Full Auto was switched off");
    cr_expect(is_there("a.txt"));
}

Test(session_line, a_grant_that_was_taken_back_lets_nothing_run_any_more)
{
    g_autoptr(CordonJob) asked = ask("rm -f b.txt");
    g_autofree char *digest = session_world_digest(world, asked);

    make_file("a.txt");
    cr_assert(answer(asked, digest, CORDON_ANSWER_SESSION, NULL));
    cr_assert(cordon_job_wait(asked, HANG_MS));
    g_autoptr(CordonJob) first = block();
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "rm -f a.txt");
    session_world_await(job, CORDON_JOB_QUEUED);
    cr_assert(cordon_session_revoke_grant(world->session, cordon_agent_get_board(world->coder),
                                          "rm", "user"));
    cordon_job_cancel(first);
    expect_not_run(job, "taken back");
    cr_expect(is_there("a.txt"));
}

Test(session_line, a_loop_that_became_a_link_meanwhile_leads_nowhere)
{
    g_autofree char *outside = g_build_filename(world->top, "outside", NULL);
    g_autofree char *away = g_build_filename(world->top, "away", NULL);
    g_autofree char *made = g_build_filename(outside, "made", NULL);
    g_autoptr(CordonJob) first = block();
    g_autoptr(CordonJob) job = session_world_start(world, world->coder, "touch made");

    session_world_await(job, CORDON_JOB_QUEUED);
    cr_assert_eq(g_mkdir(outside, 0700), 0);
    cr_assert_eq(g_rename(world->loop, away), 0);
    cr_assert_eq(symlink(outside, world->loop), 0);
    cordon_job_cancel(first);
    cr_assert(cordon_job_wait(job, HANG_MS));
    cr_expect_not(g_file_test(made, G_FILE_TEST_EXISTS));
    expect(job, "end", "failed");
}

/* Two bubbles of one name in the loop, and a board beside. */
static void write_bubbles(const char *role, const char *loop)
{
    g_autofree char *members = g_strdup_printf(
        "\"boards\": [{\"id\": \"one\", \"name\": \"B\", \"project\": \"%s\", \"full_auto\": "
        "false},"
        "{\"id\": \"two\", \"name\": \"B\", \"project\": \"%s\", \"full_auto\": true}], \"loops\": "
        "[{\"id\": \"a\", \"board\": \"one\", \"folder\": \"%s\"},"
        "{\"id\": \"b\", \"board\": \"two\", \"folder\": \"%s\"}], \"bubbles\": "
        "[{\"id\": \"x\", \"name\": \"same\", \"loop\": \"%s\", \"role\": \"%s\"},"
        "{\"id\": \"y\", \"name\": \"same\", \"loop\": \"a\", \"role\": \"coder\"}]",
        world->project, world->project, world->loop, world->loop, loop, role);

    session_world_write_settings(world, members);
}

Test(session_line, a_bubble_that_changed_its_role_or_place_runs_nothing_of_before)
{
    static const struct {
        const char *role, *loop;
    } rows[] = {{"researcher", "a"}, {"coder", "b"}};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        write_bubbles("coder", "a");
        g_autoptr(CordonAgent) bubble = cordon_session_find_agent(world->session, "x", NULL);
        cr_assert_not_null(bubble);
        g_autoptr(CordonJob) first = block();
        g_autoptr(CordonJob) job = session_world_start(world, bubble, "touch made");
        session_world_await(job, CORDON_JOB_QUEUED);
        write_bubbles(rows[i].role, rows[i].loop);
        cordon_job_cancel(first);
        expect_not_run(job, "bubble");
        cr_expect_not(is_there("made"));
        cr_expect_eq(cordon_agent_get_tools(bubble), 0);
    }
}

Test(session_line, bubbles_of_one_name_are_not_the_same)
{
    write_bubbles("coder", "a");
    g_autoptr(CordonAgent) one = cordon_session_find_agent(world->session, "x", NULL);
    g_autoptr(CordonAgent) again = cordon_session_find_agent(world->session, "x", NULL);
    g_autoptr(CordonAgent) other = cordon_session_find_agent(world->session, "y", NULL);
    g_autoptr(CordonAgent) came = session_world_agent(world, "coder");

    cr_expect(cordon_agent_is_same(one, again));
    cr_expect_not(cordon_agent_is_same(one, other));
    cr_expect_not(cordon_agent_is_same(came, world->coder));
    cr_expect(cordon_agent_is_same(came, came));
}

Test(session_approval, many_wait_at_once_and_each_gets_its_own_answer)
{
    enum { MANY = 300 };
    CordonJob *jobs[MANY];

    for (guint i = 0; i < MANY; i++) {
        g_autofree char *line = g_strdup_printf("rm -f file%u", i);
        jobs[i] = session_world_start(world, world->coder, line);
    }
    for (guint i = 0; i < MANY; i++) {
        session_world_await(jobs[i], CORDON_JOB_ASKING);
        g_autofree char *digest = session_world_digest(world, jobs[i]);
        cr_assert(
            answer(jobs[i], digest, i % 3 == 0 ? CORDON_ANSWER_ONCE : CORDON_ANSWER_DENY, NULL));
    }
    for (guint i = 0; i < MANY; i++) {
        cr_assert(cordon_job_wait(jobs[i], HANG_MS));
        expect(jobs[i], "end", i % 3 == 0 ? "ran" : "denied");
        cordon_job_unref(jobs[i]);
    }
}

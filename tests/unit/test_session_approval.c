/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <string.h>

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

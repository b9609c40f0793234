/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <string.h>

#include "session/call.h"

static const char *const argv[] = {"x", NULL};

typedef struct {
    CordonVerdict verdict;
    gboolean can_run, full_auto, is_granted;
    CordonDecisionKind kind;
    const char *approval, *denied_by;
} DecisionRow;

Test(call, decides_by_verdict_then_full_auto_then_grants)
{
    static const DecisionRow rows[] = {
        {CORDON_VERDICT_ALLOW, TRUE, FALSE, FALSE, CORDON_DECISION_RUN, "filter", NULL},
        {CORDON_VERDICT_ALLOW, TRUE, TRUE, TRUE, CORDON_DECISION_RUN, "filter", NULL},
        {CORDON_VERDICT_ALLOW, FALSE, TRUE, TRUE, CORDON_DECISION_DENY, NULL, "unrunnable"},
        {CORDON_VERDICT_ASK, TRUE, FALSE, FALSE, CORDON_DECISION_ASK, NULL, NULL},
        {CORDON_VERDICT_ASK, TRUE, TRUE, FALSE, CORDON_DECISION_RUN, "full-auto", NULL},
        {CORDON_VERDICT_ASK, TRUE, FALSE, TRUE, CORDON_DECISION_RUN, "session", NULL},
        {CORDON_VERDICT_ASK, FALSE, TRUE, TRUE, CORDON_DECISION_DENY, NULL, "unrunnable"},
        {CORDON_VERDICT_DENY, TRUE, TRUE, TRUE, CORDON_DECISION_DENY, NULL, "filter"},
        {CORDON_VERDICT_DENY, FALSE, FALSE, FALSE, CORDON_DECISION_DENY, NULL, "filter"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const DecisionRow *row = &rows[i];
        const CordonJudgement judgement = {.verdict = row->verdict,
                                           .argv = row->can_run ? argv : NULL};
        CordonDecision decision = cordon_call_decide(&judgement, row->full_auto, row->is_granted);
        cr_expect_eq(decision.kind, row->kind, "row %d", (int)i);
        cr_expect_eq(g_strcmp0(decision.approval, row->approval), 0, "row %d", (int)i);
        cr_expect_eq(g_strcmp0(decision.denied_by, row->denied_by), 0, "row %d", (int)i);
    }
}

Test(call, only_a_yes_lets_run)
{
    for (int answer = CORDON_ANSWER_ONCE; answer <= CORDON_ANSWER_FULL_AUTO; answer++) {
        gboolean is_yes = answer == CORDON_ANSWER_ONCE || answer == CORDON_ANSWER_SESSION ||
                          answer == CORDON_ANSWER_FULL_AUTO;
        CordonDecision decision = cordon_call_decide_answer((CordonAnswer)answer);
        cr_expect_eq(decision.kind, is_yes ? CORDON_DECISION_RUN : CORDON_DECISION_DENY);
        cr_expect_eq(decision.approval != NULL, is_yes);
    }
    cr_expect_eq(cordon_call_decide_answer((CordonAnswer)99).kind, CORDON_DECISION_DENY);
}

Test(call, takes_the_time_limit_from_the_settings_and_lets_an_agent_only_shorten_it)
{
    static const struct {
        guint filter_s, wanted_ms, max_ms, limit_ms;
    } rows[] = {
        {120, 0, 0, 50000},         {600, 0, 0, 900000},  {120, 7, 0, 7},
        {600, 2000000, 0, 2000000}, {120, 0, 1000, 1000}, {120, 0, 99999999, 50000},
        {600, 5000, 1000, 1000},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const CordonJudgement judgement = {.time_limit_s = rows[i].filter_s};
        const CordonCallRequest request = {.time_limit_ms = rows[i].wanted_ms,
                                           .max_time_limit_ms = rows[i].max_ms};
        cr_expect_eq(cordon_call_decide_time_limit(&judgement, &request, 50, 900), rows[i].limit_ms,
                     "row %d", (int)i);
    }
}

static void expect_words(const CordonCall *call, const char *const *words)
{
    g_autofree char *message = cordon_call_explain(call);

    cr_assert_not_null(message);
    for (gsize i = 0; words[i] != NULL; i++)
        cr_expect_not_null(strstr(message, words[i]), "%s: no %s", message, words[i]);
}

#define EXPECT_WORDS(call, ...) expect_words(call, (const char *const[]){__VA_ARGS__, NULL})

Test(call, tells_the_agent_rule_reason_and_what_to_do_instead)
{
    CordonJudgement judgement = {.verdict = CORDON_VERDICT_DENY,
                                 .rule = CORDON_RULE_REMOTE,
                                 .reason = "ssh opens a remote shell.",
                                 .hint = "Work on this machine."};
    CordonCall call = {.end = CORDON_CALL_END_DENIED, .judgement = &judgement};

    call.denied_by = "filter";
    EXPECT_WORDS(&call, "Denied", "rule remote", "ssh opens a remote shell.",
                 "Instead: Work on this machine.");
    call.denied_by = "user";
    EXPECT_WORDS(&call, "The user denied", "rule remote", "Do not try it again");
    call.denied_by = "nobody";
    EXPECT_WORDS(&call, "nobody is there", "cordon approve");
    call.world.nobody_hint = "Start it, then ask again.";
    EXPECT_WORDS(&call, "nobody is there", "Start it, then ask again.");
    call.denied_by = "timeout";
    EXPECT_WORDS(&call, "nobody answered in time");
    judgement.run_error = "Windows cannot run this; write less.";
    call.denied_by = "unrunnable";
    EXPECT_WORDS(&call, "write less");
}

Test(call, tells_the_agent_which_limit_ended_it_and_what_the_sandbox_held)
{
    CordonResult result = {.kind = CORDON_EXIT_KIND_LIMIT, .limit = "time"};
    CordonCall call = {.end = CORDON_CALL_END_RAN, .result = &result, .time_limit_ms = 120000};

    EXPECT_WORDS(&call, "Stopped after 120 s", "time limit");
    result.limit = "memory";
    EXPECT_WORDS(&call, "limit on memory");
    result = (CordonResult){.kind = CORDON_EXIT_KIND_EXITED,
                            .code = 1,
                            .why = "The sandbox keeps /p/src read-only; write in loops/a."};
    EXPECT_WORDS(&call, "/p/src read-only", "write in loops/a");
    result = (CordonResult){.kind = CORDON_EXIT_KIND_EXITED};
    g_autofree char *nothing = cordon_call_explain(&call);
    cr_expect_null(nothing);
}

Test(call, leaves_the_step_that_makes_a_sandbox_ready_to_the_user)
{
    GError not_ready = {CORDON_ERROR, CORDON_ERROR_NOT_READY, "No sandbox is ready: run x."};
    GError other = {CORDON_ERROR, CORDON_ERROR_SYSTEM, "The disk is full."};
    CordonCall call = {.end = CORDON_CALL_END_FAILED, .error = &not_ready};

    EXPECT_WORDS(&call, "No sandbox is ready: run x.", "Tell the user", "cordon doctor");
    call.error = &other;
    g_autofree char *message = cordon_call_explain(&call);
    cr_expect_str_eq(message, "The disk is full.");
}

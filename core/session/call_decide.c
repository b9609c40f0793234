/* SPDX-License-Identifier: MIT */
/* What follows from a judgement and from an answer.  Pure. */
#include "engine/judgement.h"
#include "session/call.h"

/* What the filter says of commands, and of those that it calls long. */
#define USUAL_S 120u
#define LONG_S  600u

CordonJudgement *cordon_call_judge_role(const CordonCall *call)
{
    g_autofree char *reason = g_strdup_printf("The role \"%s\" may not run commands.", call->role);
    const CordonJudgement model = {
        .verdict = CORDON_VERDICT_DENY,
        .rule = CORDON_RULE_ROLE,
        .time_limit_s = USUAL_S,
        .reason = reason,
        .hint =
            "Use the tools that this role has, or ask the user for an agent that may run commands.",
    };

    return cordon_judgement_new(&model);
}

CordonDecision cordon_call_decide(const CordonJudgement *judgement, gboolean full_auto,
                                  gboolean is_granted)
{
    if (judgement->verdict == CORDON_VERDICT_DENY)
        return (CordonDecision){CORDON_DECISION_DENY, NULL, "filter"};
    if (judgement->argv == NULL)
        return (CordonDecision){CORDON_DECISION_DENY, NULL, "unrunnable"};
    if (judgement->verdict == CORDON_VERDICT_ALLOW)
        return (CordonDecision){CORDON_DECISION_RUN, "filter", NULL};
    if (full_auto)
        return (CordonDecision){CORDON_DECISION_RUN, "full-auto", NULL};
    if (is_granted)
        return (CordonDecision){CORDON_DECISION_RUN, "session", NULL};
    return (CordonDecision){CORDON_DECISION_ASK, NULL, NULL};
}

CordonDecision cordon_call_decide_answer(CordonAnswer answer)
{
    switch (answer) {
    case CORDON_ANSWER_ONCE:
        return (CordonDecision){CORDON_DECISION_RUN, "once", NULL};
    case CORDON_ANSWER_SESSION:
        return (CordonDecision){CORDON_DECISION_RUN, "session", NULL};
    case CORDON_ANSWER_FULL_AUTO:
        return (CordonDecision){CORDON_DECISION_RUN, "full-auto", NULL};
    case CORDON_ANSWER_NOBODY:
        return (CordonDecision){CORDON_DECISION_DENY, NULL, "nobody"};
    case CORDON_ANSWER_TIMEOUT:
        return (CordonDecision){CORDON_DECISION_DENY, NULL, "timeout"};
    case CORDON_ANSWER_DENY:
    default:
        return (CordonDecision){CORDON_DECISION_DENY, NULL, "user"};
    }
}

guint cordon_call_decide_time_limit(const CordonJudgement *judgement,
                                    const CordonCallRequest *request, guint usual_s, guint long_s)
{
    guint limit_ms = (judgement->time_limit_s >= LONG_S ? long_s : usual_s) * 1000;

    if (request->time_limit_ms != 0)
        limit_ms = request->time_limit_ms;
    return request->max_time_limit_ms != 0 ? MIN(limit_ms, request->max_time_limit_ms) : limit_ms;
}

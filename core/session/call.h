/* SPDX-License-Identifier: MIT */
/* What the files of a call share. */
#ifndef CORDON_SESSION_CALL_H
#define CORDON_SESSION_CALL_H

#include <cordon/call.h>

struct CordonCall {
    CordonCallWorld world;

    /* Copies of the caller and of the request. */
    char *project, *loop, *cwd;
    char **siblings, **app_folders;
    char *role, *board, *bubble, *client, *source, *id;
    guint tools;
    gboolean full_auto;
    char *line; /* NULL: argv */
    gsize line_size;
    char **argv;
    CordonCallRequest request; /* its numbers; its pointers are not used */
    char *backend;

    /* Of the settings, as they were when the call was judged. */
    gboolean is_sandboxed;
    guint64 limits[CORDON_N_LIMITS];
    guint time_limit_ms;

    CordonCallState state;
    CordonCallEnd end;
    CordonJudgement *judgement;
    CordonPlan *plan;
    CordonProcess *process; /* atomic: cordon_call_cancel() reads it */
    const CordonResult *result;
    GError *error;
    const char *denied_by, *approval; /* static */
    char *by;                         /* who answered */
    char *message;
    GPtrArray *notices; /* of char *, ends with NULL */
    gboolean is_recorded;
    gint cancels, stop_is_sent; /* atomic */
};

/* judge.c: what the filter says of it now; NULL with error when it could not be judged.  A file of its own, so that a test
 * program may put another in its place. */
CordonJudgement *cordon_call_judge(const CordonCall *call, const CordonSettings *settings,
                                   GError **error);
/* The answer to an agent whose role has no commands. */
CordonJudgement *cordon_call_judge_role(const CordonCall *call);

/* call.c: do the session's grants cover every kind that is asked about? */
gboolean cordon_call_is_granted(const CordonCall *call);
/* call.c; in ASKING and READY: what it was decided by holds no more.  Takes the error.  Never NULL. */
CordonCallState cordon_call_refuse(CordonCall *call, GError *taken);
/* In READY, by the thread that will advance it: other loops may have come since it was judged. */
void cordon_call_set_siblings(CordonCall *call, const char *const *siblings);
/* call_hold.c; right before the run.  FALSE with call->error. */
gboolean cordon_call_holds_still(CordonCall *call);
/* Would it run otherwise than the settings say now?  NULL: no; else why, static. */
const char *cordon_call_find_outdated(const CordonCall *call, const CordonSettings *settings);

/* call_decide.c, pure */

typedef enum {
    CORDON_DECISION_RUN,
    CORDON_DECISION_ASK,
    CORDON_DECISION_DENY,
} CordonDecisionKind;

typedef struct {
    CordonDecisionKind kind;
    const char *approval;  /* with RUN; static */
    const char *denied_by; /* with DENY; static */
} CordonDecision;

/* What follows from a judgement, Full Auto and the grants of the session. */
CordonDecision cordon_call_decide(const CordonJudgement *judgement, gboolean full_auto,
                                  gboolean is_granted);
/* What follows from an answer. */
CordonDecision cordon_call_decide_answer(CordonAnswer answer);
/* In milliseconds. */
guint cordon_call_decide_time_limit(const CordonJudgement *judgement,
                                    const CordonCallRequest *request, guint usual_s, guint long_s);

/* call_run.c: plan and run.  FALSE with call->error. */
gboolean cordon_call_plan(CordonCall *call);
gboolean cordon_call_run(CordonCall *call);

/* call_message.c, pure: the paragraph for the agent; NULL when there is nothing to say.  Free with g_free(). */
char *cordon_call_explain(const CordonCall *call);

/* call_audit.c: the lines in the audit log.  TRUE also when there is no log. */
gboolean cordon_call_record_decision(CordonCall *call, GError **error);
gboolean cordon_call_record_end(CordonCall *call, GError **error);

#endif

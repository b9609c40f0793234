/* SPDX-License-Identifier: MIT */
/* What the files of a session share.  One lock, session->lock, guards all of it but a job's output; functions that want it held
 * say so.  It is never held while a command is judged, asked for, run, or recorded. */
#ifndef CORDON_SESSION_SESSION_H
#define CORDON_SESSION_SESSION_H

#include <cordon/files.h>
#include <cordon/json.h>
#include <cordon/session.h>

#include "session/crew.h"
#include "session/ring.h"

#define MAX_CLIENT_BYTES 200u
/* Kept of each stream of a job; and of both, as they came, for who reads along. */
#define JOB_KEEP_BYTES (64u * 1024)
#define JOB_RING_BYTES (128u * 1024)
/* Of all commands that wait, and of all output of jobs that have ended. */
#define MAX_WAITING_BYTES (32u * 1024 * 1024)
#define MAX_ENDED_BYTES   (64u * 1024 * 1024)

struct CordonSession {
    GMutex lock;
    GCond changed; /* a job ended, a deadline moved, the session stops */
    CordonSettingsStore *settings;
    CordonAudit *audit;
    const CordonCatalog *catalog;
    CordonCatalog *own_catalog;
    char **app_folders;
    char *nobody_hint; /* or NULL */
    guint max_running, max_waiting, max_ended;

    GMutex listener_lock; /* taken after lock, never before */
    CordonSessionListener listener;
    gpointer user_data;

    GHashTable *jobs; /* id -> CordonJob, a reference */
    GQueue order;     /* of CordonJob, oldest first */
    GQueue ended;     /* of CordonJob, oldest first */
    gsize ended_bytes, waiting_bytes;
    guint count[CORDON_JOB_ENDED + 1]; /* by state */
    GHashTable *grants;                /* "BOARD\nKIND" */
    GPtrArray
        *agents; /* of CordonAgent, not referenced: those of cordon_session_add_agent() that live */
    guint windows;
    CordonCrew *judges, *runners;
    GThread *clock;
    char *settings_seen; /* as JSON: what listeners know of */
    gboolean is_stopping;
};

struct CordonAgent {
    gint users;      /* atomic: who may use it; its loop is taken as long as there is one */
    gint references; /* atomic: who looks at what it was, the users together being one */
    CordonSession *session;
    char *bubble; /* id; NULL: it is in no settings */
    char *project, *loop, *role, *board, *name;
};

/* How a job ended; what is left of its call. */
typedef struct {
    CordonCallEnd end;
    char *verdict, *exit;                          /* JSON; or NULL */
    const char *approval, *denied_by, *error_code; /* static */
    char *backend, *message;
    char **notices;
    gboolean is_sandboxed, has_run;
    int status;
    guint duration_ms, time_limit_ms, killed;
    GString *out, *err; /* valid UTF-8, with a line for what was cut */
    guint64 out_bytes, err_bytes, out_cut, err_cut;
} CordonJobOutcome;

struct CordonJob {
    gint references; /* atomic */
    CordonSession *session;
    CordonAgent *agent; /* remembered */
    CordonAgent *user;  /* the same, used; NULL when the job has ended */
    char *id, *client, *source;
    char *command; /* UTF-8, as it was asked for */
    char *cwd;
    gsize command_bytes;
    CordonCall *call; /* NULL when it has ended */
    CordonJobState state;
    gboolean is_claimed; /* somebody answers, or ends the waiting */
    gboolean is_cancelled;
    CordonAnswer answer; /* once is_answered */
    gboolean is_answered;
    char *digest;                                      /* while and after it asked */
    gint64 created_ms, asked_ms, started_ms, ended_ms; /* since 1970; 0: not yet */
    gint64 deadline_us;                                /* monotonic: when an approval is over */
    CordonJobOutcome outcome;

    GMutex output_lock;
    CordonRing *ring;
};

/* session.c */

/* lock held, but for OUTPUT. */
void cordon_session_emit(CordonSession *session, CordonEventKind kind, const char *id,
                         const char *data);
gint64 cordon_session_now_ms(void);
/* 16 bytes of the system's random numbers as 32 hexadecimal digits.  Free with g_free(). */
char *cordon_session_new_id(const char *prefix);
/* Records one event of the session itself; name, value pairs, ends with NULL.  FALSE with error. */
gboolean cordon_session_record(CordonSession *session, const char *event, GError **error,
                               ...) G_GNUC_NULL_TERMINATED;

/* agent.c */

/* What an agent is at this moment. */
typedef struct {
    guint tools;
    gboolean full_auto;
} CordonAgentFacts;

/* For who wants to know what it was, and does not use it any more. */
CordonAgent *cordon_agent_remember(CordonAgent *agent);
void cordon_agent_forget(CordonAgent *agent);
/* FALSE: the bubble, its loop, its board or its role is gone, or the settings cannot be read.
 * ret_siblings: the folders of other loops, which take a look at the disk for each; free with g_strfreev(); or NULL. */
gboolean cordon_agent_look_up(CordonAgent *agent, CordonAgentFacts *ret, char ***ret_siblings,
                              GError **error);
/* The board that it is of, or NULL: one of the session alone, or one that has another project now. */
const CordonBoard *cordon_agent_find_board(const CordonAgent *agent,
                                           const CordonSettings *settings);
/* A bubble that was removed, moved or given another role is not what it was when it began. */
gboolean cordon_agent_is_there(const CordonAgent *agent, const CordonSettings *settings);

/* job.c */

CordonJob *cordon_job_new(CordonSession *session, CordonAgent *agent,
                          const CordonJobRequest *request);
/* lock held.  The same job in another state: counts, events. */
void cordon_job_set_state(CordonJob *job, CordonJobState state);
/* The call has ended: takes over what is to be kept of it.  lock not held. */
void cordon_job_end(CordonJob *job);
/* lock held. */
char *cordon_job_describe(CordonJob *job, gboolean with_output);

/* flow.c: from state to state, each step in a thread of the session. */

void cordon_flow_judge(gpointer job, gpointer session);
void cordon_flow_run(gpointer job, gpointer session);
/* The job was claimed by the caller while it asked: answers its call, and lets it go on.  lock not held. */
void cordon_flow_answer(CordonJob *job, CordonAnswer answer, const char *by);
/* The same, but what it was judged by holds no more.  message: for the agent. */
void cordon_flow_refuse(CordonJob *job, const char *message);

/* approval.c */

/* lock held: the job asks from now on.  FALSE: nobody is there. */
gboolean cordon_approval_open(CordonJob *job, guint timeout_s);
/* lock held: claims all that wait and for which `wants` is TRUE; array of references. */
typedef gboolean (*CordonApprovalFilter)(CordonJob *job, gconstpointer data);
GPtrArray *cordon_approval_claim(CordonSession *session, CordonApprovalFilter wants,
                                 gconstpointer data);
/* The job was claimed by the caller: answers it, and tells that its approval is over.  lock not held. */
void cordon_approval_answer(CordonJob *job, CordonAnswer answer, const char *by);
/* The same for them all; frees the array.  lock not held. */
void cordon_approval_answer_all(GPtrArray *jobs, CordonAnswer answer, const char *by);
/* Looks again at what waits: Full Auto and grants may have changed.  lock not held. */
void cordon_approval_review(CordonSession *session);
/* approval_view.c; lock held.  Tells the listener that the job asks, or that this is over. */
void cordon_approval_tell(CordonJob *job);
/* TRUE: the settings are not what they were when this was asked before. */
gboolean cordon_approval_look_at_settings(CordonSession *session);
/* The thread that ends what waited too long, and sees changes that other programs made to the settings. */
gpointer cordon_approval_clock(gpointer session);

/* grants.c; lock held. */

gboolean cordon_grants_has(CordonSession *session, const char *board, const char *kind);
void cordon_grants_add(CordonSession *session, const char *board, const char *const *kinds);

#endif

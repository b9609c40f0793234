/* SPDX-License-Identifier: MIT */
/* CordonSession: many agents at once.  Jobs (each a CordonCall, see call.h) with their output, the queue of approvals, the
 * grants of this session, and events for whoever watches.
 *
 * Thread-safe throughout.  Commands run in threads of the session; at most max_running at one time, the rest waits in line.
 * Everything is bounded: a request beyond a bound is refused with CORDON_SESSION_ERROR_FULL. */
#ifndef CORDON_SESSION_H
#define CORDON_SESSION_H

#include <cordon/call.h>

G_BEGIN_DECLS

#define CORDON_SESSION_ERROR (cordon_session_error_quark())

typedef enum {
    CORDON_SESSION_ERROR_FULL,      /* too much waits or runs already: later */
    CORDON_SESSION_ERROR_NOT_FOUND, /* no such board, loop, bubble, job, approval */
    CORDON_SESSION_ERROR_STALE, /* the approval was answered, is over, or is not what was shown */
    CORDON_SESSION_ERROR_INVALID,
    CORDON_SESSION_ERROR_ROLE, /* the role has no such tool */
    CORDON_SESSION_ERROR_STOPPING,
} CordonSessionError;

CORDON_PUBLIC GQuark cordon_session_error_quark(void);

typedef struct CordonSession CordonSession;

typedef enum {
    CORDON_EVENT_JOB, /* a job is new or in another state; data: cordon_job_to_json() without output */
    CORDON_EVENT_OUTPUT, /* a job wrote; data: {"id": ..., "offset": ...}: read it with cordon_job_read_output() */
    CORDON_EVENT_APPROVAL, /* an approval is new or over; data: cordon_approval_to_json() */
    CORDON_EVENT_SETTINGS, /* settings, boards, loops, roles or bubbles changed; data: {} */
    CORDON_EVENT_GRANTS,   /* session grants of a board changed; data: {"board": ...} */
} CordonEventKind;

CORDON_PUBLIC const char *cordon_event_kind_name(CordonEventKind kind); /* "job" */

/* From any thread of the session, one event at a time and in order.  Must be quick, and must not call the session: hand it to a
 * loop of your own.  id: of the job, approval or board.  data: one line of JSON; with OUTPUT NULL.  Borrowed. */
typedef void (*CordonSessionListener)(CordonEventKind kind, const char *id, const char *data,
                                      gpointer user_data);

/* struct_size = sizeof(CordonSessionOptions).  All but struct_size may be zero. */
typedef struct {
    gsize struct_size;
    const char *settings_path, *audit_path; /* as in their headers */
    const CordonCatalog
        *catalog; /* borrowed; NULL: one of its own, with CORDON_CATALOG_DEVELOPER */
    const char *const *app_folders;
    guint max_running; /* 0: 500 */
    guint max_waiting; /* approvals, and jobs in line: 5,000 each */
    guint max_ended;   /* jobs that are kept when they have ended: 1,000 */
    CordonSessionListener listener;
    gpointer user_data;
    const char *nobody_hint; /* as in CordonCallWorld */
} CordonSessionOptions;

CORDON_PUBLIC CordonSession *cordon_session_new(const CordonSessionOptions *options,
                                                GError **error);
/* Denies what waits, stops what runs, and waits until nothing of it is left.  All agents and jobs that the caller has were given back
 * before. */
CORDON_PUBLIC void cordon_session_free(CordonSession *session);
CORDON_PUBLIC CordonSettingsStore *cordon_session_get_settings(CordonSession *session);
CORDON_PUBLIC CordonAudit *cordon_session_get_audit(CordonSession *session);
CORDON_PUBLIC const CordonCatalog *cordon_session_get_catalog(CordonSession *session);
/* Changes the settings, records in the audit log each value that is different, before the file is written, tells listeners, and looks again at what waits: a board's Full Auto
 * that was switched on lets run what it covers.  by: "panel", "api". */
CORDON_PUBLIC gboolean cordon_session_change_settings(CordonSession *session,
                                                      CordonSettingsChange change,
                                                      gpointer user_data, const char *by,
                                                      GError **error);

/* --- agents ------------------------------------------------------------------------------------------------------------- */

/* Who asks: a role in a loop.  Reference counted, immutable; what it may do is looked up with each use, so that a change of
 * settings counts at once. */
typedef struct CordonAgent CordonAgent;

/* A bubble of the settings. */
CORDON_PUBLIC CordonAgent *cordon_session_find_agent(CordonSession *session, const char *bubble,
                                                     GError **error);
/* The bubble that has this token. */
CORDON_PUBLIC CordonAgent *cordon_session_find_agent_by_token(CordonSession *session,
                                                              const char *token, GError **error);
/* One that is in no settings, as `cordon mcp` has it.  board NULL: that of the project, or a board of the session alone.  While it
 * lives, its loop is a sibling to other loops of the project. */
CORDON_PUBLIC CordonAgent *cordon_session_add_agent(CordonSession *session, const char *project,
                                                    const char *loop, const char *role,
                                                    const char *board, const char *name,
                                                    GError **error);
CORDON_PUBLIC CordonAgent *cordon_agent_ref(CordonAgent *agent);
CORDON_PUBLIC void cordon_agent_unref(CordonAgent *agent);
/* The tools that it has now: 0 when its bubble was removed or the settings cannot be read. */
CORDON_PUBLIC guint cordon_agent_get_tools(CordonAgent *agent);
/* Are both one bubble in one place, or the very same agent?  A name says nothing of that: many may have it. */
CORDON_PUBLIC gboolean cordon_agent_is_same(const CordonAgent *one, const CordonAgent *other);
CORDON_PUBLIC const char *cordon_agent_get_project(const CordonAgent *agent);
CORDON_PUBLIC const char *cordon_agent_get_loop(const CordonAgent *agent);
CORDON_PUBLIC const char *cordon_agent_get_board(const CordonAgent *agent); /* id */
CORDON_PUBLIC const char *cordon_agent_get_role(const CordonAgent *agent);
CORDON_PUBLIC const char *cordon_agent_get_name(const CordonAgent *agent);
/* The id of its bubble; NULL: it is in no settings. */
CORDON_PUBLIC const char *cordon_agent_get_bubble(const CordonAgent *agent);
/* Its files, if it has `tool`; else NULL with the refusal, which goes into the audit log as does what is done with them: action
 * is the tool's name, path what was named. */
CORDON_PUBLIC struct CordonFiles *cordon_agent_open_files(CordonAgent *agent, CordonTool tool,
                                                          const char *path, const char *client,
                                                          GError **error);
/* Records that its files refused a path, where they did so to keep the loop in its folder: outside, secret, protected.  Other errors
 * are of no interest there. */
CORDON_PUBLIC void cordon_agent_record_refusal(CordonAgent *agent, CordonTool tool,
                                               const char *path, const char *client,
                                               const GError *error);
/* "cbt_" and 43 letters and digits.  Free with g_free(). */
CORDON_PUBLIC char *cordon_token_new(void);
/* 64 hexadecimal digits.  Free with g_free(). */
CORDON_PUBLIC char *cordon_token_hash(const char *token);

/* --- jobs --------------------------------------------------------------------------------------------------------------- */

typedef struct CordonJob CordonJob; /* reference counted */

typedef enum {
    CORDON_JOB_JUDGING,
    CORDON_JOB_ASKING, /* an approval waits */
    CORDON_JOB_QUEUED, /* may run, and waits for its turn */
    CORDON_JOB_RUNNING,
    CORDON_JOB_ENDED,
} CordonJobState;

CORDON_PUBLIC const char *cordon_job_state_name(CordonJobState state); /* "judging" */

/* struct_size = sizeof(CordonJobRequest). */
typedef struct {
    gsize struct_size;
    const char *line; /* a command line; or NULL, then argv */
    gsize line_size;
    const char *const *argv;
    const char *cwd; /* absolute, or relative to the loop's folder; NULL is that */
    const char
        *client; /* what the client says of itself, at most 200 bytes of it are kept; or NULL */
    const char *source;  /* "http", "mcp" */
    guint time_limit_ms; /* may only shorten what the settings give; 0: that */
} CordonJobRequest;

/* Returns at once.  NULL with CORDON_SESSION_ERROR. */
CORDON_PUBLIC CordonJob *cordon_session_start_job(CordonSession *session, CordonAgent *agent,
                                                  const CordonJobRequest *request, GError **error);
CORDON_PUBLIC CordonJob *cordon_session_find_job(CordonSession *session,
                                                 const char *id); /* a reference, or NULL */
/* Newest first; array of CordonJob that owns its references. */
CORDON_PUBLIC GPtrArray *cordon_session_list_jobs(CordonSession *session, guint max);
CORDON_PUBLIC CordonJob *cordon_job_ref(CordonJob *job);
CORDON_PUBLIC void cordon_job_unref(CordonJob *job);
CORDON_PUBLIC const char *cordon_job_get_id(const CordonJob *job);
CORDON_PUBLIC CordonAgent *cordon_job_get_agent(const CordonJob *job); /* borrowed */
CORDON_PUBLIC CordonJobState cordon_job_get_state(CordonJob *job);
CORDON_PUBLIC void cordon_job_cancel(CordonJob *job);
/* TRUE when it has ended; timeout_ms G_MAXUINT: waits for ever. */
CORDON_PUBLIC gboolean cordon_job_wait(CordonJob *job, guint timeout_ms);
/* docs/job.schema.json: state, command, verdict, approval, how it ended, message for the agent, and with with_output stdout and
 * stderr, cut in the middle with the count.  Free with g_free(). */
CORDON_PUBLIC char *cordon_job_to_json(CordonJob *job, gboolean with_output);
/* For the agent, as text: what it wrote (stdout, then stderr when there is some), cut in the middle to max_bytes with the count, and
 * the message.  Free with g_free(). */
CORDON_PUBLIC char *cordon_job_to_text(CordonJob *job, gsize max_bytes);
/* Output of both streams as it came, as UTF-8 (other bytes are U+FFFD), from *offset on (bytes of the stream; 0 is the
 * beginning), at most max_bytes, appended to `to`.  *offset becomes where to go on.  *ret_skipped (or NULL): bytes before that were
 * not kept any more.  TRUE: more may come. */
CORDON_PUBLIC gboolean cordon_job_read_output(CordonJob *job, guint64 *offset, gsize max_bytes,
                                              GString *to, guint64 *ret_skipped);

/* --- approvals ---------------------------------------------------------------------------------------------------------- */

/* A window is somebody who can answer.  While there is none, what is asked is denied; when the last one goes, what waits is. */
CORDON_PUBLIC void cordon_session_add_window(CordonSession *session);
CORDON_PUBLIC void cordon_session_remove_window(CordonSession *session);
CORDON_PUBLIC guint cordon_session_count_windows(CordonSession *session);

/* All that wait, oldest first, as one JSON array of docs/approval.schema.json: id, digest, the command as it will run (shown: with
 * control, bidi and invisible characters escaped), cwd, rule, reason, hint, part, kinds, what a grant would cover in words, may it be
 * granted, bubble, role, board, client, backend or none, asked_at, expires_at, ms left.  max 0: all.  Free with g_free(). */
CORDON_PUBLIC char *cordon_session_approvals_to_json(CordonSession *session, guint max);
/* One; NULL when there is none (or it is over). */
CORDON_PUBLIC char *cordon_session_approval_to_json(CordonSession *session, const char *id);
/* digest: that which was shown with the approval; what runs is exactly that, or nothing.  The first answer wins; the same answer
 * again is TRUE and does nothing, another one is CORDON_SESSION_ERROR_STALE.  answer: ONCE, SESSION or DENY. */
CORDON_PUBLIC gboolean cordon_session_answer(CordonSession *session, const char *id,
                                             const char *digest, CordonAnswer answer,
                                             const char *by, GError **error);

/* Kinds that are granted to a board, NULL-terminated; free with g_strfreev(). */
CORDON_PUBLIC char **cordon_session_list_grants(CordonSession *session, const char *board);
/* kind NULL: all of the board.  TRUE: there was one. */
CORDON_PUBLIC gboolean cordon_session_revoke_grant(CordonSession *session, const char *board,
                                                   const char *kind, const char *by);

/* One JSON object: counts of running, queued, waiting, ended jobs, windows, agents. */
CORDON_PUBLIC char *cordon_session_to_json(CordonSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonSession, cordon_session_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonAgent, cordon_agent_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonJob, cordon_job_unref)

G_END_DECLS

#endif

/* SPDX-License-Identifier: MIT */
/* CordonCall: one command of an agent on its way through the three layers, in order: the role, the command filter (with the
 * user's answer where it asks), the sandbox; then its run, its result, and its lines in the audit log.
 *
 * This is the only way: the command line, HTTP and MCP all go it.  cordon_call_advance() does the work of the thread that
 * calls it; a call belongs to one thread at a time, but for cordon_call_cancel(), which any thread may use. */
#ifndef CORDON_CALL_H
#define CORDON_CALL_H

#include <cordon/audit.h>
#include <cordon/catalog.h>
#include <cordon/filter.h>
#include <cordon/launch.h>
#include <cordon/settings.h>

G_BEGIN_DECLS

typedef struct CordonCall CordonCall;

/* Who asks, in which folders.  Borrowed for the call of cordon_call_new(), which copies.  struct_size =
 * sizeof(CordonCaller). */
typedef struct {
    gsize struct_size;
    const char *project, *loop;     /* absolute */
    const char *const *siblings;    /* other loops' folders, absolute; or NULL */
    const char *const *app_folders; /* the application's own; or NULL */
    const char *role;   /* id, for messages; NULL: the user himself, who has all tools */
    guint tools;        /* of that role; with role NULL ignored */
    const char *board;  /* id, or NULL */
    const char *bubble; /* a name to show, or NULL */
    const char *client; /* what the client says of itself, or NULL */
    const char *source; /* "cli", "http", "mcp" */
    gboolean full_auto; /* of the board */
} CordonCaller;

/* What is asked for.  struct_size = sizeof(CordonCallRequest). */
typedef struct {
    gsize struct_size;
    const char *id;   /* of the job, for the audit log; or NULL */
    const char *line; /* a command line in UTF-8, or NULL */
    gsize line_size;
    const char *const *argv; /* in place of line: words that are already separate */
    const char *cwd;         /* absolute, or relative to the loop's folder; NULL is that */
    guint time_limit_ms;     /* 0: what the filter says, by the settings */
    guint max_time_limit_ms; /* may only shorten that; 0: no wish */
    gboolean sandbox;        /* with sandbox_given: in place of the setting */
    gboolean sandbox_given;
    const char *backend;             /* in place of the setting; or NULL */
    guint64 limits[CORDON_N_LIMITS]; /* in place of the settings'; 0: theirs */
    int stdin_fd;                    /* as in CordonRunOptions */
    gsize keep_bytes;                /* as there; 0: 256 KiB */
} CordonCallRequest;

/* What the call lives in.  Borrowed, and valid until the call is freed.  struct_size = sizeof(CordonCallWorld). */
typedef struct {
    gsize struct_size;
    const CordonCatalog *catalog;
    CordonSettingsStore *settings;
    CordonAudit *audit; /* NULL: nothing is recorded, for programs that keep a log of their own */
    /* Is this kind of command granted to the board for this session?  From the thread that advances.  NULL: nothing is. */
    gboolean (*is_granted)(const char *board, const char *kind, gpointer user_data);
    CordonOutputFunc output; /* as in CordonRunOptions; or NULL */
    CordonTickFunc tick;
    gpointer user_data;
    /* What an agent is told to do where nobody is there to be asked: a sentence.  NULL: that the user runs `cordon approve`. */
    const char *nobody_hint;
} CordonCallWorld;

typedef enum {
    CORDON_CALL_NEW,
    CORDON_CALL_ASKING, /* cordon_call_answer() is needed */
    CORDON_CALL_READY,  /* may run: the next step starts it and returns when it has ended */
    CORDON_CALL_ENDED,
} CordonCallState;

/* How a call ended. */
typedef enum {
    CORDON_CALL_END_NONE,   /* it has not */
    CORDON_CALL_END_RAN,    /* the result says how the command ended */
    CORDON_CALL_END_DENIED, /* by the role, the filter, or whoever was asked */
    CORDON_CALL_END_FAILED, /* nothing ran, because Cordon could not: settings, sandbox, audit, system */
    CORDON_CALL_END_CANCELLED, /* before it ran */
} CordonCallEnd;

typedef enum {
    CORDON_ANSWER_ONCE,
    CORDON_ANSWER_SESSION, /* the caller has recorded the grant */
    CORDON_ANSWER_DENY,
    CORDON_ANSWER_NOBODY,    /* nobody is there to be asked: denied */
    CORDON_ANSWER_TIMEOUT,   /* nobody answered in time: denied */
    CORDON_ANSWER_FULL_AUTO, /* the board was set to Full Auto meanwhile: runs */
} CordonAnswer;

/* "once", "session", "deny", "nobody", "timeout", "full-auto".  Static. */
CORDON_PUBLIC const char *cordon_answer_name(CordonAnswer answer);
CORDON_PUBLIC const char *
cordon_call_end_name(CordonCallEnd end); /* "ran", "denied", "failed", "cancelled" */

/* Adds the user's hosts to a filter, as each call does. */
CORDON_PUBLIC gboolean cordon_settings_add_hosts(const CordonSettings *settings,
                                                 CordonFilter *filter, GError **error);

/* Never NULL: what is wrong with the arguments ends the call in its first step. */
CORDON_PUBLIC CordonCall *cordon_call_new(const CordonCallWorld *world, const CordonCaller *caller,
                                          const CordonCallRequest *request);
/* Kills a command that still runs. */
CORDON_PUBLIC void cordon_call_free(CordonCall *call);
/* Goes on to the next state, and returns it: from NEW to ASKING, READY or ENDED (judging: well under a millisecond for a usual
 * line); from READY to ENDED (the run).  ASKING and ENDED stay as they are. */
CORDON_PUBLIC CordonCallState cordon_call_advance(CordonCall *call);
CORDON_PUBLIC CordonCallState cordon_call_get_state(const CordonCall *call);
/* In state ASKING only: READY or ENDED after it.  by: who, for the audit log ("user", "option", "panel"); or NULL. */
CORDON_PUBLIC CordonCallState cordon_call_answer(CordonCall *call, CordonAnswer answer,
                                                 const char *by);
/* Plans what would run, and starts nothing: for those who want to see it.  In ASKING and READY; NULL: the call has ended,
 * and its error says why.  The run uses this very plan. */
CORDON_PUBLIC const CordonPlan *cordon_call_make_plan(CordonCall *call);
/* Stops the command, or keeps it from starting.  A second time: without the grace.  Async-signal-safe. */
CORDON_PUBLIC void cordon_call_cancel(CordonCall *call);

/* All below is borrowed from the call; what is not there yet is NULL. */
CORDON_PUBLIC const CordonJudgement *cordon_call_get_judgement(const CordonCall *call);
CORDON_PUBLIC const CordonPlan *cordon_call_get_plan(const CordonCall *call);
CORDON_PUBLIC const CordonResult *cordon_call_get_result(const CordonCall *call);
CORDON_PUBLIC CordonCallEnd cordon_call_get_end(const CordonCall *call);
/* With FAILED. */
CORDON_PUBLIC const GError *cordon_call_get_error(const CordonCall *call);
/* With DENIED: "role", "filter", "user", "nobody", "timeout", "unrunnable". */
CORDON_PUBLIC const char *cordon_call_get_denied_by(const CordonCall *call);
/* What let it run: "filter" (nothing to ask), "full-auto", "session", "once", "option"; or NULL. */
CORDON_PUBLIC const char *cordon_call_get_approval(const CordonCall *call);
/* For the agent, one paragraph: why it was denied or failed, the rule, and what to do instead; which limit ended it; what the
 * sandbox held.  NULL when there is nothing to say. */
CORDON_PUBLIC const char *cordon_call_get_message(const CordonCall *call);
CORDON_PUBLIC guint cordon_call_get_time_limit_ms(const CordonCall *call);
CORDON_PUBLIC gboolean cordon_call_is_sandboxed(const CordonCall *call);
CORDON_PUBLIC const char *cordon_call_get_cwd(const CordonCall *call);
/* Sentences for a person on what was left out: NULL-terminated. */
CORDON_PUBLIC const char *const *cordon_call_get_notices(const CordonCall *call);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonCall, cordon_call_free)

G_END_DECLS

#endif

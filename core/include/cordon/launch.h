/* SPDX-License-Identifier: MIT */
/* From a policy and a command to a plan, and from a plan to a process and its result. */
#ifndef CORDON_LAUNCH_H
#define CORDON_LAUNCH_H

#include <cordon/policy.h>
#include <cordon/readiness.h>

G_BEGIN_DECLS

typedef struct CordonPlan CordonPlan;
typedef struct CordonProcess CordonProcess;

/* What to run.  struct_size = sizeof(CordonCommand). */
typedef struct {
    gsize struct_size;
    const char *const *argv;        /* a program by name or path, and its arguments */
    const char *cwd;                /* inside the project; NULL is the loop's folder */
    const char *const *environment; /* NAME=VALUE to start from; NULL is this process's own.
                                       Names that look like secrets are taken out in any case */
} CordonCommand;

/* Starts in the background what the next launch of that policy needs first, so that planning and it go
 * side by side: a helper that waits, and ends with this process.  Optional, best effort; thread-safe. */
CORDON_PUBLIC void cordon_warm_up(const CordonPolicy *policy);

/* Chooses a backend (backend NULL or "auto": the first by priority that keeps every guarantee; else
 * the one with that id), resolves and holds the folders, and lets the backend plan the launch.
 * Starts nothing.  CORDON_ERROR_NOT_READY: nothing can keep what is asked, and the message holds
 * every backend's reason; there is no fall-back.  The plan keeps descriptors of the folders. */
CORDON_PUBLIC CordonPlan *cordon_plan_new(const CordonCatalog *catalog, const CordonPolicy *policy,
                                          const CordonCommand *command, const char *backend,
                                          GError **error);
/* The same command with the sandbox switched off: supervised and with a clean environment, but
 * nothing holds the folders.  Only for a caller whose user switched the sandbox off. */
CORDON_PUBLIC CordonPlan *cordon_plan_new_unsandboxed(const CordonPolicy *policy,
                                                      const CordonCommand *command, GError **error);
CORDON_PUBLIC void cordon_plan_free(CordonPlan *plan);
/* Id of the backend, or "none". */
CORDON_PUBLIC const char *cordon_plan_get_backend(const CordonPlan *plan);
/* Sentences for a person on what the plan leaves out (a search that stopped early, no cache): array
 * of char *, borrowed from the plan; or NULL. */
CORDON_PUBLIC const GPtrArray *cordon_plan_get_notices(const CordonPlan *plan);
/* The whole plan as JSON (docs/plan.schema.json); free with g_free().  The same policy, command and
 * machine give the same text. */
CORDON_PUBLIC char *cordon_plan_to_json(const CordonPlan *plan);
/* One argument a line, quoted for a POSIX shell, for people; free with g_free(). */
CORDON_PUBLIC char *cordon_plan_to_text(const CordonPlan *plan);

typedef enum { CORDON_STREAM_STDOUT = 1, CORDON_STREAM_STDERR = 2 } CordonStream;

/* Gets output as it comes, in the thread of cordon_process_wait().  FALSE: nobody reads it any
 * more; the command sees a closed pipe from then on, as in a shell pipeline. */
typedef gboolean (*CordonOutputFunc)(CordonStream stream, const char *bytes, gsize size,
                                     gpointer user_data);
/* Called about once a second, in the thread of cordon_process_wait(). */
typedef void (*CordonTickFunc)(guint elapsed_ms, gpointer user_data);

/* struct_size = sizeof(CordonRunOptions). */
typedef struct {
    gsize struct_size;
    int stdin_fd;        /* borrowed, read until the end and passed on; -1: empty.  Never handed to
                             the command itself */
    guint time_limit_ms; /* 0 is refused; G_MAXUINT is none */
    guint grace_ms;      /* between SIGTERM and SIGKILL */
    gsize keep_bytes;    /* of each stream kept in the result: half head, half tail */
    CordonOutputFunc output; /* or NULL */
    CordonTickFunc tick;     /* or NULL */
    gpointer user_data;
} CordonRunOptions;

typedef enum {
    CORDON_EXIT_KIND_EXITED = 1,   /* code: the command's own exit status */
    CORDON_EXIT_KIND_SIGNALED = 2, /* code: the signal */
    CORDON_EXIT_KIND_SETUP = 3,    /* the command never ran; code: 127 there is no such command, 126
                                      it cannot be executed, 125 the sandbox failed */
    CORDON_EXIT_KIND_LIMIT = 4,    /* ended by a limit; "repository": it ended by itself, but its
                                      changes to the repository were not kept */
    CORDON_EXIT_KIND_LOST = 5,     /* nobody can say any more */
} CordonExitKind;

/* What was kept of one stream. */
typedef struct {
    const char *head;
    gsize head_size;
    const char *tail; /* follows the head at once when cut_bytes is 0 */
    gsize tail_size;
    guint64 cut_bytes;
    guint64 total_bytes;
} CordonKept;

/* Members are borrowed from the process. */
typedef struct {
    CordonExitKind kind;
    gint code;
    const char *limit;  /* "time", "memory", "processes", "view", "repository" with LIMIT */
    gboolean not_found; /* with SETUP: there is no such command */
    gboolean cancelled; /* ended by cordon_process_stop() */
    const char
        *message;    /* a sentence for a person: with SETUP and LOST what happened; else NULL, or
                            what could not be tidied up after the command */
    const char *why; /* when the sandbox probably was the reason of a failure: one sentence on
                            what it held and what to do instead, or NULL */
    CordonKept out;
    CordonKept err; /* with SETUP: what the sandbox's launcher wrote */
    guint duration_ms;
    guint killed;    /* processes that outlived the command and were killed */
    guint survivors; /* processes that could not be killed: they run as another user (only possible
                        without a sandbox), or wait for a device that does not answer */
} CordonResult;

/* Starts the plan; a plan runs once.  The process must be waited for or freed. */
CORDON_PUBLIC CordonProcess *cordon_plan_run(CordonPlan *plan, const CordonRunOptions *options,
                                             GError **error);
/* Moves the streams, keeps the time limit, returns when no process of the command is left.
 * The result is valid until the process is freed. */
CORDON_PUBLIC const CordonResult *cordon_process_wait(CordonProcess *process);
/* Ends the command: SIGTERM, the grace, SIGKILL.  Thread-safe and async-signal-safe; returns at
 * once.  A second call skips the grace. */
CORDON_PUBLIC void cordon_process_stop(CordonProcess *process);
/* Kills what still runs. */
CORDON_PUBLIC void cordon_process_free(CordonProcess *process);

/* The exit status that a shell user expects of a result: the command's own; 124 time limit; 125
 * Cordon or the sandbox failed; 126 found but not executable; 127 not found; 128+N signal. */
CORDON_PUBLIC int cordon_result_exit_status(const CordonResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonPlan, cordon_plan_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonProcess, cordon_process_free)

G_END_DECLS

#endif

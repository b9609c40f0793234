/* SPDX-License-Identifier: MIT */
/* Runs a plan.  One loop over descriptors in the thread of cordon_process_wait(); all that is decided
 * about the end lies in outcome.c. */
#define _GNU_SOURCE /* pipe2() */
#include "engine/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/capture.h"
#include "engine/outcome.h"
#include "engine/pump.h"
#include "engine/supervise.h"
#include "model/explain.h"
#include "model/policy.h"

#define MAX_KEEP_BYTES (1024u * 1024 * 1024)
/* What a launcher may say before the sandbox is ready. */
#define WORDS_BYTES (16u * 1024)
/* How much of the command's error output is looked at for the reason of a failure. */
#define EXPLAIN_BYTES (32u * 1024)

#define TICK_MS 1000
/* The supervisor's own deadline is this much later than ours: it is for a host that was stopped. */
#define HARD_DEADLINE_MARGIN_MS 2000
/* A launcher that said how the command ended has this long to end itself. */
#define LAUNCHER_END_MS 5000
/* The supervisor gives up after 10 s on what cannot be killed; a supervisor that then still has not
 * said done is stopped or broken. */
#define ABANDON_MS           20000
#define TEARDOWN_DEADLINE_MS 10000

typedef enum {
    RUNNING,
    TERMINATING, /* SIGTERM was sent */
    KILLING,
} Phase;

struct CordonProcess {
    const CordonPlanData *plan;
    const CordonLaunch *launch;
    const char *loop;
    CordonStage *stage;
    CordonRunOptions options;

    CordonSupervisor supervisor;
    int stop; /* eventfd: how often cordon_process_stop() was called.  Open until the process is
                 freed, because it is written from any thread. */
    int status;
    int out, err;
    CordonFeed *feed;
    char *buffer; /* CORDON_PUMP_CHUNK */

    CordonCapture *kept_out, *kept_err, *words;
    gboolean has_status;
    CordonStatus heard;
    CordonControlMessage end;
    gboolean done, timed_out, cancelled;
    Phase phase;
    guint killed, survivors;

    /* Monotonic milliseconds; G_MAXINT64 is never. */
    gint64 begin, limit_at, kill_at, abandon_at, tick_at;

    gboolean finished;
    CordonOutcome outcome;
    char *message, *why;
    CordonResult result;
};

static gint64 now_ms(void)
{
    return g_get_monotonic_time() / 1000;
}

static gboolean fail(GError **error, const char *tried)
{
    int saved = errno;

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s failed: %s.", tried,
                g_strerror(saved));
    return FALSE;
}

/* --- the start ---------------------------------------------------------------------------- */

/* The child's ends of everything, closed once it was started. */
typedef struct {
    int stdio[3];
    int *fds;
    guint fd_count;
} ChildFds;

static void child_fds_clear(ChildFds *child)
{
    for (guint i = 0; i < 3; i++)
        cordon_fd_clear(&child->stdio[i]);
    for (guint i = 0; i < child->fd_count; i++)
        cordon_fd_clear(&child->fds[i]);
    g_free(child->fds);
}

static gboolean open_pipe(gboolean child_reads, int *ret_ours, int *ret_childs, GError **error)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return fail(error, "Making a pipe for the command's streams");
    *ret_ours = ends[child_reads ? 1 : 0];
    *ret_childs = ends[child_reads ? 0 : 1];
    /* Each end has flags of its own: the command's stays an ordinary pipe. */
    if (fcntl(*ret_ours, F_SETFL, O_NONBLOCK) < 0)
        return fail(error, "Setting up a pipe for the command's streams");
    return TRUE;
}

static gboolean open_streams(CordonProcess *process, ChildFds *child, GError **error)
{
    int stdin_fd = process->options.stdin_fd, sink = -1;

    if (stdin_fd < 0) {
        child->stdio[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (child->stdio[0] < 0)
            return fail(error, "Opening /dev/null");
    } else {
        gboolean opened = open_pipe(TRUE, &sink, &child->stdio[0], error);

        if (!opened) {
            cordon_fd_clear(&sink);
            return FALSE;
        }
        process->feed = cordon_feed_new(stdin_fd, sink);
    }
    return open_pipe(FALSE, &process->out, &child->stdio[1], error) &&
           open_pipe(FALSE, &process->err, &child->stdio[2], error);
}

static int open_held(const CordonProcessSpec *spec, const CordonPlanFd *wanted, GError **error)
{
    int held = spec->held ? spec->held(wanted->path, spec->held_data) : -1;
    struct stat status;

    if (held < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INTERNAL,
                    "The plan of the backend \"%s\" needs %s, which is not held by this launch.",
                    spec->plan->backend, wanted->path);
        return -1;
    }
    if (fstat(held, &status) < 0 || (guint64)status.st_dev != wanted->device ||
        (guint64)status.st_ino != wanted->inode) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s is not the file any more that it was when the plan was made; nothing was "
                    "started.  Make a new plan.",
                    wanted->path);
        return -1;
    }
    int copy = fcntl(held, F_DUPFD_CLOEXEC, 0);
    if (copy < 0)
        fail(error, "Copying the descriptor of a held folder");
    return copy;
}

static int open_status(CordonProcess *process, const CordonPlanFd *wanted, GError **error)
{
    int pair[2];

    if (process->has_status || g_strcmp0(wanted->format, CORDON_STATUS_FORMAT) != 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                    "The backend \"%s\" asks for a status channel of the format \"%s\"; one of the "
                    "format \"%s\" is what there is.",
                    process->plan->backend, wanted->format ? wanted->format : "",
                    CORDON_STATUS_FORMAT);
        return -1;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) {
        fail(error, "Making a socket for the status of the sandbox");
        return -1;
    }
    process->status = pair[0];
    process->has_status = TRUE;
    return pair[1];
}

static int open_plan_fd(CordonProcess *process, const CordonProcessSpec *spec,
                        const CordonPlanFd *wanted, GError **error)
{
    gsize size = 0;
    const void *data;

    switch (wanted->kind) {
    case CORDON_PLAN_FD_DATA:
        data = g_bytes_get_data(wanted->data, &size);
        return cordon_fd_new_data("cordon-plan", data, size, error);
    case CORDON_PLAN_FD_PATH:
        return open_held(spec, wanted, error);
    case CORDON_PLAN_FD_STATUS:
        return open_status(process, wanted, error);
    }
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INTERNAL,
                        "A plan holds a descriptor of an unknown kind.");
    return -1;
}

static gboolean open_plan_fds(CordonProcess *process, const CordonProcessSpec *spec,
                              ChildFds *child, GError **error)
{
    GPtrArray *wanted = spec->plan->fds;

    child->fds = g_new(int, wanted->len + 1);
    for (guint i = 0; i < wanted->len; i++) {
        int fd = open_plan_fd(process, spec, g_ptr_array_index(wanted, i), error);

        if (fd < 0)
            return FALSE;
        child->fds[child->fd_count++] = fd;
    }
    return TRUE;
}

/* A closing NULL behind borrowed strings. */
static const char **borrow_strings(const GPtrArray *strings)
{
    const char **list = g_new0(const char *, strings->len + 1);

    for (guint i = 0; i < strings->len; i++)
        list[i] = g_ptr_array_index(strings, i);
    return list;
}

static gint64 hard_deadline(const CordonRunOptions *options)
{
    if (options->time_limit_ms == G_MAXUINT)
        return -1;
    return (gint64)options->time_limit_ms + options->grace_ms + HARD_DEADLINE_MARGIN_MS;
}

/* The folders of the host that the command may write, outermost only, as the supervisor wants them. */
static GPtrArray *find_writable(const CordonLaunch *launch)
{
    GPtrArray *writable = g_ptr_array_new_with_free_func(g_free);
    const char *outer = NULL;

    for (guint i = 0; launch != NULL && i < launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        if (mount->access != CORDON_ACCESS_WRITE || mount->inode == 0 ||
            (outer != NULL && cordon_path_is_below(mount->host_path, outer)))
            continue;
        outer = mount->host_path;
        g_ptr_array_add(writable, g_strdup_printf("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ":%s",
                                                  mount->device, mount->inode, mount->host_path));
    }
    return writable;
}

static gboolean start(CordonProcess *process, const CordonProcessSpec *spec, ChildFds *child,
                      GError **error)
{
    process->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (process->stop < 0)
        return fail(error, "Making a descriptor to stop the command with");
    if (!open_streams(process, child, error) || !open_plan_fds(process, spec, child, error))
        return FALSE;

    g_autofree const char **argv = borrow_strings(spec->plan->argv);
    g_autofree const char **env = borrow_strings(spec->plan->env);
    g_autoptr(GPtrArray) writable = find_writable(spec->launch);
    CordonSuperviseSpec supervise = {
        .argv = argv,
        .env = env,
        .cwd = spec->cwd,
        .stdio = {child->stdio[0], child->stdio[1], child->stdio[2]},
        .fds = child->fds,
        .fd_count = child->fd_count,
        .private_mounts = spec->private_mounts,
        .writable = writable,
        .hard_deadline_ms = hard_deadline(&process->options),
    };
    return cordon_supervisor_start(&supervise, &process->supervisor, error);
}

static gboolean check_options(const CordonRunOptions *options, const CordonPlanData *plan,
                              GError **error)
{
    const char *wrong = NULL;

    if (options->struct_size < sizeof *options)
        wrong = "struct_size is not that of CordonRunOptions";
    else if (options->time_limit_ms == 0)
        wrong = "a time limit of 0 lets no command run; G_MAXUINT is no limit";
    else if (options->keep_bytes > MAX_KEEP_BYTES)
        wrong = "keep_bytes is above 1 GiB";
    else if (plan->argv->len == 0)
        wrong = "the plan has no program";
    if (!wrong)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "The command cannot be run: %s.", wrong);
    return FALSE;
}

CordonProcess *cordon_process_start(const CordonProcessSpec *spec, const CordonRunOptions *options,
                                    GError **error)
{
    if (!check_options(options, spec->plan, error))
        return NULL;

    CordonProcess *process = g_new0(CordonProcess, 1);
    process->plan = spec->plan;
    process->launch = spec->launch;
    process->loop = spec->loop;
    process->stage = spec->stage;
    process->options = *options;
    process->supervisor.control = -1;
    process->stop = process->status = process->out = process->err = -1;
    process->buffer = g_malloc(CORDON_PUMP_CHUNK);
    process->kept_out = cordon_capture_new(options->keep_bytes);
    process->kept_err = cordon_capture_new(options->keep_bytes);
    process->words = cordon_capture_new(WORDS_BYTES);
    process->begin = now_ms();
    process->limit_at = options->time_limit_ms == G_MAXUINT
                            ? G_MAXINT64
                            : process->begin + (gint64)options->time_limit_ms;
    process->kill_at = process->abandon_at = G_MAXINT64;
    process->tick_at = options->tick ? process->begin + TICK_MS : G_MAXINT64;

    ChildFds child = {.stdio = {-1, -1, -1}};
    gboolean started = start(process, spec, &child, error);
    child_fds_clear(&child);
    if (!started) {
        process->finished = TRUE;
        cordon_process_free(process);
        return NULL;
    }
    return process;
}

/* --- the end ------------------------------------------------------------------------------ */

static gboolean has_ended(const CordonProcess *process)
{
    return process->end.kind != CORDON_CONTROL_UNKNOWN ||
           process->heard.verdict != CORDON_STATUS_NONE;
}

static void kill_now(CordonProcess *process)
{
    cordon_supervisor_send(&process->supervisor, "kill");
    process->phase = KILLING;
    process->kill_at = G_MAXINT64;
    process->abandon_at = MIN(process->abandon_at, now_ms() + ABANDON_MS);
}

/* SIGTERM to the command, and the grace begins. */
static void terminate(CordonProcess *process)
{
    static const char stop[] = "stop\n";

    if (process->phase != RUNNING)
        return;
    process->limit_at = G_MAXINT64;
    if (process->options.grace_ms == 0) {
        kill_now(process);
        return;
    }
    /* Inside of a sandbox its own launcher knows who is to get the signal, and stays. */
    if (process->status < 0 || !process->heard.started ||
        send(process->status, stop, strlen(stop), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        cordon_supervisor_send(&process->supervisor, "term");
    process->phase = TERMINATING;
    process->kill_at = now_ms() + (gint64)process->options.grace_ms;
}

void cordon_process_stop(CordonProcess *process)
{
    int saved = errno;
    uint64_t one = 1;

    /* Fails only when it was called 2^64 times. */
    ssize_t written = write(process->stop, &one, sizeof one);
    (void)written;
    errno = saved;
}

static void take_stop(CordonProcess *process)
{
    uint64_t calls = 0;

    if (read(process->stop, &calls, sizeof calls) != sizeof calls)
        return;
    if (process->cancelled)
        calls++;
    if (!has_ended(process))
        process->cancelled = TRUE;
    if (calls > 1)
        kill_now(process);
    else
        terminate(process);
}

static void take_time(CordonProcess *process)
{
    gint64 now = now_ms();

    if (now >= process->limit_at) {
        process->timed_out = !has_ended(process);
        process->limit_at = G_MAXINT64;
        terminate(process);
    }
    if (now >= process->kill_at)
        kill_now(process);
    if (now >= process->tick_at) {
        process->options.tick((guint)(now - process->begin), process->options.user_data);
        process->tick_at = now_ms() + TICK_MS;
    }
}

/* --- the streams -------------------------------------------------------------------------- */

/* Reads what the status channel holds. */
static void take_status(CordonProcess *process)
{
    char bytes[4096];

    /* A bound a call: a launcher that floods the channel does not hold up the rest. */
    for (guint i = 0; i < 16 && process->status >= 0; i++) {
        gssize size = recv(process->status, bytes, sizeof bytes, MSG_DONTWAIT);

        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (size <= 0)
            cordon_fd_clear(&process->status);
        else
            cordon_status_feed(&process->heard, bytes, (gsize)size);
    }
    if (process->heard.verdict != CORDON_STATUS_NONE && process->phase == RUNNING &&
        process->kill_at == G_MAXINT64) {
        process->limit_at = G_MAXINT64;
        process->kill_at = now_ms() + LAUNCHER_END_MS;
    }
}

static gboolean deliver(CordonProcess *process, CordonStream stream, CordonCapture *kept,
                        const char *bytes, gsize size)
{
    cordon_capture_add(kept, bytes, size);
    return !process->options.output ||
           process->options.output(stream, bytes, size, process->options.user_data);
}

static gboolean take_out(const char *bytes, gsize size, gpointer data)
{
    CordonProcess *process = data;

    return deliver(process, CORDON_STREAM_STDOUT, process->kept_out, bytes, size);
}

static gboolean take_err(const char *bytes, gsize size, gpointer data)
{
    CordonProcess *process = data;

    /* Until the sandbox is ready only its launcher writes.  "ready" is written before the command can
     * write, so it is in the channel by now when these bytes are the command's. */
    if (process->has_status && !process->heard.ready)
        take_status(process);
    if (process->has_status && !process->heard.ready) {
        cordon_capture_add(process->words, bytes, size);
        return TRUE;
    }
    return deliver(process, CORDON_STREAM_STDERR, process->kept_err, bytes, size);
}

/* --- the loop ----------------------------------------------------------------------------- */

static void take_message(CordonProcess *process, const CordonControlMessage *message)
{
    switch (message->kind) {
    case CORDON_CONTROL_EXITED:
    case CORDON_CONTROL_SIGNALED:
    case CORDON_CONTROL_SETUP:
    case CORDON_CONTROL_EXEC:
        if (process->end.kind == CORDON_CONTROL_UNKNOWN)
            process->end = *message;
        process->limit_at = process->kill_at = G_MAXINT64;
        process->abandon_at = MIN(process->abandon_at, now_ms() + ABANDON_MS);
        break;
    case CORDON_CONTROL_DEADLINE:
        process->timed_out = !has_ended(process);
        process->limit_at = G_MAXINT64;
        process->phase = KILLING;
        break;
    case CORDON_CONTROL_DONE:
        process->done = TRUE;
        process->killed = (guint)message->a;
        process->survivors = (guint)message->b;
        break;
    case CORDON_CONTROL_STARTED:
    case CORDON_CONTROL_UNKNOWN:
        break;
    }
}

/* FALSE when the supervisor has said its last word. */
static gboolean take_control(CordonProcess *process)
{
    CordonControlMessage message;
    gboolean ended = FALSE;

    while (!process->done && cordon_supervisor_receive(&process->supervisor, &message, &ended)) {
        /* The status channel may hold a verdict that is older than this message. */
        take_status(process);
        take_message(process, &message);
    }
    return !process->done && !ended;
}

static int poll_timeout(const CordonProcess *process)
{
    gint64 next =
        MIN(MIN(process->limit_at, process->kill_at), MIN(process->abandon_at, process->tick_at));

    if (next == G_MAXINT64)
        return -1;
    return (int)CLAMP(next - now_ms(), 0, G_MAXINT);
}

/* One round.  FALSE when nothing of the command is left. */
static gboolean turn(CordonProcess *process)
{
    enum { STOP, STATUS, OUT, ERR, CONTROL, FEED };
    struct pollfd items[FEED + CORDON_FEED_POLLS] = {
        [STOP] = {.fd = process->stop, .events = POLLIN},
        [STATUS] = {.fd = process->status, .events = POLLIN},
        [OUT] = {.fd = process->out, .events = POLLIN},
        [ERR] = {.fd = process->err, .events = POLLIN},
        [CONTROL] = {.fd = process->supervisor.control, .events = POLLIN},
        [FEED] = {.fd = -1},
        [FEED + 1] = {.fd = -1},
    };

    if (process->feed)
        cordon_feed_prepare(process->feed, items + FEED);
    if (poll(items, G_N_ELEMENTS(items), poll_timeout(process)) < 0)
        return TRUE; /* EINTR: a signal handler may have called cordon_process_stop() */

    if (items[STATUS].revents)
        take_status(process);
    if (items[OUT].revents)
        cordon_pump_read(&process->out, process->buffer, take_out, process);
    if (items[ERR].revents)
        cordon_pump_read(&process->err, process->buffer, take_err, process);
    if (process->feed)
        cordon_feed_dispatch(process->feed, items + FEED);
    if (items[CONTROL].revents && !take_control(process))
        return FALSE;
    if (items[STOP].revents)
        take_stop(process);
    take_time(process);
    return now_ms() < process->abandon_at;
}

/* --- the result --------------------------------------------------------------------------- */

/* Runs one command that tidies up; NULL, or what went wrong (free with g_free()). */
static char *tear_down(const CordonProcess *process, const char *const *argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree const char **env = borrow_strings(process->plan->env);
    CORDON_AUTO_FD int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    CordonSupervisor supervisor;
    CordonSuperviseSpec spec = {
        .argv = argv,
        .env = env,
        .stdio = {null, null, null},
        .hard_deadline_ms = TEARDOWN_DEADLINE_MS,
    };
    CordonControlMessage message, last = {0};
    gboolean ended = FALSE;
    gint64 end = now_ms() + TEARDOWN_DEADLINE_MS + ABANDON_MS;

    if (!cordon_supervisor_start(&spec, &supervisor, &error))
        return g_strdup(error->message);
    while (!ended && now_ms() < end) {
        struct pollfd item = {.fd = supervisor.control, .events = POLLIN};

        if (poll(&item, 1, 1000) > 0 && cordon_supervisor_receive(&supervisor, &message, &ended) &&
            message.kind != CORDON_CONTROL_STARTED && message.kind != CORDON_CONTROL_DONE &&
            last.kind != CORDON_CONTROL_DEADLINE)
            last = message;
    }
    cordon_supervisor_close(&supervisor);

    if (last.kind == CORDON_CONTROL_EXITED && last.a == 0)
        return NULL;
    if (last.kind == CORDON_CONTROL_EXITED)
        return g_strdup_printf("it ended with exit status %d", last.a);
    if (last.kind == CORDON_CONTROL_EXEC)
        return g_strdup(g_strerror(last.a));
    if (last.kind == CORDON_CONTROL_DEADLINE)
        return g_strdup("it took longer than 10 seconds");
    return g_strdup("it did not end by itself");
}

/* What the backend asked for after the end.  Adds failures to message. */
static void tear_down_all(const CordonProcess *process, GString *message)
{
    for (guint i = 0; i < process->plan->teardown->len; i++) {
        const char *const *argv = g_ptr_array_index(process->plan->teardown, i);
        g_autofree char *failure = tear_down(process, argv);

        if (!failure)
            continue;
        g_autofree char *line = g_strjoinv(" ", g_ptr_array_index(process->plan->teardown, i));
        g_string_append_printf(message, "%sTidying up with \"%s\" failed: %s.",
                               message->len > 0 ? "  " : "", line, failure);
    }
}

static void close_all(CordonProcess *process)
{
    cordon_supervisor_close(&process->supervisor);
    cordon_fd_clear(&process->status);
    cordon_fd_clear(&process->out);
    cordon_fd_clear(&process->err);
    cordon_feed_free(process->feed);
    process->feed = NULL;
}

static void decide(CordonProcess *process)
{
    gsize words_size = 0;
    g_autofree char *words = cordon_capture_end(process->words, WORDS_BYTES, &words_size);
    CordonEvidence evidence = {
        .backend = process->plan->backend,
        .program = g_ptr_array_index(process->plan->argv, 0),
        .status = process->has_status ? &process->heard : NULL,
        .end = process->end,
        .done = process->done,
        .timed_out = process->timed_out,
        .cancelled = process->cancelled,
        .killed = process->phase == KILLING,
        .survivors = process->survivors,
        .words = words,
        .words_size = words_size,
    };

    cordon_outcome_decide(&evidence, &process->outcome);
    if (process->outcome.kind == CORDON_EXIT_KIND_SETUP)
        cordon_capture_add(process->kept_err, words, words_size);
}

static void explain(CordonProcess *process)
{
    const CordonOutcome *outcome = &process->outcome;
    gsize size = 0;
    gboolean failed = (outcome->kind == CORDON_EXIT_KIND_EXITED && outcome->code != 0) ||
                      outcome->kind == CORDON_EXIT_KIND_SIGNALED;

    if (!failed || process->cancelled || !process->launch)
        return;
    g_autofree char *text = cordon_capture_end(process->kept_err, EXPLAIN_BYTES, &size);
    process->why = cordon_explain_failure(process->launch, process->loop, text, size);
}

/* What the command did to its copy of the repository.  Adds to message. */
static void settle(CordonProcess *process, GString *message)
{
    CordonOutcome *outcome = &process->outcome;
    const char *space = message->len > 0 ? "  " : "";
    g_autofree char *dropped = NULL;
    g_autoptr(GError) problem = NULL;

    if (process->stage == NULL || outcome->kind == CORDON_EXIT_KIND_SETUP)
        return;
    if (outcome->kind != CORDON_EXIT_KIND_EXITED || process->survivors > 0) {
        g_string_append_printf(message,
                               "%sThe command did not end by itself: what it changed in the "
                               "repository was not kept.",
                               space);
    } else if (!cordon_stage_apply(process->stage, &dropped, &problem)) {
        g_autofree char *why = cordon_status_plain(problem->message, strlen(problem->message));

        g_string_append_printf(
            message,
            "%sThe command ended with exit status %d, but what it changed in the "
            "repository was not kept: %s.",
            space, outcome->code, why);
        outcome->kind = CORDON_EXIT_KIND_LIMIT;
        outcome->code = 0;
        outcome->limit = "repository";
    } else if (dropped != NULL) {
        g_autofree char *names = cordon_status_plain(dropped, strlen(dropped));

        g_string_append_printf(
            message,
            "%sNot kept of what the command wrote into the repository: %s.  Only "
            "objects, refs, the index and what git writes with them are.",
            space, names);
    }
}

static void finish(CordonProcess *process)
{
    gint64 end = now_ms();

    take_status(process);
    cordon_pump_drain(&process->out, process->buffer, take_out, process);
    cordon_pump_drain(&process->err, process->buffer, take_err, process);
    close_all(process);
    decide(process);
    explain(process);

    GString *message = g_string_new(process->outcome.message);
    tear_down_all(process, message);
    settle(process, message);
    gboolean empty = message->len == 0;
    process->message = g_string_free(message, empty);

    process->result = (CordonResult){
        .kind = process->outcome.kind,
        .code = process->outcome.code,
        .limit = process->outcome.limit,
        .not_found = process->outcome.not_found,
        .cancelled = process->cancelled,
        .message = process->message,
        .why = process->why,
        .out = cordon_capture_get(process->kept_out),
        .err = cordon_capture_get(process->kept_err),
        .duration_ms = (guint)CLAMP(end - process->begin, 0, (gint64)G_MAXUINT),
        .killed = process->killed,
        .survivors = process->survivors,
    };
    process->finished = TRUE;
}

const CordonResult *cordon_process_wait(CordonProcess *process)
{
    if (!process->finished) {
        while (turn(process))
            ;
        finish(process);
    }
    return &process->result;
}

void cordon_process_free(CordonProcess *process)
{
    if (!process)
        return;
    if (!process->finished) {
        /* Nobody wants to hear any more: nothing but the end counts. */
        process->options.output = NULL;
        process->options.tick = NULL;
        process->tick_at = G_MAXINT64;
        process->cancelled = TRUE;
        kill_now(process);
        cordon_process_wait(process);
    }
    close_all(process);
    cordon_fd_clear(&process->stop);
    cordon_status_clear(&process->heard);
    cordon_capture_free(process->kept_out);
    cordon_capture_free(process->kept_err);
    cordon_capture_free(process->words);
    g_free(process->outcome.message);
    g_free(process->message);
    g_free(process->why);
    g_free(process->buffer);
    g_free(process);
}

int cordon_result_exit_status(const CordonResult *result)
{
    switch (result->kind) {
    case CORDON_EXIT_KIND_EXITED:
        return result->code;
    case CORDON_EXIT_KIND_SIGNALED:
        return 128 + result->code;
    case CORDON_EXIT_KIND_SETUP:
        return result->code;
    case CORDON_EXIT_KIND_LIMIT:
        if (g_strcmp0(result->limit, "repository") == 0)
            break; /* nothing ended it */
        /* Another limit than time ends a command as the kernel would: killed. */
        return g_strcmp0(result->limit, "time") == 0 ? 124 : 128 + SIGKILL;
    case CORDON_EXIT_KIND_LOST:
        break;
    }
    return 125;
}

/* SPDX-License-Identifier: MIT */
/* The container image: starts cordon-docker and believes what it says as far as its format goes.
 *
 * It prints JSON objects, one a line (drivers/docker/image.h).  Its standard input is a pipe that is held open
 * until nobody wants its answer any more: it ends when the pipe does, so also when this process dies. */
#define _GNU_SOURCE /* pipe2(), environ */
#include <cordon/image.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fdio.h"
#include "base/install.h"
#include "engine/image_default.h"
#include "engine/image_line.h"
#include "engine/supervise.h"
#include <cordon/json.h>

#define PROGRAM "cordon-docker"
/* A helper for credentials may ask the user something meanwhile. */
#define STATUS_MS 120000
#define SIZE_MS   600000
/* From the end of its input to its own end. */
#define CANCEL_MS 5000
#define CHUNK     8192

G_DEFINE_QUARK(cordon - image - error - quark, cordon_image_error)

struct CordonImageCancel {
    CordonDeadline *deadline; /* without a limit */
};

CordonImageCancel *cordon_image_cancel_new(void)
{
    CordonDeadline *deadline = cordon_deadline_new(G_MAXUINT);

    if (deadline == NULL)
        return NULL;
    CordonImageCancel *cancel = g_new0(CordonImageCancel, 1);
    cancel->deadline = deadline;
    return cancel;
}

void cordon_image_cancel_now(CordonImageCancel *cancel)
{
    cordon_deadline_cancel(cancel->deadline);
}

void cordon_image_cancel_free(CordonImageCancel *cancel)
{
    if (cancel == NULL)
        return;
    cordon_deadline_free(cancel->deadline);
    g_free(cancel);
}

/* --- the helper --------------------------------------------------------------------------------- */

/* One run of it. */
typedef struct {
    CordonSupervisor supervisor;
    int in, out; /* our ends; -1: closed */
    CordonImageLines *lines;
    CordonImageCancel *cancel; /* or NULL */
    gboolean cancelled, stopped;
    gint64 kill_at; /* monotonic milliseconds; G_MAXINT64: never */
    CordonControlMessage end;
    GError *breach;
} Run;

static gint64 now_ms(void)
{
    return g_get_monotonic_time() / 1000;
}

static gboolean fail(GError **error, const char *tried)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s failed: %s.", tried,
                g_strerror(errno));
    return FALSE;
}

/* data_fd: becomes descriptor 3, or -1. */
static gboolean start(Run *run, const char *const *argv, int data_fd, gint64 limit_ms,
                      GError **error)
{
    int in[2], out[2];
    CORDON_AUTO_FD int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (null < 0)
        return fail(error, "Opening /dev/null");
    if (pipe2(in, O_CLOEXEC) < 0)
        return fail(error, "Making a pipe for " PROGRAM);
    CORDON_AUTO_FD int in_read = in[0];
    run->in = in[1];
    if (pipe2(out, O_CLOEXEC) < 0)
        return fail(error, "Making a pipe for " PROGRAM);
    CORDON_AUTO_FD int out_write = out[1];
    run->out = out[0];
    if (fcntl(run->out, F_SETFL, O_NONBLOCK) < 0)
        return fail(error, "Setting up a pipe for " PROGRAM);
    CordonSuperviseSpec spec = {
        .argv = argv,
        .env = (const char *const *)environ,
        .stdio = {in_read, out_write, null},
        .fds = &data_fd,
        .fd_count = data_fd >= 0 ? 1 : 0,
        .hard_deadline_ms = limit_ms,
    };
    return cordon_supervisor_start(&spec, &run->supervisor, error);
}

static void stop(Run *run)
{
    if (!run->stopped)
        cordon_supervisor_send(&run->supervisor, "kill");
    run->stopped = TRUE;
    run->kill_at = G_MAXINT64;
}

static void take_output(Run *run)
{
    char bytes[CHUNK];
    gssize size = read(run->out, bytes, sizeof bytes);

    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size <= 0) {
        cordon_fd_clear(&run->out);
        return;
    }
    /* After a breach nothing more is read, so nothing waits for a reader either: it is killed. */
    if (run->breach == NULL &&
        !cordon_image_lines_feed(run->lines, bytes, (gsize)size, &run->breach))
        stop(run);
}

/* FALSE: nothing of it is left. */
static gboolean take_control(Run *run)
{
    CordonControlMessage message;
    gboolean ended = FALSE;

    while (cordon_supervisor_receive(&run->supervisor, &message, &ended)) {
        if (message.kind == CORDON_CONTROL_DONE)
            return FALSE;
        if (message.kind != CORDON_CONTROL_STARTED && run->end.kind == CORDON_CONTROL_UNKNOWN)
            run->end = message;
    }
    return !ended;
}

static void take_cancel(Run *run)
{
    run->cancelled = TRUE;
    run->kill_at = now_ms() + CANCEL_MS;
    cordon_fd_clear(&run->in);
}

static int poll_timeout(const Run *run)
{
    return run->kill_at == G_MAXINT64 ? -1 : (int)CLAMP(run->kill_at - now_ms(), 0, CANCEL_MS);
}

/* One round.  FALSE when it has ended. */
static gboolean turn(Run *run)
{
    gboolean may_cancel = run->cancel != NULL && !run->cancelled;
    struct pollfd items[] = {
        {.fd = run->out, .events = POLLIN},
        {.fd = may_cancel ? cordon_deadline_get_fd(run->cancel->deadline) : -1, .events = POLLIN},
        {.fd = run->supervisor.control, .events = POLLIN},
    };

    if (poll(items, G_N_ELEMENTS(items), poll_timeout(run)) < 0)
        return TRUE; /* EINTR: a signal handler may have cancelled */
    if (items[0].revents != 0)
        take_output(run);
    if (items[1].revents != 0)
        take_cancel(run);
    if (run->kill_at <= now_ms())
        stop(run);
    return items[2].revents == 0 || take_control(run);
}

/* What is in the pipe was written before the end. */
static void drain(Run *run)
{
    while (run->out >= 0 && run->breach == NULL) {
        struct pollfd item = {.fd = run->out, .events = POLLIN};
        if (poll(&item, 1, 0) <= 0)
            return;
        take_output(run);
    }
}

/* It ended without a last word. */
static gboolean fail_end(const Run *run, GError **error)
{
    if (run->cancelled) {
        g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED, "Cancelled.");
        return FALSE;
    }
    if (run->end.kind == CORDON_CONTROL_DEADLINE) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TIMEOUT,
                            PROGRAM " took too long and was ended.  Try again.");
        return FALSE;
    }
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                PROGRAM " ended without an answer (%s %d).  That is a fault in Cordon.",
                run->end.kind == CORDON_CONTROL_SIGNALED ? "signal" : "status", run->end.a);
    return FALSE;
}

static gboolean finish(Run *run, const char *wanted, CordonImageAnswer *ret, GError **error)
{
    if (run->breach != NULL) {
        g_propagate_error(error, g_steal_pointer(&run->breach));
        return FALSE;
    }
    if (!cordon_image_lines_is_done(run->lines))
        return fail_end(run, error);
    return cordon_image_lines_finish(run->lines, wanted, ret, error);
}

/* Runs `cordon-docker COMMAND [REFERENCE]` to its end.  wanted: the event that is the answer. */
static gboolean ask(const char *command, const char *reference, int data_fd, gint64 limit_ms,
                    const char *wanted, CordonImageProgressFunc progress, gpointer user_data,
                    CordonImageCancel *cancel, CordonImageAnswer *ret, GError **error)
{
    g_autofree char *program = cordon_install_helper(PROGRAM, error);
    g_autofree char *usual = reference == NULL ? cordon_image_get_default() : NULL;
    const char *const argv[] = {program, command, usual != NULL ? usual : reference, NULL};
    Run run = {.supervisor = {.control = -1},
               .in = -1,
               .out = -1,
               .cancel = cancel,
               .kill_at = G_MAXINT64};

    if (program == NULL)
        return FALSE;
    run.lines = cordon_image_lines_new(progress, user_data);
    gboolean done = start(&run, argv, data_fd, limit_ms, error);
    if (done) {
        while (turn(&run))
            ;
        drain(&run);
        cordon_supervisor_close(&run.supervisor);
        done = finish(&run, wanted, ret, error);
    }
    cordon_fd_clear(&run.in);
    cordon_fd_clear(&run.out);
    cordon_image_lines_free(run.lines);
    g_clear_error(&run.breach);
    return done;
}

/* A name that is no word of a command line is none that a driver has to see. */
static gboolean check_name(const char *reference, GError **error)
{
    if (reference == NULL || strlen(reference) <= 4096)
        return TRUE;
    g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REFERENCE,
                        "The name of the image is too long.");
    return FALSE;
}

/* --- the calls ---------------------------------------------------------------------------------- */

CordonImageStatus *cordon_image_get_status(const char *reference, CordonImageCancel *cancel,
                                           GError **error)
{
    g_auto(CordonImageAnswer) answer = {0};

    if (!check_name(reference, error) || !ask("image-status", reference, -1, STATUS_MS, "status",
                                              NULL, NULL, cancel, &answer, error))
        return NULL;
    return cordon_image_answer_to_status(&answer, error);
}

CordonImageSize *cordon_image_get_size(const char *reference, CordonImageCancel *cancel,
                                       GError **error)
{
    g_auto(CordonImageAnswer) answer = {0};

    if (!check_name(reference, error) ||
        !ask("image-size", reference, -1, SIZE_MS, "size", NULL, NULL, cancel, &answer, error))
        return NULL;
    return cordon_image_answer_to_size(&answer, error);
}

CordonImagePulled *cordon_image_pull(const CordonImageSize *size, CordonImageProgressFunc progress,
                                     gpointer user_data, CordonImageCancel *cancel, GError **error)
{
    g_auto(CordonImageAnswer) answer = {0};
    const char *plan = cordon_image_size_plan(size);
    CORDON_AUTO_FD int data = cordon_fd_new_data("cordon-image", plan, strlen(plan), error);

    if (data < 0 ||
        !ask("image-pull", NULL, data, -1, "pulled", progress, user_data, cancel, &answer, error))
        return NULL;
    return cordon_image_answer_to_pulled(&answer, error);
}

/* SPDX-License-Identifier: MIT */
/* cordon-worker: one plug-in, one job, in a process of its own.  Started by libcordon only.
 *
 * Two processes.  The monitor runs no code of the plug-in; its child does.  The monitor is the
 * subreaper of all that the plug-in starts, so that nothing outlives it: when its child has ended,
 * or the host says "stop" or goes away (descriptor 4), it kills what is left, counts it, answers
 * "ended STATUS LEFT" and exits.  The child reads one request from descriptor 3, does it, and says
 * before and after each call where it is (engine/wire.h), so that the host can name the call in which
 * it died.  After each call it looks whether the plug-in left the process as it was.
 *
 * no_new_privs is not set: it would hide that a set-uid helper works. */
#define _GNU_SOURCE /* close_range(), pidfd_open(), POLLRDHUP, F_* */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/backend.h"
#include "engine/host.h"
#include "engine/wire.h"
#include "state.h"

/* How long processes of the plug-in may take to end by themselves after it, and how long they may
 * resist SIGKILL. */
#define PATIENCE_MS    100
#define KILL_MS        2000
#define MAX_LOGS       256
#define CPU_SPARE_S    5
#define MAX_CPU_S      600u
#define MAX_OUTPUT_LOG 512

/* --- the child: runs the plug-in --- */

static CordonState *before_load; /* to compare after each call */
static CordonState *before_open; /* to compare after close() */
static pid_t worker_pid;         /* a fork of the plug-in must not speak for us */

/* Ends the process without the plug-in's exit handlers. */
static _Noreturn void end(int status)
{
    _exit(status);
}

static void send_event(CordonJsonWriter *writer)
{
    cordon_json_end_object(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);

    /* A host that does not listen any more stops the worker. */
    if (getpid() != worker_pid || !cordon_wire_send(CORDON_WORKER_WIRE_FD, text, NULL, NULL))
        end(CORDON_WORKER_EXIT_LOST);
}

static void send_call(const char *event, const char *call)
{
    CordonJsonWriter *writer = cordon_wire_begin_event(event);

    cordon_json_add_string(writer, "call", call);
    send_event(writer);
}

static _Noreturn void end_with_breach(const char *breach)
{
    CordonJsonWriter *writer = cordon_wire_begin_event("breach");

    cordon_json_add_string(writer, "text", breach);
    send_event(writer);
    end(EXIT_SUCCESS);
}

/* May come from any thread of the plug-in. */
static void forward_log(guint32 level, const char *message)
{
    static GMutex lock;
    static guint count;

    g_mutex_lock(&lock);
    if (count++ < MAX_LOGS) {
        g_autofree char *cut =
            g_utf8_substring(message, 0, MIN(g_utf8_strlen(message, -1), (glong)MAX_OUTPUT_LOG));
        CordonJsonWriter *writer = cordon_wire_begin_event("log");

        cordon_json_add_uint(writer, "level", level);
        cordon_json_add_string(writer, "text", cut);
        send_event(writer);
    }
    g_mutex_unlock(&lock);
}

/* Did the plug-in write to descriptor 1 or 2?  The host gave a file, whose offset tells. */
static gboolean has_printed(void)
{
    (void)fflush(stdout);
    return lseek(STDOUT_FILENO, 0, SEEK_CUR) > 0 || lseek(STDERR_FILENO, 0, SEEK_CUR) > 0;
}

static void look_after(const char *call)
{
    gboolean lost = FALSE;
    g_autofree char *breach = cordon_state_compare(before_load, CORDON_WORKER_WIRE_FD, &lost);

    if (lost)
        end(CORDON_WORKER_EXIT_LOST);
    send_call("leave", call);
    if (breach != NULL)
        end_with_breach(breach);
    if (has_printed())
        end_with_breach("wrote to its standard output");
}

static void trace(const char *call, gboolean entering, gpointer user_data)
{
    (void)user_data;
    if (entering) {
        send_call("enter", call);
        if (strcmp(call, "open") == 0)
            before_open = cordon_state_new();
        return;
    }
    look_after(call);
    if (strcmp(call, "close") == 0) {
        g_autofree char *leftovers = cordon_state_find_leftovers(before_open);

        if (leftovers != NULL)
            end_with_breach(leftovers);
    }
}

static void send_failure(const GError *error, gboolean contract)
{
    CordonJsonWriter *writer = cordon_wire_begin_event("failed");

    cordon_json_add_int(writer, "code", error->code);
    cordon_json_add_bool(writer, "contract", contract);
    cordon_json_add_string(writer, "text", error->message);
    send_event(writer);
}

/* NULL when the host went away. */
static CordonRequest *receive(GError **error)
{
    g_autoptr(CordonWireReader) reader = cordon_wire_reader_new(CORDON_WIRE_MAX_REQUEST_BYTES);
    g_autoptr(CordonJson) json = NULL;
    char buffer[16 * 1024];

    while (json == NULL) {
        ssize_t got = recv(CORDON_WORKER_WIRE_FD, buffer, sizeof(buffer), 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            end(CORDON_WORKER_EXIT_LOST);
        if (!cordon_wire_reader_feed(reader, buffer, (gsize)got, error) ||
            !cordon_wire_reader_next(reader, &json, error))
            return NULL;
    }
    return cordon_request_read(cordon_json_root(json), error);
}

static gboolean is_same_file(const CordonFileIdentity *a, const CordonFileIdentity *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->mtime_ns == b->mtime_ns;
}

/* Runs the job; gives the event that answers it, or NULL with the error set. */
static CordonJsonWriter *run_job(CordonBackend *backend, const CordonRequest *request,
                                 CordonDeadline *deadline, GError **error)
{
    if (request->job == CORDON_JOB_PROBE) {
        g_autoptr(CordonProbeReport) report = cordon_probe_report_new();

        if (!cordon_backend_probe(backend, request->depth, request->facts, deadline, report, error))
            return NULL;
        CordonJsonWriter *writer = cordon_wire_begin_event("report");
        cordon_json_begin_object(writer, "report");
        cordon_probe_report_write_json(report, writer);
        cordon_json_end_object(writer);
        return writer;
    }
    g_autoptr(CordonPlanData) plan = cordon_backend_wrap(backend, request->launch, request->facts,
                                                         request->probed, deadline, error);
    if (plan == NULL)
        return NULL;
    CordonJsonWriter *writer = cordon_wire_begin_event("plan");
    cordon_json_begin_object(writer, "plan");
    cordon_plan_data_write_json(plan, writer, TRUE);
    cordon_json_end_object(writer);
    return writer;
}

static void limit_time(guint32 deadline_ms)
{
    const rlim_t seconds = MIN(deadline_ms / 1000 + CPU_SPARE_S, MAX_CPU_S);
    const struct rlimit cpu = {seconds, seconds + 1};

    (void)setrlimit(RLIMIT_CPU, &cpu);
}

static void do_request(const CordonRequest *request)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(request->deadline_ms);
    CordonJsonWriter *answer = NULL;
    gboolean contract = FALSE;

    limit_time(request->deadline_ms);
    cordon_host_set_log(forward_log);
    before_load = cordon_state_new();
    cordon_backend_set_trace(trace, NULL);

    CordonBackend *backend = cordon_backend_open(request->library, request->manifest, &error);
    if (backend != NULL &&
        !is_same_file(&cordon_backend_get_module(backend)->identity, &request->identity))
        g_set_error(&error, CORDON_ERROR, CORDON_ERROR_TRUST,
                    "The library %s was replaced while it was being looked at. Look again.",
                    request->library);
    else if (backend != NULL)
        answer = run_job(backend, request, deadline, &error);
    contract = backend != NULL && cordon_backend_broke_contract(backend);
    cordon_backend_free(backend);
    /* Last, so that what goes wrong in close() counts too. */
    if (answer != NULL)
        send_event(answer);
    else
        send_failure(error, contract);
}

static _Noreturn void run_child(void)
{
    g_autoptr(GError) error = NULL;

    worker_pid = getpid();
    CordonRequest *request = receive(&error);
    if (request != NULL)
        do_request(request);
    else
        send_failure(error, FALSE);
    end(EXIT_SUCCESS);
}

/* --- the monitor --- */

/* Calls func for each child of this process; gives their number. */
static guint for_each_child(void (*func)(pid_t child))
{
    g_autoptr(GDir) folder = g_dir_open("/proc", 0, NULL);
    const char *name = NULL;
    guint count = 0;

    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        g_autofree char *path = NULL, *text = NULL;
        int parent = 0;

        if (!g_ascii_isdigit(name[0]))
            continue;
        path = g_build_filename("/proc", name, "stat", NULL);
        if (!g_file_get_contents(path, &text, NULL, NULL))
            continue;
        /* The name in brackets may hold anything, a bracket too. */
        const char *bracket = strrchr(text, ')');
        char state = 0;
        if (bracket == NULL || sscanf(bracket, ") %c %d", &state, &parent) != 2 ||
            parent != getpid())
            continue;
        count++;
        func((pid_t)g_ascii_strtoll(name, NULL, 10));
    }
    return count;
}

static void kill_child(pid_t child)
{
    (void)kill(child, SIGKILL);
}

/* Takes the children that have ended; FALSE when none is left at all. */
static gboolean reap_children(void)
{
    pid_t pid = 0;

    while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
        continue;
    return pid == 0 || errno != ECHILD;
}

/* Everything that the plug-in started becomes a child of ours when its parent ends; so killing
 * children until there are none left kills all.  Gives the number of those that did not end by
 * themselves. */
static guint clear_children(pid_t group, int patience_ms)
{
    guint left = 0;

    for (int waited_ms = 0; waited_ms < patience_ms; waited_ms += 2) {
        if (!reap_children())
            return 0;
        g_usleep(2000);
    }
    for (int waited_ms = 0; reap_children() && waited_ms < KILL_MS; waited_ms += 2) {
        guint found = for_each_child(kill_child);

        left = MAX(left, found);
        if (found == 0)
            (void)kill(-group, SIGKILL); /* where /proc cannot be read */
        g_usleep(2000);
    }
    return left;
}

/* Until the child has ended; TRUE when it had to be killed. */
static gboolean watch(pid_t child, int child_fd)
{
    struct pollfd fds[2] = {
        {.fd = child_fd, .events = POLLIN},
        {.fd = CORDON_WORKER_CONTROL_FD, .events = POLLIN | POLLRDHUP},
    };

    for (;;) {
        int ready = poll(fds, 2, -1);

        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            break;
        if (ready > 0 && fds[0].revents != 0)
            return FALSE;
        if (ready > 0 && fds[1].revents != 0)
            break;
    }
    (void)kill(child, SIGKILL);
    return TRUE;
}

static _Noreturn void run_monitor(pid_t child)
{
    int child_fd = (int)syscall(SYS_pidfd_open, child, 0u);
    int status = 0;
    char packet[64];

    (void)close(CORDON_WORKER_WIRE_FD);
    gboolean stopped = child_fd < 0;
    if (stopped)
        (void)kill(child, SIGKILL);
    else
        stopped = watch(child, child_fd);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    guint left = clear_children(child, stopped ? 0 : PATIENCE_MS);
    int size = snprintf(packet, sizeof(packet), "ended %d %u", status, left);
    (void)send(CORDON_WORKER_CONTROL_FD, packet, (size_t)size, MSG_NOSIGNAL);
    end(EXIT_SUCCESS);
}

static gboolean is_socket(int fd)
{
    struct stat stat;

    return fstat(fd, &stat) == 0 && S_ISSOCK(stat.st_mode);
}

static void close_from(unsigned first)
{
    if (syscall(SYS_close_range, first, ~0u, 0u) == 0)
        return;
    long limit = sysconf(_SC_OPEN_MAX);
    for (int fd = (int)first; fd < limit; fd++)
        (void)close(fd);
}

static void set_limits(void)
{
    const struct rlimit core = {0, 0};
    struct rlimit files;

    (void)setrlimit(RLIMIT_CORE, &core);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > CORDON_STATE_MAX_FDS) {
        files.rlim_cur = CORDON_STATE_MAX_FDS;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

int main(void)
{
    if (!is_socket(CORDON_WORKER_WIRE_FD) || !is_socket(CORDON_WORKER_CONTROL_FD)) {
        (void)fputs("cordon-worker is started by libcordon, not by hand. To look at a backend, run "
                    "cordon doctor.\n",
                    stderr);
        return 2;
    }
    close_from(CORDON_WORKER_CONTROL_FD + 1);
    (void)fcntl(CORDON_WORKER_WIRE_FD, F_SETFD, FD_CLOEXEC);
    (void)fcntl(CORDON_WORKER_CONTROL_FD, F_SETFD, FD_CLOEXEC);
    set_limits();
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);

    pid_t monitor = getpid();
    pid_t child = fork();
    if (child < 0)
        return EXIT_FAILURE;
    if (child > 0)
        run_monitor(child);
    (void)close(CORDON_WORKER_CONTROL_FD);
    (void)setsid();
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != monitor)
        end(CORDON_WORKER_EXIT_LOST);
    run_child();
}

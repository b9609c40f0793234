/* SPDX-License-Identifier: MIT */
/* Starts cordon-worker, listens to it, ends it, and judges how it ended. */
#define _GNU_SOURCE /* POSIX_SPAWN_SETSID, memfd_create(), F_DUPFD_CLOEXEC, file seals */
#include "engine/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fdio.h"
#include "base/install.h"
#include "engine/host.h"
#include "engine/image_default.h"
#include "engine/text.h"
#include "engine/wire.h"
#include "model/environment.h"

/* What is kept of what a worker prints; a write beyond it fails there. */
#define MAX_OUTPUT_BYTES (64 * 1024)
/* From "stop" to the end of the monitor, which kills and counts meanwhile. */
#define STOP_MS 3000
/* Sources of descriptors for a worker lie above the numbers that it gets. */
#define FIRST_SOURCE_FD 10

struct CordonWorker {
    const CordonCatalogEntry *entry;
    CordonJob job;
    guint deadline_ms;
    gint64 started_us;
    pid_t pid;           /* of the monitor, 0: not started */
    int wire, control;   /* ours; -1 when closed */
    int output[2];       /* memory files that are its descriptors 1 and 2 */
    char *start_failure; /* why it could not be started */
    CordonWireReader *reader;
    char *call;
    char *breach, *unreadable;
    CordonJson *answer; /* the event that ended the job */
    CordonWorkerEnd end;
    gboolean stopped; /* was told to stop */
    gint64 stopped_us;
    gboolean over;
};

static gint started_count;
guint cordon_worker_test_deadline_ms;

guint cordon_worker_count(void)
{
    return (guint)g_atomic_int_get(&started_count);
}

/* --- environment --- */

/* Variables that decide what a probe finds; everything else stays out.  The last rows are for
 * sanitizers and for coverage, in builds that have them. */
static const char *const PASSED[] = {
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "TMPDIR",
    "XDG_RUNTIME_DIR",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "DOCKER_HOST",
    "DOCKER_CONTEXT",
    "DOCKER_CONFIG",
    "DOCKER_CERT_PATH",
    "DOCKER_TLS_VERIFY",
    "CONTAINER_HOST",
    CORDON_IMAGE_VARIABLE,
    "WSL_DISTRO_NAME",
    "WSL_INTEROP",
    "ASAN_OPTIONS",
    "UBSAN_OPTIONS",
    "LSAN_OPTIONS",
};

static gint compare_strings(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **cordon_worker_environment(const char *const *base)
{
    g_autoptr(GPtrArray) environment = g_ptr_array_new_with_free_func(g_free);

    for (gsize i = 0; base != NULL && base[i] != NULL; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(PASSED); j++) {
            gsize length = strlen(PASSED[j]);

            if (strncmp(base[i], PASSED[j], length) == 0 && base[i][length] == '=' &&
                !cordon_environment_is_secret(PASSED[j]))
                g_ptr_array_add(environment, g_strdup(base[i]));
        }
    }
    g_autofree char *image = cordon_image_get_default();
    if (image != NULL)
        g_ptr_array_add(environment, g_strconcat(CORDON_IMAGE_VARIABLE "=", image, NULL));
    g_ptr_array_add(environment, g_strdup("LANG=C"));
    g_ptr_array_add(environment, g_strdup("LC_ALL=C"));
    g_ptr_array_sort(environment, compare_strings);
    g_ptr_array_add(environment, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&environment), FALSE);
}

/* --- start --- */

static void note_failure(CordonWorker *worker, const char *what, int number)
{
    if (worker->start_failure == NULL)
        worker->start_failure = g_strdup_printf("%s failed: %s", what, g_strerror(number));
}

/* Moves *fd out of the way of the numbers that the worker gets. */
static gboolean lift(int *fd)
{
    int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, FIRST_SOURCE_FD);

    if (lifted < 0)
        return FALSE;
    close(*fd);
    *fd = lifted;
    return TRUE;
}

/* A memory file of which no more than MAX_OUTPUT_BYTES can be written.  Its offset, which the worker
 * shares, says how much was. */
static int new_output(void)
{
    int fd = memfd_create("cordon-worker-output", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0)
        return -1;
    if (ftruncate(fd, MAX_OUTPUT_BYTES) < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_GROW) < 0 ||
        !lift(&fd))
        cordon_fd_clear(&fd);
    return fd;
}

/* The four ends that the worker gets, by their number there. */
typedef struct {
    int in, wire, control;
} WorkerEnds;

static gboolean open_ends(CordonWorker *worker, WorkerEnds *ends)
{
    int wire[2] = {-1, -1}, control[2] = {-1, -1};

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, wire) < 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) < 0) {
        note_failure(worker, "socketpair()", errno);
        cordon_fd_clear(&wire[0]);
        cordon_fd_clear(&wire[1]);
        return FALSE;
    }
    worker->wire = wire[0];
    worker->control = control[0];
    ends->wire = wire[1];
    ends->control = control[1];
    ends->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    worker->output[0] = new_output();
    worker->output[1] = new_output();
    if (ends->in < 0 || worker->output[0] < 0 || worker->output[1] < 0 || !lift(&ends->in) ||
        !lift(&ends->wire) || !lift(&ends->control)) {
        note_failure(worker, "Opening descriptors", errno);
        return FALSE;
    }
    return TRUE;
}

/* posix_spawn() and no fork(): the host may have threads. */
static gboolean spawn(CordonWorker *worker, const WorkerEnds *ends, const char *program)
{
    char *argv[] = {g_strdup("cordon-worker"), NULL};
    g_auto(GStrv) environment = cordon_worker_environment((const char *const *)environ);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int number = 0;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, ends->in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, worker->output[0], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, worker->output[1], STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends->wire, CORDON_WORKER_WIRE_FD);
    posix_spawn_file_actions_adddup2(&actions, ends->control, CORDON_WORKER_CONTROL_FD);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    number = posix_spawn(&worker->pid, program, &actions, &attributes, argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    g_free(argv[0]);
    if (number != 0) {
        worker->pid = 0;
        note_failure(worker, program, number);
        return FALSE;
    }
    g_atomic_int_inc(&started_count);
    return TRUE;
}

static gint64 remaining_ms(gint64 since_us, gint64 span_ms)
{
    return span_ms - (g_get_monotonic_time() - since_us) / 1000;
}

static void start(CordonWorker *worker, const CordonRequest *request)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *program = cordon_install_helper("cordon-worker", &error);
    CORDON_AUTO_FD int in = -1;
    CORDON_AUTO_FD int wire = -1;
    CORDON_AUTO_FD int control = -1;
    WorkerEnds ends = {-1, -1, -1};

    if (program == NULL) {
        worker->start_failure = g_strdup(error->message);
        return;
    }
    gboolean started = open_ends(worker, &ends) && spawn(worker, &ends, program);
    in = ends.in;
    wire = ends.wire;
    control = ends.control;
    if (!started)
        return;

    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(worker->deadline_ms);
    g_autofree char *text = cordon_request_write(request);
    if (deadline == NULL)
        note_failure(worker, "Making a deadline", EMFILE);
    else if (!cordon_wire_send(worker->wire, text, deadline, &error) &&
             g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE))
        worker->start_failure = g_strdup(error->message);
    /* Any other error of sending shows in how the worker ends. */
}

static CordonWorker *new_worker(const CordonCatalogEntry *entry, CordonJob job, guint deadline_ms)
{
    CordonWorker *worker = g_new0(CordonWorker, 1);

    worker->entry = entry;
    worker->job = job;
    worker->deadline_ms =
        cordon_worker_test_deadline_ms != 0 ? cordon_worker_test_deadline_ms : deadline_ms;
    worker->started_us = g_get_monotonic_time();
    worker->wire = worker->control = worker->output[0] = worker->output[1] = -1;
    worker->reader = cordon_wire_reader_new(CORDON_WIRE_MAX_REPLY_BYTES);
    return worker;
}

static void free_worker(CordonWorker *worker)
{
    cordon_fd_clear(&worker->wire);
    cordon_fd_clear(&worker->control);
    cordon_fd_clear(&worker->output[0]);
    cordon_fd_clear(&worker->output[1]);
    cordon_wire_reader_free(worker->reader);
    cordon_json_free(worker->answer);
    g_free(worker->start_failure);
    g_free(worker->call);
    g_free(worker->breach);
    g_free(worker->unreadable);
    g_free(worker);
}

/* --- listen --- */

/* The calls whose names a worker may give. */
static const char *const CALLS[] = {"load", "open", "probe", "readiness_hint", "wrap", "close"};

static void set_call(CordonWorker *worker, const CordonJsonValue *event, gboolean inside)
{
    const char *call = NULL;

    if (!cordon_json_get_string(event, "call", TRUE, &call, NULL))
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(CALLS); i++) {
        if (strcmp(CALLS[i], call) == 0) {
            g_free(worker->call);
            worker->call = g_strdup(call);
            worker->end.inside = inside;
        }
    }
}

static void forward_log(const CordonWorker *worker, const CordonJsonValue *event)
{
    const char *text = NULL;

    if (cordon_json_get_string(event, "text", TRUE, &text, NULL)) {
        g_autofree char *clean = cordon_text_clean(text, CORDON_CALL_MAX_TEXT_BYTES, FALSE);

        g_log("cordon-backend", G_LOG_LEVEL_DEBUG, "%s: %s", worker->entry->info.id, clean);
    }
}

static void take_event(CordonWorker *worker, CordonJson *json)
{
    g_autoptr(CordonJson) owned = json;
    const CordonJsonValue *event = cordon_json_root(json);
    const char *name = NULL, *text = NULL;

    if (!cordon_json_get_string(event, "event", TRUE, &name, NULL)) {
        worker->unreadable = g_strdup("an event without a name");
    } else if (strcmp(name, "enter") == 0) {
        set_call(worker, event, TRUE);
    } else if (strcmp(name, "leave") == 0) {
        set_call(worker, event, FALSE);
    } else if (strcmp(name, "log") == 0) {
        forward_log(worker, event);
    } else if (strcmp(name, "breach") == 0) {
        if (worker->breach == NULL && cordon_json_get_string(event, "text", TRUE, &text, NULL))
            worker->breach = cordon_text_clean(text, CORDON_CALL_MAX_TEXT_BYTES, FALSE);
    } else if (strcmp(name, "failed") == 0 || strcmp(name, "report") == 0 ||
               strcmp(name, "plan") == 0) {
        if (worker->answer == NULL)
            worker->answer = g_steal_pointer(&owned);
    }
    /* Others may come from a newer worker, and may be passed over. */
}

static void take_events(CordonWorker *worker)
{
    while (worker->unreadable == NULL) {
        g_autoptr(GError) error = NULL;
        CordonJson *json = NULL;

        if (!cordon_wire_reader_next(worker->reader, &json, &error))
            worker->unreadable = cordon_text_clean(error->message, 256, FALSE);
        else if (json == NULL)
            return;
        else
            take_event(worker, json);
    }
}

/* Reads what is there; closes the wire at its end. */
static void read_wire(CordonWorker *worker)
{
    char buffer[64 * 1024];

    while (worker->wire >= 0 && worker->unreadable == NULL) {
        g_autoptr(GError) error = NULL;
        ssize_t got = recv(worker->wire, buffer, sizeof(buffer), MSG_DONTWAIT);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN))
            return;
        if (got <= 0) {
            cordon_fd_clear(&worker->wire);
            return;
        }
        if (!cordon_wire_reader_feed(worker->reader, buffer, (gsize)got, &error)) {
            worker->unreadable = cordon_text_clean(error->message, 256, FALSE);
            return;
        }
        take_events(worker);
    }
}

/* Tells the monitor to kill everything. */
static void stop(CordonWorker *worker)
{
    if (worker->stopped)
        return;
    worker->stopped = TRUE;
    worker->stopped_us = g_get_monotonic_time();
    (void)send(worker->control, "stop", 4, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void reap(CordonWorker *worker)
{
    /* ECHILD where the host ignores SIGCHLD, or where somebody else waits for any child. */
    while (worker->pid > 0 && waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
    worker->over = TRUE;
    read_wire(worker);
}

/* The monitor's only packet, or its end. */
static void read_control(CordonWorker *worker)
{
    char packet[64];
    int wait_status = 0;
    unsigned left = 0;
    ssize_t got = recv(worker->control, packet, sizeof(packet) - 1, MSG_DONTWAIT);

    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got > 0) {
        packet[got] = '\0';
        if (sscanf(packet, "ended %d %u", &wait_status, &left) == 2) {
            worker->end.ended = TRUE;
            worker->end.wait_status = wait_status;
            worker->end.left = left;
        }
    }
    reap(worker); /* either way it is at its end */
}

/* Milliseconds until something has to be done about the worker; does it when it is due. */
static gint64 keep_time(CordonWorker *worker)
{
    if (worker->unreadable != NULL)
        stop(worker);
    if (!worker->stopped) {
        gint64 left =
            remaining_ms(worker->started_us, (gint64)worker->deadline_ms + CORDON_WORKER_GRACE_MS);

        if (left > 0)
            return left;
        worker->end.late = TRUE;
        stop(worker);
    }
    gint64 left = remaining_ms(worker->stopped_us, STOP_MS);
    if (left > 0)
        return left;
    /* Takes the plug-in's process along (PR_SET_PDEATHSIG). */
    (void)kill(worker->pid, SIGKILL);
    reap(worker);
    return G_MAXINT64;
}

/* One round of poll(). */
static gboolean listen_once(CordonWorker *const *workers, gsize count, struct pollfd *fds)
{
    gint64 timeout = G_MAXINT64;
    gsize running = 0;

    for (gsize i = 0; i < count; i++) {
        if (!workers[i]->over)
            timeout = MIN(timeout, keep_time(workers[i]));
        gboolean over = workers[i]->over;

        running += !over;
        fds[2 * i] = (struct pollfd){
            .fd = over || workers[i]->unreadable != NULL ? -1 : workers[i]->wire, .events = POLLIN};
        fds[2 * i + 1] = (struct pollfd){.fd = over ? -1 : workers[i]->control, .events = POLLIN};
    }
    if (running == 0)
        return FALSE;
    if (poll(fds, (nfds_t)(2 * count), (int)CLAMP(timeout, 1, 60000)) < 0)
        return TRUE; /* EINTR, or memory is short: the time is kept all the same */
    for (gsize i = 0; i < count; i++) {
        if (fds[2 * i].revents != 0)
            read_wire(workers[i]);
        if (fds[2 * i + 1].revents != 0 && !workers[i]->over)
            read_control(workers[i]);
    }
    return TRUE;
}

void cordon_worker_wait(CordonWorker *const *workers, gsize count)
{
    g_autofree struct pollfd *fds = g_new0(struct pollfd, 2 * count);

    for (gsize i = 0; i < count; i++) {
        if (workers[i]->pid == 0)
            workers[i]->over = TRUE;
        else if (workers[i]->start_failure != NULL)
            stop(workers[i]);
    }
    while (listen_once(workers, count, fds))
        continue;
}

/* --- judge --- */

static char *name_signal(int number)
{
    static const struct {
        int number;
        const char *name;
    } NAMES[] = {
        {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
        {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"}, {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"},
        {SIGPIPE, "SIGPIPE"}, {SIGXCPU, "SIGXCPU"}, {SIGSYS, "SIGSYS"},   {SIGALRM, "SIGALRM"},
        {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(NAMES); i++)
        if (NAMES[i].number == number)
            return g_strdup(NAMES[i].name);
    return g_strdup_printf("signal %d", number);
}

/* "in probe", "while it was loaded", "after wrap". */
static char *name_place(const CordonWorkerEnd *end)
{
    if (end->call == NULL)
        return g_strdup("before it was loaded");
    if (strcmp(end->call, "load") == 0)
        return g_strdup(end->inside ? "while it was loaded" : "after it was loaded");
    return g_strdup_printf("%s %s", end->inside ? "in" : "after", end->call);
}

/* The call whose end the worker looked at, for what it noticed then. */
static const char *name_call(const CordonWorkerEnd *end)
{
    return end->call == NULL || strcmp(end->call, "load") == 0 ? "its constructor" : end->call;
}

static char *judge_status(const CordonWorkerEnd *end, const char *place)
{
    if (WIFSIGNALED(end->wait_status)) {
        g_autofree char *name = name_signal(WTERMSIG(end->wait_status));
        const char *verb = WTERMSIG(end->wait_status) == SIGKILL ? "was killed" : "crashed";

        return g_strdup_printf("%s %s: %s", verb, place, name);
    }
    if (WIFEXITED(end->wait_status) && WEXITSTATUS(end->wait_status) == CORDON_WORKER_EXIT_LOST)
        return g_strdup_printf("closed the host's descriptor in %s", name_call(end));
    if (!end->answered)
        return g_strdup_printf("called exit(%d) %s", WEXITSTATUS(end->wait_status), place);
    return NULL;
}

char *cordon_worker_judge(const CordonWorkerEnd *end, CordonWorkerKeep *ret_keep)
{
    g_autofree char *place = name_place(end);
    gboolean killed =
        end->ended && WIFSIGNALED(end->wait_status) && WTERMSIG(end->wait_status) == SIGKILL;

    /* Killed, but not by us: memory was short, or somebody did it.  That is no reason to lock the
     * plug-in away. */
    *ret_keep =
        (killed || !end->ended) && !end->late && end->breach == NULL && end->unreadable == NULL
            ? CORDON_WORKER_REMEMBER
            : CORDON_WORKER_QUARANTINE;

    /* The worker looks right after the call, so the call is known although it has returned. */
    if (end->breach != NULL)
        return g_strdup_printf("%s in %s", end->breach, name_call(end));
    if (end->unreadable != NULL)
        return g_strdup_printf("sent what cannot be read (%s): %s", place, end->unreadable);
    if (end->late && end->deadline_ms % 1000 == 0)
        return g_strdup_printf("did not answer within %u s (%s)", end->deadline_ms / 1000, place);
    if (end->late)
        return g_strdup_printf("did not answer within %u ms (%s)", end->deadline_ms, place);
    if (!end->ended)
        return g_strdup_printf("its worker was killed %s", place);

    char *status = judge_status(end, place);
    if (status != NULL)
        return status;
    if (end->left > 0)
        return g_strdup_printf("left %u process%s running", end->left, end->left == 1 ? "" : "es");
    if (end->printed != NULL)
        return g_strdup_printf("wrote to its standard output: %s", end->printed);
    return NULL;
}

/* --- finish --- */

/* The first line of what is in one of the memory files, the error output before the output. */
static char *read_printed(const CordonWorker *worker)
{
    g_autofree char *bytes = g_malloc(MAX_OUTPUT_BYTES);

    for (int i = 1; i >= 0; i--) {
        off_t size = worker->output[i] >= 0 ? lseek(worker->output[i], 0, SEEK_CUR) : 0;
        ssize_t got =
            size > 0 ? pread(worker->output[i], bytes, MIN((gsize)size, (gsize)MAX_OUTPUT_BYTES), 0)
                     : 0;
        char *line = got > 0 ? cordon_text_first_line(bytes, (gsize)got, 512) : NULL;

        if (line != NULL)
            return line;
    }
    return NULL;
}

/* Waits, then says why the plug-in is broken, or NULL; *ret_printed: its first line, or NULL. */
static char *end_worker(CordonWorker *worker, char **ret_printed, CordonWorkerKeep *ret_keep)
{
    cordon_worker_wait(&worker, 1);
    if (worker->unreadable == NULL && worker->answer == NULL &&
        cordon_wire_reader_is_partial(worker->reader) && worker->end.ended &&
        WIFEXITED(worker->end.wait_status) && WEXITSTATUS(worker->end.wait_status) == 0)
        worker->unreadable = g_strdup("the end is missing");
    *ret_printed = read_printed(worker);
    worker->end.call = worker->call;
    worker->end.breach = worker->breach;
    worker->end.unreadable = worker->unreadable;
    worker->end.printed = *ret_printed;
    worker->end.deadline_ms = worker->deadline_ms;
    worker->end.answered = worker->answer != NULL;
    return cordon_worker_judge(&worker->end, ret_keep);
}

/* The event that the worker ended with, when it is of that name. */
static const CordonJsonValue *get_answer(const CordonWorker *worker, const char *name)
{
    const CordonJsonValue *event = worker->answer != NULL ? cordon_json_root(worker->answer) : NULL;
    const char *event_name = NULL;

    if (event == NULL || !cordon_json_get_string(event, "event", TRUE, &event_name, NULL) ||
        strcmp(event_name, name) != 0)
        return NULL;
    return event;
}

/* The error that a "failed" event carries. */
static void set_failure(const CordonJsonValue *event, gboolean *ret_contract, GError **error)
{
    const char *text = "it failed without a reason";
    gint64 code = CORDON_ERROR_BACKEND;

    (void)cordon_json_get_string(event, "text", FALSE, &text, NULL);
    (void)cordon_json_get_int(event, "code", FALSE, 0, CORDON_ERROR_INTERNAL, &code, NULL);
    (void)cordon_json_get_bool(event, "contract", FALSE, ret_contract, NULL);
    g_autofree char *clean = cordon_text_clean(text, CORDON_CALL_MAX_TEXT_BYTES, FALSE);
    g_set_error_literal(error, CORDON_ERROR, (gint)code, clean);
}

CordonWorker *cordon_worker_start_probe(const CordonCatalogEntry *entry, guint32 depth,
                                        const CordonFacts *facts, guint deadline_ms)
{
    CordonWorker *worker = new_worker(entry, CORDON_JOB_PROBE, deadline_ms);
    const CordonRequest request = {
        .job = CORDON_JOB_PROBE,
        .depth = depth,
        .deadline_ms = worker->deadline_ms,
        .library = entry->library_path,
        .identity = entry->library,
        .manifest = entry->manifest,
        .facts = (CordonFacts *)(guintptr)facts,
    };

    start(worker, &request);
    return worker;
}

/* The report out of the worker's answer; what is wrong with it becomes `broken`. */
static CordonProbeReport *read_report(const CordonWorker *worker, CordonWorkerKeep *keep)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(GError) error = NULL;
    CordonCall call = {
        .kind = CORDON_CALL_PROBE,
        .manifest = worker->entry->manifest,
        .report = report,
    };
    const CordonJsonValue *failed = get_answer(worker, "failed");
    const CordonJsonValue *event = get_answer(worker, "report");
    const CordonJsonValue *sent = event != NULL ? cordon_json_find(event, "report") : NULL;
    gboolean contract = FALSE;

    if (failed != NULL)
        set_failure(failed, &contract, &error);
    else if (sent == NULL)
        g_set_error_literal(&error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                            "sent an answer that is no report");
    else if (!cordon_wire_push_report(sent, &call, &error))
        contract = TRUE;
    cordon_call_clear(&call);
    if (error != NULL) {
        cordon_probe_report_free(g_steal_pointer(&report));
        report = cordon_probe_report_new();
        report->broken = g_strdup(error->message);
    }
    *keep = contract ? CORDON_WORKER_QUARANTINE : CORDON_WORKER_REMEMBER;
    return g_steal_pointer(&report);
}

CordonProbeReport *cordon_worker_finish_probe(CordonWorker *worker, CordonWorkerKeep *ret_keep)
{
    g_autofree char *printed = NULL;
    CordonWorkerKeep keep = CORDON_WORKER_FORGET;
    g_autofree char *broken = end_worker(worker, &printed, &keep);
    CordonProbeReport *report = NULL;

    if (worker->start_failure != NULL || broken != NULL) {
        report = cordon_probe_report_new();
        report->raw = g_steal_pointer(&printed);
    }
    if (worker->start_failure != NULL) {
        keep = CORDON_WORKER_FORGET;
        report->broken =
            g_strdup_printf("its worker could not be started: %s", worker->start_failure);
    } else if (broken != NULL) {
        report->broken = g_steal_pointer(&broken);
    } else {
        report = read_report(worker, &keep);
    }
    report->took_ms = (guint)((g_get_monotonic_time() - worker->started_us) / 1000);
    report->checked_at = g_get_real_time() / G_USEC_PER_SEC;
    if (ret_keep != NULL)
        *ret_keep = keep;
    free_worker(worker);
    return report;
}

static CordonPlanData *read_plan(const CordonWorker *worker, const CordonLaunch *launch,
                                 GError **error)
{
    const CordonJsonValue *failed = get_answer(worker, "failed");
    const CordonJsonValue *event = get_answer(worker, "plan");
    const CordonJsonValue *sent = event != NULL ? cordon_json_find(event, "plan") : NULL;
    gboolean contract = FALSE;

    if (failed != NULL) {
        set_failure(failed, &contract, error);
        return NULL;
    }
    if (sent == NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                    "The backend '%s' sent an answer that is no plan.", worker->entry->info.id);
        return NULL;
    }
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new(worker->entry->manifest->id);
    CordonCall call = {
        .kind = CORDON_CALL_WRAP,
        .manifest = worker->entry->manifest,
        .plan = plan,
        .launch = launch,
    };
    gboolean fine = cordon_wire_push_plan(sent, &call, error);
    cordon_call_clear(&call);
    if (!fine || !cordon_backend_check_plan(plan, launch, error))
        return NULL;
    return g_steal_pointer(&plan);
}

CordonPlanData *cordon_worker_wrap(const CordonCatalogEntry *entry, const CordonLaunch *launch,
                                   const CordonFacts *facts, const CordonProbeReport *probed,
                                   GError **error)
{
    CordonWorker *worker = new_worker(entry, CORDON_JOB_WRAP, CORDON_WRAP_DEADLINE_MS);
    const CordonRequest request = {
        .job = CORDON_JOB_WRAP,
        .deadline_ms = worker->deadline_ms,
        .library = entry->library_path,
        .identity = entry->library,
        .manifest = entry->manifest,
        .facts = (CordonFacts *)(guintptr)facts,
        .probed = (CordonProbeReport *)(guintptr)probed,
        .launch = (CordonLaunch *)(guintptr)launch,
    };
    g_autofree char *printed = NULL;
    CordonPlanData *plan = NULL;
    CordonWorkerKeep keep = CORDON_WORKER_FORGET;

    start(worker, &request);
    g_autofree char *broken = end_worker(worker, &printed, &keep);
    if (worker->start_failure != NULL)
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "The worker for the backend '%s' could not be started: %s", entry->info.id,
                    worker->start_failure);
    else if (broken != NULL)
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                    "The backend '%s' could not plan this launch: it %s.%s%s", entry->info.id,
                    broken, printed != NULL ? " It said: " : "", printed != NULL ? printed : "");
    else
        plan = read_plan(worker, launch, error);
    free_worker(worker);
    return plan;
}

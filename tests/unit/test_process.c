/* SPDX-License-Identifier: MIT */
/* Plans that run, with a command that misbehaves (process_command.c).  What is left afterwards is
 * counted by a variable that only the processes of that run have. */
#define _GNU_SOURCE /* O_PATH, pipe2() */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/install.h"
#include "engine/process.h"

#define MARK "CORDON_TEST_MARK"

typedef struct {
    CordonPlanData *plan;
    char *mark;
    CordonRunOptions options;
    CordonProcessSpec spec;
    GString *out, *err;
    CordonProcess *running; /* for callbacks that stop it */
    guint stops;            /* how often to stop once output came */
    gboolean refuse;        /* the first output */
} Run;

static gboolean take_output(CordonStream stream, const char *bytes, gsize size, gpointer data)
{
    Run *run = data;

    g_string_append_len(stream == CORDON_STREAM_STDOUT ? run->out : run->err, bytes, (gssize)size);
    for (; run->running && run->stops > 0; run->stops--)
        cordon_process_stop(run->running);
    return !run->refuse;
}

/* A plan without a sandbox. */
static Run *run_new(const char *program, ...)
{
    static guint number;
    Run *run = g_new0(Run, 1);
    va_list args;

    run->plan = cordon_plan_data_new("none");
    run->mark = g_strdup_printf("%d-%u", (int)getpid(), ++number);
    /* A backend must name its launcher by its path; a command without one may be a bare name. */
    g_ptr_array_add(run->plan->argv, g_strdup(program));
    va_start(args, program);
    for (const char *arg; (arg = va_arg(args, const char *));)
        cr_assert(cordon_plan_data_add_arg(run->plan, arg, NULL));
    va_end(args);
    cr_assert(cordon_plan_data_add_env(run->plan, "PATH", "/usr/bin:/bin", NULL));
    cr_assert(cordon_plan_data_add_env(run->plan, MARK, run->mark, NULL));
    run->out = g_string_new(NULL);
    run->err = g_string_new(NULL);
    run->options = (CordonRunOptions){
        .struct_size = sizeof run->options,
        .stdin_fd = -1,
        .time_limit_ms = 120000,
        .grace_ms = 10000,
        .keep_bytes = 4096,
        .output = take_output,
        .user_data = run,
    };
    run->spec.plan = run->plan;
    return run;
}

static void set_backend(Run *run, const char *backend)
{
    g_free(run->plan->backend);
    run->plan->backend = g_strdup(backend);
}

static void start(Run *run)
{
    g_autoptr(GError) error = NULL;

    run->running = cordon_process_start(&run->spec, &run->options, &error);
    cr_assert(run->running, "%s", error ? error->message : "");
}

static const CordonResult *wait_for(Run *run)
{
    if (!run->running)
        start(run);
    return cordon_process_wait(run->running);
}

static void run_free(Run *run)
{
    cordon_process_free(run->running);
    cordon_plan_data_free(run->plan);
    g_string_free(run->out, TRUE);
    g_string_free(run->err, TRUE);
    g_free(run->mark);
    g_free(run);
}

static gboolean has_mark(const char *pid, const char *wanted)
{
    g_autofree char *path = g_strdup_printf("/proc/%s/environ", pid);
    g_autofree char *text = NULL;
    gsize size = 0;

    if (!g_file_get_contents(path, &text, &size, NULL))
        return FALSE;
    for (const char *at = text; at < text + size; at += strlen(at) + 1)
        if (strcmp(at, wanted) == 0)
            return TRUE;
    return FALSE;
}

/* A supervisor cannot be looked into, but by root. */
static gboolean is_supervisor(const char *pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%s/comm", pid);
    g_autofree char *name = NULL;

    return g_file_get_contents(path, &name, NULL, NULL) && g_str_has_prefix(name, "cordon-super");
}

/* Living processes of a run, but for its supervisor. */
static guint count_marked(const char *mark)
{
    g_autofree char *wanted = g_strconcat(MARK "=", mark, NULL);
    DIR *folder = opendir("/proc");
    guint count = 0;

    for (struct dirent *entry; (entry = readdir(folder));)
        if (g_ascii_isdigit(entry->d_name[0]) && has_mark(entry->d_name, wanted) &&
            !is_supervisor(entry->d_name))
            count++;
    closedir(folder);
    return count;
}

/* Waits until as many processes are there; the test's own time limit is the bound. */
static void await_marked(const char *mark, guint count)
{
    while (count == 0 ? count_marked(mark) > 0 : count_marked(mark) < count)
        usleep(2000);
}

static guint count_fds(void)
{
    DIR *folder = opendir("/proc/self/fd");
    guint count = 0;

    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* The one child of this process. */
static pid_t find_supervisor(void)
{
    g_autofree char *path = g_strdup_printf("/proc/self/task/%d/children", (int)getpid());
    g_autofree char *text = NULL;

    cr_assert(g_file_get_contents(path, &text, NULL, NULL));
    pid_t pid = (pid_t)atoi(text);
    cr_assert_gt(pid, 0);
    return pid;
}

/* --- how it ends ---------------------------------------------------------------------------- */

Test(process, exit_codes_are_the_commands_own)
{
    static const int codes[] = {0, 1, 2, 42, 124, 125, 126, 127, 128, 255};

    for (gsize i = 0; i < G_N_ELEMENTS(codes); i++) {
        g_autofree char *text = g_strdup_printf("%d", codes[i]);
        Run *run = run_new(PROCESS_COMMAND, "exit", text, NULL);
        const CordonResult *result = wait_for(run);

        cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED);
        cr_assert_eq(result->code, codes[i]);
        cr_assert_eq(cordon_result_exit_status(result), codes[i]);
        cr_assert_eq(result->killed, 0);
        cr_assert_null(result->message);
        cr_assert_eq(count_marked(run->mark), 0);
        cr_assert_eq(cordon_process_wait(run->running), result, "a second wait gives the same");
        run_free(run);
    }
}

Test(process, signals_are_told)
{
    static const int signals[] = {SIGTERM, SIGKILL, SIGSEGV, SIGPIPE, SIGABRT};

    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
        g_autofree char *text = g_strdup_printf("%d", signals[i]);
        Run *run = run_new(PROCESS_COMMAND, "raise", text, NULL);
        const CordonResult *result = wait_for(run);

        cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
        cr_assert_eq(result->code, signals[i]);
        run_free(run);
    }
}

Test(process, a_missing_command_is_not_found)
{
    static const char *const programs[] = {"no-such-program-of-this-name", "/no/such/program", ""};

    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
        Run *run = run_new(programs[i], NULL);
        const CordonResult *result = wait_for(run);

        cr_assert_eq(result->kind, CORDON_EXIT_KIND_SETUP, "%s", programs[i]);
        cr_assert(result->not_found);
        cr_assert_eq(cordon_result_exit_status(result), 127);
        cr_assert_not_null(result->message);
        run_free(run);
    }
}

Test(process, a_file_that_is_no_program_is_not_executed)
{
    Run *run = run_new("/etc/passwd", NULL);
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SETUP);
    cr_assert(!result->not_found);
    cr_assert_eq(cordon_result_exit_status(result), 126);
    run_free(run);
}

Test(process, a_program_is_searched_in_the_path_of_the_plan)
{
    Run *run = run_new("echo", "found", NULL);
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED);
    cr_assert_str_eq(run->out->str, "found\n");
    run_free(run);
}

/* --- what it gets --------------------------------------------------------------------------- */

Test(process, the_environment_is_the_plans_and_nothing_else)
{
    Run *run = run_new("env", NULL);

    setenv("CORDON_TEST_OF_THE_HOST", "1", 1);
    wait_for(run);
    g_autofree char *expected = g_strdup_printf("PATH=/usr/bin:/bin\n" MARK "=%s\n", run->mark);
    cr_assert_str_eq(run->out->str, expected);
    run_free(run);
}

Test(process, it_starts_in_its_folder)
{
    Run *run = run_new("pwd", NULL);

    run->spec.cwd = "/usr/lib";
    wait_for(run);
    cr_assert_str_eq(run->out->str, "/usr/lib\n");
    run_free(run);

    run = run_new("pwd", NULL);
    wait_for(run);
    cr_assert_str_eq(run->out->str, "/\n");
    run_free(run);
}

Test(process, signals_of_the_host_do_not_reach_the_command)
{
    sigset_t all;
    Run *run = run_new(PROCESS_COMMAND, "signals", NULL);

    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED);
    cr_assert_str_eq(run->out->str, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    run_free(run);
}

static int give_held(const char *path, gpointer data)
{
    return strcmp(path, "/the/folder") == 0 ? *(int *)data : -1;
}

/* A folder with a file in it, held by a descriptor. */
static int hold_folder(struct stat *ret)
{
    char path[] = "/tmp/cordon-process-XXXXXX";

    cr_assert_not_null(mkdtemp(path));
    int fd = open(path, O_PATH | O_CLOEXEC);
    int file = openat(fd, "present", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    cr_assert_geq(file, 0);
    close(file);
    cr_assert_eq(fstat(fd, ret), 0);
    return fd;
}

static void remove_folder(int fd)
{
    char link[64], path[256];

    g_snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    cr_assert_gt(size, 0);
    path[size] = '\0';
    unlinkat(fd, "present", 0);
    rmdir(path);
    close(fd);
}

Test(process, descriptors_get_their_numbers_whatever_the_host_uses)
{
    struct stat status;
    int number;

    /* The host has leaking descriptors just where the plan's are to be. */
    for (int fd = 3; fd < 12; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            cr_assert_eq(dup2(0, fd), fd);
    int held = hold_folder(&status);
    Run *run = run_new(PROCESS_COMMAND, "fds", NULL);
    cr_assert(cordon_plan_data_add_data(run->plan, "the data", 8, &number, NULL));
    cr_assert_eq(number, 3);
    cr_assert(cordon_plan_data_add_path(run->plan, "/the/folder", status.st_dev, status.st_ino,
                                        &number, NULL));
    cr_assert_eq(number, 4);
    run->spec.held = give_held;
    run->spec.held_data = &held;
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->code, 0);
    cr_assert_str_eq(run->out->str, "0 1 2 3 4 [the data] folder");
    run_free(run);
    remove_folder(held);
}

Test(process, a_folder_that_is_another_one_by_now_starts_nothing)
{
    g_autoptr(GError) error = NULL;
    struct stat status;
    int number, held = hold_folder(&status);
    Run *run = run_new(PROCESS_COMMAND, "fds", NULL);

    cr_assert(cordon_plan_data_add_path(run->plan, "/the/folder", status.st_dev, status.st_ino + 1,
                                        &number, NULL));
    run->spec.held = give_held;
    run->spec.held_data = &held;
    cr_assert_null(cordon_process_start(&run->spec, &run->options, &error));
    cr_assert(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_POLICY));
    run_free(run);
    remove_folder(held);
}

Test(process, mounts_can_be_private)
{
    char host[128] = "";
    Run *run = run_new(PROCESS_COMMAND, "namespace", NULL);

    cr_assert_gt(readlink("/proc/self/ns/mnt", host, sizeof host - 1), 0);
    run->spec.private_mounts = TRUE;
    const CordonResult *result = wait_for(run);
    /* Where the system refuses, nothing has run. */
    if (result->kind == CORDON_EXIT_KIND_SETUP)
        cr_assert_str_empty(run->out->str);
    else
        cr_assert_str_neq(run->out->str, host);
    run_free(run);
}

/* --- streams -------------------------------------------------------------------------------- */

Test(process, streams_are_kept_apart_and_bounded)
{
    Run *run = run_new(PROCESS_COMMAND, "print", "to stdout", "to stderr", NULL);

    run->options.keep_bytes = 4;
    const CordonResult *result = wait_for(run);
    cr_assert_str_eq(run->out->str, "to stdout");
    cr_assert_str_eq(run->err->str, "to stderr");
    cr_assert_eq(result->out.head_size, 2);
    cr_assert_eq(result->out.tail_size, 2);
    cr_assert(memcmp(result->err.tail, "rr", 2) == 0);
    cr_assert_eq(result->err.cut_bytes, 5);
    run_free(run);
}

static gboolean count_output(CordonStream stream, const char *bytes, gsize size, gpointer data)
{
    (void)stream;
    (void)bytes;
    *(guint64 *)data += size;
    return TRUE;
}

static guint64 peak_memory_kib(void)
{
    g_autofree char *text = NULL;

    cr_assert(g_file_get_contents("/proc/self/status", &text, NULL, NULL));
    const char *line = strstr(text, "VmHWM:");
    cr_assert_not_null(line);
    return g_ascii_strtoull(line + 6, NULL, 10);
}

Test(process, two_gigabytes_of_output_cost_no_memory, .timeout = 300)
{
    guint64 total = 0, before = peak_memory_kib();
    Run *run = run_new(PROCESS_COMMAND, "write", "2147483648", NULL);

    run->options.output = count_output;
    run->options.user_data = &total;
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->code, 0);
    cr_assert_eq(total, G_GUINT64_CONSTANT(2147483648));
    cr_assert_eq(result->out.total_bytes, total);
    cr_assert_lt(peak_memory_kib() - before, 8192);
    run_free(run);
}

Test(process, the_last_bytes_before_the_end_are_not_lost)
{
    for (guint i = 0; i < 50; i++) {
        Run *run = run_new(PROCESS_COMMAND, "write", "60000", NULL);

        wait_for(run);
        cr_assert_eq(run->out->len, 60000);
        run_free(run);
    }
}

Test(process, output_that_nobody_wants_ends_the_command)
{
    Run *run = run_new(PROCESS_COMMAND, "write", "1000000000", NULL);

    run->refuse = TRUE;
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
    cr_assert_eq(result->code, SIGPIPE);
    run_free(run);
}

Test(process, stdin_is_empty_unless_it_is_given)
{
    Run *run = run_new(PROCESS_COMMAND, "copy", NULL);
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->code, 0);
    cr_assert_eq(run->out->len, 0);
    run_free(run);
}

/* A memory file of as many bytes, each its own place's. */
static int make_file(gsize size)
{
    int fd = memfd_create("input", MFD_CLOEXEC);
    g_autofree char *bytes = g_malloc(size);

    for (gsize i = 0; i < size; i++)
        bytes[i] = (char)(i * 31 + i / 251);
    cr_assert_eq(write(fd, bytes, size), (ssize_t)size);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

static void check_copy(const Run *run, gsize size)
{
    cr_assert_eq(run->out->len, size);
    for (gsize i = 0; i < size; i++)
        cr_assert(run->out->str[i] == (char)(i * 31 + i / 251));
}

Test(process, stdin_comes_from_a_file)
{
    Run *run = run_new(PROCESS_COMMAND, "copy", NULL);

    run->options.stdin_fd = make_file(3000001);
    wait_for(run);
    check_copy(run, 3000001);
    close(run->options.stdin_fd);
    run_free(run);
}

Test(process, stdin_comes_from_a_pipe_or_a_socket_that_ends)
{
    for (int kind = 0; kind < 2; kind++) {
        int ends[2];
        Run *run = run_new(PROCESS_COMMAND, "copy", NULL);

        cr_assert_eq(kind == 0 ? pipe2(ends, O_CLOEXEC)
                               : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends),
                     0);
        pid_t writer = fork();
        if (writer == 0) {
            int file = make_file(500000);
            g_autofree char *bytes = g_malloc(500000);

            if (read(file, bytes, 500000) != 500000)
                _exit(1);
            for (gsize at = 0; at < 500000;) {
                ssize_t size = write(ends[1], bytes + at, MIN(7777, 500000 - at));
                if (size < 0)
                    _exit(1);
                at += (gsize)size;
            }
            _exit(0);
        }
        close(ends[1]);
        run->options.stdin_fd = ends[0];
        wait_for(run);
        check_copy(run, 500000);
        cr_assert_eq(waitpid(writer, NULL, 0), writer);
        cr_assert_eq(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0, "shared flags are left alone");
        close(ends[0]);
        run_free(run);
    }
}

Test(process, an_endless_stdin_does_not_keep_the_run_alive)
{
    int ends[2];

    /* One that never says anything, and one that never stops. */
    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    int sources[] = {ends[0], open("/dev/zero", O_RDONLY | O_CLOEXEC)};
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++) {
        Run *run = run_new(PROCESS_COMMAND, "exit", "3", NULL);

        run->options.stdin_fd = sources[i];
        const CordonResult *result = wait_for(run);
        cr_assert_eq(result->code, 3);
        run_free(run);
    }
}

Test(process, a_command_that_closes_its_stdin_is_left_in_peace)
{
    Run *run = run_new(PROCESS_COMMAND, "close-stdin", NULL);

    signal(SIGPIPE, SIG_DFL);
    run->options.stdin_fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    run->stops = 1; /* once it said that it closed it */
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
    cr_assert_eq(result->code, SIGTERM);
    close(run->options.stdin_fd);
    run_free(run);
}

Test(process, a_closed_stdin_is_an_empty_one)
{
    int ends[2];
    Run *run = run_new(PROCESS_COMMAND, "copy", NULL);

    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    close(ends[1]);
    run->options.stdin_fd = ends[0];
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->code, 0);
    cr_assert_eq(run->out->len, 0);
    close(ends[0]);
    run_free(run);
}

/* --- limits and stopping -------------------------------------------------------------------- */

Test(process, time_ends_a_command)
{
    Run *run = run_new(PROCESS_COMMAND, "keep", "plain", NULL);

    run->options.time_limit_ms = 300;
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LIMIT);
    cr_assert_str_eq(result->limit, "time");
    cr_assert_eq(cordon_result_exit_status(result), 124);
    cr_assert(!result->cancelled);
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

Test(process, time_ends_a_command_that_ignores_sigterm)
{
    Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", "ignore-term", NULL);

    run->options.time_limit_ms = 300;
    run->options.grace_ms = 200;
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LIMIT);
    cr_assert_geq(result->duration_ms, 500);
    cr_assert_eq(result->killed, 1);
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

Test(process, a_command_that_stops_its_supervisor_is_ended_all_the_same)
{
    Run *run = run_new(PROCESS_COMMAND, "stop-parent", NULL);

    run->options.time_limit_ms = 300;
    run->options.grace_ms = 100;
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LIMIT);
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

Test(process, other_signals_do_not_reach_the_supervisor)
{
    Run *run = run_new(PROCESS_COMMAND, "signal-parent", NULL);
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED);
    cr_assert_eq(result->code, 5);
    run_free(run);
}

Test(process, stop_ends_it_with_sigterm)
{
    Run *run = run_new(PROCESS_COMMAND, "keep", "plain", NULL);

    start(run);
    run->stops = 1;
    const CordonResult *result = wait_for(run);
    cr_assert(result->cancelled);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
    cr_assert_eq(result->code, SIGTERM);
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

Test(process, a_second_stop_kills_at_once)
{
    Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", "plain", NULL);

    run->options.grace_ms = G_MAXUINT;
    start(run);
    run->stops = 2;
    const CordonResult *result = wait_for(run);
    cr_assert(result->cancelled);
    cr_assert_eq(result->code, SIGKILL);
    run_free(run);
}

static gpointer stop_twice(gpointer data)
{
    Run *run = data;

    await_marked(run->mark, 2); /* the command, its child */
    cordon_process_stop(run->running);
    cordon_process_stop(run->running);
    return NULL;
}

Test(process, stop_may_come_from_another_thread)
{
    Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", "plain", NULL);

    run->options.grace_ms = G_MAXUINT;
    start(run);
    GThread *thread = g_thread_new("stop", stop_twice, run);
    const CordonResult *result = wait_for(run);
    g_thread_join(thread);
    cr_assert(result->cancelled);
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

static CordonProcess *stopped_by_handler;

static void handle_alarm(int number)
{
    (void)number;
    cordon_process_stop(stopped_by_handler);
}

Test(process, stop_may_come_from_a_signal_handler)
{
    Run *run = run_new(PROCESS_COMMAND, "keep", "plain", NULL);

    start(run);
    stopped_by_handler = run->running;
    signal(SIGALRM, handle_alarm);
    alarm(1);
    cr_assert(wait_for(run)->cancelled);
    run_free(run);
}

static void count_tick(guint elapsed_ms, gpointer data)
{
    Run *run = data;

    cr_assert_gt(elapsed_ms, 0);
    if (run->running)
        cordon_process_stop(run->running);
}

Test(process, ticks_while_it_runs)
{
    Run *run = run_new(PROCESS_COMMAND, "keep", "plain", NULL);

    run->options.tick = count_tick;
    start(run);
    cr_assert(wait_for(run)->cancelled);
    run_free(run);
}

Test(process, options_that_make_no_sense_are_refused)
{
    Run *run = run_new("true", NULL);
    g_autoptr(GError) error = NULL;

    run->options.time_limit_ms = 0;
    cr_assert_null(cordon_process_start(&run->spec, &run->options, &error));
    cr_assert(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID));
    run_free(run);
}

/* --- nothing survives ----------------------------------------------------------------------- */

static const char *const kinds[] = {"plain",   "setsid",      "double-fork", "nohup", "stopped",
                                    "ptraced", "ignore-term", "subreaper",   "vfork", "zombies",
                                    "many",    "leader-gone", "chain",       "bomb"};

Test(process, nothing_outlives_the_command, .timeout = 300)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Run *run = run_new(PROCESS_COMMAND, "leave", kinds[i], NULL);
        const CordonResult *result = wait_for(run);

        /* The pipes were held open by what was left, and that held nothing up. */
        cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED, "%s", kinds[i]);
        cr_assert_eq(result->code, 0, "%s: %d", kinds[i], result->code);
        cr_assert_eq(count_marked(run->mark), 0, "%s", kinds[i]);
        cr_assert_eq(result->survivors, 0, "%s", kinds[i]);
        cr_assert_geq(result->killed, strcmp(kinds[i], "many") == 0 ? 200 : 1, "%s: %u", kinds[i],
                      result->killed);
        run_free(run);
    }
}

Test(process, nothing_outlives_the_time_limit, .timeout = 300)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", kinds[i], NULL);

        start(run);
        run->options.grace_ms = 0;
        run->stops = 2;
        wait_for(run);
        cr_assert_eq(count_marked(run->mark), 0, "%s", kinds[i]);
        run_free(run);
    }
}

Test(process, freeing_a_running_process_ends_it)
{
    Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", "ignore-term", NULL);

    start(run);
    await_marked(run->mark, 2);
    cordon_process_free(run->running);
    run->running = NULL;
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

static gboolean pass_on(CordonStream stream, const char *bytes, gsize size, gpointer data)
{
    (void)stream;
    return write(*(int *)data, bytes, size) == (ssize_t)size;
}

Test(process, nothing_outlives_the_host_that_is_killed, .timeout = 300)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", kinds[i], NULL);
        int ends[2];
        char byte;

        cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
        pid_t host = fork();
        cr_assert_geq(host, 0);
        if (host == 0) {
            run->options.output = pass_on;
            run->options.user_data = &ends[1];
            CordonProcess *process = cordon_process_start(&run->spec, &run->options, NULL);

            if (process)
                cordon_process_wait(process);
            _exit(1);
        }
        cr_assert_eq(read(ends[0], &byte, 1), 1); /* all of them are up */
        cr_assert_geq(count_marked(run->mark), 1, "%s", kinds[i]);
        cr_assert_eq(kill(host, SIGKILL), 0);
        cr_assert_eq(waitpid(host, NULL, 0), host);
        await_marked(run->mark, 0);
        close(ends[0]);
        close(ends[1]);
        run_free(run);
    }
}

Test(process, nothing_outlives_a_supervisor_that_is_told_to_end)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};

    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
        Run *run = run_new(PROCESS_COMMAND, "keep-ignoring", "double-fork", NULL);

        start(run);
        await_marked(run->mark, 2);
        kill(find_supervisor(), signals[i]);
        const CordonResult *result = wait_for(run);
        cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
        cr_assert_eq(result->code, SIGKILL);
        cr_assert_eq(count_marked(run->mark), 0);
        run_free(run);
    }
}

Test(process, a_supervisor_that_is_killed_is_a_loss_and_takes_the_command_along)
{
    Run *run = run_new(PROCESS_COMMAND, "keep", "plain", NULL);

    start(run);
    await_marked(run->mark, 2);
    kill(find_supervisor(), SIGKILL);
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LOST);
    cr_assert_not_null(result->message);
    cr_assert_eq(cordon_result_exit_status(result), 125);

    /* Without a sandbox that is all that can be promised: the grandchild is ours to end here. */
    g_autofree char *mark = g_strdup(run->mark);
    await_marked(mark, 1);
    DIR *folder = opendir("/proc");
    g_autofree char *wanted = g_strconcat(MARK "=", mark, NULL);
    for (struct dirent *entry; (entry = readdir(folder));)
        if (g_ascii_isdigit(entry->d_name[0]) && has_mark(entry->d_name, wanted))
            kill(atoi(entry->d_name), SIGKILL);
    closedir(folder);
    await_marked(mark, 0);
    run_free(run);
}

Test(process, a_sandbox_dies_with_its_killed_supervisor)
{
    g_autofree char *bwrap = g_find_program_in_path("bwrap");

    if (!bwrap)
        cr_skip_test("bubblewrap is not installed");
    Run *run = run_new(bwrap, "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc",
                       "--die-with-parent", PROCESS_COMMAND, "keep-ignoring", "double-fork", NULL);
    start(run);
    /* At least the command and its daemon; bubblewrap's own processes may not be readable. */
    await_marked(run->mark, 4);
    kill(find_supervisor(), SIGKILL);
    cr_assert_eq(wait_for(run)->kind, CORDON_EXIT_KIND_LOST);
    await_marked(run->mark, 0);
    run_free(run);
}

Test(process, descriptors_are_given_back, .timeout = 300)
{
    guint before = 0;

    for (guint i = 0; i < 210; i++) {
        Run *run;
        int number;

        if (i == 10) /* what is opened once and kept is open by now */
            before = count_fds();
        switch (i % 7) {
        case 0:
            run = run_new("/no/such/program", NULL);
            wait_for(run);
            break;
        case 1:
            run = run_new("true", NULL);
            run->spec.cwd = "/no/such/folder";
            cr_assert_null(cordon_process_start(&run->spec, &run->options, NULL));
            break;
        case 2:
            run = run_new("true", NULL);
            cr_assert(cordon_plan_data_add_data(run->plan, "x", 1, &number, NULL));
            cr_assert(cordon_plan_data_add_path(run->plan, "/unheld", 1, 1, &number, NULL));
            cr_assert_null(cordon_process_start(&run->spec, &run->options, NULL));
            break;
        case 3:
            run = run_new("true", NULL);
            cr_assert(cordon_plan_data_add_status(run->plan, "cordon.status/1", &number, NULL));
            set_backend(run, "fake");
            wait_for(run);
            break;
        case 4: /* freed without being waited for */
            run = run_new(PROCESS_COMMAND, "keep", "plain", NULL);
            start(run);
            break;
        case 5:
            run = run_new("cat", NULL);
            run->options.stdin_fd = make_file(10);
            wait_for(run);
            close(run->options.stdin_fd);
            break;
        default:
            run = run_new("true", NULL);
            wait_for(run);
            break;
        }
        run_free(run);
    }
    cr_assert_eq(count_fds(), before);
}

/* --- the status channel --------------------------------------------------------------------- */

/* A launcher that says these things. */
static Run *run_launcher(const char *words, const char *status, const char *code)
{
    Run *run = run_new(PROCESS_COMMAND, "status", words, status, code, NULL);
    int number;

    set_backend(run, "fake");
    cr_assert(cordon_plan_data_add_status(run->plan, "cordon.status/1", &number, NULL));
    cr_assert_eq(number, 3);
    return run;
}

Test(process, a_launchers_exit_is_never_the_commands)
{
    Run *run = run_launcher("fake: cannot mount /x\n", "", "1");
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SETUP);
    cr_assert_eq(cordon_result_exit_status(result), 125);
    cr_assert(strstr(result->message, "cannot mount /x"), "%s", result->message);
    cr_assert_eq(run->err->len, 0, "its words are not streamed as the command's");
    cr_assert_eq(result->err.total_bytes, strlen("fake: cannot mount /x\n"));
    run_free(run);

    run = run_launcher("", "ready\nstarted\nexited 1\n", "0");
    result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED);
    cr_assert_eq(result->code, 1);
    run_free(run);
}

Test(process, a_verdict_that_does_not_come_is_lost)
{
    Run *run = run_launcher("", "ready\nstarted\n", "0");
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LOST);
    run_free(run);
}

Test(process, limits_of_the_sandbox_are_limits)
{
    Run *run = run_launcher("", "ready\nstarted\nlimit processes\nsignaled 9\n", "137");
    const CordonResult *result = wait_for(run);

    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LIMIT);
    cr_assert_str_eq(result->limit, "processes");
    run_free(run);
}

Test(process, stop_goes_over_the_status_channel)
{
    Run *run = run_new(PROCESS_COMMAND, "wait-for-stop", NULL);
    int number;

    set_backend(run, "fake");
    cr_assert(cordon_plan_data_add_status(run->plan, "cordon.status/1", &number, NULL));
    start(run);
    run->stops = 1;
    const CordonResult *result = wait_for(run);
    cr_assert(result->cancelled);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
    cr_assert_eq(result->code, SIGTERM);
    run_free(run);
}

Test(process, a_status_format_of_another_version_starts_nothing)
{
    g_autoptr(GError) error = NULL;
    Run *run = run_new("true", NULL);
    int number;

    if (cordon_plan_data_add_status(run->plan, "cordon.status/9", &number, NULL)) {
        cr_assert_null(cordon_process_start(&run->spec, &run->options, &error));
        cr_assert(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_BACKEND));
    }
    run_free(run);
}

/* --- a real sandbox with cordon-init -------------------------------------------------------- */

/* NULL where there is none. */
static Run *run_sandboxed(const char *mode, const char *argument)
{
    g_autofree char *bwrap = g_find_program_in_path("bwrap");
    g_autofree char *init = cordon_install_helper("cordon-init", NULL);
    int number;

    if (!bwrap || !init)
        return NULL;
    Run *run = run_new(bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
                       "--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--",
                       init, "--status", "3", "--", PROCESS_COMMAND, mode, argument, NULL);
    set_backend(run, "bwrap");
    cr_assert(cordon_plan_data_add_status(run->plan, "cordon.status/1", &number, NULL));
    return run;
}

Test(process, a_sandboxed_commands_end_is_its_own)
{
    static const struct {
        const char *mode, *argument;
        CordonExitKind kind;
        gint code;
    } rows[] = {
        {"exit", "0", CORDON_EXIT_KIND_EXITED, 0},
        {"exit", "1", CORDON_EXIT_KIND_EXITED, 1},
        {"exit", "125", CORDON_EXIT_KIND_EXITED, 125},
        {"raise", "9", CORDON_EXIT_KIND_SIGNALED, 9},
        {"raise", "11", CORDON_EXIT_KIND_SIGNALED, 11},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Run *run = run_sandboxed(rows[i].mode, rows[i].argument);

        if (!run)
            cr_skip_test("bubblewrap or cordon-init is not there");
        const CordonResult *result = wait_for(run);
        cr_assert_eq(result->kind, rows[i].kind, "%s %s: %s", rows[i].mode, rows[i].argument,
                     result->message);
        cr_assert_eq(result->code, rows[i].code);
        run_free(run);
    }
}

Test(process, nothing_outlives_a_sandboxed_command, .timeout = 300)
{
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Run *run = run_sandboxed("leave", kinds[i]);

        if (!run)
            cr_skip_test("bubblewrap or cordon-init is not there");
        const CordonResult *result = wait_for(run);
        cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED, "%s: %s", kinds[i], result->message);
        cr_assert_eq(result->code, 0);
        cr_assert_eq(count_marked(run->mark), 0, "%s", kinds[i]);
        run_free(run);
    }
}

Test(process, a_sandboxed_command_is_stopped_by_sigterm_and_killed_after_the_grace)
{
    Run *run = run_sandboxed("keep", "plain");

    if (!run)
        cr_skip_test("bubblewrap or cordon-init is not there");
    start(run);
    run->stops = 1;
    const CordonResult *result = wait_for(run);
    cr_assert(result->cancelled);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SIGNALED);
    cr_assert_eq(result->code, SIGTERM);
    run_free(run);

    run = run_sandboxed("keep-ignoring", "ignore-term");
    run->options.time_limit_ms = 500;
    run->options.grace_ms = 200;
    result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_LIMIT);
    cr_assert_str_eq(result->limit, "time");
    cr_assert_eq(count_marked(run->mark), 0);
    run_free(run);
}

Test(process, a_sandbox_that_cannot_be_made_says_why)
{
    Run *run = run_sandboxed("exit", "0");

    if (!run)
        cr_skip_test("bubblewrap or cordon-init is not there");
    /* The source of the first mount. */
    g_free(run->plan->argv->pdata[2]);
    run->plan->argv->pdata[2] = g_strdup("/no/such/source");
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SETUP);
    cr_assert_eq(result->code, 125);
    cr_assert(strstr(result->message, "/no/such/source"), "%s", result->message);
    cr_assert_eq(run->err->len, 0);
    run_free(run);
}

Test(process, a_command_that_is_missing_inside_is_not_found)
{
    Run *run = run_sandboxed("exit", "0");

    if (!run)
        cr_skip_test("bubblewrap or cordon-init is not there");
    guint at = run->plan->argv->len - 3;
    g_free(run->plan->argv->pdata[at]);
    run->plan->argv->pdata[at] = g_strdup("no-such-command");
    const CordonResult *result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_SETUP);
    cr_assert(result->not_found);
    cr_assert_eq(cordon_result_exit_status(result), 127);
    run_free(run);
}

/* --- tidying up ----------------------------------------------------------------------------- */

Test(process, what_the_backend_left_is_removed_and_failures_are_told)
{
    char path[] = "/tmp/cordon-teardown-XXXXXX";
    const char *remove[] = {"/bin/rmdir", path, NULL};
    Run *run = run_new("true", NULL);

    cr_assert_not_null(mkdtemp(path));
    cr_assert(cordon_plan_data_add_teardown(run->plan, remove, NULL));
    const CordonResult *result = wait_for(run);
    cr_assert_null(result->message);
    cr_assert_neq(access(path, F_OK), 0);
    run_free(run);

    run = run_new("true", NULL);
    cr_assert(cordon_plan_data_add_teardown(run->plan, remove, NULL));
    result = wait_for(run);
    cr_assert_eq(result->kind, CORDON_EXIT_KIND_EXITED);
    cr_assert(strstr(result->message, "rmdir") && strstr(result->message, "exit status 1"), "%s",
              result->message);
    run_free(run);
}

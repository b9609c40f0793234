/* SPDX-License-Identifier: MIT */
/* One program, run to its end within a deadline. */
#define _GNU_SOURCE /* pipe2, close_range, pidfd_open */
#include "kit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

/* How often to look after the process where the kernel has no pidfd. */
#define LOOK_MS 10
/* A process that has left the group can keep the pipe full for ever. */
#define DRAIN_MAX_BYTES (1u << 20)
/* Descriptors that are closed one by one where the kernel has no close_range. */
#define CLOSE_MAX 65536

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* --- In the child: only async-signal-safe calls ---------------------------------------------- */

static void close_on_exec_all(void)
{
    if (syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    long limit = sysconf(_SC_OPEN_MAX);
    if (limit < 0 || limit > CLOSE_MAX)
        limit = CLOSE_MAX;
    for (int fd = 3; fd < (int)limit; fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static void default_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++)
        (void)sigaction(number, &action, NULL);
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Returns the errno that made it fail; does not return on success. */
static int become(const struct kit_run *run, int input, int output, int *error_fd, pid_t parent)
{
    if (setpgid(0, 0) < 0)
        return errno;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0)
        return errno;
    if (getppid() != parent)
        return ECHILD;
    /* bubblewrap refuses to start with them, and no backend's launcher needs them. */
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);

    /* First out of the way of every target number, then into place. */
    int above = 3;
    for (size_t i = 0; i < run->fd_count; i++)
        if (run->fds[i].number >= above)
            above = run->fds[i].number + 1;
    int moved[KIT_FDS_MAX];
    for (size_t i = 0; i < run->fd_count; i++) {
        moved[i] = fcntl(run->fds[i].fd, F_DUPFD_CLOEXEC, above);
        if (moved[i] < 0)
            return errno;
    }
    input = fcntl(input, F_DUPFD_CLOEXEC, above);
    output = fcntl(output, F_DUPFD_CLOEXEC, above);
    int high = fcntl(*error_fd, F_DUPFD_CLOEXEC, above);
    if (input < 0 || output < 0 || high < 0)
        return errno;
    *error_fd = high;
    close_on_exec_all();
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
        return errno;
    for (size_t i = 0; i < run->fd_count; i++)
        if (dup2(moved[i], run->fds[i].number) < 0)
            return errno;

    default_signals();
    union {
        const char *const *in;
        char *const *out;
    } argv = {.in = run->argv}, envp = {.in = run->envp}; /* execve's type is older than const */
    execve(run->program, argv.out, envp.out);
    return errno;
}

/* --- In the parent ---------------------------------------------------------------------------- */

struct watch {
    const struct kit_run *run;
    struct kit_result *result;
    pid_t pid;
    int pid_fd;   /* -1: not known to this kernel */
    int error_fd; /* -1: the program has been started */
    int output_fd;
    int error;
};

/* Takes what the pipe holds now; false at its end. */
static bool take_output(struct watch *watch, size_t limit)
{
    struct kit_result *result = watch->result;
    for (size_t taken = 0; taken < limit;) {
        char bytes[4096];
        ssize_t got = read(watch->output_fd, bytes, sizeof(bytes));
        if (got < 0)
            return errno == EAGAIN || errno == EINTR;
        if (got == 0)
            return false;
        size_t room = watch->run->output_size - 1 - result->output_bytes;
        size_t kept = (size_t)got < room ? (size_t)got : room;
        memcpy(watch->run->output + result->output_bytes, bytes, kept);
        result->output_bytes += kept;
        result->cut_bytes += (size_t)got - kept;
        taken += (size_t)got;
    }
    return true;
}

/* Reads the errno of a failed exec; the end of the pipe means that exec worked. */
static void take_error(struct watch *watch)
{
    int error = 0;
    ssize_t got = read(watch->error_fd, &error, sizeof(error));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got == (ssize_t)sizeof(error))
        watch->error = error;
    close_fd(&watch->error_fd);
}

static bool has_ended(const struct watch *watch)
{
    siginfo_t info = {0};
    /* WNOWAIT: the process stays a zombie, so that its group's number cannot be given away before
     * the group has been killed. */
    int status = waitid(P_PID, (id_t)watch->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return status == 0 ? info.si_pid == watch->pid : errno != EINTR;
}

/* Until the process has ended, or is to be ended. */
static enum kit_end watch_process(struct watch *watch, int64_t deadline)
{
    for (;;) {
        if (has_ended(watch))
            return KIT_END_EXITED;
        int64_t wait = -1;
        if (deadline >= 0) {
            wait = deadline - now_ms();
            if (wait <= 0)
                return KIT_END_TIMEOUT;
        }
        if (watch->pid_fd < 0 && (wait < 0 || wait > LOOK_MS))
            wait = LOOK_MS;
        if (wait > 60 * 1000)
            wait = 60 * 1000;
        struct pollfd fds[] = {
            {.fd = watch->pid_fd, .events = POLLIN},
            {.fd = watch->output_fd, .events = POLLIN},
            {.fd = watch->error_fd, .events = POLLIN},
            {.fd = watch->run->cancel_fd, .events = POLLIN},
        };
        if (poll(fds, sizeof(fds) / sizeof(fds[0]), (int)wait) < 0) {
            if (errno == EINTR)
                continue;
            return KIT_END_TIMEOUT; /* without poll there is no deadline to keep: end it now */
        }
        if (fds[3].revents != 0)
            return KIT_END_CANCELLED;
        if (fds[2].revents != 0)
            take_error(watch);
        if (fds[1].revents != 0 && !take_output(watch, sizeof(char[4096])))
            close_fd(&watch->output_fd);
    }
}

static void finish(struct watch *watch, enum kit_end end)
{
    /* The child sets its group first of all, but perhaps has not yet. */
    (void)kill(-watch->pid, SIGKILL);
    if (end != KIT_END_EXITED)
        (void)kill(watch->pid, SIGKILL);
    int status = 0;
    while (waitpid(watch->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (watch->output_fd >= 0)
        (void)take_output(watch, DRAIN_MAX_BYTES);
    if (watch->error_fd >= 0)
        take_error(watch);

    struct kit_result *result = watch->result;
    result->end = end;
    if (end != KIT_END_EXITED)
        return;
    if (watch->error != 0) {
        result->end = KIT_END_NOT_STARTED;
        result->code = watch->error;
    } else if (WIFSIGNALED(status)) {
        result->end = KIT_END_SIGNALED;
        result->code = WTERMSIG(status);
    } else {
        result->code = WEXITSTATUS(status);
    }
}

void kit_run(const struct kit_run *run, struct kit_result *ret_result)
{
    *ret_result = (struct kit_result){.end = KIT_END_NOT_STARTED};
    run->output[0] = '\0';
    int input[2] = {-1, -1};
    int output[2] = {-1, -1};
    int error[2] = {-1, -1};
    struct watch watch = {
        .run = run, .result = ret_result, .pid_fd = -1, .error_fd = -1, .output_fd = -1};

    if (run->fd_count > KIT_FDS_MAX) {
        ret_result->code = E2BIG;
        return;
    }
    int64_t deadline = run->timeout_ms < 0 ? -1 : now_ms() + run->timeout_ms;
    pid_t parent = getpid();
    /* A pipe that nobody writes to: /dev/null may be missing where a sandbox is. */
    if (pipe2(input, O_CLOEXEC) < 0 || pipe2(output, O_CLOEXEC) < 0 ||
        pipe2(error, O_CLOEXEC) < 0 || fcntl(output[0], F_SETFL, O_NONBLOCK) < 0 ||
        fcntl(error[0], F_SETFL, O_NONBLOCK) < 0) {
        ret_result->code = errno;
        goto out;
    }
    close_fd(&input[1]);
    watch.pid = fork();
    if (watch.pid == 0) {
        int failed = become(run, input[0], output[1], &error[1], parent);
        if (write(error[1], &failed, sizeof(failed)) < 0)
            _exit(126);
        _exit(127);
    }
    if (watch.pid < 0) {
        ret_result->code = errno;
        goto out;
    }
    (void)setpgid(watch.pid, watch.pid); /* both sides: whoever comes first */
    close_fd(&output[1]);
    close_fd(&error[1]);
    watch.output_fd = output[0];
    watch.error_fd = error[0];
    output[0] = error[0] = -1;
    watch.pid_fd = (int)syscall(SYS_pidfd_open, watch.pid, 0u);
    if (watch.pid_fd >= 0)
        (void)fcntl(watch.pid_fd, F_SETFD, FD_CLOEXEC);

    finish(&watch, watch_process(&watch, deadline));
    run->output[ret_result->output_bytes] = '\0';

out:
    close_fd(&watch.pid_fd);
    close_fd(&watch.output_fd);
    close_fd(&watch.error_fd);
    for (int i = 0; i < 2; i++) {
        close_fd(&input[i]);
        close_fd(&output[i]);
        close_fd(&error[i]);
    }
}

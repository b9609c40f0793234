/* SPDX-License-Identifier: MIT */
/* cordon-supervisor --plan-fds N [--private-mounts [--writable DEV:INO:PATH]...] [--hard-deadline-ms N]
 *                   -- PROGRAM ARG...
 * cordon-supervisor --wait [--private-mounts]
 *
 * Descriptors: 0, 1, 2 the command's; 3 to 3+N-1 the plan's; 3+N the control socket, on which it
 * speaks "cordon.control/1" (core/base/protocol.h).  The environment is the program's.  With --wait,
 * 3 is the control socket, and all the rest comes through it. */
#define _GNU_SOURCE /* signalfd(), pipe2() */
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/protocol.h"

#define FIRST_PLAN_FD 3
#define MAX_PLAN_FDS  1024

struct arguments {
    int plan_fds;
    bool private_mounts;
    struct writable writable[MAX_WRITABLE];
    size_t writable_count;
    int64_t hard_deadline_ms; /* from now; -1: none */
    char **program;
};

int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool parse_number(const char *text, int64_t max, int64_t *ret)
{
    char *end = NULL;

    if (!text || *text < '0' || *text > '9')
        return false;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || value > max)
        return false;
    *ret = value;
    return true;
}

/* DEV:INO:PATH, decimal. */
static bool parse_writable(const char *text, struct writable *ret)
{
    unsigned long long device, inode;
    int used = 0;

    if (!text || sscanf(text, "%llu:%llu:%n", &device, &inode, &used) != 2 || used == 0 ||
        text[used] != '/')
        return false;
    *ret = (struct writable){.device = device, .inode = inode, .path = text + used};
    return true;
}

static bool parse_arguments(char **argv, struct arguments *ret)
{
    struct arguments parsed = {.plan_fds = -1, .hard_deadline_ms = -1};
    int64_t number;

    for (char **arg = argv + 1; *arg; arg++) {
        if (strcmp(*arg, "--") == 0) {
            parsed.program = arg + 1;
            break;
        }
        if (strcmp(*arg, "--private-mounts") == 0) {
            parsed.private_mounts = true;
        } else if (strcmp(*arg, "--plan-fds") == 0 && parse_number(arg[1], MAX_PLAN_FDS, &number)) {
            parsed.plan_fds = (int)number;
            arg++;
        } else if (strcmp(*arg, "--writable") == 0 && parsed.writable_count < MAX_WRITABLE &&
                   parse_writable(arg[1], &parsed.writable[parsed.writable_count])) {
            parsed.writable_count++;
            arg++;
        } else if (strcmp(*arg, "--hard-deadline-ms") == 0 &&
                   parse_number(arg[1], INT64_MAX / 2, &number)) {
            parsed.hard_deadline_ms = number;
            arg++;
        } else {
            return false;
        }
    }
    if (parsed.plan_fds < 0 || !parsed.program || !parsed.program[0])
        return false;
    *ret = parsed;
    return true;
}

__attribute__((format(printf, 2, 3))) static void report(int control, const char *format, ...)
{
    char packet[CORDON_CONTROL_PACKET_MAX];
    va_list list;

    va_start(list, format);
    int size = vsnprintf(packet, sizeof packet, format, list);
    va_end(list);
    /* When the host is gone there is nobody to tell. */
    if (size > 0 && (size_t)size < sizeof packet)
        (void)send(control, packet, (size_t)size, MSG_NOSIGNAL);
}

static void report_end(int control, const struct tree *tree)
{
    if (tree->main_child != 0)
        return;
    if (WIFSIGNALED(tree->main_status))
        report(control, "signaled %d", WTERMSIG(tree->main_status));
    else
        report(control, "exited %d", WEXITSTATUS(tree->main_status));
}

/* The command's streams and the plan's descriptors are the program's alone: whoever waits at their
 * other end must see it when the program closes them. */
static void let_go(int plan_fds)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    for (int fd = 0; fd < FIRST_PLAN_FD; fd++)
        if (null < 0 || dup2(null, fd) < 0)
            close(fd);
    if (null >= FIRST_PLAN_FD)
        close(null);
    for (int fd = FIRST_PLAN_FD; fd < FIRST_PLAN_FD + plan_fds; fd++)
        close(fd);
    if (chdir("/") < 0)
        return; /* keeps the command's folder busy, no more */
}

static int open_signals(void)
{
    static const int numbers[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&set, numbers[i]);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* TRUE when one of the signals asks for the end. */
static bool read_signals(int signals)
{
    struct signalfd_siginfo info;
    bool end = false;

    while (read(signals, &info, sizeof info) == sizeof info)
        end |= info.ssi_signo != SIGCHLD;
    return end;
}

/* TRUE when the host asks for the end, or is gone. */
static bool read_control(int control, struct tree *tree)
{
    char packet[CORDON_CONTROL_PACKET_MAX];
    ssize_t size = recv(control, packet, sizeof packet - 1, MSG_DONTWAIT);

    if (size < 0)
        return errno != EAGAIN && errno != EINTR;
    packet[size] = '\0';
    if (strcmp(packet, "term") == 0)
        tree_terminate(tree);
    return size == 0 || strcmp(packet, "kill") == 0;
}

/* Returns when the program has ended or everything has to. */
static void watch(int control, int signals, int64_t deadline, struct tree *tree)
{
    while (tree_reap(tree) && tree->main_child != 0) {
        struct pollfd items[] = {{.fd = signals, .events = POLLIN},
                                 {.fd = control, .events = POLLIN}};
        int64_t left = deadline < 0 ? -1 : deadline - now_ms();

        if (deadline >= 0 && left <= 0) {
            report(control, "deadline");
            return;
        }
        int timeout = left < 0 ? -1 : left > 3600000 ? 3600000 : (int)left;
        if (poll(items, 2, timeout) < 0 && errno != EINTR)
            return;
        if (items[0].revents && read_signals(signals))
            return;
        if (items[1].revents && read_control(control, tree))
            return;
    }
}

/* in_namespace: the mounts were prepared while the plan was not known yet. */
static bool prepare(const struct arguments *arguments, bool in_namespace,
                    struct failure *ret_failure)
{
    if (arguments->private_mounts &&
        ((!in_namespace && !mounts_prepare(ret_failure)) ||
         !mounts_allow(arguments->writable, arguments->writable_count, ret_failure)))
        return false;
    return prepare_to_watch(ret_failure);
}

static int supervise(const struct arguments *arguments, int control, bool in_namespace)
{
    int64_t begin = now_ms();
    struct tree tree = {.proc = -1};
    struct failure failure;
    bool executed;

    if (!prepare(arguments, in_namespace, &failure) || !tree_open(&tree, &failure)) {
        report(control, "setup %s %d", failure.step, failure.error);
        return 1;
    }
    int signals = open_signals();
    if (signals < 0) {
        report(control, "setup signals %d", errno);
        return 1;
    }

    int error = start_program(arguments->program, &tree.main_child, &executed);
    if (error != 0) {
        if (executed)
            report(control, "exec %d", error);
        else
            report(control, "setup fork %d", error);
        return 1;
    }
    report(control, "started %d", (int)tree.main_child);
    let_go(arguments->plan_fds);

    watch(control, signals,
          arguments->hard_deadline_ms < 0 ? -1 : begin + arguments->hard_deadline_ms, &tree);
    bool ended = tree.main_child == 0;
    if (ended)
        report_end(control, &tree);
    if (tree_reap(&tree))
        tree_kill(&tree, signals);
    if (!ended)
        report_end(control, &tree);
    report(control, "done %u %u", tree.killed, tree.left);
    return 0;
}

static bool is_control_socket(int fd)
{
    int type;
    socklen_t size = sizeof type;

    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static int run(char **argv, int control, bool in_namespace)
{
    struct arguments arguments;

    if (!parse_arguments(argv, &arguments)) {
        fputs(
            "usage: cordon-supervisor --plan-fds N [--private-mounts [--writable DEV:INO:PATH]...] "
            "[--hard-deadline-ms N] -- PROGRAM ARG...\n"
            "       cordon-supervisor --wait [--private-mounts]\n",
            stderr);
        return 2;
    }
    int expected = FIRST_PLAN_FD + arguments.plan_fds;
    if (control < 0) {
        struct failure failure;

        control = expected;
        if (!is_control_socket(control)) {
            fprintf(stderr, "cordon-supervisor: descriptor %d is not the control socket\n",
                    control);
            return 2;
        }
        if (!prepare_process(control + 1, &failure)) {
            report(control, "setup %s %d", failure.step, failure.error);
            return 1;
        }
    } else if (control != expected) {
        report(control, "setup descriptors %d", EPROTO);
        return 1;
    }
    return supervise(&arguments, control, in_namespace);
}

static int wait_and_run(bool in_namespace)
{
    extern char **environ;
    int control = FIRST_PLAN_FD;
    struct failure failure;
    char **argv;

    if (!is_control_socket(control)) {
        fprintf(stderr, "cordon-supervisor: descriptor %d is not the control socket\n", control);
        return 2;
    }
    if (!prepare_process(control + 1, &failure) || (in_namespace && !mounts_prepare(&failure)) ||
        !wait_for_launch(control, &argv, &environ, &control, &failure)) {
        report(control, "setup %s %d", failure.step, failure.error);
        return 1;
    }
    return run(argv, control, in_namespace);
}

int main(int argc, char **argv)
{
    int status;

    if (argc >= 2 && strcmp(argv[1], "--wait") == 0)
        status = wait_and_run(argc >= 3 && strcmp(argv[2], "--private-mounts") == 0);
    else
        status = argc < 1 ? 2 : run(argv, -1, false);
    /* _exit(): nothing of libc needs to be tidied, and this is on the way of every command. */
    _exit(status);
}

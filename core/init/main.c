/* SPDX-License-Identifier: MIT */
/* cordon-init: the order of work and the main loop.  See init.h. */
/* signalfd, pipe2 and prctl are Linux's. */
#define _GNU_SOURCE
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct options {
    int status;
    bool nothing;
    bool relay;
    struct init_limits limits;
    char **command;
};

/* The value of an option of the form "--name VALUE", or NULL when arg is another one. */
static const char *option_value(char **argv, const char *name)
{
    if (strcmp(argv[0], name) != 0)
        return NULL;
    if (argv[1] == NULL)
        fail("arguments", 0, "%s: has no value", name);
    return argv[1];
}

static uint64_t option_number(const char *name, const char *text, uint64_t most)
{
    uint64_t number;

    if (!parse_number(text, strlen(text), &number) || number > most)
        fail("arguments", 0, "%s %s: not a number in range", name, text);
    return number;
}

/* Reads the options.  Those that may be given often stay in argv; each_option() finds them again,
 * so nothing has to be stored. */
static void parse_options(char **argv, struct options *options)
{
    static const char *const repeated[] = {"--check", "--write", "--fresh", "--env"};
    const char *value;

    *options = (struct options){.status = -1, .limits = {NO_LIMIT, NO_LIMIT, NO_LIMIT}};
    for (argv++; *argv != NULL; argv++) {
        if (strcmp(*argv, "--nothing") == 0) {
            options->nothing = true;
            continue;
        }
        if (strcmp(*argv, "--relay") == 0) {
            options->relay = true;
            continue;
        }
        if (strcmp(*argv, "--") == 0) {
            options->command = argv + 1;
            break;
        }
        if ((value = option_value(argv, "--status")) != NULL) {
            options->status = (int)option_number("--status", value, 65535);
            if (options->status <= STDERR_FILENO || fcntl(options->status, F_GETFD) < 0)
                fail("arguments", EBADF, "--status %s: not an open descriptor above 2", value);
            report_to(options->status);
        } else if ((value = option_value(argv, "--limit-processes")) != NULL) {
            options->limits.processes = option_number("--limit-processes", value, UINT64_MAX);
        } else if ((value = option_value(argv, "--limit-memory")) != NULL) {
            options->limits.memory_bytes = option_number("--limit-memory", value, UINT64_MAX);
        } else if ((value = option_value(argv, "--limit-open-files")) != NULL) {
            options->limits.open_files = option_number("--limit-open-files", value, UINT64_MAX);
        } else {
            for (size_t i = 0; i < sizeof repeated / sizeof repeated[0] && value == NULL; i++)
                value = option_value(argv, repeated[i]);
            if (value == NULL)
                fail("arguments", 0, "%s: not an option", *argv);
        }
        argv++;
    }
    bool has_command = options->command != NULL && *options->command != NULL;
    if (has_command + options->nothing + options->relay != 1)
        fail("arguments", 0, "one of a command behind --, --nothing and --relay");
    if (options->relay && options->status >= 0)
        fail("arguments", 0, "either --relay or --status");
}

/* Calls use with the value of each option of that name, in order.  Returns how many there were. */
static unsigned each_option(char **argv, const char *name, void (*use)(const char *value))
{
    unsigned found = 0;

    for (argv++; *argv != NULL && strcmp(*argv, "--") != 0; argv++) {
        if (strcmp(*argv, "--nothing") == 0 || strcmp(*argv, "--relay") == 0)
            continue;
        if (strcmp(*argv, name) == 0) {
            found++;
            if (use != NULL)
                use(argv[1]);
        }
        argv++;
    }
    return found;
}

static int ruleset = -1;

static void allow_writing(const char *path)
{
    confine_ruleset_allow(ruleset, path);
}

static void make_ruleset(char **argv)
{
    if (each_option(argv, "--write", NULL) + each_option(argv, "--fresh", NULL) == 0)
        return;
    ruleset = confine_ruleset_new();
    if (ruleset < 0)
        return;
    each_option(argv, "--write", allow_writing);
    each_option(argv, "--fresh", allow_writing);
}

static void add_variable(const char *variable)
{
    char name[256];
    size_t length = strcspn(variable, "=");

    if (variable[length] != '=' || length == 0 || length >= sizeof name)
        fail("arguments", 0, "--env %s: not NAME=VALUE", variable);
    memcpy(name, variable, length);
    name[length] = '\0';
    if (setenv(name, variable + length + 1, 1) != 0)
        fail("arguments", errno, "--env %s", name);
}

/* What the child says when it could not become the command. */
struct start_failure {
    const char *step; /* NULL: exec itself.  The child is a copy: the pointer is good here too */
    int error;
};

/* What is taken from the command, last things last.  Returns 0 or an errno. */
static int confine(const struct options *options, int hold, const char **ret_step)
{
    int error = confine_command(&options->limits, ruleset, ret_step);

    if (error != 0)
        return error;
    if (hold >= 0)
        hold_command(hold);
    if (!options->relay)
        return 0;
    *ret_step = "input";
    error = relay_become();
    if (error != 0)
        return error;
    *ret_step = "filter";
    return relay_filter();
}

_Noreturn static void become_command(const struct options *options, int pipe, int hold)
{
    char **command = options->command;
    struct start_failure failure = {NULL, 0};
    sigset_t none;

    /* Those that cannot be set, SIGKILL and the C library's own, are at their defaults. */
    for (int number = 1; number <= 64; number++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        sigaction(number, &action, NULL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    failure.error = confine(options, hold, &failure.step);
    if (failure.error == 0) {
        failure.step = NULL;
        execvp(command[0], command);
        failure.error = errno;
    }
    while (write(pipe, &failure, sizeof failure) < 0 && errno == EINTR)
        continue;
    _exit(EXIT_SETUP);
}

/* Answers the forks of the command from now on. */
static void hold_forks(int socket)
{
    int listener = hold_listener(socket);

    if (listener < 0)
        return; /* then the watcher is all */
    watch_is_held();
    hold_start(listener);
}

static pid_t start_command(const struct options *options)
{
    struct start_failure failure;
    int pipes[2], hold[2] = {-1, -1};
    ssize_t size;

    if (pipe2(pipes, O_CLOEXEC) != 0)
        fail("start", errno, "cannot make a pipe");
    bool held = options->limits.processes != NO_LIMIT && hold_is_needed();
    if (held && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, hold) != 0)
        fail("start", errno, "cannot make a socket pair");
    pid_t pid = fork();
    if (pid < 0)
        fail("start", errno, "cannot start a process");
    if (pid == 0)
        become_command(options, pipes[1], hold[1]);
    close(pipes[1]);
    if (options->relay)
        relay_started();
    if (held) {
        close(hold[1]);
        hold_forks(hold[0]);
        close(hold[0]);
    }
    do
        size = read(pipes[0], &failure, sizeof failure);
    while (size < 0 && errno == EINTR);
    close(pipes[0]);
    if (size == 0)
        return pid;
    if (size != (ssize_t)sizeof failure)
        fail("start", size < 0 ? errno : 0, "the new process ended before the command");
    if (failure.step != NULL)
        fail(failure.step, failure.error, "cannot confine the command");
    report("exec %d", failure.error);
    _exit(failure.error == ENOENT || failure.error == ENOTDIR ? EXIT_NOT_FOUND
                                                              : EXIT_NOT_EXECUTABLE);
}

/* The kernel kills what is left in the namespace when this process is gone. */
_Noreturn static void finish(int wait_status)
{
    /* What was killed may be a part of the command only, which then failed for it. */
    if (wait_status != 0 && watch_group_killed())
        report("limit memory");
    if (WIFSIGNALED(wait_status)) {
        report("signaled %d", WTERMSIG(wait_status));
        _exit(128 + WTERMSIG(wait_status));
    }
    report("exited %d", WEXITSTATUS(wait_status));
    _exit(WEXITSTATUS(wait_status));
}

/* Collects whatever ended; does not return when the command did. */
static void reap(pid_t command)
{
    int wait_status;
    pid_t pid;

    while ((pid = waitpid(-1, &wait_status, WNOHANG)) > 0) {
        if (pid == command)
            finish(wait_status);
    }
}

/* text: what a reader needs to know beside the name, or "". */
_Noreturn static void end_by_limit(pid_t command, const char *name, const char *text)
{
    int wait_status;

    /* First the deed: while a fork bomb runs, each moment makes more of them. */
    kill(-1, SIGKILL);
    report("limit %s%s%s", name, *text != '\0' ? " " : "", text);
    while (waitpid(command, &wait_status, 0) < 0) {
        if (errno != EINTR)
            _exit(128 + SIGKILL);
    }
    finish(wait_status);
}

static void stop_command(void)
{
    kill(-1, SIGTERM);
    kill(-1, SIGCONT); /* a stopped process takes no signal but this and SIGKILL */
}

/* Reads from the host.  Does not return when the host is gone. */
static void listen_to_host(int fd)
{
    static char line[64];
    static size_t length;
    static bool too_long;
    char text[256];

    ssize_t size = read(fd, text, sizeof text);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (size <= 0)
        _exit(EXIT_SETUP);
    for (ssize_t i = 0; i < size; i++) {
        if (text[i] != '\n') {
            if (length < sizeof line)
                line[length++] = text[i];
            else
                too_long = true;
            continue;
        }
        if (!too_long && length == 4 && memcmp(line, "stop", 4) == 0)
            stop_command();
        length = 0;
        too_long = false;
    }
}

static pid_t command_pid;
static unsigned check_index;

static void check_again(const char *spec)
{
    const char *path;

    if (!view_still_holds(spec, check_index++, &path))
        end_by_limit(command_pid, "view", path);
}

static void check_view(char **argv, pid_t command)
{
    command_pid = command;
    check_index = 0;
    each_option(argv, "--check", check_again);
}

/* -1 is none. */
static int earlier(int timeout_ms, int other_ms)
{
    return timeout_ms < 0 || (other_ms >= 0 && other_ms < timeout_ms) ? other_ms : timeout_ms;
}

/* A client that has no other way to say it sends SIGTERM. */
static void take_signals(int signals, pid_t command)
{
    struct signalfd_siginfo info;
    bool stop = false;

    while (read(signals, &info, sizeof info) > 0)
        stop |= info.ssi_signo == SIGTERM;
    if (stop)
        stop_command();
    reap(command);
}

_Noreturn static void serve(char **argv, const struct options *options, pid_t command, int signals)
{
    enum { SIGNALS, STATUS, VIEW, RELAY, COUNT = RELAY + 2 };
    struct pollfd polls[COUNT] = {
        [SIGNALS] = {.fd = signals, .events = POLLIN},
        [STATUS] = {.fd = options->status, .events = POLLIN},
        [VIEW] = {.fd = view_descriptor(), .events = POLLPRI},
        [RELAY] = {.fd = -1},
        [RELAY + 1] = {.fd = -1},
    };

    for (;;) {
        if (options->relay)
            relay_prepare(polls + RELAY);
        int timeout = earlier(watch_timeout_ms(), view_timeout_ms());
        if (options->relay)
            timeout = earlier(timeout, relay_timeout_ms());
        int ready = poll(polls, COUNT, timeout);
        if (ready < 0 && errno != EINTR)
            fail("wait", errno, "cannot wait for the command");
        /* Before the command's end is looked at: it may have ended with what it saw. */
        if (view_is_due(ready > 0 && polls[VIEW].revents != 0))
            check_view(argv, command);
        if (ready > 0 && polls[SIGNALS].revents != 0)
            take_signals(signals, command);
        if (ready > 0 && polls[STATUS].revents != 0)
            listen_to_host(options->status);
        if (options->relay)
            relay_turn(polls + RELAY);
        switch (watch_look()) {
        case WATCH_PROCESSES:
            end_by_limit(command, "processes", "");
        case WATCH_MEMORY:
            end_by_limit(command, "memory", "");
        case WATCH_FINE:
            break;
        }
    }
}

int main(int argc, char **argv)
{
    struct options options;
    sigset_t all;

    if (argc < 1)
        _exit(EXIT_SETUP);
    /* Nothing inside the sandbox may look into this process; exec() made it dumpable again. */
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("privileges", errno, "cannot give up privileges");
    parse_options(argv, &options);
    /* kill(-1) anywhere else would end every process of the user. */
    if (getpid() != 1 && !options.nothing)
        fail("init", 0, "is not process 1 of a sandbox");
    confine_descriptors(options.status);
    if (options.relay)
        options.command = relay_start();

    sigfillset(&all);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (options.relay)
        sigaddset(&child, SIGTERM);
    int signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (sigprocmask(SIG_BLOCK, &all, NULL) != 0 || signals < 0)
        fail("start", errno, "cannot take signals");

    view_watch();
    each_option(argv, "--check", view_check);
    make_ruleset(argv);
    each_option(argv, "--fresh", watch_fresh);
    each_option(argv, "--env", add_variable);
    watch_start(&options.limits);
    confine_priority();
    report("ready");
    if (options.nothing) {
        report("exited 0");
        _exit(0);
    }
    pid_t command = start_command(&options);
    report("started");
    serve(argv, &options, command, signals);
}

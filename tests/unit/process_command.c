/* SPDX-License-Identifier: MIT */
/* The command of the process tests: does one thing that commands do to those who run them. */
#define _GNU_SOURCE /* pthread, MAP_ANONYMOUS, pipe2() */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static int up; /* write end of a pipe: a process that is where it should be writes a byte */

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

static void say_up(void)
{
    if (write(up, "", 1) != 1)
        _exit(99);
}

static void stay(void)
{
    say_up();
    sleep_for_ever();
}

/* Each starts processes and returns how many bytes will come. */
static int start_plain(void)
{
    if (fork() == 0)
        stay();
    return 1;
}

static int start_setsid(void)
{
    if (fork() == 0) {
        setsid();
        stay();
    }
    return 1;
}

static int start_double_fork(void)
{
    pid_t middle = fork();

    if (middle == 0) {
        setsid();
        if (fork() == 0)
            stay();
        _exit(0);
    }
    waitpid(middle, NULL, 0);
    return 1;
}

static int start_nohup(void)
{
    if (fork() == 0) {
        signal(SIGHUP, SIG_IGN);
        int null = open("/dev/null", O_RDWR);
        for (int fd = 0; fd < 3; fd++)
            dup2(null, fd);
        stay();
    }
    return 1;
}

static int start_stopped(void)
{
    pid_t child = fork();

    if (child == 0) {
        raise(SIGSTOP);
        sleep_for_ever();
    }
    waitpid(child, NULL, WUNTRACED);
    say_up();
    return 1;
}

static int start_ignore_term(void)
{
    if (fork() == 0) {
        for (int number = 1; number < NSIG; number++)
            signal(number, SIG_IGN);
        setsid();
        stay();
    }
    return 1;
}

static int start_many(void)
{
    for (int i = 0; i < 200; i++)
        if (fork() == 0) {
            setsid();
            stay();
        }
    return 200;
}

static int start_subreaper(void)
{
    if (fork() == 0) {
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        if (fork() == 0) {
            if (fork() == 0)
                stay();
            _exit(0); /* its child goes to the inner subreaper */
        }
        stay();
    }
    return 2;
}

static int start_vfork(void)
{
    if (fork() == 0) {
        say_up();
        /* This process waits until its child has executed something, which it never does. */
        pid_t child = (pid_t)vfork();
        if (child == 0)
            for (;;)
                pause();
        _exit(0);
    }
    return 1;
}

static int start_ptraced(void)
{
    if (fork() == 0) {
        pid_t traced = fork();
        if (traced == 0) {
            ptrace(PTRACE_TRACEME, 0, NULL, NULL);
            raise(SIGSTOP);
            sleep_for_ever();
        }
        waitpid(traced, NULL, 0);
        stay();
    }
    return 1;
}

static int start_zombies(void)
{
    if (fork() == 0) {
        for (int i = 0; i < 20; i++)
            if (fork() == 0)
                _exit(0);
        stay();
    }
    return 1;
}

static void *thread_main(void *nothing)
{
    (void)nothing;
    stay();
    return NULL;
}

/* Looks like a zombie, and is not one. */
static int start_leader_gone(void)
{
    if (fork() == 0) {
        pthread_t thread;

        pthread_create(&thread, NULL, thread_main, NULL);
        pthread_exit(NULL);
    }
    return 1;
}

/* A process that is another one at every moment. */
static int start_chain(void)
{
    if (fork() == 0) {
        say_up();
        for (;;)
            if (fork() > 0)
                _exit(0);
    }
    return 1;
}

/* Doubles, as far as the counter allows. */
static int start_bomb(void)
{
    atomic_int *alive =
        mmap(NULL, sizeof *alive, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (fork() == 0) {
        say_up();
        for (int births = 0;;) {
            if (atomic_fetch_add(alive, 1) < 150) {
                pid_t pid = fork();

                if (pid == 0) {
                    setsid();
                    births = 0;
                } else if (++births == 5) {
                    atomic_fetch_sub(alive, 1);
                    _exit(0);
                }
            } else {
                atomic_fetch_sub(alive, 1);
                usleep(200);
            }
        }
    }
    return 1;
}

static const struct {
    const char *name;
    int (*start)(void);
} kinds[] = {
    {"plain", start_plain},     {"setsid", start_setsid},       {"double-fork", start_double_fork},
    {"nohup", start_nohup},     {"stopped", start_stopped},     {"ignore-term", start_ignore_term},
    {"many", start_many},       {"subreaper", start_subreaper}, {"vfork", start_vfork},
    {"ptraced", start_ptraced}, {"zombies", start_zombies},     {"leader-gone", start_leader_gone},
    {"chain", start_chain},     {"bomb", start_bomb},
};

/* Returns once all of them are where they should be. */
static int start_kind(const char *name)
{
    int ends[2];
    char byte;

    if (pipe2(ends, O_CLOEXEC) < 0)
        return 98;
    up = ends[1];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) != 0)
            continue;
        for (int left = kinds[i].start(); left > 0; left--)
            if (read(ends[0], &byte, 1) != 1)
                return 97;
        return 0;
    }
    return 96;
}

static int write_bytes(long long count)
{
    static char block[65536];

    while (count > 0) {
        ssize_t written =
            write(1, block, count < (long long)sizeof block ? (size_t)count : sizeof block);
        if (written < 0)
            return 95;
        count -= written;
    }
    return 0;
}

static int copy_stdin(void)
{
    char block[65536];
    ssize_t size;

    while ((size = read(0, block, sizeof block)) > 0)
        if (write(1, block, (size_t)size) != size)
            return 95;
    return size == 0 ? 0 : 94;
}

static int print_fds(void)
{
    char text[256] = "";
    DIR *folder = opendir("/proc/self/fd");

    if (!folder)
        return 93;
    for (int fd = 0; fd < 64; fd++)
        if (fd != dirfd(folder) && fcntl(fd, F_GETFD) >= 0)
            printf("%d ", fd);
    ssize_t size = read(3, text, sizeof text - 1);
    printf("[%.*s]", (int)(size < 0 ? 0 : size), text);
    int file = openat(4, "present", O_RDONLY);
    printf(" %s", file >= 0 ? "folder" : "no folder");
    return 0;
}

static int print_signals(void)
{
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");

    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "SigBlk:", 7) == 0 || strncmp(line, "SigIgn:", 7) == 0)
            fputs(line, stdout);
    return 0;
}

/* A launcher: what it says on descriptor 3 and on stderr, and then its exit status. */
static int report_status(const char *words, const char *status, int code)
{
    fputs(words, stderr);
    if (write(3, status, strlen(status)) != (ssize_t)strlen(status))
        return 92;
    return code;
}

/* A launcher whose command ends on "stop". */
static int wait_for_stop(void)
{
    static const char begin[] = "ready\nstarted\n", end[] = "signaled 15\n";
    char word[16] = "";

    if (write(3, begin, strlen(begin)) < 0)
        return 92;
    puts("up");
    fflush(stdout);
    signal(SIGTERM, SIG_IGN);
    if (read(3, word, sizeof word - 1) <= 0 || strcmp(word, "stop\n") != 0)
        return 91;
    return write(3, end, strlen(end)) < 0 ? 92 : 0;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "", *first = argc > 2 ? argv[2] : "";

    if (strcmp(mode, "exit") == 0)
        return atoi(first);
    if (strcmp(mode, "raise") == 0) {
        raise(atoi(first));
        return 90;
    }
    if (strcmp(mode, "leave") == 0) /* processes behind */
        return start_kind(first);
    if (strcmp(mode, "keep") == 0 || strcmp(mode, "keep-ignoring") == 0) {
        int code = start_kind(first);

        if (code != 0)
            return code;
        if (strcmp(mode, "keep-ignoring") == 0)
            signal(SIGTERM, SIG_IGN);
        puts("up");
        fflush(stdout);
        sleep_for_ever();
    }
    if (strcmp(mode, "write") == 0)
        return write_bytes(atoll(first));
    if (strcmp(mode, "copy") == 0)
        return copy_stdin();
    if (strcmp(mode, "close-stdin") == 0) {
        close(0);
        puts("up");
        fflush(stdout);
        sleep_for_ever();
    }
    if (strcmp(mode, "fds") == 0)
        return print_fds();
    if (strcmp(mode, "signals") == 0)
        return print_signals();
    if (strcmp(mode, "print") == 0) {
        fputs(first, stdout);
        fputs(argc > 3 ? argv[3] : "", stderr);
        return 0;
    }
    if (strcmp(mode, "status") == 0 && argc > 4)
        return report_status(argv[2], argv[3], atoi(argv[4]));
    if (strcmp(mode, "wait-for-stop") == 0)
        return wait_for_stop();
    if (strcmp(mode, "stop-parent") == 0) {
        kill(getppid(), SIGSTOP);
        sleep_for_ever();
    }
    if (strcmp(mode, "signal-parent") == 0) {
        kill(getppid(), SIGUSR1);
        kill(0, 0);
        return 5;
    }
    if (strcmp(mode, "namespace") == 0) {
        char text[128];
        ssize_t size = readlink("/proc/self/ns/mnt", text, sizeof text);

        return write(1, text, size > 0 ? (size_t)size : 0) > 0 ? 0 : 89;
    }
    return 88;
}

/* SPDX-License-Identifier: MIT */
/*
 * escape_host.c: the host's side of the escape suite, for what the driver cannot do by itself.
 *
 *   escape-host canary LOG TOKEN KEY     a victim process with secrets and IPC objects; writes the
 *                                        facts about them, then a line to LOG for each signal
 *   escape-host swap A B                 exchanges two names until SIGTERM (at most 60 s)
 *   escape-host wrap [OPTION...] -- CMD  starts a launcher in a special situation:
 *       --hold             stays its parent
 *       --ctty             makes descriptor 0 its controlling terminal
 *       --keyring NAME     a new session keyring with a key of that name
 *       --group-canary LOG a second process of the same group that writes its signals to LOG
 *       --late DIR READY MARKER  mounts a tmpfs on DIR once READY is there, in a mount namespace
 *                          whose mounts are shared; MARKER is a file in it
 *   (no word)                            prints the effective user: for the set-uid copy
 */
#define _GNU_SOURCE /* renameat2, unshare */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static int log_fd = -1;
static char secret[128];

static void on_stop(int number)
{
    (void)number;
    stopped = 1;
}

static void on_signal(int number)
{
    (void)number;
    ssize_t n = write(log_fd, "signal\n", 7);
    (void)n;
}

static void log_signals(const char *path)
{
    log_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGURG, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

static void stop_on_term(void)
{
    struct sigaction action = {.sa_handler = on_stop};
    sigaction(SIGTERM, &action, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
}

static int canary(const char *log, const char *token, const char *key_text)
{
    key_t key = (key_t)strtol(key_text, NULL, 0);
    stop_on_term();
    log_signals(log);
    snprintf(secret, sizeof secret, "CANARY-%s in memory", token);

    int shm = shmget(key, 4096, IPC_CREAT | IPC_EXCL | 0600);
    int sem = semget(key, 1, IPC_CREAT | IPC_EXCL | 0600);
    int msg = msgget(key, IPC_CREAT | IPC_EXCL | 0600);
    char *segment = shm >= 0 ? shmat(shm, NULL, 0) : NULL;
    if (segment != NULL && (intptr_t)segment != -1) {
        snprintf(segment, 4096, "CANARY-%s in shared memory", token);
    }
    char name[64];
    snprintf(name, sizeof name, "/cordon-escape-ipc-%s", token);
    mqd_t queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, NULL);
    int posix = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);

    printf("pid.canary=%d\naddr.canary=%#lx\nshm.id=%d\nipc.key=%d\nmq=%s\npshm=%s\nend=1\n",
           (int)getpid(), (unsigned long)(uintptr_t)secret, shm, (int)key, name, name);
    fflush(stdout);

    while (!stopped) {
        pause();
    }
    shmctl(shm, IPC_RMID, NULL);
    semctl(sem, 0, IPC_RMID);
    msgctl(msg, IPC_RMID, NULL);
    if (queue != (mqd_t)-1) {
        mq_unlink(name);
    }
    if (posix >= 0) {
        shm_unlink(name);
    }
    return 0;
}

static int swap(const char *a, const char *b)
{
    stop_on_term();
    time_t end = time(NULL) + 60;
    bool swapped = false;
    while ((!stopped && time(NULL) < end) || swapped) {
        if (renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) != 0) {
            fprintf(stderr, "escape-host: swap %s %s: %s\n", a, b, strerror(errno));
            return 1;
        }
        swapped = !swapped;
        /* Long enough that a launcher gets through its checks, short against its start. */
        const struct timespec pause_time = {.tv_nsec = 1000000};
        nanosleep(&pause_time, NULL);
    }
    return 0;
}

struct wrap {
    bool hold;
    bool ctty;
    const char *keyring;
    const char *group_log;
    const char *late_folder;
    const char *late_ready;
    const char *late_marker;
};

static int fail(const char *what)
{
    fprintf(stderr, "escape-host: %s: %s\n", what, strerror(errno));
    return 120;
}

/* The reader of the group's signals: same group, other process, ends with its parent. */
static pid_t start_group_canary(const char *log)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        stop_on_term();
        log_signals(log);
        ssize_t n = write(ends[1], "r", 1);
        close(ends[1]);
        for (int fd = 0; fd < 3; fd++) {
            close(fd);
        }
        while (n == 1 && !stopped) {
            pause();
        }
        _exit(0);
    }
    close(ends[1]);
    char c;
    ssize_t n = read(ends[0], &c, 1);
    close(ends[0]);
    return n == 1 ? pid : -1;
}

static void mount_late(const struct wrap *wrap)
{
    struct stat st;
    for (int i = 0; i < 200 && stat(wrap->late_ready, &st) != 0; i++) {
        usleep(10000);
    }
    if (mount("tmpfs", wrap->late_folder, "tmpfs", 0, "mode=0777") != 0) {
        fail("late mount");
        return;
    }
    int fd = open(wrap->late_marker, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    close(fd);
}

static int wrap_run(const struct wrap *wrap, char **argv)
{
    if (wrap->ctty) {
        setsid();
        if (ioctl(0, TIOCSCTTY, 0) != 0) {
            return fail("controlling terminal");
        }
    }
    if (wrap->keyring != NULL) {
        if (syscall(SYS_keyctl, 1, "cordon-escape", 0L, 0L, 0L) < 0 ||
            syscall(SYS_add_key, "user", wrap->keyring, "CANARY", 6UL, -3L) < 0) {
            return fail("keyring");
        }
    }
    if (wrap->late_folder != NULL) {
        if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount(NULL, "/", NULL, MS_REC | MS_SHARED, NULL) != 0) {
            return fail("shared mount namespace");
        }
    }
    pid_t canary_pid = -1;
    if (wrap->group_log != NULL) {
        canary_pid = start_group_canary(wrap->group_log);
        if (canary_pid < 0) {
            return fail("group canary");
        }
    }
    if (!wrap->hold && canary_pid < 0 && wrap->late_folder == NULL) {
        execvp(argv[0], argv);
        return fail(argv[0]);
    }
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[0], argv);
        _exit(127);
    }
    if (wrap->late_folder != NULL) {
        mount_late(wrap);
    }
    int status = 0;
    /* The group's signals reach this process too: SIGURG is ignored by default. */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (canary_pid > 0) {
        kill(canary_pid, SIGTERM);
        waitpid(canary_pid, NULL, 0);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        printf("euid %d\n", (int)geteuid());
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "canary") == 0) {
        return canary(argv[2], argv[3], argv[4]);
    }
    if (argc == 4 && strcmp(argv[1], "swap") == 0) {
        return swap(argv[2], argv[3]);
    }
    if (strcmp(argv[1], "wrap") != 0) {
        fprintf(stderr, "usage: see the top of escape_host.c\n");
        return 2;
    }
    struct wrap wrap = {0};
    int i = 2;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--hold") == 0) {
            wrap.hold = true;
        } else if (strcmp(argv[i], "--ctty") == 0) {
            wrap.ctty = true;
        } else if (strcmp(argv[i], "--keyring") == 0 && i + 1 < argc) {
            wrap.keyring = argv[++i];
        } else if (strcmp(argv[i], "--group-canary") == 0 && i + 1 < argc) {
            wrap.group_log = argv[++i];
        } else if (strcmp(argv[i], "--late") == 0 && i + 3 < argc) {
            wrap.late_folder = argv[++i];
            wrap.late_ready = argv[++i];
            wrap.late_marker = argv[++i];
        } else if (strncmp(argv[i], "--note=", 7) != 0) { /* --note=TEXT is for /proc/PID/cmdline */
            fprintf(stderr, "escape-host: unknown option %s\n", argv[i]);
            return 2;
        }
    }
    if (i + 1 >= argc) {
        fprintf(stderr, "escape-host: no command\n");
        return 2;
    }
    return wrap_run(&wrap, argv + i + 1);
}

/* SPDX-License-Identifier: MIT */
/*
 * probe_proc.c: processes of the host: seeing, signalling, reading, tracing, changing them.
 *
 * The host runs a victim process (`escape-host canary`) of the same user, which writes every signal
 * to a log that the driver watches, and has a secret in its memory and in its environment.
 */
#define _GNU_SOURCE /* prlimit, process_vm_readv, CPU sets */
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t victim(const struct world *w)
{
    return (pid_t)world_number(w, "pid.canary");
}

static const char *proc(const struct world *w, const char *name)
{
    return text_keep("/proc/%d/%s", (int)victim(w), name);
}

/* A process of the sandbox may have the same number: only the victim's name counts. */
static bool is_victim(const char *pid)
{
    char text[4096];
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
    ssize_t n = file_read(path, text, sizeof text);
    return n > 0 && bytes_contain(text, (size_t)n, "escape-host") &&
           bytes_contain(text, (size_t)n, "canary");
}

static struct result visible(const struct world *w, const char *arg)
{
    (void)arg;
    return is_victim(text_keep("%d", (int)victim(w))) ? BROKEN("the host's process is visible")
                                                      : HELD("not visible");
}

static struct result scan(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    DIR *dir = opendir("/proc");
    if (dir == NULL) {
        return HELD("/proc: %s", strerror(errno));
    }
    struct result r = HELD("only processes of the sandbox");
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (e->d_name[0] >= '0' && e->d_name[0] <= '9' && is_victim(e->d_name)) {
            r = BROKEN("process %s of the host", e->d_name);
        }
    }
    closedir(dir);
    return r;
}

static struct result read_environ(const struct world *w, const char *arg)
{
    char text[65536];
    ssize_t n = file_read(proc(w, arg), text, sizeof text);
    if (n < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return bytes_contain(text, (size_t)n, world_get(w, "token"))
               ? BROKEN("%s of a host process has the secret", arg)
               : HELD("%s: not the host's", arg);
}

static struct result open_file(const struct world *w, const char *arg)
{
    return result_of_call(open(proc(w, arg), O_RDONLY | O_CLOEXEC), arg);
}

static struct result write_same(const struct world *w, const char *arg)
{
    char text[64];
    const char *path = proc(w, arg);
    ssize_t n = file_read(path, text, sizeof text);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (n <= 0 || fd < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return result_of_call(write(fd, text, (size_t)n), arg);
}

static struct result kill_zero(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(kill(victim(w), 0), "kill 0");
}

/* Signals that change nothing by default; the victim's log shows whether they came. */
static struct result signal_one(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(kill(victim(w), SIGURG), "kill");
}

static struct result signal_all(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_tried(kill(-1, SIGURG), "kill -1");
}

/* Other processes of the launcher's group, see `group` in the driver. */
static struct result signal_group(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_tried(kill(0, SIGURG), "kill 0 (the group)");
}

static struct result signal_thread(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(syscall(SYS_tgkill, victim(w), victim(w), SIGURG), "tgkill");
}

static struct result signal_queue(const struct world *w, const char *arg)
{
    (void)arg;
    union sigval value = {.sival_int = 1};
    return result_of_call(sigqueue(victim(w), SIGURG, value), "sigqueue");
}

static struct result limits_read(const struct world *w, const char *arg)
{
    (void)arg;
    struct rlimit limit;
    return result_of_call(prlimit(victim(w), RLIMIT_NOFILE, NULL, &limit), "prlimit get");
}

static struct result limits_write(const struct world *w, const char *arg)
{
    (void)arg;
    struct rlimit limit;
    if (prlimit(victim(w), RLIMIT_CORE, NULL, &limit) != 0) {
        return HELD("prlimit get: %s", strerror(errno));
    }
    return result_of_call(prlimit(victim(w), RLIMIT_CORE, &limit, NULL), "prlimit set");
}

static struct result affinity(const struct world *w, const char *arg)
{
    (void)arg;
    cpu_set_t set;
    if (sched_getaffinity(victim(w), sizeof set, &set) != 0) {
        return HELD("sched_getaffinity: %s", strerror(errno));
    }
    return result_of_call(sched_setaffinity(victim(w), sizeof set, &set), "sched_setaffinity");
}

static struct result scheduler(const struct world *w, const char *arg)
{
    (void)arg;
    struct sched_param param = {0};
    return result_of_call(sched_setscheduler(victim(w), SCHED_OTHER, &param), "sched_setscheduler");
}

static struct result priority(const struct world *w, const char *arg)
{
    (void)arg;
    errno = 0;
    int old = getpriority(PRIO_PROCESS, (id_t)victim(w));
    if (errno != 0) {
        return HELD("getpriority: %s", strerror(errno));
    }
    return result_of_call(setpriority(PRIO_PROCESS, (id_t)victim(w), old), "setpriority");
}

static struct result io_priority(const struct world *w, const char *arg)
{
    (void)arg;
    long old = syscall(SYS_ioprio_get, 1, victim(w));
    return old < 0 ? HELD("ioprio_get: %s", strerror(errno))
                   : result_of_call(syscall(SYS_ioprio_set, 1, victim(w), old), "ioprio_set");
}

static struct result robust_list(const struct world *w, const char *arg)
{
    (void)arg;
    void *head = NULL;
    size_t size = 0;
    return result_of_call(syscall(SYS_get_robust_list, victim(w), &head, &size), "get_robust_list");
}

static struct result session_of(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(getsid(victim(w)), "getsid");
}

static struct result trace_seize(const struct world *w, const char *arg)
{
    (void)arg;
    long rc = ptrace(PTRACE_SEIZE, victim(w), NULL, NULL);
    struct result r = result_of_call(rc, "ptrace");
    if (rc == 0) {
        ptrace(PTRACE_INTERRUPT, victim(w), NULL, NULL);
        waitpid(victim(w), NULL, __WALL);
        ptrace(PTRACE_DETACH, victim(w), NULL, NULL);
    }
    return r;
}

static struct result memory_read(const struct world *w, const char *arg)
{
    (void)arg;
    char text[256] = "";
    struct iovec to = {text, sizeof text - 1};
    /* An address of the other process: a number that was given as such. */
    struct iovec from = {.iov_len = sizeof text - 1};
    uintptr_t address = (uintptr_t)strtoull(world_get(w, "addr.canary"), NULL, 0);
    memcpy(&from.iov_base, &address, sizeof address);
    ssize_t n = process_vm_readv(victim(w), &to, 1, &from, 1, 0);
    if (n < 0) {
        return HELD("process_vm_readv: %s", strerror(errno));
    }
    return bytes_contain(text, (size_t)n, world_get(w, "token")) ? BROKEN("read the secret")
                                                                 : HELD("another process");
}

static struct result memory_write(const struct world *w, const char *arg)
{
    (void)arg;
    char text[16];
    struct iovec local = {text, sizeof text};
    struct iovec remote = {.iov_len = sizeof text};
    uintptr_t address = (uintptr_t)strtoull(world_get(w, "addr.canary"), NULL, 0);
    memcpy(&remote.iov_base, &address, sizeof address);
    if (process_vm_readv(victim(w), &local, 1, &remote, 1, 0) < 0) {
        return HELD("process_vm_readv: %s", strerror(errno));
    }
    return result_of_call(process_vm_writev(victim(w), &local, 1, &remote, 1, 0),
                          "process_vm_writev of the same bytes");
}

static struct result memory_file(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(open(proc(w, "mem"), O_RDWR | O_CLOEXEC), "/proc/PID/mem");
}

static struct result pidfd_signal(const struct world *w, const char *arg)
{
    (void)arg;
    long fd = syscall(SYS_pidfd_open, victim(w), 0);
    return fd < 0 ? HELD("pidfd_open: %s", strerror(errno))
                  : result_of_call(syscall(SYS_pidfd_send_signal, fd, SIGURG, NULL, 0),
                                   "pidfd_send_signal");
}

static struct result pidfd_steal(const struct world *w, const char *arg)
{
    (void)arg;
    long fd = syscall(SYS_pidfd_open, victim(w), 0);
    return fd < 0 ? HELD("pidfd_open: %s", strerror(errno))
                  : result_of_call(syscall(SYS_pidfd_getfd, fd, 0, 0), "pidfd_getfd");
}

static struct result join_namespace(const struct world *w, const char *arg)
{
    int fd = open(proc(w, arg), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return result_of_call(setns(fd, 0), arg);
}

void probes_proc(void)
{
    static const struct {
        const char *name;
        unsigned needs;
        const char *scene;
        probe_fn fn;
        const char *arg;
    } table[] = {
        {"visible", 0, NULL, visible, NULL},
        {"scan", 0, NULL, scan, NULL},
        {"environ", 0, NULL, read_environ, "environ"},
        {"cmdline", 0, NULL, read_environ, "cmdline"},
        {"maps", 0, NULL, open_file, "maps"},
        {"root", 0, NULL, open_file, "root"},
        {"cwd", 0, NULL, open_file, "cwd"},
        {"exe", 0, NULL, open_file, "exe"},
        {"fd", 0, NULL, open_file, "fd/1"},
        {"mem-file", 0, NULL, memory_file, NULL},
        {"oom-score", 0, NULL, write_same, "oom_score_adj"},
        {"autogroup", NEED_KERNEL, NULL, write_same, "autogroup"},
        {"coredump-filter", 0, NULL, write_same, "coredump_filter"},
        {"kill-zero", 0, NULL, kill_zero, NULL},
        {"signal", 0, NULL, signal_one, NULL},
        {"signal-all", 0, NULL, signal_all, NULL},
        {"signal-group", 0, "group", signal_group, NULL},
        {"signal-thread", 0, NULL, signal_thread, NULL},
        {"signal-queue", 0, NULL, signal_queue, NULL},
        {"limits-read", 0, NULL, limits_read, NULL},
        {"limits-write", 0, NULL, limits_write, NULL},
        {"affinity", 0, NULL, affinity, NULL},
        {"scheduler", 0, NULL, scheduler, NULL},
        {"priority", 0, NULL, priority, NULL},
        {"io-priority", 0, NULL, io_priority, NULL},
        {"robust-list", NEED_KERNEL, NULL, robust_list, NULL},
        {"session", 0, NULL, session_of, NULL},
        {"ptrace", NEED_KERNEL, NULL, trace_seize, NULL},
        {"memory-read", NEED_KERNEL, NULL, memory_read, NULL},
        {"memory-write", NEED_KERNEL, NULL, memory_write, NULL},
        {"pidfd-signal", NEED_KERNEL, NULL, pidfd_signal, NULL},
        {"pidfd-steal", NEED_KERNEL, NULL, pidfd_steal, NULL},
        {"setns-mnt", NEED_ROOT | NEED_KERNEL, NULL, join_namespace, "ns/mnt"},
        {"setns-net", NEED_ROOT | NEED_KERNEL, NULL, join_namespace, "ns/net"},
        {"setns-pid", NEED_ROOT | NEED_KERNEL, NULL, join_namespace, "ns/pid"},
        {"setns-ipc", NEED_ROOT | NEED_KERNEL, NULL, join_namespace, "ns/ipc"},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct probe row = {text_keep("proc-%s", table[i].name),
                                  CORDON_G_PID_NAMESPACE,
                                  table[i].needs,
                                  table[i].scene,
                                  table[i].fn,
                                  table[i].arg};
        probes_add(&row, 1);
    }
}

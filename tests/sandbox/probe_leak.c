/* SPDX-License-Identifier: MIT */
/*
 * probe_leak.c: what the launcher may leave lying about: descriptors, variables, and the
 * supervisor's own process.
 */
#define _GNU_SOURCE /* environ */
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The scene `fds`: a host file (read and write), a host folder, a connected socket, and a file at
 * a high number are open in the launcher. */

static struct result fd_any(const struct world *w, const char *arg)
{
    (void)arg;
    return w->open_fd_count == 0
               ? HELD("only 0, 1, 2")
               : BROKEN("%zu more, the first is %u", w->open_fd_count, w->open_fds[0]);
}

static struct result fd_write(const struct world *w, const char *arg)
{
    (void)arg;
    long rc = -1;
    errno = EBADF;
    for (size_t i = 0; i < w->open_fd_count; i++) {
        struct stat st;
        if (fstat((int)w->open_fds[i], &st) == 0 && S_ISREG(st.st_mode)) {
            rc = write((int)w->open_fds[i], "escaped", 7);
        }
    }
    return result_tried(rc, "write to an inherited file");
}

static struct result fd_folder(const struct world *w, const char *arg)
{
    (void)arg;
    for (size_t i = 0; i < w->open_fd_count; i++) {
        int fd = openat((int)w->open_fds[i], ".netrc", O_RDONLY | O_CLOEXEC);
        if (fd >= 0) {
            return BROKEN("a secret by an inherited folder");
        }
    }
    return HELD("no inherited folder leads to a secret");
}

static struct result fd_parent_folder(const struct world *w, const char *arg)
{
    (void)arg;
    for (size_t i = 0; i < w->open_fd_count; i++) {
        if (fchdir((int)w->open_fds[i]) == 0) {
            return BROKEN("a folder of the host by descriptor %u", w->open_fds[i]);
        }
    }
    return HELD("no inherited folder");
}

static struct result fd_socket(const struct world *w, const char *arg)
{
    (void)arg;
    for (size_t i = 0; i < w->open_fd_count; i++) {
        if (send((int)w->open_fds[i], "escaped", 7, MSG_NOSIGNAL) > 0) {
            return BROKEN("sent by an inherited socket");
        }
    }
    return HELD("no inherited socket");
}

/* The scene `stdin-file`: 0 is a host file that was opened for reading only. */
static struct result fd_stdin_reopen(const struct world *w, const char *arg)
{
    (void)w;
    int fd = open(arg, O_WRONLY | O_CLOEXEC);
    return result_tried(fd < 0 ? -1 : write(fd, "escaped", 7), "reopen of 0 for writing");
}

static struct result fd_stdin_chmod(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_tried(fchmod(0, 0666), "fchmod of 0");
}

/* The scene `stdout-log`: 1 and 2 are a host's log, opened for appending, with earlier lines. */
static struct result fd_log(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_tried(ftruncate(1, 0), "ftruncate of 1");
}

static struct result fd_log_reopen(const struct world *w, const char *arg)
{
    (void)w;
    int fd = open(arg, O_RDWR | O_CLOEXEC);
    return result_tried(fd < 0 ? -1 : ftruncate(fd, 0), "reopen of 1");
}

static struct result fd_log_read(const struct world *w, const char *arg)
{
    char text[4096];
    ssize_t n = file_read(arg, text, sizeof text);
    if (n < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return bytes_contain(text, (size_t)n, "CANARY-")
               ? BROKEN("earlier lines of the log")
               : HELD("nothing to read, token %s", world_get(w, "token"));
}

/* Variables. */

static struct result env_name(const struct world *w, const char *arg)
{
    const char *value = getenv(arg);
    if (value == NULL) {
        return HELD("%s is not set", arg);
    }
    return strstr(value, world_get(w, "token")) != NULL ? BROKEN("%s is set", arg)
                                                        : HELD("%s has another value", arg);
}

static struct result search_file(const struct world *w, const char *path)
{
    static char text[1 << 18];
    ssize_t n = file_read(path, text, sizeof text);
    if (n > 0 && bytes_contain(text, (size_t)n, text_keep("SECRETVAL-%s", world_get(w, "token")))) {
        return BROKEN("%s has a secret value", path);
    }
    return HELD("%s has none", path);
}

static struct result env_self(const struct world *w, const char *arg)
{
    (void)arg;
    return search_file(w, "/proc/self/environ");
}

static struct result env_ancestors(const struct world *w, const char *arg)
{
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    struct result r = HELD("no ancestor shows a secret");
    for (size_t i = 0; i < count && r.verdict == VERDICT_HELD; i++) {
        r = search_file(w, text_keep("/proc/%d/%s", (int)pids[i], arg));
    }
    return r;
}

static struct result env_everybody(const struct world *w, const char *arg)
{
    DIR *dir = opendir("/proc");
    struct result r = HELD("no process shows a secret");
    if (dir == NULL) {
        return r;
    }
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (e->d_name[0] >= '0' && e->d_name[0] <= '9' && r.verdict == VERDICT_HELD) {
            r = search_file(w, text_keep("/proc/%s/%s", e->d_name, arg));
        }
    }
    closedir(dir);
    return r;
}

/* The supervisor: each process above the command, in the scene `wrapper`. */

static struct result super_open(const struct world *w, const char *arg)
{
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    for (size_t i = 0; i < count; i++) {
        const char *path = text_keep("/proc/%d/%s", (int)pids[i], arg);
        if (open(path, (strcmp(arg, "mem") == 0 ? O_RDWR : O_RDONLY) | O_CLOEXEC) >= 0) {
            return BROKEN("%s can be opened", path);
        }
    }
    return HELD("%s of no ancestor: %s", arg, strerror(errno));
}

static struct result super_fds(const struct world *w, const char *arg)
{
    (void)arg;
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    for (size_t i = 0; i < count; i++) {
        for (int fd = 0; fd < 64; fd++) {
            const char *path = text_keep("/proc/%d/fd/%d", (int)pids[i], fd);
            if (open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) >= 0) {
                return BROKEN("%s can be opened", path);
            }
        }
    }
    return HELD("no descriptor of an ancestor");
}

/* ETXTBSY: the way to the host's program is open, it just runs at the moment. */
static struct result super_program(const struct world *w, const char *arg)
{
    (void)arg;
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    for (size_t i = 0; i < count; i++) {
        const char *path = text_keep("/proc/%d/exe", (int)pids[i]);
        if (open(path, O_WRONLY | O_APPEND | O_CLOEXEC) >= 0 || errno == ETXTBSY) {
            return BROKEN("%s leads to a program that can be written", path);
        }
    }
    return HELD("no program of an ancestor: %s", strerror(errno));
}

static struct result super_trace(const struct world *w, const char *arg)
{
    (void)arg;
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    for (size_t i = 0; i < count; i++) {
        if (ptrace(PTRACE_SEIZE, pids[i], NULL, NULL) == 0) {
            ptrace(PTRACE_INTERRUPT, pids[i], NULL, NULL);
            waitpid(pids[i], NULL, __WALL);
            ptrace(PTRACE_DETACH, pids[i], NULL, NULL);
            return BROKEN("traced %d", (int)pids[i]);
        }
    }
    return HELD("no ancestor: %s", strerror(errno));
}

void probes_leak(void)
{
    static const char *const names[] = {"API_KEY",
                                        "GITHUB_TOKEN",
                                        "AWS_SECRET_ACCESS_KEY",
                                        "DB_PASSWORD",
                                        "MY_CREDENTIAL",
                                        "GOOGLE_APPLICATION_CREDENTIALS_JSON",
                                        "PRIVATE_X",
                                        "api_key",
                                        "my_secret_value",
                                        "Npm_Config__authToken",
                                        "GitPassword",
                                        "MONKEYPATCH_URL"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct probe row = {
            text_keep("env-name-%s", names[i]), CORDON_G_ENV_CLEAN, 0, NULL, env_name, names[i]};
        probes_add(&row, 1);
    }
    static const struct probe rows[] = {
        {"env-self", CORDON_G_ENV_CLEAN, 0, NULL, env_self, NULL},
        {"env-ancestors", CORDON_G_ENV_CLEAN, 0, "wrapper", env_ancestors, "environ"},
        {"env-ancestors-cmdline", CORDON_G_ENV_CLEAN, 0, "wrapper", env_ancestors, "cmdline"},
        {"env-everybody", CORDON_G_ENV_CLEAN, 0, "wrapper", env_everybody, "environ"},
        {"env-everybody-cmdline", CORDON_G_ENV_CLEAN, 0, "wrapper", env_everybody, "cmdline"},
        {"fd-any", CORDON_G_FD_STDIO_ONLY, 0, "fds", fd_any, NULL},
        {"fd-write", CORDON_G_FD_STDIO_ONLY, 0, "fds", fd_write, NULL},
        {"fd-folder", CORDON_G_FD_STDIO_ONLY, 0, "fds", fd_folder, NULL},
        {"fd-parent-folder", CORDON_G_FD_STDIO_ONLY, 0, "fds", fd_parent_folder, NULL},
        {"fd-socket", CORDON_G_FD_STDIO_ONLY, 0, "fds", fd_socket, NULL},
        {"fd-stdin-reopen", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdin-file", fd_stdin_reopen,
         "/proc/self/fd/0"},
        {"fd-stdin-dev", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdin-file", fd_stdin_reopen,
         "/dev/stdin"},
        {"fd-stdin-chmod", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdin-file", fd_stdin_chmod, NULL},
        {"fd-log-truncate", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdout-log", fd_log, NULL},
        {"fd-log-reopen", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdout-log", fd_log_reopen,
         "/proc/self/fd/1"},
        {"fd-log-stderr", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdout-log", fd_log_reopen,
         "/proc/self/fd/2"},
        {"fd-log-read", CORDON_G_OUTSIDE_READ_ONLY, 0, "stdout-log", fd_log_read,
         "/proc/self/fd/1"},
        {"super-mem", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "mem"},
        {"super-environ", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "environ"},
        {"super-maps", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "maps"},
        {"super-root", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "root"},
        {"super-cwd", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "cwd"},
        {"super-exe", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "exe"},
        {"super-ns", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_open, "ns/mnt"},
        {"super-fds", CORDON_G_PID_NAMESPACE, 0, "wrapper", super_fds, NULL},
        {"super-program", CORDON_G_OUTSIDE_READ_ONLY, NEED_KERNEL, "wrapper", super_program, NULL},
        {"super-ptrace", CORDON_G_PID_NAMESPACE, NEED_KERNEL, "wrapper", super_trace, NULL},
    };
    PROBES_ADD(rows);
}

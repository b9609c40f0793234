/* SPDX-License-Identifier: MIT */
/*
 * probe.c: the program that runs inside: `escape-probe FACTS NAME [MARK]` makes one attempt and
 * prints `@probe VERDICT why`; `escape-probe --list` prints the table for the driver.  With --exit N,
 * --signal N and --echo WORD... it is a command whose end and words the driver knows.
 */
#define _GNU_SOURCE /* pipe2 */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct probe all[2048];
static size_t all_count;

void probes_add(const struct probe *rows, size_t count)
{
    if (all_count + count > sizeof(all) / sizeof(all[0])) {
        fprintf(stderr, "escape-probe: too many probes, enlarge the table in probe.c\n");
        abort();
    }
    memcpy(all + all_count, rows, count * sizeof(*rows));
    all_count += count;
}

const char *text_keep(const char *format, ...)
{
    char buf[256];
    va_list args;
    va_start(args, format);
    vsnprintf(buf, sizeof buf, format, args);
    va_end(args);
    char *copy = strdup(buf);
    if (copy == NULL) {
        abort();
    }
    return copy;
}

const char *world_get(const struct world *w, const char *key)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->facts[i].key, key) == 0) {
            return w->facts[i].value;
        }
    }
    return "";
}

long world_number(const struct world *w, const char *key)
{
    return strtol(world_get(w, key), NULL, 0);
}

struct result result_make(enum verdict verdict, const char *format, ...)
{
    struct result r = {.verdict = verdict};
    va_list args;
    va_start(args, format);
    vsnprintf(r.why, sizeof r.why, format, args);
    va_end(args);
    return r;
}

struct result result_of_call(long rc, const char *what)
{
    if (rc >= 0) {
        return BROKEN("%s worked", what);
    }
    return HELD("%s: %s", what, strerror(errno));
}

struct result result_of_attempt(long rc, const char *what)
{
    if (rc >= 0) {
        return BROKEN("%s worked", what);
    }
    if (errno == EPERM || errno == EACCES || errno == ENOSYS || errno == EROFS ||
        errno == EAFNOSUPPORT) {
        return HELD("%s: %s", what, strerror(errno));
    }
    return BROKEN("%s reached the kernel: %s", what, strerror(errno));
}

struct result result_tried(long rc, const char *what)
{
    return result_make(VERDICT_TRIED, "%s: %s", what, rc >= 0 ? "no error" : strerror(errno));
}

const char *path_join(char *buf, size_t size, const char *folder, const char *name)
{
    if (snprintf(buf, size, "%s/%s", folder, name) >= (int)size) {
        fprintf(stderr, "escape-probe: path too long: %s/%s\n", folder, name);
        abort();
    }
    return buf;
}

int file_write(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) {
        return -1;
    }
    size_t size = strlen(text);
    ssize_t n = write(fd, text, size);
    int saved = errno;
    close(fd);
    errno = n < 0 ? saved : EIO;
    return n == (ssize_t)size ? 0 : -1;
}

ssize_t file_read(const char *path, char *buf, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return -1;
    }
    size_t used = 0;
    while (used < size - 1) {
        ssize_t n = read(fd, buf + used, size - 1 - used);
        if (n < 0 && used == 0) {
            int saved = errno;
            close(fd);
            errno = saved;
            return -1;
        }
        if (n <= 0) {
            break;
        }
        used += (size_t)n;
    }
    buf[used] = '\0';
    close(fd);
    return (ssize_t)used;
}

bool bytes_contain(const char *bytes, size_t size, const char *needle)
{
    size_t len = strlen(needle);
    return len > 0 && memmem(bytes, size, needle, len) != NULL;
}

int program_run(const char *const argv[], char *buf, size_t size)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        /* execvp does not change the words, its type is older than const. */
        union {
            const char *const *in;
            char *const *out;
        } words = {.in = argv};
        execvp(argv[0], words.out);
        _exit(127);
    }
    close(ends[1]);
    size_t used = 0;
    char spill[4096];
    for (;;) {
        bool full = used + 1 >= size;
        ssize_t n = read(ends[0], full ? spill : buf + used, full ? sizeof spill : size - 1 - used);
        if (n <= 0) {
            break;
        }
        if (!full) {
            used += (size_t)n;
        }
    }
    buf[used] = '\0';
    close(ends[0]);
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct result child_call(struct result (*fn)(const void *arg), const void *arg)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return SKIP("pipe: %s", strerror(errno));
    }
    pid_t pid = fork();
    if (pid < 0) {
        return SKIP("fork: %s", strerror(errno));
    }
    if (pid == 0) {
        struct result r = fn(arg);
        ssize_t n = write(ends[1], &r, sizeof r);
        _exit(n == (ssize_t)sizeof r ? 0 : 1);
    }
    close(ends[1]);
    struct result r;
    /* Wait for the child and not for the end of the pipe, which a grandchild may hold. */
    ssize_t n = read(ends[0], &r, sizeof r);
    close(ends[0]);
    int status = 0;
    waitpid(pid, &status, 0);
    if (n != (ssize_t)sizeof r) {
        return HELD("the attempt was ended by signal %d",
                    WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
    return r;
}

size_t ancestors_list(const struct world *w, pid_t *pids, size_t max)
{
    size_t count = 0;
    pid_t pid = w->launcher_pid;
    while (pid > 0 && count < max) {
        pids[count++] = pid;
        char path[64];
        char text[1024];
        snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
        if (file_read(path, text, sizeof text) <= 0) {
            break;
        }
        const char *end = strrchr(text, ')');
        char state;
        int parent = 0;
        if (end == NULL || sscanf(end, ") %c %d", &state, &parent) != 2) {
            break;
        }
        pid = (pid_t)parent;
    }
    return count;
}

static bool world_load(struct world *w, const char *path)
{
    static char text[32768];
    if (file_read(path, text, sizeof text) <= 0) {
        return false;
    }
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *equals = strchr(line, '=');
        if (equals == NULL || w->count == sizeof(w->facts) / sizeof(w->facts[0])) {
            return false;
        }
        *equals = '\0';
        w->facts[w->count].key = line;
        w->facts[w->count].value = equals + 1;
        w->count++;
    }
    return true;
}

struct call {
    const struct world *w;
    const struct probe *probe;
};

static struct result call_probe(const void *arg)
{
    const struct call *call = arg;
    return call->probe->run(call->w, call->probe->arg);
}

static int list(void)
{
    static const struct {
        unsigned need;
        const char *word;
    } words[] = {{NEED_ROOT, "root"},
                 {NEED_USER, "user"},
                 {NEED_KERNEL, "kernel"},
                 {NEED_NO_BASELINE, "no-baseline"},
                 {NEED_CORDON, "cordon"}};
    for (size_t i = 0; i < all_count; i++) {
        printf("%s\t%s\t%s\t", all[i].name, all[i].guarantee, all[i].scene ? all[i].scene : "-");
        for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
            if (all[i].needs & words[k].need) {
                printf("%s ", words[k].word);
            }
        }
        printf("\n");
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct world w;
    w.launcher_pid = getppid();
    for (unsigned fd = 3; fd < 1024; fd++) {
        if (fcntl((int)fd, F_GETFD) >= 0 && w.open_fd_count < 64) {
            w.open_fds[w.open_fd_count++] = fd;
        }
    }
    probes_files();
    probes_nest();
    probes_read();
    probes_protected();
    probes_net();
    probes_ipc();
    probes_proc();
    probes_survive();
    probes_priv();
    probes_mount();
    probes_syscall();
    probes_kernelfs();
    probes_tty();
    probes_leak();
    probes_limit();
    probes_launch();
    probes_control();

    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        return list();
    }
    if (argc >= 3 && strcmp(argv[1], "--exit") == 0) {
        return atoi(argv[2]);
    }
    if (argc >= 3 && strcmp(argv[1], "--signal") == 0) {
        return raise(atoi(argv[2]));
    }
    if (argc >= 2 && strcmp(argv[1], "--echo") == 0) {
        for (int i = 2; i < argc; i++) {
            printf("[%s]\n", argv[i]);
        }
        return 0;
    }
    if (argc < 3) {
        fprintf(stderr, "usage: escape-probe FACTS NAME [MARK] | escape-probe --list\n");
        return 2;
    }
    if (!world_load(&w, argv[1])) {
        fprintf(stderr, "escape-probe: cannot read the facts of the world: %s\n", argv[1]);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < all_count; i++) {
        if (strcmp(all[i].name, argv[2]) != 0) {
            continue;
        }
        static const char *const words[] = {"HELD", "BROKEN", "TRIED", "SKIP", "OK", "FAIL"};
        struct call call = {&w, &all[i]};
        struct result r = child_call(call_probe, &call);
        printf("@probe %s %s\n", words[r.verdict], r.why);
        fflush(stdout);
        return 0;
    }
    fprintf(stderr, "escape-probe: no probe is called %s\n", argv[2]);
    return 2;
}

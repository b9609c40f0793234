/* SPDX-License-Identifier: MIT */
/*
 * probe.h: what the families of escape probes share: the table, the verdicts, the facts of the
 * world, and small helpers.
 *
 * A probe runs inside the sandbox and tries to break one guarantee.  Every probe must break it
 * when there is no sandbox, else it proves nothing.
 */
#ifndef CORDON_TEST_PROBE_H
#define CORDON_TEST_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <cordon/guarantees.h>

enum verdict {
    VERDICT_HELD,   /* the attempt failed */
    VERDICT_BROKEN, /* the attempt worked */
    VERDICT_TRIED,  /* the host decides, by comparing its files before and after */
    VERDICT_SKIP,   /* the attempt cannot be made here */
    VERDICT_OK,     /* a control: what must work does */
    VERDICT_FAIL    /* a control: what must work does not */
};

struct result {
    enum verdict verdict;
    char why[240];
};

/* Under which conditions an attempt can be made. */
enum probe_need {
    NEED_ROOT = 1 << 0,        /* only uid 0 can do it without a sandbox */
    NEED_USER = 1 << 1,        /* means nothing for uid 0 */
    NEED_KERNEL = 1 << 2,      /* depends on the host: tried without a sandbox first */
    NEED_NO_BASELINE = 1 << 3, /* unsafe or meaningless without a sandbox */
    NEED_CORDON = 1 << 4       /* a promise of the program's own interface */
};

/* The facts of the world, from a file in the project. */
struct world {
    size_t count;
    struct {
        const char *key;
        const char *value;
    } facts[256];
    pid_t launcher_pid;    /* parent of the probe program */
    unsigned open_fds[64]; /* descriptors >= 3 that were open at the start */
    size_t open_fd_count;
};

struct probe;
typedef struct result (*probe_fn)(const struct world *w, const char *arg);

struct probe {
    const char *name;
    const char *guarantee;
    unsigned needs;    /* of enum probe_need */
    const char *scene; /* how the driver has to start it; NULL for the usual way */
    probe_fn run;
    const char *arg;
};

/* Copies COUNT rows to the list of probes.  Strings must live for ever. */
void probes_add(const struct probe *rows, size_t count);
#define PROBES_ADD(rows) probes_add(rows, sizeof(rows) / sizeof((rows)[0]))

/* A string that lives until the program ends. */
const char *text_keep(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The value of KEY; the empty string when the world has no such fact. */
const char *world_get(const struct world *w, const char *key);
long world_number(const struct world *w, const char *key);

struct result result_make(enum verdict verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define HELD(...)   result_make(VERDICT_HELD, __VA_ARGS__)
#define BROKEN(...) result_make(VERDICT_BROKEN, __VA_ARGS__)
#define SKIP(...)   result_make(VERDICT_SKIP, __VA_ARGS__)
#define OK(...)     result_make(VERDICT_OK, __VA_ARGS__)
#define FAIL(...)   result_make(VERDICT_FAIL, __VA_ARGS__)

/* BROKEN when RC is not negative, else HELD; errno names the reason. */
struct result result_of_call(long rc, const char *what);
/* For a call with arguments that cannot work: EPERM, EACCES, ENOSYS, EROFS and EAFNOSUPPORT mean
 * that it was refused; any other errno means that the kernel went on to look at the arguments. */
struct result result_of_attempt(long rc, const char *what);
/* The host decides; errno (when RC is negative) is only told. */
struct result result_tried(long rc, const char *what);

/* Writes the folder and NAME, joined, to BUF. */
const char *path_join(char *buf, size_t size, const char *folder, const char *name);
/* 0, or -1 with errno. */
int file_write(const char *path, const char *text);
/* The count of bytes read (at most SIZE - 1; BUF is terminated), or -1 with errno. */
ssize_t file_read(const char *path, char *buf, size_t size);
/* Whether NEEDLE occurs in the SIZE bytes. */
bool bytes_contain(const char *bytes, size_t size, const char *needle);
/* Runs a program found on PATH; its output goes to BUF.  Gives the exit status, 128 + signal, or
 * -1 when it cannot be started. */
int program_run(const char *const argv[], char *buf, size_t size);
/* Calls FN(ARG) in a child; gives its verdict and reason.  For attempts that change the caller. */
struct result child_call(struct result (*fn)(const void *arg), const void *arg);
/* Parents of the probe program, nearest first, as far as /proc shows them.  Gives the count. */
size_t ancestors_list(const struct world *w, pid_t *pids, size_t max);

void probes_files(void);
void probes_nest(void);
void probes_read(void);
void probes_protected(void);
void probes_net(void);
void probes_ipc(void);
void probes_proc(void);
void probes_survive(void);
void probes_priv(void);
void probes_mount(void);
void probes_syscall(void);
void probes_kernelfs(void);
void probes_tty(void);
void probes_leak(void);
void probes_limit(void);
void probes_launch(void);
void probes_control(void);

#endif

/* SPDX-License-Identifier: MIT */
/* A sink that collects what bwrap_plan() puts, and a runner for such a plan, small enough to be
 * checked by eye: the core's own runner is not needed to test the backend. */
#ifndef TESTS_BWRAP_PLAN_H
#define TESTS_BWRAP_PLAN_H

#include "bwrap.h"

#include <stdbool.h>
#include <sys/types.h>

enum { PLAN_WORDS_MOST = 10000, PLAN_FDS_MOST = 256, PLAN_TEXT_MOST = 1 << 20 };

enum plan_fd_kind { PLAN_FD_DATA, PLAN_FD_PATH, PLAN_FD_STATUS };
struct plan_fd {
    enum plan_fd_kind kind;
    char *text; /* the data, or the path, or the format */
    size_t size;
};

struct plan {
    char *argv[PLAN_WORDS_MOST + 1];
    size_t argc;
    char *env[PLAN_WORDS_MOST + 1];
    size_t envc;
    char *enforced[64];
    size_t enforced_count;
    struct plan_fd fds[PLAN_FDS_MOST]; /* number 3 + index */
    size_t fd_count;
    int32_t status;    /* what bwrap_plan() returned */
    char message[512]; /* the sentence of a refusal, or "" */
};

/* Plans the launch.  Freed with plan_free(). */
struct plan *plan_new(const struct bwrap_program *program, const char *init,
                      const struct cordon_launch *launch);
void plan_free(struct plan *plan);

/* Index of the argument at or after start, or -1. */
long plan_find(const struct plan *plan, size_t start, const char *word);
/* Index of the first of consecutive arguments; words end with NULL. */
long plan_find_all(const struct plan *plan, const char *const *words);
bool plan_enforces(const struct plan *plan, const char *guarantee);
/* The whole plan as text, a word a line.  Freed with free(). */
char *plan_text(const struct plan *plan);

/* A plan that runs. */
struct plan_run {
    pid_t pid;
    int status_fd;
    int output_fd; /* stdout and stderr */
    char status[8192];
    char output[65536];
    int wait_status;
};

/* Starts the plan as uid (0: as we are), with stdin empty, in a session of its own. */
bool plan_start(const struct plan *plan, uid_t uid, struct plan_run *run);
/* Reads until the status has the text or the stream ends.  True: it has. */
bool plan_wait_status(struct plan_run *run, const char *text);
/* The same for the output. */
bool plan_wait_output(struct plan_run *run, const char *text);
/* To the end of both streams and of the process. */
void plan_finish(struct plan_run *run);

#endif

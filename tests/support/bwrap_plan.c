/* SPDX-License-Identifier: MIT */
/* memfd_create, O_PATH and setgroups are not in POSIX. */
#define _GNU_SOURCE
#include "bwrap_plan.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int32_t take_word(char **words, size_t most, size_t *count, const char *word)
{
    if (*count >= most)
        return CORDON_E_NOMEM;
    words[*count] = strdup(word);
    words[++*count] = NULL;
    return CORDON_OK;
}

static int32_t take_arg(void *context, const char *arg)
{
    struct plan *plan = context;
    return take_word(plan->argv, PLAN_WORDS_MOST, &plan->argc, arg);
}

static int32_t take_env(void *context, const char *name, const char *value)
{
    struct plan *plan = context;
    char *entry;

    if (asprintf(&entry, "%s=%s", name, value) < 0)
        return CORDON_E_NOMEM;
    int32_t status = take_word(plan->env, PLAN_WORDS_MOST, &plan->envc, entry);
    free(entry);
    return status;
}

static int32_t take_fd(struct plan *plan, enum plan_fd_kind kind, const void *data, size_t size,
                       int32_t *ret_number)
{
    if (plan->fd_count >= PLAN_FDS_MOST)
        return CORDON_E_NOMEM;
    struct plan_fd *fd = &plan->fds[plan->fd_count];
    fd->kind = kind;
    fd->size = size;
    fd->text = calloc(1, size + 1);
    memcpy(fd->text, data, size);
    *ret_number = 3 + (int32_t)plan->fd_count++;
    return CORDON_OK;
}

static int32_t take_data(void *context, const void *data, size_t size, int32_t *ret_number)
{
    return take_fd(context, PLAN_FD_DATA, data, size, ret_number);
}

static int32_t take_path(void *context, const char *path, int32_t *ret_number)
{
    return take_fd(context, PLAN_FD_PATH, path, strlen(path), ret_number);
}

static int32_t take_status(void *context, const char *format, int32_t *ret_number)
{
    return take_fd(context, PLAN_FD_STATUS, format, strlen(format), ret_number);
}

static int32_t take_enforced(void *context, const char *guarantee)
{
    struct plan *plan = context;
    return take_word(plan->enforced, 63, &plan->enforced_count, guarantee);
}

static int32_t take_failure(void *context, int32_t status, const char *message)
{
    struct plan *plan = context;
    snprintf(plan->message, sizeof plan->message, "%s", message);
    return status;
}

struct plan *plan_new(const struct bwrap_program *program, const char *init,
                      const struct cordon_launch *launch)
{
    struct plan *plan = calloc(1, sizeof *plan);
    const struct kit_sink sink = {
        .context = plan,
        .arg = take_arg,
        .env = take_env,
        .data = take_data,
        .path = take_path,
        .status = take_status,
        .enforced = take_enforced,
        .fail = take_failure,
    };
    plan->status = bwrap_plan(program, init, launch, &sink);
    return plan;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->argc; i++)
        free(plan->argv[i]);
    for (size_t i = 0; i < plan->envc; i++)
        free(plan->env[i]);
    for (size_t i = 0; i < plan->enforced_count; i++)
        free(plan->enforced[i]);
    for (size_t i = 0; i < plan->fd_count; i++)
        free(plan->fds[i].text);
    free(plan);
}

long plan_find(const struct plan *plan, size_t start, const char *word)
{
    for (size_t i = start; i < plan->argc; i++) {
        if (strcmp(plan->argv[i], word) == 0)
            return (long)i;
    }
    return -1;
}

long plan_find_all(const struct plan *plan, const char *const *words)
{
    for (size_t i = 0; i < plan->argc; i++) {
        size_t n = 0;
        while (words[n] != NULL && i + n < plan->argc && strcmp(plan->argv[i + n], words[n]) == 0)
            n++;
        if (words[n] == NULL)
            return (long)i;
    }
    return -1;
}

bool plan_enforces(const struct plan *plan, const char *guarantee)
{
    for (size_t i = 0; i < plan->enforced_count; i++) {
        if (strcmp(plan->enforced[i], guarantee) == 0)
            return true;
    }
    return false;
}

char *plan_text(const struct plan *plan)
{
    static const char *const kinds[] = {"data", "path", "status"};
    char *text = NULL;
    size_t size = 0;

    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; i < plan->argc; i++)
        fprintf(out, "%s\n", plan->argv[i]);
    for (size_t i = 0; i < plan->envc; i++)
        fprintf(out, "env %s\n", plan->env[i]);
    for (size_t i = 0; i < plan->fd_count; i++) {
        const struct plan_fd *fd = &plan->fds[i];
        /* The only data that is not empty is the filter, which differs by architecture. */
        fprintf(out, "fd %zu %s %s\n", i + 3, kinds[fd->kind],
                fd->kind != PLAN_FD_DATA ? fd->text
                : fd->size > 0           ? "(filter)"
                                         : "(empty)");
    }
    for (size_t i = 0; i < plan->enforced_count; i++)
        fprintf(out, "enforced %s\n", plan->enforced[i]);
    fclose(out);
    return text;
}

/* In the child: the descriptor behind a number. */
static int open_fd(const struct plan_fd *fd, int status_fd)
{
    int number;

    switch (fd->kind) {
    case PLAN_FD_DATA:
        number = memfd_create("data", 0);
        if (number >= 0 && (write(number, fd->text, fd->size) != (ssize_t)fd->size ||
                            lseek(number, 0, SEEK_SET) != 0))
            return -1;
        return number;
    case PLAN_FD_PATH:
        return open(fd->text, O_PATH | O_NOFOLLOW);
    case PLAN_FD_STATUS:
        return status_fd;
    }
    return -1;
}

static _Noreturn void run_child(const struct plan *plan, uid_t uid, int output_fd, int status_fd)
{
    enum { ASIDE = 400 };

    if (uid != 0 &&
        (setgroups(0, NULL) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0))
        _exit(121);
    setsid();
    int null_fd = open("/dev/null", O_RDONLY);
    dup2(null_fd, 0);
    dup2(output_fd, 1);
    dup2(output_fd, 2);
    for (size_t i = 0; i < plan->fd_count; i++) {
        int fd = open_fd(&plan->fds[i], status_fd);
        if (fd < 0 || fcntl(fd, F_DUPFD, ASIDE + (int)i) != ASIDE + (int)i)
            _exit(122);
    }
    for (size_t i = 0; i < plan->fd_count; i++)
        dup2(ASIDE + (int)i, 3 + (int)i);
    for (int fd = 3 + (int)plan->fd_count; fd < 1024; fd++)
        close(fd);
    execve(plan->argv[0], plan->argv, plan->env);
    _exit(123);
}

bool plan_start(const struct plan *plan, uid_t uid, struct plan_run *run)
{
    int status[2], output[2];

    memset(run, 0, sizeof *run);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, status) != 0 ||
        pipe2(output, O_CLOEXEC) != 0)
        return false;
    run->pid = fork();
    if (run->pid == 0)
        run_child(plan, uid, output[1], fcntl(status[1], F_DUPFD, 900));
    close(status[1]);
    close(output[1]);
    run->status_fd = status[0];
    run->output_fd = output[0];
    return run->pid > 0;
}

/* Appends what arrives on fd; false at its end. */
static bool take(int *fd, char *text, size_t size)
{
    size_t length = strlen(text);

    if (length + 1 >= size) /* keep the head, drop the rest */
        length = size / 2;
    ssize_t got = read(*fd, text + length, size - length - 1);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0) {
        close(*fd);
        *fd = -1;
        return false;
    }
    text[length + (size_t)got] = '\0';
    return true;
}

/* Until one of the texts is there (NULL: never) or both streams are over. */
static void pump(struct plan_run *run, const char *status, const char *output)
{
    for (;;) {
        if ((status != NULL && (strstr(run->status, status) != NULL || run->status_fd < 0)) ||
            (output != NULL && (strstr(run->output, output) != NULL || run->output_fd < 0)) ||
            (run->status_fd < 0 && run->output_fd < 0))
            return;
        struct pollfd polls[] = {{.fd = run->status_fd, .events = POLLIN},
                                 {.fd = run->output_fd, .events = POLLIN}};
        if (poll(polls, 2, -1) < 0)
            continue;
        if (polls[0].revents != 0)
            take(&run->status_fd, run->status, sizeof run->status);
        if (polls[1].revents != 0)
            take(&run->output_fd, run->output, sizeof run->output);
    }
}

bool plan_wait_status(struct plan_run *run, const char *text)
{
    pump(run, text, NULL);
    return strstr(run->status, text) != NULL;
}

bool plan_wait_output(struct plan_run *run, const char *text)
{
    pump(run, NULL, text);
    return strstr(run->output, text) != NULL;
}

void plan_finish(struct plan_run *run)
{
    pump(run, NULL, NULL);
    while (waitpid(run->pid, &run->wait_status, 0) < 0 && errno == EINTR)
        continue;
}

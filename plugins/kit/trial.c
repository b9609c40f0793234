/* SPDX-License-Identifier: MIT */
/* A plan that a backend makes for itself and runs. */
#define _GNU_SOURCE /* memfd_create, O_PATH */
#include "trial.h"

#include "kit.h"

#include <cordon/guarantees.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define LIST_MAX 4096
#define FIRST_FD 3

struct cordon_launch kit_trial_launch(const char *instance, const char *const *argv,
                                      const struct cordon_mount *const *mounts)
{
    static const char *const asked[] = {CORDON_G_EVERY, NULL};
    static const char *const envp[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
    static const struct cordon_limits limits = {.struct_size = sizeof limits,
                                                .processes = 64,
                                                .memory_bytes = UINT64_C(256) << 20,
                                                .open_files = 256,
                                                .scratch_bytes = UINT64_C(16) << 20};

    return (struct cordon_launch){.struct_size = sizeof(struct cordon_launch),
                                  .network = CORDON_NET_NONE,
                                  .instance = instance,
                                  .argv = argv,
                                  .envp = envp,
                                  .cwd = "/",
                                  .mounts = mounts,
                                  .guarantees = asked,
                                  .limits = &limits};
}

/* Words that end with NULL, for execve. */
struct list {
    char **words;
    size_t count;
};

struct kit_trial {
    struct list argv;
    struct list envp;
    struct list enforced;
    struct kit_fd fds[KIT_FDS_MAX];
    size_t fd_count;
    int status_fd; /* our end, or -1 */
    char error[256];
};

static int32_t list_add(struct list *list, const char *word)
{
    if (list->words == NULL)
        list->words = calloc(LIST_MAX + 1, sizeof(char *));
    if (list->words == NULL || list->count == LIST_MAX)
        return CORDON_E_NOMEM;
    list->words[list->count] = strdup(word);
    if (list->words[list->count] == NULL)
        return CORDON_E_NOMEM;
    list->count++;
    return CORDON_OK;
}

static void list_clear(struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->words[i]);
    free(list->words);
}

/* --- The sink ------------------------------------------------------------------------------------ */

static int32_t take_arg(void *context, const char *arg)
{
    struct kit_trial *trial = context;
    return list_add(&trial->argv, arg);
}

static int32_t take_env(void *context, const char *name, const char *value)
{
    struct kit_trial *trial = context;
    size_t size = strlen(name) + strlen(value) + 2;
    char *entry = malloc(size);
    if (entry == NULL)
        return CORDON_E_NOMEM;
    (void)snprintf(entry, size, "%s=%s", name, value);
    int32_t status = list_add(&trial->envp, entry);
    free(entry);
    return status;
}

/* Takes the descriptor over, also when it fails. */
static int32_t take_fd(struct kit_trial *trial, int fd, int32_t *ret_number)
{
    if (fd < 0)
        return CORDON_E_INTERNAL;
    if (trial->fd_count == KIT_FDS_MAX) {
        close(fd);
        return CORDON_E_NOMEM;
    }
    int number = FIRST_FD + (int)trial->fd_count;
    trial->fds[trial->fd_count++] = (struct kit_fd){.fd = fd, .number = number};
    *ret_number = number;
    return CORDON_OK;
}

static int32_t take_data(void *context, const void *data, size_t size, int32_t *ret_number)
{
    int fd = memfd_create("cordon-data", MFD_CLOEXEC);
    const char *at = data;
    while (fd >= 0 && size > 0) {
        ssize_t written = write(fd, at, size);
        if (written < 0) {
            close(fd);
            return CORDON_E_INTERNAL;
        }
        at += written;
        size -= (size_t)written;
    }
    if (fd >= 0)
        (void)lseek(fd, 0, SEEK_SET);
    return take_fd(context, fd, ret_number);
}

static int32_t take_path(void *context, const char *host_path, int32_t *ret_number)
{
    return take_fd(context, open(host_path, O_PATH | O_NOFOLLOW | O_CLOEXEC), ret_number);
}

static int32_t take_status(void *context, const char *format, int32_t *ret_number)
{
    struct kit_trial *trial = context;
    int pair[2];
    if (strcmp(format, "cordon.status/1") != 0 || trial->status_fd >= 0)
        return CORDON_E_UNSUPPORTED;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return CORDON_E_INTERNAL;
    trial->status_fd = pair[0];
    return take_fd(trial, pair[1], ret_number);
}

/* A trial tidies up itself. */
static int32_t take_teardown(void *context, const char *const *argv)
{
    (void)context;
    (void)argv;
    return CORDON_OK;
}

static int32_t take_enforced(void *context, const char *guarantee)
{
    struct kit_trial *trial = context;
    return list_add(&trial->enforced, guarantee);
}

static int32_t take_failure(void *context, int32_t status, const char *message)
{
    struct kit_trial *trial = context;
    (void)kit_text_copy(trial->error, sizeof(trial->error), message);
    return status;
}

struct kit_trial *kit_trial_new(void)
{
    struct kit_trial *trial = calloc(1, sizeof(*trial));
    if (trial != NULL)
        trial->status_fd = -1;
    return trial;
}

struct kit_sink kit_trial_sink(struct kit_trial *trial)
{
    return (struct kit_sink){.context = trial,
                             .arg = take_arg,
                             .env = take_env,
                             .data = take_data,
                             .path = take_path,
                             .status = take_status,
                             .teardown = take_teardown,
                             .enforced = take_enforced,
                             .fail = take_failure};
}

const char *kit_trial_error(const struct kit_trial *trial)
{
    return trial->error;
}

bool kit_trial_is_complete(const struct kit_trial *trial)
{
    return trial->argv.count > 0;
}

void kit_trial_free(struct kit_trial *trial)
{
    if (trial == NULL)
        return;
    for (size_t i = 0; i < trial->fd_count; i++)
        close(trial->fds[i].fd);
    if (trial->status_fd >= 0)
        close(trial->status_fd);
    list_clear(&trial->argv);
    list_clear(&trial->envp);
    list_clear(&trial->enforced);
    free(trial);
}

/* --- The run ------------------------------------------------------------------------------------------ */

static const char *const no_words[] = {NULL};

/* execve takes words that it never changes, in a type that does not say so. */
static const char *const *words_of(const struct list *list)
{
    return list->words != NULL ? (const char *const *)list->words : no_words;
}

void kit_trial_report(struct kit_trial *trial, char *ret_lines, size_t size)
{
    size_t length = 0;
    while (trial->status_fd >= 0 && length < size - 1) {
        ssize_t got = recv(trial->status_fd, ret_lines + length, size - 1 - length, MSG_DONTWAIT);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            break;
        if (got > 0)
            length += (size_t)got;
    }
    ret_lines[length] = '\0';
}

void kit_trial_run(struct kit_trial *trial, int64_t timeout_ms, int cancel_fd, char *ret_output,
                   size_t output_size, struct kit_result *ret_result)
{
    const struct kit_run run = {.program = trial->argv.words[0],
                                .argv = words_of(&trial->argv),
                                .envp = words_of(&trial->envp),
                                .fds = trial->fds,
                                .fd_count = trial->fd_count,
                                .timeout_ms = timeout_ms,
                                .cancel_fd = cancel_fd,
                                .output = ret_output,
                                .output_size = output_size};
    kit_run(&run, ret_result);
}

const char *const *kit_trial_enforced(const struct kit_trial *trial)
{
    return words_of(&trial->enforced);
}

void kit_trial_print(const struct kit_trial *trial, char *ret_text, size_t size)
{
    struct kit_text text;
    kit_text_init(&text, ret_text, size);
    for (size_t i = 0; i < trial->argv.count; i++)
        kit_text_addf(&text, "%s%s", i > 0 ? " " : "", trial->argv.words[i]);
}

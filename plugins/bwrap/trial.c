/* SPDX-License-Identifier: MIT */
/* The production command line, made by bwrap_plan() and run by the probe itself. */
#define _GNU_SOURCE /* memfd_create, O_PATH */
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIST_MAX    4096
#define REPORT_MAX  8192
#define FIRST_FD    3
#define OUTPUT_SIZE 8192

/* Words that end with NULL, for execve. */
struct list {
    char **words;
    size_t count;
};

struct bwrap_trial {
    char *program;
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
    struct bwrap_trial *trial = context;
    return list_add(&trial->argv, arg);
}

static int32_t take_env(void *context, const char *name, const char *value)
{
    struct bwrap_trial *trial = context;
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
static int32_t take_fd(struct bwrap_trial *trial, int fd, int32_t *ret_number)
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
    struct bwrap_trial *trial = context;
    int pair[2];
    if (strcmp(format, "cordon.status/1") != 0 || trial->status_fd >= 0)
        return CORDON_E_UNSUPPORTED;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return CORDON_E_INTERNAL;
    trial->status_fd = pair[0];
    return take_fd(trial, pair[1], ret_number);
}

static int32_t take_enforced(void *context, const char *guarantee)
{
    struct bwrap_trial *trial = context;
    return list_add(&trial->enforced, guarantee);
}

static int32_t take_failure(void *context, int32_t status, const char *message)
{
    struct bwrap_trial *trial = context;
    (void)kit_text_copy(trial->error, sizeof(trial->error), message);
    return status;
}

/* --- The launch ------------------------------------------------------------------------------------- */

static const char *const asked[] = {CORDON_G_EVERY, NULL};

/* What a program needs to start: the system's folder and the ways to it.  The stores of NixOS and
 * Guix hold the libraries of our own helper there. */
static const char *const system_paths[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
};

#define SYSTEM_COUNT (sizeof(system_paths) / sizeof(system_paths[0]))

struct system {
    struct cordon_mount mounts[SYSTEM_COUNT];
    const struct cordon_mount *list[SYSTEM_COUNT + 1];
    char targets[SYSTEM_COUNT][256];
};

static void system_read(struct system *system)
{
    size_t count = 0;
    for (size_t i = 0; i < SYSTEM_COUNT; i++) {
        struct stat st;
        const char *path = system_paths[i];
        if (lstat(path, &st) < 0)
            continue;
        struct cordon_mount *mount = &system->mounts[count];
        *mount = (struct cordon_mount){.struct_size = sizeof(*mount),
                                       .access = CORDON_ACCESS_READ,
                                       .guest_path = path,
                                       .role = CORDON_ROLE_SYSTEM};
        if (S_ISLNK(st.st_mode)) {
            char *target = system->targets[count];
            ssize_t length = readlink(path, target, sizeof(system->targets[count]) - 1);
            if (length < 0)
                continue;
            target[length] = '\0';
            mount->kind = CORDON_KIND_LINK;
            mount->host_path = target;
        } else if (S_ISDIR(st.st_mode)) {
            mount->kind = CORDON_KIND_FOLDER;
            mount->host_path = path;
            mount->device = st.st_dev;
            mount->inode = st.st_ino;
        } else {
            continue;
        }
        system->list[count++] = mount;
    }
    system->list[count] = NULL;
}

int32_t bwrap_trial_new(const struct bwrap_program *program, const char *init_path,
                        struct bwrap_trial **ret_trial, char *ret_error, size_t error_size)
{
    struct bwrap_trial *trial = calloc(1, sizeof(*trial));
    struct system *system = calloc(1, sizeof(*system));
    int32_t status = CORDON_E_NOMEM;
    if (trial == NULL || system == NULL)
        goto out;
    trial->status_fd = -1;
    trial->program = strdup(program->path);
    if (trial->program == NULL)
        goto out;
    system_read(system);

    /* The command is the helper itself, which is inside anyhow: no system has to have a "true". */
    const char *const argv[] = {BWRAP_INIT_GUEST, "--nothing", NULL};
    /* Messages are matched, so they must be the untranslated ones. */
    const char *const envp[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
    const struct cordon_limits limits = {.struct_size = sizeof(limits),
                                         .processes = 64,
                                         .memory_bytes = UINT64_C(256) << 20,
                                         .open_files = 256,
                                         .scratch_bytes = UINT64_C(16) << 20};
    const struct cordon_launch launch = {.struct_size = sizeof(launch),
                                         .network = CORDON_NET_NONE,
                                         .instance = "probe",
                                         .argv = argv,
                                         .envp = envp,
                                         .cwd = "/",
                                         .mounts = system->list,
                                         .guarantees = asked,
                                         .limits = &limits};
    const struct bwrap_sink sink = {.context = trial,
                                    .arg = take_arg,
                                    .env = take_env,
                                    .data = take_data,
                                    .path = take_path,
                                    .status = take_status,
                                    .enforced = take_enforced,
                                    .fail = take_failure};
    status = bwrap_plan(program, init_path, &launch, &sink);
    if (status == CORDON_OK && trial->argv.count == 0)
        status = CORDON_E_INTERNAL;

out:
    free(system);
    if (status == CORDON_OK) {
        *ret_trial = trial;
        return CORDON_OK;
    }
    (void)kit_text_copy(ret_error, error_size,
                        trial != NULL && trial->error[0] != '\0'
                            ? trial->error
                            : "the probe's command line cannot be made");
    bwrap_trial_free(trial);
    return status;
}

void bwrap_trial_free(struct bwrap_trial *trial)
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
    free(trial->program);
    free(trial);
}

/* --- The run ------------------------------------------------------------------------------------------ */

static const char *const no_words[] = {NULL};

/* execve takes words that it never changes, in a type that does not say so. */
static const char *const *words_of(const struct list *list)
{
    return list->words != NULL ? (const char *const *)list->words : no_words;
}

/* What has arrived; never waits, for something in the sandbox may still hold the other end. */
static void take_report(struct bwrap_trial *trial, struct bwrap_report *ret_report)
{
    char lines[REPORT_MAX];
    size_t length = 0;
    while (trial->status_fd >= 0 && length < sizeof(lines) - 1) {
        ssize_t got =
            recv(trial->status_fd, lines + length, sizeof(lines) - 1 - length, MSG_DONTWAIT);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            break;
        if (got > 0)
            length += (size_t)got;
    }
    lines[length] = '\0';
    bwrap_report_parse(lines, ret_report);
}

void bwrap_trial_run(struct bwrap_trial *trial, int64_t timeout_ms, int cancel_fd,
                     struct bwrap_try *ret_try, struct bwrap_report *ret_report)
{
    char output[OUTPUT_SIZE];
    struct kit_result result;
    const struct kit_run run = {.program = trial->program,
                                .argv = words_of(&trial->argv),
                                .envp = words_of(&trial->envp),
                                .fds = trial->fds,
                                .fd_count = trial->fd_count,
                                .timeout_ms = timeout_ms,
                                .cancel_fd = cancel_fd,
                                .output = output,
                                .output_size = sizeof(output)};
    kit_run(&run, &result);
    *ret_try = (struct bwrap_try){.made = true, .end = result.end, .code = result.code};
    bwrap_line_pick(output, ret_try->line, sizeof(ret_try->line));
    take_report(trial, ret_report);
}

const char *const *bwrap_trial_enforced(const struct bwrap_trial *trial)
{
    return words_of(&trial->enforced);
}

void bwrap_trial_print(const struct bwrap_trial *trial, char *ret_text, size_t size)
{
    struct kit_text text;
    kit_text_init(&text, ret_text, size);
    for (size_t i = 0; i < trial->argv.count; i++)
        kit_text_addf(&text, "%s%s", i > 0 ? " " : "", trial->argv.words[i]);
}

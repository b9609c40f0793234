/* SPDX-License-Identifier: MIT */
/* Runs a small program. */
#define _GNU_SOURCE /* pipe2(), environ */
#include "helper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fdio.h"

/* Fits into a pipe, so that writing it never waits. */
#define MAX_INPUT_BYTES PIPE_BUF

static gboolean fail(const char *const *argv, int number, GError **error)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s cannot be run: %s", argv[0],
                g_strerror(number));
    return FALSE;
}

static int spawn(const char *const *argv, int in, int out, pid_t *ret_pid)
{
    posix_spawn_file_actions_t actions;
    /* posix_spawnp() takes its strings as char *const *, and does not change them. */
    union {
        const char *const *given;
        char *const *wanted;
    } words = {.given = argv};

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int number = posix_spawnp(ret_pid, argv[0], &actions, NULL, words.wanted, environ);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

static int reap(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

gboolean cordon_helper_run(const char *const *argv, const char *input, guint timeout_ms,
                           gsize max_bytes, char **ret_output, gsize *ret_size, int *ret_status,
                           GError **error)
{
    int in[2], out[2];
    pid_t pid;

    if (strlen(input) > MAX_INPUT_BYTES)
        return fail(argv, EMSGSIZE, error);
    if (pipe2(in, O_CLOEXEC) < 0)
        return fail(argv, errno, error);
    CORDON_AUTO_FD int in_read = in[0];
    CORDON_AUTO_FD int in_write = in[1];
    if (pipe2(out, O_CLOEXEC) < 0)
        return fail(argv, errno, error);
    CORDON_AUTO_FD int out_read = out[0];
    CORDON_AUTO_FD int out_write = out[1];
    int number = spawn(argv, in_read, out_write, &pid);
    if (number != 0)
        return fail(argv, number, error);
    cordon_fd_clear(&in_read);
    cordon_fd_clear(&out_write);
    /* One that reads nothing says so by its exit status. */
    (void)cordon_fd_write_all(in_write, input, strlen(input), NULL, NULL);
    cordon_fd_clear(&in_write);
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(timeout_ms);
    gboolean done = cordon_fd_read_all(out_read, max_bytes, deadline, ret_output, ret_size, error);
    if (!done)
        kill(pid, SIGKILL);
    *ret_status = reap(pid);
    return done;
}

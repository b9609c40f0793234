/* SPDX-License-Identifier: MIT */
/* Start of the program. */
#define _GNU_SOURCE /* strchrnul(), vfork() */
#include "supervisor.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* Like execvp(), with two differences: an empty element of PATH is not the current folder, and a
 * file without a format is not given to a shell.  Returns the errno of the failure. */
static int execute(char *const *argv)
{
    extern char **environ;
    const char *name = argv[0], *path = getenv("PATH");
    char candidate[PATH_MAX];
    int error = ENOENT;

    if (*name == '\0')
        return ENOENT;
    if (strchr(name, '/')) {
        execve(name, argv, environ);
        return errno;
    }
    for (const char *element = path; element;) {
        const char *end = strchrnul(element, ':');
        size_t size = (size_t)(end - element), name_size = strlen(name) + 1;

        if (size > 0 && size + 1 + name_size <= sizeof candidate) {
            memcpy(candidate, element, size);
            candidate[size] = '/';
            memcpy(candidate + size + 1, name, name_size);
            execve(candidate, argv, environ);
            /* As shells do: the search goes on, and "not executable" wins over "not found". */
            if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
                return errno;
            if (errno == EACCES)
                error = EACCES;
        }
        element = *end ? end + 1 : NULL;
    }
    return error;
}

/* Runs on the parent's stack and memory, while the parent stands still: changes nothing there but
 * *ret_error. */
static _Noreturn void run_child(char *const *argv, pid_t parent, volatile int *ret_error)
{
    sigset_t none;

    /* A group of its own: kill(0, ...) by the command does not reach its supervisor. */
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent)
        _exit(1); /* the supervisor ended before the line above */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    *ret_error = execute(argv);
    _exit(127);
}

int start_program(char *const *argv, pid_t *ret_pid, bool *ret_executed)
{
    volatile int error = 0;
    pid_t self = getpid();

    /* vfork() goes on here when the program runs or could not be executed: no pipe has to tell. */
    pid_t pid = vfork();
    if (pid == 0)
        run_child(argv, self, &error);
    *ret_executed = pid > 0;
    if (pid < 0)
        return errno;
    *ret_pid = pid;
    return error;
}

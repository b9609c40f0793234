/* SPDX-License-Identifier: MIT */
/* What the supervisor does to itself before it starts anything. */
#define _GNU_SOURCE /* close_range() */
#include "supervisor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The kernel frees a keyring some time after its last user, so a quick series of commands may meet
 * the quota of keys for a moment. */
#define KEYRING_ATTEMPTS 100
#define KEYRING_PAUSE_NS 10000000L

static bool fail(struct failure *ret_failure, const char *step)
{
    ret_failure->step = step;
    ret_failure->error = errno;
    return false;
}

bool close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
        return true;
#endif
    /* Linux before 5.9. */
    DIR *folder = opendir("/proc/self/fd");
    if (!folder)
        return false;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *end = NULL;
        long fd = strtol(entry->d_name, &end, 10);

        if (end != entry->d_name && *end == '\0' && fd >= first && fd != dirfd(folder))
            close((int)fd);
    }
    closedir(folder);
    return true;
}

static void reset_signals(void)
{
    /* The kernel's struct sigaction, whose members are all zero for SIG_DFL, and at most this big.
     * By system call, because libc refuses the signals that it keeps for itself. */
    static const unsigned long zero[16];
    sigset_t all;

    for (int number = 1; number < NSIG; number++)
        (void)syscall(SYS_rt_sigaction, number, zero, NULL, NSIG / 8); /* not for KILL and STOP */
    /* Everything stays blocked here, so that no signal of the command can end its supervisor; the
     * program is started with nothing blocked. */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
}

static long join_new_keyring(void)
{
    for (int attempt = 1;; attempt++) {
        long serial = syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);

        if (serial >= 0 || errno != EDQUOT || attempt == KEYRING_ATTEMPTS)
            return serial;
        nanosleep(&(struct timespec){.tv_nsec = KEYRING_PAUSE_NS}, NULL);
    }
}

static bool leave_keyring(void)
{
    if (join_new_keyring() >= 0 || errno == ENOSYS)
        return true;

    /* A container may refuse the whole call: then keys are out of the command's reach as well. */
    int saved = errno;
    if (saved == EPERM &&
        syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0) < 0 &&
        errno == EPERM)
        return true;
    errno = saved;
    return false;
}

bool prepare_process(int keep_below, struct failure *ret_failure)
{
    if (!close_from(keep_below))
        return fail(ret_failure, "close");
    reset_signals();
    if (setsid() < 0 && getsid(0) != getpid())
        return fail(ret_failure, "session");
    if (setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}) < 0)
        return fail(ret_failure, "core-limit");
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0)
        return fail(ret_failure, "subreaper");
    if (!leave_keyring())
        return fail(ret_failure, "keyring");
    return true;
}

bool prepare_to_watch(struct failure *ret_failure)
{
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
        return fail(ret_failure, "undumpable");
    return true;
}

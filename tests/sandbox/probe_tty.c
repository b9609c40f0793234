/* SPDX-License-Identifier: MIT */
/*
 * probe_tty.c: pushing characters into the user's terminal, or holding it.
 *
 * In the scene `pty` the launcher runs with a terminal of its own as 0, 1, 2 and as controlling
 * terminal, like a program that a user starts.
 */
#define _GNU_SOURCE /* TIOCSTI */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

static int terminal(void)
{
    int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    for (int i = 0; i < 3 && fd < 0; i++) {
        if (isatty(i)) {
            fd = i;
        }
    }
    return fd;
}

static struct result push(const struct world *w, const char *arg)
{
    (void)w;
    /* The kernel looks at 32 bits of the request, a careless filter at 64. */
    unsigned long request = TIOCSTI | (strcmp(arg, "high") == 0 ? 1UL << 32 : 0UL);
    for (int i = -1; i < 3; i++) {
        int fd = i < 0 ? terminal() : i;
        if (fd >= 0 && syscall(SYS_ioctl, fd, request, "e") == 0) {
            return BROKEN("TIOCSTI on %d", fd);
        }
    }
    return HELD("TIOCSTI: %s", strerror(errno));
}

static struct result controlling(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_call(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC), "/dev/tty");
}

static struct result descriptors(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    for (int i = 0; i < 3; i++) {
        if (isatty(i)) {
            return BROKEN("%d is the user's terminal", i);
        }
    }
    return HELD("0, 1, 2 are no terminals");
}

static struct result resize(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int fd = terminal();
    struct winsize size = {.ws_row = 33, .ws_col = 77};
    return result_of_call(ioctl(fd, TIOCSWINSZ, &size), "TIOCSWINSZ");
}

static struct result foreground(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    pid_t group = 0;
    return result_of_call(ioctl(terminal(), TIOCGPGRP, &group), "TIOCGPGRP");
}

static struct result modes(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct termios t;
    int fd = terminal();
    return tcgetattr(fd, &t) != 0 ? HELD("tcgetattr: %s", strerror(errno))
                                  : result_of_call(tcsetattr(fd, TCSANOW, &t), "tcsetattr");
}

/* On a descriptor that is no terminal: ENOTTY says that the request passed the filter. */
static struct result filtered(const struct world *w, const char *arg)
{
    (void)w;
    unsigned long request = 0;
    if (sscanf(arg, "%lx", &request) != 1) {
        return SKIP("bad request");
    }
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    int value = 0;
    return result_of_attempt(syscall(SYS_ioctl, fd, request, &value), "ioctl on the null device");
}

void probes_tty(void)
{
    static const struct probe rows[] = {
        {"tty-push", CORDON_G_TTY_NO_INJECTION, NEED_KERNEL, "pty", push, "low"},
        {"tty-push-high-bits", CORDON_G_TTY_NO_INJECTION, NEED_KERNEL, "pty", push, "high"},
        {"tty-controlling", CORDON_G_TTY_NO_INJECTION, 0, "pty", controlling, NULL},
        {"tty-descriptors", CORDON_G_TTY_NO_INJECTION, 0, "pty", descriptors, NULL},
        {"tty-resize", CORDON_G_TTY_NO_INJECTION, 0, "pty", resize, NULL},
        {"tty-foreground", CORDON_G_TTY_NO_INJECTION, 0, "pty", foreground, NULL},
        {"tty-modes", CORDON_G_TTY_NO_INJECTION, 0, "pty", modes, NULL},
        {"tty-filter-sti", CORDON_G_SYSCALL_FILTERED, 0, NULL, filtered, "5412"},
        {"tty-filter-sti-high-bits", CORDON_G_SYSCALL_FILTERED, 0, NULL, filtered, "100005412"},
        {"tty-filter-linux", CORDON_G_SYSCALL_FILTERED, 0, NULL, filtered, "541c"},
        {"tty-filter-linux-high-bits", CORDON_G_SYSCALL_FILTERED, 0, NULL, filtered, "f0000541c"},
        {"tty-filter-line", CORDON_G_SYSCALL_FILTERED, 0, NULL, filtered, "5423"},
        {"tty-filter-console", CORDON_G_SYSCALL_FILTERED, 0, NULL, filtered, "541d"},
    };
    PROBES_ADD(rows);
}

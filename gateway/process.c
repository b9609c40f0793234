/* SPDX-License-Identifier: MIT */
/* The gateway as a process. */
#define _GNU_SOURCE /* O_CLOEXEC, sigaction() */
#include "process.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* More would only make programs slow that close all they might have. */
#define MAX_DESCRIPTORS 65536u

typedef struct {
    int number;
    const char *name;
    GMainLoop *loop;
} StopSignal;

static StopSignal stop_signals[] = {
    {SIGTERM, "SIGTERM", NULL}, {SIGINT, "SIGINT", NULL}, {SIGHUP, "SIGHUP", NULL}};
static const char *stop_reason;

/* A descriptor 0, 1 or 2 that is closed would be given to the next file that is opened. */
static void fill_standard_descriptors(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

static void raise_limits(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = MIN(limit.rlim_max, MAX_DESCRIPTORS);
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    /* A dump would have tokens in it. */
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
}

void process_prepare(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    fill_standard_descriptors();
    umask(077);
    sigaction(SIGPIPE, &ignore, NULL);
    raise_limits();
}

static gboolean stop(gpointer data)
{
    const StopSignal *given = data;
    struct sigaction usual = {.sa_handler = SIG_DFL};

    stop_reason = given->name;
    for (gsize i = 0; i < G_N_ELEMENTS(stop_signals); i++)
        sigaction(stop_signals[i].number, &usual, NULL);
    g_main_loop_quit(given->loop);
    return G_SOURCE_CONTINUE;
}

void process_stop_loop_on_signals(GMainLoop *loop)
{
    for (gsize i = 0; i < G_N_ELEMENTS(stop_signals); i++) {
        stop_signals[i].loop = loop;
        g_unix_signal_add(stop_signals[i].number, stop, &stop_signals[i]);
    }
}

const char *process_stop_reason(void)
{
    return stop_reason;
}

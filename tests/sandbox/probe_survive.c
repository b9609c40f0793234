/* SPDX-License-Identifier: MIT */
/*
 * probe_survive.c: processes that try to live on after the command.
 *
 * The driver finds them on the host by the mark that is the last word of the probe's command line,
 * and ends what it finds.  A survivor ends by itself after 30 seconds in any case.
 */
#define _GNU_SOURCE /* memfd_create, execveat */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIFE_S = 30, CROWD = 20 };

static void linger(void)
{
    for (int i = 0; i < LIFE_S; i++) {
        sleep(1);
    }
    _exit(0);
}

static void close_all(void)
{
    for (int fd = 0; fd < 64; fd++) {
        close(fd);
    }
}

static void ignore_all(void)
{
    for (int s = 1; s < 32; s++) {
        signal(s, SIG_IGN);
    }
}

/* Each way gives 0 in the parent; a child never returns. */

static void way_background(void)
{
    if (fork() == 0) {
        linger();
    }
}

static void way_nohup(void)
{
    if (fork() == 0) {
        signal(SIGHUP, SIG_IGN);
        close_all();
        linger();
    }
}

static void way_setsid(void)
{
    if (fork() == 0) {
        setsid();
        close_all();
        linger();
    }
}

static void way_double_fork(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        if (fork() == 0) {
            close_all();
            linger();
        }
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

static void way_ignore(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        if (fork() == 0) {
            ignore_all();
            close_all();
            linger();
        }
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

static void way_stopped(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        raise(SIGSTOP);
        linger();
    }
    waitpid(pid, NULL, WUNTRACED);
}

static void way_crowd(void)
{
    for (int i = 0; i < CROWD; i++) {
        way_setsid();
    }
}

/* A family that starts a new member whenever one goes. */
static void way_respawn(void)
{
    if (fork() == 0) {
        setsid();
        ignore_all();
        for (int i = 0; i < LIFE_S * 2; i++) {
            pid_t pid = fork();
            if (pid == 0) {
                usleep(500000);
                _exit(0);
            }
            waitpid(pid, NULL, 0);
        }
        _exit(0);
    }
}

/* The parent of the survivors adopts its orphans. */
static void way_subreaper(void)
{
    if (fork() == 0) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        setsid();
        ignore_all();
        if (fork() == 0) {
            linger();
        }
        linger();
    }
}

static void way_keeps_output(void)
{
    if (fork() == 0) {
        setsid();
        ignore_all();
        linger();
    }
}

static void way_thread_group(void)
{
    if (fork() == 0) {
        setpgid(0, 0);
        linger();
    }
}

static const struct way {
    const char *name;
    void (*go)(void);
} ways[] = {
    {"background", way_background},
    {"nohup", way_nohup},
    {"setsid", way_setsid},
    {"double-fork", way_double_fork},
    {"ignores-signals", way_ignore},
    {"stopped", way_stopped},
    {"crowd", way_crowd},
    {"respawn", way_respawn},
    {"subreaper", way_subreaper},
    {"keeps-output", way_keeps_output},
    {"own-group", way_thread_group},
};

static void go(const char *name)
{
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        if (strcmp(ways[i].name, name) == 0) {
            ways[i].go();
        }
    }
}

static struct result leave(const struct world *w, const char *arg)
{
    (void)w;
    go(arg);
    return result_make(VERDICT_TRIED, "left %s", arg);
}

/* Starts them, says so by a file of the own folder, and waits to be ended. */
static struct result leave_and_wait(const struct world *w, const char *arg)
{
    (void)arg;
    go("double-fork");
    go("ignores-signals");
    go("subreaper");
    go("background");
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    file_write(text_keep("%s/escape-ready", world_get(w, "own")), "ready\n");
    linger();
    return result_make(VERDICT_TRIED, "lived on for %d s", LIFE_S);
}

void probes_survive(void)
{
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        const struct probe row = {text_keep("surv-%s", ways[i].name),
                                  CORDON_G_KILL_TREE,
                                  0,
                                  "survive",
                                  leave,
                                  ways[i].name};
        probes_add(&row, 1);
    }
    static const struct probe rows[] = {
        {"surv-launcher-term", CORDON_G_KILL_TREE, 0, "survive-TERM", leave_and_wait, NULL},
        {"surv-launcher-kill", CORDON_G_KILL_TREE, 0, "survive-KILL", leave_and_wait, NULL},
        {"surv-launcher-int", CORDON_G_KILL_TREE, 0, "survive-INT", leave_and_wait, NULL},
        {"surv-launcher-hup", CORDON_G_KILL_TREE, 0, "survive-HUP", leave_and_wait, NULL},
        {"surv-time-limit", CORDON_G_KILL_TREE, 0, "survive-limit", leave_and_wait, NULL},
    };
    PROBES_ADD(rows);
}

/* SPDX-License-Identifier: MIT */
/* The state of the process that a plug-in must leave alone, and what it changed of it. */
#define _GNU_SOURCE /* environ, RLIM_NLIMITS */
#include "state.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define THREAD_PATIENCE_MS 200

typedef struct {
    gboolean open;
    dev_t device;
    ino_t inode;
} Descriptor;

struct CordonState {
    char *cwd;
    mode_t umask;
    char *environment; /* a digest */
    char *locale;
    struct sigaction actions[NSIG];
    sigset_t blocked;
    struct rlimit limits[RLIM_NLIMITS];
    Descriptor fds[CORDON_STATE_MAX_FDS];
    guint threads; /* 0: not known */
};

static Descriptor look_at(int fd)
{
    Descriptor descriptor = {FALSE, 0, 0};
    struct stat stat;

    if (fstat(fd, &stat) == 0)
        descriptor = (Descriptor){TRUE, stat.st_dev, stat.st_ino};
    return descriptor;
}

static guint count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    guint count = 0;

    if (folder == NULL)
        return 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static char *digest_environment(void)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);

    for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
        g_checksum_update(checksum, (const guchar *)*variable, (gssize)strlen(*variable) + 1);
    return g_strdup(g_checksum_get_string(checksum));
}

CordonState *cordon_state_new(void)
{
    CordonState *state = g_new0(CordonState, 1);

    state->cwd = g_get_current_dir();
    state->umask = umask(077);
    umask(state->umask);
    state->environment = digest_environment();
    state->locale = g_strdup(setlocale(LC_ALL, NULL));
    for (int i = 1; i < NSIG; i++)
        (void)sigaction(i, NULL, &state->actions[i]);
    sigemptyset(&state->blocked);
    (void)sigprocmask(SIG_SETMASK, NULL, &state->blocked);
    for (int i = 0; i < RLIM_NLIMITS; i++)
        (void)getrlimit((__rlimit_resource_t)i, &state->limits[i]);
    state->threads = count_threads();
    for (int i = 0; i < CORDON_STATE_MAX_FDS; i++)
        state->fds[i] = look_at(i);
    return state;
}

void cordon_state_free(CordonState *state)
{
    if (state == NULL)
        return;
    g_free(state->cwd);
    g_free(state->environment);
    g_free(state->locale);
    g_free(state);
}

static gboolean is_same_descriptor(const Descriptor *a, const Descriptor *b)
{
    return a->open == b->open && a->device == b->device && a->inode == b->inode;
}

static char *compare_fds(const CordonState *before, const CordonState *now)
{
    for (int i = 0; i < CORDON_STATE_MAX_FDS; i++)
        if (before->fds[i].open && !is_same_descriptor(&before->fds[i], &now->fds[i]))
            return g_strdup_printf("%s descriptor %d, which is not its own",
                                   now->fds[i].open ? "replaced" : "closed", i);
    return NULL;
}

static char *compare_signals(const CordonState *before, const CordonState *now)
{
    for (int i = 1; i < NSIG; i++) {
        const struct sigaction *a = &before->actions[i], *b = &now->actions[i];

        if (a->sa_handler != b->sa_handler || a->sa_flags != b->sa_flags)
            return g_strdup_printf("changed the action of signal %d", i);
        if (sigismember(&before->blocked, i) != sigismember(&now->blocked, i))
            return g_strdup_printf("changed whether signal %d is blocked", i);
    }
    return NULL;
}

char *cordon_state_compare(const CordonState *before, int host_fd, gboolean *ret_lost)
{
    Descriptor host = look_at(host_fd);

    *ret_lost = !is_same_descriptor(&before->fds[host_fd], &host);
    if (*ret_lost)
        return g_strdup("closed the host's descriptor");

    g_autoptr(CordonState) now = cordon_state_new();
    char *difference = compare_fds(before, now);
    if (difference == NULL)
        difference = compare_signals(before, now);
    if (difference != NULL)
        return difference;
    if (strcmp(before->cwd, now->cwd) != 0)
        return g_strdup("changed the working directory");
    if (before->umask != now->umask)
        return g_strdup("changed the umask");
    if (strcmp(before->environment, now->environment) != 0)
        return g_strdup("changed the environment");
    if (g_strcmp0(before->locale, now->locale) != 0)
        return g_strdup("changed the locale");
    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (before->limits[i].rlim_cur != now->limits[i].rlim_cur ||
            before->limits[i].rlim_max != now->limits[i].rlim_max)
            return g_strdup("changed a resource limit");
    return NULL;
}

char *cordon_state_find_leftovers(const CordonState *before)
{
    for (int i = 0; i < CORDON_STATE_MAX_FDS; i++) {
        Descriptor now = look_at(i);

        if (!before->fds[i].open && now.open)
            return g_strdup_printf("left descriptor %d open", i);
    }
    /* A joined thread may still be on its way out of the kernel. */
    for (int waited_ms = 0; count_threads() > before->threads; waited_ms += 5) {
        if (waited_ms >= THREAD_PATIENCE_MS)
            return g_strdup("left a thread running");
        g_usleep(5000);
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* The processes below this one: finding, signalling, ending them.
 *
 * Two ways to find them.  The list of our own children is quick and complete, also where /proc hides
 * foreign processes; every orphan arrives there, because this process is a subreaper.  The walk over
 * all of /proc finds the rest of the tree.  A process that is not our child could end, and its
 * number be given to somebody else, between looking and signalling: it is signalled through a
 * descriptor that was checked after it was opened. */
#define _GNU_SOURCE /* __WALL */
#include "supervisor.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The kernel's own upper bound (PID_MAX_LIMIT). */
#define MAX_PID 4194304

/* A mark: what was done to a process already.  The rest of the word is its start time, so that a
 * process that got a used number counts as a new one; 0 there means "whatever its start time". */
#define MARK_STOPPED UINT64_C(1)
#define MARK_KILLED  UINT64_C(2)
#define MARK_REFUSED UINT64_C(4) /* the system did not let us */
#define MARK_FLAGS   UINT64_C(7)
#define MARK_SHIFT   3

/* Rounds of stopping before what was found is killed anyway. */
#define MAX_STOP_ROUNDS  200
#define MAX_QUICK_ROUNDS 500
/* How long to wait for processes that the system does not let us kill, and for killed processes that
 * do not end because a device does not answer. */
#define REFUSED_WAIT_MS 500
#define STUCK_WAIT_MS   10000

struct entry {
    pid_t pid, parent;
    uint64_t start;
    bool ended; /* a zombie without living threads */
    bool below; /* a descendant of this process */
};

struct list {
    struct entry *entries;
    size_t count, room;
};

/* FALSE when there is no such process, or /proc hides it. */
static bool read_entry(int proc, pid_t pid, struct entry *ret_entry)
{
    char name[32], text[1024];

    snprintf(name, sizeof name, "%d/stat", (int)pid);
    int fd = openat(proc, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t size = read(fd, text, sizeof text - 1);
    close(fd);
    if (size <= 0)
        return false;
    text[size] = '\0';

    /* The name in parentheses may hold anything, also ") R 1". */
    const char *rest = strrchr(text, ')');
    char state;
    int parent;
    long threads;
    unsigned long long start;
    if (!rest ||
        sscanf(rest + 1,
               " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d "
               "%llu",
               &state, &parent, &threads, &start) != 4)
        return false;
    *ret_entry = (struct entry){
        .pid = pid,
        .parent = parent,
        .start = start,
        .ended = (state == 'Z' || state == 'X') && threads <= 1,
    };
    return true;
}

static bool list_append(struct list *list, struct entry entry)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 256;
        struct entry *grown = realloc(list->entries, room * sizeof *grown);

        if (!grown)
            return false;
        list->entries = grown;
        list->room = room;
    }
    list->entries[list->count++] = entry;
    return true;
}

static int by_pid(const void *a, const void *b)
{
    pid_t left = ((const struct entry *)a)->pid, right = ((const struct entry *)b)->pid;

    return (left > right) - (left < right);
}

static struct entry *list_find(const struct list *list, pid_t pid)
{
    if (list->count == 0)
        return NULL;
    return bsearch(&(struct entry){.pid = pid}, list->entries, list->count, sizeof *list->entries,
                   by_pid);
}

/* All processes of the machine, with those below this one marked.  What memory does not suffice for
 * is missing; it is found in a later round, when its parents are gone. */
static void scan(const struct tree *tree, struct list *list)
{
    pid_t self = getpid();

    list->count = 0;
    int fd = openat(tree->proc, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return;
    }
    for (struct dirent *name; (name = readdir(folder));) {
        struct entry entry;

        if (!isdigit((unsigned char)name->d_name[0]))
            continue;
        long pid = strtol(name->d_name, NULL, 10);
        if (pid <= 0 || pid > MAX_PID || pid == self || !read_entry(tree->proc, (pid_t)pid, &entry))
            continue;
        if (!list_append(list, entry))
            break;
    }
    closedir(folder);

    if (list->count > 1)
        qsort(list->entries, list->count, sizeof *list->entries, by_pid);
    /* Parents mostly have the lower number, so one or two passes do. */
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < list->count; i++) {
            struct entry *entry = &list->entries[i];

            if (entry->below)
                continue;
            const struct entry *parent = list_find(list, entry->parent);
            /* No parent is younger than its child: this one has got the number of one that ended. */
            if (entry->parent == self || (parent && parent->below && parent->start <= entry->start))
                entry->below = changed = true;
        }
    }
}

/* Still the process that was seen, below the same parent.  One that has got another parent in the
 * meantime is met again in the next round. */
static bool is_unchanged(const struct tree *tree, const struct entry *entry)
{
    struct entry now;

    return read_entry(tree->proc, entry->pid, &now) && now.start == entry->start &&
           now.parent == entry->parent;
}

/* Signals the process that was seen, and no other. */
static int signal_entry(const struct tree *tree, const struct entry *entry, int number)
{
    /* Our own children keep their number until we reap them. */
    if (entry->parent == getpid())
        return kill(entry->pid, number);
#ifdef SYS_pidfd_open
    int fd = (int)syscall(SYS_pidfd_open, entry->pid, 0);
    if (fd >= 0) {
        int result = 0;

        if (is_unchanged(tree, entry))
            result = (int)syscall(SYS_pidfd_send_signal, fd, number, NULL, 0);
        int saved = errno;
        close(fd);
        errno = saved;
        return result;
    }
    if (errno == ESRCH)
        return 0;
#endif
    /* Linux before 5.3, or no descriptor left: the gap is as small as it can be. */
    if (is_unchanged(tree, entry))
        return kill(entry->pid, number);
    return 0;
}

static bool has_mark(const struct tree *tree, pid_t pid, uint64_t start, uint64_t flag)
{
    if (!tree->marks)
        return false;
    uint64_t mark = tree->marks[pid], marked = mark >> MARK_SHIFT;

    return (mark & flag) && (marked == 0 || start == 0 || marked == start);
}

static void set_mark(const struct tree *tree, pid_t pid, uint64_t start, uint64_t flag)
{
    if (!tree->marks)
        return;
    uint64_t mark = tree->marks[pid], marked = mark >> MARK_SHIFT;

    if (marked != 0 && start != 0 && marked != start)
        mark = 0; /* the number was given to another process */
    if (start != 0)
        mark = (mark & MARK_FLAGS) | start << MARK_SHIFT;
    tree->marks[pid] = mark | flag;
}

/* Calls visit for each of our own children.  FALSE when the kernel does not list them. */
static bool each_child(struct tree *tree, void (*visit)(struct tree *, pid_t, void *), void *data)
{
    char name[64], text[4096];
    long pid = 0;
    bool in_number = false;
    ssize_t size;

    snprintf(name, sizeof name, "%d/task/%d/children", (int)getpid(), (int)getpid());
    int fd = openat(tree->proc, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    while ((size = read(fd, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < size; i++) {
            if (isdigit((unsigned char)text[i])) {
                pid = (in_number ? pid * 10 : 0) + (text[i] - '0');
                in_number = true;
            } else if (in_number) {
                in_number = false;
                if (pid > 0 && pid <= MAX_PID)
                    visit(tree, (pid_t)pid, data);
            }
        }
    }
    close(fd);
    return true;
}

static void stop_child(struct tree *tree, pid_t pid, void *fresh)
{
    if (has_mark(tree, pid, 0, MARK_STOPPED))
        return;
    kill(pid, SIGSTOP);
    set_mark(tree, pid, 0, MARK_STOPPED);
    ++*(unsigned *)fresh;
}

/* Stops our own children in a tight loop: a process that does nothing but fork and end is never seen
 * by the slow walk at the place where it was a moment before. */
static void stop_children(struct tree *tree)
{
    for (int round = 0; tree->marks && round < MAX_QUICK_ROUNDS; round++) {
        unsigned fresh = 0;

        if (!tree_reap(tree) || !each_child(tree, stop_child, &fresh) || fresh == 0)
            return;
    }
}

/* Stops every descendant, until a walk finds none that still runs: then nobody is left who could
 * start another one. */
static void stop_all(struct tree *tree, struct list *list)
{
    for (int round = 0; round < MAX_STOP_ROUNDS; round++) {
        unsigned fresh = 0;

        stop_children(tree);
        scan(tree, list);
        for (size_t i = 0; i < list->count; i++) {
            const struct entry *entry = &list->entries[i];

            if (!entry->below || entry->ended ||
                has_mark(tree, entry->pid, entry->start, MARK_STOPPED))
                continue;
            (void)signal_entry(tree, entry, SIGSTOP);
            set_mark(tree, entry->pid, entry->start, MARK_STOPPED);
            fresh++;
        }
        /* Without memory for marks every process is fresh each time. */
        if (fresh == 0 || (!tree->marks && round >= 2))
            return;
    }
}

static void kill_entry(struct tree *tree, const struct entry *entry)
{
    bool known = has_mark(tree, entry->pid, entry->start, MARK_KILLED | MARK_REFUSED);

    if (signal_entry(tree, entry, SIGKILL) < 0 && errno == EPERM) {
        set_mark(tree, entry->pid, entry->start, MARK_REFUSED);
        return;
    }
    if (!known && !entry->ended && entry->pid != tree->main_child)
        tree->killed++;
    set_mark(tree, entry->pid, entry->start, MARK_KILLED);
}

/* A child of ours that /proc did not show. */
static void kill_child(struct tree *tree, pid_t pid, void *list)
{
    if (!list_find(list, pid))
        kill_entry(tree, &(struct entry){.pid = pid, .parent = getpid()});
}

bool tree_open(struct tree *tree, struct failure *ret_failure)
{
    char self[32], expected[32];

    tree->proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ssize_t size = tree->proc < 0 ? -1 : readlinkat(tree->proc, "self", self, sizeof self - 1);
    if (size < 0) {
        *ret_failure = (struct failure){"proc", errno};
        return false;
    }
    self[size] = '\0';
    snprintf(expected, sizeof expected, "%d", (int)getpid());
    if (strcmp(self, expected) != 0) {
        /* /proc of another process namespace: its numbers mean other processes. */
        *ret_failure = (struct failure){"proc", ESRCH};
        return false;
    }
    return true;
}

bool tree_reap(struct tree *tree)
{
    for (;;) {
        int status;
        /* __WALL: a child may have been cloned with another signal than SIGCHLD. */
        pid_t pid = waitpid(-1, &status, WNOHANG | __WALL);

        if (pid == 0 || (pid < 0 && errno == EINTR))
            return true;
        if (pid < 0)
            return false;
        if (tree->marks)
            tree->marks[pid] = 0;
        if (pid == tree->main_child) {
            tree->main_child = 0;
            tree->main_status = status;
        }
    }
}

void tree_terminate(struct tree *tree)
{
    struct list list = {0};

    scan(tree, &list);
    for (size_t i = 0; i < list.count; i++) {
        const struct entry *entry = &list.entries[i];

        if (entry->below && !entry->ended) {
            (void)signal_entry(tree, entry, SIGTERM);
            (void)signal_entry(tree, entry, SIGCONT);
        }
    }
    free(list.entries);
}

/* Returns when a child may have ended, or after a while. */
static void wait_for_child(int signals, int timeout_ms)
{
    struct signalfd_siginfo info;
    struct pollfd item = {.fd = signals, .events = POLLIN};

    if (poll(&item, 1, timeout_ms) > 0)
        while (read(signals, &info, sizeof info) == sizeof info)
            ;
}

void tree_kill(struct tree *tree, int signals)
{
    struct list list = {0};
    int64_t begin = now_ms();

    if (!tree->marks) {
        /* Pages that are not touched cost nothing. */
        void *marks = mmap(NULL, (MAX_PID + 1) * sizeof *tree->marks, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        tree->marks = marks == MAP_FAILED ? NULL : marks;
    }
    while (tree_reap(tree)) {
        unsigned refused = 0, others = 0;

        stop_all(tree, &list);
        for (size_t i = 0; i < list.count; i++) {
            const struct entry *entry = &list.entries[i];

            if (!entry->below)
                continue;
            kill_entry(tree, entry);
            if (entry->ended)
                continue;
            if (has_mark(tree, entry->pid, entry->start, MARK_REFUSED))
                refused++;
            else
                others++;
        }
        each_child(tree, kill_child, &list);

        int64_t waited = now_ms() - begin;
        if (waited > STUCK_WAIT_MS || (waited > REFUSED_WAIT_MS && refused > 0 && others == 0)) {
            tree->left = refused + others;
            break;
        }
        wait_for_child(signals, waited < 20 ? 1 : 20);
    }
    free(list.entries);
}

/* SPDX-License-Identifier: MIT */
/* Counts the processes and the memory of everything in this pid namespace.  A per-process limit
 * cannot do it: RLIMIT_NPROC is not held against user 0 of the host, and RLIMIT_AS counts address
 * space, of which node, java and the sanitizers reserve terabytes.
 *
 * Each look is a staircase; most end on the first step, a few microseconds:
 *   1. processes: the last pid given out, from /proc/loadavg, bounds how many were made since
 *   2. memory: the resident sizes from /proc/PID/stat, an upper bound that counts shared pages often
 *   3. the same with swap and without files, from /proc/PID/status
 *   4. proportional sizes from /proc/PID/smaps_rollup: what is shared counts once
 * Shared memory that no process maps (memfd, System V) is found by a look at the descriptors when
 * the system's shared memory grew.  Mapped and unmapped shared memory are not added but the larger
 * one counts, as most of both is the same: a command can hide at most as much again.
 *
 * Buffers of sockets and pipes, page tables and messages are no process's, and the kernel does not
 * say whose they are.  Two bounds are known: by how much the memory that belongs to no process and
 * no file grew on the whole machine, and how much the objects of this sandbox could hold.  The
 * smaller one counts. */
/* O_PATH and readlinkat on descriptors of /proc are Linux's. */
#define _GNU_SOURCE
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

enum {
    FIRST_LOOK_MS = 50, /* most commands are over by then */
    PROCESSES_MIN_MS = 2,
    PROCESSES_MAX_MS = 25,
    /* No machine makes processes faster: per millisecond. */
    PROCESSES_SPEED = 20,
    MEMORY_MIN_MS = 20,
    MEMORY_MAX_MS = 250,
    /* No machine that this runs on fills memory faster: bytes per millisecond, 4 GiB/s. */
    MEMORY_SPEED = 4 << 20,
    UNMAPPED_EVERY = 32, /* memory looks */
    FRESH_MAX = 32,
    MEMFD_MAX = 1024,
};
#define TMPFS_TYPE 0x01021994

enum step { STEP_STAT, STEP_STATUS, STEP_ROLLUP };

struct usage {
    uint64_t threads; /* without this process */
    uint64_t private_bytes;
    uint64_t shared_bytes;
};

static struct init_limits limit;
static int proc_fd = -1;
static int loadavg_fd = -1;
static int fresh_fds[FRESH_MAX];
static unsigned fresh_count;
static uint64_t page_bytes;

/* What two threads use: the watcher and the one that holds forks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t threads_seen; /* at the last count */
static uint64_t granted;      /* forks since then, when they are held */
static int64_t full_until_ms; /* no count again before */
static uint64_t kill_above;   /* processes */
static uint64_t pid_seen;     /* the last pid given out then */

/* What the watcher alone uses. */
static uint64_t unmapped_bytes;
static uint64_t shared_seen; /* the system's shared memory at the last look at descriptors */
static unsigned looks_until_unmapped;
static uint64_t anonymous_bytes = UINT64_MAX; /* of the whole machine, swapped or not */
static int64_t kernel_base;  /* the kernel's memory at its lowest since the start */
static uint64_t shared_base; /* the system's shared memory at the start */
static int group_fd = -1; /* what the control group says of its memory; -1: there is none to read */
static uint64_t group_kills; /* of the control group at the start */
static int64_t next_processes_ms = INT64_MAX;
static int64_t next_memory_ms = INT64_MAX;

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Processor time of this process: on a busy machine a look may wait long for its turn, which is no
 * reason to look less often. */
static int64_t used_ms(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Reads a small file of /proc as text; false when the process is gone or does not let us. */
static bool read_text(int folder, const char *path, char *text, size_t size)
{
    int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, text, size - 1);
    close(fd);
    if (length <= 0)
        return false;
    text[length] = '\0';
    return true;
}

/* The same from the begin of a file that is open. */
static bool read_again(int fd, char *text, size_t size)
{
    ssize_t length = fd >= 0 ? pread(fd, text, size - 1, 0) : -1;

    if (length <= 0)
        return false;
    text[length] = '\0';
    return true;
}

/* The number behind a label, mostly in KiB; 0 when there is none. */
static uint64_t field_kib(const char *text, const char *label)
{
    const char *at = strstr(text, label);
    return at != NULL ? strtoull(at + strlen(label), NULL, 10) : 0;
}

/* The entries of a folder of /proc that are numbers, one by one. */
struct numbers {
    int fd;
    long size, at;
    _Alignas(uint64_t) char entries[8192];
};

static bool numbers_open(struct numbers *numbers, int folder, const char *path)
{
    numbers->fd = openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    numbers->size = numbers->at = 0;
    return numbers->fd >= 0;
}

static const char *numbers_next(struct numbers *numbers)
{
    /* struct linux_dirent64: inode and offset (8 bytes each), length (2), type (1), name. */
    enum { LENGTH_AT = 16, NAME_AT = 19 };

    for (;;) {
        if (numbers->at >= numbers->size) {
            numbers->size =
                syscall(SYS_getdents64, numbers->fd, numbers->entries, sizeof numbers->entries);
            numbers->at = 0;
            if (numbers->size <= 0)
                return NULL;
        }
        const char *entry = numbers->entries + numbers->at;
        uint16_t length;
        memcpy(&length, entry + LENGTH_AT, sizeof length);
        numbers->at += length;
        if (entry[NAME_AT] >= '0' && entry[NAME_AT] <= '9')
            return entry + NAME_AT;
    }
}

/* Threads and resident bytes: fields 20 and 24, counted behind the name in parentheses. */
static bool add_stat(const char *text, struct usage *usage)
{
    const char *at = strrchr(text, ')');
    uint64_t threads = 0, resident = 0;

    if (at == NULL)
        return false;
    for (int field = 3; field <= 24; field++) {
        at = strchr(at + 1, ' ');
        if (at == NULL)
            return false;
        if (field == 20)
            threads = strtoull(at + 1, NULL, 10);
        if (field == 24)
            resident = strtoull(at + 1, NULL, 10);
    }
    usage->threads += threads;
    usage->private_bytes += resident * page_bytes;
    return true;
}

static void add_process(const char *pid, enum step step, struct usage *usage)
{
    char text[4096];
    char path[48];

    if (step == STEP_ROLLUP) {
        snprintf(path, sizeof path, "%.16s/smaps_rollup", pid);
        /* Not readable for a process that made itself undumpable: its upper bound counts. */
        if (read_text(proc_fd, path, text, sizeof text) && strstr(text, "Pss_Anon:") != NULL) {
            usage->private_bytes +=
                1024 * (field_kib(text, "Pss_Anon:") + field_kib(text, "SwapPss:"));
            usage->shared_bytes += 1024 * field_kib(text, "Pss_Shmem:");
            return;
        }
    }
    if (step >= STEP_STATUS) {
        snprintf(path, sizeof path, "%.16s/status", pid);
        if (read_text(proc_fd, path, text, sizeof text)) {
            usage->private_bytes +=
                1024 * (field_kib(text, "\nRssAnon:") + field_kib(text, "\nVmSwap:"));
            usage->shared_bytes += 1024 * field_kib(text, "\nRssShmem:");
        }
        return;
    }
    snprintf(path, sizeof path, "%.16s/stat", pid);
    if (read_text(proc_fd, path, text, sizeof text))
        add_stat(text, usage);
}

/* most_threads: the count ends above it.  In either thread. */
static struct usage count(enum step step, uint64_t most_threads)
{
    struct numbers pids;
    struct usage usage = {0, 0, 0};
    const char *pid;

    if (!numbers_open(&pids, proc_fd, "."))
        return usage;
    while ((pid = numbers_next(&pids)) != NULL) {
        if (strcmp(pid, "1") != 0)
            add_process(pid, step, &usage);
        if (usage.threads > most_threads)
            break;
    }
    close(pids.fd);
    return usage;
}

static uint64_t fresh_bytes(void)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < fresh_count; i++) {
        struct statfs info;
        if (fstatfs(fresh_fds[i], &info) == 0)
            sum += (uint64_t)(info.f_blocks - info.f_bfree) * (uint64_t)info.f_bsize;
    }
    return sum;
}

/* Memory files that processes hold open, each once, and System V segments. */
static uint64_t count_unmapped(void)
{
    static struct numbers pids, fds;
    static uint64_t seen[MEMFD_MAX];
    static char text[16384];
    unsigned seen_count = 0;
    uint64_t sum = 0;
    const char *pid, *name;

    if (!numbers_open(&pids, proc_fd, "."))
        return 0;
    while ((pid = numbers_next(&pids)) != NULL) {
        char path[48];
        snprintf(path, sizeof path, "%.16s/fd", pid);
        if (strcmp(pid, "1") == 0 || !numbers_open(&fds, proc_fd, path))
            continue;
        while ((name = numbers_next(&fds)) != NULL) {
            char target[8];
            struct stat info;
            if (readlinkat(fds.fd, name, target, sizeof target) < 7 ||
                memcmp(target, "/memfd:", 7) != 0 || fstatat(fds.fd, name, &info, 0) != 0)
                continue;
            unsigned i = 0;
            while (i < seen_count && seen[i] != (uint64_t)info.st_ino)
                i++;
            if (i < seen_count)
                continue;
            /* With the table full some are counted twice: more than so many is no build. */
            if (seen_count < MEMFD_MAX)
                seen[seen_count++] = (uint64_t)info.st_ino;
            sum += (uint64_t)info.st_blocks * 512;
        }
        close(fds.fd);
    }
    close(pids.fd);

    if (!read_text(proc_fd, "sysvipc/shm", text, sizeof text))
        return sum;
    /* Columns 15 and 16 of each line but the first: resident and swapped bytes. */
    for (char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n')) {
        unsigned long long resident, swapped;
        if (sscanf(line + 1, "%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu",
                   &resident, &swapped) == 2)
            sum += resident + swapped;
    }
    return sum;
}

static uint64_t memory_of(struct usage usage, uint64_t outside_bytes)
{
    /* Processes that share one address space (vfork, clone) each show all of it, so the sum can be
     * far too much; but nobody has more than the machine. */
    if (usage.private_bytes > anonymous_bytes)
        usage.private_bytes = anonymous_bytes;
    uint64_t shared = usage.shared_bytes > outside_bytes ? usage.shared_bytes : outside_bytes;
    return usage.private_bytes + shared;
}

static uint64_t system_shared(const struct sysinfo *system)
{
    return (uint64_t)system->sharedram * system->mem_unit;
}

/* Pages that are free but kept by a processor for itself: by the GiB since Linux 6.7. */
static uint64_t kept_pages(void)
{
    static char text[16384 + 1];
    size_t kept = 0; /* the start of a line that is not complete yet */
    uint64_t sum = 0;
    ssize_t size;

    int fd = openat(proc_fd, "zoneinfo", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    while ((size = read(fd, text + kept, sizeof text - 1 - kept)) > 0) {
        text[kept + (size_t)size] = '\0';
        char *line = text, *end;
        for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            line += strspn(line, " ");
            if (strncmp(line, "count:", 6) == 0)
                sum += strtoull(line + 6, NULL, 10);
        }
        kept = strlen(line);
        if (kept == sizeof text - 1)
            break; /* no such line */
        memmove(text, line, kept);
    }
    close(fd);
    return sum;
}

/* Memory of the machine that belongs to no process and no file, and cannot be had back by dropping
 * a cache: of devices, too. */
static bool read_kernel_bytes(int64_t *ret_bytes)
{
    static const char *const others[] = {
        "\nMemFree:",      "\nBuffers:", "\nCached:", "\nSwapCached:", "\nAnonPages:",
        "\nSReclaimable:", "\nHugetlb:", "\nZswap:",  "\nPercpu:",     "\nVmallocUsed:",
    };
    static char text[8192];

    if (!read_text(proc_fd, "meminfo", text, sizeof text))
        return false;
    int64_t kib = (int64_t)field_kib(text, "MemTotal:");
    if (kib == 0 || strstr(text, "\nAnonPages:") == NULL)
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        kib -= (int64_t)field_kib(text, others[i]);
    anonymous_bytes = 1024 * (field_kib(text, "\nAnonPages:") + field_kib(text, "\nSwapCached:") +
                              field_kib(text, "\nSwapTotal:") - field_kib(text, "\nSwapFree:"));
    *ret_bytes = kib * 1024 - (int64_t)(kept_pages() * page_bytes);
    return true;
}

static uint64_t kernel_growth(void)
{
    int64_t now;

    if (!read_kernel_bytes(&now))
        return UINT64_MAX / 4; /* then what could be held is all that is known */
    if (now < kernel_base)
        kernel_base = now;
    return (uint64_t)(now - kernel_base);
}

/* The last number of a setting of the kernel, or usual where it is not shown. */
static uint64_t setting(const char *path, uint64_t usual)
{
    char text[128];

    if (!read_text(proc_fd, path, text, sizeof text))
        return usual;
    text[strcspn(text, "\n")] = '\0';
    const char *at = strrchr(text, '\t');
    uint64_t value = strtoull(at != NULL ? at + 1 : text, NULL, 10);
    return value != 0 ? value : usual;
}

/* What one socket can keep waiting, either way; a buffer's size is set to twice what is asked. */
static uint64_t socket_most_bytes(void)
{
    enum { USUAL = 16 << 20 };
    uint64_t send = 2 * setting("sys/net/core/wmem_max", USUAL);
    uint64_t receive = 2 * setting("sys/net/core/rmem_max", USUAL);
    uint64_t tcp_send = setting("sys/net/ipv4/tcp_wmem", USUAL);
    uint64_t tcp_receive = setting("sys/net/ipv4/tcp_rmem", USUAL);

    /* Twice: the last packet may pass the mark, and packets have heads. */
    return 2 *
           ((send > tcp_send ? send : tcp_send) + (receive > tcp_receive ? receive : tcp_receive));
}

/* Returns false for one that was added before; a full table adds some twice. */
static bool add_pipe(uint64_t inode, bool first)
{
    enum { SLOTS = 16384 };
    static uint64_t seen[SLOTS];
    static unsigned used;

    if (first) {
        memset(seen, 0, sizeof seen);
        used = 0;
    }
    if (inode == 0 || used >= SLOTS / 2)
        return inode != 0;
    for (unsigned at = (unsigned)(inode * 2654435761u) % SLOTS;; at = (at + 1) % SLOTS) {
        if (seen[at] == inode)
            return false;
        if (seen[at] == 0) {
            seen[at] = inode;
            used++;
            return true;
        }
    }
}

/* What the descriptors of one process could hold in pipes; in *ret_in_flight whether descriptors
 * wait in a socket, where nobody sees them. */
static uint64_t pipe_bytes(const char *pid, uint64_t pipe_most, bool *ret_in_flight)
{
    static struct numbers fds;
    char path[64], target[40], text[512];
    uint64_t sum = 0;
    const char *name;

    snprintf(path, sizeof path, "%.16s/fd", pid);
    if (!numbers_open(&fds, proc_fd, path))
        return 0;
    while (!*ret_in_flight && (name = numbers_next(&fds)) != NULL) {
        ssize_t length = readlinkat(fds.fd, name, target, sizeof target - 1);
        if (length < 6)
            continue;
        target[length] = '\0';
        if (memcmp(target, "pipe:[", 6) == 0) {
            if (add_pipe(strtoull(target + 6, NULL, 10), false))
                sum += pipe_most;
        } else if (memcmp(target, "socket", 6) == 0) {
            snprintf(path, sizeof path, "%.16s/fdinfo/%.16s", pid, name);
            *ret_in_flight =
                read_text(proc_fd, path, text, sizeof text) && field_kib(text, "scm_fds:") != 0;
        }
    }
    close(fds.fd);
    return sum;
}

/* Messages of System V queues: columns 4 and 5 are bytes and messages, and each has a head. */
static uint64_t message_bytes(void)
{
    enum { HEAD = 128 };
    static char text[16384];
    uint64_t sum = 0;

    if (!read_text(proc_fd, "sysvipc/msg", text, sizeof text))
        return 0;
    for (char *line = strchr(text, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n')) {
        unsigned long long bytes, messages;
        if (sscanf(line + 1, "%*s %*s %*s %llu %llu", &bytes, &messages) == 2)
            sum += bytes + messages * HEAD;
    }
    /* A list that is longer than this: so are the queues. */
    return strlen(text) == sizeof text - 1 ? UINT64_MAX / 4 : sum;
}

/* What the kernel could hold for this sandbox; the count stops at enough. */
static uint64_t could_hold(uint64_t enough, bool *ret_in_flight)
{
    static struct numbers pids;
    static char text[4096];
    const char *pid;

    uint64_t pipe_most = setting("sys/fs/pipe-max-size", 1 << 20);
    uint64_t sum = message_bytes();
    if (read_text(proc_fd, "net/sockstat", text, sizeof text))
        sum += field_kib(text, "sockets: used") * socket_most_bytes();
    *ret_in_flight = false;
    add_pipe(0, true);
    if (!numbers_open(&pids, proc_fd, "."))
        return sum;
    while (!*ret_in_flight && (pid = numbers_next(&pids)) != NULL) {
        char path[48];
        if (strcmp(pid, "1") == 0)
            continue;
        snprintf(path, sizeof path, "%.16s/status", pid);
        if (read_text(proc_fd, path, text, sizeof text))
            sum += 1024 * field_kib(text, "\nVmPTE:");
        sum += pipe_bytes(pid, pipe_most, ret_in_flight);
    }
    close(pids.fd);
    return *ret_in_flight || sum > enough ? enough : sum;
}

/* Memory that no process maps and no descriptor shows: the smaller one of what grew and what could
 * be held.  Where descriptors are under way, memory files may be among them. */
static uint64_t hidden_bytes(uint64_t grown, uint64_t shared_grown)
{
    bool in_flight;
    uint64_t hidden = could_hold(grown, &in_flight);

    return in_flight ? hidden + shared_grown : hidden;
}

static uint64_t above(uint64_t value, uint64_t base)
{
    return value > base ? value - base : 0;
}

/* The memory of everything, exact when it is near the limit, else an upper bound. */
static uint64_t measure(void)
{
    struct sysinfo system;
    struct usage usage;
    enum step step = STEP_STAT;

    memset(&system, 0, sizeof system);
    if (sysinfo(&system) == 0) {
        uint64_t shared = system_shared(&system);
        if (looks_until_unmapped == 0 ||
            (shared > shared_seen && shared - shared_seen > limit.memory_bytes / 8)) {
            unmapped_bytes = count_unmapped();
            shared_seen = shared;
            looks_until_unmapped = UNMAPPED_EVERY;
        }
        looks_until_unmapped--;
        if (system.freeswap != system.totalswap)
            step = STEP_STATUS; /* resident sizes do not tell what was swapped out */
    }
    uint64_t outside = fresh_bytes() + unmapped_bytes;
    uint64_t grown = kernel_growth();
    uint64_t shared_grown = above(above(system_shared(&system), shared_base), outside);
    for (;; step++) {
        usage = count(step, UINT64_MAX);
        /* A resident size includes what is mapped, so the sum is an upper bound. */
        uint64_t sum =
            step == STEP_STAT ? usage.private_bytes + outside : memory_of(usage, outside);
        if (sum + grown + shared_grown <= limit.memory_bytes)
            return sum + grown + shared_grown;
        if (step == STEP_STAT || (sum > limit.memory_bytes && step != STEP_ROLLUP))
            continue;
        if (sum > limit.memory_bytes)
            return sum;
        uint64_t all = sum + hidden_bytes(grown, above(shared_grown, usage.shared_bytes));
        if (all <= limit.memory_bytes || step == STEP_ROLLUP)
            return all;
    }
}

static uint64_t last_pid(void)
{
    char text[64];

    if (!read_again(loadavg_fd, text, sizeof text))
        return 0;
    const char *at = strrchr(text, ' ');
    return at != NULL ? strtoull(at + 1, NULL, 10) : 0;
}

/* With the lock held. */
static bool is_room(void)
{
    enum { COUNT_AGAIN_MS = 10 };

    if (threads_seen + granted >= limit.processes) {
        int64_t now = now_ms();
        if (now < full_until_ms)
            return false;
        pid_seen = last_pid();
        threads_seen = count(STEP_STAT, kill_above).threads;
        granted = 0;
        if (threads_seen >= limit.processes) {
            full_until_ms = now + COUNT_AGAIN_MS;
            return false;
        }
    }
    granted++;
    return true;
}

bool watch_may_fork(void)
{
    pthread_mutex_lock(&lock);
    bool may = is_room();
    pthread_mutex_unlock(&lock);
    return may;
}

/* A fork that was granted may not be counted yet, so the count can be passed by a few. */
void watch_is_held(void)
{
    kill_above = limit.processes + limit.processes / 4 + 32;
}

/* More processes than the limit, by their names alone: in a fork bomb there is no time to read
 * about each. */
static bool are_too_many(void)
{
    static struct numbers pids;
    uint64_t found = 0;

    if (!numbers_open(&pids, proc_fd, "."))
        return false;
    while (found <= kill_above + 1 && numbers_next(&pids) != NULL)
        found++;
    close(pids.fd);
    return found > kill_above + 1; /* this process is one of them */
}

static bool too_many_processes(void)
{
    uint64_t pid = last_pid();

    /* Numbers are given out in order, one to each process or thread, and start again at the end. */
    if (pid != 0 && pid >= pid_seen && threads_seen + (pid - pid_seen) <= kill_above)
        return false;
    if (are_too_many())
        return true;
    threads_seen = count(STEP_STAT, kill_above).threads;
    pid_seen = pid;
    granted = 0;
    return threads_seen > kill_above;
}

/* Of version 2 and of version 1. */
static int open_group(void)
{
    static const char *const paths[] = {"/sys/fs/cgroup/memory.events",
                                        "/sys/fs/cgroup/memory/memory.oom_control"};
    int fd = -1;

    for (size_t i = 0; i < sizeof paths / sizeof paths[0] && fd < 0; i++)
        fd = open(paths[i], O_RDONLY | O_CLOEXEC | O_NOCTTY);
    return fd;
}

static uint64_t count_group_kills(void)
{
    char text[1024];

    return read_again(group_fd, text, sizeof text) ? field_kib(text, "\noom_kill ") : 0;
}

bool watch_group_killed(void)
{
    return count_group_kills() > group_kills;
}

/* Back before what is left can have been used up. */
static int64_t clamp_wait(uint64_t wait_ms, int64_t least, int64_t most)
{
    if (wait_ms < (uint64_t)least)
        return least;
    return wait_ms > (uint64_t)most ? most : (int64_t)wait_ms;
}

static int64_t processes_wait_ms(void)
{
    uint64_t left = kill_above > threads_seen ? kill_above - threads_seen : 0;
    return clamp_wait(left / PROCESSES_SPEED, PROCESSES_MIN_MS, PROCESSES_MAX_MS);
}

void watch_fresh(const char *path)
{
    struct statfs info;

    if (fresh_count == FRESH_MAX)
        fail("limits", 0, "%s: more than %d fresh folders", path, FRESH_MAX);
    int fd = open(path, O_PATH | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fstatfs(fd, &info) != 0)
        fail("limits", errno, "%s: cannot be opened", path);
    if (info.f_type != TMPFS_TYPE)
        fail("limits", 0, "%s: is not memory-backed", path);
    fresh_fds[fresh_count++] = fd;
}

void watch_start(const struct init_limits *limits)
{
    struct sysinfo system;

    group_fd = open_group();
    group_kills = count_group_kills();
    limit = *limits;
    if (limit.processes > INT32_MAX)
        limit.processes = NO_LIMIT; /* more than the kernel can number */
    kill_above = limit.processes;
    if (limit.processes == NO_LIMIT && limit.memory_bytes == NO_LIMIT)
        return;
    proc_fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    loadavg_fd = proc_fd < 0 ? -1 : openat(proc_fd, "loadavg", O_RDONLY | O_CLOEXEC);
    if (loadavg_fd < 0)
        fail("limits", errno, "/proc cannot be read, so nothing can be counted");
    page_bytes = (uint64_t)sysconf(_SC_PAGESIZE);
    pid_seen = last_pid();
    looks_until_unmapped = UNMAPPED_EVERY;
    if (sysinfo(&system) == 0)
        shared_base = shared_seen = system_shared(&system);
    if (limit.memory_bytes != NO_LIMIT && !read_kernel_bytes(&kernel_base))
        fail("limits", errno, "/proc/meminfo cannot be read, so memory cannot be counted");

    threads_seen = 1; /* the command, which starts next */
    if (limit.processes != NO_LIMIT)
        next_processes_ms = now_ms() + processes_wait_ms();
    if (limit.memory_bytes != NO_LIMIT)
        next_memory_ms = now_ms() + FIRST_LOOK_MS;
}

int watch_timeout_ms(void)
{
    int64_t next = next_processes_ms < next_memory_ms ? next_processes_ms : next_memory_ms;

    if (next == INT64_MAX)
        return -1;
    int64_t left = next - now_ms();
    return left > 0 ? (int)left : 0;
}

enum watch_verdict watch_look(void)
{
    int64_t now = now_ms();

    if (now >= next_processes_ms) {
        pthread_mutex_lock(&lock);
        bool too_many = too_many_processes();
        next_processes_ms = now + processes_wait_ms();
        pthread_mutex_unlock(&lock);
        if (too_many)
            return WATCH_PROCESSES;
    }
    if (now >= next_memory_ms) {
        int64_t began_ms = used_ms();
        uint64_t used = measure();
        if (used > limit.memory_bytes || watch_group_killed())
            return WATCH_MEMORY;
        int64_t wait =
            clamp_wait((limit.memory_bytes - used) / MEMORY_SPEED, MEMORY_MIN_MS, MEMORY_MAX_MS);
        /* A look takes a while itself. */
        next_memory_ms = now_ms() + wait + 8 * (used_ms() - began_ms);
    }
    return WATCH_FINE;
}

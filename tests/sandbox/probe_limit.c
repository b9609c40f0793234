/* SPDX-License-Identifier: MIT */
/*
 * probe_limit.c: more processes, memory, open files or output than any limit should allow.
 *
 * Only under a sandbox, one at a time, and each stops by itself at a number that a machine bears.
 */
#define _GNU_SOURCE /* clone, memfd_create */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TOO_MANY_PROCESSES = 20000, TOO_MANY_FILES = 65536, STACK_BYTES = 4096 };

static int wait_for_signal(void *arg)
{
    (void)arg;
    pause();
    return 0;
}

/* At most half of the numbers that the host has for processes: it must stay usable. */
static int too_many(const struct world *w)
{
    long half = world_number(w, "pid.max") / 2;
    return half > 0 && half < TOO_MANY_PROCESSES ? (int)half : TOO_MANY_PROCESSES;
}

/* Children that share the memory: each costs the kernel a process and hardly anything else.  They
 * run only when nothing else wants to, and are ended one by one, so that the host hardly notices. */
static struct result processes(const struct world *w, const char *arg)
{
    (void)arg;
    static pid_t pids[TOO_MANY_PROCESSES];
    const struct sched_param param = {0};
    sched_setscheduler(0, SCHED_IDLE, &param);
    int most = too_many(w);
    char *stacks = mmap(NULL, (size_t)most * STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED) {
        return HELD("no memory for the stacks: %s", strerror(errno));
    }
    int count = 0;
    int why = 0;
    while (count < most) {
        pid_t pid = clone(wait_for_signal, stacks + (size_t)(count + 1) * STACK_BYTES,
                          CLONE_VM | SIGCHLD, NULL);
        if (pid < 0) {
            why = errno;
            break;
        }
        pids[count++] = pid;
    }
    for (int i = 0; i < count; i++) {
        kill(pids[i], SIGKILL);
        waitpid(pids[i], NULL, 0);
    }
    return count == most ? BROKEN("%d processes", count)
                         : HELD("%d processes, then %s", count, strerror(why));
}

enum { BLOCK_BYTES = 16 << 20, BLOCKS = 64 };

/* 1 GiB in small steps, so that whoever counts gets his turn; the driver allows much less (scene
 * `memory`) and says HELD when the launcher ended this process for it. */
static struct result fill(bool (*add)(int block))
{
    for (int block = 0; block < BLOCKS; block++) {
        if (!add(block))
            return HELD("%d MiB, then %s", block * 16, strerror(errno));
        usleep(10000);
    }
    usleep(500000);
    return BROKEN("%d MiB", BLOCKS * 16);
}

static char block_bytes[BLOCK_BYTES];
static int fill_fd = -1;

static bool add_private(int block)
{
    char *bytes =
        mmap(NULL, BLOCK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) {
        return false;
    }
    memset(bytes, block + 1, BLOCK_BYTES);
    return true;
}

static bool add_to_file(int block)
{
    (void)block;
    memset(block_bytes, 1, sizeof block_bytes);
    return write(fill_fd, block_bytes, sizeof block_bytes) == (ssize_t)sizeof block_bytes;
}

static struct result memory(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return fill(add_private);
}

/* Memory that no process maps. */
static struct result memory_file(const struct world *w, const char *arg)
{
    (void)w;
    fill_fd = arg[0] == '/' ? open(arg, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)
                            : memfd_create(arg, MFD_CLOEXEC);
    return fill_fd < 0 ? HELD("%s: %s", arg, strerror(errno)) : fill(add_to_file);
}

/* Memory that no process has: what waits in the kernel.  Each adds what it could, up to a block;
 * kept descriptors are not closed before the end. */
static bool fill_socket(int fd, size_t *done)
{
    int most = 1 << 24;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
    ssize_t sent;
    while (*done < BLOCK_BYTES &&
           (sent = send(fd, block_bytes, 1 << 16, MSG_DONTWAIT | MSG_NOSIGNAL)) > 0) {
        *done += (size_t)sent;
    }
    return errno == EAGAIN || *done >= BLOCK_BYTES;
}

static bool add_to_pairs(int block)
{
    (void)block;
    for (size_t done = 0; done < BLOCK_BYTES;) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
            !fill_socket(ends[0], &done) || !fill_socket(ends[1], &done)) {
            return false;
        }
    }
    return true;
}

static struct sockaddr_in loopback = {.sin_family = AF_INET};

static int bind_loopback(int type)
{
    socklen_t size = sizeof loopback;
    int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    loopback.sin_port = 0;
    if (fd < 0 || bind(fd, (const struct sockaddr *)&loopback, sizeof loopback) != 0 ||
        getsockname(fd, (struct sockaddr *)&loopback, &size) != 0) {
        return -1;
    }
    return fd;
}

static bool add_to_tcp(int block)
{
    static int server = -1;
    if (block == 0 && ((server = bind_loopback(SOCK_STREAM)) < 0 || listen(server, 16) != 0)) {
        return false;
    }
    for (size_t done = 0; done < BLOCK_BYTES;) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0 || connect(fd, (const struct sockaddr *)&loopback, sizeof loopback) != 0 ||
            accept(server, NULL, NULL) < 0 || !fill_socket(fd, &done)) {
            return false;
        }
    }
    return true;
}

static bool add_to_udp(int block)
{
    (void)block;
    for (size_t done = 0; done < BLOCK_BYTES;) {
        int most = 1 << 24, server = bind_loopback(SOCK_DGRAM);
        int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (server < 0 || fd < 0) {
            return false;
        }
        setsockopt(server, SOL_SOCKET, SO_RCVBUF, &most, sizeof most);
        for (int i = 0; i < 16; i++, done += 60000) {
            sendto(fd, block_bytes, 60000, MSG_DONTWAIT, (const struct sockaddr *)&loopback,
                   sizeof loopback);
        }
        close(fd);
    }
    return true;
}

/* The kernel gives an ordinary user small pipes after the first 64 MiB. */
static bool add_to_pipes(int block)
{
    (void)block;
    for (size_t done = 0; done < BLOCK_BYTES;) {
        int ends[2];
        ssize_t sent;
        if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
            return false;
        }
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        while ((sent = write(ends[1], block_bytes, 1 << 16)) > 0) {
            done += (size_t)sent;
        }
    }
    return true;
}

/* A memory file whose only descriptor waits in a socket. */
static bool add_in_flight(int block)
{
    int ends[2];
    char name[] = "flight";
    struct iovec data = {name, 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.space,
                             .msg_controllen = sizeof control.space};
    fill_fd = memfd_create(name, MFD_CLOEXEC);
    if (fill_fd < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
        !add_to_file(block)) {
        return false;
    }
    memset(&control, 0, sizeof control);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fill_fd);
    memcpy(CMSG_DATA(&control.header), &fill_fd, sizeof fill_fd);
    bool sent = sendmsg(ends[0], &message, 0) == 1;
    close(fill_fd);
    return sent;
}

/* The page of zeros everywhere: no memory of the process, but a page table for each 2 MiB. */
static bool add_page_tables(int block)
{
    enum { STEP = 2 << 20, PAGE = 4096 };
    size_t size = (size_t)(BLOCK_BYTES / PAGE) * STEP;
    volatile const char *bytes =
        mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    (void)block;
    if (bytes == MAP_FAILED) {
        return false;
    }
    madvise((void *)(uintptr_t)bytes, size, MADV_NOHUGEPAGE);
    for (size_t at = 0; at < size; at += STEP) {
        (void)bytes[at];
    }
    return true;
}

static struct result memory_of_kernel(const struct world *w, const char *arg)
{
    static const struct {
        const char *name;
        bool (*add)(int block);
    } ways[] = {{"pairs", add_to_pairs}, {"tcp", add_to_tcp},          {"udp", add_to_udp},
                {"pipes", add_to_pipes}, {"in-flight", add_in_flight}, {"tables", add_page_tables}};
    (void)w;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (strcmp(ways[i].name, arg) == 0) {
            return fill(ways[i].add);
        }
    }
    return SKIP("no way is called %s", arg);
}

static struct result open_files(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    int count = 0;
    while (count < TOO_MANY_FILES && open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) {
        count++;
    }
    return count == TOO_MANY_FILES ? BROKEN("%d open files", count)
                                   : HELD("%d open files, then %s", count, strerror(errno));
}

/* A core of this process would go to whatever program the host named for cores. */
static struct result core_files(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct rlimit limit = {0, 0};
    getrlimit(RLIMIT_CORE, &limit);
    return limit.rlim_max == 0 ? HELD("no core files") : BROKEN("core files are possible");
}

/* 128 MiB; the driver looks at what the launcher makes of it. */
static struct result flood(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    block[sizeof block - 1] = '\n';
    for (int i = 0; i < 2048; i++) {
        if (write(1, block, sizeof block) < 0) {
            return result_make(VERDICT_TRIED, "stopped after %d blocks: %s", i, strerror(errno));
        }
    }
    return result_make(VERDICT_TRIED, "wrote everything");
}

void probes_limit(void)
{
    static const struct probe rows[] = {
        {"limit-processes", CORDON_G_LIMIT_PIDS, NEED_NO_BASELINE, "alone", processes, NULL},
        {"limit-memory", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory", memory,
         NULL},
        {"limit-memory-shm", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_file, "/dev/shm/fill"},
        {"limit-memory-tmp", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_file, "/tmp/fill"},
        {"limit-memory-unnamed", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_file, "fill"},
        {"limit-memory-pairs", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_of_kernel, "pairs"},
        {"limit-memory-tcp", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_of_kernel, "tcp"},
        {"limit-memory-udp", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_of_kernel, "udp"},
        {"limit-memory-pipes", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_of_kernel, "pipes"},
        {"limit-memory-in-flight", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "memory",
         memory_of_kernel, "in-flight"},
        {"limit-memory-page-tables", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON,
         "memory", memory_of_kernel, "tables"},
        {"limit-open-files", CORDON_G_LIMIT_OPEN_FILES, NEED_NO_BASELINE, "alone", open_files,
         NULL},
        {"limit-core-files", CORDON_G_OUTSIDE_READ_ONLY, NEED_KERNEL, NULL, core_files, NULL},
        {"limit-output", CORDON_G_LIMIT_MEMORY, NEED_NO_BASELINE | NEED_CORDON, "flood", flood,
         NULL},
    };
    PROBES_ADD(rows);
}

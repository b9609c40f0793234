/* SPDX-License-Identifier: MIT */
/*
 * probe_ipc.c: sockets and FIFOs that a host process holds, System V and POSIX objects of the
 * host, its shared memory.
 */
#define _GNU_SOURCE /* io_uring structures by syscall, struct msginfo */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <mqueue.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Long paths do not fit into an address: go there first. */
static int address_in_folder(struct sockaddr_un *addr, const char *path)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL || strlen(slash + 1) >= sizeof addr->sun_path) {
        errno = EINVAL;
        return -1;
    }
    *slash = '\0';
    memset(addr, 0, sizeof *addr);
    addr->sun_family = AF_UNIX;
    strcpy(addr->sun_path, slash + 1);
    return chdir(folder);
}

static struct result unix_socket(const struct world *w, const char *key, int type)
{
    struct sockaddr_un addr;
    const char *path = world_get(w, key);
    if (path[0] == '\0') {
        return SKIP("the world has no %s", key);
    }
    if (address_in_folder(&addr, path) != 0) {
        return HELD("%s: %s", path, strerror(errno));
    }
    int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&addr, sizeof addr) != 0) {
        return HELD("%s: %s", path, strerror(errno));
    }
    return BROKEN("connected to %s", path);
}

static struct result unix_stream(const struct world *w, const char *arg)
{
    return unix_socket(w, arg, SOCK_STREAM);
}

static struct result unix_dgram(const struct world *w, const char *arg)
{
    return unix_socket(w, arg, SOCK_DGRAM);
}

/* The ends of a pair are connected to each other; a datagram one can still name another address. */
static struct result pair_send(const struct world *w, const char *key, int type)
{
    struct sockaddr_un addr;
    int ends[2];
    const char *path = world_get(w, key);
    if (path[0] == '\0') {
        return SKIP("the world has no %s", key);
    }
    if (address_in_folder(&addr, path) != 0) {
        return HELD("%s: %s", path, strerror(errno));
    }
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) {
        return HELD("socketpair: %s", strerror(errno));
    }
    /* A datagram pair that was connected once is free again after AF_UNSPEC. */
    const struct sockaddr none = {.sa_family = AF_UNSPEC};
    if (sendto(ends[0], "x", 1, MSG_DONTWAIT, (const struct sockaddr *)&addr, sizeof addr) == 1 &&
        recv(ends[1], &(char){0}, 1, MSG_DONTWAIT) != 1) {
        return BROKEN("sent to %s", path);
    }
    if (connect(ends[0], &none, sizeof none) == 0 &&
        connect(ends[0], (const struct sockaddr *)&addr, sizeof addr) == 0) {
        return BROKEN("connected to %s", path);
    }
    close(ends[1]);
    if (connect(ends[0], (const struct sockaddr *)&addr, sizeof addr) == 0) {
        return BROKEN("connected to %s", path);
    }
    return HELD("%s: %s", path, strerror(errno));
}

static struct result pair_dgram(const struct world *w, const char *arg)
{
    return pair_send(w, arg, SOCK_DGRAM);
}

static struct result pair_raw(const struct world *w, const char *arg)
{
    return pair_send(w, arg, SOCK_RAW);
}

/* Two commands of two sandboxes meet at a path that both see: one binds, the other sends.  The name
 * is all they share, so one process can play both. */
static struct result pair_meet(const struct world *w, const char *arg)
{
    struct sockaddr_un addr;
    int server[2], client[2];
    int type = (int)strtol(arg, NULL, 10);
    const char *path = text_keep("%s/escape-meet-%s", world_get(w, "own"), arg);
    if (address_in_folder(&addr, path) != 0) {
        return HELD("%s: %s", path, strerror(errno));
    }
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, server) != 0 ||
        socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, client) != 0) {
        return HELD("socketpair: %s", strerror(errno));
    }
    /* A connected datagram socket hears its peer only. */
    const struct sockaddr none = {.sa_family = AF_UNSPEC};
    connect(server[0], &none, sizeof none);
    bool bound = bind(server[0], (const struct sockaddr *)&addr, sizeof addr) == 0;
    bool met = false;
    if (bound) {
        listen(server[0], 1);
        met = sendto(client[0], "x", 1, MSG_DONTWAIT, (const struct sockaddr *)&addr,
                     sizeof addr) == 1 &&
              recv(client[1], &(char){0}, 1, MSG_DONTWAIT) != 1;
        met = met || connect(client[0], (const struct sockaddr *)&addr, sizeof addr) == 0;
    }
    int error = errno;
    unlink(addr.sun_path);
    return met ? BROKEN("another sandbox could send to %s", path)
               : HELD("%s: %s", bound ? "bound, not reached" : "bind", strerror(error));
}

static struct result fifo_write(const struct world *w, const char *arg)
{
    const char *path = world_get(w, arg);
    if (path[0] == '\0') {
        return SKIP("the world has no %s", arg);
    }
    /* Without a reader this is ENXIO: the host's reader is what makes it an escape. */
    int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || write(fd, "escaped\n", 8) != 8) {
        return HELD("%s: %s", path, strerror(errno));
    }
    return BROKEN("the host's reader has a line from %s", path);
}

/* Read what a host process writes to a FIFO, so that the host does not get it. */
static struct result fifo_read(const struct world *w, const char *arg)
{
    const char *path = world_get(w, arg);
    int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    return result_of_call(fd, "open the host's FIFO for both ways");
}

static struct result shm_by_id(const struct world *w, const char *arg)
{
    (void)arg;
    const char *p = shmat((int)world_number(w, "shm.id"), NULL, SHM_RDONLY);
    if ((intptr_t)p == -1) {
        return HELD("shmat: %s", strerror(errno));
    }
    return bytes_contain(p, 256, world_get(w, "token")) ? BROKEN("read the host's segment")
                                                        : HELD("another segment");
}

static struct result shm_by_key(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(shmget((key_t)world_number(w, "ipc.key"), 0, 0), "shmget");
}

static struct result shm_list(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct shmid_ds ds;
    for (int i = 0; i < 64; i++) {
        if (shmctl(i, SHM_STAT, &ds) >= 0) {
            return BROKEN("segment %d of the host is listed", i);
        }
    }
    return HELD("no segment");
}

static struct result sem_by_key(const struct world *w, const char *arg)
{
    (void)arg;
    int id = semget((key_t)world_number(w, "ipc.key"), 1, 0);
    struct sembuf up = {.sem_op = 1};
    return id < 0 ? HELD("semget: %s", strerror(errno))
                  : result_of_call(semop(id, &up, 1), "semop");
}

static struct result msg_by_key(const struct world *w, const char *arg)
{
    (void)arg;
    int id = msgget((key_t)world_number(w, "ipc.key"), 0);
    struct {
        long type;
        char text[8];
    } message = {.type = 1, .text = "escaped"};
    return id < 0 ? HELD("msgget: %s", strerror(errno))
                  : result_of_call(msgsnd(id, &message, sizeof message.text, IPC_NOWAIT), "msgsnd");
}

static struct result posix_queue(const struct world *w, const char *arg)
{
    (void)arg;
    mqd_t queue = mq_open(world_get(w, "mq"), O_RDWR | O_NONBLOCK);
    if (queue == (mqd_t)-1) {
        return HELD("mq_open: %s", strerror(errno));
    }
    return BROKEN("opened the host's message queue");
}

static struct result posix_shm(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(shm_open(world_get(w, "pshm"), O_RDWR, 0), "shm_open");
}

/* io_uring makes and connects sockets, and opens files, past a filter of system calls. */
struct ring {
    int fd;
    unsigned *tail;
    unsigned *mask;
    unsigned *array;
    unsigned *cq_head;
    unsigned *cq_tail;
    unsigned *cq_mask;
    struct io_uring_sqe *sqes;
    struct io_uring_cqe *cqes;
};

static int ring_open(struct ring *ring)
{
    struct io_uring_params params;
    memset(&params, 0, sizeof params);
    ring->fd = (int)syscall(SYS_io_uring_setup, 4, &params);
    if (ring->fd < 0) {
        return -1;
    }
    size_t sq_size = params.sq_off.array + params.sq_entries * sizeof(unsigned);
    size_t cq_size = params.cq_off.cqes + params.cq_entries * sizeof(struct io_uring_cqe);
    char *sq =
        mmap(NULL, sq_size, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, IORING_OFF_SQ_RING);
    char *cq =
        mmap(NULL, cq_size, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd, IORING_OFF_CQ_RING);
    void *sqes = mmap(NULL, params.sq_entries * sizeof(struct io_uring_sqe), PROT_READ | PROT_WRITE,
                      MAP_SHARED, ring->fd, IORING_OFF_SQES);
    if (sq == MAP_FAILED || cq == MAP_FAILED || sqes == MAP_FAILED) {
        return -1;
    }
    /* The kernel's offsets are multiples of four. */
    ring->tail = (unsigned *)(void *)(sq + params.sq_off.tail);
    ring->mask = (unsigned *)(void *)(sq + params.sq_off.ring_mask);
    ring->array = (unsigned *)(void *)(sq + params.sq_off.array);
    ring->cq_head = (unsigned *)(void *)(cq + params.cq_off.head);
    ring->cq_tail = (unsigned *)(void *)(cq + params.cq_off.tail);
    ring->cq_mask = (unsigned *)(void *)(cq + params.cq_off.ring_mask);
    ring->cqes = (struct io_uring_cqe *)(void *)(cq + params.cq_off.cqes);
    ring->sqes = sqes;
    return 0;
}

/* Gives the result of one request: a descriptor or zero, or a negative errno. */
static int ring_do(struct ring *ring, const struct io_uring_sqe *request)
{
    unsigned at = *ring->tail & *ring->mask;
    ring->sqes[at] = *request;
    ring->array[at] = at;
    atomic_thread_fence(memory_order_release);
    *ring->tail += 1;
    if (syscall(SYS_io_uring_enter, ring->fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) < 0) {
        return -errno;
    }
    atomic_thread_fence(memory_order_acquire);
    if (*ring->cq_head == *ring->cq_tail) {
        return -EAGAIN;
    }
    int res = ring->cqes[*ring->cq_head & *ring->cq_mask].res;
    *ring->cq_head += 1;
    return res;
}

static struct result uring_socket(const struct world *w, const char *arg)
{
    struct ring ring;
    struct sockaddr_un addr;
    if (ring_open(&ring) != 0) {
        return HELD("io_uring_setup: %s", strerror(errno));
    }
    struct io_uring_sqe ask = {
        .opcode = 45 /* IORING_OP_SOCKET */, .fd = AF_UNIX, .off = SOCK_STREAM};
    int fd = ring_do(&ring, &ask);
    if (fd < 0) {
        return HELD("socket by io_uring: %s", strerror(-fd));
    }
    if (address_in_folder(&addr, world_get(w, arg)) != 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    struct io_uring_sqe go = {
        .opcode = IORING_OP_CONNECT, .fd = fd, .addr = (__u64)(uintptr_t)&addr, .off = sizeof addr};
    int rc = ring_do(&ring, &go);
    return rc < 0 ? HELD("connect by io_uring: %s", strerror(-rc))
                  : BROKEN("connected to the host's socket by io_uring");
}

static struct result uring_write(const struct world *w, const char *arg)
{
    struct ring ring;
    if (ring_open(&ring) != 0) {
        return HELD("io_uring_setup: %s", strerror(errno));
    }
    const char *path = text_keep("%s/victim", world_get(w, arg));
    struct io_uring_sqe ask = {.opcode = IORING_OP_OPENAT,
                               .fd = AT_FDCWD,
                               .addr = (__u64)(uintptr_t)path,
                               .open_flags = O_WRONLY};
    int fd = ring_do(&ring, &ask);
    errno = fd < 0 ? -fd : 0;
    return result_tried(fd < 0 ? -1 : write(fd, "escaped", 7), "open by io_uring");
}

void probes_ipc(void)
{
    static const char *const places[] = {"project",         "own", "sibling-inside",
                                         "sibling-outside", "app", "home",
                                         "outside",         "tmp", "run"};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        unsigned needs = strcmp(places[i], "run") == 0 ? NEED_ROOT : 0;
        const struct probe rows[] = {
            {text_keep("ipc-unix-stream-%s", places[i]), CORDON_G_IPC_NONE, needs, NULL,
             unix_stream, text_keep("unix.stream.%s", places[i])},
            {text_keep("ipc-unix-dgram-%s", places[i]), CORDON_G_IPC_NONE, needs, NULL, unix_dgram,
             text_keep("unix.dgram.%s", places[i])},
            {text_keep("ipc-pair-dgram-%s", places[i]), CORDON_G_IPC_NONE, needs, NULL, pair_dgram,
             text_keep("unix.dgram.%s", places[i])},
            {text_keep("ipc-pair-raw-%s", places[i]), CORDON_G_IPC_NONE, needs, NULL, pair_raw,
             text_keep("unix.dgram.%s", places[i])},
            {text_keep("ipc-fifo-%s", places[i]), CORDON_G_IPC_NONE, needs, NULL, fifo_write,
             text_keep("fifo.%s", places[i])},
        };
        PROBES_ADD(rows);
    }
    static const struct probe rows[] = {
        {"ipc-pair-meet-dgram", CORDON_G_IPC_NONE, 0, NULL, pair_meet, "2"},
        {"ipc-pair-meet-raw", CORDON_G_IPC_NONE, 0, NULL, pair_meet, "3"},
        {"ipc-fifo-read-project", CORDON_G_IPC_NONE, 0, NULL, fifo_read, "fifo.project"},
        {"ipc-uring-socket-project", CORDON_G_IPC_NONE, NEED_KERNEL, NULL, uring_socket,
         "unix.stream.project"},
        {"ipc-uring-socket-own", CORDON_G_IPC_NONE, NEED_KERNEL, NULL, uring_socket,
         "unix.stream.own"},
        {"ipc-uring-write-project", CORDON_G_PROJECT_READ_ONLY, NEED_KERNEL, NULL, uring_write,
         "t.project"},
        {"ipc-sysv-shm-id", CORDON_G_IPC_NONE, 0, NULL, shm_by_id, NULL},
        {"ipc-sysv-shm-key", CORDON_G_IPC_NONE, 0, NULL, shm_by_key, NULL},
        {"ipc-sysv-shm-list", CORDON_G_IPC_NONE, 0, NULL, shm_list, NULL},
        {"ipc-sysv-sem", CORDON_G_IPC_NONE, 0, NULL, sem_by_key, NULL},
        {"ipc-sysv-msg", CORDON_G_IPC_NONE, 0, NULL, msg_by_key, NULL},
        {"ipc-posix-mq", CORDON_G_IPC_NONE, NEED_KERNEL, NULL, posix_queue, NULL},
        {"ipc-posix-shm", CORDON_G_IPC_NONE, 0, NULL, posix_shm, NULL},
    };
    PROBES_ADD(rows);
}

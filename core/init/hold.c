/* SPDX-License-Identifier: MIT */
/* Holds each fork until this process has counted, where the kernel's own limit does not count: for
 * user 0 of the host, and before Linux 5.14.  The watcher alone would come too late there: a fork
 * bomb makes thousands of processes while it waits for its turn, and could use up the machine's
 * process numbers.  A process that waits for an answer does not run, so the bomb is slow.
 *
 * It is done with a seccomp filter of the command that asks this process about clone, fork and
 * vfork (clone3 is refused by the sandbox's own filter, so libc uses clone).  The answer is `go on`
 * or EAGAIN, as the kernel's limit gives it.  Nothing is read from the caller's memory.
 *
 * Until a question is received, a signal takes it back: then fork() fails with EINTR, which it never
 * does otherwise and no program expects (dash says "Cannot fork" when a child ends at that moment).
 * So nothing may delay the receiver: it is a thread of its own, which the kernel (6.6 and newer) runs at once.  On a busy
 * machine about one such fork in 1,000 still fails; with an older kernel, one in 30. */
/* syscall() and the seccomp numbers are Linux's. */
#define _GNU_SOURCE
#include "init.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than some headers: Linux 5.5, 5.19 and 6.6. */
#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif
#define WAIT_KILLABLE (1UL << 5)            /* SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV */
#define SET_FLAGS     SECCOMP_IOW(4, __u64) /* SECCOMP_IOCTL_NOTIF_SET_FLAGS */
#define SYNC_WAKE_UP  (1UL << 0)            /* SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP */

bool hold_is_needed(void)
{
    return geteuid() == 0 || !confine_processes_are_counted();
}

/* In the child: the filter, whose listener goes through the socket.  Where the kernel does not
 * have it, one byte without a descriptor goes instead: then the watcher is all. */
void hold_command(int socket)
{
    /* The architecture was checked by the sandbox's filter, which runs on every call too. */
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef SYS_fork
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 1, 0),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof code / sizeof code[0], code};

    /* Killable: a signal does not take back a question, else programs that get many of them
     * (Go preempts with signals) would ask for ever. */
    long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                            SECCOMP_FILTER_FLAG_NEW_LISTENER | WAIT_KILLABLE, &program);
    if (listener < 0)
        listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                           &program);

    char byte = 0;
    struct iovec data = {&byte, 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    memset(&control, 0, sizeof control);
    if (listener >= 0) {
        int fd = (int)listener;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
        message.msg_control = control.space;
        message.msg_controllen = sizeof control.space;
    }
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
}

int hold_listener(int socket)
{
    char byte;
    struct iovec data = {&byte, 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control.space,
                             .msg_controllen = sizeof control.space};
    ssize_t size;
    int fd;

    do
        size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (size < 0 && errno == EINTR);
    const struct cmsghdr *header = size > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header == NULL || header->cmsg_type != SCM_RIGHTS)
        return -1;
    memcpy(&fd, CMSG_DATA(header), sizeof fd);
    return fd;
}

/* Waits for a question and answers it; false when there is none any more. */
static bool answer_one(int listener)
{
    /* Larger than the kernel's structures are: they may grow. */
    union {
        struct seccomp_notif notification;
        char space[512];
    } question;
    union {
        struct seccomp_notif_resp response;
        char space[512];
    } answer;

    memset(&question, 0, sizeof question);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) {
        /* Who asked was killed meanwhile, or nobody is left. */
        struct pollfd look = {.fd = listener, .events = POLLIN};
        return poll(&look, 1, 0) == 0 || (look.revents & POLLIN) != 0;
    }
    memset(&answer, 0, sizeof answer);
    answer.response.id = question.notification.id;
    if (watch_may_fork())
        answer.response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else
        answer.response.error = -EAGAIN;
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) == 0 || errno != EINVAL ||
        answer.response.flags == 0)
        return true;
    /* Before Linux 5.5 there is no `go on`; a command that could never fork is of no use. */
    fail("limits", 0, "this kernel cannot count processes for user 0; Linux 5.5 can");
}

static void *answer_all(void *data)
{
    while (answer_one(*(const int *)data))
        continue;
    return NULL;
}

void hold_start(int listener)
{
    static int kept;
    pthread_t thread;

    kept = listener;
    /* The processor goes straight from who asks to who answers, and back. */
    (void)ioctl(listener, SET_FLAGS, SYNC_WAKE_UP);
    int error = pthread_create(&thread, NULL, answer_all, &kept);
    if (error != 0)
        fail("limits", error, "cannot start what holds the processes");
}

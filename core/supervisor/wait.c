/* SPDX-License-Identifier: MIT */
/* A supervisor that was started before its plan is known: it takes the plan from the control socket. */
#define _GNU_SOURCE /* dup3(), close_range() */
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/protocol.h"

/* Above all numbers that descriptors get in the end. */
#define ASIDE_FD          512
#define STRINGS_BYTES_MAX (4 << 20)

static bool fail(struct failure *ret_failure, const char *step)
{
    ret_failure->step = step;
    ret_failure->error = errno;
    return false;
}

/* The packet and its descriptors; *ret_count is 0 when the host is gone. */
static bool receive(int control, char *text, size_t size, int *fds, size_t *ret_count)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(CORDON_LAUNCH_FDS_MAX * sizeof(int))];
    } ancillary;
    struct iovec vector = {.iov_base = text, .iov_len = size - 1};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = ancillary.bytes,
                             .msg_controllen = sizeof ancillary.bytes};
    ssize_t length;

    do
        length = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    *ret_count = 0;
    if (length < 0 || (message.msg_flags & (MSG_CTRUNC | MSG_TRUNC)) != 0)
        return false;
    text[length] = '\0';
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part != NULL;
         part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        *ret_count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(fds, CMSG_DATA(part), *ret_count * sizeof(int));
    }
    return true;
}

/* Strings that each end with NUL, as the host wrote them: argc of the arguments, then the
 * environment.  They stay mapped. */
static bool read_strings(int fd, size_t argc, size_t envc, char ***ret_argv, char ***ret_env)
{
    struct stat info;

    if (fstat(fd, &info) != 0 || info.st_size <= 0 || info.st_size > STRINGS_BYTES_MAX) {
        errno = EINVAL;
        return false;
    }
    size_t size = (size_t)info.st_size;
    char *text = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    char **list = calloc(argc + envc + 2, sizeof *list);
    if (text == MAP_FAILED || list == NULL)
        return false;
    char *end = text + size;
    bool whole = end[-1] == '\0';
    size_t found = 0;
    for (char *at = text; whole && at < end && found < argc + envc; at += strlen(at) + 1, found++)
        list[found < argc ? found : found + 1] = at;
    if (!whole || found != argc + envc) {
        errno = EINVAL;
        return false;
    }
    *ret_argv = list;
    *ret_env = list + argc + 1;
    return true;
}

/* Moves everything aside first, so that no number is taken when its owner comes. */
static bool place(int control, const int *fds, size_t count, int *ret_control)
{
    int aside[CORDON_LAUNCH_FDS_MAX];

    control = fcntl(control, F_DUPFD_CLOEXEC, ASIDE_FD);
    for (size_t i = 0; i < count && control >= 0; i++) {
        aside[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, ASIDE_FD);
        if (aside[i] < 0)
            return false;
    }
    if (control < 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (dup2(aside[i], (int)i) < 0)
            return false;
    }
    *ret_control = dup3(control, (int)count, O_CLOEXEC);
    return *ret_control >= 0 && close_from(*ret_control + 1);
}

bool wait_for_launch(int control, char ***ret_argv, char ***ret_env, int *ret_control,
                     struct failure *ret_failure)
{
    char text[CORDON_CONTROL_PACKET_MAX];
    int fds[CORDON_LAUNCH_FDS_MAX];
    size_t count, argc, envc;

    if (!receive(control, text, sizeof text, fds, &count))
        return fail(ret_failure, "receive");
    if (text[0] == '\0')
        _exit(0); /* the host has no use for this process */
    if (sscanf(text, "launch %zu %zu", &argc, &envc) != 2 || count < 4 ||
        argc > STRINGS_BYTES_MAX || envc > STRINGS_BYTES_MAX) {
        errno = EPROTO;
        return fail(ret_failure, "receive");
    }
    if (!read_strings(fds[0], argc, envc, ret_argv, ret_env))
        return fail(ret_failure, "strings");
    if (!place(control, fds + 1, count - 1, ret_control))
        return fail(ret_failure, "descriptors");
    return true;
}

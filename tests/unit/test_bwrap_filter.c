/* SPDX-License-Identifier: MIT */
/* The system call filter: its program walked by a small interpreter, and the real thing installed
 * in a child. */
/* syscall() and the namespace flags are Linux's. */
#define _GNU_SOURCE
#include "filter.h"

#include <cordon/backend.h>

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sock_filter *program;
static size_t program_length;

static void load_filter(void)
{
    void *data;
    size_t size;

    cr_assert_eq(kit_filter(&data, &size), CORDON_OK);
    program = data;
    program_length = size / sizeof *program;
}

static void free_filter(void)
{
    free(program);
}

/* Classic BPF as seccomp has it: what the filter returns, and how many instructions it took. */
static uint32_t interpret(const struct seccomp_data *data, unsigned *ret_steps)
{
    uint32_t accumulator = 0;
    size_t at = 0;

    for (*ret_steps = 1;; ++*ret_steps) {
        cr_assert_lt(at, program_length, "ran off the end");
        struct sock_filter *now = &program[at++];
        switch (now->code) {
        case BPF_LD | BPF_W | BPF_ABS:
            cr_assert_leq(now->k + sizeof accumulator, sizeof *data);
            memcpy(&accumulator, (const char *)data + now->k, sizeof accumulator);
            break;
        case BPF_ALU | BPF_AND | BPF_K:
            accumulator &= now->k;
            break;
        case BPF_JMP | BPF_JA:
            at += now->k;
            break;
        case BPF_JMP | BPF_JEQ | BPF_K:
            at += accumulator == now->k ? now->jt : now->jf;
            break;
        case BPF_JMP | BPF_JGT | BPF_K:
            at += accumulator > now->k ? now->jt : now->jf;
            break;
        case BPF_JMP | BPF_JGE | BPF_K:
            at += accumulator >= now->k ? now->jt : now->jf;
            break;
        case BPF_JMP | BPF_JSET | BPF_K:
            at += (accumulator & now->k) != 0 ? now->jt : now->jf;
            break;
        case BPF_RET | BPF_K:
            return now->k;
        default:
            cr_assert_fail("instruction %#x is not one that the filter uses", now->code);
        }
    }
}

static uint32_t answer(int number, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    struct seccomp_data data = {
        .nr = number, .arch = seccomp_arch_native(), .args = {a, b, c, d, 0, 0}};
    unsigned steps;
    return interpret(&data, &steps);
}

#define ALLOWED  ((uint32_t)SECCOMP_RET_ALLOW)
#define ERROR(e) ((uint32_t)(SECCOMP_RET_ERRNO | (e)))
#define NEW_TIME 0x80

static const struct {
    const char *call;
    uint64_t args[4];
    uint32_t answer;
} cases[] = {
    /* what every build does */
    {"read", {0}, ALLOWED},
    {"execve", {0}, ALLOWED},
    {"openat", {0, 0, O_RDONLY, 0}, ALLOWED},
    {"openat", {0, 0, O_CREAT | O_WRONLY, 0666}, ALLOWED},
    {"openat", {0, 0, O_RDONLY, 06000}, ALLOWED}, /* no file is made: the mode is not looked at */
    {"clone", {SIGCHLD, 0, 0, 0}, ALLOWED},
    {"clone", {CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, 0}, ALLOWED},
    {"unshare", {CLONE_FS | CLONE_FILES, 0}, ALLOWED},
    {"ptrace", {0}, ALLOWED},
    {"process_vm_readv", {0}, ALLOWED},
    {"memfd_create", {0}, ALLOWED},
    {"seccomp", {0}, ALLOWED},
    {"landlock_create_ruleset", {0}, ALLOWED},
    {"fchmodat", {0, 0, 0755, 0}, ALLOWED},
    {"fchmod", {0, 01777, 0, 0}, ALLOWED},
    {"mknodat", {0, 0, S_IFIFO | 0644, 0}, ALLOWED},
    {"mknodat", {0, 0, S_IFREG | 0644, 0}, ALLOWED},
    {"ioctl", {0, TCGETS, 0, 0}, ALLOWED},
    {"ioctl", {0, TIOCGWINSZ, 0, 0}, ALLOWED},
    {"socketpair", {AF_UNIX, SOCK_STREAM, 0, 0}, ALLOWED},
    {"socketpair", {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, 0}, ALLOWED},
    {"socketpair", {AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, 0}, ALLOWED},
    {"socket", {AF_INET, SOCK_STREAM, 0, 0}, ALLOWED},
    {"socket", {AF_INET6, SOCK_STREAM, 6, 0}, ALLOWED},
    {"socket", {AF_NETLINK, SOCK_RAW, 0, 0}, ALLOWED},
    {"personality", {0}, ALLOWED},
    {"personality", {8}, ALLOWED},
    {"personality", {UINT32_MAX}, ALLOWED},
    {"personality", {UINT64_MAX}, ALLOWED},
    {"personality", {0x0040000}, ALLOWED},
    /* mounts, keys, tracing of the kernel */
    {"mount", {0}, ERROR(EPERM)},
    {"umount2", {0}, ERROR(EPERM)},
    {"pivot_root", {0}, ERROR(EPERM)},
    {"chroot", {0}, ERROR(EPERM)},
    {"setns", {0}, ERROR(EPERM)},
    {"open_tree", {0}, ERROR(EPERM)},
    {"move_mount", {0}, ERROR(EPERM)},
    {"fsopen", {0}, ERROR(EPERM)},
    {"fsconfig", {0}, ERROR(EPERM)},
    {"fsmount", {0}, ERROR(EPERM)},
    {"fspick", {0}, ERROR(EPERM)},
    {"mount_setattr", {0}, ERROR(EPERM)},
    {"bpf", {0}, ERROR(EPERM)},
    {"perf_event_open", {0}, ERROR(EPERM)},
    {"userfaultfd", {0}, ERROR(EPERM)},
    {"keyctl", {0}, ERROR(EPERM)},
    {"add_key", {0}, ERROR(EPERM)},
    {"request_key", {0}, ERROR(EPERM)},
    {"open_by_handle_at", {0}, ERROR(EPERM)},
    {"name_to_handle_at", {0}, ERROR(EPERM)},
    {"fanotify_init", {0}, ERROR(EPERM)},
    {"kexec_load", {0}, ERROR(EPERM)},
    {"init_module", {0}, ERROR(EPERM)},
    {"acct", {0}, ERROR(EPERM)},
    {"reboot", {0}, ERROR(EPERM)},
    {"syslog", {0}, ERROR(EPERM)},
    {"sethostname", {0}, ERROR(EPERM)},
    {"process_vm_writev", {0}, ERROR(EPERM)},
    {"pidfd_getfd", {0}, ERROR(EPERM)},
    {"kcmp", {0}, ERROR(EPERM)},
    {"process_madvise", {0}, ERROR(EPERM)},
    {"quotactl_fd", {0}, ERROR(EPERM)},
    /* calls with an older twin */
    {"io_uring_setup", {0}, ERROR(ENOSYS)},
    {"io_uring_enter", {0}, ERROR(ENOSYS)},
    {"io_uring_register", {0}, ERROR(ENOSYS)},
    {"clone3", {0}, ERROR(ENOSYS)},
    {"openat2", {0}, ERROR(ENOSYS)},
    /* namespaces */
    {"unshare", {CLONE_NEWUSER, 0}, ERROR(EPERM)},
    {"unshare", {CLONE_NEWNS | CLONE_FS, 0}, ERROR(EPERM)},
    {"unshare", {NEW_TIME, 0}, ERROR(EPERM)},
    {"clone", {CLONE_NEWUSER | SIGCHLD, 0}, ERROR(EPERM)},
    {"clone", {CLONE_NEWNET | SIGCHLD, 0}, ERROR(EPERM)},
    {"clone", {CLONE_NEWPID, 0}, ERROR(EPERM)},
    {"clone", {CLONE_NEWCGROUP, 0}, ERROR(EPERM)},
    {"clone", {CLONE_NEWIPC, 0}, ERROR(EPERM)},
    {"clone", {CLONE_NEWUTS, 0}, ERROR(EPERM)},
    /* modes */
    {"fchmod", {0, 04755, 0, 0}, ERROR(EPERM)},
    {"fchmod", {0, 02755, 0, 0}, ERROR(EPERM)},
    {"fchmod", {0, 06755, 0, 0}, ERROR(EPERM)},
    {"fchmodat", {0, 0, 04755, 0}, ERROR(EPERM)},
    {"openat", {0, 0, O_CREAT | O_WRONLY, 04755}, ERROR(EPERM)},
    {"openat", {0, 0, O_TMPFILE | O_RDWR, 02755}, ERROR(EPERM)},
    {"mknodat", {0, 0, S_IFREG | 04755, 0}, ERROR(EPERM)},
    {"mknodat", {0, 0, S_IFCHR | 0666, 0}, ERROR(EPERM)},
    {"mknodat", {0, 0, S_IFBLK | 0666, 0}, ERROR(EPERM)},
    /* terminals: the kernel looks at 32 bits of the request */
    {"ioctl", {0, TIOCSTI, 0, 0}, ERROR(EPERM)},
    {"ioctl", {0, UINT64_C(0x7700000000) | TIOCSTI, 0, 0}, ERROR(EPERM)},
    {"ioctl", {0, TIOCLINUX, 0, 0}, ERROR(EPERM)},
    {"ioctl", {0, TIOCSETD, 0, 0}, ERROR(EPERM)},
    {"ioctl", {0, TIOCCONS, 0, 0}, ERROR(EPERM)},
    /* sockets: likewise */
    {"socket", {AF_UNIX, SOCK_STREAM, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {UINT64_C(0x100000000) | AF_UNIX, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {AF_UNSPEC, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socketpair", {AF_UNIX, SOCK_DGRAM, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socketpair", {AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socketpair", {AF_UNIX, SOCK_RAW, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socketpair", {AF_UNIX, UINT64_C(0x100000000) | SOCK_DGRAM, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socketpair", {AF_UNIX, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socketpair", {AF_TIPC, SOCK_STREAM, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"vmsplice", {0}, ERROR(ENOSYS)},
    {"socket", {AF_PACKET, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {AF_VSOCK, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {AF_ALG, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {UINT64_MAX, 0, 0, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {AF_NETLINK, SOCK_RAW, 9, 0}, ERROR(EAFNOSUPPORT)},
    {"socket", {UINT64_C(0x100000000) | AF_NETLINK, SOCK_RAW, 15, 0}, ERROR(EAFNOSUPPORT)},
    {"personality", {1}, ERROR(EPERM)},
    {"personality", {0x0400000}, ERROR(EPERM)}, /* READ_IMPLIES_EXEC */
    {"personality", {0x0040008}, ERROR(EPERM)},
};

Test(bwrap_filter, answers_as_the_table_says, .init = load_filter, .fini = free_filter)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int number = seccomp_syscall_resolve_name(cases[i].call);
        cr_assert_neq(number, __NR_SCMP_ERROR, "%s is not known", cases[i].call);
        const uint64_t *args = cases[i].args;
        uint32_t got = answer(number, args[0], args[1], args[2], args[3]);
        cr_expect_eq(got, cases[i].answer, "%zu: %s(%#lx, %#lx, %#lx, %#lx): %#x, not %#x", i,
                     cases[i].call, args[0], args[1], args[2], args[3], got, cases[i].answer);
    }
}

#ifdef __x86_64__
Test(bwrap_filter, knows_calls_that_older_libraries_do_not, .init = load_filter,
     .fini = free_filter)
{
    cr_expect_eq(answer(447, 0, 0, 0, 0), ERROR(ENOSYS));        /* memfd_secret */
    cr_expect_eq(answer(452, 0, 0, 04755, 0), ERROR(ENOSYS));    /* fchmodat2 */
    cr_expect_eq(answer(443, 0, 0, 0, 0), ERROR(EPERM));         /* quotactl_fd */
    cr_expect_eq(answer(442, 0, 0, 0, 0), ERROR(EPERM));         /* mount_setattr */
    cr_expect_eq(answer(462, 0, 0, 0, 0), ALLOWED);              /* mseal */
    cr_expect_eq(answer(90, 0, 04755, 0, 0), ERROR(EPERM));      /* chmod */
    cr_expect_eq(answer(85, 0, 04755, 0, 0), ERROR(EPERM));      /* creat */
    cr_expect_eq(answer(2, 0, O_CREAT, 04755, 0), ERROR(EPERM)); /* open */
    cr_expect_eq(answer(133, 0, S_IFBLK, 0, 0), ERROR(EPERM));   /* mknod */
}

Test(bwrap_filter, is_closed_at_its_ends, .init = load_filter, .fini = free_filter)
{
    for (int number = 463; number < 2000; number++)
        cr_assert_eq(answer(number, 0, 0, 0, 0), ERROR(ENOSYS), "%d", number);
    for (int number = 0; number < 600; number++)
        cr_assert_eq(answer(number | 0x40000000, 0, 0, 0, 0), ERROR(ENOSYS), "x32 %d", number);
    cr_assert_eq(answer(-1, 0, 0, 0, 0), ERROR(ENOSYS));
    cr_assert_eq(answer(INT32_MAX, 0, 0, 0, 0), ERROR(ENOSYS));

    unsigned steps;
    struct seccomp_data foreign = {.nr = 3, .arch = AUDIT_ARCH_I386};
    cr_assert_eq(interpret(&foreign, &steps), ERROR(ENOSYS));
}
#endif

Test(bwrap_filter, decides_ordinary_calls_in_few_instructions, .init = load_filter,
     .fini = free_filter)
{
    static const char *const usual[] = {"read", "write", "futex", "mmap", "close", "newfstatat"};

    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        int number = seccomp_syscall_resolve_name(usual[i]);
        struct seccomp_data data = {.nr = number, .arch = seccomp_arch_native()};
        unsigned steps;
        if (number < 0)
            continue;
        cr_expect_eq(interpret(&data, &steps), ALLOWED);
        cr_expect_leq(steps, 40, "%s takes %u instructions", usual[i], steps);
    }
}

/* What a call answers under the installed filter; in a child, as a filter is for good. */
struct trial {
    const char *name;
    long number;
    long args[4];
    int error; /* 0: succeeds */
};

static int run_trials(const struct trial *trials, size_t count)
{
    struct sock_fprog filter = {.len = (unsigned short)program_length, .filter = program};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        return 100;
    for (size_t i = 0; i < count; i++) {
        const struct trial *t = &trials[i];
        long result = syscall(t->number, t->args[0], t->args[1], t->args[2], t->args[3]);
        if ((result < 0 ? errno : 0) != t->error)
            return (int)i + 1;
    }
    return 0;
}

Test(bwrap_filter, holds_when_installed, .init = load_filter, .fini = free_filter)
{
    const struct trial trials[] = {
        {"getpid", SYS_getpid, {0}, 0},
        {"socket inet", SYS_socket, {AF_INET, SOCK_DGRAM}, 0},
        {"socket unix", SYS_socket, {AF_UNIX, SOCK_STREAM}, EAFNOSUPPORT},
        {"datagram pair", SYS_socketpair, {AF_UNIX, SOCK_DGRAM}, EAFNOSUPPORT},
        {"raw pair", SYS_socketpair, {AF_UNIX, SOCK_RAW}, EAFNOSUPPORT},
        {"socket vsock", SYS_socket, {AF_VSOCK, SOCK_STREAM}, EAFNOSUPPORT},
        {"unshare user", SYS_unshare, {CLONE_NEWUSER}, EPERM},
        {"keyctl", SYS_keyctl, {0}, EPERM},
        {"io_uring", 425, {1}, ENOSYS},
        {"clone3", 435, {0}, ENOSYS},
        {"newer", 463, {0}, ENOSYS},
        {"personality", SYS_personality, {-1}, 0},
        {"sti", SYS_ioctl, {0, TIOCSTI}, EPERM},
    };

    pid_t pid = fork();
    if (pid == 0)
        _exit(run_trials(trials, sizeof trials / sizeof trials[0]));
    int status;
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFEXITED(status));
    int failed = WEXITSTATUS(status);
    cr_assert_eq(failed, 0, "failed at %s", failed == 100 ? "install" : trials[failed - 1].name);
}

Test(bwrap_filter, is_the_same_each_time, .init = load_filter, .fini = free_filter)
{
    void *again;
    size_t size;

    cr_assert_eq(kit_filter(&again, &size), CORDON_OK);
    cr_assert_eq(size, program_length * sizeof *program);
    cr_expect_arr_eq(again, program, size);
    free(again);
}

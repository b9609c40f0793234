/* SPDX-License-Identifier: MIT */
/*
 * probe_syscall.c: kernel interfaces that no build needs, keyrings, and foreign call numbers.
 *
 * Every call has arguments with which it cannot do harm.  Where it could, the arguments cannot
 * work: EPERM, EACCES and ENOSYS then mean "refused", EINVAL, EFAULT, EBADF and the like "tried".
 */
#define _GNU_SOURCE /* syscall, personality flags */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct result sys_bpf(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_bpf, 9999, NULL, 0), "bpf of no command");
}

static struct result sys_perf(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0), "perf_event_open");
}

static struct result sys_userfaultfd(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_userfaultfd, O_CLOEXEC | 1 /* user mode only */),
                             "userfaultfd");
}

static struct result sys_uring_setup(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_io_uring_setup, 1, NULL), "io_uring_setup");
}

static struct result sys_uring_enter(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0), "io_uring_enter");
}

static struct result sys_uring_register(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_io_uring_register, -1, 2, NULL, 0), "io_uring_register");
}

static struct result sys_fanotify(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_fanotify_init, 0x200 /* report file ids */, 0),
                             "fanotify_init");
}

static struct result sys_name_to_handle(const struct world *w, const char *arg)
{
    (void)arg;
    unsigned handle[64] = {128};
    int mount_id = 0;
    return result_of_attempt(
        syscall(SYS_name_to_handle_at, AT_FDCWD, world_get(w, "own"), handle, &mount_id, 0),
        "name_to_handle_at");
}

static struct result sys_open_by_handle(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_open_by_handle_at, -1, NULL, 0), "open_by_handle_at");
}

static struct result sys_open_tree(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_attempt(syscall(SYS_open_tree, AT_FDCWD, world_get(w, "own"), 0),
                             "open_tree without a copy");
}

static struct result sys_mount_setattr(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_mount_setattr, -1, "", 0, NULL, 0), "mount_setattr");
}

static struct result sys_setns(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_setns, -1, 0), "setns of no descriptor");
}

/* A count of segments above the kernel's limit. */
static struct result sys_kexec(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_kexec_load, 0, 1000000UL, NULL, 0), "kexec_load");
}

static struct result sys_kexec_file(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_kexec_file_load, -1, -1, 0UL, NULL, 0xff00UL),
                             "kexec_file_load");
}

static struct result sys_init_module(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_init_module, NULL, 0UL, ""), "init_module of nothing");
}

static struct result sys_finit_module(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_finit_module, -1, "", 0), "finit_module of nothing");
}

static struct result sys_delete_module(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_delete_module, "cordon_no_such_module", O_NONBLOCK),
                             "delete_module of no module");
}

static struct result sys_swapon(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_swapon, "/cordon-no-such-file", 0), "swapon of no file");
}

static struct result sys_swapoff(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_swapoff, "/cordon-no-such-file"), "swapoff of no file");
}

static struct result sys_acct(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_acct, "/cordon-no-such-file"), "acct of no file");
}

/* Wrong magic numbers. */
static struct result sys_reboot(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_reboot, 0, 0, 0, NULL), "reboot with no magic");
}

static struct result sys_syslog(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_syslog, 10 /* size of the buffer */, NULL, 0), "syslog");
}

/* The name that the host has already; in a namespace of its own it is no change of the host. */
static struct result sys_hostname(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return result_of_call(syscall(SYS_sethostname, name, strlen(name)), "sethostname (the same)");
}

static struct result sys_domainname(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    char name[256] = "";
    return getdomainname(name, sizeof name - 1) != 0
               ? HELD("getdomainname: %s", strerror(errno))
               : result_of_call(syscall(SYS_setdomainname, name, strlen(name)),
                                "setdomainname (the same)");
}

/* No time and no zone: the right is checked, nothing is set. */
static struct result sys_settimeofday(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_settimeofday, NULL, NULL), "settimeofday of nothing");
}

static struct result sys_clock_settime(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    const struct timespec never = {.tv_nsec = -1};
    return result_of_attempt(syscall(SYS_clock_settime, CLOCK_REALTIME, &never),
                             "clock_settime of no time");
}

static struct result sys_quotactl(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_quotactl, 0x7fffff00, NULL, 0, NULL), "quotactl");
}

static struct result sys_iopl(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
#ifdef SYS_iopl
    return result_of_attempt(syscall(SYS_iopl, 3), "iopl");
#else
    return SKIP("not on this architecture");
#endif
}

static struct result sys_ioperm(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
#ifdef SYS_ioperm
    return result_of_attempt(syscall(SYS_ioperm, 0x80UL, 1UL, 1), "ioperm");
#else
    return SKIP("not on this architecture");
#endif
}

static struct result sys_modify_ldt(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
#ifdef SYS_modify_ldt
    char text[16];
    return result_of_attempt(syscall(SYS_modify_ldt, 0, text, sizeof text), "modify_ldt read");
#else
    return SKIP("not on this architecture");
#endif
}

static struct result sys_kcmp(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_kcmp, getpid(), getpid(), 99, 0, 0), "kcmp");
}

static struct result sys_pidfd_getfd(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_pidfd_getfd, -1, 0, 0), "pidfd_getfd");
}

static struct result sys_vm_writev(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_process_vm_writev, getpid(), NULL, 0UL, NULL, 0UL, 1UL),
                             "process_vm_writev");
}

static struct result sys_process_madvise(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_process_madvise, -1, NULL, 0UL, 0, 0), "process_madvise");
}

static struct result sys_move_pages(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_move_pages, 0, 0UL, NULL, NULL, NULL, 0xff), "move_pages");
}

static struct result sys_migrate_pages(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_migrate_pages, 0, 0UL, NULL, NULL), "migrate_pages");
}

static struct result sys_memfd_secret(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_memfd_secret, 0), "memfd_secret");
}

static struct result sys_personality(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_call(personality(READ_IMPLIES_EXEC), "personality READ_IMPLIES_EXEC");
}

static struct result sys_new(const struct world *w, const char *arg)
{
    (void)w;
    int number = 0;
    if (sscanf(arg, "%d", &number) != 1) {
        return SKIP("bad number");
    }
    return result_of_attempt(syscall(number, -1, NULL, 0, NULL, NULL, 0), "a newer call");
}

/* The 32-bit table has other numbers, which a filter for 64 bits does not know. */
static struct result sys_i386(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
#ifdef __x86_64__
    long rc = 0;
    __asm__ volatile("int $0x80" : "=a"(rc) : "a"(20L) : "memory", "r8", "r9", "r10", "r11");
    int value = (int)rc;
    return value > 0 ? BROKEN("getpid by the 32-bit table gives %d", value)
                     : HELD("32-bit table: %s", strerror(-value));
#else
    return SKIP("not on this architecture");
#endif
}

static struct result sys_x32(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_call(syscall(0x40000000 + 39), "getpid by the x32 table");
}

static struct result sys_socket(const struct world *w, const char *arg)
{
    (void)w;
    int family = 0;
    int type = 0;
    int protocol = 0;
    if (sscanf(arg, "%d %d %d", &family, &type, &protocol) != 3) {
        return SKIP("bad argument");
    }
    return result_of_call(socket(family, type | SOCK_CLOEXEC, protocol), "socket");
}

/* Keyrings: the driver planted a key in the launcher's session keyring. */

enum { KEY_SESSION = -3, KEY_USER = -4 };

static struct result key_session(const struct world *w, const char *arg)
{
    (void)arg;
    char text[128];
    long id =
        syscall(SYS_keyctl, 10 /* search */, (long)KEY_SESSION, "user", world_get(w, "key"), 0L);
    if (id < 0) {
        return HELD("search: %s", strerror(errno));
    }
    long n = syscall(SYS_keyctl, 11 /* read */, id, text, sizeof text, 0L);
    return n < 0 ? HELD("read: %s", strerror(errno)) : BROKEN("read the user's session key");
}

static struct result key_request(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(syscall(SYS_request_key, "user", world_get(w, "key"), NULL, 0),
                          "request_key");
}

static struct result key_user_ring(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_call(syscall(SYS_keyctl, 0 /* id of */, (long)KEY_USER, 1L, 0L, 0L),
                          "the user's keyring");
}

/* Into the process keyring of this process: gone with it. */
static struct result key_add(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(syscall(SYS_add_key, "user", world_get(w, "key"), "x", 1UL, -2L),
                          "add_key");
}

static struct result key_join(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_call(syscall(SYS_keyctl, 1 /* join */, NULL, 0L, 0L, 0L),
                          "a new session keyring");
}

static struct result key_proc(const struct world *w, const char *arg)
{
    char text[65536];
    ssize_t n = file_read(arg, text, sizeof text);
    if (n < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return bytes_contain(text, (size_t)n, world_get(w, "key")) ? BROKEN("%s lists the key", arg)
                                                               : HELD("%s: not there", arg);
}

void probes_syscall(void)
{
    static const struct {
        const char *name;
        unsigned needs;
        probe_fn fn;
        const char *arg;
    } table[] = {
        {"bpf", NEED_KERNEL, sys_bpf, NULL},
        {"perf", NEED_KERNEL, sys_perf, NULL},
        {"userfaultfd", NEED_KERNEL, sys_userfaultfd, NULL},
        {"uring-setup", NEED_KERNEL, sys_uring_setup, NULL},
        {"uring-enter", NEED_KERNEL, sys_uring_enter, NULL},
        {"uring-register", NEED_KERNEL, sys_uring_register, NULL},
        {"fanotify", NEED_KERNEL, sys_fanotify, NULL},
        {"name-to-handle", NEED_KERNEL, sys_name_to_handle, NULL},
        {"open-by-handle", NEED_KERNEL, sys_open_by_handle, NULL},
        {"open-tree", NEED_KERNEL, sys_open_tree, NULL},
        {"mount-setattr", NEED_KERNEL, sys_mount_setattr, NULL},
        {"setns", NEED_KERNEL, sys_setns, NULL},
        {"kexec", NEED_ROOT | NEED_KERNEL, sys_kexec, NULL},
        {"kexec-file", NEED_ROOT | NEED_KERNEL, sys_kexec_file, NULL},
        {"init-module", NEED_ROOT | NEED_KERNEL, sys_init_module, NULL},
        {"finit-module", NEED_ROOT | NEED_KERNEL, sys_finit_module, NULL},
        {"delete-module", NEED_ROOT | NEED_KERNEL, sys_delete_module, NULL},
        {"swapon", NEED_ROOT | NEED_KERNEL, sys_swapon, NULL},
        {"swapoff", NEED_ROOT | NEED_KERNEL, sys_swapoff, NULL},
        {"acct", NEED_ROOT | NEED_KERNEL, sys_acct, NULL},
        {"reboot", NEED_ROOT | NEED_KERNEL, sys_reboot, NULL},
        {"syslog", NEED_KERNEL, sys_syslog, NULL},
        {"hostname", NEED_ROOT, sys_hostname, NULL},
        {"domainname", NEED_ROOT, sys_domainname, NULL},
        {"settimeofday", NEED_KERNEL, sys_settimeofday, NULL},
        {"clock-settime", NEED_KERNEL, sys_clock_settime, NULL},
        {"quotactl", NEED_KERNEL, sys_quotactl, NULL},
        {"iopl", NEED_ROOT | NEED_KERNEL, sys_iopl, NULL},
        {"ioperm", NEED_ROOT | NEED_KERNEL, sys_ioperm, NULL},
        {"modify-ldt", NEED_KERNEL, sys_modify_ldt, NULL},
        {"kcmp", NEED_KERNEL, sys_kcmp, NULL},
        {"pidfd-getfd", NEED_KERNEL, sys_pidfd_getfd, NULL},
        {"vm-writev", NEED_KERNEL, sys_vm_writev, NULL},
        {"process-madvise", NEED_KERNEL, sys_process_madvise, NULL},
        {"move-pages", NEED_KERNEL, sys_move_pages, NULL},
        {"migrate-pages", NEED_KERNEL, sys_migrate_pages, NULL},
        {"memfd-secret", NEED_KERNEL, sys_memfd_secret, NULL},
        {"personality", NEED_KERNEL, sys_personality, NULL},
        {"new-setxattrat", NEED_KERNEL, sys_new, "463"},
        {"new-open-tree-attr", NEED_KERNEL, sys_new, "467"},
        {"new-file-setattr", NEED_KERNEL, sys_new, "469"},
        {"i386", NEED_KERNEL, sys_i386, NULL},
        {"x32", NEED_KERNEL, sys_x32, NULL},
        {"socket-alg", NEED_KERNEL, sys_socket, "38 5 0"},
        {"socket-can", NEED_KERNEL, sys_socket, "29 3 1"},
        {"socket-bluetooth", NEED_KERNEL, sys_socket, "31 3 1"},
        {"socket-tipc", NEED_KERNEL, sys_socket, "30 1 0"},
        {"socket-vsock", NEED_KERNEL, sys_socket, "40 1 0"},
        {"socket-qipcrtr", NEED_KERNEL, sys_socket, "42 2 0"},
        {"socket-rds", NEED_KERNEL, sys_socket, "21 5 0"},
        {"socket-xdp", NEED_KERNEL, sys_socket, "44 3 0"},
        {"socket-packet", NEED_KERNEL, sys_socket, "17 3 0"},
        {"socket-key", NEED_KERNEL, sys_socket, "15 3 2"},
        {"socket-netlink-audit", NEED_KERNEL, sys_socket, "16 3 9"},
        {"socket-netlink-uevent", NEED_KERNEL, sys_socket, "16 3 15"},
        {"socket-netlink-generic", NEED_KERNEL, sys_socket, "16 3 16"},
        {"socket-netlink-diag", NEED_KERNEL, sys_socket, "16 3 4"},
        {"socket-netlink-netfilter", NEED_KERNEL, sys_socket, "16 3 12"},
        {"socket-netlink-xfrm", NEED_KERNEL, sys_socket, "16 3 6"},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct probe row = {text_keep("sys-%s", table[i].name),
                                  CORDON_G_SYSCALL_FILTERED,
                                  table[i].needs,
                                  NULL,
                                  table[i].fn,
                                  table[i].arg};
        probes_add(&row, 1);
    }
    static const struct probe rows[] = {
        {"key-session", CORDON_G_SYSCALL_FILTERED, NEED_KERNEL, "keyring", key_session, NULL},
        {"key-request", CORDON_G_SYSCALL_FILTERED, NEED_KERNEL, "keyring", key_request, NULL},
        {"key-user-ring", CORDON_G_SYSCALL_FILTERED, NEED_KERNEL, "keyring", key_user_ring, NULL},
        {"key-add", CORDON_G_SYSCALL_FILTERED, NEED_KERNEL, "keyring", key_add, NULL},
        {"key-join", CORDON_G_SYSCALL_FILTERED, NEED_KERNEL, "keyring", key_join, NULL},
        {"key-proc", CORDON_G_SYSCALL_FILTERED, NEED_KERNEL, "keyring", key_proc, "/proc/keys"},
    };
    PROBES_ADD(rows);
}

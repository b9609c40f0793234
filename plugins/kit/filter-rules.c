/* SPDX-License-Identifier: MIT */
/* The system call filter: a list of what no build needs, with closed ends.  What is newer than the
 * list, or of a foreign architecture, answers ENOSYS, as an older kernel would.
 *
 * A program of the build: prints the filter for the architecture that it runs on, which filter.c
 * takes in.  So no launch waits for libseccomp, and the plug-in does not need it. */
/* memfd_create() and the TIOC numbers are Linux's. */
#define _GNU_SOURCE
#include <cordon/backend.h>

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* The newest system call that was looked at (mseal, Linux 6.10).  From 424 on numbers are the same
 * on all architectures, but for an offset on a few; pidfd_open is one that every libseccomp knows. */
enum { NEWEST_NUMBER = 462, PIDFD_OPEN_NUMBER = 434 };

/* A call by name; number: its common number where an old libseccomp does not know the name. */
struct refused_call {
    const char *name;
    int number;
};

/* EPERM: programs that try these expect to be told that they may not. */
static const struct refused_call not_permitted[] = {
    /* mounts and roots */
    {"mount", 0},
    {"umount", 0},
    {"umount2", 0},
    {"pivot_root", 0},
    {"chroot", 0},
    {"setns", 0},
    {"open_tree", 428},
    {"move_mount", 429},
    {"fsopen", 430},
    {"fsconfig", 431},
    {"fsmount", 432},
    {"fspick", 433},
    {"mount_setattr", 442},
    /* kernel interfaces with a history */
    {"bpf", 0},
    {"perf_event_open", 0},
    {"userfaultfd", 0},
    /* keyrings are not part of any namespace */
    {"keyctl", 0},
    {"add_key", 0},
    {"request_key", 0},
    /* files past the mounts */
    {"open_by_handle_at", 0},
    {"name_to_handle_at", 0},
    {"fanotify_init", 0},
    /* the machine */
    {"kexec_load", 0},
    {"kexec_file_load", 0},
    {"init_module", 0},
    {"finit_module", 0},
    {"delete_module", 0},
    {"acct", 0},
    {"swapon", 0},
    {"swapoff", 0},
    {"quotactl", 0},
    {"quotactl_fd", 443},
    {"reboot", 0},
    {"syslog", 0},
    {"settimeofday", 0},
    {"clock_settime", 0},
    {"clock_settime64", 0},
    {"stime", 0},
    {"adjtimex", 0},
    {"clock_adjtime", 0},
    {"clock_adjtime64", 0},
    {"sethostname", 0},
    {"setdomainname", 0},
    {"vhangup", 0},
    {"nfsservctl", 0},
    {"iopl", 0},
    {"ioperm", 0},
    {"modify_ldt", 0},
    {"uselib", 0},
    {"ustat", 0},
    {"sysfs", 0},
    {"_sysctl", 0},
    {"lookup_dcookie", 0},
    /* other processes' memory and descriptors; reading stays, for debuggers */
    {"process_vm_writev", 0},
    {"pidfd_getfd", 438},
    {"kcmp", 0},
    {"process_madvise", 440},
    {"move_pages", 0},
    {"migrate_pages", 0},
};

/* ENOSYS: programs fall back to older calls, whose arguments the filter can see. */
static const struct refused_call not_there[] = {
    {"io_uring_setup", 425}, /* its requests pass no filter */
    {"io_uring_enter", 426}, {"io_uring_register", 427},
    {"clone3", 435},  /* flags behind a pointer */
    {"openat2", 437}, /* mode behind a pointer */
    {"memfd_secret", 447},   {"fchmodat2", 452},
    {"vmsplice", 0},   /* a pipe then holds pages that no count of pipes bounds */
    {"socketcall", 0}, /* all socket calls of old 32-bit systems, arguments behind a pointer */
};

static const uint32_t namespace_flags[] = {
    CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
    CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET,
};
/* For unshare() alone; in clone() this bit belongs to the signal. */
#define NEW_TIME 0x80u

/* O_CREAT of this architecture, and what O_TMPFILE has beside O_DIRECTORY. */
#define CREATES_FILE 0100u
#define CREATES_TEMP 020000000u

/* What an argument rule compares: (argument & mask) == value. */
struct condition {
    unsigned argument;
    uint64_t mask;
    uint64_t value;
};

struct builder {
    scmp_filter_ctx context;
    uint32_t arch;
    int offset; /* what this architecture adds to common numbers */
    int error;  /* the first, as libseccomp gave it */
};

/* socket() by number where libseccomp counts it as a part of socketcall(). */
static int number_of_socket(uint32_t arch)
{
    switch (arch) {
    case SCMP_ARCH_X86:
    case SCMP_ARCH_S390:
    case SCMP_ARCH_S390X:
        return 359;
    case SCMP_ARCH_PPC:
    case SCMP_ARCH_PPC64:
    case SCMP_ARCH_PPC64LE:
        return 326;
    default:
        return -1;
    }
}

static int number_of_socket_pair(uint32_t arch)
{
    switch (arch) {
    case SCMP_ARCH_X86:
    case SCMP_ARCH_S390:
    case SCMP_ARCH_S390X:
        return 360;
    case SCMP_ARCH_PPC:
    case SCMP_ARCH_PPC64:
    case SCMP_ARCH_PPC64LE:
        return 333;
    default:
        return -1;
    }
}

/* The number of a call, negative when the architecture has none. */
static int resolve(const struct builder *builder, const struct refused_call *call)
{
    int number = seccomp_syscall_resolve_name(call->name);
    if (number == __NR_SCMP_ERROR && call->number != 0)
        return call->number + builder->offset;
    return number;
}

/* Refuses a call under at most two conditions; a call that the architecture lacks is passed over. */
static void refuse(struct builder *builder, const char *name, uint32_t error,
                   const struct condition *conditions, unsigned count)
{
    struct refused_call call = {name, 0};
    struct scmp_arg_cmp compare[2];

    int number = resolve(builder, &call);
    if (number < 0 || builder->error != 0)
        return;
    for (unsigned i = 0; i < count; i++)
        compare[i] = (struct scmp_arg_cmp){.arg = conditions[i].argument,
                                           .op = SCMP_CMP_MASKED_EQ,
                                           .datum_a = conditions[i].mask,
                                           .datum_b = conditions[i].value};
    builder->error =
        seccomp_rule_add_array(builder->context, SCMP_ACT_ERRNO(error), number, count, compare);
}

static void refuse_all(struct builder *builder, const struct refused_call *calls, size_t count,
                       uint32_t error)
{
    for (size_t i = 0; i < count && builder->error == 0; i++) {
        int number = resolve(builder, &calls[i]);
        if (number >= 0)
            builder->error =
                seccomp_rule_add_array(builder->context, SCMP_ACT_ERRNO(error), number, 0, NULL);
    }
}

static void refuse_bits(struct builder *builder, const char *name, unsigned argument, uint64_t bits)
{
    struct condition condition = {argument, bits, bits};
    refuse(builder, name, EPERM, &condition, 1);
}

static void refuse_namespaces(struct builder *builder)
{
    /* s390 has the flags of clone() second. */
    unsigned flags = builder->arch == SCMP_ARCH_S390X || builder->arch == SCMP_ARCH_S390;

    for (size_t i = 0; i < sizeof namespace_flags / sizeof namespace_flags[0]; i++) {
        refuse_bits(builder, "unshare", 0, namespace_flags[i]);
        refuse_bits(builder, "clone", flags, namespace_flags[i]);
    }
    refuse_bits(builder, "unshare", 0, NEW_TIME);
}

/* Set-uid and set-gid files and device nodes; by user 0 they would be real ones of the host. */
static void refuse_modes(struct builder *builder)
{
    static const uint64_t bits[] = {S_ISUID, S_ISGID};
    static const uint64_t creating[] = {CREATES_FILE, CREATES_TEMP};
    static const uint64_t devices[] = {S_IFCHR, S_IFBLK};

    for (size_t i = 0; i < 2; i++) {
        refuse_bits(builder, "chmod", 1, bits[i]);
        refuse_bits(builder, "fchmod", 1, bits[i]);
        refuse_bits(builder, "fchmodat", 2, bits[i]);
        refuse_bits(builder, "creat", 1, bits[i]);
        refuse_bits(builder, "mknod", 1, bits[i]);
        refuse_bits(builder, "mknodat", 2, bits[i]);
        for (size_t j = 0; j < 2; j++) {
            struct condition open[] = {{1, creating[j], creating[j]}, {2, bits[i], bits[i]}};
            struct condition openat[] = {{2, creating[j], creating[j]}, {3, bits[i], bits[i]}};
            refuse(builder, "open", EPERM, open, 2);
            refuse(builder, "openat", EPERM, openat, 2);
        }
        struct condition mknod = {1, S_IFMT, devices[i]};
        struct condition mknodat = {2, S_IFMT, devices[i]};
        refuse(builder, "mknod", EPERM, &mknod, 1);
        refuse(builder, "mknodat", EPERM, &mknodat, 1);
    }
}

/* Requests are 32 bits wide for the kernel, whatever the register holds above. */
static void refuse_terminal_requests(struct builder *builder)
{
    static const uint32_t requests[] = {TIOCSTI, TIOCLINUX, TIOCSETD, TIOCCONS};

    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct condition condition = {1, UINT32_MAX, requests[i]};
        refuse(builder, "ioctl", EPERM, &condition, 1);
    }
}

/* The part that libseccomp cannot say: only these values of an argument are allowed.  It runs
 * first; what it does not refuse goes on to libseccomp's program behind it. */
struct head {
    struct sock_filter code[64];
    unsigned length;
};

#define LOAD   (BPF_LD | BPF_W | BPF_ABS)
#define RETURN (BPF_RET | BPF_K)
#define EQUAL  (BPF_JMP | BPF_JEQ | BPF_K)
#define ABOVE  (BPF_JMP | BPF_JGT | BPF_K)

static void emit(struct head *head, uint16_t code, unsigned jump_true, unsigned jump_false,
                 uint32_t k)
{
    head->code[head->length++] =
        (struct sock_filter){code, (uint8_t)jump_true, (uint8_t)jump_false, k};
}

/* Where the low half of an argument is: the kernel takes these as 32 bits wide. */
static uint32_t low_half_at(unsigned argument)
{
    uint32_t at = (uint32_t)(offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    at += (uint32_t)sizeof(uint32_t);
#endif
    return at;
}

/* Goes on only for these values of the first argument. */
static void emit_only(struct head *head, int number, const uint32_t *values, unsigned count,
                      uint32_t error)
{
    emit(head, LOAD, 0, 0, offsetof(struct seccomp_data, nr));
    emit(head, EQUAL, 0, count + 2, (uint32_t)number);
    emit(head, LOAD, 0, 0, low_half_at(0));
    for (unsigned i = 0; i < count; i++)
        emit(head, EQUAL, count - i, 0, values[i]);
    emit(head, RETURN, 0, 0, SECCOMP_RET_ERRNO | error);
}

/* Of the netlink protocols only routing (0), which asks for interfaces and addresses. */
static void emit_netlink(struct head *head, int number)
{
    emit(head, LOAD, 0, 0, offsetof(struct seccomp_data, nr));
    emit(head, EQUAL, 0, 5, (uint32_t)number);
    emit(head, LOAD, 0, 0, low_half_at(0));
    emit(head, EQUAL, 0, 3, AF_NETLINK);
    emit(head, LOAD, 0, 0, low_half_at(2));
    emit(head, EQUAL, 1, 0, 0);
    emit(head, RETURN, 0, 0, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
}

/* Socket pairs that stay among themselves.  A datagram socket of a pair sends to, and can be bound
 * to, any path: another sandbox's or the host's socket.  SOCK_RAW of this family is one too. */
static void emit_socket_pair(struct head *head, int number)
{
    enum { TYPE_BITS = 0xf }; /* above them are flags */

    emit(head, LOAD, 0, 0, offsetof(struct seccomp_data, nr));
    emit(head, EQUAL, 0, 7, (uint32_t)number);
    emit(head, LOAD, 0, 0, low_half_at(0));
    emit(head, EQUAL, 0, 4, AF_UNIX);
    emit(head, LOAD, 0, 0, low_half_at(1));
    emit(head, BPF_ALU | BPF_AND | BPF_K, 0, 0, TYPE_BITS);
    emit(head, EQUAL, 2, 0, SOCK_STREAM);
    emit(head, EQUAL, 1, 0, SOCK_SEQPACKET);
    emit(head, RETURN, 0, 0, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
}

/* False where the number of socket() or socketpair() is not known. */
static bool emit_head(struct head *head, const struct builder *builder)
{
    static const uint32_t personalities[] = {
        0, 8, UINT32_MAX, /* plain, 32-bit (setarch), asking */
        0x0040000,        /* no address randomisation: debuggers and sanitizers */
    };
    static const uint32_t families[] = {AF_INET, AF_INET6, AF_NETLINK};

    head->length = 0;
    emit(head, LOAD, 0, 0, offsetof(struct seccomp_data, arch));
    emit(head, EQUAL, 1, 0, builder->arch);
    emit(head, RETURN, 0, 0, SECCOMP_RET_ERRNO | ENOSYS);

    /* The end of the list; x32 numbers have bit 30 set and lie above it too. */
    emit(head, LOAD, 0, 0, offsetof(struct seccomp_data, nr));
    if (builder->arch == SCMP_ARCH_ARM) {
        /* Calls of 32-bit ARM itself (cacheflush, set_tls) start at 0xf0000. */
        emit(head, BPF_JMP | BPF_JGE | BPF_K, 0, 2, 0xf0000);
        emit(head, ABOVE, 1, 0, 0xf00ff);
        emit(head, RETURN, 0, 0, SECCOMP_RET_ALLOW);
    }
    emit(head, ABOVE, 0, 1, (uint32_t)(NEWEST_NUMBER + builder->offset));
    emit(head, RETURN, 0, 0, SECCOMP_RET_ERRNO | ENOSYS);

    struct refused_call personality = {"personality", 0}, socket_call = {"socket", 0},
                        pair_call = {"socketpair", 0};
    int number = resolve(builder, &personality);
    if (number >= 0)
        emit_only(head, number, personalities, 4, EPERM);
    number = resolve(builder, &socket_call);
    if (number < 0)
        number = number_of_socket(builder->arch);
    if (number < 0)
        return false;
    emit_only(head, number, families, 3, EAFNOSUPPORT);
    emit_netlink(head, number);
    number = resolve(builder, &pair_call);
    if (number < 0)
        number = number_of_socket_pair(builder->arch);
    if (number < 0)
        return false;
    emit_socket_pair(head, number);
    return true;
}

/* The finished program of libseccomp behind the head. */
static int32_t join(scmp_filter_ctx context, const struct head *head, void **ret_data,
                    size_t *ret_size)
{
    size_t head_size = head->length * sizeof head->code[0];
    int32_t status = CORDON_E_INTERNAL;
    unsigned char *data = NULL;
    struct stat info;

    /* libseccomp before 2.6 writes to a descriptor only. */
    int fd = memfd_create("filter", MFD_CLOEXEC);
    if (fd < 0)
        return CORDON_E_INTERNAL;
    if (seccomp_export_bpf(context, fd) != 0 || fstat(fd, &info) != 0 || info.st_size <= 0)
        goto out;
    size_t tail_size = (size_t)info.st_size;
    data = malloc(head_size + tail_size);
    if (data == NULL) {
        status = CORDON_E_NOMEM;
        goto out;
    }
    memcpy(data, head->code, head_size);
    if (pread(fd, data + head_size, tail_size, 0) != (ssize_t)tail_size)
        goto out;
    *ret_data = data;
    *ret_size = head_size + tail_size;
    data = NULL;
    status = CORDON_OK;
out:
    free(data);
    close(fd);
    return status;
}

static int32_t build(void **ret_data, size_t *ret_size)
{
    struct builder builder = {.arch = seccomp_arch_native()};
    struct head head;
    int32_t status;

    int pidfd_open = seccomp_syscall_resolve_name("pidfd_open");
    if (pidfd_open < PIDFD_OPEN_NUMBER)
        return CORDON_E_UNSUPPORTED;
    builder.offset = pidfd_open - PIDFD_OPEN_NUMBER;
    builder.context = seccomp_init(SCMP_ACT_ALLOW);
    if (builder.context == NULL)
        return CORDON_E_NOMEM;
    /* 2: a binary tree, so that the usual call costs a few comparisons instead of a hundred. */
    if (seccomp_attr_set(builder.context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) != 0 ||
        seccomp_attr_set(builder.context, SCMP_FLTATR_CTL_OPTIMIZE, 2) != 0) {
        status = CORDON_E_UNSUPPORTED;
        goto out;
    }
    refuse_all(&builder, not_permitted, sizeof not_permitted / sizeof not_permitted[0], EPERM);
    refuse_all(&builder, not_there, sizeof not_there / sizeof not_there[0], ENOSYS);
    refuse_namespaces(&builder);
    refuse_modes(&builder);
    refuse_terminal_requests(&builder);
    status = builder.error != 0 || !emit_head(&head, &builder)
                 ? CORDON_E_UNSUPPORTED
                 : join(builder.context, &head, ret_data, ret_size);
out:
    seccomp_release(builder.context);
    return status;
}

/* One instruction a line: an initialiser of struct sock_filter. */
static int print(const unsigned char *data, size_t size)
{
    struct sock_filter code;

    for (size_t at = 0; at + sizeof code <= size; at += sizeof code) {
        memcpy(&code, data + at, sizeof code);
        if (printf("{0x%02x, %u, %u, 0x%08x},\n", code.code, code.jt, code.jf, code.k) < 0)
            return 1;
    }
    return fflush(stdout) == 0 ? 0 : 1;
}

int main(void)
{
    void *data;
    size_t size;
    int32_t status = build(&data, &size);

    if (status != CORDON_OK) {
        fprintf(stderr, "filter-rules: libseccomp cannot make the filter: status %d\n", status);
        return 1;
    }
    int failed = print(data, size);
    free(data);
    return failed;
}

/* SPDX-License-Identifier: MIT */
/* What cordon-init takes away from the command: descriptors, resource limits, and by Landlock the
 * right to write anywhere but in its writable folders.  Landlock is a second layer behind the
 * mounts.  Alone it holds one thing: a FIFO can be written through a read-only mount. */
/* prctl numbers, syscall() and O_PATH are not in POSIX. */
#define _GNU_SOURCE
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The same numbers on every architecture; older headers lack them. */
enum {
    NR_CLOSE_RANGE = 436,
    NR_LANDLOCK_CREATE_RULESET = 444,
    NR_LANDLOCK_ADD_RULE = 445,
    NR_LANDLOCK_RESTRICT_SELF = 446,
};
#if defined(__mips__) || defined(__alpha__)
#error "system call numbers of this architecture are not the common ones"
#endif

/* Landlock's kernel interface, as far as it is used: the rights to change a file system. */
#define LL_WRITE_FILE  (UINT64_C(1) << 1)
#define LL_REMOVE_MAKE (UINT64_C(0x1ff) << 4) /* remove_dir ... make_sym */
#define LL_REFER       (UINT64_C(1) << 13)    /* rename or link between folders; version 2 */
#define LL_TRUNCATE    (UINT64_C(1) << 14)    /* version 3 */
enum {
    LL_VERSION_FLAG = 1,
    LL_RULE_PATH_BENEATH = 1,
    LL_VERSION_REFER = 2,
    LL_VERSION_TRUNCATE = 3
};

struct ll_ruleset {
    uint64_t handled_access_fs;
};
struct ll_path_beneath {
    uint64_t allowed_access;
    int32_t parent_fd;
} __attribute__((packed));

static uint64_t ll_rights;

static void close_between(unsigned first, unsigned last)
{
    if (first > last)
        return;
    if (syscall(NR_CLOSE_RANGE, first, last, 0) == 0)
        return;
    /* Before Linux 5.9.  Nothing of the command runs yet, so the limit is the launcher's. */
    struct rlimit limit;
    unsigned end = last;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= end)
        end = (unsigned)limit.rlim_cur;
    for (unsigned fd = first; fd <= end && fd <= INT_MAX; fd++)
        close((int)fd);
}

void confine_descriptors(int keep)
{
    if (keep > STDERR_FILENO) {
        close_between(STDERR_FILENO + 1, (unsigned)keep - 1);
        close_between((unsigned)keep + 1, UINT_MAX);
        if (fcntl(keep, F_SETFD, FD_CLOEXEC) != 0)
            fail("descriptors", errno, "cannot keep descriptor %d from the command", keep);
    } else {
        close_between(STDERR_FILENO + 1, UINT_MAX);
    }
    for (int fd = 0; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) >= 0)
            continue;
        /* The lowest free number is fd itself. */
        if (open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd)
            fail("descriptors", errno, "cannot open /dev/null as descriptor %d", fd);
    }
}

int confine_ruleset_new(void)
{
    long version = syscall(NR_LANDLOCK_CREATE_RULESET, NULL, 0, LL_VERSION_FLAG);

    if (version < LL_VERSION_REFER)
        return -1;
    ll_rights = LL_WRITE_FILE | LL_REMOVE_MAKE | LL_REFER;
    if (version >= LL_VERSION_TRUNCATE)
        ll_rights |= LL_TRUNCATE;
    struct ll_ruleset ruleset = {.handled_access_fs = ll_rights};
    long fd = syscall(NR_LANDLOCK_CREATE_RULESET, &ruleset, sizeof ruleset, 0);
    if (fd < 0)
        fail("landlock", errno, "cannot make a ruleset");
    return (int)fd;
}

void confine_ruleset_allow(int ruleset, const char *path)
{
    struct stat info;
    int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &info) != 0)
        fail("landlock", errno, "%s: cannot be opened", path);
    struct ll_path_beneath rule = {.allowed_access = ll_rights, .parent_fd = fd};
    if (!S_ISDIR(info.st_mode))
        rule.allowed_access &= LL_WRITE_FILE | LL_TRUNCATE;
    if (syscall(NR_LANDLOCK_ADD_RULE, ruleset, LL_RULE_PATH_BENEATH, &rule, 0) != 0)
        fail("landlock", errno, "%s: cannot be allowed", path);
    close(fd);
}

/* By number, as the C libraries disagree on the type of a resource. */
static int set_limit(int resource, uint64_t value)
{
    struct {
        uint64_t now, most;
    } limit;

    if (syscall(SYS_prlimit64, 0, resource, NULL, &limit) != 0)
        return errno;
    if (value < limit.most)
        limit.most = value;
    limit.now = limit.most;
    return syscall(SYS_prlimit64, 0, resource, &limit, NULL) == 0 ? 0 : errno;
}

/* Since Linux 5.14 processes are counted per user namespace; before, and in the first namespace,
 * a limit would count what else the user runs on this machine. */
bool confine_processes_are_counted(void)
{
    struct utsname name;
    char map[64];
    unsigned long inside, outside, length;
    unsigned major, minor;

    if (uname(&name) != 0 || sscanf(name.release, "%u.%u", &major, &minor) != 2)
        return false;
    if (major < 5 || (major == 5 && minor < 14))
        return false;
    int fd = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t size = read(fd, map, sizeof map - 1);
    close(fd);
    if (size <= 0)
        return false;
    map[size] = '\0';
    if (sscanf(map, "%lu %lu %lu", &inside, &outside, &length) != 3)
        return false;
    return length < UINT32_MAX;
}

/* struct sched_attr in its first version. */
struct scheduling {
    uint32_t size;
    uint32_t policy; /* 0: the usual one */
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime_ns; /* the slice since Linux 6.12, ignored before; 0: the default */
    uint64_t deadline_ns;
    uint64_t period_ns;
};

static int usual_nice;

static bool set_scheduling(int nice, uint64_t slice_ns)
{
    struct scheduling scheduling = {
        .size = sizeof scheduling, .nice = nice, .runtime_ns = slice_ns};
    return syscall(SYS_sched_setattr, 0, &scheduling, 0) == 0;
}

void confine_priority(void)
{
    enum { HIGHEST = -20, SLICE_NS = 100000 };

    usual_nice = getpriority(PRIO_PROCESS, 0);
    if (!set_scheduling(HIGHEST, SLICE_NS))
        (void)set_scheduling(usual_nice, SLICE_NS);
}

int confine_command(const struct init_limits *limits, int ruleset, const char **ret_step)
{
    int error;

    *ret_step = "limits";
    (void)set_scheduling(usual_nice, 0);
    error = set_limit(RLIMIT_NICE, 0);
    if (error == 0)
        error = set_limit(RLIMIT_CORE, 0);
    if (error != 0)
        return error;
    /* The command itself and this process count: with the limit reached fork() says EAGAIN, which
     * programs understand, before the watcher has to act.  The kernel does not hold it against
     * user 0 of the host: hold.c does. */
    if (limits->processes < UINT32_MAX && confine_processes_are_counted())
        error = set_limit(RLIMIT_NPROC, limits->processes + 1);
    if (error == 0 && limits->open_files != NO_LIMIT)
        error = set_limit(RLIMIT_NOFILE, limits->open_files);
    if (error != 0)
        return error;

    *ret_step = "landlock";
    if (ruleset >= 0 && syscall(NR_LANDLOCK_RESTRICT_SELF, ruleset, 0) != 0)
        return errno;
    return 0;
}

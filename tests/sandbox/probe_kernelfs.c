/* SPDX-License-Identifier: MIT */
/*
 * probe_kernelfs.c: devices, /proc, /sys and control groups of the host.
 *
 * Settings are only written with the value that they have; what would act at once (sysrq,
 * drop_caches) is only opened.
 */
#define _GNU_SOURCE /* statfs magic numbers */
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static struct result open_write(const struct world *w, const char *arg)
{
    (void)w;
    int fd = open(arg, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    struct stat st;
    struct stat null;
    /* A cover with the null device is as good as a refusal. */
    if (fstat(fd, &st) == 0 && stat("/dev/null", &null) == 0 && st.st_rdev == null.st_rdev &&
        S_ISCHR(st.st_mode)) {
        return HELD("%s is the null device", arg);
    }
    return BROKEN("%s opened for writing", arg);
}

static struct result write_same(const struct world *w, const char *arg)
{
    (void)w;
    char text[4096];
    ssize_t n = file_read(arg, text, sizeof text);
    int fd = open(arg, O_WRONLY | O_CLOEXEC);
    if (n <= 0 || fd < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return result_of_call(write(fd, text, (size_t)n), arg);
}

static struct result read_some(const struct world *w, const char *arg)
{
    (void)w;
    char text[4096];
    ssize_t n = file_read(arg, text, sizeof text);
    if (n < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return n == 0 ? HELD("%s is empty", arg) : BROKEN("%s: %zd bytes", arg, n);
}

static struct result kernel_addresses(const struct world *w, const char *arg)
{
    (void)w;
    char text[4096];
    ssize_t n = file_read(arg, text, sizeof text);
    if (n <= 0) {
        return HELD("%s: %s", arg, n < 0 ? strerror(errno) : "empty");
    }
    return strncmp(text, "0000000000000000", 16) == 0 ? HELD("addresses are hidden")
                                                      : BROKEN("addresses of the kernel");
}

static struct result open_device(const struct world *w, const char *arg)
{
    (void)w;
    return result_of_call(open(arg, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), arg);
}

static struct result any_disk(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    DIR *dir = opendir("/dev");
    struct result r = HELD("no disk in /dev");
    if (dir == NULL) {
        return r;
    }
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        struct stat st;
        const char *path = text_keep("/dev/%s", e->d_name);
        if (lstat(path, &st) == 0 && S_ISBLK(st.st_mode)) {
            int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
            if (fd >= 0) {
                close(fd);
                r = BROKEN("%s can be read", path);
            }
        }
    }
    closedir(dir);
    return r;
}

static struct result device_list(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    static const char *const known[] = {"null",   "zero",    "full", "random", "urandom", "tty",
                                        "pts",    "ptmx",    "shm",  "fd",     "stdin",   "stdout",
                                        "stderr", "console", "core", "mqueue"};
    DIR *dir = opendir("/dev");
    struct result r = HELD("only everyday devices");
    if (dir == NULL) {
        return r;
    }
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        bool ok = e->d_name[0] == '.';
        for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
            ok = ok || strcmp(known[i], e->d_name) == 0;
        }
        if (!ok) {
            r = BROKEN("/dev/%s", e->d_name);
        }
    }
    closedir(dir);
    return r;
}

/* A terminal of the user: text could be written onto it. */
static struct result host_terminal(const struct world *w, const char *arg)
{
    (void)arg;
    int fd = open(world_get(w, "pts"), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return fd < 0 ? HELD("%s: %s", world_get(w, "pts"), strerror(errno))
                  : result_of_call(write(fd, "escaped", 7), "write to the user's terminal");
}

/* The first file of the list that is there and can be written with its own value. */
static struct result sysfs_write(const struct world *w, const char *arg)
{
    (void)arg;
    static const char *const files[] = {
        "/sys/kernel/mm/ksm/run", "/sys/kernel/mm/ksm/sleep_millisecs", "/sys/kernel/rcu_expedited",
        "/sys/class/net/lo/tx_queue_len", "/sys/module/printk/parameters/time"};
    struct result r = HELD("no file of /sys could be written");
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && r.verdict == VERDICT_HELD; i++) {
        r = write_same(w, files[i]);
    }
    return r;
}

static struct result control_group(const struct world *w, const char *arg)
{
    (void)arg;
    static const char *const tops[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/pids",
                                       "/sys/fs/cgroup/unified", "/sys/fs/cgroup/memory"};
    struct result r = HELD("no control group could be made");
    for (size_t i = 0; i < sizeof(tops) / sizeof(tops[0]); i++) {
        struct statfs fs;
        if (statfs(tops[i], &fs) != 0 ||
            (fs.f_type != CGROUP2_SUPER_MAGIC && fs.f_type != CGROUP_SUPER_MAGIC)) {
            continue;
        }
        const char *path = text_keep("%s/cordon-escape-%s", tops[i], world_get(w, "token"));
        if (mkdir(path, 0755) == 0) {
            rmdir(path);
            r = BROKEN("made a group in %s", tops[i]);
        }
    }
    return r;
}

/* Leaving the group by moving oneself: limits stay behind. */
static struct result control_group_leave(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    static const char *const files[] = {"/sys/fs/cgroup/cgroup.procs",
                                        "/sys/fs/cgroup/unified/cgroup.procs",
                                        "/sys/fs/cgroup/pids/cgroup.procs"};
    struct result r = HELD("no group could be entered");
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        int fd = open(files[i], O_WRONLY | O_CLOEXEC);
        if (fd >= 0) {
            r = write(fd, "0", 1) == 1 ? BROKEN("entered by %s", files[i]) : r;
            close(fd);
        }
    }
    return r;
}

void probes_kernelfs(void)
{
    static const struct {
        const char *name;
        unsigned needs;
        probe_fn fn;
        const char *arg;
    } table[] = {
        {"proc-core-pattern", NEED_ROOT, write_same, "/proc/sys/kernel/core_pattern"},
        {"proc-modprobe", NEED_ROOT | NEED_KERNEL, write_same, "/proc/sys/kernel/modprobe"},
        {"proc-panic", NEED_ROOT | NEED_KERNEL, write_same, "/proc/sys/kernel/panic"},
        {"proc-overcommit", NEED_ROOT, write_same, "/proc/sys/vm/overcommit_memory"},
        {"proc-file-max", NEED_ROOT | NEED_KERNEL, write_same, "/proc/sys/fs/file-max"},
        {"proc-suid-dumpable", NEED_ROOT, write_same, "/proc/sys/fs/suid_dumpable"},
        {"proc-drop-caches", NEED_ROOT, open_write, "/proc/sys/vm/drop_caches"},
        {"proc-binfmt", NEED_ROOT | NEED_KERNEL, open_write, "/proc/sys/fs/binfmt_misc/register"},
        {"proc-sysrq", NEED_ROOT | NEED_KERNEL, open_write, "/proc/sysrq-trigger"},
        {"proc-irq", NEED_ROOT | NEED_KERNEL, open_write, "/proc/irq/default_smp_affinity"},
        {"proc-mtrr", NEED_ROOT | NEED_KERNEL, open_write, "/proc/mtrr"},
        {"proc-kmsg", NEED_ROOT | NEED_KERNEL, open_device, "/proc/kmsg"},
        {"proc-kcore", NEED_ROOT | NEED_KERNEL, read_some, "/proc/kcore"},
        {"proc-kallsyms", NEED_KERNEL, kernel_addresses, "/proc/kallsyms"},
        {"proc-timer-list", NEED_ROOT | NEED_KERNEL, read_some, "/proc/timer_list"},
        {"proc-vmallocinfo", NEED_ROOT | NEED_KERNEL, read_some, "/proc/vmallocinfo"},
        {"proc-slabinfo", NEED_ROOT | NEED_KERNEL, read_some, "/proc/slabinfo"},
        {"sys-write", NEED_ROOT | NEED_KERNEL, sysfs_write, NULL},
        {"sys-uevent", NEED_ROOT | NEED_KERNEL, open_write, "/sys/class/net/lo/uevent"},
        {"sys-debug", NEED_ROOT | NEED_KERNEL, read_some, "/sys/kernel/debug/sleep_time"},
        {"sys-vmcoreinfo", NEED_KERNEL, read_some, "/sys/kernel/vmcoreinfo"},
        {"cgroup-make", NEED_ROOT | NEED_KERNEL, control_group, NULL},
        {"cgroup-leave", NEED_ROOT | NEED_KERNEL, control_group_leave, NULL},
        {"dev-disk", NEED_ROOT | NEED_KERNEL, any_disk, NULL},
        {"dev-list", NEED_KERNEL, device_list, NULL},
        {"dev-mem", NEED_ROOT | NEED_KERNEL, open_device, "/dev/mem"},
        {"dev-kmsg", NEED_KERNEL, open_device, "/dev/kmsg"},
        {"dev-kvm", NEED_KERNEL, open_device, "/dev/kvm"},
        {"dev-fuse", NEED_KERNEL, open_device, "/dev/fuse"},
        {"dev-vsock", NEED_KERNEL, open_device, "/dev/vsock"},
        {"dev-loop-control", NEED_ROOT | NEED_KERNEL, open_device, "/dev/loop-control"},
        {"dev-cpu-dma-latency", NEED_ROOT | NEED_KERNEL, open_device, "/dev/cpu_dma_latency"},
        {"dev-port", NEED_ROOT | NEED_KERNEL, open_device, "/dev/port"},
        {"dev-hwrng", NEED_ROOT | NEED_KERNEL, open_device, "/dev/hwrng"},
        {"dev-tty1", NEED_KERNEL, open_device, "/dev/tty1"},
        {"dev-ttyS0", NEED_KERNEL, open_device, "/dev/ttyS0"},
        {"dev-terminal", 0, host_terminal, NULL},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        /* What only shows something is no change of the host, but nothing that a build needs. */
        probe_fn fn = table[i].fn;
        const char *guarantee = CORDON_G_OUTSIDE_READ_ONLY;
        if (fn == host_terminal) {
            guarantee = CORDON_G_TTY_NO_INJECTION;
        } else if (fn == any_disk) {
            guarantee = CORDON_G_HOME_HIDDEN;
        } else if (fn == open_device || fn == device_list || fn == read_some ||
                   fn == kernel_addresses) {
            guarantee = CORDON_G_SYSCALL_FILTERED;
        }
        const struct probe row = {text_keep("kern-%s", table[i].name),
                                  guarantee,
                                  table[i].needs,
                                  NULL,
                                  table[i].fn,
                                  table[i].arg};
        probes_add(&row, 1);
    }
}

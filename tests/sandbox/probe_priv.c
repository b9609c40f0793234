/* SPDX-License-Identifier: MIT */
/*
 * probe_priv.c: gaining privilege: set-uid programs, capabilities, namespaces, planted modes and
 * device nodes.
 */
#define _GNU_SOURCE /* unshare, clone, O_TMPFILE */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x00000080
#endif

static const char *in_own(const struct world *w, const char *name)
{
    return text_keep("%s/%s", world_get(w, "own"), name);
}

static struct result set_uid_program(const struct world *w, const char *arg)
{
    (void)arg;
    const char *path = world_get(w, "suid");
    if (path[0] == '\0') {
        return SKIP("planting a set-uid program needs root");
    }
    char text[64];
    const char *const argv[] = {path, NULL};
    int rc = program_run(argv, text, sizeof text);
    if (rc == 0 && strncmp(text, "euid 0", 6) == 0) {
        return BROKEN("a set-uid program ran as root");
    }
    return HELD("exit %d, %.40s", rc, text);
}

/* Whether anything that is executed may gain privilege at all. */
static struct result no_new_privileges(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int set = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    return set == 1 ? HELD("no_new_privs is set") : BROKEN("no_new_privs is not set");
}

static struct result capabilities(const struct world *w, const char *arg)
{
    (void)w;
    char text[8192];
    if (file_read("/proc/self/status", text, sizeof text) <= 0) {
        return HELD("no /proc/self/status");
    }
    const char *line = strstr(text, arg);
    if (line == NULL) {
        return HELD("no line %s", arg);
    }
    unsigned long long set = strtoull(line + strlen(arg), NULL, 16);
    return set == 0 ? HELD("%s none", arg) : BROKEN("%s %llx", arg, set);
}

static struct result become_root(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    /* Root inside without the right to change users is no gain: another user is the test. */
    return result_of_call(setresuid(4242, 4242, 4242), "setresuid to another user");
}

static struct result change_groups(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    gid_t groups[1] = {4242};
    return result_of_call(syscall(SYS_setgroups, 1, groups), "setgroups");
}

static const struct {
    const char *name;
    int flag;
} spaces[] = {{"user", CLONE_NEWUSER},     {"mnt", CLONE_NEWNS},   {"pid", CLONE_NEWPID},
              {"net", CLONE_NEWNET},       {"ipc", CLONE_NEWIPC},  {"uts", CLONE_NEWUTS},
              {"cgroup", CLONE_NEWCGROUP}, {"time", CLONE_NEWTIME}};

static int flag_of(const char *name)
{
    for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
        if (strcmp(spaces[i].name, name) == 0) {
            return spaces[i].flag;
        }
    }
    return 0;
}

static struct result unshare_space(const struct world *w, const char *arg)
{
    (void)w;
    return result_of_call(unshare(CLONE_NEWUSER | flag_of(arg)), "unshare");
}

static struct result reap(long pid, const char *what)
{
    if (pid == 0) {
        _exit(0);
    }
    struct result r = result_of_call(pid, what);
    if (pid > 0) {
        waitpid((pid_t)pid, NULL, __WALL);
    }
    return r;
}

static struct result clone_space(const struct world *w, const char *arg)
{
    (void)w;
    long flags = CLONE_NEWUSER | flag_of(arg) | SIGCHLD;
    return reap(syscall(SYS_clone, flags, 0, NULL, NULL, 0), "clone");
}

static struct result clone3_space(const struct world *w, const char *arg)
{
    (void)w;
    struct clone_args args;
    memset(&args, 0, sizeof args);
    args.flags = (__u64)CLONE_NEWUSER | (__u64)flag_of(arg);
    args.exit_signal = SIGCHLD;
    return reap(syscall(SYS_clone3, &args, sizeof args), "clone3");
}

/* The whole way: a user namespace gives the rights, a mount in it covers what is read-only. */
static struct result nested_mount(const struct world *w, const char *arg)
{
    (void)arg;
    char map[64];
    uid_t uid = getuid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
        return HELD("unshare: %s", strerror(errno));
    }
    snprintf(map, sizeof map, "0 %u 1", (unsigned)uid);
    file_write("/proc/self/uid_map", map);
    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    mkdir(in_own(w, "escape-mount"), 0755);
    return result_of_call(mount("tmpfs", in_own(w, "escape-mount"), "tmpfs", 0, NULL),
                          "mount in a nested namespace");
}

/* The mode bits below are set on files of the own folder; the host looks at them. */

static struct result suid_chmod(const struct world *w, const char *arg)
{
    const char *path = in_own(w, "escape-suid");
    file_write(path, "x");
    return result_tried(chmod(path, arg[0] == 'g' ? 02755 : 04755), "chmod");
}

static struct result suid_fchmod(const struct world *w, const char *arg)
{
    (void)arg;
    int fd = open(in_own(w, "escape-suid"), O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
    return result_tried(fd < 0 ? -1 : fchmod(fd, 04755), "fchmod");
}

static struct result suid_fchmodat2(const struct world *w, const char *arg)
{
    (void)arg;
    const char *path = in_own(w, "escape-suid");
    file_write(path, "x");
    return result_tried(syscall(452 /* fchmodat2 */, AT_FDCWD, path, 04755, 0), "fchmodat2");
}

static struct result suid_open(const struct world *w, const char *arg)
{
    (void)arg;
    umask(0);
    return result_tried(open(in_own(w, "escape-suid"), O_WRONLY | O_CREAT | O_CLOEXEC, 06755),
                        "open with mode");
}

static struct result suid_creat(const struct world *w, const char *arg)
{
    (void)arg;
    umask(0);
    return result_tried(syscall(SYS_creat, in_own(w, "escape-suid"), 04755), "creat");
}

static struct result suid_openat2(const struct world *w, const char *arg)
{
    (void)arg;
    umask(0);
    const struct {
        uint64_t flags;
        uint64_t mode;
        uint64_t resolve;
    } how = {O_WRONLY | O_CREAT, 04755, 0};
    return result_tried(syscall(SYS_openat2, AT_FDCWD, in_own(w, "escape-suid"), &how, sizeof how),
                        "openat2");
}

static struct result suid_mknod(const struct world *w, const char *arg)
{
    (void)arg;
    umask(0);
    return result_tried(mknod(in_own(w, "escape-suid"), S_IFREG | 04755, 0), "mknod of a file");
}

static struct result suid_tmpfile(const struct world *w, const char *arg)
{
    (void)arg;
    umask(0);
    int fd = open(world_get(w, "own"), O_TMPFILE | O_WRONLY | O_CLOEXEC, 04755);
    if (fd < 0) {
        return result_tried(-1, "O_TMPFILE");
    }
    return result_tried(linkat(AT_FDCWD, text_keep("/proc/self/fd/%d", fd), AT_FDCWD,
                               in_own(w, "escape-suid"), AT_SYMLINK_FOLLOW),
                        "linkat");
}

/* The null device and a loop device's number: nobody opens the node. */
static struct result device_node(const struct world *w, const char *arg)
{
    (void)w;
    mode_t type = arg[0] == 'b' ? S_IFBLK : S_IFCHR;
    dev_t dev = arg[0] == 'b' ? makedev(7, 250) : makedev(1, 3);
    return result_tried(mknod(in_own(w, "escape-device"), type | 0600, dev), "mknod");
}

static struct result change_root(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_call(chroot(world_get(w, "own")), "chroot");
}

void probes_priv(void)
{
    for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
        const char *name = spaces[i].name;
        const struct probe rows[] = {
            {text_keep("priv-unshare-%s", name), CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL,
             unshare_space, name},
            {text_keep("priv-clone-%s", name), CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL,
             clone_space, name},
            {text_keep("priv-clone3-%s", name), CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL,
             clone3_space, name},
        };
        /* The low byte of clone's flags is the signal, which CLONE_NEWTIME would be part of. */
        if (strcmp(name, "time") == 0) {
            probes_add(&rows[0], 1);
            probes_add(&rows[2], 1);
        } else {
            PROBES_ADD(rows);
        }
    }
    static const struct probe rows[] = {
        {"priv-set-uid-program", CORDON_G_NO_NEW_PRIVILEGES, NEED_USER | NEED_KERNEL, NULL,
         set_uid_program, NULL},
        {"priv-no-new-privs", CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL, no_new_privileges,
         NULL},
        {"priv-caps-effective", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT, NULL, capabilities,
         "CapEff:"},
        {"priv-caps-permitted", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT, NULL, capabilities,
         "CapPrm:"},
        {"priv-caps-bounding", CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL, capabilities,
         "CapBnd:"},
        {"priv-other-user", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT, NULL, become_root, NULL},
        {"priv-groups", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT, NULL, change_groups, NULL},
        {"priv-nested-mount", CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL, nested_mount, NULL},
        {"priv-chroot", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT, NULL, change_root, NULL},
        {"priv-suid-chmod", CORDON_G_NO_NEW_PRIVILEGES, 0, NULL, suid_chmod, "u"},
        {"priv-sgid-chmod", CORDON_G_NO_NEW_PRIVILEGES, 0, NULL, suid_chmod, "g"},
        {"priv-suid-fchmod", CORDON_G_NO_NEW_PRIVILEGES, 0, NULL, suid_fchmod, NULL},
        {"priv-suid-fchmodat2", CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL, suid_fchmodat2,
         NULL},
        {"priv-suid-open", CORDON_G_NO_NEW_PRIVILEGES, 0, NULL, suid_open, NULL},
        {"priv-suid-creat", CORDON_G_NO_NEW_PRIVILEGES, 0, NULL, suid_creat, NULL},
        {"priv-suid-openat2", CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL, suid_openat2, NULL},
        {"priv-suid-mknod", CORDON_G_NO_NEW_PRIVILEGES, 0, NULL, suid_mknod, NULL},
        {"priv-suid-tmpfile", CORDON_G_NO_NEW_PRIVILEGES, NEED_KERNEL, NULL, suid_tmpfile, NULL},
        {"priv-device-char", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT | NEED_KERNEL, NULL, device_node,
         "c"},
        {"priv-device-block", CORDON_G_NO_NEW_PRIVILEGES, NEED_ROOT | NEED_KERNEL, NULL,
         device_node, "b"},
    };
    PROBES_ADD(rows);
}

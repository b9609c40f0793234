/* SPDX-License-Identifier: MIT */
/*
 * probe_mount.c: the mount calls, old and new, and mounts that the host makes during the run.
 *
 * Without a sandbox root mounts for real, on a throw-away folder, in a mount namespace of its own
 * where the call allows; calls that would do harm get arguments that cannot work, and the errno
 * tells "refused" (EPERM, ENOSYS) from "tried".
 */
#define _GNU_SOURCE /* open_tree flags by number, unshare */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *in_own(const struct world *w, const char *name)
{
    return text_keep("%s/%s", world_get(w, "own"), name);
}

/* Where the right to mount is there, the mount must not reach the host. */
static void go_private(void)
{
    if (unshare(CLONE_NEWNS) == 0) {
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    }
}

static struct result mount_tmpfs(const struct world *w, const char *arg)
{
    (void)arg;
    const char *at = in_own(w, "escape-mount");
    mkdir(at, 0755);
    go_private();
    long rc = mount("tmpfs", at, "tmpfs", 0, NULL);
    struct result r = result_of_call(rc, "mount of a tmpfs");
    umount2(at, MNT_DETACH);
    return r;
}

static struct result mount_bind(const struct world *w, const char *arg)
{
    (void)arg;
    const char *at = in_own(w, "escape-mount");
    mkdir(at, 0755);
    go_private();
    long rc = mount(world_get(w, "t.project"), at, NULL, MS_BIND, NULL);
    struct result r = result_of_call(rc, "bind mount");
    umount2(at, MNT_DETACH);
    return r;
}

static struct result mount_proc(const struct world *w, const char *arg)
{
    (void)arg;
    const char *at = in_own(w, "escape-mount");
    mkdir(at, 0755);
    go_private();
    long rc = mount("proc", at, "proc", 0, NULL);
    struct result r = result_of_call(rc, "mount of a proc");
    umount2(at, MNT_DETACH);
    return r;
}

/* EINVAL (not a mount point) when the right is there, EPERM when it is not. */
static struct result remount(const struct world *w, const char *arg)
{
    return result_of_attempt(mount(NULL, world_get(w, arg), NULL, MS_REMOUNT | MS_BIND, NULL),
                             "remount writable");
}

static struct result unmount(const struct world *w, const char *arg)
{
    return result_of_attempt(umount2(world_get(w, arg), MNT_DETACH), "umount");
}

static struct result move_mount_old(const struct world *w, const char *arg)
{
    (void)arg;
    const char *at = in_own(w, "escape-mount");
    mkdir(at, 0755);
    return result_of_attempt(mount(world_get(w, "t.sibling-inside"), at, NULL, MS_MOVE, NULL),
                             "move of a mount");
}

static struct result fs_context(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    long fd = syscall(SYS_fsopen, "tmpfs", 0);
    if (fd < 0) {
        return HELD("fsopen: %s", strerror(errno));
    }
    if (syscall(SYS_fsconfig, fd, 6 /* create */, NULL, NULL, 0) != 0) {
        return HELD("fsconfig: %s", strerror(errno));
    }
    return result_of_call(syscall(SYS_fsmount, fd, 0, 0), "fsmount");
}

static struct result clone_tree(const struct world *w, const char *arg)
{
    return result_of_call(syscall(SYS_open_tree, AT_FDCWD, world_get(w, arg), 1 /* clone */),
                          "open_tree");
}

static struct result move_mount_new(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return result_of_attempt(syscall(SYS_move_mount, -1, "", -1, "", 0), "move_mount");
}

static struct result pick(const struct world *w, const char *arg)
{
    return result_of_call(syscall(SYS_fspick, AT_FDCWD, world_get(w, arg), 0), "fspick");
}

static struct result pivot(const struct world *w, const char *arg)
{
    (void)arg;
    return result_of_attempt(syscall(SYS_pivot_root, world_get(w, "own"), world_get(w, "own")),
                             "pivot_root");
}

/* The driver mounts a file system below the project while the probe waits for it. */
static struct result late(const struct world *w, const char *arg)
{
    const char *marker = text_keep("%s/late/%s", world_get(w, "project"), arg);
    file_write(in_own(w, "escape-ready"), "ready\n");
    for (int i = 0; i < 20; i++) {
        struct stat st;
        if (stat(marker, &st) == 0) {
            if (file_write(text_keep("%s/late/escape-new", world_get(w, "project")), "x") == 0) {
                return BROKEN("the late mount is there, and writable");
            }
            return BROKEN("the late mount is there");
        }
        usleep(50000);
    }
    return HELD("the late mount does not appear");
}

void probes_mount(void)
{
    const unsigned root = NEED_ROOT;
    const unsigned root_kernel = NEED_ROOT | NEED_KERNEL;
    const struct probe rows[] = {
        {"mount-tmpfs", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, mount_tmpfs, NULL},
        {"mount-bind", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, mount_bind, NULL},
        {"mount-proc", CORDON_G_NO_NEW_PRIVILEGES, root_kernel, NULL, mount_proc, NULL},
        {"mount-remount-project", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, remount, "project"},
        {"mount-remount-sibling", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, remount,
         "t.sibling-inside"},
        {"mount-umount-sibling", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, unmount,
         "t.sibling-inside"},
        {"mount-umount-project", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, unmount, "project"},
        {"mount-move-sibling", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, move_mount_old, NULL},
        {"mount-fs-context", CORDON_G_SYSCALL_FILTERED, root_kernel, NULL, fs_context, NULL},
        {"mount-open-tree", CORDON_G_SYSCALL_FILTERED, root_kernel, NULL, clone_tree, "t.project"},
        {"mount-move-mount", CORDON_G_SYSCALL_FILTERED, root_kernel, NULL, move_mount_new, NULL},
        {"mount-fspick", CORDON_G_SYSCALL_FILTERED, root_kernel, NULL, pick, "mountpoint"},
        {"mount-pivot", CORDON_G_NO_NEW_PRIVILEGES, root, NULL, pivot, NULL},
        {"mount-late", CORDON_G_LATE_MOUNTS_HIDDEN, root_kernel, "late", late, "marker"},
    };
    PROBES_ADD(rows);
}

/* SPDX-License-Identifier: MIT */
/* The mount namespace in which the program starts: what the machine mounts later does not arrive in
 * it, and only what the launch may write is writable in it.
 *
 * The second half is not the sandbox; it is what holds while the sandbox is being made.  A launcher
 * walks paths below folders that another command of the same loop may be changing at this moment,
 * and creates mount points that are missing: here it can create none outside. */
#define _GNU_SOURCE /* unshare(), O_PATH, AT_EMPTY_PATH */
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same numbers on every architecture of Linux that has them; older headers lack them. */
enum { NR_OPEN_TREE = 428, NR_MOVE_MOUNT = 429, NR_OPENAT2 = 437, NR_MOUNT_SETATTR = 442 };
#define ATTR_RDONLY           UINT64_C(1)   /* MOUNT_ATTR_RDONLY */
#define RECURSIVE             0x8000u       /* AT_RECURSIVE */
#define CLONE_OF_TREE         1u            /* OPEN_TREE_CLONE */
#define FROM_EMPTY_PATH       0x04u         /* MOVE_MOUNT_F_EMPTY_PATH */
#define TO_EMPTY_PATH         0x40u         /* MOVE_MOUNT_T_EMPTY_PATH */
#define RESOLVE_WITHOUT_LINKS UINT64_C(0x6) /* RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS */

struct open_how_v0 {
    uint64_t flags, mode, resolve;
};
struct mount_attr_v0 {
    uint64_t attr_set, attr_clr, propagation, userns_fd;
};

static bool fail(struct failure *ret_failure, const char *step)
{
    ret_failure->step = step;
    ret_failure->error = errno;
    return false;
}

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    ssize_t written = write(fd, text, strlen(text));
    int saved = errno;
    close(fd);
    errno = saved;
    return written == (ssize_t)strlen(text);
}

bool mounts_prepare(struct failure *ret_failure)
{
    char uid_map[64], gid_map[64];
    unsigned uid = geteuid(), gid = getegid();

    if (uid == 0) {
        if (unshare(CLONE_NEWNS) < 0)
            return fail(ret_failure, "mount-namespace");
    } else {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
            return fail(ret_failure, "user-namespace");
        snprintf(uid_map, sizeof uid_map, "%u %u 1\n", uid, uid);
        snprintf(gid_map, sizeof gid_map, "%u %u 1\n", gid, gid);
        if (!write_file("/proc/self/setgroups", "deny") ||
            !write_file("/proc/self/uid_map", uid_map) ||
            !write_file("/proc/self/gid_map", gid_map))
            return fail(ret_failure, "user-map");
    }
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
        return fail(ret_failure, "private-mounts");
    return true;
}

/* A sandbox shows the machine's own nodes of these devices.  User 0 could change their modes, whatever
 * namespace it is in; on a read-only mount they can be used but not changed.  For kernels that cannot
 * make everything read-only at once. */
static bool make_devices_read_only(struct failure *ret_failure)
{
    static const char *const nodes[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                        "/dev/random", "/dev/urandom", "/dev/tty"};

    for (size_t i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        if (mount(nodes[i], nodes[i], NULL, MS_BIND, NULL) == 0 &&
            mount(NULL, nodes[i], NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) == 0)
            continue;
        if (errno != ENOENT)
            return fail(ret_failure, "device-nodes");
    }
    return true;
}

static int open_without_links(const char *path)
{
    const struct open_how_v0 how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_WITHOUT_LINKS};

    return (int)syscall(NR_OPENAT2, AT_FDCWD, path, &how, sizeof how);
}

static bool set_read_only(const char *path, unsigned flags, bool on)
{
    struct mount_attr_v0 attr = {0};

    if (on)
        attr.attr_set = ATTR_RDONLY;
    else
        attr.attr_clr = ATTR_RDONLY;
    return syscall(NR_MOUNT_SETATTR, AT_FDCWD, path, flags, &attr, sizeof attr) == 0;
}

/* A copy of the folder's mount and of all below it (somebody's volume in a work tree), not attached
 * yet: it keeps what is writable and what is read-only as it is now. */
static int clone_tree(const struct writable *folder, struct failure *ret_failure)
{
    struct stat info;
    int fd = open_without_links(folder->path);

    if (fd < 0 || fstat(fd, &info) != 0) {
        fail(ret_failure, "writable-folder");
        return -1;
    }
    int tree = -1;
    if ((uint64_t)info.st_dev != folder->device || (uint64_t)info.st_ino != folder->inode) {
        errno = ESTALE;
        fail(ret_failure, "writable-folder");
    } else {
        tree = (int)syscall(NR_OPEN_TREE, fd, "",
                            CLONE_OF_TREE | O_CLOEXEC | RECURSIVE | AT_EMPTY_PATH);
        if (tree < 0)
            fail(ret_failure, "writable-mount");
    }
    close(fd);
    return tree;
}

static bool attach_tree(const struct writable *folder, int tree, struct failure *ret_failure)
{
    struct stat info;
    int fd = open_without_links(folder->path);
    bool same = fd >= 0 && fstat(fd, &info) == 0 && (uint64_t)info.st_dev == folder->device &&
                (uint64_t)info.st_ino == folder->inode;

    if (fd >= 0 && !same)
        errno = ESTALE;
    bool done =
        same && syscall(NR_MOVE_MOUNT, tree, "", fd, "", FROM_EMPTY_PATH | TO_EMPTY_PATH) == 0;
    if (!done)
        fail(ret_failure, "writable-mount");
    if (fd >= 0)
        close(fd);
    return done;
}

/* All but those trees.  /proc stays as it is: a launcher writes its id maps there. */
static bool make_read_only(const struct writable *writable, const int *trees, size_t count,
                           struct failure *ret_failure)
{
    struct statvfs proc;
    bool proc_is_writable = statvfs("/proc", &proc) == 0 && (proc.f_flag & ST_RDONLY) == 0;

    if (!set_read_only("/", RECURSIVE, true))
        return fail(ret_failure, "read-only");
    if (proc_is_writable && !set_read_only("/proc", 0, false))
        return fail(ret_failure, "proc");
    for (size_t i = 0; i < count; i++) {
        if (!attach_tree(&writable[i], trees[i], ret_failure))
            return false;
    }
    return true;
}

static bool can_set_attributes(void)
{
    struct mount_attr_v0 nothing = {0};

    return syscall(NR_MOUNT_SETATTR, AT_FDCWD, "/", 0, &nothing, sizeof nothing) == 0 ||
           errno != ENOSYS;
}

bool mounts_allow(const struct writable *writable, size_t count, struct failure *ret_failure)
{
    int trees[MAX_WRITABLE];
    size_t made = 0;

    if (!can_set_attributes()) /* Linux before 5.12 */
        return geteuid() != 0 || make_devices_read_only(ret_failure);
    while (made < count && (trees[made] = clone_tree(&writable[made], ret_failure)) >= 0)
        made++;
    bool done = made == count && make_read_only(writable, trees, count, ret_failure);
    while (made > 0)
        close(trees[--made]);
    return done;
}

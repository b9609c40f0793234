/* SPDX-License-Identifier: MIT */
/* Are the mounts of this view what was planned?  Between the host's look at a folder and the mount
 * somebody may have put a symbolic link, another folder, or nothing in its place; the launcher
 * follows paths, so only a look from inside tells.  And are they still?  The kernel takes a mount away
 * when the host removes, or renames another file over, what it lies on; when the host renames that
 * itself, the mount goes along.  Either shows in the mount table. */
/* O_PATH, statx() and AT_EMPTY_PATH are not in POSIX. */
#define _GNU_SOURCE
#include "init.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "../base/protocol.h"

/* Linux 5.8; older headers lack it. */
#ifndef STATX_ATTR_MOUNT_ROOT
#define STATX_ATTR_MOUNT_ROOT 0x00002000
#endif

enum mode { MODE_RO, MODE_RW, MODE_HIDDEN };

struct check {
    enum mode mode;
    uint64_t device;
    uint64_t inode;
    const char *path;
};

/* Why the last check did not hold. */
static struct {
    int error;
    char text[CORDON_STATUS_LINE_MAX];
} reason;

static bool differs(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool differs(int error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(reason.text, sizeof reason.text, format, args);
    va_end(args);
    reason.error = error;
    return false;
}

bool parse_number(const char *text, size_t length, uint64_t *ret_number)
{
    uint64_t number = 0;

    if (length == 0 || length > 20)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *ret_number = number;
    return true;
}

static void parse_check(const char *spec, struct check *ret_check)
{
    static const struct {
        const char *name;
        enum mode mode;
    } modes[] = {{"ro:", MODE_RO}, {"rw:", MODE_RW}, {"hidden:", MODE_HIDDEN}};

    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        size_t length = strlen(modes[i].name);
        if (strncmp(spec, modes[i].name, length) != 0)
            continue;
        const char *device = spec + length;
        const char *inode = strchr(device, ':');
        const char *path = inode != NULL ? strchr(inode + 1, ':') : NULL;
        if (path == NULL || path[1] != '/')
            break;
        ret_check->mode = modes[i].mode;
        ret_check->path = path + 1;
        if (!parse_number(device, (size_t)(inode - device), &ret_check->device) ||
            !parse_number(inode + 1, (size_t)(path - inode - 1), &ret_check->inode))
            break;
        return;
    }
    fail("arguments", 0, "--check %s: not MODE:DEV:INO:PATH", spec);
}

/* The mount that fd lies on, from /proc; 0 when it does not say. */
static uint64_t mount_id(int fd)
{
    char path[48], text[512];

    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    int info = open(path, O_RDONLY | O_CLOEXEC);
    if (info < 0)
        return 0;
    ssize_t size = read(info, text, sizeof text - 1);
    close(info);
    if (size <= 0)
        return 0;
    text[size] = '\0';
    const char *line = strstr(text, "mnt_id:");
    return line != NULL ? strtoull(line + 7, NULL, 10) : 0;
}

static bool is_mount_root(int parent, int fd)
{
    struct statx info;

    if (statx(fd, "", AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, 0, &info) == 0 &&
        (info.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0)
        return (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
    uint64_t ours = mount_id(fd);
    return ours != 0 && ours != mount_id(parent);
}

/* What walk() found: O_PATH descriptors of the object and of the folder above, and the last name.
 * fd -1: a part does not exist or may not be passed, which is right for a hidden object only. */
struct place {
    int fd;
    int parent;
    char name[NAME_MAX + 1];
};

/* Opens the object without following any symbolic link. */
static bool walk(const struct check *check, struct place *place)
{
    const char *part = check->path;
    int parent = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

    char *name = place->name;

    if (parent < 0)
        return differs(errno, "%s: cannot open /", check->path);
    for (;;) {
        while (*part == '/')
            part++;
        size_t length = strcspn(part, "/");
        const char *next = part + length + strspn(part + length, "/");
        if (length == 0 || length > NAME_MAX || (part[0] == '.' && length == 1) ||
            (part[0] == '.' && part[1] == '.' && length == 2))
            fail("arguments", 0, "--check %s: not a plain absolute path", check->path);
        memcpy(name, part, length);
        name[length] = '\0';

        struct stat info;
        int fd = openat(parent, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0 && check->mode == MODE_HIDDEN && (errno == ENOENT || errno == EACCES)) {
            close(parent);
            place->fd = place->parent = -1;
            return true;
        }
        if (fd < 0 || fstat(fd, &info) != 0)
            return differs(errno, "%s: cannot open %s", check->path, name);
        if (S_ISLNK(info.st_mode))
            return differs(0, "%s: %s is a symbolic link", check->path, name);
        if (*next == '\0') {
            place->parent = parent;
            place->fd = fd;
            return true;
        }
        if (!S_ISDIR(info.st_mode))
            return differs(0, "%s: %s is not a folder", check->path, name);
        close(parent);
        parent = fd;
        part = next;
    }
}

/* True when the folder has no entry. */
static bool folder_is_empty(int fd)
{
    /* struct linux_dirent64: inode and offset (8 bytes each), length (2), type (1), name. */
    enum { LENGTH_AT = 16, NAME_AT = 19 };
    _Alignas(uint64_t) char entries[1024];
    long size;

    while ((size = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; at < size;) {
            const char *name = entries + at + NAME_AT;
            uint16_t length;
            memcpy(&length, entries + at + LENGTH_AT, sizeof length);
            if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
                return false;
            at += length;
        }
    }
    return size == 0;
}

static bool is_hidden(const struct check *check, const struct place *place, const struct stat *info)
{
    if (S_ISCHR(info->st_mode) && info->st_rdev == makedev(1, 3))
        return true;
    if (!S_ISREG(info->st_mode) && !S_ISDIR(info->st_mode))
        return differs(0, "%s: should be hidden and is not", check->path);
    int fd = openat(place->parent, place->name,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return true;
    bool empty = S_ISDIR(info->st_mode) ? folder_is_empty(fd) : info->st_size == 0;
    close(fd);
    return empty || differs(0, "%s: should be hidden and can be read", check->path);
}

static bool is_as_planned(const struct check *check, const struct place *place)
{
    struct stat info;
    struct statvfs mount;

    if (fstat(place->fd, &info) != 0 || fstatvfs(place->fd, &mount) != 0)
        return differs(errno, "%s: cannot be looked at", check->path);

    bool known = check->device != 0 || check->inode != 0;
    bool same = (uint64_t)info.st_dev == check->device && (uint64_t)info.st_ino == check->inode;
    if (check->mode == MODE_HIDDEN && known && same)
        return differs(0, "%s: should be hidden and is not", check->path);
    if (check->mode != MODE_HIDDEN && known && !same)
        return differs(0, "%s: is not the object that was checked before the start", check->path);
    if (!is_mount_root(place->parent, place->fd))
        return differs(0, "%s: is not a mount point", check->path);

    bool read_only = (mount.f_flag & ST_RDONLY) != 0;
    if (check->mode == MODE_HIDDEN)
        return is_hidden(check, place, &info);
    if (check->mode == MODE_RO && !read_only)
        return differs(0, "%s: is writable and should be read-only", check->path);
    if (check->mode == MODE_RW && read_only)
        return differs(EROFS, "%s: is read-only and should be writable", check->path);
    return true;
}

/* In *ret_there: was there an object?  Descriptors of a check that does not hold stay open: the
 * sandbox ends. */
static bool holds(const struct check *check, bool *ret_there)
{
    struct place place;

    if (!walk(check, &place))
        return false;
    *ret_there = place.fd >= 0;
    if (place.fd < 0)
        return true;
    if (!is_as_planned(check, &place))
        return false;
    close(place.fd);
    close(place.parent);
    return true;
}

/* --- while the command runs ---------------------------------------------------------------- */

enum {
    CHECKS_MAX = 8192,
    /* The kernel tells when a mount goes away, but not when one goes along with a rename. */
    LOOK_MIN_MS = 50,
    LOOK_MAX_MS = 1000,
};

/* By the order of the checks: there was nothing to hide.  Where there was, and is nothing any more,
 * the cover is gone, and what the host puts there next would be open. */
static uint8_t absent[CHECKS_MAX / 8];
static unsigned check_count;
static int table_fd = -1;
static uint64_t table_hash;
static int64_t next_look_ms;

void view_check(const char *spec)
{
    struct check check;
    bool there;

    parse_check(spec, &check);
    if (check_count == CHECKS_MAX)
        fail("arguments", 0, "more than %d times --check", CHECKS_MAX);
    if (!holds(&check, &there))
        fail("view", reason.error, "%s", reason.text);
    if (!there)
        absent[check_count / 8] |= (uint8_t)(1u << check_count % 8);
    check_count++;
}

/* The mount table in a number; 0 when it cannot be read. */
static uint64_t hash_table(void)
{
    static char text[16384];
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a, in steps of 8 bytes */
    ssize_t size;

    if (lseek(table_fd, 0, SEEK_SET) != 0)
        return 0;
    while ((size = read(table_fd, text, sizeof text)) > 0) {
        memset(text + size, 0, (size_t)-size & 7);
        for (ssize_t at = 0; at < size; at += 8) {
            uint64_t word;
            memcpy(&word, text + at, sizeof word);
            hash = (hash ^ word) * UINT64_C(0x100000001b3);
            hash ^= hash >> 29;
        }
    }
    return size < 0 || hash == 0 ? 0 : hash;
}

static void plan_look(int64_t began_ms)
{
    int64_t now = now_ms(), wait = 50 * (now - began_ms);

    if (wait < LOOK_MIN_MS)
        wait = LOOK_MIN_MS;
    next_look_ms = now + (wait < LOOK_MAX_MS ? wait : LOOK_MAX_MS);
}

void view_watch(void)
{
    int64_t now = now_ms();

    table_fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    if (table_fd < 0 || (table_hash = hash_table()) == 0)
        fail("view", errno, "/proc/self/mountinfo cannot be read");
    plan_look(now);
}

int view_descriptor(void)
{
    return table_fd;
}

int view_timeout_ms(void)
{
    int64_t left = next_look_ms - now_ms();
    return check_count == 0 ? -1 : left > 0 ? (int)left : 0;
}

bool view_is_due(bool told)
{
    int64_t now = now_ms();

    if (check_count == 0 || (!told && now < next_look_ms))
        return false;
    uint64_t hash = hash_table();
    plan_look(now);
    if (hash == table_hash && hash != 0)
        return false;
    table_hash = hash;
    return true;
}

bool view_still_holds(const char *spec, unsigned index, const char **ret_path)
{
    struct check check;
    bool there;

    parse_check(spec, &check);
    *ret_path = check.path;
    return holds(&check, &there) && (there || (absent[index / 8] >> index % 8 & 1) != 0);
}

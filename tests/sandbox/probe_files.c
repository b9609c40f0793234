/* SPDX-License-Identifier: MIT */
/*
 * probe_files.c: every way to change a file, against every place that must stay as it is.
 *
 * Each place T has the same content: a file `victim`, a folder `dir` with `inner`, an empty folder
 * `empty`.  The host compares before and after, so a write into a private copy is no escape.
 */
#define _GNU_SOURCE /* O_TMPFILE, renameat2, fallocate, copy_file_range */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

typedef long (*op_fn)(const struct world *w, const char *place);

static long write_and_close(int fd)
{
    if (fd < 0) {
        return -1;
    }
    ssize_t n = write(fd, "escaped", 7);
    int saved = errno;
    close(fd);
    errno = saved;
    return n;
}

static const char *victim(char *buf, const char *place)
{
    return path_join(buf, 4096, place, "victim");
}

static const char *fresh(char *buf, const char *place)
{
    return path_join(buf, 4096, place, "escape-new");
}

/* A file of the own folder that an attempt may move or link. */
static const char *mine(char *buf, const struct world *w)
{
    path_join(buf, 4096, world_get(w, "own"), "escape-mine");
    file_write(buf, "escaped");
    return buf;
}

static const char *taken(char *buf, const struct world *w)
{
    return path_join(buf, 4096, world_get(w, "own"), "escape-taken");
}

static long op_write(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return write_and_close(open(victim(a, place), O_WRONLY | O_CLOEXEC));
}

static long op_append(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return write_and_close(open(victim(a, place), O_WRONLY | O_APPEND | O_CLOEXEC));
}

static long op_truncate_open(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return write_and_close(open(victim(a, place), O_RDWR | O_TRUNC | O_CLOEXEC));
}

static long op_truncate(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return truncate(victim(a, place), 0);
}

static long op_create(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return write_and_close(open(fresh(a, place), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
}

static long op_mkdir(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return mkdir(fresh(a, place), 0755);
}

static long op_rmdir(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return rmdir(path_join(a, sizeof a, place, "empty"));
}

static long op_symlink(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return symlink("victim", fresh(a, place));
}

static long op_mkfifo(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return mkfifo(fresh(a, place), 0644);
}

static long op_bind_socket(const struct world *w, const char *place)
{
    (void)w;
    struct sockaddr_un addr = {.sun_family = AF_UNIX};
    if (chdir(place) != 0) {
        return -1;
    }
    memcpy(addr.sun_path, "escape-new", sizeof "escape-new");
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return fd < 0 ? -1 : bind(fd, (const struct sockaddr *)&addr, sizeof addr);
}

static long op_link_in(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    return link(mine(a, w), fresh(b, place));
}

static long op_link_out(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    if (link(victim(a, place), taken(b, w)) != 0) {
        return -1;
    }
    return write_and_close(open(b, O_WRONLY | O_CLOEXEC));
}

static long op_rename_within(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    char b[4096];
    return rename(victim(a, place), fresh(b, place));
}

static long op_rename_in(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    return rename(mine(a, w), fresh(b, place));
}

static long op_rename_over(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    return rename(mine(a, w), victim(b, place));
}

static long op_rename_out(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    return rename(victim(a, place), taken(b, w));
}

static long op_rename_exchange(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    return renameat2(AT_FDCWD, mine(a, w), AT_FDCWD, victim(b, place), RENAME_EXCHANGE);
}

static long op_rename_folder(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    snprintf(a, sizeof a, "%s.gone", place);
    return rename(place, a);
}

static long op_unlink(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return unlink(victim(a, place));
}

static long op_chmod(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return chmod(victim(a, place), 0666);
}

/* The same owner again: the change of ctime shows it. */
static long op_chown(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return chown(victim(a, place), getuid(), getgid());
}

static long op_utime(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    return utimensat(AT_FDCWD, victim(a, place), times, 0);
}

static long op_xattr(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    return setxattr(victim(a, place), "user.escape", "1", 1, 0);
}

static long op_mmap(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    int fd = open(victim(a, place), O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    char *p = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        return -1;
    }
    *p = '!';
    return msync(p, 1, MS_SYNC);
}

/* A shared mapping of a read-only descriptor that is made writable afterwards. */
static long op_mprotect(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    int fd = open(victim(a, place), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    char proc[64];
    snprintf(proc, sizeof proc, "/proc/self/fd/%d", fd);
    int again = open(proc, O_RDWR | O_CLOEXEC);
    char *p = mmap(NULL, 1, PROT_READ, MAP_SHARED, again < 0 ? fd : again, 0);
    if (p == MAP_FAILED || mprotect(p, 1, PROT_READ | PROT_WRITE) != 0) {
        return -1;
    }
    *p = '!';
    return msync(p, 1, MS_SYNC);
}

static long op_tmpfile(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    char proc[64];
    int fd = open(place, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0) {
        return -1;
    }
    snprintf(proc, sizeof proc, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, proc, AT_FDCWD, fresh(a, place), AT_SYMLINK_FOLLOW);
}

static long op_fallocate(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    int fd = open(victim(a, place), O_RDWR | O_CLOEXEC);
    return fd < 0 ? -1 : fallocate(fd, 0, 0, 64);
}

static long op_inode_flags(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    int fd = open(victim(a, place), O_RDONLY | O_CLOEXEC);
    int flags = 0;
    if (fd < 0 || ioctl(fd, FS_IOC_GETFLAGS, &flags) != 0) {
        return -1;
    }
    flags |= FS_NODUMP_FL;
    return ioctl(fd, FS_IOC_SETFLAGS, &flags);
}

static long op_copy_range(const struct world *w, const char *place)
{
    char a[4096];
    char b[4096];
    int from = open(mine(a, w), O_RDONLY | O_CLOEXEC);
    int to = open(victim(b, place), O_WRONLY | O_CLOEXEC);
    return to < 0 ? -1 : copy_file_range(from, NULL, to, NULL, 4, 0);
}

static long op_via_proc_root(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    snprintf(a, sizeof a, "/proc/self/root%s/victim", place);
    return write_and_close(open(a, O_WRONLY | O_CLOEXEC));
}

static long op_via_ancestor_root(const struct world *w, const char *place)
{
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    long rc = -1;
    errno = ESRCH;
    for (size_t i = 0; i < count && rc < 0; i++) {
        char a[4096];
        snprintf(a, sizeof a, "/proc/%d/root%s/victim", (int)pids[i], place);
        rc = write_and_close(open(a, O_WRONLY | O_CLOEXEC));
    }
    return rc;
}

static long op_via_cwd(const struct world *w, const char *place)
{
    (void)w;
    if (chdir(place) != 0) {
        return -1;
    }
    return write_and_close(open("/proc/self/cwd/victim", O_WRONLY | O_CLOEXEC));
}

static long op_via_folder_fd(const struct world *w, const char *place)
{
    (void)w;
    int folder = open(place, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return -1;
    }
    return write_and_close(openat(folder, "victim", O_WRONLY | O_CLOEXEC));
}

static long op_via_file_fd(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    int fd = open(victim(a, place), O_PATH | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    snprintf(a, sizeof a, "/proc/self/fd/%d", fd);
    return write_and_close(open(a, O_WRONLY | O_CLOEXEC));
}

static long op_via_parents(const struct world *w, const char *place)
{
    char a[8192] = "";
    size_t used = (size_t)snprintf(a, sizeof a, "%s", world_get(w, "own"));
    for (int i = 0; i < 40; i++) {
        used += (size_t)snprintf(a + used, sizeof a - used, "/..");
    }
    snprintf(a + used, sizeof a - used, "%s/victim", place);
    return write_and_close(open(a, O_WRONLY | O_CLOEXEC));
}

static long op_via_openat2(const struct world *w, const char *place)
{
    (void)w;
    char a[4096];
    struct open_how how = {.flags = O_WRONLY | O_CLOEXEC};
    return write_and_close((int)syscall(SYS_openat2, AT_FDCWD, victim(a, place), &how, sizeof how));
}

enum { CROSSES = 1, FS_FEATURE = 2 };

static const struct op {
    const char *name;
    op_fn fn;
    int traits;
} ops[] = {
    {"write", op_write, 0},
    {"append", op_append, 0},
    {"truncate-open", op_truncate_open, 0},
    {"truncate", op_truncate, 0},
    {"create", op_create, 0},
    {"mkdir", op_mkdir, 0},
    {"rmdir", op_rmdir, 0},
    {"symlink", op_symlink, 0},
    {"mkfifo", op_mkfifo, 0},
    {"bind-socket", op_bind_socket, 0},
    {"link-in", op_link_in, CROSSES},
    {"link-out", op_link_out, CROSSES},
    {"rename-within", op_rename_within, 0},
    {"rename-in", op_rename_in, CROSSES},
    {"rename-over", op_rename_over, CROSSES},
    {"rename-out", op_rename_out, CROSSES},
    {"rename-exchange", op_rename_exchange, CROSSES},
    {"rename-folder", op_rename_folder, 0},
    {"unlink", op_unlink, 0},
    {"chmod", op_chmod, 0},
    {"chown", op_chown, 0},
    {"utime", op_utime, 0},
    {"xattr", op_xattr, FS_FEATURE},
    {"mmap", op_mmap, 0},
    {"mprotect", op_mprotect, 0},
    {"tmpfile", op_tmpfile, FS_FEATURE},
    {"fallocate", op_fallocate, FS_FEATURE},
    {"inode-flags", op_inode_flags, FS_FEATURE},
    {"copy-range", op_copy_range, FS_FEATURE},
    {"via-proc-root", op_via_proc_root, 0},
    {"via-ancestor-root", op_via_ancestor_root, 0},
    {"via-cwd", op_via_cwd, 0},
    {"via-folder-fd", op_via_folder_fd, 0},
    {"via-file-fd", op_via_file_fd, 0},
    {"via-parents", op_via_parents, 0},
    {"via-openat2", op_via_openat2, FS_FEATURE},
};

/* `brief`: only the plain ways, for places that differ by nothing but their name. */
static const struct place {
    const char *name;
    const char *guarantee;
    unsigned needs;
    bool brief;
    bool same_fs; /* on the file system of the own folder, so that links and renames can work */
} places[] = {
    {"project", CORDON_G_PROJECT_READ_ONLY, 0, false, true},
    {"project-top", CORDON_G_PROJECT_READ_ONLY, 0, false, true},
    {"loops", CORDON_G_PROJECT_READ_ONLY, 0, true, true},
    {"sibling-inside", CORDON_G_SIBLINGS_READ_ONLY, 0, false, true},
    {"sibling-deep", CORDON_G_SIBLINGS_READ_ONLY, 0, false, true},
    {"sibling-outside", CORDON_G_SIBLINGS_READ_ONLY, 0, false, true},
    {"app", CORDON_G_APP_READ_ONLY, 0, false, true},
    {"home", CORDON_G_OUTSIDE_READ_ONLY, 0, false, true},
    {"next-project", CORDON_G_OUTSIDE_READ_ONLY, 0, true, true},
    {"outside", CORDON_G_OUTSIDE_READ_ONLY, 0, false, true},
    {"tmp", CORDON_G_OUTSIDE_READ_ONLY, 0, true, false},
    {"var-tmp", CORDON_G_OUTSIDE_READ_ONLY, 0, true, false},
    {"dev-shm", CORDON_G_OUTSIDE_READ_ONLY, 0, true, false},
    {"etc", CORDON_G_OUTSIDE_READ_ONLY, NEED_ROOT, true, false},
    {"usr", CORDON_G_OUTSIDE_READ_ONLY, NEED_ROOT, true, false},
    {"var", CORDON_G_OUTSIDE_READ_ONLY, NEED_ROOT, true, false},
    {"run", CORDON_G_OUTSIDE_READ_ONLY, NEED_ROOT, true, false},
};

static const char *const brief_ops[] = {"write",   "create",        "mkdir",       "unlink",
                                        "chmod",   "rename-folder", "rename-over", "link-out",
                                        "via-cwd", "via-proc-root", "mmap",        "utime"};

static struct result run_pair(const struct world *w, const char *arg)
{
    char place[64];
    const char *slash = strchr(arg, '/');
    snprintf(place, sizeof place, "t.%.*s", (int)(slash - arg), arg);
    const char *path = world_get(w, place);
    if (path[0] == '\0') {
        return SKIP("the world has no place %s", place);
    }
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        if (strcmp(ops[i].name, slash + 1) == 0) {
            return result_tried(ops[i].fn(w, path), ops[i].name);
        }
    }
    return SKIP("no such attempt");
}

/* The agent's own link, and the links that lay in its folder before, must not lead out. */
static struct result write_planted_link(const struct world *w, const char *arg)
{
    char a[4096];
    snprintf(a, sizeof a, "%s/links/%s/victim", world_get(w, "own"), arg);
    return result_tried(write_and_close(open(a, O_WRONLY | O_CLOEXEC)), a);
}

static struct result write_made_link(const struct world *w, const char *arg)
{
    char key[64];
    char a[4096];
    char b[4096];
    snprintf(key, sizeof key, "t.%s", arg);
    path_join(a, sizeof a, world_get(w, "own"), "escape-link");
    if (symlink(world_get(w, key), a) != 0) {
        return SKIP("symlink: %s", strerror(errno));
    }
    return result_tried(
        write_and_close(open(path_join(b, sizeof b, a, "escape-new"), O_WRONLY | O_CREAT, 0644)),
        "write through a new link");
}

/* A link that goes through /proc, which has no lexical parent. */
static struct result write_magic_link(const struct world *w, const char *arg)
{
    char key[64];
    char a[4096];
    char b[4096];
    snprintf(key, sizeof key, "t.%s", arg);
    path_join(a, sizeof a, world_get(w, "own"), "escape-link");
    snprintf(b, sizeof b, "/proc/self/root%s/victim", world_get(w, key));
    if (symlink(b, a) != 0) {
        return SKIP("symlink: %s", strerror(errno));
    }
    return result_tried(write_and_close(open(a, O_WRONLY | O_CLOEXEC)), "write through /proc");
}

/* A folder of the own folder is swapped for a link, then written by its old name. */
static struct result write_swapped_link(const struct world *w, const char *arg)
{
    char key[64];
    char a[4096];
    char b[4096];
    char c[4096];
    snprintf(key, sizeof key, "t.%s", arg);
    path_join(a, sizeof a, world_get(w, "own"), "escape-folder");
    path_join(b, sizeof b, world_get(w, "own"), "escape-link");
    mkdir(a, 0755);
    if (symlink(world_get(w, key), b) != 0 ||
        renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) != 0) {
        return SKIP("swap: %s", strerror(errno));
    }
    return result_tried(write_and_close(open(victim(c, a), O_WRONLY | O_CLOEXEC)),
                        "write through a swapped folder");
}

void probes_files(void)
{
    for (size_t p = 0; p < sizeof(places) / sizeof(places[0]); p++) {
        for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
            bool wanted = !places[p].brief;
            for (size_t k = 0; k < sizeof(brief_ops) / sizeof(brief_ops[0]); k++) {
                wanted = wanted || strcmp(brief_ops[k], ops[i].name) == 0;
            }
            if (!wanted) {
                continue;
            }
            unsigned needs = places[p].needs;
            if (ops[i].traits == FS_FEATURE || (ops[i].traits == CROSSES && !places[p].same_fs)) {
                needs |= NEED_KERNEL;
            }
            /* The driver itself may be out of reach for its user: it changed users. */
            bool ancestor = ops[i].fn == op_via_ancestor_root;
            const char *arg = text_keep("%s/%s", places[p].name, ops[i].name);
            const struct probe row = {text_keep("write-%s-%s", places[p].name, ops[i].name),
                                      places[p].guarantee,
                                      needs,
                                      ancestor ? "wrapper" : NULL,
                                      run_pair,
                                      arg};
            probes_add(&row, 1);
        }
        if (places[p].brief) {
            continue;
        }
        static const struct {
            const char *name;
            probe_fn fn;
        } links[] = {{"planted", write_planted_link},
                     {"made", write_made_link},
                     {"magic", write_magic_link},
                     {"swapped", write_swapped_link}};
        for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
            const struct probe row = {text_keep("link-%s-%s", links[i].name, places[p].name),
                                      places[p].guarantee,
                                      places[p].needs,
                                      NULL,
                                      links[i].fn,
                                      places[p].name};
            probes_add(&row, 1);
        }
    }
}

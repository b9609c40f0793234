/* SPDX-License-Identifier: MIT */
/* Walking without following links, and holding what was found. */
#define _GNU_SOURCE /* O_PATH, getgroups() */
#include "engine/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fdio.h"
#include "model/policy.h"

#define MAX_LINKS 40 /* as the kernel has it */

/* Walks as far as there is no link.  Returns the descriptor of path, or -1 with errno; with ELOOP
 * *ret_link is the length of the part of path that is the link. */
static int walk(const char *path, gsize *ret_link)
{
    CORDON_AUTO_FD int fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    const char *p = path;

    while (fd >= 0) {
        char name[NAME_MAX + 1];
        gsize length;
        struct stat status;
        int next;

        p += strspn(p, "/");
        length = strcspn(p, "/");
        if (length == 0)
            return cordon_fd_steal(&fd);
        if (length > NAME_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        memcpy(name, p, length);
        name[length] = '\0';
        next = openat(fd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0)
            return -1;
        cordon_fd_clear(&fd);
        fd = next;
        if (fstat(fd, &status) != 0)
            return -1;
        p += length;
        if (S_ISLNK(status.st_mode)) {
            *ret_link = (gsize)(p - path);
            errno = ELOOP;
            return -1;
        }
    }
    return -1;
}

char *cordon_path_find_link(const char *path)
{
    gsize length = 0;
    CORDON_AUTO_FD int fd = walk(path, &length);

    return fd < 0 && errno == ELOOP && length > 0 ? g_strndup(path, length) : NULL;
}

int cordon_path_open(const char *path)
{
    struct open_how how = {.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC,
                           .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
    /* glibc has no wrapper. */
    CORDON_AUTO_FD int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof(how));
    struct stat status;
    gsize link = 0;

    /* Kernels before 5.6, and system call filters that do not know the call. */
    if (fd < 0 && (errno == ENOSYS || errno == EPERM))
        return walk(path, &link);
    if (fd < 0 || fstat(fd, &status) != 0)
        return -1;
    if (S_ISLNK(status.st_mode)) {
        errno = ELOOP;
        return -1;
    }
    return cordon_fd_steal(&fd);
}

char *cordon_path_read(const char *path, gsize max_bytes, gsize *ret_size)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    CORDON_AUTO_FD int parent = cordon_path_open(folder);
    CORDON_AUTO_FD int fd = -1;
    g_autofree char *bytes = NULL;
    gsize size = 0;
    struct stat status;

    if (parent < 0)
        return NULL;
    /* Not blocking: a FIFO would hold the launch up. */
    fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &status) != 0)
        return NULL;
    if (!S_ISREG(status.st_mode)) {
        errno = EINVAL;
        return NULL;
    }
    bytes = g_malloc(max_bytes + 1);
    while (size < max_bytes) {
        ssize_t got = read(fd, bytes + size, max_bytes - size);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        if (got == 0)
            break;
        size += (gsize)got;
    }
    bytes[size] = '\0';
    *ret_size = size;
    return g_steal_pointer(&bytes);
}

/* path with the link at its start replaced by what it says, lexically clean. */
static char *follow(const char *path, const char *link)
{
    g_autofree char *text = g_file_read_link(link, NULL);
    g_autofree char *folder = g_path_get_dirname(link);
    g_autofree char *joined = NULL;

    if (text == NULL)
        return NULL;
    joined = g_strconcat(text, path + strlen(link), NULL);
    return cordon_path_clean(joined, folder);
}

static gboolean check_link(const char *link, const char *const *untrusted, const char *what,
                           const char *path, GError **error)
{
    struct stat status;

    for (gsize i = 0; untrusted != NULL && untrusted[i] != NULL; i++) {
        if (cordon_path_is_below(link, untrusted[i])) {
            g_autofree char *real = realpath(path, NULL);

            g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                        "%s %s goes through the symbolic link %s. A command may write near it and "
                        "point it elsewhere, so links are refused there; give the real path%s%s.",
                        what, path, link, real != NULL ? ": " : "", real != NULL ? real : "");
            return FALSE;
        }
    }
    if (lstat(link, &status) == 0 && status.st_uid != 0 && status.st_uid != geteuid()) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s goes through the symbolic link %s, which belongs to another user (%u); "
                    "give the real path.",
                    what, path, link, (unsigned)status.st_uid);
        return FALSE;
    }
    return TRUE;
}

char *cordon_path_resolve(const char *path, const char *const *untrusted, const char *what,
                          GError **error)
{
    g_autofree char *current = g_strdup(path);
    g_autofree char *real = NULL;

    for (guint links = 0; links <= MAX_LINKS; links++) {
        g_autofree char *link = cordon_path_find_link(current);
        char *next;

        if (link == NULL)
            break;
        if (!check_link(link, untrusted, what, path, error))
            return NULL;
        next = follow(current, link);
        if (next == NULL)
            break;
        g_free(current);
        current = next;
    }
    /* A text such as "link/../x" is not what the lines above followed; and nothing may have been
     * changed meanwhile.  A way that ends before is judged by whoever opens it. */
    real = realpath(path, NULL);
    if (real != NULL && strcmp(real, current) != 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s leads through symbolic links to %s, but they could not be followed one "
                    "by one; give the real path.",
                    what, path, real);
        return NULL;
    }
    return g_steal_pointer(&current);
}

static gboolean is_in_group(gid_t group)
{
    gid_t groups[NGROUPS_MAX];
    int count = getgroups(NGROUPS_MAX, groups);

    if (group == getegid())
        return TRUE;
    for (int i = 0; i < count; i++) {
        if (groups[i] == group)
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_mode_allows(const struct stat *status, mode_t wanted)
{
    if (status->st_uid == geteuid())
        return (status->st_mode >> 6 & wanted) == wanted;
    if (is_in_group(status->st_gid))
        return (status->st_mode >> 3 & wanted) == wanted;
    return (status->st_mode & wanted) == wanted;
}

struct CordonHold {
    GHashTable *fds; /* path -> descriptor + 1 */
};

static void close_value(gpointer value)
{
    close(GPOINTER_TO_INT(value) - 1);
}

CordonHold *cordon_hold_new(void)
{
    CordonHold *hold = g_new0(CordonHold, 1);

    hold->fds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_value);
    return hold;
}

void cordon_hold_free(CordonHold *hold)
{
    if (hold == NULL)
        return;
    g_hash_table_unref(hold->fds);
    g_free(hold);
}

static void set_open_error(GError **error, const char *what, const char *path, int code)
{
    g_autofree char *link = code == ELOOP ? cordon_path_find_link(path) : NULL;
    g_autofree char *real = link != NULL ? realpath(path, NULL) : NULL;

    if (link != NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s goes through the symbolic link %s, which a command could point "
                    "elsewhere; give the real path%s%s.",
                    what, path, link, real != NULL ? ": " : "", real != NULL ? real : "");
    } else if (code == ENOENT) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s does not exist; make it first: mkdir -p %s", what, path, path);
    } else {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY, "%s %s cannot be opened: %s.", what,
                    path, g_strerror(code));
    }
}

int cordon_hold_get(const CordonHold *hold, const char *path)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(hold->fds, path)) - 1;
}

CordonViewItem *cordon_hold_add(CordonHold *hold, const char *path, const char *what,
                                GError **error)
{
    CORDON_AUTO_FD int opened = -1;
    int fd = cordon_hold_get(hold, path);
    struct stat status;

    if (fd < 0) {
        fd = opened = cordon_path_open(path);
        if (fd < 0) {
            set_open_error(error, what, path, errno);
            return NULL;
        }
    }
    if (fstat(fd, &status) != 0) {
        set_open_error(error, what, path, errno);
        return NULL;
    }
    if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s is neither a folder nor a regular file.", what, path);
        return NULL;
    }
    if (opened >= 0)
        g_hash_table_insert(hold->fds, g_strdup(path),
                            GINT_TO_POINTER(cordon_fd_steal(&opened) + 1));
    return cordon_view_item_new(path,
                                S_ISDIR(status.st_mode) ? CORDON_KIND_FOLDER : CORDON_KIND_FILE,
                                status.st_dev, status.st_ino);
}

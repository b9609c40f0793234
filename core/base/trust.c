/* SPDX-License-Identifier: MIT */
/* May a file decide what this user runs?  See trust.h. */
#define _GNU_SOURCE /* O_PATH */
#include "base/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/fdio.h"

/* Bounds the walk; a real path has at most PATH_MAX bytes anyway. */
#define MAX_STEPS 256

static const char *judge_step(const CordonTrustStep *step, const CordonTrustStep *next, guint32 uid,
                              guint32 private_gid)
{
    gboolean group_writes = (step->mode & S_IWGRP) != 0;
    gboolean others_write = (step->mode & S_IWOTH) != 0;

    if (step->uid != 0 && step->uid != uid)
        return "belongs to another user";
    if (group_writes && !step->has_acl && private_gid != G_MAXUINT32 && step->gid == private_gid)
        group_writes = FALSE;
    if (!group_writes && !others_write)
        return NULL;
    /* In a sticky folder others add names, but cannot take away or rename what belongs to us. */
    if (S_ISDIR(step->mode) && (step->mode & S_ISVTX) != 0) {
        if (next != NULL && (next->uid == 0 || next->uid == uid))
            return NULL;
        return "is writable by others, and what comes next belongs to another user";
    }
    return others_write ? "is writable by everybody" : "is writable by its group";
}

gboolean cordon_trust_judge(const CordonTrustStep *steps, gsize count, guint32 uid,
                            guint32 private_gid, gsize *ret_bad, const char **ret_why)
{
    for (gsize i = 0; i < count; i++) {
        const char *why =
            judge_step(&steps[i], i + 1 < count ? &steps[i + 1] : NULL, uid, private_gid);
        if (why != NULL) {
            *ret_bad = i;
            *ret_why = why;
            return FALSE;
        }
    }
    return TRUE;
}

guint32 cordon_trust_private_gid(guint32 uid)
{
    char user_text[4096], group_text[16384];
    struct passwd user, *found_user = NULL;
    struct group group, *found_group = NULL;

    /* An error or a group too large for the buffer is "none": the tight answer. */
    if (getpwuid_r(uid, &user, user_text, sizeof user_text, &found_user) != 0 || found_user == NULL)
        return G_MAXUINT32;
    if (getgrgid_r(user.pw_gid, &group, group_text, sizeof group_text, &found_group) != 0 ||
        found_group == NULL || strcmp(group.gr_name, user.pw_name) != 0)
        return G_MAXUINT32;
    for (char **member = group.gr_mem; *member != NULL; member++)
        if (strcmp(*member, user.pw_name) != 0)
            return G_MAXUINT32;
    return group.gr_gid;
}

/* Descriptors opened with O_PATH have no extended attributes of their own. */
static gboolean has_acl(int fd)
{
    char path[64];

    g_snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return getxattr(path, "system.posix_acl_access", NULL, 0) >= 0 ||
           (errno != ENODATA && errno != EOPNOTSUPP);
}

static gboolean add_step(GArray *steps, int fd, struct stat *ret_status, GError **error)
{
    if (fstat(fd, ret_status) < 0) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "its state cannot be read: %s",
                    g_strerror(saved));
        return FALSE;
    }
    CordonTrustStep step = {
        .mode = ret_status->st_mode, .uid = ret_status->st_uid, .gid = ret_status->st_gid};
    if ((step.mode & S_IWGRP) != 0)
        step.has_acl = has_acl(fd);
    g_array_append_val(steps, step);
    return TRUE;
}

/* Opens every component of the real path one below the other, without following links, and keeps
 * what was seen.  Leaves the parent folder and the last component (O_PATH) open. */
static gboolean walk(char *const *names, GArray *steps, int *ret_parent, int *ret_last,
                     struct stat *ret_status, GError **error)
{
    CORDON_AUTO_FD int parent = -1;
    CORDON_AUTO_FD int last = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (last < 0) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "/ cannot be opened: %s",
                    g_strerror(saved));
        return FALSE;
    }
    if (!add_step(steps, last, ret_status, error))
        return FALSE;
    for (gsize i = 0; names[i] != NULL; i++) {
        if (steps->len >= MAX_STEPS) {
            g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                                "the path has too many components");
            return FALSE;
        }
        int next = openat(last, names[i], O_PATH | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0) {
            int saved = errno;
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s cannot be opened: %s",
                        names[i], g_strerror(saved));
            return FALSE;
        }
        cordon_fd_clear(&parent);
        parent = cordon_fd_steal(&last);
        last = next;
        if (!add_step(steps, last, ret_status, error))
            return FALSE;
    }
    *ret_parent = cordon_fd_steal(&parent);
    *ret_last = cordon_fd_steal(&last);
    return TRUE;
}

static gboolean judge_walk(const GArray *steps, char *const *names, GError **error)
{
    const CordonTrustStep *data = (const CordonTrustStep *)(const void *)steps->data;
    guint32 uid = geteuid();
    gsize bad = 0;
    const char *why = NULL;

    if (cordon_trust_judge(data, steps->len, uid, G_MAXUINT32, &bad, &why))
        return TRUE;
    /* The user database may be slow to ask, so it is asked only where the answer could matter. */
    if ((data[bad].mode & S_IWGRP) != 0 && !data[bad].has_acl &&
        cordon_trust_judge(data, steps->len, uid, cordon_trust_private_gid(uid), &bad, &why))
        return TRUE;

    g_autoptr(GString) component = g_string_new(bad == 0 ? "/" : NULL);
    for (gsize i = 0; i < bad; i++)
        g_string_append_printf(component, "/%s", names[i]);
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                "%s %s; only root and the user may be able to change it", component->str, why);
    return FALSE;
}

/* names: components of the real path.  The descriptor to read from, or -1. */
static int open_walked(char **names, guint64 max_bytes, struct stat *ret_status, GError **error)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(CordonTrustStep));
    CORDON_AUTO_FD int parent = -1;
    CORDON_AUTO_FD int last = -1;
    struct stat seen;

    if (!walk(names, steps, &parent, &last, &seen, error))
        return -1;
    if (!judge_walk(steps, names, error))
        return -1;
    if (!S_ISREG(seen.st_mode)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST, "it is not a regular file");
        return -1;
    }
    if (max_bytes > 0 && (guint64)seen.st_size > max_bytes) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                    "it has %" G_GUINT64_FORMAT " bytes, more than the %" G_GUINT64_FORMAT
                    " allowed",
                    (guint64)seen.st_size, max_bytes);
        return -1;
    }
    CORDON_AUTO_FD int fd = openat(parent, names[g_strv_length(names) - 1],
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, ret_status) < 0) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "it cannot be opened: %s",
                    g_strerror(saved));
        return -1;
    }
    if (ret_status->st_dev != seen.st_dev || ret_status->st_ino != seen.st_ino) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                            "it was replaced while it was being checked");
        return -1;
    }
    return cordon_fd_steal(&fd);
}

/* The components of a real path: "/a/b" -> {"a", "b"}. */
static char **split_path(const char *real_path)
{
    return real_path[1] == '\0' ? g_new0(char *, 1) : g_strsplit(real_path + 1, "/", -1);
}

/* The real path, or NULL with the error set; free with g_free(). */
static char *resolve(const char *path, GError **error)
{
    char *resolved = realpath(path, NULL);

    if (resolved == NULL) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s cannot be found: %s.", path,
                    g_strerror(saved));
        return NULL;
    }
    char *real_path = g_strdup(resolved);
    free(resolved);
    return real_path;
}

gboolean cordon_trust_check_folder(const char *path, GError **error)
{
    g_autofree char *real_path = resolve(path, error);

    if (real_path == NULL)
        return FALSE;
    g_auto(GStrv) names = split_path(real_path);
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(CordonTrustStep));
    CORDON_AUTO_FD int parent = -1;
    CORDON_AUTO_FD int last = -1;
    struct stat seen;

    if (walk(names, steps, &parent, &last, &seen, error)) {
        CordonTrustStep file = {.mode = S_IFREG | S_IRUSR | S_IWUSR, .uid = geteuid()};

        g_array_append_val(steps, file);
        if (!S_ISDIR(seen.st_mode))
            g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST, "it is not a folder");
        else if (judge_walk(steps, names, error))
            return TRUE;
    }
    g_prefix_error(error, "%s is not accepted: ", real_path);
    return FALSE;
}

int cordon_trust_open(const char *path, guint64 max_bytes, char **ret_real_path,
                      CordonFileIdentity *ret_identity, GError **error)
{
    g_autofree char *real_path = resolve(path, error);

    if (real_path == NULL)
        return -1;
    g_auto(GStrv) names = split_path(real_path);
    struct stat status;
    int fd = -1;

    if (names[0] == NULL)
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TRUST, "it is not a regular file");
    else
        fd = open_walked(names, max_bytes, &status, error);
    if (fd < 0) {
        g_prefix_error(error, "%s is not accepted: ", real_path);
        return -1;
    }
    *ret_identity = (CordonFileIdentity){
        .device = status.st_dev,
        .inode = status.st_ino,
        .size = (guint64)status.st_size,
        .mtime_ns =
            (gint64)status.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + status.st_mtim.tv_nsec,
    };
    if (ret_real_path != NULL)
        *ret_real_path = g_steal_pointer(&real_path);
    return fd;
}

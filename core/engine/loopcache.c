/* SPDX-License-Identifier: MIT */
/* The folder of one loop's caches. */
#define _GNU_SOURCE /* O_PATH */
#include "engine/loopcache.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/hold.h"

#define NAME_BYTES 40u /* of the loop's own name, for people who look */
#define HASH_CHARS 16u

/* Opens name in *fd, making it when it is missing, and puts it in place of *fd. */
static gboolean step(int *fd, const char *name, gboolean ours, GString *path, GError **error)
{
    struct stat status;
    int next;

    g_string_append_c(path, '/');
    g_string_append(path, name);
    if (mkdirat(*fd, name, 0700) != 0 && errno != EEXIST) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "The folder %s for caches cannot be made: %s.", path->str, g_strerror(errno));
        return FALSE;
    }
    next = openat(*fd, name, O_PATH | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC);
    if (next < 0 || fstat(next, &status) != 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "The folder %s for caches cannot be opened: %s.", path->str, g_strerror(errno));
        cordon_fd_clear(&next);
        return FALSE;
    }
    cordon_fd_clear(fd);
    *fd = next;
    if (status.st_uid != geteuid() || (ours && (status.st_mode & 022) != 0)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_TRUST,
                    "The folder %s for caches belongs to another user or can be written by "
                    "others; remove it, or take the right to write: chmod go-w %s",
                    path->str, path->str);
        return FALSE;
    }
    return TRUE;
}

/* BASE/cordon, open; -1 with the error set. */
static int open_base(const char *base, GString *path, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(base);
    g_autofree char *last = g_path_get_basename(base);
    CORDON_AUTO_FD int fd = cordon_path_open(parent);

    g_string_assign(path, strcmp(parent, "/") == 0 ? "" : parent);
    if (fd < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "The folder %s for caches cannot be opened: %s.", parent, g_strerror(errno));
        return -1;
    }
    if (!step(&fd, last, FALSE, path, error) || !step(&fd, "cordon", TRUE, path, error))
        return -1;
    return cordon_fd_steal(&fd);
}

char *cordon_loopcache_make(const char *base, const char *loop, GError **error)
{
    g_autofree char *name = g_path_get_basename(loop);
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, loop, -1);
    g_autofree char *folder = NULL;
    g_autoptr(GString) path = g_string_new(NULL);
    CORDON_AUTO_FD int fd = open_base(base, path, error);

    if (fd < 0)
        return NULL;
    for (char *p = name; *p != '\0'; p++) {
        if (!g_ascii_isalnum(*p) && *p != '-' && *p != '_' && *p != '.')
            *p = '_';
    }
    folder = g_strdup_printf("%.*s-%.*s", (int)NAME_BYTES, name, (int)HASH_CHARS, hash);
    if (!step(&fd, "loops", TRUE, path, error) || !step(&fd, folder, TRUE, path, error))
        return NULL;
    return g_strdup(path->str);
}

char *cordon_loopcache_make_folder(const char *base, const char *name, GError **error)
{
    g_autoptr(GString) path = g_string_new(NULL);
    CORDON_AUTO_FD int fd = open_base(base, path, error);

    return fd >= 0 && step(&fd, name, TRUE, path, error) ? g_strdup(path->str) : NULL;
}

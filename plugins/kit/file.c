/* SPDX-License-Identifier: MIT */
/* Small files, and programs in a list of folders. */
#define _GNU_SOURCE /* O_CLOEXEC, faccessat, statvfs's ST_NOEXEC */
#include "kit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

ssize_t kit_file_read(const char *path, char *ret_text, size_t size)
{
    /* O_NONBLOCK: what should be a file may be a FIFO that nobody writes to. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return -errno;
    struct stat st;
    int error = 0;
    if (fstat(fd, &st) < 0)
        error = errno;
    else if (!S_ISREG(st.st_mode))
        error = EINVAL;
    size_t length = 0;
    while (error == 0 && length < size - 1) {
        ssize_t got = read(fd, ret_text + length, size - 1 - length);
        if (got > 0)
            length += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            error = errno;
    }
    close(fd);
    if (error != 0)
        return -error;
    ret_text[length] = '\0';
    return (ssize_t)length;
}

int kit_file_read_number(const char *path, int64_t *ret_number)
{
    char text[64];
    ssize_t length = kit_file_read(path, text, sizeof(text));
    if (length < 0)
        return (int)length;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno != 0 || end == text || (*end != '\n' && *end != '\0'))
        return -EINVAL;
    *ret_number = number;
    return 0;
}

static enum kit_found judge(const char *path)
{
    struct stat st;
    if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
        return KIT_MISSING;
    if (faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0)
        return KIT_FOUND;
    /* access() fails alike for the mode and for the mount. */
    struct statvfs fs;
    if (statvfs(path, &fs) == 0 && (fs.f_flag & ST_NOEXEC) != 0 && (st.st_mode & 0111) != 0)
        return KIT_NOEXEC;
    return KIT_NOT_EXECUTABLE;
}

/* Does path, links followed, lie at or below folder? */
static bool is_real_below(const char *path, const char *folder)
{
    char *real = realpath(path, NULL);
    size_t length = strlen(folder);
    bool below = real != NULL && strncmp(real, folder, length) == 0 &&
                 (real[length] == '/' || real[length] == '\0');
    free(real);
    return below;
}

/* Of two that cannot be executed, the first counts, whatever the reason. */
static int rank(enum kit_found found)
{
    switch (found) {
    case KIT_FOUND:
        return 2;
    case KIT_NOT_EXECUTABLE:
    case KIT_NOEXEC:
        return 1;
    case KIT_MISSING:
    default:
        return 0;
    }
}

/* Can only root change the file, or what leads to it? */
static bool is_roots(const char *path)
{
    char *real = realpath(path, NULL);
    bool roots = real != NULL;

    while (roots) {
        struct stat st;
        roots = lstat(real, &st) == 0 && st.st_uid == 0 && (st.st_mode & (S_IWGRP | S_IWOTH)) == 0;
        char *slash = strrchr(real, '/');
        if (real[1] == '\0')
            break;
        slash[slash == real ? 1 : 0] = '\0';
    }
    free(real);
    return roots;
}

enum kit_found kit_program_find(const char *folders, const char *name, const char *avoid,
                                char *ret_path, size_t size)
{
    enum kit_found best = KIT_MISSING;
    bool best_is_roots = false;
    for (const char *at = folders; at != NULL && !best_is_roots;) {
        const char *end = strchrnul(at, ':');
        size_t length = (size_t)(end - at);
        if (length > 0 && at[0] == '/' && length < PATH_MAX) {
            char path[PATH_MAX];
            struct kit_text text;
            kit_text_init(&text, path, sizeof(path));
            kit_text_addf(&text, "%.*s%s%s", (int)length, at, at[length - 1] == '/' ? "" : "/",
                          name);
            enum kit_found found = text.cut || text.length >= size ? KIT_MISSING : judge(path);
            if (found != KIT_MISSING && avoid != NULL && is_real_below(path, avoid))
                found = KIT_MISSING;
            bool roots = found == KIT_FOUND && is_roots(path);
            if (rank(found) > rank(best) || roots) {
                best = found;
                best_is_roots = roots;
                (void)kit_text_copy(ret_path, size, path);
            }
        }
        at = *end == ':' ? end + 1 : NULL;
    }
    return best;
}

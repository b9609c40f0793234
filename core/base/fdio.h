/* SPDX-License-Identifier: MIT */
/* Descriptors: owned where they are declared, CLOEXEC from birth, read and written within bounds. */
#ifndef CORDON_BASE_FDIO_H
#define CORDON_BASE_FDIO_H

#include <cordon/error.h>
#include <sys/types.h>

#include "base/deadline.h"

/* An int that closes itself at the end of its block:  CORDON_AUTO_FD int fd = -1; */
#define CORDON_AUTO_FD __attribute__((cleanup(cordon_fd_cleanup)))
void cordon_fd_cleanup(int *fd);
/* Closes *fd when it is open, and sets it to -1; errno is kept. */
void cordon_fd_clear(int *fd);
int cordon_fd_steal(int *fd);

/* A sealed memory file at offset 0 that holds size bytes, or -1 with the error set. */
int cordon_fd_new_data(const char *name, const void *data, gsize size, GError **error);
/* Is there an entry with that name of that kind (S_IFREG, ...)?  Links are not followed. */
gboolean cordon_fd_has_kind(int folder, const char *name, mode_t kind);
/* The whole content up to max_bytes, at most 2 GiB (more is CORDON_ERROR_PARSE), NUL-terminated
 * behind *ret_size; free with g_free().  deadline: NULL is none; CORDON_ERROR_TIMEOUT or _CANCELLED
 * once it is over. */
gboolean cordon_fd_read_all(int fd, gsize max_bytes, const CordonDeadline *deadline, char **ret,
                            gsize *ret_size, GError **error);
/* Never raises SIGPIPE: a reader that left is CORDON_ERROR_SYSTEM. */
gboolean cordon_fd_write_all(int fd, const void *data, gsize size, const CordonDeadline *deadline,
                             GError **error);
/* Replaces the file path (a symbolic link is replaced, not followed) so that a reader sees the old
 * content or the new, also after a crash; mode 0600. */
gboolean cordon_file_replace(const char *path, const char *bytes, gsize size, GError **error);

#endif

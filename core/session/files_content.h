/* SPDX-License-Identifier: MIT */
/* What is in a file that was resolved. */
#ifndef CORDON_SESSION_FILES_CONTENT_H
#define CORDON_SESSION_FILES_CONTENT_H

#include <sys/stat.h>

#include "session/files_private.h"

/* Like read(), but whole: less than size only at the end; -1 with errno. */
gssize cordon_files_read_some(int fd, char *buffer, gsize size);
/* At most max_bytes of fd from where it stands, NUL-terminated; NULL with errno (EFBIG when there is more).  Free with g_free(). */
char *cordon_files_read_whole(int fd, gsize max_bytes, gsize *ret_size);
/* Some names are a secret's only when the content says so.  TRUE too when that cannot be told.  fd: to read; its place is kept. */
gboolean cordon_files_content_is_secret(int fd, const char *name);
/* The same for the way of an agent, with its error. */
gboolean cordon_files_check_content(const CordonFilesWay *way, int fd, const char *path,
                                    GError **error);
/* NUL, or bytes that are not UTF-8? */
gboolean cordon_files_check_text(const CordonFilesWay *way, const char *text, gsize size,
                                 GError **error);

#endif

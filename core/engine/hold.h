/* SPDX-License-Identifier: MIT */
/* Folders and files that are walked to without following a link, and then held by descriptor, so
 * that a name that is moved later changes nothing. */
#ifndef CORDON_ENGINE_HOLD_H
#define CORDON_ENGINE_HOLD_H

#include <cordon/error.h>
#include <sys/stat.h>

#include "model/view.h"

/* The first symbolic link on the way to path, the last component included; NULL when there is none
 * or the way ends before.  Free with g_free(). */
char *cordon_path_find_link(const char *path);
/* A CLOEXEC O_PATH descriptor of path (absolute, clean), through no link; -1 with errno: ELOOP when
 * there is one, also as the last component. */
int cordon_path_open(const char *path);
/* The first bytes (at most max_bytes) of a regular file, through no link, NUL-terminated; NULL with
 * errno. */
char *cordon_path_read(const char *path, gsize max_bytes, gsize *ret_size);
/* The real path of path, for a user who reached a folder by links of his own or the system's
 * (/home -> /var/home).  A link that belongs to somebody else, or that lies in one of the
 * NULL-terminated untrusted folders (clean paths), is refused: whoever writes there could point it
 * elsewhere.  what: "The project".  CORDON_ERROR_POLICY. */
char *cordon_path_resolve(const char *path, const char *const *untrusted, const char *what,
                          GError **error);

/* May this process do wanted (R_OK and so on) by mode alone?  So it is for a command that root runs,
 * which has none of root's rights. */
gboolean cordon_mode_allows(const struct stat *status, mode_t wanted);

typedef struct CordonHold CordonHold;

CordonHold *cordon_hold_new(void);
void cordon_hold_free(CordonHold *hold);
/* Opens path and keeps it; the same path twice is held once.  A socket or a device is refused.
 * what: "The loop's folder", for messages.  CORDON_ERROR_POLICY. */
CordonViewItem *cordon_hold_add(CordonHold *hold, const char *path, const char *what,
                                GError **error);
/* The held descriptor itself, or -1; owned by the hold. */
int cordon_hold_get(const CordonHold *hold, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonHold, cordon_hold_free)

#endif

/* SPDX-License-Identifier: MIT */
/* May a file decide what this user runs?  Only when nobody but root and the user could have changed
 * it: every component of its real path is looked at. */
#ifndef CORDON_BASE_TRUST_H
#define CORDON_BASE_TRUST_H

#include <cordon/error.h>
#include <sys/stat.h>

/* Identity of a checked file. */
typedef struct {
    guint64 device, inode, size;
    gint64 mtime_ns;
} CordonFileIdentity;

/* One component of a real path, as plain data for the judge. */
typedef struct {
    guint32 mode; /* st_mode */
    guint32 uid, gid;
    gboolean has_acl; /* an access list: the group's bits then speak of more than the group */
} CordonTrustStep;

/* Pure: is steps[0..count) (from "/" down to the file) trusted for user uid?  private_gid is the
 * user's own group that nobody else is in (Debian and Fedora give every user one, and with it a
 * umask of 002), or G_MAXUINT32 for none; it does not count where there is an
 * access list.  A folder that others may write passes only when it is sticky and the next component
 * belongs to uid (or root).  On FALSE *ret_bad is the index of the step and *ret_why a static
 * sentence part ("belongs to another user"). */
gboolean cordon_trust_judge(const CordonTrustStep *steps, gsize count, guint32 uid,
                            guint32 private_gid, gsize *ret_bad, const char **ret_why);

/* The private group of user uid: the primary group, named like the user, that lists nobody else;
 * G_MAXUINT32 for none.  Asks the system's user database. */
guint32 cordon_trust_private_gid(guint32 uid);

/* Resolves path, walks the real path from "/" by openat(O_NOFOLLOW), judges every component, and
 * opens the file: a regular file of at most max_bytes (0: any size).  Returns a read-only CLOEXEC
 * descriptor or -1 with CORDON_ERROR_TRUST (or SYSTEM).  ret_real_path (optional, g_free()). */
int cordon_trust_open(const char *path, guint64 max_bytes, char **ret_real_path,
                      CordonFileIdentity *ret_identity, GError **error);
/* The same question for a folder: could others change or take away a file of the user that lies there? */
gboolean cordon_trust_check_folder(const char *path, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* The file of the settings on the disk: locked, read, replaced, kept aside.  Knows nothing of what is in it. */
#ifndef CORDON_SESSION_SETTINGS_FILE_H
#define CORDON_SESSION_SETTINGS_FILE_H

#include <cordon/error.h>

/* Which file, in which state. */
typedef struct {
    guint64 device, inode, size;
    gint64 mtime_ns, ctime_ns;
} CordonSettingsIdentity;

gboolean cordon_settings_identity_is_same(const CordonSettingsIdentity *a,
                                          const CordonSettingsIdentity *b);
/* FALSE: there is none, or it cannot be asked about. */
gboolean cordon_settings_file_identify(const char *path, CordonSettingsIdentity *ret_identity);
/* The file that is meant when path is a link; else path.  Free with g_free(). */
char *cordon_settings_file_resolve(const char *path);
/* The content; *ret_text is NULL when there is no file.  CORDON_ERROR_TRUST for a file, or the folder of one that is not
 * there, that others could change. */
gboolean cordon_settings_file_read(const char *path, char **ret_text, gsize *ret_size,
                                   CordonSettingsIdentity *ret_identity, GError **error);
/* Keeps other programs from changing the file until cordon_settings_file_unlock(); makes its folder.  -1 with the error
 * set. */
int cordon_settings_file_lock(const char *path, GError **error);
void cordon_settings_file_unlock(int lock);
/* With the lock: the new content is on the disk, or the old one is still there. */
gboolean cordon_settings_file_replace(const char *path, const char *text, GError **error);
/* With the lock: gives the file another name beside it; *ret_kept is NULL when there was none. */
gboolean cordon_settings_file_keep(const char *path, char **ret_kept, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Where the user's own files of Cordon are. */
#ifndef CORDON_SESSION_USER_FOLDER_H
#define CORDON_SESSION_USER_FOLDER_H

#include <cordon/error.h>

/* cordon/name below the folder that the environment variable names, else below below_home in the user's home.  NULL
 * when there is neither.  Free with g_free(). */
char *cordon_user_file(const char *variable, const char *below_home, const char *name);
/* Makes the folder, and those above it that are not there: mode 0700, and on the disk. */
gboolean cordon_user_folder_make(const char *folder, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* Where the user's home is: one answer for everything that looks below it. */
#ifndef CORDON_ENGINE_HOME_H
#define CORDON_ENGINE_HOME_H

#include <glib.h>

/* The real path of the home that the user database names, or NULL.  Free with g_free(). */
char *cordon_home_find_own(void);
/* The real path of value (of HOME, or NULL) when it is an absolute path of a folder, else what the
 * user database says, or NULL.  Free with g_free(). */
char *cordon_home_find(const char *value);

#endif

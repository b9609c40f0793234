/* SPDX-License-Identifier: MIT */
/* NULL-terminated lists of borrowed strings: what GLib's functions for GStrv do not take as const. */
#ifndef CORDON_MODEL_STRV_H
#define CORDON_MODEL_STRV_H

#include <glib.h>
#include <string.h>

static inline gsize cordon_strv_length(const char *const *strv)
{
    gsize length = 0;

    while (strv != NULL && strv[length] != NULL)
        length++;
    return length;
}

/* Free with g_strfreev(); NULL gives NULL. */
static inline char **cordon_strv_copy(const char *const *strv)
{
    if (strv == NULL)
        return NULL;

    gsize length = cordon_strv_length(strv);
    char **copy = g_new0(char *, length + 1);

    for (gsize i = 0; i < length; i++)
        copy[i] = g_strdup(strv[i]);
    return copy;
}

/* The value of the variable in a list of NAME=VALUE, or NULL; the first one counts. */
static inline const char *cordon_strv_getenv(const char *const *environment, const char *name)
{
    gsize length = strlen(name);

    for (gsize i = 0; environment != NULL && environment[i] != NULL; i++) {
        if (strncmp(environment[i], name, length) == 0 && environment[i][length] == '=')
            return environment[i] + length + 1;
    }
    return NULL;
}

#endif

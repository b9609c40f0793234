/* SPDX-License-Identifier: MIT */
/* What a request asks for: "/path?name=value", decoded once.  Pure. */
#ifndef CORDON_GATEWAY_HTTP_TARGET_H
#define CORDON_GATEWAY_HTTP_TARGET_H

#include <glib.h>

/* The path of a target in origin form: UTF-8 without control characters or backslash, begins with '/', no component that is
 * empty, "." or "..", and each '/' in it was one.  NULL: it is none.  Free with g_free(). */
char *http_target_path(const char *target);
/* name -> value of what follows the first '?': UTF-8 without NUL; an empty table when nothing follows.  NULL: something cannot
 * be decoded, or a name is there twice.  Free with g_hash_table_unref(). */
GHashTable *http_target_query(const char *target);

#endif

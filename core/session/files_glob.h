/* SPDX-License-Identifier: MIT */
/* Patterns that agents search with, made into expressions whose work is bounded.  Pure. */
#ifndef CORDON_SESSION_FILES_GLOB_H
#define CORDON_SESSION_FILES_GLOB_H

#include <glib.h>

#define CORDON_FILES_MAX_PATTERN 1024u
#define CORDON_FILES_MAX_GLOB    256u

/* A regular expression that gives up, with an error, on a text that would keep it busy.  NULL with G_REGEX_ERROR. */
GRegex *cordon_files_regex_new(const char *pattern, gboolean ignore_case, GError **error);
/* What a glob means: "*" and "?" stop at "/", "**" does not, "[a-z]", "[!a-z]", "{one,other}", "\" before what is to be taken as it
 * is.  NULL with G_REGEX_ERROR.  Matches whole names or paths. */
GRegex *cordon_files_glob_new(const char *glob, GError **error);

#endif

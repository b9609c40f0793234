/* SPDX-License-Identifier: MIT */
/* Text that comes from plug-ins and programs and is shown to people.  Pure. */
#ifndef CORDON_ENGINE_TEXT_H
#define CORDON_ENGINE_TEXT_H

#include <glib.h>

/* NULL when text is at most max_bytes of UTF-8 without control characters and without characters
 * that cannot be seen (they could hide in a command that the user copies); else what is wrong with
 * it, as the end of a sentence ("is longer than 80 bytes").  lines: newlines are welcome.
 * Free with g_free(). */
char *cordon_text_find_fault(const char *text, gsize max_bytes, gboolean lines);
/* The same text made acceptable: cut at max_bytes, each offending byte or character replaced by
 * U+FFFD, a tab by a space.  Free with g_free(). */
char *cordon_text_clean(const char *text, gsize max_bytes, gboolean lines);
/* The first line that is not blank, cleaned; NULL when there is none.  Free with g_free(). */
char *cordon_text_first_line(const char *text, gsize size, gsize max_bytes);

#endif

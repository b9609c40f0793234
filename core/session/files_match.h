/* SPDX-License-Identifier: MIT */
/* Looking for a pattern in one text.  Pure, but for the clock. */
#ifndef CORDON_SESSION_FILES_MATCH_H
#define CORDON_SESSION_FILES_MATCH_H

#include "session/files_private.h"

#define CORDON_FILES_MAX_SHOWN 400u         /* bytes of a line */
#define CORDON_FILES_MAX_LINE  (64u * 1024) /* of a line: an expression does not see what follows */

typedef struct {
    const char *literal; /* borrowed; or NULL, then regex */
    gsize literal_size;
    GRegex *regex; /* owned */
    gint64 end_us; /* g_get_monotonic_time() when to stop */
} CordonFilesPattern;

/* For each line that matches.  FALSE: enough. */
typedef gboolean (*CordonFilesLineFunc)(guint line, const char *text, gpointer user_data);

/* FALSE with the error set: CORDON_FILES_ERROR_PATTERN. */
gboolean cordon_files_pattern_init(CordonFilesPattern *pattern, const CordonFilesWay *way,
                                   const CordonFileSearch *search, GError **error);
void cordon_files_pattern_clear(CordonFilesPattern *pattern);
/* Calls func for the lines of text, which need not be UTF-8 (what is not is U+FFFD to the pattern and to func).  *ret_is_cut: func had
 * enough, or time was up.  FALSE with the error set: an expression gave up. */
gboolean cordon_files_match_text(const CordonFilesPattern *pattern, const CordonFilesWay *way,
                                 const char *text, gsize size, CordonFilesLineFunc func,
                                 gpointer user_data, gboolean *ret_is_cut, GError **error);
/* At most CORDON_FILES_MAX_SHOWN bytes of line around match, whole characters, UTF-8.  Free with g_free(). */
char *cordon_files_show_line(const char *line, gsize size, gsize match);

#endif

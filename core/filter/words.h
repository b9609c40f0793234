/* SPDX-License-Identifier: MIT */
/* Lists of words in one text, with blanks between: "get list show".  No word is empty. */
#ifndef CORDON_FILTER_WORDS_H
#define CORDON_FILTER_WORDS_H

#include <glib.h>

/* Is the text one of the words?  list NULL: there are none. */
gboolean cordon_text_is_listed(const char *list, const char *text);
/* The same for the first size bytes of the text. */
gboolean cordon_text_part_is_listed(const char *list, const char *text, gsize size);

#endif

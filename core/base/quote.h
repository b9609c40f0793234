/* SPDX-License-Identifier: MIT */
/* Words quoted for a POSIX shell, to show to people and to copy. */
#ifndef CORDON_BASE_QUOTE_H
#define CORDON_BASE_QUOTE_H

#include <glib.h>

/* UTF-8 without control characters and without characters that turn the text or cannot be seen. */
gboolean cordon_word_is_visible(const char *word);
/* The word itself where a shell takes it as it is, else single-quoted; control characters and bytes
 * that are not UTF-8 are spelled $'\n' as bash, zsh, ksh and POSIX 2024 read it, so that the result
 * is one line of printable text.  Free with g_free(). */
char *cordon_quote_word(const char *word);
/* The words joined by one space; argv ends with NULL.  Free with g_free(). */
char *cordon_quote_argv(const char *const *argv);

#endif

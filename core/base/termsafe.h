/* SPDX-License-Identifier: MIT */
/* Makes foreign output safe for a user's terminal: text, colours and erase-line pass, all else that
 * could move the cursor, change modes, set the clipboard or hide text is shown as what it is ("\x1b]52;").
 * Pure. */
#ifndef CORDON_BASE_TERMSAFE_H
#define CORDON_BASE_TERMSAFE_H

#include <glib.h>

/* Longer colour sequences are shown escaped. */
#define CORDON_TERMSAFE_MAX_SEQUENCE 64

/* All zero is a fresh one; one a stream, because sequences may be cut between two chunks. */
typedef struct {
    char held[CORDON_TERMSAFE_MAX_SEQUENCE]; /* the begin of a sequence or of a character */
    gsize held_size;
    gboolean coloured; /* a colour may be in force */
} CordonTermsafe;

/* Appends what may be written to the terminal. */
void cordon_termsafe_filter(CordonTermsafe *filter, const char *bytes, gsize size, GString *out);
/* At the end of the stream: what was held back, and the end of any colour. */
void cordon_termsafe_finish(CordonTermsafe *filter, GString *out);

#endif

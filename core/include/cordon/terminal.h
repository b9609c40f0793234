/* SPDX-License-Identifier: MIT */
/* CordonTerminalFilter: makes output of a command harmless for the terminal that shows it.  Text,
 * colours and line ends pass; what could move titles, clipboards, keys or answers does not.
 *
 * One filter for each stream, since a sequence may be cut in two; not thread-safe. */
#ifndef CORDON_TERMINAL_H
#define CORDON_TERMINAL_H

#include <cordon/error.h>

G_BEGIN_DECLS

typedef struct CordonTerminalFilter CordonTerminalFilter;

CORDON_PUBLIC CordonTerminalFilter *cordon_terminal_filter_new(void);
CORDON_PUBLIC void cordon_terminal_filter_free(CordonTerminalFilter *filter);
/* Appends to `to` what of these bytes may be shown. */
CORDON_PUBLIC void cordon_terminal_filter_feed(CordonTerminalFilter *filter, const char *bytes,
                                               gsize size, GString *to);
/* The stream has ended: appends what was held back, and puts colours back to normal. */
CORDON_PUBLIC void cordon_terminal_filter_finish(CordonTerminalFilter *filter, GString *to);

/* Does a person see this Unicode character as what it is?  FALSE for what steers a terminal, turns the direction of the text,
 * leaves no trace, or looks like the space and is none; it has to be written out where somebody decides by what he reads. */
CORDON_PUBLIC gboolean cordon_character_is_visible(guint32 character);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonTerminalFilter, cordon_terminal_filter_free)

G_END_DECLS

#endif

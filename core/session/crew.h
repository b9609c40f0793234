/* SPDX-License-Identifier: MIT */
/* Threads that take what they are given, in order.
 *
 * GLib's pool promises no thread at all: where the system has none left, what was given to it waits for ever, and so does who
 * frees it.  Here one is there from the begin to the end, so all that is given is done, if slowly. */
#ifndef CORDON_SESSION_CREW_H
#define CORDON_SESSION_CREW_H

#include <glib.h>

typedef struct CordonCrew CordonCrew;

/* work: with what was given, and user_data; from a thread of the crew.  At most max_threads at one time.  NULL with error when
 * not even one can be had. */
CordonCrew *cordon_crew_new(GFunc work, gpointer user_data, guint max_threads, GError **error);
/* From any thread. */
void cordon_crew_give(CordonCrew *crew, gpointer data);
/* Waits until all that was given is done.  Nobody gives any more, but for the crew's own threads. */
void cordon_crew_free(CordonCrew *crew);

#endif

/* SPDX-License-Identifier: MIT */
/* What happens, to whoever listens: from any thread into the loop, there to the rest of the gateway and, as server-sent
 * events, to pages and programs.
 *
 * Output of commands only passes by: its events carry no id, are one a command at a time, and are not told again to who comes
 * back; where to read on is in the run.  All else is kept for a while (ring.h), and each listener is given of it what he reads, when
 * he reads it: one that is slow costs no memory, and begins anew ("reset") when he is so late that something is not kept any more. */
#ifndef CORDON_GATEWAY_EVENTS_H
#define CORDON_GATEWAY_EVENTS_H

#include <cordon/session.h>

#include "http/server.h"

#define EVENTS_MAX_LISTENERS 256u
/* More than one act causes, see ring.h. */
#define EVENTS_MAX_QUEUED       16384u
#define EVENTS_MAX_QUEUED_BYTES (32u * 1024 * 1024)
/* What happened and did not come this far: an observer looks anew at all that it waits for. */
#define EVENTS_RESET        "reset"
#define EVENTS_KEEP_ALIVE_S 15u

typedef struct Events Events;

/* In the loop, for every event in order; id as in session.h. */
typedef void (*EventsObserver)(const char *name, const char *id, const char *data,
                               gpointer user_data);

Events *events_new(void);
/* All streams have ended before. */
void events_free(Events *events);
/* A CordonSessionListener; user_data is the Events. */
void events_from_session(CordonEventKind kind, const char *id, const char *data,
                         gpointer user_data);
/* From any thread.  name: static.  data: one line of JSON. */
void events_post(Events *events, const char *name, const char *id, const char *data);
void events_add_observer(Events *events, EventsObserver observer, gpointer user_data);

/* Answers the request with the stream, from behind last_id (or NULL: from now on); FALSE: there are too many, and nothing was
 * answered.  session: counts as its window as long as the stream is open; or NULL.  panel: id of the page's session, or NULL. */
gboolean events_listen(Events *events, HttpRequest *request, const char *last_id,
                       CordonSession *session, const char *panel);
/* Ends the streams of a page's session. */
void events_end_panel(Events *events, const char *panel);
/* Ends all; windows are given back. */
void events_end_all(Events *events);
guint events_count_listeners(const Events *events);

#endif

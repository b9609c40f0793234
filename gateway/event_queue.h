/* SPDX-License-Identifier: MIT */
/* Events on their way from the threads of commands to the loop.  Pure; not thread-safe. */
#ifndef CORDON_GATEWAY_EVENT_QUEUE_H
#define CORDON_GATEWAY_EVENT_QUEUE_H

#include <glib.h>

typedef struct {
    const char *name; /* static */
    char *id, *data;
    gboolean passes; /* of several with the same id the newest is enough */
} QueuedEvent;

typedef struct EventQueue EventQueue;

/* max_bytes: of the data of all of them. */
EventQueue *event_queue_new(guint max, gsize max_bytes);
void event_queue_free(EventQueue *queue);
/* data NULL: "{}".  What comes when it is full is lost, and event_queue_take() says so. */
void event_queue_add(EventQueue *queue, const char *name, const char *id, const char *data,
                     gboolean passes);
/* All, oldest first: array that owns its elements. */
GPtrArray *event_queue_take(EventQueue *queue, gboolean *ret_was_full);

#endif

/* SPDX-License-Identifier: MIT */
/* Events on their way to the loop. */
#include "event_queue.h"

#include <string.h>

struct EventQueue {
    guint max;
    gsize max_bytes, bytes;
    gboolean was_full;
    GPtrArray *events;   /* of QueuedEvent */
    GHashTable *passing; /* id -> QueuedEvent of events, borrowed */
};

static void event_free(gpointer data)
{
    QueuedEvent *event = data;

    g_free(event->id);
    g_free(event->data);
    g_free(event);
}

EventQueue *event_queue_new(guint max, gsize max_bytes)
{
    EventQueue *queue = g_new0(EventQueue, 1);

    queue->max = max;
    queue->max_bytes = max_bytes;
    queue->events = g_ptr_array_new_with_free_func(event_free);
    queue->passing = g_hash_table_new(g_str_hash, g_str_equal);
    return queue;
}

void event_queue_free(EventQueue *queue)
{
    g_hash_table_unref(queue->passing);
    g_ptr_array_unref(queue->events);
    g_free(queue);
}

void event_queue_add(EventQueue *queue, const char *name, const char *id, const char *data,
                     gboolean passes)
{
    QueuedEvent *event = passes ? g_hash_table_lookup(queue->passing, id) : NULL;

    if (event != NULL) {
        g_free(event->data);
        event->data = g_strdup(data != NULL ? data : "{}");
        return;
    }
    gsize size = data != NULL ? strlen(data) : 0;
    if (queue->events->len >= queue->max || queue->bytes + size > queue->max_bytes) {
        queue->was_full = TRUE;
        return;
    }
    queue->bytes += size;
    event = g_new0(QueuedEvent, 1);
    *event = (QueuedEvent){
        .name = name,
        .id = g_strdup(id != NULL ? id : ""),
        .data = g_strdup(data != NULL ? data : "{}"),
        .passes = passes,
    };
    g_ptr_array_add(queue->events, event);
    if (passes)
        g_hash_table_insert(queue->passing, event->id, event);
}

GPtrArray *event_queue_take(EventQueue *queue, gboolean *ret_was_full)
{
    GPtrArray *taken = queue->events;

    *ret_was_full = queue->was_full;
    queue->was_full = FALSE;
    queue->bytes = 0;
    g_hash_table_remove_all(queue->passing);
    queue->events = g_ptr_array_new_with_free_func(event_free);
    return taken;
}

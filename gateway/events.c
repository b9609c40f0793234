/* SPDX-License-Identifier: MIT */
/* What happens, to whoever listens. */
#include "events.h"

#include <cordon/json.h>
#include <string.h>

#include "event_queue.h"
#include "ring.h"
#include "token.h"

/* Output comes in many small pieces. */
#define OUTPUT_DELAY_MS 30u
#define EPOCH_BYTES     9u
/* Given to a listener at a time. */
#define FEED_BYTES 32768u
/* Runs that wrote while a listener was behind; with more of them it begins anew. */
#define MAX_PASSED 1024u

typedef struct {
    Events *events;
    HttpStream *stream;
    CordonSession *window; /* or NULL */
    char *panel;           /* or NULL */
    guint64 number;        /* of the newest event that it was given */
    GHashTable *passed;    /* or NULL: id -> data of what passed by while it was behind */
    gboolean has_lost;     /* more passed by than is kept */
} Listener;

typedef struct {
    EventsObserver observer;
    gpointer user_data;
} Observer;

struct Events {
    Ring *ring;
    GPtrArray *listeners; /* of Listener */
    GArray *observers;    /* of Observer */
    GMutex mutex;         /* of what follows */
    EventQueue *queue;
    guint drain_source;
    gboolean drains_soon;
};

static void end_listener(Listener *listener)
{
    g_ptr_array_remove_fast(listener->events->listeners, listener);
    if (listener->window != NULL)
        cordon_session_remove_window(listener->window);
    g_clear_pointer(&listener->passed, g_hash_table_unref);
    g_free(listener->panel);
    g_free(listener);
}

static void stream_closed(HttpStream *stream, gpointer user_data)
{
    (void)stream;
    end_listener(user_data);
}

/* --- what a listener is given --- */

static void append_passing(const char *data, GString *to)
{
    ring_append_passing(cordon_event_kind_name(CORDON_EVENT_OUTPUT), data, to);
}

static void append_reset(Listener *listener, GString *to)
{
    const Ring *ring = listener->events->ring;

    ring_append_position(ring, to);
    ring_append_passing(EVENTS_RESET, "{}", to);
    listener->number = ring_get_newest(ring);
    listener->has_lost = FALSE;
    g_clear_pointer(&listener->passed, g_hash_table_unref);
}

static void append_passed(Listener *listener, GString *to)
{
    GHashTableIter iter;
    gpointer data;

    if (listener->passed == NULL)
        return;
    g_hash_table_iter_init(&iter, listener->passed);
    while (g_hash_table_iter_next(&iter, NULL, &data))
        append_passing(data, to);
    g_clear_pointer(&listener->passed, g_hash_table_unref);
}

/* Nothing of what it was given before waits any more.  begin: goes first; or NULL.  The listener may be gone after it. */
static void feed(Listener *listener, const GString *begin)
{
    const Ring *ring = listener->events->ring;
    g_autoptr(GString) text = g_string_new(NULL);

    if (begin != NULL)
        g_string_append_len(text, begin->str, (gssize)begin->len);
    if (listener->has_lost || !ring_read(ring, &listener->number, FEED_BYTES, text))
        append_reset(listener, text);
    if (listener->number == ring_get_newest(ring))
        append_passed(listener, text);
    http_stream_write(listener->stream, text->str, text->len);
}

static void stream_drained(HttpStream *stream, gpointer user_data)
{
    (void)stream;
    feed(user_data, NULL);
}

static void remember_passed(Listener *listener, const GPtrArray *queued)
{
    for (guint i = 0; i < queued->len && !listener->has_lost; i++) {
        const QueuedEvent *event = g_ptr_array_index(queued, i);
        if (!event->passes)
            continue;
        if (listener->passed == NULL)
            listener->passed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        g_hash_table_replace(listener->passed, g_strdup(event->id), g_strdup(event->data));
        listener->has_lost = g_hash_table_size(listener->passed) > MAX_PASSED;
    }
}

static gboolean keep_alive(gpointer data)
{
    const Events *events = data;
    static const char comment[] = ":\n\n";

    for (guint i = events->listeners->len; i-- > 0;) {
        const Listener *listener = g_ptr_array_index(events->listeners, i);
        if (http_stream_get_queued(listener->stream) == 0)
            http_stream_write(listener->stream, comment, strlen(comment));
    }
    return G_SOURCE_CONTINUE;
}

/* --- from the queue to all --- */

static void tell_observers(const Events *events, const char *name, const char *id, const char *data)
{
    for (guint i = 0; i < events->observers->len; i++) {
        const Observer *observer = &g_array_index(events->observers, Observer, i);
        observer->observer(name, id, data, observer->user_data);
    }
}

/* What passes goes first: it is never later than the end of the command that wrote. */
static void tell_listeners(const Events *events, const GPtrArray *queued, const GString *passing,
                           guint64 newest_before)
{
    /* From the end: one may go while it is written to. */
    for (guint i = events->listeners->len; i-- > 0;) {
        Listener *listener = g_ptr_array_index(events->listeners, i);
        gboolean is_ready = http_stream_get_queued(listener->stream) == 0;
        gboolean takes_all = is_ready && listener->number >= newest_before;
        if (!takes_all && passing->len > 0)
            remember_passed(listener, queued);
        if (is_ready)
            feed(listener, takes_all ? passing : NULL);
    }
}

static gboolean drain(gpointer data)
{
    Events *events = data;
    g_autoptr(GString) passing = g_string_new(NULL);
    guint64 newest_before = ring_get_newest(events->ring);
    gboolean was_full;

    g_mutex_lock(&events->mutex);
    g_autoptr(GPtrArray) queued = event_queue_take(events->queue, &was_full);
    events->drain_source = 0;
    g_mutex_unlock(&events->mutex);
    for (guint i = 0; i < queued->len; i++) {
        const QueuedEvent *event = g_ptr_array_index(queued, i);
        if (event->passes)
            append_passing(event->data, passing);
        else
            ring_add(events->ring, event->name, event->data);
        tell_observers(events, event->name, event->id, event->data);
    }
    /* What was lost came last. */
    if (was_full) {
        ring_add(events->ring, EVENTS_RESET, "{}");
        tell_observers(events, EVENTS_RESET, "", "{}");
    }
    tell_listeners(events, queued, passing, newest_before);
    return G_SOURCE_REMOVE;
}

/* With the lock.  Soon: the next time around; else after a moment in which more output may come. */
static void want_drain(Events *events, gboolean soon)
{
    if (events->drain_source != 0 && (events->drains_soon || !soon))
        return;
    if (events->drain_source != 0)
        g_source_remove(events->drain_source);
    events->drains_soon = soon;
    events->drain_source = soon ? g_idle_add_full(G_PRIORITY_DEFAULT, drain, events, NULL)
                                : g_timeout_add(OUTPUT_DELAY_MS, drain, events);
}

static void post(Events *events, const char *name, const char *id, const char *data,
                 gboolean passes)
{
    g_mutex_lock(&events->mutex);
    event_queue_add(events->queue, name, id, data, passes);
    want_drain(events, !passes);
    g_mutex_unlock(&events->mutex);
}

void events_post(Events *events, const char *name, const char *id, const char *data)
{
    post(events, name, id, data, FALSE);
}

static char *id_json(const char *id)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", id);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void events_from_session(CordonEventKind kind, const char *id, const char *data, gpointer user_data)
{
    g_autofree char *only_id = data == NULL ? id_json(id) : NULL;

    post(user_data, cordon_event_kind_name(kind), id, data != NULL ? data : only_id,
         kind == CORDON_EVENT_OUTPUT);
}

Events *events_new(void)
{
    Events *events = g_new0(Events, 1);
    g_autofree char *epoch = token_new("", EPOCH_BYTES);

    g_strdelimit(epoch, "-", '.');
    g_mutex_init(&events->mutex);
    events->ring = ring_new(epoch, RING_SIZE, RING_MAX_BYTES);
    events->queue = event_queue_new(EVENTS_MAX_QUEUED, EVENTS_MAX_QUEUED_BYTES);
    events->listeners = g_ptr_array_new();
    events->observers = g_array_new(FALSE, FALSE, sizeof(Observer));
    g_timeout_add_seconds(EVENTS_KEEP_ALIVE_S, keep_alive, events);
    return events;
}

void events_free(Events *events)
{
    /* One that was replaced while it ran may still be there too. */
    while (g_source_remove_by_user_data(events))
        ;
    event_queue_free(events->queue);
    ring_free(events->ring);
    g_ptr_array_unref(events->listeners);
    g_array_unref(events->observers);
    g_mutex_clear(&events->mutex);
    g_free(events);
}

void events_add_observer(Events *events, EventsObserver observer, gpointer user_data)
{
    Observer added = {observer, user_data};

    g_array_append_val(events->observers, added);
}

gboolean events_listen(Events *events, HttpRequest *request, const char *last_id,
                       CordonSession *session, const char *panel)
{
    g_autoptr(GString) begin = g_string_new(NULL);

    if (events->listeners->len >= EVENTS_MAX_LISTENERS)
        return FALSE;
    Listener *listener = g_new0(Listener, 1);
    if (last_id == NULL || !ring_read_id(events->ring, last_id, &listener->number)) {
        listener->number = ring_get_newest(events->ring);
        ring_append_position(events->ring, begin);
        ring_append_passing(last_id == NULL ? "hello" : EVENTS_RESET, "{}", begin);
    }
    listener->events = events;
    listener->window = session;
    listener->panel = g_strdup(panel);
    listener->stream = http_stream_begin(request, "text/event-stream");
    http_stream_set_closed(listener->stream, stream_closed, listener);
    http_stream_set_drained(listener->stream, stream_drained, listener);
    g_ptr_array_add(events->listeners, listener);
    if (session != NULL)
        cordon_session_add_window(session);
    feed(listener, begin);
    return TRUE;
}

static void end_where(Events *events, const char *panel)
{
    for (guint i = events->listeners->len; i-- > 0;) {
        Listener *listener = g_ptr_array_index(events->listeners, i);
        if (panel != NULL && g_strcmp0(panel, listener->panel) != 0)
            continue;
        http_stream_end(listener->stream);
        end_listener(listener);
    }
}

void events_end_panel(Events *events, const char *panel)
{
    end_where(events, panel);
}

void events_end_all(Events *events)
{
    end_where(events, NULL);
}

guint events_count_listeners(const Events *events)
{
    return events->listeners->len;
}

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
/* Where the listener has to begin anew: what it knows may be wrong. */
#define RESET_EVENT "reset"

typedef struct {
    Events *events;
    HttpStream *stream;
    CordonSession *window; /* or NULL */
    char *panel;           /* or NULL */
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
    g_free(listener->panel);
    g_free(listener);
}

static void stream_closed(HttpStream *stream, gpointer user_data)
{
    (void)stream;
    end_listener(user_data);
}

static void broadcast(Events *events, const GString *text)
{
    /* From the end: a listener that does not read goes while it is written to. */
    for (guint i = events->listeners->len; i-- > 0;) {
        const Listener *listener = g_ptr_array_index(events->listeners, i);
        http_stream_write(listener->stream, text->str, text->len);
    }
}

static gboolean keep_alive(gpointer data)
{
    g_autoptr(GString) comment = g_string_new(":\n\n");

    broadcast(data, comment);
    return G_SOURCE_CONTINUE;
}

static void deliver(Events *events, const QueuedEvent *event, GString *text)
{
    if (event->passes)
        ring_append_passing(event->name, event->data, text);
    else
        ring_add(events->ring, event->name, event->data, text);
    for (guint i = 0; i < events->observers->len; i++) {
        const Observer *observer = &g_array_index(events->observers, Observer, i);
        observer->observer(event->name, event->id, event->data, observer->user_data);
    }
}

static gboolean drain(gpointer data)
{
    Events *events = data;
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean was_full;

    g_mutex_lock(&events->mutex);
    g_autoptr(GPtrArray) queued = event_queue_take(events->queue, &was_full);
    events->drain_source = 0;
    g_mutex_unlock(&events->mutex);
    if (was_full)
        ring_add(events->ring, RESET_EVENT, "{}", text);
    for (guint i = 0; i < queued->len; i++)
        deliver(events, g_ptr_array_index(queued, i), text);
    if (text->len > 0)
        broadcast(events, text);
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
    events->ring = ring_new(epoch, RING_SIZE);
    events->queue = event_queue_new(EVENTS_MAX_QUEUED);
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
    if (last_id == NULL || !ring_replay(events->ring, last_id, begin)) {
        ring_append_position(events->ring, begin);
        ring_append_passing(last_id == NULL ? "hello" : RESET_EVENT, "{}", begin);
    }
    Listener *listener = g_new0(Listener, 1);
    listener->events = events;
    listener->window = session;
    listener->panel = g_strdup(panel);
    listener->stream = http_stream_begin(request, "text/event-stream");
    http_stream_set_closed(listener->stream, stream_closed, listener);
    g_ptr_array_add(events->listeners, listener);
    if (session != NULL)
        cordon_session_add_window(session);
    http_stream_write(listener->stream, begin->str, begin->len);
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

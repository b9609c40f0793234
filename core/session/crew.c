/* SPDX-License-Identifier: MIT */
#include "session/crew.h"

/* A thread that had nothing to do for so long goes, unless it is the last. */
#define IDLE_US (15 * G_USEC_PER_SEC)

struct CordonCrew {
    GFunc work;
    gpointer user_data;
    guint max_threads;
    GMutex lock; /* of what follows */
    GCond given, gone;
    GQueue waiting;
    GQueue ended; /* of GThread: to be joined */
    guint threads, idle;
    gboolean is_ending;
};

/* With the lock.  FALSE: there is nothing, and the thread may go. */
static gboolean wait_for_work(CordonCrew *crew)
{
    gint64 end = g_get_monotonic_time() + IDLE_US;
    gboolean is_late = FALSE;

    crew->idle++;
    while (crew->waiting.length == 0 && !crew->is_ending && !(is_late && crew->threads > 1)) {
        if (is_late)
            g_cond_wait(&crew->given, &crew->lock);
        else
            is_late = !g_cond_wait_until(&crew->given, &crew->lock, end);
    }
    crew->idle--;
    return crew->waiting.length > 0;
}

static gpointer run(gpointer data)
{
    CordonCrew *crew = data;

    g_mutex_lock(&crew->lock);
    while (wait_for_work(crew)) {
        gpointer given = g_queue_pop_head(&crew->waiting);
        g_mutex_unlock(&crew->lock);
        crew->work(given, crew->user_data);
        g_mutex_lock(&crew->lock);
    }
    crew->threads--;
    g_queue_push_tail(&crew->ended, g_thread_self());
    g_cond_broadcast(&crew->gone);
    g_mutex_unlock(&crew->lock);
    return NULL;
}

/* With the lock, which they do not need any more. */
static void join_ended(CordonCrew *crew)
{
    GThread *thread;

    while ((thread = g_queue_pop_head(&crew->ended)) != NULL)
        g_thread_join(thread);
}

/* With the lock. */
static gboolean add_thread(CordonCrew *crew, GError **error)
{
    join_ended(crew);
    if (g_thread_try_new("cordon-crew", run, crew, error) == NULL)
        return FALSE;
    crew->threads++;
    return TRUE;
}

CordonCrew *cordon_crew_new(GFunc work, gpointer user_data, guint max_threads, GError **error)
{
    CordonCrew *crew = g_new0(CordonCrew, 1);

    crew->work = work;
    crew->user_data = user_data;
    crew->max_threads = max_threads;
    g_mutex_init(&crew->lock);
    g_cond_init(&crew->given);
    g_cond_init(&crew->gone);
    g_queue_init(&crew->waiting);
    g_queue_init(&crew->ended);
    g_mutex_lock(&crew->lock);
    gboolean has_one = add_thread(crew, error);
    g_mutex_unlock(&crew->lock);
    if (has_one)
        return crew;
    cordon_crew_free(crew);
    return NULL;
}

void cordon_crew_give(CordonCrew *crew, gpointer data)
{
    g_mutex_lock(&crew->lock);
    g_queue_push_tail(&crew->waiting, data);
    /* Without a new thread those that there are take it in their turn. */
    if (crew->idle < crew->waiting.length && crew->threads < crew->max_threads)
        add_thread(crew, NULL);
    g_cond_signal(&crew->given);
    g_mutex_unlock(&crew->lock);
}

void cordon_crew_free(CordonCrew *crew)
{
    if (crew == NULL)
        return;
    g_mutex_lock(&crew->lock);
    crew->is_ending = TRUE;
    g_cond_broadcast(&crew->given);
    while (crew->threads > 0)
        g_cond_wait(&crew->gone, &crew->lock);
    join_ended(crew);
    g_mutex_unlock(&crew->lock);
    g_mutex_clear(&crew->lock);
    g_cond_clear(&crew->given);
    g_cond_clear(&crew->gone);
    g_queue_clear(&crew->waiting);
    g_free(crew);
}

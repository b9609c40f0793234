/* SPDX-License-Identifier: MIT */
/* Work that blocks. */
#include "pool.h"

typedef struct {
    Pool *pool;
    void (*work)(gpointer data);
    void (*done)(gpointer data);
    gpointer data;
} Task;

struct Pool {
    GThreadPool *threads;
    guint open;          /* tasks that were not told yet; of the loop */
    GAsyncQueue *worked; /* of Task */
};

static void tell(Task *task)
{
    task->pool->open--;
    task->done(task->data);
    g_free(task);
}

static gboolean tell_worked(gpointer data)
{
    Pool *pool = data;
    Task *task = g_async_queue_try_pop(pool->worked);

    if (task != NULL)
        tell(task);
    return G_SOURCE_REMOVE;
}

static void run_task(gpointer data, gpointer user_data)
{
    Task *task = data;
    Pool *pool = user_data;

    task->work(task->data);
    g_async_queue_push(pool->worked, task);
    g_idle_add_full(G_PRIORITY_DEFAULT, tell_worked, pool, NULL);
}

Pool *pool_new(GError **error)
{
    Pool *pool = g_new0(Pool, 1);
    g_autoptr(GError) problem = NULL;

    /* Exclusive, so that they are there from the begin: else work could wait for ever where the system has none left.  Some are
     * enough. */
    pool->threads = g_thread_pool_new(run_task, pool, POOL_THREADS, TRUE, &problem);
    pool->worked = g_async_queue_new();
    if (g_thread_pool_get_num_threads(pool->threads) > 0)
        return pool;
    g_propagate_error(error, g_steal_pointer(&problem));
    pool_free(pool);
    return NULL;
}

void pool_free(Pool *pool)
{
    Task *task;

    g_thread_pool_free(pool->threads, FALSE, TRUE);
    while ((task = g_async_queue_try_pop(pool->worked)) != NULL)
        tell(task);
    while (g_source_remove_by_user_data(pool))
        ;
    g_async_queue_unref(pool->worked);
    g_free(pool);
}

gboolean pool_run(Pool *pool, void (*work)(gpointer data), void (*done)(gpointer data),
                  gpointer data)
{
    if (pool->open >= POOL_MAX_WAITING)
        return FALSE;
    Task *task = g_new0(Task, 1);
    *task = (Task){.pool = pool, .work = work, .done = done, .data = data};
    pool->open++;
    g_thread_pool_push(pool->threads, task, NULL);
    return TRUE;
}

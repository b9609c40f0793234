/* SPDX-License-Identifier: MIT */
/* CordonView: making and freeing it. */
#include "model/view.h"

CordonViewItem *cordon_view_item_new(const char *path, guint32 kind, guint64 device, guint64 inode)
{
    CordonViewItem *item = g_new0(CordonViewItem, 1);

    item->path = g_strdup(path);
    item->kind = kind;
    item->device = device;
    item->inode = inode;
    return item;
}

void cordon_view_item_free(CordonViewItem *item)
{
    if (item == NULL)
        return;
    g_free(item->path);
    g_free(item);
}

static void item_free(gpointer item)
{
    cordon_view_item_free(item);
}

static GPtrArray *items_new(void)
{
    return g_ptr_array_new_with_free_func(item_free);
}

CordonView *cordon_view_new(void)
{
    CordonView *view = g_new0(CordonView, 1);

    view->system = cordon_mounts_new();
    view->tools = items_new();
    view->siblings = items_new();
    view->apps = items_new();
    view->between = items_new();
    view->protects = items_new();
    view->secrets = items_new();
    view->specials = items_new();
    view->git_dirs = items_new();
    view->stage_covers = items_new();
    return view;
}

void cordon_view_free(CordonView *view)
{
    if (view == NULL)
        return;
    g_ptr_array_unref(view->system);
    g_free(view->home);
    g_ptr_array_unref(view->tools);
    cordon_view_item_free(view->project);
    cordon_view_item_free(view->loop);
    g_ptr_array_unref(view->siblings);
    g_ptr_array_unref(view->apps);
    g_ptr_array_unref(view->between);
    g_ptr_array_unref(view->protects);
    g_ptr_array_unref(view->secrets);
    g_ptr_array_unref(view->specials);
    g_ptr_array_unref(view->git_dirs);
    cordon_view_item_free(view->cache);
    cordon_view_item_free(view->repository);
    cordon_view_item_free(view->stage);
    cordon_view_item_free(view->objects);
    g_ptr_array_unref(view->stage_covers);
    g_free(view);
}

/* SPDX-License-Identifier: MIT */
/* The boards, loops, bubbles and roles of settings in memory: finding, adding, removing. */
#include <string.h>

#include "session/settings_private.h"

/* Every entry of these lists begins with its id. */
static gpointer find(const GPtrArray *list, const char *id, guint *ret_index)
{
    for (guint i = 0; id != NULL && i < list->len; i++) {
        gpointer entry = g_ptr_array_index(list, i);

        if (g_strcmp0(*(char **)entry, id) != 0)
            continue;
        *ret_index = i;
        return entry;
    }
    return NULL;
}

G_STATIC_ASSERT(G_STRUCT_OFFSET(CordonRole, id) == 0);
G_STATIC_ASSERT(G_STRUCT_OFFSET(CordonBoard, id) == 0);
G_STATIC_ASSERT(G_STRUCT_OFFSET(CordonLoop, id) == 0);
G_STATIC_ASSERT(G_STRUCT_OFFSET(CordonBubble, id) == 0);

CordonBoard *cordon_settings_find_board(const CordonSettings *settings, const char *id)
{
    guint index;

    return find(settings->boards, id, &index);
}

CordonLoop *cordon_settings_find_loop(const CordonSettings *settings, const char *id)
{
    guint index;

    return find(settings->loops, id, &index);
}

CordonBubble *cordon_settings_find_bubble(const CordonSettings *settings, const char *id)
{
    guint index;

    return find(settings->bubbles, id, &index);
}

CordonBoard *cordon_settings_add_board(CordonSettings *settings, const char *id, const char *name,
                                       const char *project)
{
    CordonBoard *board = g_new0(CordonBoard, 1);

    board->id = g_strdup(id);
    board->name = g_strdup(name);
    board->project = g_strdup(project);
    g_ptr_array_add(settings->boards, board);
    return board;
}

CordonLoop *cordon_settings_add_loop(CordonSettings *settings, const char *id, const char *board,
                                     const char *folder)
{
    CordonLoop *loop = g_new0(CordonLoop, 1);

    loop->id = g_strdup(id);
    loop->board = g_strdup(board);
    loop->folder = g_strdup(folder);
    g_ptr_array_add(settings->loops, loop);
    return loop;
}

CordonBubble *cordon_settings_add_bubble(CordonSettings *settings, const char *id, const char *name,
                                         const char *loop, const char *role)
{
    CordonBubble *bubble = g_new0(CordonBubble, 1);

    bubble->id = g_strdup(id);
    bubble->name = g_strdup(name);
    bubble->loop = g_strdup(loop);
    bubble->role = g_strdup(role);
    g_ptr_array_add(settings->bubbles, bubble);
    return bubble;
}

CordonRole *cordon_settings_add_role(CordonSettings *settings, const char *id, guint tools)
{
    CordonRole *role = g_new0(CordonRole, 1);

    role->id = g_strdup(id);
    role->tools = tools;
    g_ptr_array_add(settings->roles, role);
    return role;
}

static gboolean remove_one(GPtrArray *list, const char *id)
{
    guint index;

    if (find(list, id, &index) == NULL)
        return FALSE;
    g_ptr_array_remove_index(list, index);
    return TRUE;
}

static void remove_bubbles_of(CordonSettings *settings, const char *loop)
{
    for (guint i = settings->bubbles->len; i-- > 0;) {
        const CordonBubble *bubble = g_ptr_array_index(settings->bubbles, i);

        if (g_strcmp0(bubble->loop, loop) == 0)
            g_ptr_array_remove_index(settings->bubbles, i);
    }
}

static void remove_loops_of(CordonSettings *settings, const char *board)
{
    for (guint i = settings->loops->len; i-- > 0;) {
        const CordonLoop *loop = g_ptr_array_index(settings->loops, i);

        if (g_strcmp0(loop->board, board) != 0)
            continue;
        remove_bubbles_of(settings, loop->id);
        g_ptr_array_remove_index(settings->loops, i);
    }
}

/* id may be the one of the entry itself, so what hangs on it goes first. */
gboolean cordon_settings_remove_board(CordonSettings *settings, const char *id)
{
    if (cordon_settings_find_board(settings, id) == NULL)
        return FALSE;
    remove_loops_of(settings, id);
    return remove_one(settings->boards, id);
}

gboolean cordon_settings_remove_loop(CordonSettings *settings, const char *id)
{
    if (cordon_settings_find_loop(settings, id) == NULL)
        return FALSE;
    remove_bubbles_of(settings, id);
    return remove_one(settings->loops, id);
}

gboolean cordon_settings_remove_bubble(CordonSettings *settings, const char *id)
{
    return remove_one(settings->bubbles, id);
}

gboolean cordon_settings_remove_role(CordonSettings *settings, const char *id)
{
    return remove_one(settings->roles, id);
}

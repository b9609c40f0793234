/* SPDX-License-Identifier: MIT */
/* CordonSettings: the defaults, and copies. */
#include "session/settings_private.h"

#define DEFAULT_TIME_LIMIT_S       120
#define DEFAULT_LONG_TIME_LIMIT_S  600
#define DEFAULT_APPROVAL_TIMEOUT_S 300

static void free_role(gpointer data)
{
    CordonRole *role = data;

    g_free(role->id);
    g_free(role);
}

static void free_board(gpointer data)
{
    CordonBoard *board = data;

    g_free(board->id);
    g_free(board->name);
    g_free(board->project);
    g_free(board);
}

static void free_loop(gpointer data)
{
    CordonLoop *loop = data;

    g_free(loop->id);
    g_free(loop->board);
    g_free(loop->folder);
    g_free(loop);
}

static void free_bubble(gpointer data)
{
    CordonBubble *bubble = data;

    g_free(bubble->id);
    g_free(bubble->name);
    g_free(bubble->loop);
    g_free(bubble->role);
    g_free(bubble->token_sha256);
    g_free(bubble);
}

CordonSettings *cordon_settings_new(void)
{
    CordonSettings *settings = g_new0(CordonSettings, 1);

    settings->backend = g_strdup("auto");
    settings->time_limit_s = DEFAULT_TIME_LIMIT_S;
    settings->long_time_limit_s = DEFAULT_LONG_TIME_LIMIT_S;
    settings->approval_timeout_s = DEFAULT_APPROVAL_TIMEOUT_S;
    settings->hosts = g_ptr_array_new_with_free_func(g_free);
    settings->roles = g_ptr_array_new_with_free_func(free_role);
    settings->boards = g_ptr_array_new_with_free_func(free_board);
    settings->loops = g_ptr_array_new_with_free_func(free_loop);
    settings->bubbles = g_ptr_array_new_with_free_func(free_bubble);
    return settings;
}

void cordon_settings_free(CordonSettings *settings)
{
    if (settings == NULL)
        return;
    g_free(settings->backend);
    g_free(settings->docker_image);
    g_ptr_array_unref(settings->hosts);
    g_ptr_array_unref(settings->roles);
    g_ptr_array_unref(settings->boards);
    g_ptr_array_unref(settings->loops);
    g_ptr_array_unref(settings->bubbles);
    g_free(settings);
}

static void copy_scalars(CordonSettings *to, const CordonSettings *from)
{
    to->sandbox = from->sandbox;
    g_free(to->backend);
    to->backend = g_strdup(from->backend);
    to->docker_image = g_strdup(from->docker_image);
    to->time_limit_s = from->time_limit_s;
    to->long_time_limit_s = from->long_time_limit_s;
    to->approval_timeout_s = from->approval_timeout_s;
    for (guint i = 0; i < CORDON_N_LIMITS; i++)
        to->limits[i] = from->limits[i];
}

CordonSettings *cordon_settings_copy(const CordonSettings *settings)
{
    CordonSettings *copy = cordon_settings_new();

    copy_scalars(copy, settings);
    for (guint i = 0; i < settings->hosts->len; i++)
        g_ptr_array_add(copy->hosts, g_strdup(g_ptr_array_index(settings->hosts, i)));
    for (guint i = 0; i < settings->roles->len; i++) {
        const CordonRole *role = g_ptr_array_index(settings->roles, i);
        cordon_settings_add_role(copy, role->id, role->tools);
    }
    for (guint i = 0; i < settings->boards->len; i++) {
        const CordonBoard *board = g_ptr_array_index(settings->boards, i);
        cordon_settings_add_board(copy, board->id, board->name, board->project)->full_auto =
            board->full_auto;
    }
    for (guint i = 0; i < settings->loops->len; i++) {
        const CordonLoop *loop = g_ptr_array_index(settings->loops, i);
        cordon_settings_add_loop(copy, loop->id, loop->board, loop->folder);
    }
    for (guint i = 0; i < settings->bubbles->len; i++) {
        const CordonBubble *bubble = g_ptr_array_index(settings->bubbles, i);
        cordon_settings_add_bubble(copy, bubble->id, bubble->name, bubble->loop, bubble->role)
            ->token_sha256 = g_strdup(bubble->token_sha256);
    }
    return copy;
}

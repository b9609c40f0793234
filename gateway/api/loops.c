/* SPDX-License-Identifier: MIT */
/* /v1/loops. */
#include <string.h>

#include "api/change.h"
#include "api/handlers.h"

static void write_loop(CordonJsonWriter *writer, const CordonLoop *loop)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", loop->id);
    cordon_json_add_string(writer, "board", loop->board);
    cordon_json_add_string(writer, "folder", loop->folder);
    cordon_json_end_object(writer);
}

void api_loops_list(ApiCall *call)
{
    g_autoptr(CordonSettings) settings = api_need_settings(call);

    if (settings == NULL)
        return;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_array(writer, "loops");
    for (guint i = 0; i < settings->loops->len; i++)
        write_loop(writer, g_ptr_array_index(settings->loops, i));
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

typedef struct {
    char *id; /* or NULL */
    char *board, *folder;
} Loop;

static void loop_free(gpointer data)
{
    Loop *loop = data;

    g_free(loop->id);
    g_free(loop->board);
    g_free(loop->folder);
    g_free(loop);
}

static gboolean is_loop(const char *id, gpointer settings)
{
    return cordon_settings_find_loop(settings, id) != NULL;
}

static gboolean add_loop(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    Loop *loop = data;

    (void)call;
    if (loop->id == NULL) {
        g_autofree char *name = g_path_get_basename(loop->folder);
        loop->id = api_make_id(name, is_loop, settings);
    }
    if (loop->id == NULL)
        loop->id = api_make_id("loop", is_loop, settings);
    if (is_loop(loop->id, settings)) {
        g_set_error(error, API_ERROR, API_ERROR_CONFLICT, "There is a loop %s already.", loop->id);
        return FALSE;
    }
    cordon_settings_add_loop(settings, loop->id, loop->board, loop->folder);
    return TRUE;
}

static char *add(ApiCall *call, gpointer data, GError **error)
{
    Loop *loop = data;
    CordonLoop added;

    if (!api_change_settings(call, add_loop, data, error))
        return NULL;
    added = (CordonLoop){loop->id, loop->board, loop->folder};
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    write_loop(writer, &added);
    return cordon_json_writer_finish(writer);
}

void api_loops_add(ApiCall *call)
{
    static const char *const members[] = {"id", "board", "folder", NULL};
    g_autoptr(GError) error = NULL;
    const char *id = NULL, *board, *folder;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "id", FALSE, &id, &error) ||
        !cordon_json_get_string(body, "board", TRUE, &board, &error) ||
        !cordon_json_get_string(body, "folder", TRUE, &folder, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    Loop *loop = g_new0(Loop, 1);
    *loop = (Loop){g_strdup(id), g_strdup(board), g_strdup(folder)};
    call->status = 201;
    api_defer(call, add, loop, loop_free);
}

static gboolean remove_loop(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    (void)data;
    if (cordon_settings_remove_loop(settings, call->match.parts[0]))
        return TRUE;
    g_set_error(error, API_ERROR, API_ERROR_NOT_FOUND, "There is no loop %s.",
                call->match.parts[0]);
    return FALSE;
}

static char *remove_work(ApiCall *call, gpointer data, GError **error)
{
    return api_change_settings(call, remove_loop, data, error) ? g_strdup("") : NULL;
}

void api_loops_remove(ApiCall *call)
{
    api_defer(call, remove_work, NULL, NULL);
}

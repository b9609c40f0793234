/* SPDX-License-Identifier: MIT */
/* /v1/bubbles, and their tokens. */
#include <string.h>

#include "api/change.h"
#include "api/handlers.h"

static void write_bubble(CordonJsonWriter *writer, const CordonBubble *bubble)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", bubble->id);
    cordon_json_add_string(writer, "name", bubble->name);
    cordon_json_add_string(writer, "loop", bubble->loop);
    cordon_json_add_string(writer, "role", bubble->role);
    cordon_json_add_bool(writer, "has_token", bubble->token_sha256 != NULL);
    cordon_json_end_object(writer);
}

void api_bubbles_list(ApiCall *call)
{
    g_autoptr(CordonSettings) settings = api_need_settings(call);

    if (settings == NULL)
        return;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_array(writer, "bubbles");
    for (guint i = 0; i < settings->bubbles->len; i++)
        write_bubble(writer, g_ptr_array_index(settings->bubbles, i));
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

typedef struct {
    char *id; /* or NULL */
    char *name, *loop, *role;
} Bubble;

static void bubble_free(gpointer data)
{
    Bubble *bubble = data;

    g_free(bubble->id);
    g_free(bubble->name);
    g_free(bubble->loop);
    g_free(bubble->role);
    g_free(bubble);
}

static gboolean is_bubble(const char *id, gpointer settings)
{
    return cordon_settings_find_bubble(settings, id) != NULL;
}

static gboolean add_bubble(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    Bubble *bubble = data;

    (void)call;
    if (bubble->id == NULL)
        bubble->id = api_make_id(bubble->name, is_bubble, settings);
    if (bubble->id == NULL)
        bubble->id = api_make_id("bubble", is_bubble, settings);
    if (is_bubble(bubble->id, settings)) {
        g_set_error(error, API_ERROR, API_ERROR_CONFLICT, "There is a bubble %s already.",
                    bubble->id);
        return FALSE;
    }
    cordon_settings_add_bubble(settings, bubble->id, bubble->name, bubble->loop, bubble->role);
    return TRUE;
}

static char *add(ApiCall *call, gpointer data, GError **error)
{
    const Bubble *bubble = data;

    if (!api_change_settings(call, add_bubble, data, error))
        return NULL;
    CordonBubble added = {bubble->id, bubble->name, bubble->loop, bubble->role, NULL};
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    write_bubble(writer, &added);
    return cordon_json_writer_finish(writer);
}

void api_bubbles_add(ApiCall *call)
{
    static const char *const members[] = {"id", "name", "loop", "role", NULL};
    g_autoptr(GError) error = NULL;
    const char *id = NULL, *name, *loop, *role;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "id", FALSE, &id, &error) ||
        !cordon_json_get_string(body, "name", TRUE, &name, &error) ||
        !cordon_json_get_string(body, "loop", TRUE, &loop, &error) ||
        !cordon_json_get_string(body, "role", TRUE, &role, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    Bubble *bubble = g_new0(Bubble, 1);
    *bubble = (Bubble){g_strdup(id), g_strdup(name), g_strdup(loop), g_strdup(role)};
    call->status = 201;
    api_defer(call, add, bubble, bubble_free);
}

static gboolean fail_missing(ApiCall *call, GError **error)
{
    g_set_error(error, API_ERROR, API_ERROR_NOT_FOUND, "There is no bubble %s.",
                call->match.parts[0]);
    return FALSE;
}

static gboolean remove_bubble(ApiCall *call, CordonSettings *settings, gpointer data,
                              GError **error)
{
    (void)data;
    return cordon_settings_remove_bubble(settings, call->match.parts[0]) ||
           fail_missing(call, error);
}

static char *remove_work(ApiCall *call, gpointer data, GError **error)
{
    return api_change_settings(call, remove_bubble, data, error) ? g_strdup("") : NULL;
}

void api_bubbles_remove(ApiCall *call)
{
    api_defer(call, remove_work, NULL, NULL);
}

/* --- tokens: the settings hold the hash, and only the answer the token --- */

/* hash: NULL takes the token away. */
static gboolean set_hash(ApiCall *call, CordonSettings *settings, gpointer hash, GError **error)
{
    CordonBubble *bubble = cordon_settings_find_bubble(settings, call->match.parts[0]);

    if (bubble == NULL)
        return fail_missing(call, error);
    g_free(bubble->token_sha256);
    bubble->token_sha256 = g_strdup(hash);
    return TRUE;
}

static char *make_token(ApiCall *call, gpointer data, GError **error)
{
    g_autofree char *token = cordon_token_new();
    g_autofree char *hash = cordon_token_hash(token);

    (void)data;
    if (!api_change_settings(call, set_hash, hash, error))
        return NULL;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "bubble", call->match.parts[0]);
    cordon_json_add_string(writer, "token", token);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void api_bubbles_token(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) == NULL)
        return;
    call->status = 201;
    api_defer(call, make_token, NULL, NULL);
}

static char *revoke_token(ApiCall *call, gpointer data, GError **error)
{
    return api_change_settings(call, set_hash, data, error) ? g_strdup("") : NULL;
}

void api_bubbles_revoke(ApiCall *call)
{
    api_defer(call, revoke_token, NULL, NULL);
}

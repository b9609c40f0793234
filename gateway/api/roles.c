/* SPDX-License-Identifier: MIT */
/* /v1/roles: the built-in ones, which cannot be changed, and custom ones. */
#include <string.h>

#include "api/change.h"
#include "api/handlers.h"

static const char *const built_in[] = {"coder", "reviewer", "researcher", NULL};

static void write_role(CordonJsonWriter *writer, const char *id, guint tools, gboolean is_built_in)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", id);
    cordon_json_begin_array(writer, "tools");
    for (guint i = 0; i < CORDON_N_TOOLS; i++)
        if ((tools & 1u << i) != 0)
            cordon_json_add_string(writer, NULL, cordon_tool_name((CordonTool)(1u << i)));
    cordon_json_end_array(writer);
    cordon_json_add_bool(writer, "built_in", is_built_in);
    cordon_json_end_object(writer);
}

void api_roles_list(ApiCall *call)
{
    g_autoptr(CordonSettings) settings = api_need_settings(call);
    guint tools;

    if (settings == NULL)
        return;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_array(writer, "roles");
    for (gsize i = 0; built_in[i] != NULL; i++)
        if (cordon_settings_find_role(settings, built_in[i], &tools))
            write_role(writer, built_in[i], tools, TRUE);
    for (guint i = 0; i < settings->roles->len; i++) {
        const CordonRole *role = g_ptr_array_index(settings->roles, i);
        write_role(writer, role->id, role->tools, FALSE);
    }
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

typedef struct {
    char *id;
    guint tools;
} Role;

static void role_free(gpointer data)
{
    Role *role = data;

    g_free(role->id);
    g_free(role);
}

static gboolean add_role(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    const Role *role = data;
    guint tools;

    (void)call;
    if (cordon_settings_find_role(settings, role->id, &tools)) {
        g_set_error(error, API_ERROR, API_ERROR_CONFLICT, "There is a role %s already.", role->id);
        return FALSE;
    }
    cordon_settings_add_role(settings, role->id, role->tools);
    return TRUE;
}

static char *add(ApiCall *call, gpointer data, GError **error)
{
    const Role *role = data;

    if (!api_change_settings(call, add_role, data, error))
        return NULL;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    write_role(writer, role->id, role->tools, FALSE);
    return cordon_json_writer_finish(writer);
}

/* FALSE: answered. */
static gboolean read_tools(ApiCall *call, char *const *names, guint *ret)
{
    *ret = 0;
    for (; *names != NULL; names++) {
        CordonTool tool = cordon_tool_find(*names);
        if (tool == 0) {
            api_fail(call, 400, "invalid", "There is no tool \"%s\".", *names);
            return FALSE;
        }
        *ret |= tool;
    }
    return TRUE;
}

void api_roles_add(ApiCall *call)
{
    static const char *const members[] = {"id", "tools", NULL};
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) names = NULL;
    const char *id;
    guint tools;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "id", TRUE, &id, &error) ||
        !cordon_json_get_strings(body, "tools", TRUE, CORDON_N_TOOLS, &names, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    if (!read_tools(call, names, &tools))
        return;
    Role *role = g_new0(Role, 1);
    *role = (Role){g_strdup(id), tools};
    call->status = 201;
    api_defer(call, add, role, role_free);
}

static gboolean remove_role(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    const char *id = call->match.parts[0];

    (void)data;
    if (g_strv_contains(built_in, id)) {
        g_set_error(error, API_ERROR, API_ERROR_CONFLICT,
                    "The role %s is a built-in one, which cannot be changed.", id);
        return FALSE;
    }
    if (cordon_settings_remove_role(settings, id))
        return TRUE;
    g_set_error(error, API_ERROR, API_ERROR_NOT_FOUND, "There is no role %s.", id);
    return FALSE;
}

static char *remove_work(ApiCall *call, gpointer data, GError **error)
{
    return api_change_settings(call, remove_role, data, error) ? g_strdup("") : NULL;
}

void api_roles_remove(ApiCall *call)
{
    api_defer(call, remove_work, NULL, NULL);
}

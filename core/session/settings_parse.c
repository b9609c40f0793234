/* SPDX-License-Identifier: MIT */
/* The text of docs/settings.schema.json as CordonSettings, strictly.  What a value may be is said once, in
 * settings_check.c; here are its type and its place. */
#include <cordon/json.h>
#include <string.h>

#include "engine/text.h"
#include "session/settings_private.h"

#define MAX_SHOWN_NAME 64u

typedef struct {
    const char *name;
    gboolean nullable;
} Member;

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean fail(GError **error, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    g_autofree char *message = g_strdup_vprintf(format, values);
    va_end(values);
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, message);
    return FALSE;
}

/* Only members of the table, which ends with a NULL name, and null only where it means something. */
static gboolean check_members(const CordonJsonValue *object, const Member *members, GError **error)
{
    for (const CordonJsonValue *value = cordon_json_first(object); value != NULL;
         value = cordon_json_next(value)) {
        const char *name = cordon_json_name(value);
        const Member *member = members;

        while (member->name != NULL && strcmp(member->name, name) != 0)
            member++;
        if (member->name == NULL) {
            g_autofree char *shown = cordon_text_clean(name, MAX_SHOWN_NAME, FALSE);
            return fail(error, "%s: is not known to this version of Cordon", shown);
        }
        if (cordon_json_is_null(value) && !member->nullable)
            return fail(error, "%s: is null, which means nothing here", name);
    }
    return TRUE;
}

static gboolean get_uint(const CordonJsonValue *object, const char *name, guint min, guint max,
                         guint *ret, GError **error)
{
    gint64 number = *ret;

    if (!cordon_json_get_int(object, name, FALSE, min, max, &number, error))
        return FALSE;
    *ret = (guint)number;
    return TRUE;
}

/* --- limits ------------------------------------------------------------------------------------- */

static gboolean read_limit(const CordonJsonValue *limits, const char *name, guint64 *ret,
                           GError **error)
{
    const CordonJsonValue *value = cordon_json_find(limits, name);
    const char *word = value != NULL ? cordon_json_string(value) : NULL;
    gint64 number = 0;

    if (word != NULL) {
        *ret = CORDON_UNLIMITED;
        return strcmp(word, "unlimited") == 0 ||
               fail(error, "%s: is neither a number nor \"unlimited\"", name);
    }
    if (!cordon_json_get_int(limits, name, FALSE, 1, (gint64)CORDON_SETTINGS_MAX_LIMIT, &number,
                             error))
        return FALSE;
    *ret = (guint64)number;
    return TRUE;
}

static gboolean read_limits(const CordonJsonValue *root, CordonSettings *settings, GError **error)
{
    const CordonJsonValue *limits = cordon_json_find(root, "limits");
    Member members[CORDON_N_LIMITS + 1] = {{NULL, FALSE}};

    if (limits == NULL)
        return TRUE;
    if (!cordon_json_is_object(limits))
        return fail(error, "limits: not an object");
    for (guint i = 0; i < CORDON_N_LIMITS; i++)
        members[i] = (Member){cordon_settings_limit_member(i), TRUE};
    gboolean read = check_members(limits, members, error);
    for (guint i = 0; read && i < CORDON_N_LIMITS; i++)
        read = read_limit(limits, members[i].name, &settings->limits[i], error);
    if (!read)
        g_prefix_error(error, "limits.");
    return read;
}

/* --- lists -------------------------------------------------------------------------------------- */

static gboolean read_tools(const CordonJsonValue *object, guint *ret_tools, GError **error)
{
    g_auto(GStrv) names = NULL;

    if (!cordon_json_get_strings(object, "tools", TRUE, CORDON_N_TOOLS, &names, error))
        return FALSE;
    *ret_tools = 0;
    for (guint i = 0; names[i] != NULL; i++) {
        guint tool = cordon_tool_find(names[i]);

        if (tool == 0)
            return fail(error, "tools[%u]: there is no such tool", i);
        if ((*ret_tools & tool) != 0)
            return fail(error, "tools[%u]: %s is there twice", i, names[i]);
        *ret_tools |= tool;
    }
    return TRUE;
}

static gboolean read_role(const CordonJsonValue *object, CordonSettings *settings, GError **error)
{
    static const Member members[] = {{"id", FALSE}, {"tools", FALSE}, {NULL, FALSE}};
    const char *id = NULL;
    guint tools = 0;

    if (!check_members(object, members, error) ||
        !cordon_json_get_string(object, "id", TRUE, &id, error) ||
        !read_tools(object, &tools, error))
        return FALSE;
    cordon_settings_add_role(settings, id, tools);
    return TRUE;
}

static gboolean read_board(const CordonJsonValue *object, CordonSettings *settings, GError **error)
{
    static const Member members[] = {
        {"id", FALSE}, {"name", FALSE}, {"project", FALSE}, {"full_auto", FALSE}, {NULL, FALSE}};
    const char *id = NULL, *name = NULL, *project = NULL;
    gboolean full_auto = FALSE;

    if (!check_members(object, members, error) ||
        !cordon_json_get_string(object, "id", TRUE, &id, error) ||
        !cordon_json_get_string(object, "name", TRUE, &name, error) ||
        !cordon_json_get_string(object, "project", TRUE, &project, error) ||
        !cordon_json_get_bool(object, "full_auto", FALSE, &full_auto, error))
        return FALSE;
    cordon_settings_add_board(settings, id, name, project)->full_auto = full_auto;
    return TRUE;
}

static gboolean read_loop(const CordonJsonValue *object, CordonSettings *settings, GError **error)
{
    static const Member members[] = {
        {"id", FALSE}, {"board", FALSE}, {"folder", FALSE}, {NULL, FALSE}};
    const char *id = NULL, *board = NULL, *folder = NULL;

    if (!check_members(object, members, error) ||
        !cordon_json_get_string(object, "id", TRUE, &id, error) ||
        !cordon_json_get_string(object, "board", TRUE, &board, error) ||
        !cordon_json_get_string(object, "folder", TRUE, &folder, error))
        return FALSE;
    cordon_settings_add_loop(settings, id, board, folder);
    return TRUE;
}

static gboolean read_bubble(const CordonJsonValue *object, CordonSettings *settings, GError **error)
{
    static const Member members[] = {{"id", FALSE},   {"name", FALSE},        {"loop", FALSE},
                                     {"role", FALSE}, {"token_sha256", TRUE}, {NULL, FALSE}};
    const char *id = NULL, *name = NULL, *loop = NULL, *role = NULL, *token = NULL;

    if (!check_members(object, members, error) ||
        !cordon_json_get_string(object, "id", TRUE, &id, error) ||
        !cordon_json_get_string(object, "name", TRUE, &name, error) ||
        !cordon_json_get_string(object, "loop", TRUE, &loop, error) ||
        !cordon_json_get_string(object, "role", TRUE, &role, error) ||
        !cordon_json_get_string(object, "token_sha256", FALSE, &token, error))
        return FALSE;
    cordon_settings_add_bubble(settings, id, name, loop, role)->token_sha256 = g_strdup(token);
    return TRUE;
}

static gboolean read_list(const CordonJsonValue *root, const char *name, guint max,
                          gboolean (*read)(const CordonJsonValue *object, CordonSettings *settings,
                                           GError **error),
                          CordonSettings *settings, GError **error)
{
    const CordonJsonValue *list = cordon_json_find(root, name);
    guint index = 0;

    if (list == NULL)
        return TRUE;
    if (!cordon_json_is_array(list))
        return fail(error, "%s: not a list", name);
    for (const CordonJsonValue *value = cordon_json_first(list); value != NULL;
         value = cordon_json_next(value), index++) {
        if (index == max)
            return fail(error, "%s: has more than %u entries", name, max);
        if (!cordon_json_is_object(value))
            return fail(error, "%s[%u]: not an object", name, index);
        if (!read(value, settings, error)) {
            g_prefix_error(error, "%s[%u].", name, index);
            return FALSE;
        }
    }
    return TRUE;
}

/* --- the whole ---------------------------------------------------------------------------------- */

static gboolean read_hosts(const CordonJsonValue *root, CordonSettings *settings, GError **error)
{
    g_auto(GStrv) hosts = NULL;

    if (!cordon_json_get_strings(root, "hosts", FALSE, CORDON_SETTINGS_MAX_HOSTS, &hosts, error))
        return FALSE;
    for (guint i = 0; hosts != NULL && hosts[i] != NULL; i++)
        g_ptr_array_add(settings->hosts, g_strdup(hosts[i]));
    return TRUE;
}

static gboolean read_schema(const CordonJsonValue *root, GError **error)
{
    const char *schema = NULL;

    if (!cordon_json_get_string(root, "schema", TRUE, &schema, error))
        return FALSE;
    if (strcmp(schema, CORDON_SETTINGS_SCHEMA) == 0)
        return TRUE;
    return fail(error, "schema: is not \"" CORDON_SETTINGS_SCHEMA "\", which this version of "
                       "Cordon reads");
}

static gboolean read_scalars(const CordonJsonValue *root, CordonSettings *settings, GError **error)
{
    const char *backend = settings->backend;
    const char *image = NULL;

    if (!cordon_json_get_bool(root, "sandbox", FALSE, &settings->sandbox, error) ||
        !cordon_json_get_string(root, "backend", FALSE, &backend, error) ||
        !cordon_json_get_string(root, "docker_image", FALSE, &image, error) ||
        !get_uint(root, "time_limit_s", CORDON_SETTINGS_MIN_TIME_S, CORDON_SETTINGS_MAX_TIME_S,
                  &settings->time_limit_s, error) ||
        !get_uint(root, "long_time_limit_s", CORDON_SETTINGS_MIN_TIME_S, CORDON_SETTINGS_MAX_TIME_S,
                  &settings->long_time_limit_s, error) ||
        !get_uint(root, "approval_timeout_s", CORDON_SETTINGS_MIN_ANSWER_S,
                  CORDON_SETTINGS_MAX_TIME_S, &settings->approval_timeout_s, error))
        return FALSE;
    if (backend != settings->backend) {
        g_free(settings->backend);
        settings->backend = g_strdup(backend);
    }
    settings->docker_image = g_strdup(image);
    return TRUE;
}

static gboolean read_root(const CordonJsonValue *root, CordonSettings *settings, GError **error)
{
    static const Member members[] = {
        {"schema", FALSE},
        {"sandbox", FALSE},
        {"backend", FALSE},
        {"docker_image", TRUE},
        {"hosts", FALSE},
        {"time_limit_s", FALSE},
        {"limits", FALSE},
        {"long_time_limit_s", FALSE},
        {"approval_timeout_s", FALSE},
        {"roles", FALSE},
        {"boards", FALSE},
        {"loops", FALSE},
        {"bubbles", FALSE},
        {NULL, FALSE},
    };

    if (!cordon_json_is_object(root))
        return fail(error, "the whole: not an object");
    return read_schema(root, error) && check_members(root, members, error) &&
           read_scalars(root, settings, error) && read_hosts(root, settings, error) &&
           read_limits(root, settings, error) &&
           read_list(root, "roles", CORDON_SETTINGS_MAX_ROLES, read_role, settings, error) &&
           read_list(root, "boards", CORDON_SETTINGS_MAX_ENTRIES, read_board, settings, error) &&
           read_list(root, "loops", CORDON_SETTINGS_MAX_ENTRIES, read_loop, settings, error) &&
           read_list(root, "bubbles", CORDON_SETTINGS_MAX_ENTRIES, read_bubble, settings, error);
}

CordonSettings *cordon_settings_parse(const char *json, gsize size, GError **error)
{
    g_autoptr(CordonJson) document =
        cordon_json_parse(json, size, CORDON_SETTINGS_MAX_BYTES, error);
    g_autoptr(CordonSettings) settings = NULL;
    g_autoptr(GError) fault = NULL;

    if (document == NULL)
        return NULL;
    settings = cordon_settings_new();
    if (!read_root(cordon_json_root(document), settings, error))
        return NULL;
    if (!cordon_settings_check(settings, &fault)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, fault->message);
        return NULL;
    }
    return g_steal_pointer(&settings);
}

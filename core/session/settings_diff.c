/* SPDX-License-Identifier: MIT */
/* What is different between two settings, for the audit log.  Pure. */
#include "session/settings_private.h"

typedef enum { FIELD_TEXT, FIELD_SWITCH, FIELD_TOOLS, FIELD_SECRET } FieldKind;

typedef struct {
    const char *name; /* NULL: no more */
    FieldKind kind;
    gsize offset;
} Field;

typedef struct {
    const char *name;
    gsize offset; /* of the GPtrArray in CordonSettings; each entry begins with its id */
    const Field *fields;
} List;

static const Field ROLE_FIELDS[] = {
    {"tools", FIELD_TOOLS, G_STRUCT_OFFSET(CordonRole, tools)},
    {NULL, FIELD_TEXT, 0},
};
static const Field BOARD_FIELDS[] = {
    {"name", FIELD_TEXT, G_STRUCT_OFFSET(CordonBoard, name)},
    {"project", FIELD_TEXT, G_STRUCT_OFFSET(CordonBoard, project)},
    {"full-auto", FIELD_SWITCH, G_STRUCT_OFFSET(CordonBoard, full_auto)},
    {NULL, FIELD_TEXT, 0},
};
static const Field LOOP_FIELDS[] = {
    {"board", FIELD_TEXT, G_STRUCT_OFFSET(CordonLoop, board)},
    {"folder", FIELD_TEXT, G_STRUCT_OFFSET(CordonLoop, folder)},
    {NULL, FIELD_TEXT, 0},
};
static const Field BUBBLE_FIELDS[] = {
    {"name", FIELD_TEXT, G_STRUCT_OFFSET(CordonBubble, name)},
    {"loop", FIELD_TEXT, G_STRUCT_OFFSET(CordonBubble, loop)},
    {"role", FIELD_TEXT, G_STRUCT_OFFSET(CordonBubble, role)},
    {"token", FIELD_SECRET, G_STRUCT_OFFSET(CordonBubble, token_sha256)},
    {NULL, FIELD_TEXT, 0},
};
static const List LISTS[] = {
    {"roles", G_STRUCT_OFFSET(CordonSettings, roles), ROLE_FIELDS},
    {"boards", G_STRUCT_OFFSET(CordonSettings, boards), BOARD_FIELDS},
    {"loops", G_STRUCT_OFFSET(CordonSettings, loops), LOOP_FIELDS},
    {"bubbles", G_STRUCT_OFFSET(CordonSettings, bubbles), BUBBLE_FIELDS},
};

static char *tools_text(guint tools)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();

    for (guint i = 0; i < CORDON_N_TOOLS; i++)
        if ((tools & 1u << i) != 0)
            g_ptr_array_add(names, (gpointer)(guintptr)cordon_tool_name((CordonTool)(1u << i)));
    g_ptr_array_add(names, NULL);
    return g_strjoinv(",", (char **)names->pdata);
}

/* As it is in the settings. */
static char *raw_text(const Field *field, gconstpointer entry)
{
    gconstpointer value = (const char *)entry + field->offset;

    switch (field->kind) {
    case FIELD_SWITCH:
        return g_strdup(*(const gboolean *)value ? "on" : "off");
    case FIELD_TOOLS:
        return tools_text(*(const guint *)value);
    case FIELD_TEXT:
    case FIELD_SECRET:
    default:
        return g_strdup(*(char *const *)value);
    }
}

/* As the log may have it. */
static const char *shown(const Field *field, const char *text)
{
    if (field->kind != FIELD_SECRET)
        return text;
    return text != NULL ? "set" : "none";
}

static const GPtrArray *list_of(const List *kind, const CordonSettings *settings)
{
    gconstpointer member = (const char *)settings + kind->offset;

    return *(GPtrArray *const *)member;
}

static gconstpointer find(const GPtrArray *list, const char *id)
{
    for (guint i = 0; i < list->len; i++)
        if (g_str_equal(*(char *const *)list->pdata[i], id))
            return list->pdata[i];
    return NULL;
}

static char *describe(const Field *fields, gconstpointer entry)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (const Field *field = fields; field->name != NULL; field++) {
        g_autofree char *value = raw_text(field, entry);
        const char *said = shown(field, value);
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? " " : "", field->name,
                               said != NULL ? said : "");
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean tell_fields(const char *key, const Field *fields, gconstpointer before,
                            gconstpointer after, CordonSettingsDiffFunc tell, gpointer user_data)
{
    for (const Field *field = fields; field->name != NULL; field++) {
        g_autofree char *old = raw_text(field, before);
        g_autofree char *new = raw_text(field, after);
        g_autofree char *name = g_strconcat(key, ".", field->name, NULL);
        if (g_strcmp0(old, new) != 0 &&
            !tell("set", name, shown(field, old), shown(field, new), user_data))
            return FALSE;
    }
    return TRUE;
}

/* What is gone from a list, or new in it: entries of `list` that are not in `other`. */
static gboolean tell_lacking(const List *kind, const GPtrArray *list, const GPtrArray *other,
                             gboolean is_new, CordonSettingsDiffFunc tell, gpointer user_data)
{
    for (guint i = 0; i < list->len; i++) {
        const char *id = *(char *const *)list->pdata[i];
        if (find(other, id) != NULL)
            continue;
        g_autofree char *key = g_strconcat(kind->name, ".", id, NULL);
        g_autofree char *text = describe(kind->fields, list->pdata[i]);
        if (!tell(is_new ? "add" : "remove", key, is_new ? NULL : text, is_new ? text : NULL,
                  user_data))
            return FALSE;
    }
    return TRUE;
}

static gboolean tell_list(const List *kind, const CordonSettings *before,
                          const CordonSettings *after, CordonSettingsDiffFunc tell,
                          gpointer user_data)
{
    const GPtrArray *old = list_of(kind, before);
    const GPtrArray *new = list_of(kind, after);

    if (!tell_lacking(kind, old, new, FALSE, tell, user_data))
        return FALSE;
    for (guint i = 0; i < new->len; i++) {
        const char *id = *(char *const *)new->pdata[i];
        gconstpointer was = find(old, id);
        g_autofree char *key = g_strconcat(kind->name, ".", id, NULL);
        if (was != NULL && !tell_fields(key, kind->fields, was, new->pdata[i], tell, user_data))
            return FALSE;
    }
    return tell_lacking(kind, new, old, TRUE, tell, user_data);
}

gboolean cordon_settings_diff(const CordonSettings *before, const CordonSettings *after,
                              CordonSettingsDiffFunc tell, gpointer user_data)
{
    for (const char *const *key = cordon_settings_keys(); *key != NULL; key++) {
        g_autofree char *old = cordon_settings_get(before, *key, NULL);
        g_autofree char *new = cordon_settings_get(after, *key, NULL);
        if (g_strcmp0(old, new) != 0 && !tell("set", *key, old, new, user_data))
            return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(LISTS); i++)
        if (!tell_list(&LISTS[i], before, after, tell, user_data))
            return FALSE;
    return TRUE;
}

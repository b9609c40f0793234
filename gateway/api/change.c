/* SPDX-License-Identifier: MIT */
/* Settings that a request changes. */
#include "api/change.h"

#include <string.h>

#define MAX_ID_BYTES 64u
#define MAX_STEM     48u

typedef struct {
    ApiCall *call;
    ApiChange change;
    gpointer data;
} Change;

static gboolean apply(CordonSettings *settings, gpointer user_data, GError **error)
{
    const Change *change = user_data;
    g_autoptr(GError) fault = NULL;

    if (!change->change(change->call, settings, change->data, error))
        return FALSE;
    if (cordon_settings_check(settings, &fault))
        return TRUE;
    /* Of the file itself the same would be said with the same code. */
    g_set_error(error, API_ERROR, API_ERROR_INVALID, "The settings do not allow this: %s",
                fault->message);
    return FALSE;
}

gboolean api_change_settings(ApiCall *call, ApiChange change, gpointer data, GError **error)
{
    Change applied = {call, change, data};

    return cordon_session_change_settings(call->session, apply, &applied, who_name(call->who.kind),
                                          error);
}

CordonSettings *api_read_settings(ApiCall *call, GError **error)
{
    return cordon_settings_store_read(cordon_session_get_settings(call->session), error);
}

CordonSettings *api_need_settings(ApiCall *call)
{
    g_autoptr(GError) error = NULL;
    CordonSettings *settings = api_read_settings(call, &error);

    if (settings == NULL)
        api_fail_with(call, error);
    return settings;
}

static char *make_stem(const char *name)
{
    GString *stem = g_string_new(NULL);

    for (; *name != '\0' && stem->len < MAX_STEM; name++) {
        if (g_ascii_isalnum(*name) || *name == '_')
            g_string_append_c(stem, g_ascii_tolower(*name));
        else if (stem->len > 0 && stem->str[stem->len - 1] != '-')
            g_string_append_c(stem, '-');
    }
    while (stem->len > 0 && stem->str[stem->len - 1] == '-')
        g_string_truncate(stem, stem->len - 1);
    return g_string_free(stem, FALSE);
}

char *api_make_id(const char *name, gboolean (*is_taken)(const char *id, gpointer data),
                  gpointer data)
{
    g_autofree char *stem = make_stem(name);

    if (stem[0] == '\0')
        return NULL;
    if (!is_taken(stem, data))
        return g_steal_pointer(&stem);
    for (guint number = 2; number != 0; number++) {
        g_autofree char *id = g_strdup_printf("%s-%u", stem, number);
        if (strlen(id) <= MAX_ID_BYTES && !is_taken(id, data))
            return g_steal_pointer(&id);
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* /v1/settings: what the user decided once, under the names of `cordon settings`. */
#include "api/change.h"
#include "api/handlers.h"
#include "log.h"

static char *settings_json(ApiCall *call, const CordonSettings *settings)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    const char *const *keys = cordon_settings_keys();

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(
        writer, "path", cordon_settings_store_get_path(cordon_session_get_settings(call->session)));
    cordon_json_begin_object(writer, "values");
    for (gsize i = 0; keys[i] != NULL; i++) {
        g_autofree char *value = cordon_settings_get(settings, keys[i], NULL);
        cordon_json_add_string(writer, keys[i], value);
    }
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void api_settings_get(ApiCall *call)
{
    g_autoptr(CordonSettings) settings = api_need_settings(call);

    if (settings != NULL)
        api_send(call, 200, settings_json(call, settings));
}

static gboolean set_values(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    (void)data;
    for (const CordonJsonValue *member = cordon_json_first(cordon_json_root(call->body));
         member != NULL; member = cordon_json_next(member))
        if (!cordon_settings_set(settings, cordon_json_name(member), cordon_json_string(member),
                                 error))
            return FALSE;
    return TRUE;
}

static char *patch(ApiCall *call, gpointer data, GError **error)
{
    if (!api_change_settings(call, set_values, data, error))
        return NULL;
    g_autoptr(CordonSettings) settings = api_read_settings(call, error);
    return settings != NULL ? settings_json(call, settings) : NULL;
}

void api_settings_patch(ApiCall *call)
{
    const CordonJsonValue *body = api_read_body(call, cordon_settings_keys());

    if (body == NULL)
        return;
    for (const CordonJsonValue *member = cordon_json_first(body); member != NULL;
         member = cordon_json_next(member)) {
        if (cordon_json_string(member) == NULL) {
            api_fail(call, 400, "invalid",
                     "%s: the value has to be text, as `cordon settings` takes it.",
                     cordon_json_name(member));
            return;
        }
    }
    api_defer(call, patch, NULL, NULL);
}

static void record_reset(ApiCall *call, const char *kept)
{
    g_autoptr(GError) error = NULL;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", "settings-reset");
    cordon_json_add_string(writer, "by", who_name(call->who.kind));
    cordon_json_add_string(writer, "kept", kept);
    cordon_json_end_object(writer);
    g_autofree char *line = cordon_json_writer_finish(writer);
    if (!cordon_audit_append(cordon_session_get_audit(call->session), line, &error))
        log_line("the audit log could not be written: %s", error->message);
}

static char *reset(ApiCall *call, gpointer data, GError **error)
{
    g_autofree char *kept = NULL;

    (void)data;
    g_autoptr(CordonSettings) readable = api_read_settings(call, NULL);
    if (readable != NULL) {
        g_set_error_literal(error, API_ERROR, API_ERROR_CONFLICT,
                            "The settings can be read, so there is nothing to put right.");
        return NULL;
    }
    if (!cordon_settings_store_reset(cordon_session_get_settings(call->session), &kept, error))
        return NULL;
    record_reset(call, kept);
    events_post(call->gateway->events, cordon_event_kind_name(CORDON_EVENT_SETTINGS), NULL, NULL);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "kept", kept);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

/* Only for a file that cannot be read: nothing that counts is ever lost. */
void api_settings_reset(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) != NULL)
        api_defer(call, reset, NULL, NULL);
}

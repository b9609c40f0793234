/* SPDX-License-Identifier: MIT */
/* GET /v1/status and /v1/openapi.json: what this gateway is, and how it is spoken to. */
#include <cordon/cordon.h>
#include <unistd.h>

#include "api/handlers.h"
#include "openapi.h"

static void write_settings_state(ApiCall *call, CordonJsonWriter *writer)
{
    g_autoptr(GError) error = NULL;
    CordonSettingsStore *store = cordon_session_get_settings(call->session);
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, &error);

    cordon_json_begin_object(writer, "settings");
    cordon_json_add_string(writer, "path", cordon_settings_store_get_path(store));
    cordon_json_add_string(writer, "error", error != NULL ? error->message : NULL);
    cordon_json_end_object(writer);
    if (settings != NULL)
        cordon_json_add_bool(writer, "sandbox", settings->sandbox);
}

void api_status_get(ApiCall *call)
{
    Gateway *gateway = call->gateway;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    g_autofree char *session = cordon_session_to_json(gateway->session);
    g_autofree char *http = http_server_to_json(gateway->server);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "version", cordon_version());
    cordon_json_add_int(writer, "pid", getpid());
    cordon_json_add_uint(writer, "port", http_server_get_port(gateway->server));
    cordon_json_add_string(writer, "folder", gateway->folder);
    cordon_json_add_int(writer, "started", gateway->started);
    write_settings_state(call, writer);
    cordon_json_add_string(writer, "audit",
                           cordon_audit_get_path(cordon_session_get_audit(gateway->session)));
    cordon_json_add_uint(writer, "listeners", events_count_listeners(gateway->events));
    cordon_json_add_document(writer, "session", session);
    cordon_json_add_document(writer, "http", http);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

void api_openapi_get(ApiCall *call)
{
    api_send(call, 200, g_strndup(openapi_document, openapi_size));
}

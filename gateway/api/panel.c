/* SPDX-License-Identifier: MIT */
/* /v1/panel: how a page gets in, and the pages that are in. */
#include "api/handlers.h"
#include "log.h"

void api_panel_code(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) == NULL)
        return;
    g_autofree char *code = panel_add_code(call->gateway->auth.panel, g_get_monotonic_time());
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "code", code);
    cordon_json_add_int(writer, "valid_s", PANEL_CODE_LIFE / G_TIME_SPAN_SECOND);
    cordon_json_add_uint(writer, "port", http_server_get_port(call->gateway->server));
    cordon_json_end_object(writer);
    api_send(call, 201, cordon_json_writer_finish(writer));
}

static void fail_code(ApiCall *call)
{
    Auth *auth = &call->gateway->auth;

    if (!auth_add_failure(auth, call->request, "code")) {
        api_fail(call, 403, "code",
                 "The code was used already, or is too old: open the panel anew.");
        return;
    }
    g_autofree char *seconds = g_strdup_printf("%u", MAX(1, auth_retry_after(auth)));
    http_request_add_header(call->request, "Retry-After", seconds);
    api_fail(call, 429, "throttled", "There were too many wrong codes; try again in %s s.",
             seconds);
}

void api_panel_begin(ApiCall *call)
{
    static const char *const members[] = {"code", NULL};
    g_autoptr(GError) error = NULL;
    const char *code, *id;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "code", TRUE, &code, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    g_autofree char *token =
        panel_redeem(call->gateway->auth.panel, code, g_get_monotonic_time(), &id);
    if (token == NULL) {
        fail_code(call);
        return;
    }
    log_line("panel session %s begins", id);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", id);
    cordon_json_add_string(writer, "token", token);
    cordon_json_add_int(writer, "idle_s", PANEL_SESSION_IDLE / G_TIME_SPAN_SECOND);
    cordon_json_end_object(writer);
    api_send(call, 201, cordon_json_writer_finish(writer));
}

void api_panel_list(ApiCall *call)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    panel_write(call->gateway->auth.panel, writer, "sessions", call->who.panel_session,
                g_get_monotonic_time());
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

void api_panel_end(ApiCall *call)
{
    const char *id = call->match.parts[0];

    if (!panel_revoke(call->gateway->auth.panel, id)) {
        api_fail(call, 404, "not-found", "There is no panel session %s.", id);
        return;
    }
    events_end_panel(call->gateway->events, id);
    log_line("panel session %s ends", id);
    api_send_nothing(call);
}

/* SPDX-License-Identifier: MIT */
/* GET /v1/events: what happens, as server-sent events. */
#include "events.h"

#include "api/handlers.h"

void api_events_get(ApiCall *call)
{
    const char *last_id = http_request_header(call->request, "Last-Event-ID");
    gboolean is_window = api_query_flag(call, "window");
    HttpRequest *request = api_take_request(call);

    if (last_id == NULL)
        last_id = http_request_query(request, "last_id");
    if (events_listen(call->gateway->events, request, last_id, is_window ? call->session : NULL,
                      call->who.panel_session)) {
        api_call_unref(call);
        return;
    }
    call->request = request;
    api_fail(call, 503, "full", "Too many listen already; close a page.");
}

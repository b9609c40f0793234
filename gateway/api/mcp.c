/* SPDX-License-Identifier: MIT */
/* POST /mcp: MCP over HTTP, for a bubble with its token. */
#include "mcp/http.h"

#include "api/handlers.h"

void api_mcp_post(ApiCall *call)
{
    if (call->who.kind != WHO_AGENT) {
        api_fail(call, 403, "forbidden",
                 "/mcp needs the token of a bubble: POST /v1/bubbles/{id}/token.");
        return;
    }
    HttpRequest *request = api_take_request(call);
    if (request == NULL)
        return;
    mcp_http_handle(call->gateway->mcp, request, call->who.agent);
    api_call_unref(call);
}

/* SPDX-License-Identifier: MIT */
/* Every route of the API: ROW(method, pattern, access, handler).  docs/openapi.json describes each, and a test holds the two
 * together. */
#ifndef CORDON_GATEWAY_API_ROUTES_H
#define CORDON_GATEWAY_API_ROUTES_H

/* clang-format off */
#define API_ROUTES(ROW)                                                             \
    ROW("GET",    "/v1/status",                       ACCESS_USER,  status_get)     \
    ROW("GET",    "/v1/openapi.json",                 ACCESS_USER,  openapi_get)    \
    ROW("GET",    "/v1/events",                       ACCESS_USER,  events_get)     \
    ROW("GET",    "/v1/settings",                     ACCESS_USER,  settings_get)   \
    ROW("PATCH",  "/v1/settings",                     ACCESS_USER,  settings_patch) \
    ROW("POST",   "/v1/settings/reset",               ACCESS_USER,  settings_reset) \
    ROW("GET",    "/v1/boards",                       ACCESS_USER,  boards_list)    \
    ROW("POST",   "/v1/boards",                       ACCESS_USER,  boards_add)     \
    ROW("PATCH",  "/v1/boards/{id}",                  ACCESS_USER,  boards_patch)   \
    ROW("DELETE", "/v1/boards/{id}",                  ACCESS_USER,  boards_remove)  \
    ROW("GET",    "/v1/boards/{id}/grants",           ACCESS_USER,  grants_list)    \
    ROW("DELETE", "/v1/boards/{id}/grants",           ACCESS_USER,  grants_revoke)  \
    ROW("GET",    "/v1/loops",                        ACCESS_USER,  loops_list)     \
    ROW("POST",   "/v1/loops",                        ACCESS_USER,  loops_add)      \
    ROW("DELETE", "/v1/loops/{id}",                   ACCESS_USER,  loops_remove)   \
    ROW("GET",    "/v1/roles",                        ACCESS_USER,  roles_list)     \
    ROW("POST",   "/v1/roles",                        ACCESS_USER,  roles_add)      \
    ROW("DELETE", "/v1/roles/{id}",                   ACCESS_USER,  roles_remove)   \
    ROW("GET",    "/v1/bubbles",                      ACCESS_USER,  bubbles_list)   \
    ROW("POST",   "/v1/bubbles",                      ACCESS_USER,  bubbles_add)    \
    ROW("DELETE", "/v1/bubbles/{id}",                 ACCESS_USER,  bubbles_remove) \
    ROW("POST",   "/v1/bubbles/{id}/token",           ACCESS_USER,  bubbles_token)  \
    ROW("DELETE", "/v1/bubbles/{id}/token",           ACCESS_USER,  bubbles_revoke) \
    ROW("GET",    "/v1/backends",                     ACCESS_USER,  backends_get)   \
    ROW("POST",   "/v1/backends/check",               ACCESS_USER,  backends_check) \
    ROW("GET",    "/v1/approvals",                    ACCESS_USER,  approvals_list) \
    ROW("GET",    "/v1/approvals/{id}",               ACCESS_USER,  approvals_get)  \
    ROW("POST",   "/v1/approvals/{id}",               ACCESS_USER,  approvals_answer) \
    ROW("GET",    "/v1/runs",                         ACCESS_AGENT, runs_list)      \
    ROW("POST",   "/v1/runs",                         ACCESS_AGENT, runs_start)     \
    ROW("GET",    "/v1/runs/{id}",                    ACCESS_AGENT, runs_get)       \
    ROW("GET",    "/v1/runs/{id}/output",             ACCESS_AGENT, runs_output)    \
    ROW("POST",   "/v1/runs/{id}/cancel",             ACCESS_AGENT, runs_cancel)    \
    ROW("POST",   "/v1/check",                        ACCESS_AGENT, check_post)     \
    ROW("GET",    "/v1/audit",                        ACCESS_USER,  audit_get)      \
    ROW("GET",    "/v1/image",                        ACCESS_USER,  image_get)      \
    ROW("POST",   "/v1/image/size",                   ACCESS_USER,  image_size)     \
    ROW("POST",   "/v1/image/pull",                   ACCESS_USER,  image_pull)     \
    ROW("POST",   "/v1/image/cancel",                 ACCESS_USER,  image_cancel)   \
    ROW("POST",   "/v1/panel/codes",                  ACCESS_UNIX,  panel_code)     \
    ROW("POST",   "/v1/panel/session",                ACCESS_OPEN,  panel_begin)    \
    ROW("GET",    "/v1/panel/sessions",               ACCESS_USER,  panel_list)     \
    ROW("DELETE", "/v1/panel/sessions/{id}",          ACCESS_USER,  panel_end)      \
    ROW("POST",   "/mcp",                             ACCESS_AGENT, mcp_post)
/* clang-format on */

#endif

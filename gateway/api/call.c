/* SPDX-License-Identifier: MIT */
/* One request to the API on its way to an answer. */
#include "api/call.h"

#include <stdarg.h>
#include <string.h>

#include "api/error.h"
#include "api/handlers.h"
#include "log.h"

#define MAX_BODY_BYTES (1024u * 1024)
#define JSON_TYPE      "application/json"

#define API_ROW(verb, path, who, name)                                                             \
    {.method = verb, .pattern = path, .access = who, .handle = api_##name},
static const Route routes[] = {API_ROUTES(API_ROW){.method = NULL}};

/* --- calls --- */

static void request_gone(HttpRequest *request, gpointer user_data)
{
    ApiCall *call = user_data;

    (void)request;
    call->request = NULL;
    api_call_unref(call);
}

/* The request holds a reference until it is answered. */
static ApiCall *call_new(Gateway *gateway, HttpRequest *request)
{
    ApiCall *call = g_new0(ApiCall, 1);

    g_atomic_ref_count_init(&call->references);
    call->gateway = gateway;
    call->session = gateway->session;
    call->request = request;
    call->status = 200;
    http_request_set_gone(request, request_gone, api_call_ref(call));
    return call;
}

ApiCall *api_call_ref(ApiCall *call)
{
    g_atomic_ref_count_inc(&call->references);
    return call;
}

void api_call_unref(ApiCall *call)
{
    if (!g_atomic_ref_count_dec(&call->references))
        return;
    route_match_clear(&call->match);
    who_clear(&call->who);
    g_clear_pointer(&call->body, cordon_json_free);
    g_free(call);
}

/* --- answers --- */

void api_send(ApiCall *call, guint status, char *json)
{
    HttpRequest *request = api_take_request(call);

    if (request != NULL) {
        http_respond(request, status, JSON_TYPE, json, strlen(json));
        api_call_unref(call);
    }
    g_free(json);
}

HttpRequest *api_take_request(ApiCall *call)
{
    HttpRequest *request = call->request;

    call->request = NULL;
    return request;
}

void api_send_nothing(ApiCall *call)
{
    HttpRequest *request = api_take_request(call);

    if (request != NULL) {
        http_respond(request, 204, NULL, NULL, 0);
        api_call_unref(call);
    }
}

static char *error_json(const char *code, const char *message)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_object(writer, "error");
    cordon_json_add_string(writer, "code", code);
    cordon_json_add_string(writer, "message", message);
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void api_fail(ApiCall *call, guint status, const char *code, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    g_autofree char *message = g_strdup_vprintf(format, values);
    va_end(values);
    api_send(call, status, error_json(code, message));
}

void api_fail_with(ApiCall *call, const GError *error)
{
    ApiFault fault = api_fault_for(error);

    if (fault.status >= 500)
        log_line("failed: %s %s: %s", call->match.route->method, call->match.route->pattern,
                 error->message);
    api_fail(call, fault.status, fault.code, "%s", error->message);
}

/* --- what was sent --- */

static gboolean has_only(ApiCall *call, const CordonJsonValue *object, const char *const *members)
{
    for (const CordonJsonValue *member = cordon_json_first(object); member != NULL;
         member = cordon_json_next(member)) {
        const char *name = cordon_json_name(member);
        if (!g_strv_contains(members, name)) {
            api_fail(call, 400, "invalid",
                     "The body has the member \"%s\", which %s %s does not know.", name,
                     call->match.route->method, call->match.route->pattern);
            return FALSE;
        }
    }
    return TRUE;
}

const CordonJsonValue *api_read_body(ApiCall *call, const char *const *members)
{
    g_autoptr(GError) error = NULL;
    gsize size;
    const char *body = http_request_body(call->request, &size);

    if (size == 0) {
        body = "{}";
        size = strlen(body);
    }
    call->body = cordon_json_parse(body, size, MAX_BODY_BYTES, &error);
    if (call->body == NULL) {
        api_fail(call, 400, "invalid", "The body cannot be read as JSON: %s", error->message);
        return NULL;
    }
    const CordonJsonValue *root = cordon_json_root(call->body);
    if (!cordon_json_is_object(root)) {
        api_fail(call, 400, "invalid", "The body is no JSON object.");
        return NULL;
    }
    return has_only(call, root, members) ? root : NULL;
}

gboolean api_query_number(ApiCall *call, const char *name, guint64 max, guint64 *ret)
{
    const char *text = http_request_query(call->request, name);

    if (text == NULL || g_ascii_string_to_unsigned(text, 10, 0, max, ret, NULL))
        return TRUE;
    api_fail(call, 400, "invalid", "%s has to be a whole number from 0 to %" G_GUINT64_FORMAT ".",
             name, max);
    return FALSE;
}

gboolean api_query_flag(const ApiCall *call, const char *name)
{
    const char *text = http_request_query(call->request, name);

    return text != NULL && (strcmp(text, "1") == 0 || strcmp(text, "true") == 0);
}

/* --- work that blocks --- */

typedef struct {
    ApiCall *call;
    ApiWork work;
    gpointer data;
    GDestroyNotify free_data;
    char *answer;
    GError *error;
} Deferred;

static void deferred_work(gpointer data)
{
    Deferred *deferred = data;

    deferred->answer = deferred->work(deferred->call, deferred->data, &deferred->error);
}

static void deferred_free(Deferred *deferred)
{
    if (deferred->free_data != NULL)
        deferred->free_data(deferred->data);
    g_clear_error(&deferred->error);
    g_free(deferred->answer);
    api_call_unref(deferred->call);
    g_free(deferred);
}

static void deferred_done(gpointer data)
{
    Deferred *deferred = data;

    if (deferred->error != NULL)
        api_fail_with(deferred->call, deferred->error);
    else if (deferred->answer[0] == '\0')
        api_send_nothing(deferred->call);
    else
        api_send(deferred->call, deferred->call->status, g_steal_pointer(&deferred->answer));
    deferred_free(deferred);
}

void api_defer(ApiCall *call, ApiWork work, gpointer data, GDestroyNotify free_data)
{
    Deferred *deferred = g_new0(Deferred, 1);

    *deferred =
        (Deferred){.call = api_call_ref(call), .work = work, .data = data, .free_data = free_data};
    if (pool_run(call->gateway->pool, deferred_work, deferred_done, deferred))
        return;
    api_fail(call, 503, "full", "Too much is being worked on already; try again later.");
    deferred_free(deferred);
}

/* --- requests --- */

static void fail_auth(ApiCall *call, AuthResult result)
{
    if (result == AUTH_THROTTLED) {
        g_autofree char *seconds =
            g_strdup_printf("%u", MAX(1, auth_retry_after(&call->gateway->auth)));
        http_request_add_header(call->request, "Retry-After", seconds);
        api_fail(call, 429, "throttled",
                 "There were too many wrong tokens; they are looked at again in %s s.", seconds);
    } else if (result == AUTH_DESCENDANT) {
        api_fail(call, 403, "own-command",
                 "This process was started by the gateway; a command cannot speak for the user.");
    } else {
        http_request_add_header(call->request, "WWW-Authenticate", "Bearer");
        api_fail(
            call, 401, "token",
            "The token is not one of this gateway: it makes a new one at each start, in %s/token.",
            call->gateway->folder);
    }
}

/* FALSE: answered. */
static gboolean may_go_on(ApiCall *call)
{
    const Route *route = call->match.route;

    switch (who_decide(call->who.kind, route->access)) {
    case WHO_MAY:
        return TRUE;
    case WHO_MAY_NOT:
        if (route->access == ACCESS_UNIX)
            api_fail(call, 403, "unix-only", "%s %s is answered over the Unix socket only.",
                     route->method, route->pattern);
        else
            api_fail(call, 403, "forbidden", "The token of a bubble is not good for %s %s.",
                     route->method, route->pattern);
        return FALSE;
    case WHO_UNKNOWN:
    default:
        http_request_add_header(call->request, "WWW-Authenticate", "Bearer");
        api_fail(call, 401, "no-token",
                 "Over TCP a token is needed: the header Authorization: Bearer, and what is in "
                 "%s/token.",
                 call->gateway->folder);
        return FALSE;
    }
}

/* Routes are told only to who may ask at all. */
static void fail_route(ApiCall *call, RouteResult result)
{
    if (call->who.kind == WHO_NOBODY) {
        http_request_add_header(call->request, "WWW-Authenticate", "Bearer");
        api_fail(call, 401, "no-token", "Over TCP a token is needed.");
    } else if (result == ROUTE_NO_METHOD) {
        http_request_add_header(call->request, "Allow", call->match.allow);
        api_fail(call, 405, "method", "Only %s can be asked of this path.", call->match.allow);
    } else {
        api_fail(call, 404, "no-path",
                 "There is nothing at this path; /v1/openapi.json says what there is.");
    }
}

void api_handle(HttpRequest *request, gpointer user_data)
{
    Gateway *gateway = user_data;
    g_autoptr(ApiCall) call = call_new(gateway, request);
    AuthResult auth = auth_identify(&gateway->auth, request, &call->who);
    RouteResult found =
        route_find(routes, http_request_method(request), http_request_path(request), &call->match);

    if (auth != AUTH_OK)
        fail_auth(call, auth);
    else if (found != ROUTE_FOUND)
        fail_route(call, found);
    else if (may_go_on(call))
        call->match.route->handle(call);
}

static gboolean is_open(const HttpRequest *request)
{
    g_auto(RouteMatch) match = {.route = NULL};

    return route_find(routes, http_request_method(request), http_request_path(request), &match) ==
               ROUTE_FOUND &&
           match.route->access == ACCESS_OPEN;
}

HttpAdmission api_authorize(HttpRequest *request, gpointer user_data)
{
    Gateway *gateway = user_data;
    g_auto(Who) who = {.kind = WHO_NOBODY};
    AuthResult result = auth_identify(&gateway->auth, request, &who);

    if (result == AUTH_THROTTLED)
        return HTTP_THROTTLED;
    if (result != AUTH_OK)
        return HTTP_STRANGER;
    return who.kind != WHO_NOBODY || is_open(request) ? HTTP_ADMITTED : HTTP_STRANGER;
}

/* SPDX-License-Identifier: MIT */
/* One request to the API on its way to an answer: what handlers take and give. */
#ifndef CORDON_GATEWAY_API_CALL_H
#define CORDON_GATEWAY_API_CALL_H

#include "api/route.h"
#include "gateway.h"

/* Reference counted; of the loop's thread, but for work in the pool, which may use session, parts, body and who. */
struct ApiCall {
    gatomicrefcount references;
    Gateway *gateway;
    CordonSession *session; /* the gateway's */
    HttpRequest *request;   /* NULL once it is answered, or its client went */
    RouteMatch match;
    Who who;
    CordonJson *body; /* after api_read_body() */
    guint status;     /* of a good answer: 200 */
};

ApiCall *api_call_ref(ApiCall *call);
void api_call_unref(ApiCall *call);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ApiCall, api_call_unref)

/* The HttpHandler and HttpAuthorize of the gateway; user_data is the Gateway. */
void api_handle(HttpRequest *request, gpointer user_data);
HttpAdmission api_authorize(HttpRequest *request, gpointer user_data);

/* --- answers; each does nothing when the client went --- */

/* json: taken. */
void api_send(ApiCall *call, guint status, char *json);
void api_send_nothing(ApiCall *call); /* 204 */
/* {"error": {"code", "message"}}; code: a word, message: a sentence. */
void api_fail(ApiCall *call, guint status, const char *code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
void api_fail_with(ApiCall *call, const GError *error);

/* For an answer of another form: the request, which the call has no more; NULL when the client went.  api_call_unref() once it is
 * answered: the request held a reference. */
HttpRequest *api_take_request(ApiCall *call);

/* --- what was sent --- */

/* The body, one object with no other members than these (NULL-terminated); no body counts as {}.  NULL: the call was answered. */
const CordonJsonValue *api_read_body(ApiCall *call, const char *const *members);
/* A whole number of the query; FALSE: the call was answered. */
gboolean api_query_number(ApiCall *call, const char *name, guint64 max, guint64 *ret);
/* "1" and "true" are TRUE. */
gboolean api_query_flag(const ApiCall *call, const char *name);

/* --- work that blocks --- */

/* In a thread of the pool.  The answer as JSON, to be freed with g_free(); or NULL with an error. */
typedef char *(*ApiWork)(ApiCall *call, gpointer data, GError **error);
/* Answers with what the work gives.  data is freed in the loop. */
void api_defer(ApiCall *call, ApiWork work, gpointer data, GDestroyNotify free_data);

#define API_ERROR (api_error_quark())
typedef enum { API_ERROR_NOT_FOUND, API_ERROR_INVALID, API_ERROR_CONFLICT } ApiError;
GQuark api_error_quark(void);

#endif

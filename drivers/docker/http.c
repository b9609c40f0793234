/* SPDX-License-Identifier: MIT */
/* HTTP requests over libcurl. */
#include "http.h"

#include <curl/curl.h>
#include <poll.h>
#include <string.h>

#define CONNECT_MS       10000
#define MAX_HEADERS      128
#define MAX_HEADER_BYTES 16384

struct CordonHttp {
    CURL *curl;
    char *socket_path; /* or NULL */
    CURLcode code;     /* of the last request */
};

/* One request under way. */
typedef struct {
    CordonHttp *http;
    const CordonHttpRequest *request;
    CordonHttpResponse *response;
    GString *body;
    gsize received; /* of the body */
    gint64 last_us; /* when something came */
    GError *error;  /* why one of the functions below ended it */
} Exchange;

/* A body that is not a success is a message, never data. */
#define MAX_MESSAGE_BYTES 65536

static gboolean is_success(guint status)
{
    return status >= 200 && status < 300;
}

static gboolean take_data(Exchange *exchange, const char *bytes, gsize size)
{
    const CordonHttpRequest *request = exchange->request;
    long status = 0;

    curl_easy_getinfo(exchange->http->curl, CURLINFO_RESPONSE_CODE, &status);
    gboolean fine = is_success((guint)status);
    gsize most = fine ? request->max_bytes : MAX_MESSAGE_BYTES;
    exchange->received += size;
    if (exchange->received > most) {
        g_set_error(&exchange->error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "The answer to %s %s is longer than %" G_GSIZE_FORMAT " bytes.",
                    request->method, request->url, most);
        return FALSE;
    }
    if (!fine || request->sink == NULL) {
        g_string_append_len(exchange->body, bytes, (gssize)size);
        return TRUE;
    }
    return request->sink(bytes, size, request->user_data, &exchange->error);
}

static size_t write_function(char *bytes, size_t size, size_t count, void *data)
{
    Exchange *exchange = data;

    exchange->last_us = g_get_monotonic_time();
    return take_data(exchange, bytes, size * count) ? size * count : 0;
}

/* A header line, with its line end.  A status line begins the headers anew (100 Continue). */
static size_t header_function(char *bytes, size_t size, size_t count, void *data)
{
    Exchange *exchange = data;
    GHashTable *headers = exchange->response->headers;
    gsize length = size * count;

    exchange->last_us = g_get_monotonic_time();
    if (length > MAX_HEADER_BYTES || g_hash_table_size(headers) >= MAX_HEADERS) {
        g_set_error(&exchange->error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "The answer to %s %s has too many or too long headers.",
                    exchange->request->method, exchange->request->url);
        return 0;
    }
    if (length > 5 && strncmp(bytes, "HTTP/", 5) == 0)
        g_hash_table_remove_all(headers);
    const char *colon = memchr(bytes, ':', length);
    if (colon != NULL && colon > bytes) {
        char *name = g_ascii_strdown(bytes, colon - bytes);
        char *value = g_strndup(colon + 1, length - (gsize)(colon + 1 - bytes));
        g_hash_table_replace(headers, name, g_strstrip(value));
    }
    return length;
}

static gboolean is_readable(int fd)
{
    struct pollfd item = {.fd = fd, .events = POLLIN};
    return fd > 0 && poll(&item, 1, 0) > 0;
}

/* Called often; ends the request with a value other than 0. */
static int progress_function(void *data, curl_off_t down_total, curl_off_t down,
                             curl_off_t up_total, curl_off_t up)
{
    Exchange *exchange = data;
    const CordonHttpRequest *request = exchange->request;
    gint64 idle_ms = (g_get_monotonic_time() - exchange->last_us) / 1000;

    (void)down_total;
    (void)down;
    (void)up_total;
    (void)up;
    if (is_readable(request->cancel_fd)) {
        g_set_error(&exchange->error, CORDON_ERROR, CORDON_ERROR_CANCELLED, "Cancelled.");
        return 1;
    }
    if (request->idle_timeout_ms > 0 && idle_ms > (gint64)request->idle_timeout_ms) {
        g_set_error(&exchange->error, CORDON_ERROR, CORDON_ERROR_TIMEOUT,
                    "%s %s: nothing came for %u seconds.", request->method, request->url,
                    request->idle_timeout_ms / 1000);
        return 1;
    }
    return 0;
}

static void global_init(void)
{
    static gsize once;

    if (g_once_init_enter(&once)) {
        curl_global_init(CURL_GLOBAL_DEFAULT);
        g_once_init_leave(&once, 1);
    }
}

static CordonHttp *new_client(const char *socket_path)
{
    CordonHttp *http = g_new0(CordonHttp, 1);

    global_init();
    http->curl = curl_easy_init();
    http->socket_path = g_strdup(socket_path);
    if (http->curl == NULL)
        g_error("libcurl cannot be used"); /* out of memory, as GLib ends it too */
    return http;
}

CordonHttp *cordon_http_new_unix(const char *socket_path)
{
    return new_client(socket_path);
}

CordonHttp *cordon_http_new(void)
{
    return new_client(NULL);
}

void cordon_http_free(CordonHttp *http)
{
    if (http == NULL)
        return;
    curl_easy_cleanup(http->curl);
    g_free(http->socket_path);
    g_free(http);
}

static gboolean is_loopback_url(const char *url)
{
    static const char *const hosts[] = {"http://127.0.0.1", "http://localhost", "http://[::1]"};

    for (gsize i = 0; i < G_N_ELEMENTS(hosts); i++) {
        gsize length = strlen(hosts[i]);
        if (g_ascii_strncasecmp(url, hosts[i], length) == 0 &&
            (url[length] == ':' || url[length] == '/' || url[length] == '\0'))
            return TRUE;
    }
    return FALSE;
}

static gboolean check_url(const CordonHttp *http, const char *url, GError **error)
{
    if (http->socket_path != NULL || g_str_has_prefix(url, "https://") || is_loopback_url(url))
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                "%s: only https is asked, and http on this machine.", url);
    return FALSE;
}

static void set_method(CURL *curl, const CordonHttpRequest *request)
{
    gboolean has_body = g_str_equal(request->method, "POST") || g_str_equal(request->method, "PUT");

    if (g_str_equal(request->method, "HEAD")) {
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    } else if (has_body) {
        curl_easy_setopt(curl, CURLOPT_POST, 1L);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body != NULL ? request->body : "");
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
    }
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
}

static void set_limits(CURL *curl, Exchange *exchange)
{
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)exchange->request->timeout_ms);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress_function);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, exchange);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, write_function);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, exchange);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header_function);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
}

/* The text forms of these options are newer (7.85) than what Ubuntu 22.04 ships. */
static void set_protocols(CURL *curl)
{
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static struct curl_slist *make_headers(const CordonHttpRequest *request)
{
    /* No waiting for 100 Continue, which engines do not send. */
    struct curl_slist *list = curl_slist_append(NULL, "Expect:");

    for (gsize i = 0; request->headers != NULL && request->headers[i] != NULL; i++)
        list = curl_slist_append(list, request->headers[i]);
    return list;
}

static void set_failure(GError **error, const CordonHttpRequest *request, CURLcode code)
{
    CordonError kind =
        code == CURLE_OPERATION_TIMEDOUT     ? CORDON_ERROR_TIMEOUT
        : code == CURLE_UNSUPPORTED_PROTOCOL ? CORDON_ERROR_INVALID
        : code == CURLE_RECV_ERROR || code == CURLE_PARTIAL_FILE || code == CURLE_WEIRD_SERVER_REPLY
            ? CORDON_ERROR_PARSE
            : CORDON_ERROR_SYSTEM;

    g_set_error(error, CORDON_ERROR, (gint)kind, "%s %s: %s.", request->method, request->url,
                curl_easy_strerror(code));
}

gboolean cordon_http_send(CordonHttp *http, const CordonHttpRequest *request,
                          CordonHttpResponse *ret, GError **error)
{
    g_autofree char *url = http->socket_path != NULL
                               ? g_strconcat("http://localhost", request->url, NULL)
                               : g_strdup(request->url);
    Exchange exchange = {.http = http,
                         .request = request,
                         .response = ret,
                         .body = g_string_new(NULL),
                         .last_us = g_get_monotonic_time()};
    long status = 0;

    *ret = (CordonHttpResponse){.headers =
                                    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
    http->code = CURLE_OK;
    if (!check_url(http, url, error)) {
        g_string_free(exchange.body, TRUE);
        cordon_http_response_clear(ret);
        return FALSE;
    }
    struct curl_slist *headers = make_headers(request);
    curl_easy_reset(http->curl);
    curl_easy_setopt(http->curl, CURLOPT_URL, url);
    if (http->socket_path != NULL)
        curl_easy_setopt(http->curl, CURLOPT_UNIX_SOCKET_PATH, http->socket_path);
    /* Proxies of the environment are for the network. */
    if (http->socket_path != NULL || is_loopback_url(url))
        curl_easy_setopt(http->curl, CURLOPT_PROXY, "");
    curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, headers);
    set_protocols(http->curl);
    set_method(http->curl, request);
    set_limits(http->curl, &exchange);
    CURLcode code = curl_easy_perform(http->curl);
    http->code = code;
    curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(headers);

    ret->status = (guint)status;
    ret->size = exchange.body->len;
    ret->body = g_string_free(exchange.body, FALSE);
    if (code == CURLE_OK)
        return TRUE;
    if (exchange.error != NULL)
        g_propagate_error(error, exchange.error);
    else
        set_failure(error, request, code);
    cordon_http_response_clear(ret);
    return FALSE;
}

CordonHttpFailure cordon_http_failure(const CordonHttp *http, const char **ret_reason)
{
    *ret_reason = http->code != CURLE_OK ? curl_easy_strerror(http->code) : NULL;
    /* More than a hundred codes: those that a caller can say something about. */
    if (http->code == CURLE_OK || http->code == CURLE_WRITE_ERROR ||
        http->code == CURLE_ABORTED_BY_CALLBACK)
        return CORDON_HTTP_FAILURE_NONE;
    if (http->code == CURLE_COULDNT_RESOLVE_HOST || http->code == CURLE_COULDNT_RESOLVE_PROXY)
        return CORDON_HTTP_FAILURE_RESOLVE;
    if (http->code == CURLE_COULDNT_CONNECT)
        return CORDON_HTTP_FAILURE_CONNECT;
    if (http->code == CURLE_SSL_CONNECT_ERROR || http->code == CURLE_PEER_FAILED_VERIFICATION ||
        http->code == CURLE_SSL_CACERT_BADFILE || http->code == CURLE_SSL_CERTPROBLEM ||
        http->code == CURLE_SSL_CIPHER || http->code == CURLE_SSL_ISSUER_ERROR)
        return CORDON_HTTP_FAILURE_TLS;
    return CORDON_HTTP_FAILURE_OTHER;
}

void cordon_http_response_clear(CordonHttpResponse *response)
{
    g_free(response->body);
    g_clear_pointer(&response->headers, g_hash_table_unref);
    *response = (CordonHttpResponse){0};
}

const char *cordon_http_response_header(const CordonHttpResponse *response, const char *name)
{
    return response->headers != NULL ? g_hash_table_lookup(response->headers, name) : NULL;
}

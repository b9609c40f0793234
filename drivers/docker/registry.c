/* SPDX-License-Identifier: MIT */
/* Asks a registry for manifests and configurations. */
#include "registry.h"

#include <cordon/image.h>
#include <string.h>

#include "challenge.h"
#include "credentials.h"
#include "http.h"
#include <cordon/json.h>

#define REQUEST_MS        60000
#define IDLE_MS           20000
#define MAX_TOKEN_BYTES   (256u * 1024)
#define MAX_REDIRECTIONS  5
#define MAX_ADDRESS_BYTES 8192
/* Each step to other credentials costs one request. */
#define MAX_ATTEMPTS     4
#define MAX_NUMBER_BYTES 32

#define HUB_TOKEN_HOST "auth.docker.io"

/* All four: without them an old registry answers schema 1. */
#define ACCEPT                                                                                     \
    "Accept: application/vnd.oci.image.index.v1+json, "                                            \
    "application/vnd.docker.distribution.manifest.list.v2+json, "                                  \
    "application/vnd.oci.image.manifest.v1+json, "                                                 \
    "application/vnd.docker.distribution.manifest.v2+json"

/* How much was told so far. */
typedef enum {
    TOLD_NOTHING,
    TOLD_ANONYMOUS,
    TOLD_CREDENTIALS,
} Told;

struct CordonRegistry {
    const CordonReference *reference;
    CordonHttp *http;
    int cancel_fd;
    char *host;
    char *name;   /* of the image, for messages */
    char *base;   /* "https://host/v2/library/node"; NULL: not known yet */
    char *header; /* "Authorization: ...", or NULL */
    Told told;
    CordonChallenge challenge; /* the last one */
};

CordonRegistry *cordon_registry_new(const CordonReference *reference, int cancel_fd)
{
    CordonRegistry *registry = g_new0(CordonRegistry, 1);

    registry->reference = reference;
    registry->http = cordon_http_new();
    registry->cancel_fd = cancel_fd;
    registry->host = cordon_reference_host(reference);
    registry->name = cordon_reference_format(reference);
    return registry;
}

void cordon_registry_free(CordonRegistry *registry)
{
    if (registry == NULL)
        return;
    cordon_http_free(registry->http);
    cordon_challenge_clear(&registry->challenge);
    g_free(registry->host);
    g_free(registry->name);
    g_free(registry->base);
    g_free(registry->header);
    g_free(registry);
}

gboolean cordon_registry_is_authenticated(const CordonRegistry *registry)
{
    return registry->told == TOLD_CREDENTIALS;
}

/* --- one request -------------------------------------------------------------------------------- */

/* host: who was asked.  Addresses are left out of messages: they may hold what opens a blob. */
static gboolean fail_transport(CordonRegistry *registry, const char *host, const GError *inner,
                               GError **error)
{
    const char *reason;
    CordonHttpFailure failure = cordon_http_failure(registry->http, &reason);
    CordonImageError code = CORDON_IMAGE_ERROR_OFFLINE;

    if (g_error_matches(inner, CORDON_ERROR, CORDON_ERROR_CANCELLED)) {
        g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED,
                            "Cancelled; nothing was pulled.");
        return FALSE;
    }
    if (failure == CORDON_HTTP_FAILURE_TLS) {
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_TLS,
                    "%s could not be asked about %s: no trusted connection (%s).  Check the clock "
                    "of this machine, a proxy in between, and the certificates it trusts.",
                    host, registry->name, reason);
        return FALSE;
    }
    if (g_error_matches(inner, CORDON_ERROR, CORDON_ERROR_TIMEOUT))
        reason = "no answer in time";
    else if (failure == CORDON_HTTP_FAILURE_NONE ||
             (failure == CORDON_HTTP_FAILURE_OTHER &&
              g_error_matches(inner, CORDON_ERROR, CORDON_ERROR_PARSE)))
        code = CORDON_IMAGE_ERROR_REGISTRY;
    if (code == CORDON_IMAGE_ERROR_REGISTRY)
        g_set_error(error, CORDON_IMAGE_ERROR, (gint)code,
                    "%s could not be asked about %s: %s.  Try again later; when it stays so, the "
                    "registry, or a proxy in between, is broken.",
                    host, registry->name,
                    failure == CORDON_HTTP_FAILURE_NONE ? "its answer is too long" : reason);
    else
        g_set_error(error, CORDON_IMAGE_ERROR, (gint)code,
                    "%s could not be asked about %s: %s.  Check the network, and HTTPS_PROXY where "
                    "there is a proxy; then try again.",
                    host, registry->name, reason != NULL ? reason : "no connection");
    return FALSE;
}

static gboolean send(CordonRegistry *registry, const char *url, const char *const *headers,
                     const char *form, gsize max_bytes, CordonHttpResponse *ret, GError **error)
{
    CordonHttpRequest request = {
        .method = form != NULL ? "POST" : "GET",
        .url = url,
        .headers = headers,
        .body = form,
        .body_size = form != NULL ? strlen(form) : 0,
        .timeout_ms = REQUEST_MS,
        .idle_timeout_ms = IDLE_MS,
        .max_bytes = max_bytes,
        .cancel_fd = registry->cancel_fd,
    };
    g_autoptr(GError) inner = NULL;

    if (cordon_http_send(registry->http, &request, ret, &inner))
        return TRUE;
    g_autofree char *host = cordon_url_host(url);
    return fail_transport(registry, host != NULL ? host : registry->host, inner, error);
}

/* The words of the registry itself, shortened, or "". */
static char *its_words(const CordonHttpResponse *response)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(response->body, response->size, CORDON_MANIFEST_MAX_BYTES, NULL);
    const CordonJsonValue *list = NULL;
    const char *message = NULL;

    if (json != NULL && cordon_json_is_object(cordon_json_root(json)))
        list = cordon_json_find(cordon_json_root(json), "errors");
    const CordonJsonValue *first = list != NULL ? cordon_json_first(list) : NULL;
    if (first == NULL || !cordon_json_is_object(first) ||
        !cordon_json_get_string(first, "message", FALSE, &message, NULL) || message == NULL)
        return g_strdup("");
    g_autofree char *cut = g_utf8_substring(message, 0, MIN(g_utf8_strlen(message, -1), 200));
    return g_strdup_printf(" (%s)", cut);
}

/* "0;w=21600" -> "0 in 6 hours". */
static char *read_rate(const CordonHttpResponse *response, const char *name)
{
    const char *value = cordon_http_response_header(response, name);
    char *end = NULL;
    guint64 seconds;

    if (value == NULL || strlen(value) > MAX_NUMBER_BYTES || !g_ascii_isdigit(*value))
        return NULL;
    guint64 count = g_ascii_strtoull(value, &end, 10);
    if (!g_str_has_prefix(end, ";w=") ||
        !g_ascii_string_to_unsigned(end + 3, 10, 1, G_MAXINT32, &seconds, NULL))
        return g_strdup_printf("%" G_GUINT64_FORMAT, count);
    if (seconds % 3600 == 0)
        return g_strdup_printf("%" G_GUINT64_FORMAT " in %" G_GUINT64_FORMAT " hours", count,
                               seconds / 3600);
    return g_strdup_printf("%" G_GUINT64_FORMAT " in %" G_GUINT64_FORMAT " seconds", count,
                           seconds);
}

static gboolean fail_rate(const CordonRegistry *registry, const CordonHttpResponse *response,
                          GError **error)
{
    g_autofree char *limit = read_rate(response, "ratelimit-limit");
    g_autofree char *left = read_rate(response, "ratelimit-remaining");
    g_autofree char *wait = read_rate(response, "retry-after");
    g_autoptr(GString) numbers = g_string_new(NULL);

    if (limit != NULL)
        g_string_append_printf(numbers, "; its limit: %s", limit);
    if (left != NULL)
        g_string_append_printf(numbers, "; left: %s", left);
    if (wait != NULL)
        g_string_append_printf(numbers, "; it says to wait %s seconds", wait);
    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_RATE_LIMIT,
        "%s has had too many requests from here (all users of one address count "
        "together)%s.  Wait, or `docker login%s%s` for a limit of your own.",
        registry->host, numbers->str,
        cordon_reference_is_docker_hub(registry->reference) ? "" : " ",
        cordon_reference_is_docker_hub(registry->reference) ? "" : registry->reference->registry);
    return FALSE;
}

static gboolean fail_denied(const CordonRegistry *registry, const CordonHttpResponse *response,
                            GError **error)
{
    g_autofree char *words = its_words(response);
    gboolean is_hub = cordon_reference_is_docker_hub(registry->reference);

    g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_DENIED,
                "%s does not give out %s%s: %s.  Check the name, or `docker login%s%s`.",
                registry->host, registry->name, words,
                registry->told == TOLD_CREDENTIALS
                    ? "your credentials are not enough, or there is no such image"
                    : "it is not for everybody, or there is no such image",
                is_hub ? "" : " ", is_hub ? "" : registry->reference->registry);
    return FALSE;
}

/* Any answer that is not a success. */
static gboolean fail_status(const CordonRegistry *registry, const CordonHttpResponse *response,
                            GError **error)
{
    g_autofree char *words = its_words(response);

    switch (response->status) {
    case 401:
    case 403:
        return fail_denied(registry, response, error);
    case 404:
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_NOT_FOUND,
                    "%s has no %s%s.  Check the name and the tag.", registry->host, registry->name,
                    words);
        return FALSE;
    case 429:
        return fail_rate(registry, response, error);
    default:
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
                    "%s answered %u when asked about %s%s.  Try again later.", registry->host,
                    response->status, registry->name, words);
        return FALSE;
    }
}

/* --- where it is -------------------------------------------------------------------------------- */

/* https.  A registry of this machine usually speaks http, and one that speaks https answers http with an
 * error or not at all. */
static gboolean find_base(CordonRegistry *registry, GError **error)
{
    const char *scheme = "https";

    if (registry->base != NULL)
        return TRUE;
    if (cordon_host_is_loopback(registry->host)) {
        g_autofree char *url = g_strdup_printf("http://%s/v2/", registry->host);
        g_auto(CordonHttpResponse) response = {0};
        g_autoptr(GError) inner = NULL;

        if (send(registry, url, NULL, NULL, MAX_TOKEN_BYTES, &response, &inner)) {
            if (response.status != 400)
                scheme = "http";
        } else if (!g_error_matches(inner, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY)) {
            g_propagate_error(error, g_steal_pointer(&inner));
            return FALSE;
        }
    }
    registry->base =
        g_strdup_printf("%s://%s/v2/%s", scheme, registry->host, registry->reference->repository);
    return TRUE;
}

/* --- credentials -------------------------------------------------------------------------------- */

/* Under which name the credentials for a host are configured. */
static const char *credentials_key(const char *host)
{
    return g_str_equal(host, CORDON_DOCKER_HUB_HOST) || g_str_equal(host, HUB_TOKEN_HOST)
               ? CORDON_DOCKER_HUB
               : host;
}

/* Whether the user's credentials for the registry may go to that host.  Others that are configured for the
 * host itself may not either: the registry would get a token made with them. */
static gboolean may_tell(const CordonRegistry *registry, const char *realm_host, GError **error)
{
    g_autofree char *url = g_strconcat("https://", registry->host, NULL);
    g_autofree char *own = cordon_url_host(url);
    const char *key = own != NULL ? credentials_key(own) : "";

    if (g_str_equal(key, credentials_key(realm_host)))
        return TRUE;
    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_DENIED,
        "%s does not give out %s without credentials, and wants yours sent to another host, "
        "%s, which Cordon does not do.  `docker pull %s` does; Cordon uses the image then.",
        registry->host, registry->name, realm_host, registry->name);
    return FALSE;
}

static void set_header(CordonRegistry *registry, const char *scheme, const char *value)
{
    g_free(registry->header);
    registry->header = g_strconcat("Authorization: ", scheme, value, NULL);
}

/* Of "token" and "access_token" the one that is there; it becomes a header. */
static gboolean take_token(CordonRegistry *registry, const CordonHttpResponse *response,
                           GError **error)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(response->body, response->size, MAX_TOKEN_BYTES, NULL);
    const CordonJsonValue *root = json != NULL ? cordon_json_root(json) : NULL;
    const char *token = NULL;

    if (root != NULL && cordon_json_is_object(root) &&
        cordon_json_get_string(root, "token", FALSE, &token, NULL) && token == NULL)
        cordon_json_get_string(root, "access_token", FALSE, &token, NULL);
    gboolean fine = token != NULL && *token != '\0';
    for (const char *at = token; fine && *at != '\0'; at++)
        fine = g_ascii_isgraph(*at);
    if (!fine) {
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
                    "%s gave no token for %s.  Try again later.", registry->host, registry->name);
        return FALSE;
    }
    set_header(registry, "Bearer ", token);
    return TRUE;
}

/* The scope is ours whatever the registry asks for: to pull this, nothing more. */
static char *token_query(const CordonRegistry *registry)
{
    g_autofree char *scope = g_strdup_printf("repository:%s:pull", registry->reference->repository);
    g_autofree char *scope_text = g_uri_escape_string(scope, NULL, FALSE);
    g_autofree char *service = g_uri_escape_string(
        registry->challenge.service != NULL ? registry->challenge.service : "", NULL, FALSE);

    return g_strdup_printf("service=%s&scope=%s", service, scope_text);
}

/* Refuses realms that a token must not come from. */
static char *check_realm(const CordonRegistry *registry, GError **error)
{
    const char *realm = registry->challenge.realm;
    g_autofree char *host = cordon_url_host(realm);
    gboolean fine = host != NULL && strchr(realm, '#') == NULL &&
                    (g_str_has_prefix(realm, "https://") ||
                     (cordon_host_is_loopback(host) && cordon_host_is_loopback(registry->host)));

    if (fine)
        return g_steal_pointer(&host);
    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
        "%s sends to an address for tokens that is not https.  Nothing was asked there; use "
        "another registry.",
        registry->host);
    return NULL;
}

/* *ret_status: 200, or what the realm answered instead. */
static gboolean get_token(CordonRegistry *registry, const CordonCredentials *credentials,
                          CordonHttpResponse *ret, GError **error)
{
    const char *realm = registry->challenge.realm;
    g_autofree char *query = token_query(registry);
    g_autofree char *url = g_strconcat(realm, strchr(realm, '?') != NULL ? "&" : "?", query, NULL);
    g_autofree char *basic = NULL;
    g_autofree char *form = NULL;
    const char *headers[] = {NULL, NULL};

    if (credentials != NULL && credentials->identity_token != NULL) {
        g_autofree char *token = g_uri_escape_string(credentials->identity_token, NULL, FALSE);
        form = g_strconcat("grant_type=refresh_token&client_id=cordon&", query,
                           "&refresh_token=", token, NULL);
        headers[0] = "Content-Type: application/x-www-form-urlencoded";
    } else if (credentials != NULL) {
        g_autofree char *value = cordon_credentials_basic(credentials);
        basic = g_strconcat("Authorization: ", value, NULL);
        headers[0] = basic;
    }
    return send(registry, form != NULL ? realm : url, headers, form, MAX_TOKEN_BYTES, ret, error);
}

/* TRUE with header set, or with registry->told higher and no header: the caller asks again. */
static gboolean tell_anonymous(CordonRegistry *registry, GError **error)
{
    g_auto(CordonHttpResponse) response = {0};

    registry->told = TOLD_ANONYMOUS;
    if (registry->challenge.scheme != CORDON_CHALLENGE_BEARER)
        return TRUE;
    g_autofree char *host = check_realm(registry, error);
    if (host == NULL || !get_token(registry, NULL, &response, error))
        return FALSE;
    /* One that gives nothing to strangers refuses the token here, or later the request. */
    if (response.status == 401 || response.status == 403)
        return TRUE;
    if (response.status != 200)
        return fail_status(registry, &response, error);
    return take_token(registry, &response, error);
}

/* TRUE with *ret_found FALSE when there are none for the host. */
static gboolean tell_credentials(CordonRegistry *registry, gboolean *ret_found, GError **error)
{
    g_autofree char *realm_host = NULL;
    g_auto(CordonCredentials) credentials = {0};
    g_auto(CordonHttpResponse) response = {0};
    gboolean is_bearer = registry->challenge.scheme == CORDON_CHALLENGE_BEARER;

    *ret_found = FALSE;
    if (is_bearer) {
        realm_host = check_realm(registry, error);
        if (realm_host == NULL)
            return FALSE;
    }
    if (registry->challenge.scheme == CORDON_CHALLENGE_NONE)
        return TRUE;
    if (!cordon_credentials_find(credentials_key(registry->host), &credentials, error))
        return FALSE;
    if (cordon_credentials_are_empty(&credentials))
        return TRUE;
    if (realm_host != NULL && !may_tell(registry, realm_host, error))
        return FALSE;
    *ret_found = TRUE;
    registry->told = TOLD_CREDENTIALS;
    if (!is_bearer) {
        *ret_found = credentials.identity_token == NULL;
        g_autofree char *basic = *ret_found ? cordon_credentials_basic(&credentials) : NULL;
        if (basic != NULL)
            set_header(registry, "", basic);
        return TRUE;
    }
    if (!get_token(registry, &credentials, &response, error))
        return FALSE;
    if (response.status != 200)
        return fail_status(registry, &response, error);
    return take_token(registry, &response, error);
}

/* After a refusal: tells more than before.  *ret_again FALSE: there is nothing more to tell. */
static gboolean tell_more(CordonRegistry *registry, const CordonHttpResponse *refusal,
                          gboolean *ret_again, GError **error)
{
    const char *header = cordon_http_response_header(refusal, "www-authenticate");

    *ret_again = FALSE;
    if (header != NULL) {
        cordon_challenge_clear(&registry->challenge);
        cordon_challenge_parse(header, &registry->challenge);
    }
    if (registry->told == TOLD_NOTHING && refusal->status == 401) {
        if (!tell_anonymous(registry, error))
            return FALSE;
        *ret_again = registry->header != NULL;
        if (*ret_again)
            return TRUE;
    }
    if (registry->told == TOLD_CREDENTIALS)
        return TRUE;
    return tell_credentials(registry, ret_again, error);
}

/* --- requests ----------------------------------------------------------------------------------- */

/* Where a redirection leads, absolute; NULL: nowhere that may be asked. */
static char *redirection(const char *from, const CordonHttpResponse *response)
{
    const char *location = cordon_http_response_header(response, "location");

    if (location == NULL || strlen(location) > MAX_ADDRESS_BYTES)
        return NULL;
    g_autofree char *url = g_uri_resolve_relative(from, location, G_URI_FLAGS_ENCODED, NULL);
    g_autofree char *host = url != NULL ? cordon_url_host(url) : NULL;
    g_autofree char *from_host = cordon_url_host(from);
    if (host == NULL || from_host == NULL)
        return NULL;
    if (!g_str_has_prefix(url, "https://") &&
        !(cordon_host_is_loopback(host) && cordon_host_is_loopback(from_host)))
        return NULL;
    return g_steal_pointer(&url);
}

static gboolean is_redirection(guint status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/* One GET, and what it is redirected to; there nothing is told. */
static gboolean get_once(CordonRegistry *registry, const char *address, gsize max_bytes,
                         CordonHttpResponse *ret, GError **error)
{
    g_autofree char *url = g_strdup(address);
    const char *headers[] = {ACCEPT, registry->header, NULL};

    for (guint i = 0; i <= MAX_REDIRECTIONS; i++) {
        if (!send(registry, url, headers, NULL, max_bytes, ret, error))
            return FALSE;
        if (!is_redirection(ret->status))
            return TRUE;
        char *next = redirection(url, ret);
        cordon_http_response_clear(ret);
        headers[1] = NULL;
        g_free(url);
        url = next;
        if (url == NULL)
            break;
    }
    g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
                "%s sends from one address to another when asked about %s, and to none that may be "
                "asked.  Try again later.",
                registry->host, registry->name);
    return FALSE;
}

static gboolean get(CordonRegistry *registry, const char *kind, const char *what, gsize max_bytes,
                    CordonHttpResponse *ret, GError **error)
{
    if (!find_base(registry, error))
        return FALSE;
    g_autofree char *url = g_strconcat(registry->base, "/", kind, "/", what, NULL);
    for (guint i = 0; i < MAX_ATTEMPTS; i++) {
        gboolean again = FALSE;
        if (!get_once(registry, url, max_bytes, ret, error))
            return FALSE;
        if (ret->status == 200)
            return TRUE;
        if (ret->status != 401 && ret->status != 403 && ret->status != 429)
            break;
        if (!tell_more(registry, ret, &again, error)) {
            cordon_http_response_clear(ret);
            return FALSE;
        }
        if (!again)
            break;
        cordon_http_response_clear(ret);
    }
    if (ret->headers != NULL)
        fail_status(registry, ret, error);
    else
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_DENIED,
                    "%s takes no credentials for %s.  `docker login` again.", registry->host,
                    registry->name);
    cordon_http_response_clear(ret);
    return FALSE;
}

static gboolean verify(const CordonRegistry *registry, const char *digest, const char *wanted,
                       GError **error)
{
    if (wanted == NULL || !g_str_has_prefix(wanted, "sha256:") || g_str_equal(digest, wanted))
        return TRUE;
    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
        "What %s gave for %s is not what its digest says: wanted %s, got %s.  Nothing of it "
        "was used; try again, and if it stays so, do not trust that registry or the proxy "
        "in between.",
        registry->host, registry->name, wanted, digest);
    return FALSE;
}

gboolean cordon_registry_get_manifest(CordonRegistry *registry, const char *what,
                                      CordonManifest *ret, char **ret_digest, GError **error)
{
    g_auto(CordonHttpResponse) response = {0};

    if (!get(registry, "manifests", what, CORDON_MANIFEST_MAX_BYTES, &response, error))
        return FALSE;
    g_autofree char *digest = cordon_digest_of(response.body, response.size);
    if (!verify(registry, digest, cordon_digest_is_valid(what) ? what : NULL, error) ||
        !verify(registry, digest, cordon_http_response_header(&response, "docker-content-digest"),
                error) ||
        !cordon_manifest_parse(response.body, response.size,
                               cordon_http_response_header(&response, "content-type"), ret, error))
        return FALSE;
    *ret_digest = g_steal_pointer(&digest);
    return TRUE;
}

gboolean cordon_registry_get_config(CordonRegistry *registry, const CordonBlob *blob,
                                    CordonImageConfig *ret, GError **error)
{
    g_auto(CordonHttpResponse) response = {0};

    if (!get(registry, "blobs", blob->digest, CORDON_MANIFEST_MAX_BYTES, &response, error))
        return FALSE;
    g_autofree char *digest = cordon_digest_of(response.body, response.size);
    return verify(registry, digest, blob->digest, error) &&
           cordon_image_config_parse(response.body, response.size, ret, error);
}

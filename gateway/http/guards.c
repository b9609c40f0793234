/* SPDX-License-Identifier: MIT */
#include "http/guards.h"

#include <string.h>

#include "http/target.h"

static const HttpVerdict accepted = {0, NULL};

static HttpVerdict refuse(guint status, const char *reason)
{
    return (HttpVerdict){status, reason};
}

static gboolean is_any(const char *text, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_plain(const char *value)
{
    for (; *value != '\0'; value++) {
        if ((guchar)*value < 0x20 && *value != '\t')
            return FALSE;
        if (*value == 0x7f)
            return FALSE;
    }
    return TRUE;
}

/* The library is more lenient than http_head_read() about heads that follow on a connection. */
static HttpVerdict check_shape(const HttpHead *head)
{
    gsize size = strlen(head->method) + strlen(head->target) + strlen(head->version) + 4;

    if (strcmp(head->version, "HTTP/1.1") != 0 && strcmp(head->version, "HTTP/1.0") != 0)
        return refuse(505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.");
    if (strlen(head->target) > HTTP_TARGET_MAX_BYTES)
        return refuse(414, "The address of the request is too long.");
    if (head->n_headers > HTTP_HEAD_MAX_HEADERS)
        return refuse(431, "The request has too many headers.");
    for (gsize i = 0; i < head->n_headers; i++) {
        const HttpHeader *header = &head->headers[i];

        if (!http_is_token(header->name) || !is_plain(header->value))
            return refuse(400, "A header of the request is malformed.");
        size += strlen(header->name) + strlen(header->value) + 4;
    }
    if (size > HTTP_HEAD_MAX_BYTES)
        return refuse(431, "The headers of the request are too long.");
    return accepted;
}

static HttpVerdict check_method(const HttpHead *head)
{
    static const char *const methods[] = {"GET", "POST", "PATCH", "PUT", "DELETE", NULL};

    if (!is_any(head->method, methods))
        return refuse(405, "The method is none of GET, POST, PATCH, PUT and DELETE.");
    return accepted;
}

/* What decides something must not be there twice: two readers could take different ones. */
static HttpVerdict check_duplicates(const HttpHead *head)
{
    static const char *const single[] = {"Host",   "Content-Length", "Transfer-Encoding",
                                         "Origin", "Authorization",  "Content-Type",
                                         "Expect", "Sec-Fetch-Site", NULL};

    for (const char *const *name = single; *name != NULL; name++) {
        if (http_head_count(head, *name) > 1)
            return refuse(400, "A header that may be there once is there twice.");
    }
    return accepted;
}

/* "127.0.0.1:PORT" or "localhost:PORT", behind the prefix.  Compared as a whole, never by its begin. */
static gboolean is_our_name(const char *text, const char *prefix, guint16 port)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *ours = g_strdup_printf("%s%s:%u", prefix, names[i], port);
        if (strcmp(text, ours) == 0)
            return TRUE;
    }
    return FALSE;
}

static HttpVerdict check_host(const HttpHead *head, HttpPeer peer, guint16 port)
{
    const char *host = http_head_find(head, "Host");

    if (peer == HTTP_PEER_UNIX)
        return accepted;
    if (host == NULL)
        return refuse(400, "The request has no Host header.");
    if (!is_our_name(host, "", port))
        return refuse(403, "The Host header names another server than this one.");
    return accepted;
}

static HttpVerdict check_page(const HttpHead *head, guint16 port)
{
    static const char *const sites[] = {"same-origin", "none", NULL};
    const char *origin = http_head_find(head, "Origin");
    const char *site = http_head_find(head, "Sec-Fetch-Site");

    if (origin != NULL && !is_our_name(origin, "http://", port))
        return refuse(403, "The request comes from the page of another origin.");
    if (site != NULL && !is_any(site, sites))
        return refuse(403, "The request comes from the page of another site.");
    return accepted;
}

static gboolean parse_length(const char *text, guint64 *ret_length)
{
    gsize digits = strspn(text, "0123456789");

    /* 18 digits always fit. */
    if (digits == 0 || digits > 18 || text[digits] != '\0')
        return FALSE;
    *ret_length = g_ascii_strtoull(text, NULL, 10);
    return TRUE;
}

static HttpVerdict check_framing(const HttpHead *head, HttpFraming *framing)
{
    const char *length = http_head_find(head, "Content-Length");
    const char *encoding = http_head_find(head, "Transfer-Encoding");
    const char *expect = http_head_find(head, "Expect");

    if (length != NULL && encoding != NULL)
        return refuse(400, "The request has both Content-Length and Transfer-Encoding.");
    if (length != NULL && !parse_length(length, &framing->length))
        return refuse(400, "The Content-Length is no number of bytes.");
    if (encoding != NULL) {
        if (g_ascii_strcasecmp(encoding, "chunked") != 0 || strcmp(head->version, "HTTP/1.1") != 0)
            return refuse(400, "The only Transfer-Encoding is chunked, in HTTP/1.1.");
        framing->is_chunked = TRUE;
    }
    if (expect != NULL && g_ascii_strcasecmp(expect, "100-continue") != 0)
        return refuse(417, "The only expectation is 100-continue.");
    return accepted;
}

static gboolean is_json(const char *type)
{
    static const char json[] = "application/json";

    if (type == NULL || g_ascii_strncasecmp(type, json, strlen(json)) != 0)
        return FALSE;
    const char *behind = type + strlen(json);
    behind += strspn(behind, " \t");
    return *behind == '\0' || *behind == ';';
}

/* A page of another origin can send every other type without being asked first. */
static HttpVerdict check_body(const HttpHead *head, const HttpFraming *framing)
{
    static const char *const with_body[] = {"POST", "PATCH", "PUT", NULL};
    gboolean has_body = framing->is_chunked || framing->length > 0;

    if (has_body && strcmp(head->method, "GET") == 0)
        return refuse(400, "A GET request has no body.");
    if ((has_body || is_any(head->method, with_body)) &&
        !is_json(http_head_find(head, "Content-Type")))
        return refuse(415, "The Content-Type has to be application/json.");
    return accepted;
}

static HttpVerdict check_target(const HttpHead *head)
{
    g_autofree char *path = http_target_path(head->target);

    if (path == NULL)
        return refuse(400, "The path of the request is not a clean path.");
    g_autoptr(GHashTable) query = http_target_query(head->target);
    if (query == NULL)
        return refuse(400, "The query of the request is malformed.");
    return accepted;
}

HttpVerdict http_guards_check(const HttpHead *head, HttpPeer peer, guint16 port,
                              HttpFraming *ret_framing)
{
    HttpFraming framing = {0};
    HttpVerdict verdict = check_shape(head);

    if (verdict.status == 0)
        verdict = check_duplicates(head);
    if (verdict.status == 0)
        verdict = check_host(head, peer, port);
    if (verdict.status == 0)
        verdict = check_page(head, port);
    if (verdict.status == 0)
        verdict = check_method(head);
    if (verdict.status == 0)
        verdict = check_framing(head, &framing);
    if (verdict.status == 0)
        verdict = check_target(head);
    if (verdict.status == 0)
        verdict = check_body(head, &framing);
    if (verdict.status == 0)
        *ret_framing = framing;
    return verdict;
}

/* SPDX-License-Identifier: MIT */
/* What every answer says to a browser, and whole answers for what is refused. */
#include <cordon/json.h>
#include <string.h>

#include "http/internal.h"

static const char content_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'";

const char *const http_reply_headers[] = {
    "Content-Security-Policy",
    content_policy,
    "X-Content-Type-Options",
    "nosniff",
    "Referrer-Policy",
    "no-referrer",
    "Cross-Origin-Opener-Policy",
    "same-origin",
    "Cross-Origin-Resource-Policy",
    "same-origin",
    "Cache-Control",
    "no-store",
    "X-Frame-Options",
    "DENY",
    NULL,
};

typedef struct {
    guint status;
    const char *phrase;
    const char *code; /* for programs */
} Phrase;

static const Phrase phrases[] = {
    {400, "Bad Request", "http"},
    {401, "Unauthorized", "token"},
    {403, "Forbidden", "origin"},
    {405, "Method Not Allowed", "method"},
    {408, "Request Timeout", "timeout"},
    {413, "Content Too Large", "too-large"},
    {414, "URI Too Long", "too-large"},
    {415, "Unsupported Media Type", "content-type"},
    {417, "Expectation Failed", "http"},
    {429, "Too Many Requests", "throttled"},
    {431, "Request Header Fields Too Large", "too-large"},
    {503, "Service Unavailable", "full"},
    {505, "HTTP Version Not Supported", "http"},
};

static const Phrase *find_phrase(guint status)
{
    static const Phrase other = {0, "Refused", "http"};

    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++) {
        if (phrases[i].status == status)
            return &phrases[i];
    }
    return &other;
}

/* The form of all errors of the gateway. */
static char *error_json(const char *code, const char *reason)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_object(writer, "error");
    cordon_json_add_string(writer, "code", code);
    cordon_json_add_string(writer, "message", reason);
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

GString *http_reply_refusal(guint status, const char *reason)
{
    GString *reply = g_string_new(NULL);
    const Phrase *phrase = find_phrase(status);
    g_autofree char *body = error_json(phrase->code, reason);

    g_string_printf(reply, "HTTP/1.1 %u %s\r\n", status, phrase->phrase);
    g_string_append(reply, "Connection: close\r\nContent-Type: application/json\r\n");
    g_string_append_printf(reply, "Content-Length: %" G_GSIZE_FORMAT "\r\n", strlen(body));
    if (status == 401)
        g_string_append(reply, "WWW-Authenticate: Bearer\r\n");
    if (status == 405)
        g_string_append(reply, "Allow: GET, POST, PATCH, PUT, DELETE\r\n");
    if (status == 503)
        g_string_append(reply, "Retry-After: 1\r\n");
    if (status == 429)
        g_string_append(reply, "Retry-After: 60\r\n");
    for (const char *const *at = http_reply_headers; *at != NULL; at += 2)
        g_string_append_printf(reply, "%s: %s\r\n", at[0], at[1]);
    g_string_append_printf(reply, "\r\n%s", body);
    return reply;
}

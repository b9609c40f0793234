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

static const char *phrase(guint status)
{
    static const struct {
        guint status;
        const char *phrase;
    } phrases[] = {
        {400, "Bad Request"},         {401, "Unauthorized"},
        {403, "Forbidden"},           {405, "Method Not Allowed"},
        {408, "Request Timeout"},     {413, "Content Too Large"},
        {414, "URI Too Long"},        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},  {431, "Request Header Fields Too Large"},
        {503, "Service Unavailable"}, {505, "HTTP Version Not Supported"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(phrases); i++) {
        if (phrases[i].status == status)
            return phrases[i].phrase;
    }
    return "Refused";
}

static char *error_json(const char *reason)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "error", reason);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

GString *http_reply_refusal(guint status, const char *reason)
{
    GString *reply = g_string_new(NULL);
    g_autofree char *body = error_json(reason);

    g_string_printf(reply, "HTTP/1.1 %u %s\r\n", status, phrase(status));
    g_string_append(reply, "Connection: close\r\nContent-Type: application/json\r\n");
    g_string_append_printf(reply, "Content-Length: %" G_GSIZE_FORMAT "\r\n", strlen(body));
    if (status == 401)
        g_string_append(reply, "WWW-Authenticate: Bearer\r\n");
    if (status == 405)
        g_string_append(reply, "Allow: GET, POST, PATCH, PUT, DELETE\r\n");
    if (status == 503)
        g_string_append(reply, "Retry-After: 1\r\n");
    for (const char *const *at = http_reply_headers; *at != NULL; at += 2)
        g_string_append_printf(reply, "%s: %s\r\n", at[0], at[1]);
    g_string_append_printf(reply, "\r\n%s", body);
    return reply;
}

/* SPDX-License-Identifier: MIT */
/* Which heads are refused, and with what. */
#include "http/guards.h"

#include <criterion/criterion.h>
#include <string.h>

#define PORT   4711
#define HOST   "Host: 127.0.0.1:4711"
#define JSON   "Content-Type: application/json"
#define LENGTH "Content-Length: 2"

typedef struct {
    const char *method, *target;
    const char *headers[6]; /* "Name: value" */
    guint status;
    HttpPeer peer;
} Row;

static HttpVerdict check(const Row *row, const char *version, HttpFraming *framing)
{
    HttpHeader headers[6];
    g_auto(GStrv) names = g_new0(char *, 7);
    HttpHead head = {row->method, row->target, version, headers, 0};

    for (gsize i = 0; i < 6 && row->headers[i] != NULL; i++) {
        const char *colon = strchr(row->headers[i], ':');

        names[i] = g_strndup(row->headers[i], (gsize)(colon - row->headers[i]));
        headers[i] = (HttpHeader){names[i], colon[1] == ' ' ? colon + 2 : colon + 1};
        head.n_headers++;
    }
    return http_guards_check(&head, row->peer, PORT, framing);
}

static void expect_rows(const Row *rows, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        HttpFraming framing = {0};
        HttpVerdict verdict = check(&rows[i], "HTTP/1.1", &framing);

        cr_expect_eq(verdict.status, rows[i].status, "row %zu, %s %s %s: %u (%s)", i,
                     rows[i].method, rows[i].target, rows[i].headers[0], verdict.status,
                     verdict.reason);
        cr_expect_eq(verdict.reason == NULL, verdict.status == 0);
    }
}

Test(http_guards, know_this_server_by_exactly_two_names)
{
    static const Row rows[] = {
        {"GET", "/", {HOST}, 0, HTTP_PEER_TCP},
        {"GET", "/", {"host: localhost:4711"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {NULL}, 400, HTTP_PEER_TCP},
        {"GET", "/", {"Host:"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: 127.0.0.1"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: 127.0.0.1:47110"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: 127.0.0.1:471"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: Localhost:4711"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: localhost.:4711"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: evil.example:4711"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: localhost:4711.evil.example"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: evil@localhost:4711"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Host: 127.0.0.1:4711, evil"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, HOST}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "HOST: evil"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {NULL}, 0, HTTP_PEER_UNIX},
        {"GET", "/", {"Host: anything"}, 0, HTTP_PEER_UNIX},
        {"GET", "/", {"Host: a", "Host: a"}, 400, HTTP_PEER_UNIX},
    };
    expect_rows(rows, G_N_ELEMENTS(rows));
}

Test(http_guards, refuse_the_pages_of_others)
{
    static const Row rows[] = {
        {"GET", "/", {HOST, "Origin: http://127.0.0.1:4711"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: http://localhost:4711"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: null"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin:"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: https://localhost:4711"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: http://localhost"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: http://localhost:4711/"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: http://localhost:47112"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: http://evil.example"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Origin: null", "Origin: http://localhost:4711"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Sec-Fetch-Site: same-origin"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Sec-Fetch-Site: none"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Sec-Fetch-Site: same-site"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Sec-Fetch-Site: cross-site"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Sec-Fetch-Site:"}, 403, HTTP_PEER_TCP},
        {"GET", "/", {"Origin: http://evil.example"}, 403, HTTP_PEER_UNIX},
    };
    expect_rows(rows, G_N_ELEMENTS(rows));
}

Test(http_guards, know_five_methods_and_one_type)
{
    static const Row rows[] = {
        {"HEAD", "/", {HOST}, 405, HTTP_PEER_TCP},
        {"OPTIONS", "/", {HOST}, 405, HTTP_PEER_TCP},
        {"TRACE", "/", {HOST}, 405, HTTP_PEER_TCP},
        {"CONNECT", "evil:443", {HOST}, 405, HTTP_PEER_TCP},
        {"get", "/", {HOST}, 405, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, LENGTH}, 0, HTTP_PEER_TCP},
        {"PUT", "/", {HOST, JSON, LENGTH}, 0, HTTP_PEER_TCP},
        {"PATCH", "/", {HOST, "Content-Type: Application/JSON; charset=utf-8"}, 0, HTTP_PEER_TCP},
        {"DELETE", "/", {HOST}, 0, HTTP_PEER_TCP},
        {"DELETE", "/", {HOST, LENGTH}, 415, HTTP_PEER_TCP},
        {"DELETE", "/", {HOST, LENGTH, JSON}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Content-Length: 0"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, JSON, LENGTH}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, JSON, "Transfer-Encoding: chunked"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST}, 415, HTTP_PEER_TCP},
        {"POST", "/", {HOST, LENGTH, "Content-Type: text/plain"}, 415, HTTP_PEER_TCP},
        {"POST", "/", {HOST, LENGTH, "Content-Type: application/json+x"}, 415, HTTP_PEER_TCP},
        {"POST", "/", {HOST, LENGTH, JSON, "Content-Type: text/plain"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, LENGTH, JSON, "Expect: 100-Continue"}, 0, HTTP_PEER_TCP},
        {"POST", "/", {HOST, LENGTH, JSON, "Expect: more"}, 417, HTTP_PEER_TCP},
    };
    expect_rows(rows, G_N_ELEMENTS(rows));
}

Test(http_guards, leave_no_doubt_where_a_body_ends)
{
    static const Row rows[] = {
        {"POST", "/", {HOST, JSON, "Content-Length: 2", "Content-Length: 2"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, LENGTH, "Transfer-Encoding: chunked"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Transfer-Encoding: Chunked"}, 0, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Transfer-Encoding: gzip, chunked"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Transfer-Encoding: identity"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Transfer-Encoding:"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Content-Length: +2"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Content-Length: -1"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Content-Length: 2,2"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Content-Length: 0x2"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Content-Length:"}, 400, HTTP_PEER_TCP},
        {"POST", "/", {HOST, JSON, "Content-Length: 18446744073709551617"}, 400, HTTP_PEER_TCP},
    };
    expect_rows(rows, G_N_ELEMENTS(rows));

    HttpFraming framing = {0};
    Row length = {"POST", "/", {HOST, JSON, "Content-Length: 007"}, 0, HTTP_PEER_TCP};
    cr_expect_eq(check(&length, "HTTP/1.1", &framing).status, 0);
    cr_expect_eq(framing.length, 7);
    cr_expect_not(framing.is_chunked);
    Row chunks = {"POST", "/", {HOST, JSON, "Transfer-Encoding: chunked"}, 0, HTTP_PEER_TCP};
    cr_expect_eq(check(&chunks, "HTTP/1.1", &framing).status, 0);
    cr_expect_eq(framing.length, 0);
    cr_expect(framing.is_chunked);
    cr_expect_eq(check(&chunks, "HTTP/1.0", &framing).status, 400);
    cr_expect_eq(check(&length, "HTTP/1.0", &framing).status, 0);
    cr_expect_eq(check(&length, "HTTP/1.2", &framing).status, 505);
}

Test(http_guards, refuse_what_the_library_makes_of_a_malformed_line)
{
    static const Row rows[] = {
        {"GET", "/", {HOST, "Content-Length : 2"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, " Host: evil"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, ": no name"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "X: a\rHost: evil"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "X: a\x01"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "X: a\x7f"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "X: a\tb \xc3\xa9"}, 0, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Authorization: a", "Authorization: a"}, 400, HTTP_PEER_TCP},
        {"GET", "/", {HOST, "Accept: a", "Accept: b"}, 0, HTTP_PEER_TCP},
        {"GET", "http://127.0.0.1:4711/", {HOST}, 400, HTTP_PEER_TCP},
        {"GET", "/a/../b", {HOST}, 400, HTTP_PEER_TCP},
        {"GET", "/?a=%ff", {HOST}, 400, HTTP_PEER_TCP},
        {"GET", "*", {HOST}, 400, HTTP_PEER_TCP},
    };
    expect_rows(rows, G_N_ELEMENTS(rows));
}

Test(http_guards, bound_the_head)
{
    HttpHeader headers[HTTP_HEAD_MAX_HEADERS + 1] = {{"Host", "127.0.0.1:4711"}};
    HttpHead head = {"GET", "/", "HTTP/1.1", headers, HTTP_HEAD_MAX_HEADERS};
    HttpFraming framing;

    for (gsize i = 1; i < G_N_ELEMENTS(headers); i++)
        headers[i] = (HttpHeader){"X", "a"};
    cr_expect_eq(http_guards_check(&head, HTTP_PEER_TCP, PORT, &framing).status, 0);
    head.n_headers++;
    cr_expect_eq(http_guards_check(&head, HTTP_PEER_TCP, PORT, &framing).status, 431);

    g_autofree char *value = g_strnfill(HTTP_HEAD_MAX_BYTES, 'a');
    headers[1].value = value;
    head.n_headers = 2;
    cr_expect_eq(http_guards_check(&head, HTTP_PEER_TCP, PORT, &framing).status, 431);
    head.n_headers = 1;
    g_autofree char *target = g_strnfill(HTTP_TARGET_MAX_BYTES + 1, '/');
    head.target = target;
    cr_expect_eq(http_guards_check(&head, HTTP_PEER_TCP, PORT, &framing).status, 414);
}

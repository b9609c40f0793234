/* SPDX-License-Identifier: MIT */
/* Heads to the letter. */
#include "http/head.h"

#include <criterion/criterion.h>
#include <string.h>

static guint read_head(const char *bytes, gsize size, gsize *ret_size)
{
    /* Exactly as large, so that a sanitizer sees a step beyond. */
    g_autofree char *copy = size > 0 ? g_memdup2(bytes, size) : g_malloc0(1);
    HttpHeadText text;
    return http_head_read(copy, size, &text, ret_size);
}

Test(http_head, is_taken_apart)
{
    char bytes[] = "POST /a?b HTTP/1.1\r\nHost: h:1\r\nX-Empty:\r\nx-two: \t a b\t \r\n\r\nbody";
    HttpHeadText text;
    gsize size = 0;

    cr_assert_eq(http_head_read(bytes, sizeof(bytes) - 1, &text, &size), HTTP_HEAD_WHOLE);
    cr_expect_str_eq(bytes + size, "body");
    cr_expect_str_eq(text.head.method, "POST");
    cr_expect_str_eq(text.head.target, "/a?b");
    cr_expect_str_eq(text.head.version, "HTTP/1.1");
    cr_assert_eq(text.head.n_headers, 3);
    cr_expect_str_eq(http_head_find(&text.head, "HOST"), "h:1");
    cr_expect_str_eq(http_head_find(&text.head, "x-empty"), "");
    cr_expect_str_eq(http_head_find(&text.head, "X-Two"), "a b");
    cr_expect_null(http_head_find(&text.head, "X"));
    cr_expect_eq(http_head_count(&text.head, "host"), 1);
}

Test(http_head, is_partial_until_its_last_byte)
{
    static const char bytes[] = "GET / HTTP/1.0\r\nA: b\r\nC: d\r\n\r\n";
    gsize size = 0;

    for (gsize i = 0; i < sizeof(bytes) - 1; i++)
        cr_expect_eq(read_head(bytes, i, &size), HTTP_HEAD_PARTIAL, "%zu", i);
    cr_expect_eq(read_head(bytes, sizeof(bytes) - 1, &size), HTTP_HEAD_WHOLE);
    cr_expect_eq(size, sizeof(bytes) - 1);
}

Test(http_head, is_refused_at_the_first_wrong_byte)
{
    static const struct {
        const char *bytes;
        gsize size;
        guint status;
    } rows[] = {
#define ROW(text, status) {text, sizeof(text) - 1, status}
        ROW("\x16\x03\x01", 400),
        ROW("\r\n", 400),
        ROW(" GET", 400),
        ROW("GET /\0", 400),
        ROW("GET /\n", 400),
        ROW("GET /\rX", 400),
        ROW("GET /\r\n", 400),
        ROW("GET  / HTTP/1.1\r\n", 400),
        ROW("GET / HTTP/1.1 \r\n", 400),
        ROW("GET /  HTTP/1.1\r\n", 400),
        ROW("GET /a b HTTP/1.1\r\n", 400),
        ROW("GET\t/\tHTTP/1.1\r\n", 400),
        ROW("G(T / HTTP/1.1\r\n", 400),
        ROW("GET / http/1.1\r\n", 400),
        ROW("GET / HTTP/11\r\n", 400),
        ROW("GET / HTTP/1.10\r\n", 400),
        ROW("GET / HTTP/1.2\r\n", 505),
        ROW("GET / HTTP/2.0\r\n", 505),
        ROW("GET / HTTP/1.1\r\nA: b\n", 400),
        ROW("GET / HTTP/1.1\r\nA\r\n", 400),
        ROW("GET / HTTP/1.1\r\n: b\r\n", 400),
        ROW("GET / HTTP/1.1\r\nA : b\r\n", 400),
        ROW("GET / HTTP/1.1\r\n A: b\r\n", 400),
        ROW("GET / HTTP/1.1\r\nA: b\r\n c\r\n", 400),
        ROW("GET / HTTP/1.1\r\nA: b\r\n\tc\r\n", 400),
        ROW("GET / HTTP/1.1\r\nA: b\0c", 400),
        ROW("GET / HTTP/1.1\r\nA: b\x1f", 400),
        ROW("GET / HTTP/1.1\r\nA: b\x7f", 400),
        ROW("GET / HTTP/1.1\r\nA\xc3\xa9: b\r\n", 400),
        ROW("GET / HTTP/1.1\r\nA: b\r\n\n", 400),
        ROW("GET / HTTP/1.1\r\nA: \xc3\xa9\r\n\r\n", HTTP_HEAD_WHOLE),
#undef ROW
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gsize size;
        cr_expect_eq(read_head(rows[i].bytes, rows[i].size, &size), rows[i].status, "row %zu: %s",
                     i, rows[i].bytes);
    }
}

Test(http_head, is_bounded)
{
    g_autoptr(GString) head = g_string_new("GET /");
    gsize size;

    while (head->len < HTTP_HEAD_MAX_BYTES - 1)
        g_string_append_c(head, 'a');
    cr_expect_eq(read_head(head->str, head->len, &size), HTTP_HEAD_PARTIAL);
    g_string_append_c(head, 'a');
    cr_expect_eq(read_head(head->str, head->len, &size), 414);

    g_string_assign(head, "GET / HTTP/1.1\r\nA: ");
    while (head->len < HTTP_HEAD_MAX_BYTES - 4)
        g_string_append_c(head, 'a');
    g_string_append(head, "\r\n\r\n");
    cr_expect_eq(read_head(head->str, head->len, &size), HTTP_HEAD_WHOLE);
    g_string_insert(head, 20, "a");
    cr_expect_eq(read_head(head->str, head->len, &size), 431);

    g_string_assign(head, "GET / HTTP/1.1\r\n");
    for (guint i = 0; i < HTTP_HEAD_MAX_HEADERS; i++)
        g_string_append(head, "A: b\r\n");
    g_autofree char *most = g_strconcat(head->str, "\r\n", NULL);
    g_autofree char *more = g_strconcat(head->str, "A: b\r\n\r\n", NULL);
    cr_expect_eq(read_head(most, strlen(most), &size), HTTP_HEAD_WHOLE);
    cr_expect_eq(read_head(more, strlen(more), &size), 431);
}

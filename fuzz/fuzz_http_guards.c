/* SPDX-License-Identifier: MIT */
/* Heads of requests: what the strict reader and the guards accept is complete, bounded, and without doubt about host, page, path
 * and body; and a head that is cut is never taken for a whole one. */
#include <string.h>

#include "fuzz.h"
#include "http/guards.h"
#include "http/target.h"

#define PORT 4711

static void check_path(const char *path)
{
    FUZZ_CHECK(path != NULL && *path == '/');
    fuzz_check_plain(path, FALSE);
    FUZZ_CHECK(strchr(path, '\\') == NULL && strstr(path, "//") == NULL);
    g_auto(GStrv) components = g_strsplit(path + 1, "/", -1);
    for (char **component = components; *component != NULL; component++) {
        FUZZ_CHECK(strcmp(*component, ".") != 0 && strcmp(*component, "..") != 0);
        FUZZ_CHECK(**component != '\0' || strcmp(path, "/") == 0);
    }
}

static void check_accepted(const HttpHead *head, HttpPeer peer, const HttpFraming *framing)
{
    const char *host = http_head_find(head, "Host");
    const char *origin = http_head_find(head, "Origin");

    FUZZ_CHECK(http_head_count(head, "Host") <= 1);
    FUZZ_CHECK(peer == HTTP_PEER_UNIX || (host != NULL && (strcmp(host, "127.0.0.1:4711") == 0 ||
                                                           strcmp(host, "localhost:4711") == 0)));
    FUZZ_CHECK(origin == NULL || strcmp(origin, "http://127.0.0.1:4711") == 0 ||
               strcmp(origin, "http://localhost:4711") == 0);
    FUZZ_CHECK(
        http_head_count(head, "Content-Length") + http_head_count(head, "Transfer-Encoding") <= 1);
    FUZZ_CHECK(http_head_count(head, "Authorization") <= 1);
    FUZZ_CHECK(!framing->is_chunked || framing->length == 0);
    FUZZ_CHECK(framing->is_chunked == (http_head_count(head, "Transfer-Encoding") == 1));
    g_autofree char *path = http_target_path(head->target);
    check_path(path);
    g_autoptr(GHashTable) query = http_target_query(head->target);
    FUZZ_CHECK(query != NULL);
}

static void check_guards(const HttpHead *head, HttpPeer peer)
{
    HttpFraming framing = {0};
    HttpVerdict verdict = http_guards_check(head, peer, PORT, &framing);

    FUZZ_CHECK((verdict.status == 0) == (verdict.reason == NULL));
    if (verdict.status == 0)
        check_accepted(head, peer, &framing);
    else
        FUZZ_CHECK(verdict.status >= 400 && verdict.status <= 505);
}

static guint read_copy(const uint8_t *data, gsize size, gsize *ret_size)
{
    /* Not NULL, also for nothing. */
    g_autofree char *copy = size > 0 ? g_memdup2(data, size) : g_malloc0(1);
    HttpHeadText text;
    return http_head_read(copy, size, &text, ret_size);
}

/* Bytes that come later change nothing about what was said; and only the last byte makes it whole. */
static void check_cut(const uint8_t *data, gsize size, guint state, gsize head_size)
{
    gsize whole = 0;
    gsize cut = state == HTTP_HEAD_WHOLE ? head_size - 1 : size / 2;
    guint earlier = read_copy(data, cut, &whole);

    FUZZ_CHECK(earlier == HTTP_HEAD_PARTIAL || earlier == state);
    if (state == HTTP_HEAD_WHOLE) {
        FUZZ_CHECK(earlier == HTTP_HEAD_PARTIAL);
        FUZZ_CHECK(read_copy(data, head_size, &whole) == HTTP_HEAD_WHOLE && whole == head_size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *copy = size > 0 ? g_memdup2(data, size) : g_malloc0(1);
    HttpHeadText text;
    gsize head_size = 0;
    guint state = http_head_read(copy, size, &text, &head_size);

    FUZZ_CHECK(state == HTTP_HEAD_WHOLE || state == HTTP_HEAD_PARTIAL ||
               (state >= 400 && state <= 505));
    if (state == HTTP_HEAD_WHOLE) {
        FUZZ_CHECK(head_size <= MIN(size, HTTP_HEAD_MAX_BYTES));
        check_guards(&text.head, HTTP_PEER_TCP);
        check_guards(&text.head, HTTP_PEER_UNIX);
    }
    if (size > 0)
        check_cut(data, size, state, head_size);
    return 0;
}

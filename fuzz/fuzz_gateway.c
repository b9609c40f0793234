/* SPDX-License-Identifier: MIT */
/* What the gateway reads before it knows who speaks: the hello of an agent, paths, tokens, ids of events, /proc/PID/stat. */
#include <string.h>

#include "ancestry.h"
#include "api/route.h"
#include "api/routes.h"
#include "fuzz.h"
#include "hello.h"
#include "log.h"
#include "ring.h"
#include "token.h"

#define FUZZ_ROW(verb, path, who, name) {.method = verb, .pattern = path, .access = who},
static const Route routes[] = {API_ROUTES(FUZZ_ROW){.method = NULL}};

/* What was read can be written and read again. */
static void check_hello(const char *bytes, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Hello) hello = hello_parse(bytes, size, &error);

    fuzz_check_error(hello != NULL, error);
    if (hello == NULL)
        return;
    FUZZ_CHECK(hello->project[0] == '/' && hello->loop[0] == '/' && hello->role != NULL);
    g_autofree char *text = hello_to_json(hello);
    FUZZ_CHECK(strchr(text, '\n') == NULL);
    g_autoptr(Hello) again = hello_parse(text, strlen(text), NULL);
    FUZZ_CHECK(again != NULL && strcmp(again->project, hello->project) == 0);
}

static void check_answer(const char *bytes, gsize size)
{
    g_autoptr(GError) error = NULL;

    gboolean is_yes = hello_read_answer(bytes, size, &error);

    fuzz_check_error(is_yes, error);
}

static void check_route(const char *path)
{
    static const char *const methods[] = {"GET", "POST", "PATCH", "DELETE", "PUT"};

    for (gsize i = 0; i < G_N_ELEMENTS(methods); i++) {
        g_auto(RouteMatch) match = {.route = NULL};
        RouteResult result = route_find(routes, methods[i], path, &match);
        FUZZ_CHECK((result == ROUTE_FOUND) == (match.route != NULL));
        FUZZ_CHECK((result == ROUTE_NO_METHOD) == (match.allow != NULL));
        for (gsize part = 0; part < ROUTE_MAX_PARTS; part++)
            FUZZ_CHECK(match.parts[part] == NULL ||
                       (match.parts[part][0] != '\0' && strchr(match.parts[part], '/') == NULL));
    }
}

static void check_words(const char *text)
{
    g_autoptr(Ring) ring = ring_new("e", 2, 4096);
    g_autoptr(GString) replayed = g_string_new(NULL);
    guint64 number = 0;
    g_autofree char *escaped = log_escape(text, LOG_MAX_BYTES);
    const char *token = token_from_header(text);

    FUZZ_CHECK(token == NULL || (token[0] != '\0' && strpbrk(token, " \t\r\n,;\"") == NULL));
    FUZZ_CHECK(ancestry_read_parent(text) >= 0);
    fuzz_check_plain(escaped, FALSE);
    for (guint i = 0; i < 3; i++)
        ring_add(ring, "x", text);
    if (!ring_read_id(ring, text, &number) || !ring_read(ring, &number, 4096, replayed))
        FUZZ_CHECK(replayed->len == 0);
    FUZZ_CHECK(ring_read_id(ring, "e-2", &number) && ring_read(ring, &number, 4096, replayed));
    /* One event: three lines and an empty one, whatever is in it. */
    guint lines = 0;
    for (gsize i = 0; i < replayed->len; i++)
        lines += replayed->str[i] == '\n' ? 1 : 0;
    FUZZ_CHECK(lines % 4 == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);

    check_hello((const char *)data, size);
    check_answer((const char *)data, size);
    check_route(text);
    check_words(text);
    return 0;
}

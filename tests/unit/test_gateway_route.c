/* SPDX-License-Identifier: MIT */
/* Routes of the gateway, and who may take them. */
#include <criterion/criterion.h>
#include <string.h>

#include "api/route.h"
#include "api/routes.h"
#include "who.h"

#define TEST_ROW(verb, path, who, name) {.method = verb, .pattern = path, .access = who},
static const Route routes[] = {API_ROUTES(TEST_ROW){.method = NULL}};

Test(gateway_route, finds_a_route_by_method_and_parts)
{
    static const struct {
        const char *method, *path, *pattern, *part;
    } rows[] = {
        {"GET", "/v1/status", "/v1/status", NULL},
        {"GET", "/v1/runs", "/v1/runs", NULL},
        {"GET", "/v1/runs/j1", "/v1/runs/{id}", "j1"},
        {"GET", "/v1/runs/j1/output", "/v1/runs/{id}/output", "j1"},
        {"POST", "/v1/runs/output/cancel", "/v1/runs/{id}/cancel", "output"},
        {"DELETE", "/v1/bubbles/b/token", "/v1/bubbles/{id}/token", "b"},
        {"POST", "/mcp", "/mcp", NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(RouteMatch) match = {.route = NULL};
        cr_assert_eq(route_find(routes, rows[i].method, rows[i].path, &match), ROUTE_FOUND, "%s",
                     rows[i].path);
        cr_expect_str_eq(match.route->pattern, rows[i].pattern);
        cr_expect(g_strcmp0(match.parts[0], rows[i].part) == 0);
    }
}

Test(gateway_route, knows_no_other_path)
{
    static const char *const paths[] = {"",
                                        "/",
                                        "/v1",
                                        "/v1/",
                                        "/v1/statu",
                                        "/v1/status/",
                                        "/v1/status/x",
                                        "/v1/runs/",
                                        "/v1/runs//",
                                        "/v2/status",
                                        "v1/status",
                                        "/v1/runs/a/b/output",
                                        "/v1/runs//output"};

    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_auto(RouteMatch) match = {.route = NULL};
        cr_expect_eq(route_find(routes, "GET", paths[i], &match), ROUTE_NO_PATH, "%s", paths[i]);
    }
}

Test(gateway_route, names_the_methods_of_a_path)
{
    g_auto(RouteMatch) match = {.route = NULL};

    cr_assert_eq(route_find(routes, "PUT", "/v1/boards/b", &match), ROUTE_NO_METHOD);
    cr_expect_str_eq(match.allow, "PATCH, DELETE");
    route_match_clear(&match);
    cr_assert_eq(route_find(routes, "GET", "/mcp", &match), ROUTE_NO_METHOD);
    cr_expect_str_eq(match.allow, "POST");
}

Test(gateway_route, no_two_routes_are_the_same)
{
    for (gsize i = 0; routes[i].method != NULL; i++)
        for (gsize j = i + 1; routes[j].method != NULL; j++)
            cr_expect(strcmp(routes[i].method, routes[j].method) != 0 ||
                          strcmp(routes[i].pattern, routes[j].pattern) != 0,
                      "%s", routes[i].pattern);
}

Test(gateway_route, a_bubble_gets_only_its_own_corner)
{
    static const char *const own[] = {"/v1/runs",
                                      "/v1/runs/{id}",
                                      "/v1/runs/{id}/output",
                                      "/v1/runs/{id}/cancel",
                                      "/v1/check",
                                      "/mcp",
                                      NULL};

    for (gsize i = 0; routes[i].method != NULL; i++) {
        gboolean may = who_decide(WHO_AGENT, routes[i].access) == WHO_MAY;
        gboolean is_own = g_strv_contains(own, routes[i].pattern) ||
                          strcmp(routes[i].pattern, "/v1/panel/session") == 0;
        cr_expect_eq(may, is_own, "%s %s", routes[i].method, routes[i].pattern);
    }
}

Test(gateway_route, nobody_gets_nothing_but_the_way_in)
{
    for (gsize i = 0; routes[i].method != NULL; i++) {
        gboolean is_way_in = strcmp(routes[i].pattern, "/v1/panel/session") == 0;
        cr_expect_eq(who_decide(WHO_NOBODY, routes[i].access), is_way_in ? WHO_MAY : WHO_UNKNOWN);
    }
}

Test(gateway_route, who_may_what)
{
    static const struct {
        WhoKind kind;
        WhoDecision user, agent, unix_only, open;
    } rows[] = {
        {WHO_NOBODY, WHO_UNKNOWN, WHO_UNKNOWN, WHO_UNKNOWN, WHO_MAY},
        {WHO_UNIX, WHO_MAY, WHO_MAY, WHO_MAY, WHO_MAY},
        {WHO_TOKEN, WHO_MAY, WHO_MAY, WHO_MAY_NOT, WHO_MAY},
        {WHO_PANEL, WHO_MAY, WHO_MAY, WHO_MAY_NOT, WHO_MAY},
        {WHO_AGENT, WHO_MAY_NOT, WHO_MAY, WHO_MAY_NOT, WHO_MAY},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        cr_expect_eq(who_decide(rows[i].kind, ACCESS_USER), rows[i].user);
        cr_expect_eq(who_decide(rows[i].kind, ACCESS_AGENT), rows[i].agent);
        cr_expect_eq(who_decide(rows[i].kind, ACCESS_UNIX), rows[i].unix_only);
        cr_expect_eq(who_decide(rows[i].kind, ACCESS_OPEN), rows[i].open);
    }
    cr_expect_str_eq(who_name(WHO_PANEL), "panel");
    cr_expect_str_eq(who_name(WHO_UNIX), "api");
}

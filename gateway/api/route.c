/* SPDX-License-Identifier: MIT */
/* A request's method and path -> what answers it. */
#include "api/route.h"

#include <string.h>

void route_match_clear(RouteMatch *match)
{
    for (gsize i = 0; i < ROUTE_MAX_PARTS; i++)
        g_clear_pointer(&match->parts[i], g_free);
    g_clear_pointer(&match->allow, g_free);
    match->route = NULL;
}

/* Part by part; parts: filled with what stands for those in braces. */
static gboolean fits(const char *pattern, const char *path, char *parts[ROUTE_MAX_PARTS])
{
    guint count = 0;

    while (*pattern == '/' && *path == '/') {
        gsize pattern_size = strcspn(++pattern, "/");
        gsize path_size = strcspn(++path, "/");
        if (pattern[0] == '{') {
            if (path_size == 0 || count == ROUTE_MAX_PARTS)
                return FALSE;
            parts[count++] = g_strndup(path, path_size);
        } else if (pattern_size != path_size || strncmp(pattern, path, path_size) != 0) {
            return FALSE;
        }
        pattern += pattern_size;
        path += path_size;
    }
    return *pattern == '\0' && *path == '\0';
}

RouteResult route_find(const Route *routes, const char *method, const char *path, RouteMatch *ret)
{
    GString *allow = g_string_new(NULL);

    *ret = (RouteMatch){.route = NULL};
    for (; routes->method != NULL; routes++) {
        if (!fits(routes->pattern, path, ret->parts)) {
            route_match_clear(ret);
            continue;
        }
        if (strcmp(routes->method, method) == 0) {
            ret->route = routes;
            g_string_free(allow, TRUE);
            return ROUTE_FOUND;
        }
        route_match_clear(ret);
        g_string_append_printf(allow, "%s%s", allow->len > 0 ? ", " : "", routes->method);
    }
    if (allow->len == 0) {
        g_string_free(allow, TRUE);
        return ROUTE_NO_PATH;
    }
    ret->allow = g_string_free(allow, FALSE);
    return ROUTE_NO_METHOD;
}

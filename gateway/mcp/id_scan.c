/* SPDX-License-Identifier: MIT */
#include "mcp/message.h"

#include <string.h>

/* A client's own ids are short: "req-17", a UUID, a counter. */
#define MAX_ID_BYTES     128
#define MAX_NUMBER_BYTES 16

typedef struct {
    const char *at, *end;
} Scan;

static void skip_spaces(Scan *scan)
{
    while (scan->at < scan->end && strchr(" \t\r\n", *scan->at) != NULL && *scan->at != '\0')
        scan->at++;
}

/* Steps over a string whose opening quote is here.  FALSE: it has no end.  [*ret_from, at - 1) is what is in it. */
static gboolean skip_string(Scan *scan, const char **ret_from)
{
    *ret_from = ++scan->at;
    for (; scan->at < scan->end && *scan->at != '"'; scan->at++)
        if (*scan->at == '\\' && ++scan->at == scan->end)
            return FALSE;
    if (scan->at == scan->end)
        return FALSE;
    scan->at++;
    return TRUE;
}

/* What stands behind "id":, if it is a plain string or whole number. */
static char *read_id(Scan *scan)
{
    const char *from = scan->at;

    if (from < scan->end && *from == '"') {
        const char *text;
        if (!skip_string(scan, &text))
            return NULL;
        gsize size = (gsize)(scan->at - 1 - text);
        if (size > MAX_ID_BYTES || memchr(text, '\\', size) != NULL)
            return NULL;
        for (gsize i = 0; i < size; i++)
            if (text[i] < ' ' || text[i] > '~')
                return NULL;
        return g_strndup(from, size + 2);
    }
    if (scan->at < scan->end && *scan->at == '-')
        scan->at++;
    const char *digits = scan->at;
    while (scan->at < scan->end && g_ascii_isdigit(*scan->at))
        scan->at++;
    gsize size = (gsize)(scan->at - digits);
    if (size == 0 || size > MAX_NUMBER_BYTES || (size > 1 && *digits == '0'))
        return NULL;
    char *id = g_strndup(from, (gsize)(scan->at - from));
    skip_spaces(scan);
    if (scan->at < scan->end && *scan->at != ',' && *scan->at != '}')
        g_clear_pointer(&id, g_free);
    return id;
}

/* At the opening quote of a string in the outermost object: is it the name "id"? */
static gboolean is_name_of_id(Scan *scan)
{
    const char *name;

    if (!skip_string(scan, &name))
        return FALSE;
    gboolean is_id = scan->at - 1 - name == 2 && memcmp(name, "id", 2) == 0;
    skip_spaces(scan);
    if (scan->at == scan->end || *scan->at != ':')
        return FALSE;
    scan->at++;
    skip_spaces(scan);
    return is_id;
}

char *mcp_id_scan(const char *bytes, gsize size)
{
    Scan scan = {.at = bytes, .end = bytes + size};
    guint depth = 0;

    skip_spaces(&scan);
    if (scan.at == scan.end || *scan.at != '{')
        return NULL;
    while (scan.at < scan.end) {
        const char *ignored;
        switch (*scan.at) {
        case '"':
            if (depth == 1) {
                if (is_name_of_id(&scan))
                    return read_id(&scan);
            } else if (!skip_string(&scan, &ignored)) {
                return NULL;
            }
            break;
        case '{':
        case '[':
            depth++;
            scan.at++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return NULL;
            scan.at++;
            break;
        default:
            scan.at++;
        }
    }
    return NULL;
}

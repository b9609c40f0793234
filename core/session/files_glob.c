/* SPDX-License-Identifier: MIT */
/* Patterns for searching. */
#include "session/files_glob.h"

#include <string.h>

/* Steps for one line: about 20 ms.  It has to be the first of the pattern, and the empty group after it makes sure that a limit of
 * the pattern's own, which would count in its place, is a fault. */
#define LIMIT "(*LIMIT_MATCH=1000000)(?:)"

GRegex *cordon_files_regex_new(const char *pattern, gboolean ignore_case, GError **error)
{
    /* First alone, so that places in messages are those of the pattern. */
    g_autoptr(GRegex) plain = g_regex_new(pattern, 0, 0, error);
    g_autofree char *limited = g_strconcat(LIMIT, pattern, NULL);

    return plain == NULL ? NULL
                         : g_regex_new(limited, ignore_case ? G_REGEX_CASELESS : 0, 0, error);
}

/* From "[" on; returns what follows "]", or NULL when there is none. */
static const char *add_set(GString *out, const char *p)
{
    const char *start = p + 1;
    const char *end;

    if (*start == '!' || *start == '^')
        start++;
    /* A "]" that is the first stands for itself. */
    end = *start != '\0' ? strchr(start + 1, ']') : NULL;
    if (end == NULL)
        return NULL;
    g_string_append(out, start > p + 1 ? "[^/" : "[");
    for (const char *c = start; c < end; c++) {
        if (strchr("\\[]^", *c) != NULL)
            g_string_append_c(out, '\\');
        g_string_append_c(out, *c);
    }
    g_string_append_c(out, ']');
    return end + 1;
}

static const char *add_stars(GString *out, const char *p)
{
    gsize count = strspn(p, "*");

    if (count == 1)
        g_string_append(out, "[^/]*");
    else if (p[count] == '/')
        g_string_append(out, "(?:.*/)?");
    else
        g_string_append(out, ".*");
    return p + count + (count > 1 && p[count] == '/' ? 1 : 0);
}

static void add_literal(GString *out, char c)
{
    if ((guchar)c < 0x80 && !g_ascii_isalnum(c) && c != '/')
        g_string_append_c(out, '\\');
    g_string_append_c(out, c);
}

GRegex *cordon_files_glob_new(const char *glob, GError **error)
{
    g_autoptr(GString) out = g_string_new(LIMIT "\\A(?s:");
    guint braces = 0;
    const char *p = glob;

    while (*p != '\0') {
        const char *next = p + 1;

        if (*p == '*') {
            next = add_stars(out, p);
        } else if (*p == '?') {
            g_string_append(out, "[^/]");
        } else if (*p == '[') {
            next = add_set(out, p);
            if (next == NULL) {
                add_literal(out, *p);
                next = p + 1;
            }
        } else if (*p == '{') {
            braces++;
            g_string_append(out, "(?:");
        } else if (*p == '}' && braces > 0) {
            braces--;
            g_string_append_c(out, ')');
        } else if (*p == ',' && braces > 0) {
            g_string_append_c(out, '|');
        } else {
            if (*p == '\\' && p[1] != '\0')
                next = ++p + 1;
            add_literal(out, *p);
        }
        p = next;
    }
    g_string_append(out, ")\\z");
    return g_regex_new(out->str, 0, 0, error);
}

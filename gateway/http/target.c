/* SPDX-License-Identifier: MIT */
#include "http/target.h"

#include <string.h>

/* Decodes %XX once, and '+' where plus_is_space; NULL when it is malformed, not UTF-8, or has a NUL. */
static char *decode(const char *text, gsize size, gboolean plus_is_space)
{
    g_autoptr(GString) out = g_string_sized_new(size);

    for (gsize i = 0; i < size; i++) {
        char byte = text[i];

        if (byte == '%') {
            int high = i + 1 < size ? g_ascii_xdigit_value(text[i + 1]) : -1;
            int low = i + 2 < size ? g_ascii_xdigit_value(text[i + 2]) : -1;

            if (high < 0 || low < 0)
                return NULL;
            byte = (char)(high * 16 + low);
            i += 2;
        } else if (byte == '+' && plus_is_space) {
            byte = ' ';
        }
        if (byte == '\0')
            return NULL;
        g_string_append_c(out, byte);
    }
    if (!g_utf8_validate(out->str, (gssize)out->len, NULL))
        return NULL;
    return g_string_free(g_steal_pointer(&out), FALSE);
}

static gboolean has_control(const char *text)
{
    for (; *text != '\0'; text = g_utf8_next_char(text)) {
        if (g_unichar_iscntrl(g_utf8_get_char(text)))
            return TRUE;
    }
    return FALSE;
}

/* What a browser sends: visible ASCII, and no fragment. */
static gboolean is_plain_target(const char *target)
{
    if (*target != '/')
        return FALSE;
    for (const char *at = target; *at != '\0'; at++) {
        if (!g_ascii_isgraph(*at) || *at == '#')
            return FALSE;
    }
    return TRUE;
}

static gboolean is_good_component(const char *component, gsize size)
{
    return size > 0 && !(size == 1 && component[0] == '.') &&
           !(size == 2 && component[0] == '.' && component[1] == '.');
}

static gboolean has_good_components(const char *path)
{
    if (strcmp(path, "/") == 0)
        return TRUE;
    while (*path == '/') {
        const char *component = path + 1;

        path = component + strcspn(component, "/");
        if (!is_good_component(component, (gsize)(path - component)))
            return FALSE;
    }
    return *path == '\0';
}

static guint count_byte(const char *text, gsize size, char byte)
{
    guint count = 0;

    for (gsize i = 0; i < size; i++)
        count += text[i] == byte ? 1 : 0;
    return count;
}

char *http_target_path(const char *target)
{
    if (!is_plain_target(target))
        return NULL;
    gsize size = strcspn(target, "?");
    g_autofree char *path = decode(target, size, FALSE);
    if (path == NULL || has_control(path) || strchr(path, '\\') != NULL)
        return NULL;
    /* An encoded slash would make one component look like two. */
    if (count_byte(path, strlen(path), '/') != count_byte(target, size, '/'))
        return NULL;
    if (!has_good_components(path))
        return NULL;
    return g_steal_pointer(&path);
}

static gboolean add_pair(GHashTable *table, const char *pair, gsize size)
{
    const char *equals = memchr(pair, '=', size);
    gsize name_size = equals != NULL ? (gsize)(equals - pair) : size;
    const char *value = equals != NULL ? equals + 1 : pair + size;

    g_autofree char *name = decode(pair, name_size, TRUE);
    g_autofree char *text = decode(value, (gsize)(pair + size - value), TRUE);
    if (name == NULL || text == NULL || g_hash_table_contains(table, name))
        return FALSE;
    g_hash_table_insert(table, g_steal_pointer(&name), g_steal_pointer(&text));
    return TRUE;
}

GHashTable *http_target_query(const char *target)
{
    g_autoptr(GHashTable) table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const char *at = strchr(target, '?');

    while (at != NULL && *at != '\0') {
        const char *pair = at + 1;
        gsize size = strcspn(pair, "&");

        if (size > 0 && !add_pair(table, pair, size))
            return NULL;
        at = pair + size;
    }
    return g_steal_pointer(&table);
}

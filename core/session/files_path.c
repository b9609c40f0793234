/* SPDX-License-Identifier: MIT */
/* Paths of agents: taken apart, and judged by their names. */
#include "session/files_path.h"

#include <string.h>

#include "base/quote.h"
#include "model/names.h"
#include "model/policy.h"

#define SHOWN_BYTES 300u

/* By use. */
static const char *const CANNOT[] = {
    "cannot be read",    "cannot be listed", "cannot be searched",
    "cannot be written", "cannot be edited",
};

void cordon_files_way_free(CordonFilesWay *way)
{
    if (way == NULL)
        return;
    g_free(way->shown);
    g_free(way->path);
    g_strfreev(way->names);
    g_free(way);
}

gboolean cordon_files_way_changes(const CordonFilesWay *way)
{
    return way->use == CORDON_FILES_USE_WRITE || way->use == CORDON_FILES_USE_EDIT;
}

char *cordon_files_way_prefix(const CordonFilesWay *way, guint count)
{
    g_autoptr(GString) path = g_string_new(NULL);

    for (guint i = 0; i < count && i < way->n_names; i++) {
        if (i > 0)
            g_string_append_c(path, '/');
        g_string_append(path, way->names[i]);
    }
    return g_string_free(g_steal_pointer(&path), FALSE);
}

void cordon_files_refuse(GError **error, CordonFilesError code, const CordonFilesWay *way,
                         const char *format, ...)
{
    g_autofree char *rest = NULL;
    va_list arguments;

    va_start(arguments, format);
    rest = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, CORDON_FILES_ERROR, (gint)code, "%s %s: %s", way->shown, CANNOT[way->use],
                rest);
}

char *cordon_files_show_name(const char *name)
{
    return g_utf8_make_valid(name, -1);
}

/* For messages: one line, whatever is in it. */
static char *show(const char *path)
{
    gsize length = strlen(path);
    g_autofree char *start = NULL;

    if (length <= SHOWN_BYTES)
        return length == 0 ? g_strdup("The loop's folder") : cordon_quote_word(path);
    length = SHOWN_BYTES;
    while (length > SHOWN_BYTES - 4 && ((guchar)path[length] & 0xc0) == 0x80)
        length--;
    start = g_strndup(path, length);
    {
        g_autofree char *quoted = cordon_quote_word(start);
        return g_strconcat(quoted, "…", NULL);
    }
}

/* What follows folder in path, when path lies below it by its text; "//" and "/./" count as "/". */
static const char *skip_folder(const char *path, const char *folder)
{
    for (;;) {
        gsize length;

        while (path[0] == '/' || (path[0] == '.' && (path[1] == '/' || path[1] == '\0')))
            path++;
        folder += strspn(folder, "/");
        length = strcspn(folder, "/");
        if (length == 0)
            return path;
        if (strncmp(path, folder, length) != 0 || (path[length] != '/' && path[length] != '\0'))
            return NULL;
        path += length;
        folder += length;
    }
}

static gboolean refuse_outside(const CordonFilesWay *way, GError **error)
{
    cordon_files_refuse(
        error, CORDON_FILES_ERROR_OUTSIDE, way,
        "it is outside the loop's folder, and file tools work only below that. Give "
        "a path relative to that folder.");
    return FALSE;
}

static gboolean add_names(CordonFilesWay *way, const char *text, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, "/", -1);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    guint depth = 0;

    for (guint i = 0; parts[i] != NULL; i++) {
        const char *name = parts[i];

        /* What a trailing "/", "/." or "/.." leads to is a folder. */
        way->is_folder = name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (name[0] == '\0' || strcmp(name, ".") == 0)
            continue;
        if (strlen(name) > CORDON_FILES_MAX_NAME) {
            cordon_files_refuse(error, CORDON_FILES_ERROR_TOO_BIG, way,
                                "a name in it is longer than %u bytes. Use a shorter one.",
                                CORDON_FILES_MAX_NAME);
            return FALSE;
        }
        if (strcmp(name, "..") == 0 && depth == 0)
            return refuse_outside(way, error);
        depth = strcmp(name, "..") == 0 ? depth - 1 : depth + 1;
        g_ptr_array_add(names, g_strdup(name));
    }
    way->n_names = names->len;
    g_ptr_array_add(names, NULL);
    way->names = (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
    way->path = cordon_files_way_prefix(way, way->n_names);
    return TRUE;
}

CordonFilesWay *cordon_files_way_new(const char *given, const char *real, const char *path,
                                     CordonFilesUse use, GError **error)
{
    g_autoptr(CordonFilesWay) way = g_new0(CordonFilesWay, 1);
    const char *rest = path != NULL ? path : "";

    way->use = use;
    way->shown = show(rest);
    if (strlen(rest) > CORDON_FILES_MAX_PATH) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_TOO_BIG, way,
                            "the path is longer than %u bytes. Use a shorter one.",
                            CORDON_FILES_MAX_PATH);
        return NULL;
    }
    if (rest[0] == '/') {
        const char *below = skip_folder(rest, given);

        rest = below != NULL ? below : skip_folder(rest, real);
        if (rest == NULL) {
            refuse_outside(way, error);
            return NULL;
        }
    }
    if (!add_names(way, rest, error) || !cordon_files_judge(way, way->path, error))
        return NULL;
    return g_steal_pointer(&way);
}

/* Characters that file systems without regard to case also ignore, and that nobody sees. */
static gboolean is_ignored(gunichar c)
{
    return g_unichar_type(c) == G_UNICODE_FORMAT || c == 0x34f || (c >= 0x180b && c <= 0x180d) ||
           (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

/* The name that a file system could take name for: compatible forms of letters made one, invisible ones left out, and no dots and
 * spaces at the end, which Windows drops.  Free with g_free(). */
static char *fold(const char *name)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    g_autofree char *normal = g_utf8_normalize(valid, -1, G_NORMALIZE_ALL);
    g_autoptr(GString) folded = g_string_new(NULL);

    for (const char *p = normal; *p != '\0'; p = g_utf8_next_char(p)) {
        if (!is_ignored(g_utf8_get_char(p)))
            g_string_append_unichar(folded, g_utf8_get_char(p));
    }
    while (folded->len > 0 && strchr(". ", folded->str[folded->len - 1]) != NULL)
        g_string_truncate(folded, folded->len - 1);
    return g_string_free(g_steal_pointer(&folded), FALSE);
}

/* Is there nothing to fold?  Nearly always, and a search asks for many names. */
static gboolean is_plain(const char *name)
{
    gsize length = strlen(name);

    return g_str_is_ascii(name) && (length == 0 || strchr(". ", name[length - 1]) == NULL);
}

static gboolean is_secret(const char *parent, const char *name)
{
    return cordon_name_is_secret_file(name) || cordon_name_is_secret_folder_in(parent, name);
}

gboolean cordon_files_name_is_secret(const char *parent, const char *name)
{
    g_autofree char *folded_parent = NULL;
    g_autofree char *folded = NULL;

    if (is_secret(parent, name))
        return TRUE;
    if (is_plain(parent) && is_plain(name))
        return FALSE;
    folded_parent = fold(parent);
    folded = fold(name);
    return is_secret(folded_parent, folded);
}

gboolean cordon_files_name_is_protected(const char *name)
{
    g_autofree char *folded = fold(name);

    return cordon_name_is_protected(name) || cordon_name_is_protected(folded);
}

char *cordon_files_find_secret(const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, "/", -1);

    for (guint i = 0; names[i] != NULL; i++) {
        if (cordon_files_name_is_secret(i > 0 ? names[i - 1] : "", names[i]))
            return g_strdup(names[i]);
    }
    return NULL;
}

char *cordon_files_find_protected(const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, "/", -1);

    for (guint i = 0; names[i] != NULL; i++) {
        if (cordon_files_name_is_protected(names[i]))
            return g_strdup(names[i]);
    }
    return NULL;
}

gboolean cordon_files_judge(const CordonFilesWay *way, const char *path, GError **error)
{
    g_autofree char *secret = cordon_files_find_secret(path);
    g_autofree char *protected_name =
        cordon_files_way_changes(way) ? cordon_files_find_protected(path) : NULL;

    if (secret != NULL) {
        g_autofree char *shown = cordon_quote_word(secret);

        cordon_files_refuse(error, CORDON_FILES_ERROR_SECRET, way,
                            "%s looks like a secret, and file tools neither read nor change those. "
                            "Work without it, or ask the user for what is needed of it; templates "
                            "such as .env.example can be used.",
                            shown);
        return FALSE;
    }
    if (protected_name != NULL) {
        g_autofree char *shown = cordon_quote_word(protected_name);

        cordon_files_refuse(
            error, CORDON_FILES_ERROR_PROTECTED, way,
            "the user's own tools execute what is in %s, so it can be read, but not "
            "changed. Tell the user what to change there.",
            shown);
        return FALSE;
    }
    return TRUE;
}

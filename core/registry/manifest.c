/* SPDX-License-Identifier: MIT */
/* The manifest of one backend. */
#include "registry/manifest.h"

#include <string.h>

#include <cordon/json.h>

#define MAX_ID_BYTES     32
#define MAX_PLATFORMS    8u
#define MAX_UNKNOWN      64u
#define DEFAULT_PRIORITY 50
#define MAX_PRIORITY     1000000
#define MAX_ABI          1000000
#define LOWER            "abcdefghijklmnopqrstuvwxyz"
#define DIGITS           "0123456789"

static gboolean refuse(GError **error, const char *key, const char *problem)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s: %s", key, problem);
    return FALSE;
}

/* [a-z] first, then only bytes of alphabet, at most max bytes in all. */
static gboolean is_word(const char *text, const char *alphabet, gsize max)
{
    gsize size = strspn(text, alphabet);

    return g_ascii_islower(*text) && text[size] == '\0' && size <= max;
}

static gboolean is_code(const char *text)
{
    return is_word(text, LOWER DIGITS ".-_", 64);
}

static gboolean is_platform(const char *text)
{
    return is_word(text, LOWER DIGITS "-", 16);
}

/* area.subject/revision */
static gboolean is_guarantee(const char *text)
{
    const char *slash = strchr(text, '/');

    if (slash == NULL || slash - text > 96)
        return FALSE;
    g_autofree char *name = g_strndup(text, (gsize)(slash - text));
    gsize digits = strspn(slash + 1, DIGITS);
    return is_word(name, LOWER DIGITS ".-", 96) && strchr(name, '.') != NULL && digits > 0 &&
           digits <= 4 && slash[1] != '0' && slash[1 + digits] == '\0';
}

/* Text that is shown to people: one line that shows all there is to it. */
static gboolean is_line(const char *text, gsize max)
{
    if (*text == '\0' || strlen(text) > max)
        return FALSE;
    for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
        GUnicodeType type = g_unichar_type(g_utf8_get_char(p));
        if (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT ||
            type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR)
            return FALSE;
    }
    return TRUE;
}

static gboolean get_line(const CordonJsonValue *root, const char *key, gsize max, char **ret,
                         GError **error)
{
    const char *text = NULL;

    if (!cordon_json_get_string(root, key, TRUE, &text, error))
        return FALSE;
    if (!is_line(text, max)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "%s: not one line of 1 to %" G_GSIZE_FORMAT " bytes without control characters",
                    key, max);
        return FALSE;
    }
    *ret = g_strdup(text);
    return TRUE;
}

/* A list of which each element passes check, none twice; empty when it is absent. */
static gboolean get_list(const CordonJsonValue *root, const char *key, gboolean required,
                         guint max_count, gboolean (*check)(const char *text), char ***ret,
                         GError **error)
{
    g_auto(GStrv) list = g_new0(char *, 1);
    g_auto(GStrv) found = NULL;

    if (!cordon_json_get_strings(root, key, required, max_count, &found, error))
        return FALSE;
    if (found != NULL) {
        g_strfreev(list);
        list = g_steal_pointer(&found);
    }
    for (guint i = 0; list[i] != NULL; i++) {
        const char *problem = NULL;
        if (!check(list[i]))
            problem = "not of the form that docs/backends.md gives";
        for (guint j = 0; problem == NULL && j < i; j++)
            if (strcmp(list[i], list[j]) == 0)
                problem = "there twice";
        if (problem != NULL) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s[%u]: %s", key, i, problem);
            return FALSE;
        }
    }
    *ret = g_steal_pointer(&list);
    return TRUE;
}

static gboolean get_number(const CordonJsonValue *root, const char *key, gboolean required,
                           gint64 min, gint64 max, gint *ret, GError **error)
{
    gint64 number = *ret;

    if (!cordon_json_get_int(root, key, required, min, max, &number, error))
        return FALSE;
    *ret = (gint)number;
    return TRUE;
}

static const char *const known_keys[] = {"manifest", "id",         "enabled", "name",
                                         "version",  "abi",        "library", "platforms",
                                         "priority", "guarantees", "codes",   NULL};

/* Keys that a newer version may know are kept for diagnostics; null is nobody's value. */
static gboolean check_keys(const CordonJsonValue *root, char ***ret_unknown, GError **error)
{
    g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func(g_free);

    for (const CordonJsonValue *member = cordon_json_first(root); member != NULL;
         member = cordon_json_next(member)) {
        const char *key = cordon_json_name(member);
        if (g_str_has_prefix(key, "x-"))
            continue;
        if (!is_line(key, 64))
            return refuse(error, "a key", "not one line of 1 to 64 bytes");
        if (g_strv_contains(known_keys, key)) {
            if (cordon_json_is_null(member))
                return refuse(error, key, "null");
            continue;
        }
        if (unknown->len == MAX_UNKNOWN)
            return refuse(error, key, "one unknown key too many");
        g_ptr_array_add(unknown, g_strdup(key));
    }
    g_ptr_array_add(unknown, NULL);
    *ret_unknown = (char **)g_ptr_array_free(g_steal_pointer(&unknown), FALSE);
    return TRUE;
}

static gboolean fill_enabled(CordonManifest *manifest, const CordonJsonValue *root, GError **error)
{
    gint format = 1;

    manifest->priority = DEFAULT_PRIORITY;
    return get_number(root, "manifest", TRUE, 1, 1, &format, error) &&
           get_number(root, "abi", TRUE, 1, MAX_ABI, &manifest->abi, error) &&
           get_number(root, "priority", FALSE, 0, MAX_PRIORITY, &manifest->priority, error) &&
           get_line(root, "name", 80, &manifest->name, error) &&
           get_line(root, "version", 64, &manifest->version, error) &&
           get_line(root, "library", 4095, &manifest->library, error) &&
           get_list(root, "platforms", TRUE, MAX_PLATFORMS, is_platform, &manifest->platforms,
                    error) &&
           get_list(root, "guarantees", FALSE, CORDON_MANIFEST_MAX_GUARANTEES, is_guarantee,
                    &manifest->guarantees, error) &&
           get_list(root, "codes", FALSE, CORDON_MANIFEST_MAX_CODES, is_code, &manifest->codes,
                    error);
}

static gboolean fill(CordonManifest *manifest, const CordonJsonValue *root, GError **error)
{
    const char *id = NULL;
    gint format = 1;

    if (!cordon_json_is_object(root))
        return refuse(error, "the manifest", "not an object");
    if (!check_keys(root, &manifest->unknown, error) ||
        !cordon_json_get_string(root, "id", TRUE, &id, error))
        return FALSE;
    if (!is_word(id, LOWER DIGITS "-", MAX_ID_BYTES))
        return refuse(error, "id", "not a letter a to z followed by at most 31 of a-z, 0-9 and -");
    manifest->id = g_strdup(id);

    manifest->enabled = TRUE;
    if (!cordon_json_get_bool(root, "enabled", FALSE, &manifest->enabled, error))
        return FALSE;
    if (manifest->enabled)
        return fill_enabled(manifest, root, error);
    /* A mask needs no more than the id. */
    return get_number(root, "manifest", FALSE, 1, 1, &format, error);
}

CordonManifest *cordon_manifest_parse(const char *bytes, gsize size, GError **error)
{
    g_autoptr(CordonJson) json = cordon_json_parse(bytes, size, CORDON_MANIFEST_MAX_BYTES, error);

    if (json == NULL)
        return NULL;
    g_autoptr(CordonManifest) manifest = g_new0(CordonManifest, 1);
    if (!fill(manifest, cordon_json_root(json), error))
        return NULL;
    return g_steal_pointer(&manifest);
}

void cordon_manifest_free(CordonManifest *manifest)
{
    if (manifest == NULL)
        return;
    g_free(manifest->id);
    g_free(manifest->name);
    g_free(manifest->version);
    g_free(manifest->library);
    g_strfreev(manifest->platforms);
    g_strfreev(manifest->guarantees);
    g_strfreev(manifest->codes);
    g_strfreev(manifest->unknown);
    g_free(manifest);
}

gboolean cordon_manifest_has_code(const CordonManifest *manifest, const char *code)
{
    return manifest->codes != NULL && g_strv_contains((const char *const *)manifest->codes, code);
}

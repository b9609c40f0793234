/* SPDX-License-Identifier: MIT */
/* Where manifests are looked for, in which order, and which of them counts. */
#define _POSIX_C_SOURCE 200809L /* opendir() and readdir() */
#include "registry/search.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static void free_folder(gpointer data)
{
    CordonSearchFolder *folder = data;

    g_free(folder->path);
    g_free(folder->problem);
    g_free(folder);
}

static gboolean is_listed(const GPtrArray *folders, const char *path)
{
    for (guint i = 0; i < folders->len; i++) {
        const CordonSearchFolder *folder = folders->pdata[i];
        if (strcmp(folder->path, path) == 0)
            return TRUE;
    }
    return FALSE;
}

static void add_folder(GPtrArray *folders, const char *path, gboolean ships_with_core)
{
    g_autofree char *clean = g_canonicalize_filename(path, NULL);

    if (is_listed(folders, clean))
        return;
    CordonSearchFolder *folder = g_new0(CordonSearchFolder, 1);
    folder->path = g_steal_pointer(&clean);
    folder->ships_with_core = ships_with_core;
    g_ptr_array_add(folders, folder);
}

static void add_backend_path(GPtrArray *folders, const char *backend_path)
{
    g_auto(GStrv) paths = g_strsplit(backend_path, ":", -1);

    for (gsize i = 0; paths[i] != NULL; i++) {
        if (g_path_is_absolute(paths[i])) {
            add_folder(folders, paths[i], FALSE);
        } else if (*paths[i] != '\0') {
            CordonSearchFolder *folder = g_new0(CordonSearchFolder, 1);
            folder->path = g_strdup(paths[i]);
            folder->problem = g_strdup("CORDON_BACKEND_PATH names it by a relative path; only "
                                       "absolute ones are searched.");
            g_ptr_array_add(folders, folder);
        }
    }
}

GPtrArray *cordon_search_order(const CordonSearchPlaces *places)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(free_folder);

    for (gsize i = 0; places->given != NULL && places->given[i] != NULL; i++)
        add_folder(folders, places->given[i], FALSE);
    if (places->backend_path != NULL)
        add_backend_path(folders, places->backend_path);
    if (places->system != NULL)
        add_folder(folders, places->system, FALSE);
    if (places->shipped != NULL)
        add_folder(folders, places->shipped, TRUE);
    if (places->user_data != NULL) {
        g_autofree char *path = g_build_filename(places->user_data, "cordon/backends.d", NULL);
        add_folder(folders, path, FALSE);
    }
    return folders;
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* NULL with the error set. */
static GPtrArray *read_names(DIR *dir, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

    for (guint seen = 0;; seen++) {
        errno = 0;
        const struct dirent *item = readdir(dir);
        if (item == NULL && errno == 0)
            return g_steal_pointer(&names);
        if (item == NULL) {
            int saved = errno;
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s cannot be listed: %s.",
                        folder, g_strerror(saved));
            return NULL;
        }
        if (seen == CORDON_SEARCH_MAX_NAMES) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                        "%s holds more than %u files; it is to hold manifests of backends only.",
                        folder, CORDON_SEARCH_MAX_NAMES);
            return NULL;
        }
        if (item->d_name[0] != '.' && g_str_has_suffix(item->d_name, ".json"))
            g_ptr_array_add(names, g_strdup(item->d_name));
    }
}

char **cordon_search_list(const char *folder, gboolean *ret_more, GError **error)
{
    DIR *dir = opendir(folder);

    if (dir == NULL && errno != ENOENT) {
        int saved = errno;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s cannot be listed: %s.", folder,
                    g_strerror(saved));
        return NULL;
    }
    g_autoptr(GPtrArray) names =
        dir != NULL ? read_names(dir, folder, error) : g_ptr_array_new_with_free_func(g_free);
    if (dir != NULL)
        closedir(dir);
    if (names == NULL)
        return NULL;

    g_ptr_array_sort(names, compare_names);
    *ret_more = names->len > CORDON_SEARCH_MAX_MANIFESTS;
    if (*ret_more)
        g_ptr_array_set_size(names, (gint)CORDON_SEARCH_MAX_MANIFESTS);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

void cordon_search_settle(CordonSearchItem *items, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        items[i].outcome = CORDON_SEARCH_COUNTS;
        items[i].by = 0;
        if (items[i].id == NULL)
            continue;
        /* The first that counts, or that switches off, decides over all behind it. */
        for (gsize j = 0; j < i; j++) {
            if (items[j].id == NULL || strcmp(items[j].id, items[i].id) != 0)
                continue;
            if (items[j].enabled && !items[j].acceptable)
                continue;
            items[i].outcome = items[j].enabled ? CORDON_SEARCH_SHADOWED : CORDON_SEARCH_MASKED;
            items[i].by = j;
            break;
        }
    }
}

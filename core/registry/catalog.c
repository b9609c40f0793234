/* SPDX-License-Identifier: MIT */
/* Manifests and the state of their libraries make the catalogue.  Runs no code of any backend. */
#define _GNU_SOURCE /* secure_getenv() */
#include "registry/catalog.h"

#include <cordon/backend.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"
#include "base/install.h"

#define PLATFORM "linux"

struct CordonCatalog {
    GPtrArray *entries; /* of CordonCatalogEntry */
};

static void free_entry(gpointer data)
{
    CordonCatalogEntry *entry = data;

    cordon_manifest_free(entry->manifest);
    g_free(entry->manifest_path);
    g_free(entry->library_path);
    g_free(entry->reason);
    g_free(entry);
}

static void set_state(CordonCatalogEntry *entry, CordonBackendState state, const char *reason)
{
    entry->info.state = state;
    g_free(entry->reason);
    entry->reason = g_strdup(reason);
}

static void reject(CordonCatalogEntry *entry, GError *error)
{
    set_state(entry, CORDON_BACKEND_REJECTED, error->message);
    g_error_free(error);
}

static CordonCatalogEntry *add_entry(GPtrArray *entries, const char *manifest_path,
                                     gboolean ships_with_core)
{
    CordonCatalogEntry *entry = g_new0(CordonCatalogEntry, 1);

    entry->manifest_path = g_strdup(manifest_path);
    entry->ships_with_core = ships_with_core;
    entry->info.state = CORDON_BACKEND_USABLE;
    g_ptr_array_add(entries, entry);
    return entry;
}

static CordonManifest *read_manifest(const char *path, GError **error)
{
    CordonFileIdentity identity;
    g_autofree char *bytes = NULL;
    gsize size = 0;
    CORDON_AUTO_FD int fd =
        cordon_trust_open(path, CORDON_MANIFEST_MAX_BYTES, NULL, &identity, error);

    if (fd < 0)
        return NULL;
    if (!cordon_fd_read_all(fd, CORDON_MANIFEST_MAX_BYTES, NULL, &bytes, &size, error)) {
        g_prefix_error(error, "%s: ", path);
        return NULL;
    }
    CordonManifest *manifest = cordon_manifest_parse(bytes, size, error);
    if (manifest == NULL)
        g_prefix_error(error, "%s is not a manifest of a backend: ", path);
    return manifest;
}

/* The library is looked at only where it would be used: of a foreign platform there may be none. */
static void check_library(CordonCatalogEntry *entry)
{
    g_autofree char *folder = g_path_get_dirname(entry->manifest_path);
    GError *error = NULL;
    char *real_path = NULL;

    /* Absolute, or relative to the folder of the manifest. */
    entry->library_path = g_canonicalize_filename(entry->manifest->library, folder);
    CORDON_AUTO_FD int fd =
        cordon_trust_open(entry->library_path, 0, &real_path, &entry->library, &error);
    if (fd < 0) {
        g_prefix_error(&error, "Its library cannot be used: ");
        reject(entry, error);
        return;
    }
    g_free(entry->library_path);
    entry->library_path = real_path;
}

static void check_manifest(CordonCatalogEntry *entry)
{
    const CordonManifest *manifest = entry->manifest;

    if (!manifest->enabled)
        return;
    if (!g_strv_contains((const char *const *)manifest->platforms, PLATFORM)) {
        g_autofree char *platforms = g_strjoinv(", ", manifest->platforms);
        g_autofree char *reason =
            g_strdup_printf("It is for %s, and this is " PLATFORM ".", platforms);
        set_state(entry, CORDON_BACKEND_FOREIGN, reason);
    } else if (manifest->abi != CORDON_ABI_MAJOR) {
        g_autofree char *reason = g_strdup_printf(
            "It speaks version %d of the plug-in interface, this Cordon speaks version %d.  "
            "Install a version of the backend that fits.",
            manifest->abi, CORDON_ABI_MAJOR);
        set_state(entry, CORDON_BACKEND_REJECTED, reason);
    } else {
        check_library(entry);
    }
}

static void read_folder(GPtrArray *entries, const CordonSearchFolder *folder)
{
    GError *error = NULL;
    gboolean more = FALSE;

    if (folder->problem != NULL) {
        set_state(add_entry(entries, folder->path, FALSE), CORDON_BACKEND_REJECTED,
                  folder->problem);
        return;
    }
    g_auto(GStrv) names = cordon_search_list(folder->path, &more, &error);
    if (names == NULL) {
        reject(add_entry(entries, folder->path, folder->ships_with_core), error);
        return;
    }
    for (gsize i = 0; names[i] != NULL; i++) {
        g_autofree char *path = g_build_filename(folder->path, names[i], NULL);
        CordonCatalogEntry *entry = add_entry(entries, path, folder->ships_with_core);
        entry->manifest = read_manifest(path, &error);
        if (entry->manifest == NULL)
            reject(entry, g_steal_pointer(&error));
        else
            check_manifest(entry);
    }
    if (more) {
        g_autofree char *reason =
            g_strdup_printf("The folder holds more than %u manifests; those whose names sort "
                            "behind are not read.",
                            CORDON_SEARCH_MAX_MANIFESTS);
        set_state(add_entry(entries, folder->path, folder->ships_with_core),
                  CORDON_BACKEND_REJECTED, reason);
    }
}

static void settle(const GPtrArray *entries)
{
    g_autofree CordonSearchItem *items = g_new0(CordonSearchItem, entries->len + 1);

    for (guint i = 0; i < entries->len; i++) {
        const CordonCatalogEntry *entry = entries->pdata[i];
        if (entry->manifest == NULL)
            continue;
        items[i].id = entry->manifest->id;
        items[i].enabled = entry->manifest->enabled;
        items[i].acceptable = entry->info.state == CORDON_BACKEND_USABLE;
    }
    cordon_search_settle(items, entries->len);
    for (guint i = 0; i < entries->len; i++) {
        if (items[i].outcome == CORDON_SEARCH_COUNTS)
            continue;
        gboolean masked = items[i].outcome == CORDON_SEARCH_MASKED;
        const CordonCatalogEntry *by = entries->pdata[items[i].by];
        g_autofree char *reason =
            g_strdup_printf(masked ? "%s switches it off." : "%s has the same id and comes first.",
                            by->manifest_path);
        set_state(entries->pdata[i], masked ? CORDON_BACKEND_MASKED : CORDON_BACKEND_SHADOWED,
                  reason);
    }
}

/* A manifest that only switches others off is no backend: the reason of those names it. */
static void drop_masks(GPtrArray *entries)
{
    for (guint i = entries->len; i > 0; i--) {
        const CordonCatalogEntry *entry = entries->pdata[i - 1];
        if (entry->manifest != NULL && !entry->manifest->enabled)
            g_ptr_array_remove_index(entries, i - 1);
    }
}

static void fill_info(CordonCatalogEntry *entry)
{
    static const char *const none[] = {NULL};
    CordonBackendInfo *info = &entry->info;

    info->manifest_path = entry->manifest_path;
    info->library_path = entry->library_path;
    info->reason = entry->reason;
    info->guarantees = none;
    if (entry->manifest == NULL)
        return;
    info->id = entry->manifest->id;
    info->name = entry->manifest->name;
    info->version = entry->manifest->version;
    info->priority = entry->manifest->priority;
    if (entry->manifest->guarantees != NULL)
        info->guarantees = (const char *const *)entry->manifest->guarantees;
}

/* Those that are not usable keep the order of the search; the sort is stable. */
static gint compare_entries(gconstpointer a, gconstpointer b)
{
    const CordonBackendInfo *left = &(*(const CordonCatalogEntry *const *)a)->info;
    const CordonBackendInfo *right = &(*(const CordonCatalogEntry *const *)b)->info;
    gboolean left_usable = left->state == CORDON_BACKEND_USABLE;
    gboolean right_usable = right->state == CORDON_BACKEND_USABLE;

    if (left_usable != right_usable)
        return left_usable ? -1 : 1;
    if (!left_usable)
        return 0;
    if (left->priority != right->priority)
        return left->priority < right->priority ? -1 : 1;
    return strcmp(left->id, right->id);
}

CordonCatalog *cordon_catalog_new_from(const GPtrArray *folders)
{
    CordonCatalog *catalog = g_new0(CordonCatalog, 1);

    catalog->entries = g_ptr_array_new_with_free_func(free_entry);
    for (guint i = 0; i < folders->len; i++)
        read_folder(catalog->entries, folders->pdata[i]);
    settle(catalog->entries);
    drop_masks(catalog->entries);
    for (guint i = 0; i < catalog->entries->len; i++)
        fill_info(catalog->entries->pdata[i]);
    g_ptr_array_sort(catalog->entries, compare_entries);
    return catalog;
}

/* A program with more rights than its user must not be led by that user's environment. */
static gboolean may_use_environment(void)
{
    return geteuid() == getuid() && getegid() == getgid();
}

static char *find_user_data(void)
{
    const char *data = secure_getenv("XDG_DATA_HOME");
    const char *home = secure_getenv("HOME");
    char text[4096];
    struct passwd user, *found = NULL;

    if (data != NULL && g_path_is_absolute(data))
        return g_strdup(data);
    if ((home == NULL || !g_path_is_absolute(home)) &&
        getpwuid_r(geteuid(), &user, text, sizeof text, &found) == 0 && found != NULL)
        home = user.pw_dir;
    if (home == NULL || !g_path_is_absolute(home))
        return NULL;
    return g_build_filename(home, ".local/share", NULL);
}

CordonCatalog *cordon_catalog_new(const char *const *folders, CordonCatalogFlags flags,
                                  GError **error)
{
    CordonSearchPlaces places = {.given = folders, .system = CORDON_SEARCH_SYSTEM_FOLDER};
    g_autofree char *shipped = cordon_install_manifest_folder(error);
    g_autofree char *user_data = NULL;

    if (shipped == NULL)
        return NULL;
    places.shipped = shipped;
    if ((flags & CORDON_CATALOG_DEVELOPER) != 0 && may_use_environment())
        places.backend_path = secure_getenv("CORDON_BACKEND_PATH");
    if ((flags & CORDON_CATALOG_USER_FOLDER) != 0 && may_use_environment())
        places.user_data = user_data = find_user_data();

    g_autoptr(GPtrArray) order = cordon_search_order(&places);
    return cordon_catalog_new_from(order);
}

void cordon_catalog_free(CordonCatalog *catalog)
{
    if (catalog == NULL)
        return;
    g_ptr_array_unref(catalog->entries);
    g_free(catalog);
}

gsize cordon_catalog_get_size(const CordonCatalog *catalog)
{
    return catalog->entries->len;
}

const CordonCatalogEntry *cordon_catalog_get_entry(const CordonCatalog *catalog, gsize index)
{
    g_return_val_if_fail(index < catalog->entries->len, NULL);
    return catalog->entries->pdata[index];
}

const CordonBackendInfo *cordon_catalog_get(const CordonCatalog *catalog, gsize index)
{
    const CordonCatalogEntry *entry = cordon_catalog_get_entry(catalog, index);

    return entry != NULL ? &entry->info : NULL;
}

const CordonBackendInfo *cordon_catalog_find(const CordonCatalog *catalog, const char *id)
{
    for (gsize i = 0; i < catalog->entries->len; i++) {
        const CordonBackendInfo *info = cordon_catalog_get(catalog, i);
        if (info->state == CORDON_BACKEND_USABLE && strcmp(info->id, id) == 0)
            return info;
    }
    return NULL;
}

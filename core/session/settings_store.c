/* SPDX-License-Identifier: MIT */
/* CordonSettingsStore: the settings of a file that programs share. */
#include <stdio.h>
#include <string.h>

#include "session/settings_file.h"
#include "session/settings_private.h"
#include "session/user_folder.h"

/* A file system notes the time of a change in steps of some milliseconds.  A file that was changed so shortly before it
 * was read could change again and look the same. */
#define SETTLED_NS (G_GINT64_CONSTANT(100) * 1000 * 1000)

struct CordonSettingsStore {
    char *path; /* "": there is no home */
    GMutex
        changing; /* before the lock, which threads of one program would wait for in turns of chance */
    GMutex mutex;
    CordonSettings *cached; /* or NULL; with mutex */
    CordonSettingsIdentity identity;
};

CordonSettingsStore *cordon_settings_store_new(const char *path)
{
    CordonSettingsStore *store = g_new0(CordonSettingsStore, 1);

    if (path != NULL)
        store->path = g_canonicalize_filename(path, NULL);
    else
        store->path = cordon_user_file("XDG_CONFIG_HOME", ".config", "settings.json");
    if (store->path == NULL)
        store->path = g_strdup("");
    g_mutex_init(&store->changing);
    g_mutex_init(&store->mutex);
    return store;
}

void cordon_settings_store_free(CordonSettingsStore *store)
{
    if (store == NULL)
        return;
    cordon_settings_free(store->cached);
    g_mutex_clear(&store->changing);
    g_mutex_clear(&store->mutex);
    g_free(store->path);
    g_free(store);
}

const char *cordon_settings_store_get_path(const CordonSettingsStore *store)
{
    return store->path;
}

static gboolean has_path(const CordonSettingsStore *store, GError **error)
{
    if (store->path[0] != '\0')
        return TRUE;
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                        "There is no place for settings: neither XDG_CONFIG_HOME nor HOME names a "
                        "folder, and the user has none.  Set HOME.");
    return FALSE;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* What to do about a file that cannot be used. */
static void explain(GError **error, const char *path)
{
    const char *step = "";

    if (error == NULL || *error == NULL)
        return;
    if (g_error_matches(*error, CORDON_ERROR, CORDON_ERROR_PARSE))
        step = ".  Correct the file there, or begin anew with `cordon settings reset`, which keeps "
               "it under another name";
    else if (g_error_matches(*error, CORDON_ERROR, CORDON_ERROR_TRUST))
        step = ".  Look whether the settings are still yours, and take the others' rights away "
               "(chmod go-w), or begin anew with `cordon settings reset`, which keeps the file";
    g_autofree char *old = (*error)->message;
    gsize length = strlen(old);
    if (length > 0 && old[length - 1] == '.')
        old[length - 1] = '\0';
    (*error)->message =
        g_strdup_printf("The settings in %s cannot be used: %s%s.", path, old, step);
}

/* ret_identity: only set when there is a file; *ret_found says so. */
static CordonSettings *read_file(const CordonSettingsStore *store, gboolean *ret_found,
                                 CordonSettingsIdentity *ret_identity, GError **error)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) fault = NULL;
    CordonSettings *settings = NULL;
    gsize size = 0;

    *ret_found = FALSE;
    if (cordon_settings_file_read(store->path, &text, &size, ret_identity, &fault)) {
        *ret_found = text != NULL;
        settings = text != NULL ? cordon_settings_parse(text, size, &fault) : cordon_settings_new();
    }
    if (settings == NULL) {
        explain(&fault, store->path);
        g_propagate_error(error, g_steal_pointer(&fault));
    }
    return settings;
}

static gboolean is_cached(const CordonSettingsStore *store)
{
    CordonSettingsIdentity now;

    return store->cached != NULL && cordon_settings_file_identify(store->path, &now) &&
           cordon_settings_identity_is_same(&now, &store->identity);
}

/* With the mutex. */
static CordonSettings *read_anew(CordonSettingsStore *store, GError **error)
{
    CordonSettingsIdentity identity;
    gboolean found = FALSE;
    gint64 now_ns = g_get_real_time() * 1000;
    CordonSettings *settings = read_file(store, &found, &identity, error);

    g_clear_pointer(&store->cached, cordon_settings_free);
    if (settings != NULL && found && identity.ctime_ns < now_ns - SETTLED_NS) {
        store->cached = cordon_settings_copy(settings);
        store->identity = identity;
    }
    return settings;
}

CordonSettings *cordon_settings_store_read(CordonSettingsStore *store, GError **error)
{
    if (!has_path(store, error))
        return NULL;
    g_mutex_lock(&store->mutex);
    CordonSettings *settings =
        is_cached(store) ? cordon_settings_copy(store->cached) : read_anew(store, error);
    g_mutex_unlock(&store->mutex);
    return settings;
}

/* --- changing ----------------------------------------------------------------------------------- */

static void forget(CordonSettingsStore *store)
{
    g_mutex_lock(&store->mutex);
    g_clear_pointer(&store->cached, cordon_settings_free);
    g_mutex_unlock(&store->mutex);
}

static gboolean write_settings(const char *path, const CordonSettings *settings, GError **error)
{
    g_autofree char *text = cordon_settings_to_json(settings, TRUE);
    g_autoptr(GError) fault = NULL;

    if (cordon_settings_file_replace(path, text, &fault))
        return TRUE;
    g_set_error(error, fault->domain, fault->code,
                "The settings in %s stay as they are, because the new ones cannot be written: %s.",
                path, fault->message);
    return FALSE;
}

/* With the lock.  path: the file itself. */
static gboolean change_locked(CordonSettingsStore *store, const char *path,
                              CordonSettingsChange change, gpointer user_data, GError **error)
{
    CordonSettingsIdentity identity;
    gboolean found = FALSE;
    g_autoptr(CordonSettings) settings = read_file(store, &found, &identity, error);

    if (settings == NULL || !change(settings, user_data, error))
        return FALSE;
    if (!cordon_settings_check(settings, error)) {
        g_prefix_error(error, "The settings stay as they are, because the change is refused: ");
        return FALSE;
    }
    return write_settings(path, settings, error);
}

static int take_lock(const char *path, GError **error)
{
    int lock = cordon_settings_file_lock(path, error);

    if (lock < 0)
        g_prefix_error(error, "The settings in %s cannot be changed: ", path);
    return lock;
}

gboolean cordon_settings_store_change(CordonSettingsStore *store, CordonSettingsChange change,
                                      gpointer user_data, GError **error)
{
    gboolean changed = FALSE;

    if (!has_path(store, error))
        return FALSE;
    g_mutex_lock(&store->changing);
    g_autofree char *path = cordon_settings_file_resolve(store->path);
    int lock = take_lock(path, error);
    if (lock >= 0) {
        changed = change_locked(store, path, change, user_data, error);
        cordon_settings_file_unlock(lock);
    }
    forget(store);
    g_mutex_unlock(&store->changing);
    return changed;
}

static gboolean reset_locked(const char *path, char **ret_kept, GError **error)
{
    g_autoptr(CordonSettings) defaults = cordon_settings_new();
    g_autofree char *kept = NULL;

    if (!cordon_settings_file_keep(path, &kept, error)) {
        g_prefix_error(error, "The settings cannot be reset: ");
        return FALSE;
    }
    if (!write_settings(path, defaults, error)) {
        if (kept != NULL)
            (void)rename(kept, path);
        return FALSE;
    }
    if (ret_kept != NULL)
        *ret_kept = g_steal_pointer(&kept);
    return TRUE;
}

gboolean cordon_settings_store_reset(CordonSettingsStore *store, char **ret_kept, GError **error)
{
    gboolean done = FALSE;

    if (ret_kept != NULL)
        *ret_kept = NULL;
    if (!has_path(store, error))
        return FALSE;
    g_mutex_lock(&store->changing);
    g_autofree char *path = cordon_settings_file_resolve(store->path);
    int lock = take_lock(path, error);
    if (lock >= 0) {
        done = reset_locked(path, ret_kept, error);
        cordon_settings_file_unlock(lock);
    }
    forget(store);
    g_mutex_unlock(&store->changing);
    return done;
}

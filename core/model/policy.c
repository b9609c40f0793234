/* SPDX-License-Identifier: MIT */
/* CordonPolicy: the wish, its paths made clean, its limits made whole. */
#include "model/policy.h"

#include <string.h>

#define DEFAULT_PROCESSES       2048
#define DEFAULT_OPEN_FILES      65536
#define DEFAULT_MEMORY_PERCENT  60
#define DEFAULT_SCRATCH_PERCENT 25

static const char *const LIMIT_NAMES[] = {
    [CORDON_LIMIT_PROCESSES] = "processes",
    [CORDON_LIMIT_MEMORY_BYTES] = "memory",
    [CORDON_LIMIT_OPEN_FILES] = "open files",
    [CORDON_LIMIT_SCRATCH_BYTES] = "scratch space",
};

CordonPolicy *cordon_policy_new(void)
{
    CordonPolicy *policy = g_new0(CordonPolicy, 1);

    policy->siblings = g_ptr_array_new_with_free_func(g_free);
    policy->apps = g_ptr_array_new_with_free_func(g_free);
    return policy;
}

void cordon_policy_free(CordonPolicy *policy)
{
    if (policy == NULL)
        return;
    g_free(policy->project);
    g_free(policy->loop);
    g_free(policy->cache);
    g_ptr_array_unref(policy->siblings);
    g_ptr_array_unref(policy->apps);
    g_free(policy);
}

char *cordon_path_clean(const char *path, const char *cwd)
{
    g_autofree char *joined = path[0] == '/' ? g_strdup(path) : g_strconcat(cwd, "/", path, NULL);
    GString *clean = g_string_sized_new(strlen(joined) + 1);
    const char *p = joined;

    while (*p != '\0') {
        gsize length = strcspn(p, "/");

        if (length == 2 && p[0] == '.' && p[1] == '.') {
            const char *slash = strrchr(clean->str, '/');

            if (slash != NULL)
                g_string_truncate(clean, (gsize)(slash - clean->str));
        } else if (length > 0 && !(length == 1 && p[0] == '.')) {
            g_string_append_c(clean, '/');
            g_string_append_len(clean, p, (gssize)length);
        }
        p += length;
        if (*p == '/')
            p++;
    }
    if (clean->len == 0)
        g_string_append_c(clean, '/');
    return g_string_free(clean, FALSE);
}

gboolean cordon_path_is_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);

    if (length == 1 && folder[0] == '/')
        return path[0] == '/';
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static char *clean_here(const char *path)
{
    g_autofree char *cwd = NULL;

    if (path == NULL)
        return NULL;
    if (path[0] != '/')
        cwd = g_get_current_dir();
    return cordon_path_clean(path, cwd);
}

void cordon_policy_set_project(CordonPolicy *policy, const char *path)
{
    g_free(policy->project);
    policy->project = clean_here(path);
}

void cordon_policy_set_loop(CordonPolicy *policy, const char *path)
{
    g_free(policy->loop);
    policy->loop = clean_here(path);
}

void cordon_policy_set_cache(CordonPolicy *policy, const char *path)
{
    g_free(policy->cache);
    policy->cache = clean_here(path);
}

void cordon_policy_add_sibling(CordonPolicy *policy, const char *path)
{
    g_ptr_array_add(policy->siblings, clean_here(path));
}

void cordon_policy_add_app_folder(CordonPolicy *policy, const char *path)
{
    g_ptr_array_add(policy->apps, clean_here(path));
}

void cordon_policy_set_repository_writable(CordonPolicy *policy, gboolean writable)
{
    policy->repository_writable = writable != FALSE;
}

void cordon_policy_set_limit(CordonPolicy *policy, CordonLimit limit, guint64 value)
{
    if ((guint)limit >= G_N_ELEMENTS(policy->limits)) {
        policy->bad_limit = TRUE;
        return;
    }
    policy->limits[limit] = value;
    policy->limit_is_set[limit] = TRUE;
}

gboolean cordon_policy_resolve_limits(const CordonPolicy *policy, guint64 memory_total_bytes,
                                      guint64 ret_limits[CORDON_LIMIT_SCRATCH_BYTES + 1],
                                      GError **error)
{
    const guint64 defaults[] = {
        [CORDON_LIMIT_PROCESSES] = DEFAULT_PROCESSES,
        [CORDON_LIMIT_MEMORY_BYTES] = memory_total_bytes / 100 * DEFAULT_MEMORY_PERCENT,
        [CORDON_LIMIT_OPEN_FILES] = DEFAULT_OPEN_FILES,
        [CORDON_LIMIT_SCRATCH_BYTES] = memory_total_bytes / 100 * DEFAULT_SCRATCH_PERCENT,
    };

    if (policy->bad_limit) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "A limit was set that this version of Cordon does not know.");
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(defaults); i++) {
        if (policy->limit_is_set[i] ? policy->limits[i] != 0 : defaults[i] != 0)
            continue;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "The limit of %s is 0, with which no command can run; give a number above 0.",
                    LIMIT_NAMES[i]);
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(defaults); i++)
        ret_limits[i] = policy->limit_is_set[i] ? policy->limits[i] : defaults[i];
    return TRUE;
}

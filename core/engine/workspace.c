/* SPDX-License-Identifier: MIT */
/* Where commands may have made what lies there. */
#define _GNU_SOURCE /* realpath(), getcwd() without a buffer, secure_getenv() */
#include "engine/workspace.h"

#include <stdlib.h>
#include <unistd.h>

#include "engine/home.h"
#include "model/policy.h"

static GMutex lock;
static GPtrArray *added; /* of char *, real paths */

static char *resolve(const char *path)
{
    char *real = realpath(path, NULL);
    char *copy = g_strdup(real != NULL ? real : path);

    free(real);
    return copy;
}

void cordon_workspace_add(const char *folder)
{
    char *real = resolve(folder);

    g_mutex_lock(&lock);
    if (added == NULL)
        added = g_ptr_array_new_with_free_func(g_free);
    if (g_ptr_array_find_with_equal_func(added, real, g_str_equal, NULL))
        g_free(real);
    else
        g_ptr_array_add(added, real);
    g_mutex_unlock(&lock);
}

/* Would it hold the home, it would rule everything out. */
static gboolean is_wide(const char *folder, const char *home)
{
    return folder[1] == '\0' || (home != NULL && cordon_path_is_below(home, folder));
}

static gboolean is_below_here(const char *path, const char *home)
{
    char *here = getcwd(NULL, 0);
    gboolean below =
        here != NULL && here[0] == '/' && !is_wide(here, home) && cordon_path_is_below(path, here);

    free(here);
    return below;
}

static gboolean is_in_work_tree(const char *path, const char *home)
{
    g_autofree char *folder = g_strdup(path);

    while (folder[0] == '/' && !is_wide(folder, home)) {
        g_autofree char *git = g_build_filename(folder, ".git", NULL);
        char *above;

        if (access(git, F_OK) == 0)
            return TRUE;
        above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return FALSE;
}

/* home: of this user, or NULL. */
static gboolean holds(const char *path, const char *home)
{
    g_autofree char *real = resolve(path);
    gboolean inside = is_below_here(real, home) || is_in_work_tree(real, home);

    g_mutex_lock(&lock);
    for (guint i = 0; added != NULL && i < added->len && !inside; i++)
        inside = cordon_path_is_below(real, g_ptr_array_index(added, i));
    g_mutex_unlock(&lock);
    return inside;
}

gboolean cordon_workspace_holds(const char *path)
{
    g_autofree char *home = cordon_home_find(secure_getenv("HOME"));

    return holds(path, home);
}

char *cordon_workspace_filter(const char *list)
{
    g_autofree char *home = cordon_home_find(secure_getenv("HOME"));
    g_auto(GStrv) folders = g_strsplit(list, ":", -1);
    GString *outside = g_string_new(NULL);

    for (gsize i = 0; folders[i] != NULL; i++) {
        if (!holds(folders[i], home))
            g_string_append_printf(outside, "%s%s", outside->len > 0 ? ":" : "", folders[i]);
    }
    return g_string_free(outside, FALSE);
}

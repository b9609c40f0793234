/* SPDX-License-Identifier: MIT */
/* What git of a work tree reads outside it. */
#define _GNU_SOURCE /* realpath() under -std=c17 */
#include "engine/gitdir.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fdio.h"
#include "engine/hold.h"
#include "model/policy.h"

#define MAX_POINTER_BYTES 4096u
#define MAX_CONFIG_BYTES  (1024u * 1024)

char *cordon_git_config_core(const char *text, const char *name)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gboolean in_core = FALSE;
    char *path = NULL;

    for (gsize i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        char *equals;

        if (line[0] == '[') {
            char *close = strchr(line, ']');

            in_core = g_ascii_strncasecmp(line, "[core]", 6) == 0;
            if (close == NULL)
                continue;
            line = g_strstrip(close + 1); /* a variable may stand on the line of its section */
        }
        equals = strchr(line, '=');
        if (!in_core || equals == NULL)
            continue;
        *equals = '\0';
        if (g_ascii_strcasecmp(g_strstrip(line), name) != 0)
            continue;
        g_free(path); /* the last one counts */
        path = g_strdup(g_strstrip(equals + 1));
        if (path[0] == '"' && strlen(path) > 1 && path[strlen(path) - 1] == '"') {
            path[strlen(path) - 1] = '\0';
            memmove(path, path + 1, strlen(path));
        }
    }
    return path;
}

/* The path that a pointer file of git holds behind prefix, absolute and clean, or NULL. */
static char *read_pointer(const char *file, const char *prefix)
{
    g_autofree char *folder = g_path_get_dirname(file);
    gsize size = 0;
    g_autofree char *text = cordon_path_read(file, MAX_POINTER_BYTES, &size);

    if (text == NULL || size == MAX_POINTER_BYTES || strlen(text) != size ||
        !g_str_has_prefix(text, prefix))
        return NULL;
    g_strchomp(text);
    if (strchr(text, '\n') != NULL || text[strlen(prefix)] == '\0')
        return NULL;
    return cordon_path_clean(text + strlen(prefix), folder);
}

/* FALSE also when one of them is not there. */
static gboolean is_same_file(const char *a, const char *b)
{
    g_autofree char *real_a = realpath(a, NULL);
    g_autofree char *real_b = realpath(b, NULL);

    return real_a != NULL && real_b != NULL && strcmp(real_a, real_b) == 0;
}

/* A linked work tree: gitdir is COMMON/worktrees/NAME, its "gitdir" is our file and its "commondir" is
 * COMMON, which is returned; or NULL. */
static char *find_linked(const char *file, const char *gitdir)
{
    g_autofree char *back_file = g_build_filename(gitdir, "gitdir", NULL);
    g_autofree char *back = read_pointer(back_file, "");
    g_autofree char *worktrees = g_path_get_dirname(gitdir);
    g_autofree char *name = g_path_get_basename(worktrees);
    g_autofree char *common = g_path_get_dirname(worktrees);
    g_autofree char *common_file = g_build_filename(gitdir, "commondir", NULL);
    g_autofree char *named = read_pointer(common_file, "");

    if (back == NULL || named == NULL || strcmp(name, "worktrees") != 0 ||
        !is_same_file(back, file) || !is_same_file(named, common))
        return NULL;
    return g_steal_pointer(&common);
}

/* A submodule, or a repository apart from its work tree: core.worktree of its config is our folder. */
static gboolean is_apart(const char *folder, const char *gitdir)
{
    g_autofree char *file = g_build_filename(gitdir, "config", NULL);
    gsize size = 0;
    g_autofree char *text = cordon_path_read(file, MAX_CONFIG_BYTES, &size);
    g_autofree char *worktree = text != NULL ? cordon_git_config_core(text, "worktree") : NULL;
    g_autofree char *path =
        worktree != NULL && worktree[0] != '\0' ? cordon_path_clean(worktree, gitdir) : NULL;

    return path != NULL && is_same_file(path, folder);
}

char *cordon_gitdir_find(const char *folder, char **ret_worktree, gboolean *ret_doubtful)
{
    g_autofree char *file = g_build_filename(folder, ".git", NULL);
    g_autofree char *pointer = read_pointer(file, "gitdir: ");
    g_autofree char *gitdir = pointer != NULL ? realpath(pointer, NULL) : NULL;
    char *common = NULL;

    *ret_worktree = NULL;
    if (gitdir != NULL && is_apart(folder, gitdir)) {
        common = g_strdup(gitdir);
    } else if (gitdir != NULL) {
        common = find_linked(file, gitdir);
        if (common != NULL)
            *ret_worktree = g_path_get_basename(gitdir);
    }
    *ret_doubtful = pointer != NULL && common == NULL;
    return common;
}

char *cordon_gitdir_find_common(const char *folder, gboolean *ret_doubtful)
{
    g_autofree char *worktree = NULL;

    return cordon_gitdir_find(folder, &worktree, ret_doubtful);
}

char *cordon_gitdir_find_hooks(const char *folder)
{
    gboolean doubtful;
    g_autofree char *common = cordon_gitdir_find_common(folder, &doubtful);
    g_autofree char *config = common != NULL ? g_build_filename(common, "config", NULL)
                                             : g_build_filename(folder, ".git", "config", NULL);
    gsize size = 0;
    g_autofree char *text = cordon_path_read(config, MAX_CONFIG_BYTES, &size);
    g_autofree char *hooks = text != NULL ? cordon_git_config_core(text, "hooksPath") : NULL;

    return hooks != NULL && hooks[0] != '\0' ? cordon_path_clean(hooks, folder) : NULL;
}

gboolean cordon_gitdir_is_bare(int folder)
{
    return cordon_fd_has_kind(folder, "HEAD", S_IFREG) &&
           cordon_fd_has_kind(folder, "objects", S_IFDIR) &&
           cordon_fd_has_kind(folder, "refs", S_IFDIR);
}

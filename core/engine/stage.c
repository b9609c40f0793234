/* SPDX-License-Identifier: MIT */
/* CordonStage: making it and throwing it away. */
#define _GNU_SOURCE /* O_PATH, mkostemp and the like */
#include "engine/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/gitfiles.h"
#include "engine/hold.h"
#include "engine/stage_private.h"
#include "model/gitnames.h"
#include "model/mounts.h"
#include "model/policy.h"

#define TREE         "tree"
#define OPEN_FOLDER  (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define MAX_LENT     (4u * 1024 * 1024) /* bytes of one file */
#define MAX_POINTERS (64u * 1024)       /* bytes of objects/info/alternates */

static gboolean fail(GError **error, const char *tried, const char *path)
{
    int saved = errno;

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s %s failed: %s.", tried, path,
                g_strerror(saved));
    return FALSE;
}

/* --- folders of stages -------------------------------------------------------------------- */

/* Whoever uses one holds a lock on it, so that one that can be locked was left behind. */
static void sweep(int base)
{
    g_autoptr(GPtrArray) names = cordon_git_list(base, "");

    for (guint i = 0; names != NULL && i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        CORDON_AUTO_FD int fd = openat(base, name, OPEN_FOLDER);

        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
            cordon_git_remove(base, name);
    }
}

static gboolean make_folder(CordonStage *stage, const char *base, GError **error)
{
    stage->base_fd = open(base, OPEN_FOLDER);
    if (stage->base_fd < 0)
        return fail(error, "Opening", base);
    sweep(stage->base_fd);
    for (guint attempt = 0; attempt < 16; attempt++) {
        struct stat status;

        g_free(stage->name);
        stage->name = g_strdup_printf("%08x%08x", g_random_int(), g_random_int());
        if (mkdirat(stage->base_fd, stage->name, 0700) != 0)
            continue;
        stage->fd = openat(stage->base_fd, stage->name, OPEN_FOLDER);
        /* Somebody who swept in between has it, or took it away. */
        if (stage->fd >= 0 && flock(stage->fd, LOCK_EX | LOCK_NB) == 0 &&
            fstatat(stage->base_fd, stage->name, &status, AT_SYMLINK_NOFOLLOW) == 0)
            break;
        cordon_fd_clear(&stage->fd);
    }
    if (stage->fd < 0 || mkdirat(stage->fd, TREE, 0700) != 0)
        return fail(error, "Making a folder in", base);
    stage->tree_fd = openat(stage->fd, TREE, OPEN_FOLDER);
    if (stage->tree_fd < 0)
        return fail(error, "Making a folder in", base);
    stage->tree = g_build_filename(base, stage->name, TREE, NULL);
    return TRUE;
}

/* --- the copy ----------------------------------------------------------------------------- */

typedef struct {
    CordonStage *stage;
    gboolean lent;
} Copy;

static gboolean copy_file(const char *path, mode_t mode, gpointer user_data, GError **error)
{
    const Copy *copy = user_data;
    CordonStage *stage = copy->stage;
    CordonGitFile *file = g_new0(CordonGitFile, 1);
    g_autofree char *text = NULL;
    gsize size = 0;
    const char *name;
    gboolean done;

    if (stage->worktree != NULL && cordon_git_is_of_main(path)) {
        g_free(file);
        return TRUE;
    }
    if (!S_ISREG(mode) || g_str_has_suffix(path, ".lock") ||
        !cordon_git_read(stage->common_fd, path, file, &text, &size)) {
        int saved = errno;

        g_free(file);
        /* git's own sockets, locks, files that went away; a link would lead elsewhere. */
        if (copy->lent || !S_ISLNK(mode) || saved == ENOENT)
            return TRUE;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY, "%s/%s is a symbolic link.",
                    stage->common, path);
        return FALSE;
    }
    if (copy->lent && size > MAX_LENT) {
        g_free(file);
        return TRUE;
    }
    CORDON_AUTO_FD int folder = cordon_git_open_parent(stage->tree_fd, path, TRUE, &name);
    done = folder >= 0 &&
           cordon_git_create(folder, name, text, size, file->mode, &file->changed, FALSE);
    if (!done) {
        g_free(file);
        return fail(error, "Copying", path);
    }
    g_hash_table_insert(copy->lent ? stage->lent : stage->kept, g_strdup(path), file);
    return TRUE;
}

static gboolean copy_part(CordonStage *stage, const char *path, gboolean lent, GError **error)
{
    Copy copy = {stage, lent};

    return cordon_git_walk(stage->common_fd, path, copy_file, &copy, error);
}

/* A mount point for what is shown as it is; a link is copied, and what it leads to is read as ever. */
static gboolean cover_part(CordonStage *stage, const char *path, GError **error)
{
    const char *name, *same;
    CORDON_AUTO_FD int from = cordon_git_open_parent(stage->common_fd, path, FALSE, &name);
    CORDON_AUTO_FD int to = cordon_git_open_parent(stage->tree_fd, path, TRUE, &same);
    char target[4096];
    struct stat status;
    ssize_t length;

    if (from < 0 || fstatat(from, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)))
        return TRUE;
    if (to < 0)
        return fail(error, "Making a place for", path);
    if (S_ISLNK(status.st_mode)) {
        length = readlinkat(from, name, target, sizeof target - 1);
        if (length > 0) {
            target[length] = '\0';
            if (symlinkat(target, to, same) != 0)
                return fail(error, "Copying", path);
        }
        return TRUE;
    }
    if (S_ISDIR(status.st_mode) ? mkdirat(to, same, 0700) != 0
                                : !cordon_git_create(to, same, "", 0, 0600, NULL, FALSE))
        return fail(error, "Making a place for", path);
    g_ptr_array_add(stage->covers, g_strdup(path));
    return TRUE;
}

static gboolean make_folders(CordonStage *stage, GError **error)
{
    static const char *const folders[] = {"objects", "objects/info", "objects/pack",
                                          "refs",    "refs/heads",   "refs/tags"};

    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        const char *name;
        CORDON_AUTO_FD int folder = cordon_git_open_parent(stage->tree_fd, folders[i], TRUE, &name);

        if (folder < 0 || (mkdirat(folder, name, 0777) != 0 && errno != EEXIST))
            return fail(error, "Making the folder", folders[i]);
    }
    return TRUE;
}

/* New objects go into the stage; the repository's own, and those that it borrows, are read where they are.  A
 * relative path of its alternates means another place from there. */
static gboolean name_alternates(CordonStage *stage, GError **error)
{
    g_autoptr(GString) text = g_string_new(CORDON_STAGE_OBJECTS "\n");
    g_autofree char *objects = g_build_filename(stage->common, "objects", NULL);
    g_autofree char *file = g_build_filename(objects, "info", "alternates", NULL);
    gsize size = 0;
    g_autofree char *own = cordon_path_read(file, MAX_POINTERS, &size);
    const char *name;
    CORDON_AUTO_FD int folder = -1;

    if (own != NULL) {
        g_auto(GStrv) lines = g_strsplit(own, "\n", -1);

        for (gsize i = 0; lines[i] != NULL; i++) {
            if (lines[i][0] == '\0' || strchr("#/\"", lines[i][0]) != NULL)
                continue;
            g_autofree char *clean = cordon_path_clean(lines[i], objects);
            g_string_append_printf(text, "%s\n", clean);
        }
    }
    folder = cordon_git_open_parent(stage->tree_fd, "objects/info/alternates", TRUE, &name);
    return (folder >= 0 &&
            cordon_git_create(folder, name, text->str, text->len, 0644, NULL, FALSE)) ||
           fail(error, "Writing", "objects/info/alternates");
}

/* Of the others, what git asks for: which branch they are on. */
static gboolean stage_worktree(CordonStage *stage, const char *name, GError **error)
{
    static const char *const asked[] = {"HEAD", "gitdir", "commondir", "locked", NULL};
    g_autofree char *folder = g_build_filename("worktrees", name, NULL);
    g_autoptr(GPtrArray) names = NULL;
    gboolean own = g_strcmp0(name, stage->worktree) == 0;
    gboolean done = TRUE;

    if (!cordon_git_is_folder(stage->common_fd, folder))
        return TRUE;
    names = cordon_git_list(stage->common_fd, folder);
    for (guint i = 0; names != NULL && i < names->len && done; i++) {
        const char *entry = g_ptr_array_index(names, i);
        g_autofree char *path = g_build_filename(folder, entry, NULL);

        if (!own) {
            if (g_strv_contains(asked, entry))
                done = copy_part(stage, path, TRUE, error);
            continue;
        }
        switch (cordon_git_part_of_worktree(entry)) {
        case CORDON_GIT_KEEP:
        case CORDON_GIT_KEEP_TREE:
            done = copy_part(stage, path, FALSE, error);
            break;
        case CORDON_GIT_LEND:
            done = copy_part(stage, path, TRUE, error);
            break;
        case CORDON_GIT_COVER:
        case CORDON_GIT_OBJECTS:
        case CORDON_GIT_WORKTREES:
        case CORDON_GIT_DROP:
            break;
        }
    }
    return done;
}

static gboolean stage_worktrees(CordonStage *stage, GError **error)
{
    g_autoptr(GPtrArray) names = cordon_git_list(stage->common_fd, "worktrees");

    for (guint i = 0; names != NULL && i < names->len; i++) {
        if (!stage_worktree(stage, g_ptr_array_index(names, i), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_link(const CordonStage *stage, const char *name)
{
    struct stat status;

    return fstatat(stage->common_fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISLNK(status.st_mode);
}

static gboolean stage_entry(CordonStage *stage, const char *name, GError **error)
{
    switch (cordon_git_part(name, stage->worktree != NULL)) {
    case CORDON_GIT_KEEP:
    case CORDON_GIT_KEEP_TREE:
        return copy_part(stage, name, FALSE, error);
    case CORDON_GIT_LEND:
        return is_link(stage, name) ? cover_part(stage, name, error)
                                    : copy_part(stage, name, TRUE, error);
    case CORDON_GIT_COVER:
        return cover_part(stage, name, error);
    case CORDON_GIT_WORKTREES:
        return stage_worktrees(stage, error);
    case CORDON_GIT_OBJECTS:
    case CORDON_GIT_DROP:
        break;
    }
    return TRUE;
}

/* Of a shape that the stage knows: a folder with all that git wants, and without what leads elsewhere. */
static gboolean check_shape(const CordonStage *stage, GError **error)
{
    struct stat status;
    const char *wrong = NULL;

    if (fstatat(stage->common_fd, "commondir", &status, AT_SYMLINK_NOFOLLOW) == 0)
        wrong = "its file “commondir” names another one";
    else if (fstatat(stage->common_fd, "reftable", &status, AT_SYMLINK_NOFOLLOW) == 0)
        wrong = "it keeps its refs in tables (reftable), which is not supported yet";
    else if (!cordon_git_is_folder(stage->common_fd, "objects") ||
             !cordon_git_is_folder(stage->common_fd, "refs"))
        wrong = "it has no folders “objects” and “refs” of its own";
    else if (fstatat(stage->common_fd, "HEAD", &status, AT_SYMLINK_NOFOLLOW) != 0 ||
             !S_ISREG(status.st_mode))
        wrong = "its HEAD is no file";
    if (wrong != NULL)
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY, "%s is no such repository: %s.",
                    stage->common, wrong);
    return wrong == NULL;
}

static gboolean fill(CordonStage *stage, GError **error)
{
    g_autoptr(GPtrArray) names = NULL;

    if (!check_shape(stage, error) || !make_folders(stage, error) || !name_alternates(stage, error))
        return FALSE;
    names = cordon_git_list(stage->common_fd, "");
    if (names == NULL)
        return fail(error, "Listing", stage->common);
    for (guint i = 0; i < names->len; i++) {
        if (!stage_entry(stage, g_ptr_array_index(names, i), error))
            return FALSE;
    }
    return TRUE;
}

CordonStage *cordon_stage_new(const char *base, const char *common, int common_fd,
                              const char *worktree, GError **error)
{
    g_autoptr(CordonStage) stage = g_new0(CordonStage, 1);

    stage->base_fd = stage->fd = stage->tree_fd = -1;
    stage->common = g_strdup(common);
    stage->worktree = g_strdup(worktree);
    stage->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    stage->lent = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    stage->covers = g_ptr_array_new_with_free_func(g_free);
    /* A held descriptor is O_PATH. */
    stage->common_fd = openat(common_fd, ".", OPEN_FOLDER);
    if (stage->common_fd < 0) {
        fail(error, "Opening", common);
        return NULL;
    }
    if (!make_folder(stage, base, error) || !fill(stage, error))
        return NULL;
    return g_steal_pointer(&stage);
}

void cordon_stage_free(CordonStage *stage)
{
    if (stage == NULL)
        return;
    if (stage->fd >= 0)
        cordon_git_remove(stage->base_fd, stage->name);
    cordon_fd_clear(&stage->tree_fd);
    cordon_fd_clear(&stage->fd);
    cordon_fd_clear(&stage->base_fd);
    cordon_fd_clear(&stage->common_fd);
    g_hash_table_unref(stage->kept);
    g_hash_table_unref(stage->lent);
    g_ptr_array_unref(stage->covers);
    g_free(stage->name);
    g_free(stage->tree);
    g_free(stage->common);
    g_free(stage->worktree);
    g_free(stage);
}

const char *cordon_stage_get_tree(const CordonStage *stage)
{
    return stage->tree;
}

const GPtrArray *cordon_stage_get_covers(const CordonStage *stage)
{
    return stage->covers;
}

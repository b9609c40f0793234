/* SPDX-License-Identifier: MIT */
/* Taking over what a command did to its copy of a repository.
 *
 * The order: objects first, which nothing names yet; then a lock for every file that changes, as git takes it,
 * with the new content in it, and under the locks the question whether each file is still as it was copied;
 * only then the renames.  A failure before that leaves the repository as it was. */
#define _GNU_SOURCE /* syncfs() */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/fdio.h"
#include "engine/gitfiles.h"
#include "engine/stage_private.h"
#include "model/gitindex.h"
#include "model/gitnames.h"

#define MAX_NAMED   3u   /* of what was thrown away */
#define MAX_SYNCED  256u /* objects: more are written out all at once */
#define MAX_OBJECTS 500000u
#define MAX_READ                                                                                   \
    (G_GUINT64_CONSTANT(8) << 30)    /* bytes of all together, objects as they are inflated */
#define MAX_TREE (64u * 1024 * 1024) /* bytes */

typedef struct {
    char *path;
    const CordonGitFile *before; /* NULL: it was not there */
    CordonGitFile after;
    gboolean removed;
    gboolean late;   /* lies where a file is that has to be removed first */
    gboolean locked; /* PATH.lock is ours */
} Change;

typedef struct {
    CordonStage *stage;
    GHashTable *after; /* char * -> CordonGitFile * */
    GPtrArray *changes;
    GPtrArray *made; /* char *: folders that were made, outer first */
    GHashTable *dropped;
    GHashTable *gitlinks; /* of the index as it was */
    gsize hash_size;
    guint objects;
    guint64 read;
} Apply;

G_GNUC_PRINTF(2, 3)
static gboolean refuse(GError **error, const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_POLICY, message);
    return FALSE;
}

static gboolean fail(GError **error, const char *tried, const char *path)
{
    int saved = errno;

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s %s failed: %s.", tried, path,
                g_strerror(saved));
    return FALSE;
}

/* A command can make files that look much larger than what it wrote. */
static gboolean count_bytes(Apply *apply, gsize size, GError **error)
{
    apply->read += size;
    return apply->read <= MAX_READ || refuse(error, "it left more than 8 GiB there");
}

static void change_free(gpointer data)
{
    Change *change = data;

    g_free(change->path);
    g_free(change);
}

/* --- what changed ------------------------------------------------------------------------- */

static void drop(Apply *apply, const char *path)
{
    g_hash_table_add(apply->dropped, g_strdup(path));
}

static gboolean look_at(const char *path, mode_t mode, gpointer user_data, GError **error)
{
    Apply *apply = user_data;
    CordonGitFile *file;

    if (g_str_has_suffix(path, ".lock"))
        return TRUE;
    if (apply->stage->worktree != NULL && cordon_git_is_of_main(path)) {
        drop(apply, path);
        return TRUE;
    }
    if (!S_ISREG(mode)) {
        drop(apply, path);
        return TRUE;
    }
    file = g_new0(CordonGitFile, 1);
    if (!cordon_git_read(apply->stage->tree_fd, path, file, NULL, NULL)) {
        g_free(file);
        return fail(error, "Reading the command's", path);
    }
    g_hash_table_insert(apply->after, g_strdup(path), file);
    return count_bytes(apply, file->size, error);
}

/* Copies that the command was to read only. */
static gboolean look_at_lent(const char *path, mode_t mode, gpointer user_data, GError **error)
{
    Apply *apply = user_data;
    const CordonGitFile *before = g_hash_table_lookup(apply->stage->lent, path);
    CordonGitFile file;

    (void)error;
    if (strcmp(path, "info/refs") != 0 && /* git gc writes it for servers of another time */
        !S_ISLNK(mode) &&                 /* the repository's own, or one that is thrown away */
        (before == NULL || !S_ISREG(mode) ||
         !cordon_git_read(apply->stage->tree_fd, path, &file, NULL, NULL) ||
         memcmp(file.digest, before->digest, sizeof file.digest) != 0))
        drop(apply, path);
    return TRUE;
}

static gboolean look_at_entry(Apply *apply, const char *path, CordonGitPart part, GError **error)
{
    const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    GPtrArray *covers = apply->stage->covers;

    switch (part) {
    case CORDON_GIT_KEEP:
        /* A folder of such a name is nothing of git's. */
        if (cordon_git_is_folder(apply->stage->tree_fd, path)) {
            drop(apply, path);
            return TRUE;
        }
        return cordon_git_walk(apply->stage->tree_fd, path, look_at, apply, error);
    case CORDON_GIT_KEEP_TREE:
        return cordon_git_walk(apply->stage->tree_fd, path, look_at, apply, error);
    case CORDON_GIT_LEND:
        return cordon_git_walk(apply->stage->tree_fd, path, look_at_lent, apply, error);
    case CORDON_GIT_COVER:
        if (!g_ptr_array_find_with_equal_func(covers, path, g_str_equal, NULL))
            drop(apply, path);
        return TRUE;
    case CORDON_GIT_DROP:
        if (!cordon_git_is_passing(name))
            drop(apply, path);
        return TRUE;
    case CORDON_GIT_OBJECTS:
    case CORDON_GIT_WORKTREES:
        break;
    }
    return TRUE;
}

static gboolean look_at_worktree(Apply *apply, GError **error)
{
    g_autofree char *folder = g_build_filename("worktrees", apply->stage->worktree, NULL);
    g_autoptr(GPtrArray) names = cordon_git_list(apply->stage->tree_fd, folder);

    if (names == NULL)
        return refuse(error, "its %s is gone or cannot be read", folder);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *path = g_build_filename(folder, name, NULL);

        if (!look_at_entry(apply, path, cordon_git_part_of_worktree(name), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean look_at_tree(Apply *apply, GError **error)
{
    gboolean linked = apply->stage->worktree != NULL;
    g_autoptr(GPtrArray) names = cordon_git_list(apply->stage->tree_fd, "");

    if (names == NULL)
        return fail(error, "Listing the command's copy of", apply->stage->common);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);

        if (!look_at_entry(apply, name, cordon_git_part(name, linked), error))
            return FALSE;
    }
    return !linked || look_at_worktree(apply, error);
}

static void add_change(Apply *apply, const char *path, const CordonGitFile *before,
                       const CordonGitFile *after)
{
    Change *change;

    if (before != NULL && after != NULL &&
        memcmp(before->digest, after->digest, sizeof before->digest) == 0)
        return;
    change = g_new0(Change, 1);
    change->path = g_strdup(path);
    change->before = before;
    change->removed = after == NULL;
    if (after != NULL)
        change->after = *after;
    g_ptr_array_add(apply->changes, change);
}

static gint compare_changes(gconstpointer a, gconstpointer b)
{
    return strcmp((*(const Change *const *)a)->path, (*(const Change *const *)b)->path);
}

static gboolean is_removed(const Apply *apply, const char *path)
{
    return g_hash_table_contains(apply->stage->kept, path) &&
           !g_hash_table_contains(apply->after, path);
}

static void find_changes(Apply *apply)
{
    GHashTableIter iter;
    gpointer path, file;

    g_hash_table_iter_init(&iter, apply->after);
    while (g_hash_table_iter_next(&iter, &path, &file))
        add_change(apply, path, g_hash_table_lookup(apply->stage->kept, path), file);
    g_hash_table_iter_init(&iter, apply->stage->kept);
    while (g_hash_table_iter_next(&iter, &path, &file)) {
        if (!g_hash_table_contains(apply->after, path))
            add_change(apply, path, file, NULL);
    }
    g_ptr_array_sort(apply->changes, compare_changes);
    for (guint i = 0; i < apply->changes->len; i++) {
        Change *change = g_ptr_array_index(apply->changes, i);

        for (const char *slash = strchr(change->path, '/'); slash != NULL && !change->removed;
             slash = strchr(slash + 1, '/')) {
            g_autofree char *above = g_strndup(change->path, (gsize)(slash - change->path));

            change->late = change->late || is_removed(apply, above);
        }
    }
}

/* --- objects ------------------------------------------------------------------------------ */

/* Does the object hash to its name?  git itself does not look when it reads one, so a false one would stand
 * for what the user fetches later.  ret_tree: what a tree holds, or NULL for what is none. */
static gboolean object_is_true(Apply *apply, char *text, gsize size, const char *folder,
                               const char *name, GByteArray **ret_tree)
{
    static const char tree[] = "tree ";
    g_autofree char *wanted = g_strconcat(folder, name, NULL);
    g_autoptr(GChecksum) sum =
        g_checksum_new(strlen(wanted) == 40 ? G_CHECKSUM_SHA1 : G_CHECKSUM_SHA256);
    g_autoptr(GByteArray) content = NULL;
    g_autofree guchar *buffer = g_malloc(65536);
    z_stream stream = {0};
    gboolean first = TRUE;
    int state;

    if (size > G_MAXUINT || inflateInit(&stream) != Z_OK)
        return FALSE;
    stream.next_in = (guchar *)text;
    stream.avail_in = (uInt)size;
    do {
        stream.next_out = buffer;
        stream.avail_out = 65536;
        state = inflate(&stream, Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END)
            break;
        guint got = 65536 - stream.avail_out;
        if (!count_bytes(apply, got, NULL))
            break;
        g_checksum_update(sum, buffer, (gssize)got);
        if (first && got >= strlen(tree) && memcmp(buffer, tree, strlen(tree)) == 0)
            content = g_byte_array_new();
        first = FALSE;
        if (content != NULL && content->len <= MAX_TREE)
            g_byte_array_append(content, buffer, got);
    } while (state == Z_OK && (stream.avail_in > 0 || stream.avail_out == 0));
    inflateEnd(&stream);
    if (state != Z_STREAM_END || stream.avail_in > 0 ||
        strcmp(g_checksum_get_string(sum), wanted) != 0)
        return FALSE;
    *ret_tree = g_steal_pointer(&content);
    return TRUE;
}

/* A gitlink that was not there: the user's git would go into the folder of that name, once the tree is checked
 * out, and do what a config says that the command may have made there. */
static gboolean check_tree(const Apply *apply, const GByteArray *tree, GError **error)
{
    const char *data = (const char *)tree->data;
    const char *start = memchr(data, '\0', tree->len);
    g_autofree char *link = NULL;

    if (start == NULL || tree->len > MAX_TREE)
        return refuse(error, "one of its trees cannot be read");
    link = cordon_git_tree_find_link(start + 1, (gsize)(data + tree->len - start - 1),
                                     apply->hash_size, apply->gitlinks);
    if (link == NULL)
        return TRUE;
    return refuse(error,
                  "one of its trees takes up the repository “%s” as a submodule, from whose config "
                  "your git would start programs; do that outside when it is yours",
                  link);
}

static gboolean keep_object(Apply *apply, const char *folder, const char *name, GError **error)
{
    CordonStage *stage = apply->stage;
    g_autofree char *path = g_build_filename("objects", folder, name, NULL);
    g_autofree char *passing = g_strdup_printf("tmp_obj_%08x%08x", g_random_int(), g_random_int());
    g_autofree char *text = NULL;
    const char *last;
    struct stat status;
    gsize size = 0;

    if (!cordon_git_read(stage->tree_fd, path, NULL, &text, &size))
        return refuse(error, "its %s is no file", path);
    g_autoptr(GByteArray) tree = NULL;
    if (strlen(name) + 2 != 2 * apply->hash_size ||
        !object_is_true(apply, text, size, folder, name, &tree))
        return apply->read > MAX_READ
                   ? count_bytes(apply, 0, error)
                   : refuse(error, "its %s is not the object of that name", path);
    if (tree != NULL && !check_tree(apply, tree, error))
        return FALSE;
    if (++apply->objects > MAX_OBJECTS)
        return refuse(error, "it made more than %u objects", MAX_OBJECTS);
    CORDON_AUTO_FD int to = cordon_git_open_parent(stage->common_fd, path, TRUE, &last);
    if (to < 0)
        return fail(error, "Opening the folder of", path);
    if (fstatat(to, last, &status, AT_SYMLINK_NOFOLLOW) == 0)
        return TRUE;
    if (!cordon_git_create(to, passing, text, size, 0444, NULL, apply->objects <= MAX_SYNCED))
        return fail(error, "Writing", path);
    if (renameat(to, passing, to, last) == 0)
        return TRUE;
    fail(error, "Renaming", path);
    unlinkat(to, passing, 0);
    return FALSE;
}

static gboolean keep_objects(Apply *apply, GError **error)
{
    int tree = apply->stage->tree_fd;
    g_autoptr(GPtrArray) packs = cordon_git_list(tree, "objects/pack");
    g_autoptr(GPtrArray) folders = cordon_git_list(tree, "objects");

    if (packs == NULL || folders == NULL)
        return refuse(error, "its folder of objects is gone or cannot be read");
    for (guint i = 0; i < packs->len; i++) {
        if (g_str_has_suffix(g_ptr_array_index(packs, i), ".pack"))
            return refuse(error, "it packed new objects, and what a pack holds is not checked; run "
                                 "one git command at a time, and git gc by itself");
    }
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = g_ptr_array_index(folders, i);
        g_autofree char *path = g_build_filename("objects", folder, NULL);
        g_autoptr(GPtrArray) names = NULL;

        if (strlen(folder) != 2 || !cordon_git_is_folder(tree, path))
            continue;
        names = cordon_git_list(tree, path);
        if (names == NULL)
            return refuse(error, "its folder %s cannot be read", path);
        for (guint j = 0; j < names->len; j++) {
            const char *name = g_ptr_array_index(names, j);

            if (cordon_git_is_object(folder, name) && !keep_object(apply, folder, name, error))
                return FALSE;
        }
    }
    if (apply->objects > MAX_SYNCED)
        (void)syncfs(apply->stage->common_fd);
    return TRUE;
}

/* --- locks -------------------------------------------------------------------------------- */

/* Makes the folders above path, remembering which were missing. */
static int open_place(Apply *apply, const char *path, const char **ret_name)
{
    int root = apply->stage->common_fd;

    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        g_autofree char *folder = g_strndup(path, (gsize)(slash - path));
        const char *name;
        CORDON_AUTO_FD int above = cordon_git_open_parent(root, folder, FALSE, &name);

        if (above >= 0 && mkdirat(above, name, 0777) == 0)
            g_ptr_array_add(apply->made, g_steal_pointer(&folder));
    }
    return cordon_git_open_parent(root, path, FALSE, ret_name);
}

/* A file in a folder that is to become a file: it has to be one that goes, or our own lock of one. */
static gboolean goes_away(const char *path, mode_t mode, gpointer user_data, GError **error)
{
    g_autofree char *file = g_str_has_suffix(path, ".lock")
                                ? g_strndup(path, strlen(path) - strlen(".lock"))
                                : g_strdup(path);

    (void)mode;
    return is_removed(user_data, file) || refuse(error, "%s is new", path);
}

static gboolean is_as_before(Apply *apply, const Change *change)
{
    CordonGitFile now;

    if (change->before == NULL && cordon_git_is_folder(apply->stage->common_fd, change->path))
        return cordon_git_walk(apply->stage->common_fd, change->path, goes_away, apply, NULL);
    if (!cordon_git_read(apply->stage->common_fd, change->path, &now, NULL, NULL))
        return change->before == NULL && (errno == ENOENT || errno == ENOTDIR);
    return change->before != NULL &&
           memcmp(now.digest, change->before->digest, sizeof now.digest) == 0;
}

/* name: of a file of this work tree's own ("HEAD"). */
static char *own_path(const CordonStage *stage, const char *name)
{
    return stage->worktree != NULL ? g_build_filename("worktrees", stage->worktree, name, NULL)
                                   : g_strdup(name);
}

static gboolean is_own(const CordonStage *stage, const char *path, const char *name)
{
    g_autofree char *own = own_path(stage, name);

    return strcmp(path, own) == 0;
}

/* What the file may hold; the index is made anew.  FALSE: nothing of it. */
static gboolean check_content(const Apply *apply, const char *path, char **text, gsize *size,
                              GError **error)
{
    const char *reason = NULL;
    g_autofree char *why = NULL;

    if (is_own(apply->stage, path, "index")) {
        gsize length = 0;
        char *index = cordon_git_index_rebuild(*text, *size, apply->hash_size, apply->gitlinks,
                                               &length, &why);

        if (index != NULL) {
            g_free(*text);
            *text = index;
            *size = length;
        }
        reason = why;
    } else {
        reason = cordon_git_check(path, *text, *size);
    }
    return reason == NULL || refuse(error, "its %s %s", path, reason);
}

static gboolean lock_change(Apply *apply, Change *change, GError **error)
{
    CordonStage *stage = apply->stage;
    g_autofree char *path = g_strconcat(change->path, ".lock", NULL);
    g_autofree char *text = NULL;
    const char *name;
    gsize size = 0;
    mode_t mode;

    if (!change->removed) {
        if (!cordon_git_read(stage->tree_fd, change->path, NULL, &text, &size))
            return fail(error, "Reading the command's", change->path);
        if (!check_content(apply, change->path, &text, &size, error))
            return FALSE;
    } else if (is_own(stage, change->path, "HEAD")) {
        return refuse(error, "its %s is gone, without which there is no repository", change->path);
    }
    CORDON_AUTO_FD int folder = change->removed
                                    ? cordon_git_open_parent(stage->common_fd, path, FALSE, &name)
                                    : open_place(apply, path, &name);
    if (folder < 0 && change->removed && errno == ENOENT)
        return TRUE;
    if (folder < 0)
        return fail(error, "Opening the folder of", change->path);
    mode = change->before != NULL ? change->before->mode : 0644;
    if (!cordon_git_create(folder, name, change->removed ? "" : text, size, mode,
                           change->removed ? NULL : &change->after.changed, TRUE)) {
        if (errno == EEXIST)
            return refuse(error,
                          "another program is changing %s (%s/%s exists); run the command again",
                          change->path, stage->common, path);
        return fail(error, "Writing", path);
    }
    change->locked = TRUE;
    if (!is_as_before(apply, change))
        return refuse(error, "another program changed %s meanwhile; run the command again",
                      change->path);
    return TRUE;
}

static void remove_at(int root, const char *path, int flags)
{
    const char *name;
    CORDON_AUTO_FD int folder = cordon_git_open_parent(root, path, FALSE, &name);

    if (folder >= 0)
        unlinkat(folder, name, flags);
}

static void unlock(Apply *apply, Change *change)
{
    g_autofree char *path = g_strconcat(change->path, ".lock", NULL);

    if (change->locked)
        remove_at(apply->stage->common_fd, path, 0);
    change->locked = FALSE;
}

static void give_up(Apply *apply)
{
    for (guint i = 0; i < apply->changes->len; i++)
        unlock(apply, g_ptr_array_index(apply->changes, i));
    for (guint i = apply->made->len; i > 0; i--)
        remove_at(apply->stage->common_fd, g_ptr_array_index(apply->made, i - 1), AT_REMOVEDIR);
}

static gboolean lock_all(Apply *apply, gboolean late, GError **error)
{
    for (guint i = 0; i < apply->changes->len; i++) {
        Change *change = g_ptr_array_index(apply->changes, i);

        if (change->late == late && !lock_change(apply, change, error))
            return FALSE;
    }
    return TRUE;
}

/* --- the change --------------------------------------------------------------------------- */

/* "refs/heads" and the like stay when they are empty. */
static guint count_fixed(const char *path)
{
    guint before = g_str_has_prefix(path, "worktrees/") ? 2 : 0;
    const char *inner = path;

    for (guint i = 0; i < before; i++)
        inner = strchr(inner, '/') + 1;
    if (g_str_has_prefix(inner, "logs/refs/"))
        return before + 3;
    if (g_str_has_prefix(inner, "refs/"))
        return before + 2;
    return before + (g_str_has_prefix(inner, "logs/") ? 1 : 0);
}

static void remove_file(Apply *apply, Change *change)
{
    g_autofree char *above = g_path_get_dirname(change->path);
    guint fixed = count_fixed(change->path);

    remove_at(apply->stage->common_fd, change->path, 0);
    unlock(apply, change);
    for (;;) {
        guint parts = 1;
        char *next;

        for (const char *p = above; *p != '\0'; p++)
            parts += *p == '/';
        if (strcmp(above, ".") == 0 || parts <= fixed)
            break;
        remove_at(apply->stage->common_fd, above, AT_REMOVEDIR);
        next = g_path_get_dirname(above);
        g_free(above);
        above = next;
    }
}

static gboolean rename_file(Apply *apply, Change *change, GError **error)
{
    g_autofree char *lock = g_strconcat(change->path, ".lock", NULL);
    const char *name, *locked;
    CORDON_AUTO_FD int folder =
        cordon_git_open_parent(apply->stage->common_fd, change->path, FALSE, &name);

    if (folder < 0)
        return fail(error, "Opening the folder of", change->path);
    locked = strrchr(lock, '/') != NULL ? strrchr(lock, '/') + 1 : lock;
    unlinkat(folder, name, AT_REMOVEDIR); /* an empty folder of refs that are gone */
    if (renameat(folder, locked, folder, name) != 0)
        return fail(error, "Replacing", change->path);
    change->locked = FALSE;
    return TRUE;
}

typedef enum { STEP_PACKED, STEP_REMOVED, STEP_OTHERS, STEP_LAST } Step;

/* A ref is packed before its own file goes; the index tells what HEAD holds, so it comes last. */
static Step step_of(const Change *change)
{
    if (change->removed)
        return STEP_REMOVED;
    if (strcmp(change->path, "packed-refs") == 0)
        return STEP_PACKED;
    return g_str_has_suffix(change->path, "index") ? STEP_LAST : STEP_OTHERS;
}

static gboolean change_all(Apply *apply, GError **error)
{
    for (Step step = STEP_PACKED; step <= STEP_LAST; step++) {
        if (step == STEP_OTHERS && !lock_all(apply, TRUE, error))
            return FALSE;
        for (guint i = 0; i < apply->changes->len; i++) {
            Change *change = g_ptr_array_index(apply->changes, i);

            if (step_of(change) != step)
                continue;
            if (change->removed)
                remove_file(apply, change);
            else if (!rename_file(apply, change, error))
                return FALSE;
        }
    }
    return TRUE;
}

static void learn(Apply *apply)
{
    g_autofree char *index = own_path(apply->stage, "index");
    g_autofree char *text = NULL;
    gsize size = 0;

    /* Of the user's own repository: extensions.objectFormat. */
    apply->hash_size = 20;
    if (cordon_git_read(apply->stage->common_fd, "config", NULL, &text, &size)) {
        g_autofree char *lower = g_ascii_strdown(text, -1);

        if (strstr(lower, "objectformat") != NULL && strstr(lower, "sha256") != NULL)
            apply->hash_size = 32;
    }
    g_clear_pointer(&text, g_free);
    if (!cordon_git_read(apply->stage->common_fd, index, NULL, &text, &size))
        size = 0;
    apply->gitlinks = cordon_git_index_find_links(text != NULL ? text : "", size, apply->hash_size);
}

static char *describe_dropped(const Apply *apply)
{
    g_autoptr(GList) names = g_hash_table_get_keys(apply->dropped);
    GString *text;
    guint count = 0;

    if (names == NULL)
        return NULL;
    names = g_list_sort(names, (GCompareFunc)strcmp);
    text = g_string_new(NULL);
    for (const GList *at = names; at != NULL && count < MAX_NAMED; at = at->next, count++)
        g_string_append_printf(text, "%s%s", count > 0 ? ", " : "", (const char *)at->data);
    if (g_hash_table_size(apply->dropped) > MAX_NAMED)
        g_string_append(text, ", ...");
    return g_string_free(text, FALSE);
}

gboolean cordon_stage_apply(CordonStage *stage, char **ret_dropped, GError **error)
{
    g_autoptr(GHashTable) after = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GHashTable) dropped = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(change_free);
    g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func(g_free);
    Apply apply = {
        .stage = stage, .after = after, .changes = changes, .made = made, .dropped = dropped};
    gboolean done;

    learn(&apply);
    done = look_at_tree(&apply, error);

    if (done) {
        find_changes(&apply);
        done = keep_objects(&apply, error) && lock_all(&apply, FALSE, error) &&
               change_all(&apply, error);
    }
    g_hash_table_unref(apply.gitlinks);
    if (!done) {
        give_up(&apply);
        return FALSE;
    }
    *ret_dropped = describe_dropped(&apply);
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* Made-up views: whatever folders there are, what the mounts promise is what the finished view shows. */
#include <string.h>

#include "fuzz.h"
#include "model/mounts.h"
#include "model/policy.h"

/* The same path is the same folder, and two paths are the same folder now and then. */
static CordonViewItem *take_item(FuzzInput *input, guint32 kind)
{
    g_autofree char *path = fuzz_take_path(input);
    guint64 inode = g_str_hash(path) % 251;

    return cordon_view_item_new(path, kind, 1, inode + 1);
}

/* The kind of a place depends on its path alone. */
static guint32 kind_of(const CordonViewItem *item)
{
    return g_str_hash(item->path) % 3 == 0 ? CORDON_KIND_FILE : CORDON_KIND_FOLDER;
}

static void take_items(FuzzInput *input, GPtrArray *items, gboolean folders)
{
    guint count = fuzz_take_byte(input) % 4;

    for (guint i = 0; i < count; i++) {
        CordonViewItem *item = take_item(input, CORDON_KIND_FOLDER);

        if (!folders)
            item->kind = kind_of(item);
        g_ptr_array_add(items, item);
    }
}

/* The same, but inside a folder. */
static void take_inside(FuzzInput *input, GPtrArray *items, const char *folder, gint kind)
{
    guint count = fuzz_take_byte(input) % 4;

    for (guint i = 0; i < count; i++) {
        CordonViewItem *item = take_item(input, CORDON_KIND_FOLDER);
        g_autofree char *path =
            g_strconcat(strcmp(folder, "/") == 0 ? "" : folder, item->path, NULL);

        g_free(item->path);
        item->path = g_steal_pointer(&path);
        item->inode = 1000 + g_str_hash(item->path) % 65521;
        item->kind = kind >= 0 ? (guint32)kind : kind_of(item);
        g_ptr_array_add(items, item);
    }
}

/* Strictly below. */
static gboolean is_inside(const char *path, const char *folder)
{
    return strcmp(path, folder) != 0 && cordon_path_is_below(path, folder);
}

/* What the survey holds: every folder between the loop and what lies in it. */
static void add_between(CordonView *view, const GPtrArray *items)
{
    for (guint i = 0; i < items->len; i++) {
        const CordonViewItem *item = g_ptr_array_index(items, i);

        if (!is_inside(item->path, view->loop->path))
            continue;
        for (const char *slash = strchr(item->path + strlen(view->loop->path) + 1, '/');
             slash != NULL; slash = strchr(slash + 1, '/')) {
            g_autofree char *folder = g_strndup(item->path, (gsize)(slash - item->path));

            g_ptr_array_add(view->between, cordon_view_item_new(folder, CORDON_KIND_FOLDER, 1,
                                                                1000 + g_str_hash(folder) % 65521));
        }
    }
}

static CordonView *take_view(FuzzInput *input)
{
    static const char *const SYSTEM[] = {"/usr", "/etc", "/lib", "/opt"};
    CordonView *view = cordon_view_new();
    guint8 flags = fuzz_take_byte(input);

    for (gsize i = 0; i < G_N_ELEMENTS(SYSTEM); i++)
        if (flags & 1u << i)
            g_ptr_array_add(view->system,
                            cordon_mount_new(CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ,
                                             CORDON_KIND_FOLDER, SYSTEM[i], SYSTEM[i]));
    if (flags & 16)
        view->home = fuzz_take_path(input);
    view->project = take_item(input, CORDON_KIND_FOLDER);
    if (flags & 32) {
        g_autoptr(GPtrArray) loops = g_ptr_array_new();

        take_inside(input, loops, view->project->path, CORDON_KIND_FOLDER);
        for (guint i = 1; i < loops->len; i++)
            cordon_view_item_free(g_ptr_array_index(loops, i));
        if (loops->len > 0)
            view->loop = g_ptr_array_index(loops, 0);
    }
    if (view->loop == NULL)
        view->loop = cordon_view_item_new(view->project->path, CORDON_KIND_FOLDER,
                                          view->project->device, view->project->inode);
    take_inside(input, view->siblings, view->project->path, CORDON_KIND_FOLDER);
    take_inside(input, view->siblings, view->loop->path, CORDON_KIND_FOLDER);
    take_items(input, view->apps, TRUE);
    take_inside(input, view->apps, view->loop->path, CORDON_KIND_FOLDER);
    take_inside(input, view->protects, view->loop->path, -1);
    take_items(input, view->tools, FALSE);
    take_items(input, view->secrets, FALSE);
    take_inside(input, view->secrets, view->project->path, -1);
    take_inside(input, view->specials, view->project->path, CORDON_KIND_SPECIAL);
    take_items(input, view->git_dirs, TRUE);
    if (flags & 64)
        view->cache = take_item(input, CORDON_KIND_FOLDER);
    add_between(view, view->siblings);
    add_between(view, view->apps);
    add_between(view, view->protects);
    return view;
}

/* What was wrong, with the whole list: the input alone is hard to read. */
static G_GNUC_NORETURN void fail(const GPtrArray *mounts, const char *what, const char *path)
{
    fprintf(stderr, "%s: %s\n", what, path);
    for (guint i = 0; i < mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(mounts, i);

        fprintf(stderr, "  role %u kind %u access %u %s\n", mount->role, mount->kind, mount->access,
                mount->guest_path);
    }
    abort();
}

/* How the finished view shows a path; HIDDEN also where nothing of the host is there. */
static guint32 shown(const GPtrArray *mounts, const char *path)
{
    const CordonMount *cover = cordon_mounts_find_cover(mounts, path);

    return cover == NULL || cover->kind == CORDON_KIND_FRESH ? CORDON_ACCESS_HIDDEN : cover->access;
}

static void check_at_most(const GPtrArray *mounts, const GPtrArray *items, guint32 access)
{
    for (guint i = 0; i < items->len; i++) {
        const CordonViewItem *item = g_ptr_array_index(items, i);

        if (shown(mounts, item->path) > access)
            fail(mounts, "is shown with more access than promised", item->path);
    }
}

static gboolean is_mount_point(const GPtrArray *mounts, const char *path)
{
    for (guint i = 0; i < mounts->len; i++)
        if (strcmp(((const CordonMount *)g_ptr_array_index(mounts, i))->guest_path, path) == 0)
            return TRUE;
    return FALSE;
}

/* A mount never lies over what came before it in a tighter role. */
static void check_order(const GPtrArray *mounts)
{
    for (guint later = 0; later < mounts->len; later++) {
        const CordonMount *mount = g_ptr_array_index(mounts, later);

        for (guint i = 0; i < later; i++) {
            const CordonMount *earlier = g_ptr_array_index(mounts, i);

            if (earlier->kind == CORDON_KIND_FRESH || earlier->role == CORDON_ROLE_SYSTEM)
                continue;
            if (cordon_path_is_below(earlier->guest_path, mount->guest_path) &&
                mount->access > earlier->access)
                fail(mounts, "is uncovered by a later mount", earlier->guest_path);
        }
    }
}

/* Without a pin on each folder of the way a rename would carry the cover off. */
static void check_pins(const GPtrArray *mounts, const char *loop, const GPtrArray *items)
{
    for (guint i = 0; i < items->len; i++) {
        const char *path = ((const CordonViewItem *)g_ptr_array_index(items, i))->path;

        if (!is_inside(path, loop) || !is_mount_point(mounts, path))
            continue;
        for (const char *slash = strchr(path + strlen(loop) + 1, '/'); slash != NULL;
             slash = strchr(slash + 1, '/')) {
            g_autofree char *folder = g_strndup(path, (gsize)(slash - path));
            const CordonMount *cover = cordon_mounts_find_cover(mounts, folder);

            if (!is_mount_point(mounts, folder) && cover->access == CORDON_ACCESS_WRITE)
                fail(mounts, "is on the way to a cover and could be renamed", folder);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    g_autoptr(CordonView) view = take_view(&input);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, &error);

    /* Its message names the user's own folders as they are, bytes included. */
    FUZZ_CHECK((mounts != NULL) == (error == NULL));
    if (mounts == NULL) {
        FUZZ_CHECK(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_POLICY));
        return 0;
    }
    check_at_most(mounts, view->siblings, CORDON_ACCESS_READ);
    check_at_most(mounts, view->apps, CORDON_ACCESS_READ);
    check_at_most(mounts, view->protects, CORDON_ACCESS_READ);
    check_at_most(mounts, view->tools, CORDON_ACCESS_WRITE);
    check_at_most(mounts, view->secrets, CORDON_ACCESS_HIDDEN);
    check_at_most(mounts, view->specials, CORDON_ACCESS_HIDDEN);
    if (strcmp(view->project->path, view->loop->path) != 0)
        FUZZ_CHECK(shown(mounts, view->project->path) <= CORDON_ACCESS_READ);
    for (guint i = 0; i < mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(mounts, i);

        FUZZ_CHECK(mount->access != CORDON_ACCESS_WRITE || mount->kind == CORDON_KIND_FRESH ||
                   mount->role == CORDON_ROLE_LOOP || mount->role == CORDON_ROLE_PIN ||
                   mount->role == CORDON_ROLE_CACHE || mount->role == CORDON_ROLE_REPOSITORY);
        FUZZ_CHECK(strcmp(mount->guest_path, "/") != 0);
    }
    check_order(mounts);
    check_pins(mounts, view->loop->path, view->siblings);
    check_pins(mounts, view->loop->path, view->apps);
    check_pins(mounts, view->loop->path, view->protects);
    return 0;
}

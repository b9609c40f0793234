/* SPDX-License-Identifier: MIT */
/* Policy -> mounts: which folder is seen how, in which order. */
#include "model/mounts.h"

#include <string.h>

#include "model/policy.h"

/* Folders that would bring a whole system, or everybody's files, into view as a project. */
static const char *const NOT_A_PROJECT[] = {
    "/",    "/home",  "/tmp",     "/var",       "/var/tmp",   "/run",           "/opt", "/nix",
    "/usr", "/media", "/usr/src", "/usr/share", "/usr/local", "/usr/local/src", NULL,
};

/* Folders below which no project can be: what lies there belongs to the system. */
static const char *const NOT_BELOW[] = {
    "/proc",      "/sys",         "/dev",         "/etc",      "/boot",
    "/bin",       "/sbin",        "/lib",         "/lib32",    "/lib64",
    "/libx32",    "/usr/bin",     "/usr/sbin",    "/usr/lib",  "/usr/lib32",
    "/usr/lib64", "/usr/libexec", "/usr/include", "/run/user", NULL,
};

/* The same for the application's folder, which is often a part of the system (/opt/app, /usr/lib/app). */
static const char *const NOT_AN_APP[] = {
    "/",        "/home", "/root",  "/tmp", "/var", "/var/tmp",
    "/var/lib", "/run",  "/media", "/mnt", "/srv", NULL,
};

static const char *const NO_APP_BELOW[] = {
    "/proc", "/sys", "/dev", "/etc", "/boot", "/run/user", NULL,
};

typedef struct {
    const CordonView *view;
    GPtrArray *mounts;
} Builder;

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

static gboolean is_same(const CordonViewItem *a, const CordonViewItem *b)
{
    return strcmp(a->path, b->path) == 0 ||
           (a->inode != 0 && a->inode == b->inode && a->device == b->device);
}

/* Strictly below. */
static gboolean is_inside(const char *path, const char *folder)
{
    return strcmp(path, folder) != 0 && cordon_path_is_below(path, folder);
}

/* what: "project".  wide: folders that it may not be; system: that it may not be or lie in. */
static gboolean check_place(const char *path, const char *const *wide, const char *const *system,
                            const char *what, GError **error)
{
    for (gsize i = 0; wide[i] != NULL; i++) {
        if (strcmp(path, wide[i]) == 0)
            return refuse(error,
                          "%s cannot be %s %s: it holds more than one %s's files; choose a folder "
                          "inside it.",
                          path, what[0] == 'a' ? "an" : "a", what, what);
    }
    for (gsize i = 0; system[i] != NULL; i++) {
        if (cordon_path_is_below(path, system[i]))
            return refuse(error,
                          "%s cannot be %s %s: %s belongs to the system; move the %s to a folder "
                          "of yours.",
                          path, what[0] == 'a' ? "an" : "a", what, system[i], what);
    }
    return TRUE;
}

static gboolean check_project(const CordonView *view, GError **error)
{
    const char *project = view->project->path;

    if (view->home != NULL && cordon_path_is_below(view->home, project))
        return refuse(error,
                      "The project %s holds the home folder %s, which the sandbox keeps out of "
                      "view; choose a folder inside it as the project.",
                      project, view->home);
    if (!check_place(project, NOT_A_PROJECT, NOT_BELOW, "project", error))
        return FALSE;
    for (guint i = 0; i < view->system->len; i++) {
        const CordonMount *mount = g_ptr_array_index(view->system, i);

        if (cordon_path_is_below(mount->guest_path, project))
            return refuse(error,
                          "The project %s holds %s, which belongs to the system; choose a folder "
                          "that holds the project's files only.",
                          project, mount->guest_path);
    }
    return TRUE;
}

static gboolean check_loop(const CordonView *view, GError **error)
{
    const char *loop = view->loop->path;

    if (!cordon_path_is_below(loop, view->project->path))
        return refuse(error,
                      "The loop's folder %s lies outside the project %s; a loop may only write in "
                      "a folder of its project.",
                      loop, view->project->path);
    if (strcmp(loop, view->project->path) != 0 && is_same(view->loop, view->project))
        return refuse(error,
                      "The loop's folder %s is the project %s mounted a second time; a loop's "
                      "folder is the project itself or another folder inside it.",
                      loop, view->project->path);
    if (strstr(loop + strlen(view->project->path), "/.git/") != NULL ||
        g_str_has_suffix(loop, "/.git"))
        return refuse(error,
                      "The loop's folder %s lies in a .git folder, from which git runs programs; "
                      "choose another folder for the loop.",
                      loop);
    for (guint i = 0; i < view->secrets->len; i++) {
        const CordonViewItem *secret = g_ptr_array_index(view->secrets, i);

        if (cordon_path_is_below(loop, secret->path))
            return refuse(error,
                          "The loop's folder %s lies in %s, which is hidden because its name is "
                          "that of a folder of secrets; choose another folder for the loop.",
                          loop, secret->path);
    }
    return TRUE;
}

static gboolean check_siblings(const CordonView *view, GError **error)
{
    for (guint i = 0; i < view->siblings->len; i++) {
        const CordonViewItem *sibling = g_ptr_array_index(view->siblings, i);

        if (is_same(sibling, view->loop))
            return refuse(error,
                          "%s is given as the loop's own folder and as another loop's (%s); the "
                          "first is writable, the second is not.",
                          view->loop->path, sibling->path);
        if (cordon_path_is_below(view->loop->path, sibling->path))
            return refuse(error,
                          "The other loop's folder %s holds this loop's folder %s, so that one "
                          "cannot be read-only while the other is writable.",
                          sibling->path, view->loop->path);
        if (!cordon_path_is_below(sibling->path, view->project->path))
            return refuse(error,
                          "The other loop's folder %s lies outside the project %s; all loops of a "
                          "project lie inside it.",
                          sibling->path, view->project->path);
    }
    return TRUE;
}

static gboolean check_apps(const CordonView *view, GError **error)
{
    for (guint i = 0; i < view->apps->len; i++) {
        const CordonViewItem *app = g_ptr_array_index(view->apps, i);

        if (is_same(app, view->loop))
            return refuse(error,
                          "%s is given as the loop's folder and as the application's own (%s); the "
                          "first is writable, the second is not.",
                          view->loop->path, app->path);
        if (view->home != NULL && cordon_path_is_below(view->home, app->path))
            return refuse(error,
                          "The application's folder %s holds the home folder %s, which the sandbox "
                          "keeps out of view.",
                          app->path, view->home);
        if (!check_place(app->path, NOT_AN_APP, NO_APP_BELOW, "application", error))
            return FALSE;
    }
    return TRUE;
}

/* The cache is mounted last and writable: whatever lies in it would lose its cover. */
static gboolean check_cache_holds_none(const CordonView *view, GError **error)
{
    const GPtrArray *const COVERED[] = {view->tools, view->git_dirs, view->secrets, view->specials};

    for (gsize s = 0; s < G_N_ELEMENTS(COVERED); s++) {
        for (guint i = 0; i < COVERED[s]->len; i++) {
            const CordonViewItem *item = g_ptr_array_index(COVERED[s], i);

            if (cordon_path_is_below(item->path, view->cache->path))
                return refuse(error,
                              "The cache %s is or holds %s, which a command must not write; choose "
                              "another folder.",
                              view->cache->path, item->path);
        }
    }
    return TRUE;
}

static gboolean check_cache(const CordonView *view, GError **error)
{
    const CordonViewItem *cache = view->cache;

    if (cache == NULL || cordon_path_is_below(cache->path, view->loop->path))
        return TRUE;
    if (cordon_path_is_below(cache->path, view->project->path) ||
        cordon_path_is_below(view->project->path, cache->path) || is_same(cache, view->project))
        return refuse(error,
                      "The cache %s overlaps the project %s, which is read-only; choose a folder "
                      "outside it, or inside the loop's folder.",
                      cache->path, view->project->path);
    if (view->home != NULL && cordon_path_is_below(view->home, cache->path))
        return refuse(error, "The cache %s holds the home folder %s; choose another folder.",
                      cache->path, view->home);
    for (guint i = 0; i < view->apps->len; i++) {
        const CordonViewItem *app = g_ptr_array_index(view->apps, i);

        if (cordon_path_is_below(cache->path, app->path) ||
            cordon_path_is_below(app->path, cache->path))
            return refuse(error,
                          "The cache %s overlaps the application's folder %s, which is read-only; "
                          "choose another folder.",
                          cache->path, app->path);
    }
    for (guint i = 0; i < view->system->len; i++) {
        const CordonMount *mount = g_ptr_array_index(view->system, i);

        if (cordon_path_is_below(cache->path, mount->guest_path) ||
            cordon_path_is_below(mount->guest_path, cache->path))
            return refuse(error, "The cache %s overlaps %s of the system; choose another folder.",
                          cache->path, mount->guest_path);
    }
    return check_cache_holds_none(view, error);
}

static CordonMount *add(Builder *builder, guint32 role, guint32 access, guint32 kind,
                        const char *path)
{
    CordonMount *mount =
        cordon_mount_new(role, access, kind, kind == CORDON_KIND_FRESH ? NULL : path, path);

    g_ptr_array_add(builder->mounts, mount);
    return mount;
}

static void add_item(Builder *builder, guint32 role, guint32 access, const CordonViewItem *item)
{
    CordonMount *mount = add(builder, role, access, item->kind, item->path);

    mount->device = item->device;
    mount->inode = item->inode;
}

static guint depth(const char *path)
{
    guint count = 0;

    for (; *path != '\0'; path++)
        count += *path == '/' && path[1] != '\0';
    return count;
}

/* Outer before inner, then by bytes, so that the same view gives the same list. */
static gint compare_paths(const char *a, const char *b)
{
    guint depth_a = depth(a);
    guint depth_b = depth(b);

    if (depth_a != depth_b)
        return depth_a < depth_b ? -1 : 1;
    return strcmp(a, b);
}

static gint compare_items(gconstpointer a, gconstpointer b)
{
    const CordonViewItem *first = *(const CordonViewItem *const *)a;
    const CordonViewItem *second = *(const CordonViewItem *const *)b;

    return compare_paths(first->path, second->path);
}

/* A sorted copy of the array of borrowed items. */
static GPtrArray *sorted(const GPtrArray *items, GCompareFunc compare)
{
    GPtrArray *copy = g_ptr_array_new();

    for (guint i = 0; i < items->len; i++)
        g_ptr_array_add(copy, g_ptr_array_index(items, i));
    g_ptr_array_sort(copy, compare);
    return copy;
}

static void add_system(Builder *builder)
{
    const CordonView *view = builder->view;
    gboolean no_home = view->home == NULL || strcmp(view->home, "/") == 0;

    for (guint i = 0; i < view->system->len; i++) {
        const CordonMount *mount = g_ptr_array_index(view->system, i);

        g_ptr_array_add(builder->mounts, cordon_mount_copy(mount));
        no_home = no_home || cordon_path_is_below(mount->guest_path, view->home);
    }
    /* A home above the system's folders, as some daemons have it, is out of view as it is: nothing
     * of it is there but what the list above names. */
    if (!no_home)
        add(builder, CORDON_ROLE_HOME, CORDON_ACCESS_WRITE, CORDON_KIND_FRESH, view->home);
}

/* TRUE when showing folder would bring more than itself into view. */
static gboolean is_too_wide(const CordonView *view, const char *folder)
{
    return strcmp(folder, "/") == 0 ||
           (view->home != NULL && cordon_path_is_below(view->home, folder)) ||
           cordon_path_is_below(view->project->path, folder);
}

static void add_tools(Builder *builder)
{
    const CordonView *view = builder->view;
    g_autoptr(GPtrArray) tools = sorted(view->tools, compare_items);
    g_autoptr(GPtrArray) git_dirs = sorted(view->git_dirs, compare_items);

    for (guint i = 0; i < tools->len; i++) {
        const CordonViewItem *tool = g_ptr_array_index(tools, i);
        const CordonMount *cover = cordon_mounts_find_cover(builder->mounts, tool->path);

        if (is_too_wide(view, tool->path) ||
            cordon_path_is_below(tool->path, view->project->path) ||
            (cover != NULL && cover->kind != CORDON_KIND_FRESH))
            continue;
        add_item(builder, CORDON_ROLE_TOOL, CORDON_ACCESS_READ, tool);
    }
    for (guint i = 0; i < git_dirs->len; i++) {
        const CordonViewItem *dir = g_ptr_array_index(git_dirs, i);

        /* What a command may write is no repository of the user's. */
        if (!is_too_wide(view, dir->path) &&
            !cordon_path_is_below(dir->path, view->project->path) &&
            (view->cache == NULL || !cordon_path_is_below(dir->path, view->cache->path)))
            add_item(builder, CORDON_ROLE_PROJECT, CORDON_ACCESS_READ, dir);
    }
}

/* App folders around the project come before it, others after it; those that the read-only project
 * shows already need no mount. */
static void add_apps(Builder *builder, gboolean around)
{
    const CordonView *view = builder->view;
    g_autoptr(GPtrArray) apps = sorted(view->apps, compare_items);

    for (guint i = 0; i < apps->len; i++) {
        const CordonViewItem *app = g_ptr_array_index(apps, i);

        if (cordon_path_is_below(app->path, view->project->path))
            continue;
        if (cordon_path_is_below(view->project->path, app->path) == around)
            add_item(builder, CORDON_ROLE_APP, CORDON_ACCESS_READ, app);
    }
}

/* One folder or file inside the loop that must not be written. */
typedef struct {
    const CordonViewItem *item;
    guint32 role;
} Cover;

static gint compare_covers(gconstpointer a, gconstpointer b)
{
    const Cover *first = a;
    const Cover *second = b;
    gint order = compare_paths(first->item->path, second->item->path);

    if (order != 0)
        return order;
    return first->role < second->role ? -1 : first->role > second->role;
}

/* Below something that is hidden as a whole, which is more than being read-only. */
static gboolean is_in_hidden(const CordonView *view, const char *path)
{
    for (guint i = 0; i < view->secrets->len; i++) {
        if (is_inside(path, ((const CordonViewItem *)g_ptr_array_index(view->secrets, i))->path))
            return TRUE;
    }
    return FALSE;
}

static void collect_covers(const CordonView *view, GArray *covers)
{
    const struct {
        const GPtrArray *items;
        guint32 role;
    } SOURCES[] = {
        {view->siblings, CORDON_ROLE_SIBLING},
        {view->apps, CORDON_ROLE_APP},
        {view->protects, CORDON_ROLE_PROTECTED},
    };

    for (gsize s = 0; s < G_N_ELEMENTS(SOURCES); s++) {
        for (guint i = 0; i < SOURCES[s].items->len; i++) {
            Cover cover = {g_ptr_array_index(SOURCES[s].items, i), SOURCES[s].role};

            if (is_inside(cover.item->path, view->loop->path) &&
                !is_in_hidden(view, cover.item->path))
                g_array_append_val(covers, cover);
        }
    }
    g_array_sort(covers, compare_covers);
    /* What lies in a read-only cover is read-only with it. */
    for (guint i = 0; i < covers->len;) {
        const char *path = g_array_index(covers, Cover, i).item->path;
        gboolean covered = FALSE;

        for (guint j = 0; j < i && !covered; j++)
            covered = cordon_path_is_below(path, g_array_index(covers, Cover, j).item->path);
        if (covered)
            g_array_remove_index(covers, i);
        else
            i++;
    }
}

static const CordonViewItem *find_item(const GPtrArray *items, const char *path)
{
    for (guint i = 0; i < items->len; i++) {
        const CordonViewItem *item = g_ptr_array_index(items, i);

        if (strcmp(item->path, path) == 0)
            return item;
    }
    return NULL;
}

/* Adds every folder between the loop and path to covers as a pin: without it, renaming that folder
 * would carry the cover away. */
static gboolean pin_way(const CordonView *view, const char *path, GArray *pins, GError **error)
{
    gsize start = strlen(view->loop->path) + 1;

    for (const char *slash = strchr(path + start, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        g_autofree char *folder = g_strndup(path, (gsize)(slash - path));
        Cover pin = {find_item(view->between, folder), CORDON_ROLE_PIN};
        gboolean known = FALSE;

        if (pin.item == NULL) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_INTERNAL,
                        "The folder %s above the covered %s is not held; this is a bug in Cordon.",
                        folder, path);
            return FALSE;
        }
        for (guint i = 0; i < pins->len && !known; i++)
            known = g_array_index(pins, Cover, i).item == pin.item;
        if (!known)
            g_array_append_val(pins, pin);
    }
    return TRUE;
}

/* Folders on the way to what is hidden.  In a read-only cover nothing can be moved, and a pin would
 * make it writable. */
static gboolean pin_hidden(const CordonView *view, const GPtrArray *items, const GArray *covers,
                           GArray *pins, GError **error)
{
    for (guint i = 0; i < items->len; i++) {
        const char *path = ((const CordonViewItem *)g_ptr_array_index(items, i))->path;
        gboolean still = !is_inside(path, view->loop->path) || is_in_hidden(view, path);

        for (guint j = 0; j < covers->len && !still; j++)
            still = cordon_path_is_below(path, g_array_index(covers, Cover, j).item->path);
        if (!still && !pin_way(view, path, pins, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean add_inside_loop(Builder *builder, GError **error)
{
    g_autoptr(GArray) covers = g_array_new(FALSE, FALSE, sizeof(Cover));
    g_autoptr(GArray) pins = g_array_new(FALSE, FALSE, sizeof(Cover));
    const CordonView *view = builder->view;

    collect_covers(view, covers);
    for (guint i = 0; i < covers->len; i++) {
        if (!pin_way(view, g_array_index(covers, Cover, i).item->path, pins, error))
            return FALSE;
    }
    if (!pin_hidden(view, view->secrets, covers, pins, error) ||
        !pin_hidden(view, view->specials, covers, pins, error))
        return FALSE;
    if (pins->len > 0)
        g_array_append_vals(covers, pins->data, pins->len);
    /* By depth, so that a pin never hides a cover below it. */
    g_array_sort(covers, compare_covers);
    for (guint i = 0; i < covers->len; i++) {
        const Cover *cover = &g_array_index(covers, Cover, i);

        add_item(builder, cover->role,
                 cover->role == CORDON_ROLE_PIN ? CORDON_ACCESS_WRITE : CORDON_ACCESS_READ,
                 cover->item);
    }
    return TRUE;
}

/* In the place of the repository a copy: writable, and no object of the host's that the command may not
 * write.  The repository itself stays under it, as it is in any launch.  What git reads there and the command may
 * not change lies over it; the objects are seen elsewhere, where the copy names them. */
static void add_repository(Builder *builder)
{
    const CordonView *view = builder->view;
    g_autoptr(GPtrArray) covers = sorted(view->stage_covers, compare_items);
    CordonMount *mount;

    if (view->repository == NULL)
        return;
    mount = cordon_mount_new(CORDON_ROLE_REPOSITORY, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER,
                             view->stage->path, view->repository->path);
    mount->device = view->stage->device;
    mount->inode = view->stage->inode;
    g_ptr_array_add(builder->mounts, mount);
    for (guint i = 0; i < covers->len; i++)
        add_item(builder, CORDON_ROLE_PROTECTED, CORDON_ACCESS_READ, g_ptr_array_index(covers, i));
    mount = cordon_mount_new(CORDON_ROLE_PROJECT, CORDON_ACCESS_READ, CORDON_KIND_FOLDER,
                             view->objects->path, CORDON_STAGE_OBJECTS);
    mount->device = view->objects->device;
    mount->inode = view->objects->inode;
    g_ptr_array_add(builder->mounts, mount);
}

/* TRUE for what lies in the repository, but not in what of it lies over the copy: the copy has none of it. */
static gboolean is_staged_away(const CordonView *view, const char *path)
{
    if (view->repository == NULL || !cordon_path_is_below(path, view->repository->path))
        return FALSE;
    for (guint i = 0; i < view->stage_covers->len; i++) {
        const CordonViewItem *cover = g_ptr_array_index(view->stage_covers, i);

        if (cordon_path_is_below(path, cover->path))
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_mounts_check_repository(const CordonView *view, GError **error)
{
    const CordonViewItem *repository = view->repository;
    const GPtrArray *const HELD[] = {view->siblings, view->apps};
    const CordonViewItem *const PLACES[] = {view->project, view->loop, view->cache};

    if (repository == NULL)
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(PLACES); i++) {
        if (PLACES[i] != NULL && (cordon_path_is_below(PLACES[i]->path, repository->path) ||
                                  cordon_path_is_below(view->stage->path, PLACES[i]->path)))
            return refuse(
                error,
                "The repository %s and its copy %s overlap %s, so that the command cannot be "
                "given it.",
                repository->path, view->stage->path, PLACES[i]->path);
    }
    if (view->cache != NULL && cordon_path_is_below(repository->path, view->cache->path))
        return refuse(error, "The repository %s lies in the loop's cache, which commands write.",
                      repository->path);
    for (gsize h = 0; h < G_N_ELEMENTS(HELD); h++) {
        for (guint i = 0; i < HELD[h]->len; i++) {
            const CordonViewItem *held = g_ptr_array_index(HELD[h], i);

            if (cordon_path_is_below(view->project->path, held->path))
                continue; /* an application around the project */
            if (cordon_path_is_below(repository->path, held->path) ||
                cordon_path_is_below(held->path, repository->path))
                return refuse(error,
                              "The repository %s overlaps %s, which is read-only: it belongs to "
                              "another loop or to the application.",
                              repository->path, held->path);
        }
    }
    const GPtrArray *const HIDDEN[] = {view->secrets, view->specials};
    for (gsize h = 0; h < G_N_ELEMENTS(HIDDEN); h++) {
        for (guint i = 0; i < HIDDEN[h]->len; i++) {
            const CordonViewItem *hidden = g_ptr_array_index(HIDDEN[h], i);

            if (cordon_path_is_below(repository->path, hidden->path) ||
                cordon_path_is_below(hidden->path, view->objects->path))
                return refuse(error, "The repository %s overlaps the hidden %s.", repository->path,
                              hidden->path);
        }
    }
    return TRUE;
}

static void add_hidden(Builder *builder, const GPtrArray *items)
{
    g_autoptr(GPtrArray) order = sorted(items, compare_items);

    for (guint i = 0; i < order->len; i++) {
        const CordonViewItem *item = g_ptr_array_index(order, i);
        const CordonMount *cover = cordon_mounts_find_cover(builder->mounts, item->path);

        if (is_staged_away(builder->view, item->path))
            continue;
        /* Not there, hidden with a folder above it, or in this launch's own empty folder. */
        if (cover == NULL || cover->access == CORDON_ACCESS_HIDDEN ||
            cover->kind == CORDON_KIND_FRESH)
            continue;
        add_item(builder, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN, item);
    }
}

gboolean cordon_mounts_check_folders(const CordonView *view, GError **error)
{
    return check_project(view, error) && check_loop(view, error) && check_siblings(view, error) &&
           check_apps(view, error) && check_cache(view, error);
}

GPtrArray *cordon_mounts_build(const CordonView *view, GError **error)
{
    g_autoptr(GPtrArray) mounts = cordon_mounts_new();
    Builder builder = {view, mounts};

    if (view->project == NULL || view->loop == NULL) {
        refuse(error, "A launch needs a project and a loop's folder; one of them is not given.");
        return NULL;
    }
    if (!cordon_mounts_check_folders(view, error) || !cordon_mounts_check_repository(view, error))
        return NULL;
    add_system(&builder);
    add_tools(&builder);
    add_apps(&builder, TRUE);
    if (strcmp(view->loop->path, view->project->path) != 0)
        add_item(&builder, CORDON_ROLE_PROJECT, CORDON_ACCESS_READ, view->project);
    add_apps(&builder, FALSE);
    add_item(&builder, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, view->loop);
    if (!add_inside_loop(&builder, error))
        return NULL;
    add_repository(&builder);
    add_hidden(&builder, view->secrets);
    add_hidden(&builder, view->specials);
    if (view->cache != NULL && !cordon_path_is_below(view->cache->path, view->loop->path))
        add_item(&builder, CORDON_ROLE_CACHE, CORDON_ACCESS_WRITE, view->cache);
    return g_steal_pointer(&mounts);
}

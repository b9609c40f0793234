/* SPDX-License-Identifier: MIT */
/* Fills a view from the machine. */
#define _GNU_SOURCE /* AT_EMPTY_PATH, getgroups() */
#include "engine/survey.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/gitdir.h"
#include "engine/hold.h"
#include "engine/home.h"
#include "engine/loopcache.h"
#include "engine/scan.h"
#include "engine/system.h"
#include "engine/toolchain.h"
#include "model/mounts.h"
#include "model/names.h"
#include "model/policy.h"
#include "model/strv.h"

#define MAX_FOLDERS 200u /* siblings and app folders: each is a mount */
#define MAX_HELD    768u /* protected files and the folders around them: each is a descriptor */

struct CordonSurvey {
    CordonView *view;
    CordonHold *hold;
    CordonToolchain *toolchain;
    CordonStage *stage; /* or NULL */
    char *own_home;     /* by the user database, whatever HOME says; or NULL */
    char *cwd;
    GPtrArray *notices;
    guint64 memory_total;
};

/* How the policy names its folders, and where they really are. */
typedef struct {
    CordonSurvey *survey;
    const CordonPolicy *policy;
    const char *const *environment;
    char *project; /* real path */
} Maker;

G_GNUC_PRINTF(2, 3)
static void notice(CordonSurvey *survey, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(survey->notices, g_strdup_vprintf(format, args));
    va_end(args);
}

/* Where the path of the policy really is.  Links on the way to the project are the user's own; in the
 * project there may be none, so that what follows the project's path is kept as it is. */
static char *resolve(const Maker *maker, const char *path, const char *what, GError **error)
{
    const char *const untrusted[] = {maker->project, NULL};

    if (cordon_path_is_below(path, maker->policy->project))
        return strcmp(maker->project, "/") == 0
                   ? g_strdup(path)
                   : g_strconcat(maker->project, path + strlen(maker->policy->project), NULL);
    return cordon_path_resolve(path, untrusted, what, error);
}

static CordonViewItem *hold_folder(const Maker *maker, const char *path, const char *what,
                                   GError **error)
{
    g_autofree char *real = resolve(maker, path, what, error);
    CordonViewItem *item;

    if (real == NULL)
        return NULL;
    item = cordon_hold_add(maker->survey->hold, real, what, error);
    if (item != NULL && item->kind != CORDON_KIND_FOLDER) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY, "%s %s is not a folder.", what, real);
        g_clear_pointer(&item, cordon_view_item_free);
    }
    return item;
}

/* wanted: R_OK and so on.  A command has no capabilities, so root's right to everything is gone. */
static gboolean check_access(const Maker *maker, const CordonViewItem *item, int wanted,
                             const char *what, const char *verb, GError **error)
{
    int fd = cordon_hold_get(maker->survey->hold, item->path);
    g_autofree char *by_fd = g_strdup_printf("/proc/self/fd/%d", fd);
    struct stat status;
    int code = 0;

    if (fstat(fd, &status) != 0 || faccessat(AT_FDCWD, by_fd, wanted, AT_EACCESS) != 0)
        code = errno;
    else if (geteuid() == 0 && !cordon_mode_allows(&status, (mode_t)wanted))
        code = EACCES;
    if (code == 0)
        return TRUE;
    if (code == EACCES && status.st_uid == geteuid())
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s is one that you cannot %s: its mode is %04o; give yourself the right: "
                    "chmod u+rwx %s",
                    what, item->path, cordon_mode_allows(&status, R_OK | X_OK) ? verb : "read",
                    (unsigned)status.st_mode & 07777u, item->path);
    else if (code == EACCES && geteuid() == 0)
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s belongs to user %u, and commands in the sandbox run as root without "
                    "root's rights, so that they could not %s it; run Cordon as that user.",
                    what, item->path, (unsigned)status.st_uid, verb);
    else
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s %s is one that you cannot %s: %s.", what, item->path, verb,
                    g_strerror(code));
    return FALSE;
}

static gboolean hold_project(Maker *maker, GError **error)
{
    const CordonPolicy *policy = maker->policy;
    g_autoptr(GPtrArray) untrusted = g_ptr_array_new();
    CordonView *view = maker->survey->view;

    if (policy->project == NULL || policy->loop == NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "A policy needs a project and a loop's folder; set both.");
        return FALSE;
    }
    /* What commands of this or another loop may write. */
    g_ptr_array_add(untrusted, policy->loop);
    for (guint i = 0; i < policy->siblings->len; i++)
        g_ptr_array_add(untrusted, g_ptr_array_index(policy->siblings, i));
    g_ptr_array_add(untrusted, policy->cache); /* NULL: the end */
    g_ptr_array_add(untrusted, NULL);
    /* A loop that is the project is no place above it. */
    for (guint i = 0; i < untrusted->len;) {
        const char *path = g_ptr_array_index(untrusted, i);

        if (path != NULL && strcmp(path, policy->project) == 0)
            g_ptr_array_remove_index(untrusted, i);
        else
            i++;
    }
    maker->project = cordon_path_resolve(policy->project, (const char *const *)untrusted->pdata,
                                         "The project", error);
    if (maker->project == NULL)
        return FALSE;
    view->project = hold_folder(maker, policy->project, "The project", error);
    return view->project != NULL &&
           check_access(maker, view->project, R_OK | X_OK, "The project", "read", error);
}

static gboolean hold_list(const Maker *maker, const GPtrArray *paths, GPtrArray *items,
                          const char *what, GError **error)
{
    if (paths->len > MAX_FOLDERS) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "The policy names %u folders of one kind (%s ...); at most %u can be held.",
                    paths->len, what, MAX_FOLDERS);
        return FALSE;
    }
    for (guint i = 0; i < paths->len; i++) {
        CordonViewItem *item = hold_folder(maker, g_ptr_array_index(paths, i), what, error);

        if (item == NULL)
            return FALSE;
        g_ptr_array_add(items, item);
    }
    return TRUE;
}

static gboolean hold_policy(Maker *maker, GError **error)
{
    CordonView *view = maker->survey->view;

    if (!hold_project(maker, error))
        return FALSE;
    view->loop = hold_folder(maker, maker->policy->loop, "The loop's folder", error);
    return view->loop != NULL &&
           check_access(maker, view->loop, R_OK | W_OK | X_OK, "The loop's folder", "write",
                        error) &&
           hold_list(maker, maker->policy->siblings, view->siblings, "The other loop's folder",
                     error) &&
           hold_list(maker, maker->policy->apps, view->apps, "The application's folder", error);
}

/* HOME, or what the user database says; both are kept out of view. */
static gboolean find_homes(const Maker *maker, GError **error)
{
    CordonSurvey *survey = maker->survey;
    const char *home = cordon_strv_getenv(maker->environment, "HOME");

    survey->own_home = cordon_home_find_own();
    survey->view->home = cordon_home_find(home);
    if (survey->own_home != NULL && strcmp(survey->own_home, "/") != 0 &&
        cordon_path_is_below(survey->own_home, maker->project)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "The project %s holds the home folder %s, which the sandbox keeps out of view; "
                    "choose a folder inside it as the project.",
                    maker->project, survey->own_home);
        return FALSE;
    }
    return TRUE;
}

static void find_tools(const Maker *maker)
{
    CordonSurvey *survey = maker->survey;
    const char *closed[] = {survey->view->home, survey->own_home, NULL};

    if (closed[0] == NULL)
        closed[0] = survey->own_home;
    survey->toolchain = cordon_toolchain_find(survey->view, maker->environment, closed);
}

static gboolean item_has_path(gconstpointer item, gconstpointer path)
{
    return g_str_equal(((const CordonViewItem *)item)->path, path);
}

static void find_repository(const Maker *maker, const char *folder)
{
    CordonSurvey *survey = maker->survey;
    gboolean doubtful;
    g_autofree char *common = cordon_gitdir_find_common(folder, &doubtful);
    g_autoptr(GError) problem = NULL;

    if (doubtful)
        notice(
            survey,
            "%s/.git names a repository that does not name this folder in turn, so that it stays "
            "out of view and git does not work there.",
            folder);
    if (common == NULL ||
        g_ptr_array_find_with_equal_func(survey->view->git_dirs, common, item_has_path, NULL))
        return;
    if (survey->view->cache != NULL && cordon_path_is_below(common, survey->view->cache->path)) {
        notice(survey,
               "%s/.git names a repository in the loop's cache, which commands write; it is not "
               "shown as the project's.",
               folder);
        return;
    }
    if (cordon_path_has_secret_folder(common)) {
        notice(survey,
               "%s/.git names a repository in a folder of secrets (%s), which stays out of view: "
               "git does not work there.",
               folder, common);
        return;
    }
    CordonViewItem *item = cordon_hold_add(survey->hold, common, "The repository", &problem);
    if (item != NULL)
        g_ptr_array_add(survey->view->git_dirs, item);
    else
        notice(survey, "%s It stays out of view, and git does not work in %s.", problem->message,
               folder);
}

static gboolean scan_item(const Maker *maker, CordonScan *scan, const CordonViewItem *item,
                          GError **error)
{
    return cordon_scan_tree(scan, cordon_hold_get(maker->survey->hold, item->path), item->path,
                            error);
}

/* A protected name that is a link cannot be covered: a command may replace the link itself. */
static gboolean judge_links(const Maker *maker, const GPtrArray *links, GError **error)
{
    for (guint i = 0; i < links->len; i++) {
        const char *path = g_ptr_array_index(links, i);

        if (g_str_has_suffix(path, "/.git")) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                        "%s is a symbolic link, which a command could replace by a repository that "
                        "runs programs when you use git; replace the link by a file with the line "
                        "“gitdir: PATH”.",
                        path);
            return FALSE;
        }
        notice(maker->survey, "%s is a symbolic link, so that commands can replace it.", path);
    }
    return TRUE;
}

/* What git is told to run hooks from. */
static void add_hooks(const Maker *maker, const char *folder, GPtrArray *protects)
{
    g_autofree char *hooks = cordon_gitdir_find_hooks(folder);
    const char *loop = maker->survey->view->loop->path;

    if (hooks == NULL || strcmp(hooks, loop) == 0 || !cordon_path_is_below(hooks, loop))
        return;
    if (g_file_test(hooks, G_FILE_TEST_IS_DIR))
        g_ptr_array_add(protects, g_steal_pointer(&hooks));
}

static gboolean hold_protected(const Maker *maker, const GPtrArray *protects, GError **error)
{
    CordonSurvey *survey = maker->survey;

    for (guint i = 0; i < protects->len; i++) {
        const char *path = g_ptr_array_index(protects, i);
        g_autoptr(GError) problem = NULL;
        CordonViewItem *item = cordon_hold_add(survey->hold, path, "The protected", &problem);
        struct stat status;

        if (item == NULL && lstat(path, &status) != 0 && errno == ENOENT)
            continue; /* gone meanwhile */
        if (item == NULL) {
            g_propagate_error(error, g_steal_pointer(&problem));
            return FALSE;
        }
        g_ptr_array_add(survey->view->protects, item);
    }
    return TRUE;
}

/* One that cannot be listed may hold files that can be read by name: it is hidden. */
static gboolean scan_app(const Maker *maker, CordonScan *scan, const CordonViewItem *app,
                         GError **error)
{
    const CordonView *view = maker->survey->view;
    /* One around the project would be walked with everything in it. */
    if (cordon_path_is_below(app->path, view->project->path) ||
        cordon_path_is_below(view->project->path, app->path))
        return TRUE;
    if (check_access(maker, app, R_OK | X_OK, "The application's folder", "read", NULL))
        return scan_item(maker, scan, app, error);
    g_ptr_array_add(view->secrets,
                    cordon_view_item_new(app->path, app->kind, app->device, app->inode));
    g_ptr_array_add(scan->closed, g_strdup(app->path));
    return TRUE;
}

/* Outside first: nothing that a command makes comes before it. */
static gboolean search(const Maker *maker, CordonScan *scan, GError **error)
{
    const CordonView *view = maker->survey->view;

    if (strcmp(view->loop->path, view->project->path) != 0 &&
        !scan_item(maker, scan, view->project, error))
        return FALSE;
    for (guint i = 0; i < view->apps->len; i++) {
        if (!scan_app(maker, scan, g_ptr_array_index(view->apps, i), error))
            return FALSE;
    }
    return scan_item(maker, scan, view->loop, error);
}

static void tell_search(const Maker *maker, const CordonScan *scan)
{
    if (scan->closed->len > 0)
        notice(maker->survey,
               "%s cannot be searched%s and is hidden as a whole; to show it again: chmod u+rx %s",
               (const char *)g_ptr_array_index(scan->closed, 0),
               scan->closed->len > 1 ? " (as others)" : "",
               (const char *)g_ptr_array_index(scan->closed, 0));
    if (scan->bulk_cut)
        notice(maker->survey,
               "Folders of packages and of compilers in %s hold more than %u entries and were not "
               "searched to the end: a secret in them is not hidden.",
               maker->survey->view->loop->path, CORDON_SCAN_MAX_BULK);
}

static gboolean scan_trees(const Maker *maker, GError **error)
{
    CordonView *view = maker->survey->view;
    g_autoptr(GPtrArray) protects = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) links = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) closed = g_ptr_array_new_with_free_func(g_free);
    CordonScan scan = {.loop = view->loop->path,
                       .secrets = view->secrets,
                       .specials = view->specials,
                       .protects = protects,
                       .links = links,
                       .closed = closed};

    if (!search(maker, &scan, error))
        return FALSE;
    tell_search(maker, &scan);
    add_hooks(maker, view->project->path, protects);
    if (strcmp(view->loop->path, view->project->path) != 0)
        add_hooks(maker, view->loop->path, protects);
    return judge_links(maker, links, error) && hold_protected(maker, protects, error);
}

static gboolean is_held_between(const CordonView *view, const char *folder)
{
    for (guint i = 0; i < view->between->len; i++) {
        const CordonViewItem *known = g_ptr_array_index(view->between, i);

        if (strcmp(known->path, folder) == 0)
            return TRUE;
    }
    return FALSE;
}

/* TRUE when path lies in something that is covered as a whole, so that nothing in it can be moved. */
static gboolean is_in_cover(const CordonView *view, const char *path)
{
    const GPtrArray *covers[] = {view->siblings, view->apps, view->protects, view->secrets};

    for (gsize c = 0; c < G_N_ELEMENTS(covers); c++) {
        for (guint i = 0; i < covers[c]->len; i++) {
            const CordonViewItem *cover = g_ptr_array_index(covers[c], i);

            if (strcmp(cover->path, path) != 0 && cordon_path_is_below(path, cover->path) &&
                cordon_path_is_below(cover->path, view->loop->path) &&
                strcmp(cover->path, view->loop->path) != 0)
                return TRUE;
        }
    }
    return FALSE;
}

/* Holds every folder between the loop and path. */
static gboolean hold_way(const Maker *maker, const char *path, GError **error)
{
    CordonView *view = maker->survey->view;
    const char *loop = view->loop->path;

    if (!cordon_path_is_below(path, loop) || strcmp(path, loop) == 0 || is_in_cover(view, path))
        return TRUE;
    for (const char *slash = strchr(path + strlen(loop) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        g_autofree char *folder = g_strndup(path, (gsize)(slash - path));
        CordonViewItem *item;

        if (is_held_between(view, folder))
            continue;
        if (view->between->len + view->protects->len >= MAX_HELD) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                        "%s holds secrets and files that your tools execute in more than %u "
                        "folders (%s is one too many), and each of them must be held in its place: "
                        "remove what is not needed, gather secrets in one folder called "
                        "“secrets”, or choose a folder with less in it.",
                        loop, MAX_HELD, folder);
            return FALSE;
        }
        item = cordon_hold_add(maker->survey->hold, folder, "The folder", error);
        if (item == NULL)
            return FALSE;
        g_ptr_array_add(view->between, item);
    }
    return TRUE;
}

static gboolean hold_between(const Maker *maker, GError **error)
{
    CordonView *view = maker->survey->view;
    const GPtrArray *covers[] = {view->siblings, view->apps, view->protects, view->secrets,
                                 view->specials};

    for (gsize c = 0; c < G_N_ELEMENTS(covers); c++) {
        for (guint i = 0; i < covers[c]->len; i++) {
            const CordonViewItem *item = g_ptr_array_index(covers[c], i);

            if (!hold_way(maker, item->path, error))
                return FALSE;
        }
    }
    return TRUE;
}

/* The user's cache folder as a real path, or NULL. */
static char *find_cache_base(const Maker *maker)
{
    const char *home = maker->survey->view->home;
    const char *xdg = cordon_strv_getenv(maker->environment, "XDG_CACHE_HOME");
    char *base = NULL;

    if (xdg != NULL && xdg[0] == '/')
        base = realpath(xdg, NULL);
    if (base == NULL && home != NULL && strcmp(home, "/") != 0) {
        g_autofree char *usual = g_build_filename(home, ".cache", NULL);

        base = realpath(usual, NULL);
        if (base == NULL && errno == ENOENT)
            base = g_steal_pointer(&usual);
    }
    return base;
}

/* A cache that the caller chose must be there, one of our own may be missing. */
static gboolean hold_cache(const Maker *maker, GError **error)
{
    CordonSurvey *survey = maker->survey;
    CordonView *view = survey->view;
    g_autofree char *base = NULL;
    g_autofree char *path = NULL;
    g_autoptr(GError) problem = NULL;

    if (maker->policy->cache != NULL) {
        view->cache = hold_folder(maker, maker->policy->cache, "The cache", error);
        return view->cache != NULL &&
               check_access(maker, view->cache, R_OK | W_OK | X_OK, "The cache", "write", error);
    }
    base = find_cache_base(maker);
    if (base == NULL) {
        notice(survey, "There is no home folder for a cache: build tools start without one.");
        return TRUE;
    }
    if (cordon_path_is_below(base, view->project->path)) {
        notice(survey,
               "The cache folder %s lies in the project: build tools start without a cache.", base);
        return TRUE;
    }
    path = cordon_loopcache_make(base, view->loop->path, &problem);
    if (path != NULL)
        view->cache = cordon_hold_add(survey->hold, path, "The cache", &problem);
    if (view->cache == NULL)
        notice(survey, "Build tools start without a cache: %s", problem->message);
    return TRUE;
}

static char *find_cwd(const Maker *maker, const char *cwd)
{
    CordonView *view = maker->survey->view;
    g_autofree char *here = NULL;
    g_autofree char *clean = NULL;
    g_autofree char *real = NULL;
    CORDON_AUTO_FD int fd = -1;
    struct stat status;

    if (cwd == NULL)
        return g_strdup(view->loop->path);
    if (cwd[0] != '/')
        here = g_get_current_dir();
    clean = cordon_path_clean(cwd, here);
    real = resolve(maker, clean, "The working folder", NULL);
    if (real != NULL && cordon_path_is_below(real, view->project->path)) {
        fd = cordon_path_open(real);
        if (fd >= 0 && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode))
            return g_steal_pointer(&real);
    }
    notice(maker->survey, "%s is no folder of the project: the command starts in %s.", clean,
           view->loop->path);
    return g_strdup(view->loop->path);
}

/* --- the repository that the command may change ------------------------------------------- */

/* The folder, from the working folder up to the project, whose .git git would use; or NULL. */
static char *find_work_tree(const Maker *maker)
{
    const char *project = maker->survey->view->project->path;
    g_autofree char *folder = g_strdup(maker->survey->cwd);

    for (;;) {
        g_autofree char *git = g_build_filename(folder, ".git", NULL);
        struct stat status;
        char *above;

        if (lstat(git, &status) == 0)
            return g_steal_pointer(&folder);
        if (strcmp(folder, project) == 0)
            return NULL;
        above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
}

/* The folder of its repository; NULL with the error set.  Only one that the view shows, and that git of this
 * very work tree uses. */
static char *find_own_repository(const Maker *maker, const char *folder, char **ret_worktree,
                                 GError **error)
{
    const CordonView *view = maker->survey->view;
    g_autofree char *git = g_build_filename(folder, ".git", NULL);
    g_autofree char *common = NULL;
    gboolean doubtful = FALSE;
    struct stat status;

    *ret_worktree = NULL;
    if (lstat(git, &status) == 0 && S_ISDIR(status.st_mode))
        return g_steal_pointer(&git);
    common = cordon_gitdir_find(folder, ret_worktree, &doubtful);
    if (common != NULL &&
        (cordon_path_is_below(common, view->project->path) ||
         g_ptr_array_find_with_equal_func(view->git_dirs, common, item_has_path, NULL)))
        return g_steal_pointer(&common);
    g_clear_pointer(ret_worktree, g_free);
    g_set_error(
        error, CORDON_ERROR, CORDON_ERROR_POLICY,
        "%s names no repository that names this work tree in turn and that the project shows.",
        git);
    return NULL;
}

static gboolean hold_stage_cover(const Maker *maker, const char *path, GError **error)
{
    CordonView *view = maker->survey->view;
    g_autofree char *full = g_build_filename(view->repository->path, path, NULL);
    CordonViewItem *item = cordon_hold_add(maker->survey->hold, full, "The repository's", error);

    if (item != NULL)
        g_ptr_array_add(view->stage_covers, item);
    return item != NULL;
}

static gboolean hold_repository(const Maker *maker, const char *folder, GError **error)
{
    CordonSurvey *survey = maker->survey;
    CordonView *view = survey->view;
    g_autofree char *worktree = NULL;
    g_autofree char *common = find_own_repository(maker, folder, &worktree, error);
    g_autofree char *objects = NULL;
    g_autofree char *base = find_cache_base(maker);
    g_autofree char *stages = NULL;

    if (common == NULL)
        return FALSE;
    if (base == NULL || cordon_path_is_below(base, view->project->path)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "There is no cache folder outside the project for the command's copy of %s.",
                    common);
        return FALSE;
    }
    objects = g_build_filename(common, "objects", NULL);
    view->repository = cordon_hold_add(survey->hold, common, "The repository", error);
    if (view->repository == NULL || !check_access(maker, view->repository, R_OK | W_OK | X_OK,
                                                  "The repository", "write", error))
        return FALSE;
    view->objects = cordon_hold_add(survey->hold, objects, "The repository's", error);
    stages = cordon_loopcache_make_folder(base, "repositories", error);
    if (view->objects == NULL || stages == NULL)
        return FALSE;
    survey->stage =
        cordon_stage_new(stages, common, cordon_hold_get(survey->hold, common), worktree, error);
    if (survey->stage == NULL)
        return FALSE;
    view->stage = cordon_hold_add(survey->hold, cordon_stage_get_tree(survey->stage),
                                  "The copy of the repository", error);
    if (view->stage == NULL)
        return FALSE;
    const GPtrArray *covers = cordon_stage_get_covers(survey->stage);
    for (guint i = 0; i < covers->len; i++) {
        if (!hold_stage_cover(maker, g_ptr_array_index(covers, i), error))
            return FALSE;
    }
    return cordon_mounts_check_repository(view, error);
}

/* One that cannot be handed out stays read-only. */
static void find_stage(const Maker *maker)
{
    CordonSurvey *survey = maker->survey;
    CordonView *view = survey->view;
    g_autofree char *folder = maker->policy->repository_writable ? find_work_tree(maker) : NULL;
    g_autoptr(GError) problem = NULL;

    if (folder == NULL || hold_repository(maker, folder, &problem))
        return;
    notice(survey, "The repository of %s stays read-only, so that git changes fail: %s", folder,
           problem->message);
    g_clear_pointer(&survey->stage, cordon_stage_free);
    g_clear_pointer(&view->repository, cordon_view_item_free);
    g_clear_pointer(&view->stage, cordon_view_item_free);
    g_clear_pointer(&view->objects, cordon_view_item_free);
    g_ptr_array_set_size(view->stage_covers, 0);
}

static guint64 read_memory_total(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long size = sysconf(_SC_PAGESIZE);

    return pages > 0 && size > 0 ? (guint64)pages * (guint64)size : 0;
}

static gboolean fill(Maker *maker, const char *cwd, GError **error)
{
    CordonSurvey *survey = maker->survey;

    if (!hold_policy(maker, error) || !find_homes(maker, error))
        return FALSE;
    cordon_system_add_mounts(survey->view->system);
    /* Before anything is searched: a folder of the system would take long, and say less. */
    if (!cordon_mounts_check_folders(survey->view, error) || !hold_cache(maker, error))
        return FALSE;
    find_tools(maker);
    find_repository(maker, survey->view->project->path);
    if (strcmp(survey->view->loop->path, survey->view->project->path) != 0)
        find_repository(maker, survey->view->loop->path);
    if (!scan_trees(maker, error) || !hold_between(maker, error))
        return FALSE;
    survey->cwd = find_cwd(maker, cwd);
    find_stage(maker);
    survey->memory_total = read_memory_total();
    return TRUE;
}

CordonSurvey *cordon_survey_new(const CordonPolicy *policy, const char *const *environment,
                                const char *cwd, GError **error)
{
    g_autoptr(CordonSurvey) survey = g_new0(CordonSurvey, 1);
    Maker maker = {survey, policy, environment, NULL};
    gboolean done;

    survey->view = cordon_view_new();
    survey->hold = cordon_hold_new();
    survey->notices = g_ptr_array_new_with_free_func(g_free);
    done = fill(&maker, cwd, error);
    g_free(maker.project);
    return done ? g_steal_pointer(&survey) : NULL;
}

void cordon_survey_free(CordonSurvey *survey)
{
    if (survey == NULL)
        return;
    cordon_view_free(survey->view);
    cordon_hold_free(survey->hold);
    cordon_stage_free(survey->stage);
    cordon_toolchain_free(survey->toolchain);
    g_free(survey->own_home);
    g_free(survey->cwd);
    g_ptr_array_unref(survey->notices);
    g_free(survey);
}

const CordonView *cordon_survey_get_view(const CordonSurvey *survey)
{
    return survey->view;
}

const char *cordon_survey_get_cwd(const CordonSurvey *survey)
{
    return survey->cwd;
}

const GPtrArray *cordon_survey_get_notices(const CordonSurvey *survey)
{
    return survey->notices;
}

guint64 cordon_survey_get_memory_total(const CordonSurvey *survey)
{
    return survey->memory_total;
}

CordonEnvironmentOptions cordon_survey_get_environment_options(const CordonSurvey *survey)
{
    return (CordonEnvironmentOptions){
        .home = survey->view->home,
        .cache = survey->view->cache != NULL ? survey->view->cache->path : NULL,
        .search_path = survey->toolchain->search_path,
        .go_modules = survey->toolchain->go_modules,
        .gradle_cache = survey->toolchain->gradle_cache,
    };
}

CordonStage *cordon_survey_get_stage(const CordonSurvey *survey)
{
    return survey->stage;
}

int cordon_survey_get_fd(const CordonSurvey *survey, const char *host_path)
{
    return cordon_hold_get(survey->hold, host_path);
}

/* SPDX-License-Identifier: MIT */
/* From a view to the list of mounts. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/mounts.h"

static guint64 next_inode = 1;

static CordonViewItem *item(const char *path, guint32 kind)
{
    return cordon_view_item_new(path, kind, 1, next_inode++);
}

static void put(GPtrArray *items, const char *path, guint32 kind)
{
    g_ptr_array_add(items, item(path, kind));
}

static CordonView *sample(const char *project, const char *loop)
{
    CordonView *view = cordon_view_new();

    g_ptr_array_add(view->system, cordon_mount_new(CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ,
                                                   CORDON_KIND_FOLDER, "/usr", "/usr"));
    g_ptr_array_add(view->system, cordon_mount_new(CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ,
                                                   CORDON_KIND_LINK, "usr/bin", "/bin"));
    view->home = g_strdup("/home/u");
    view->project = item(project, CORDON_KIND_FOLDER);
    view->loop = strcmp(project, loop) == 0
                     ? cordon_view_item_new(loop, CORDON_KIND_FOLDER, 1, view->project->inode)
                     : item(loop, CORDON_KIND_FOLDER);
    return view;
}

/* One line a mount: "r /usr" read, "w" write, "h" hidden, "f" fresh, "p" pin, "l" link. */
static char *show(const CordonView *view)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, &error);
    GString *text = g_string_new(NULL);

    cr_assert_not_null(mounts, "%s", error != NULL ? error->message : "");
    for (guint i = 0; i < mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(mounts, i);
        char sign = mount->kind == CORDON_KIND_FRESH       ? 'f'
                    : mount->kind == CORDON_KIND_LINK      ? 'l'
                    : mount->role == CORDON_ROLE_PIN       ? 'p'
                    : mount->access == CORDON_ACCESS_READ  ? 'r'
                    : mount->access == CORDON_ACCESS_WRITE ? 'w'
                                                           : 'h';

        g_string_append_printf(text, "%s%c %s", text->len > 0 ? ", " : "", sign, mount->guest_path);
    }
    return g_string_free(text, FALSE);
}

#define EXPECT_MOUNTS(view, wanted)                                                                \
    do {                                                                                           \
        g_autofree char *shown = show(view);                                                       \
        cr_expect_str_eq(shown, wanted, "%s", shown);                                              \
    } while (0)

#define BASE "r /usr, l /bin, f /home/u, "

Test(mounts, a_loop_is_the_one_writable_folder_of_a_read_only_project)
{
    g_autoptr(CordonView) view = sample("/home/u/p", "/home/u/p/loops/a");

    EXPECT_MOUNTS(view, BASE "r /home/u/p, w /home/u/p/loops/a");
}

Test(mounts, a_loop_that_is_the_project_is_mounted_once)
{
    g_autoptr(CordonView) view = sample("/tmp/p", "/tmp/p");

    EXPECT_MOUNTS(view, BASE "w /tmp/p");
}

Test(mounts, siblings_and_apps_are_bound_only_where_something_would_be_writable)
{
    g_autoptr(CordonView) view = sample("/p", "/p/loops/a");

    put(view->siblings, "/p/loops/b", CORDON_KIND_FOLDER);
    put(view->siblings, "/p/loops/a/c", CORDON_KIND_FOLDER);
    put(view->apps, "/p/.app", CORDON_KIND_FOLDER);
    put(view->apps, "/srv/app", CORDON_KIND_FOLDER);
    put(view->apps, "/p/loops/a/app", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /p, r /srv/app, w /p/loops/a, r /p/loops/a/app, r /p/loops/a/c");
}

Test(mounts, an_app_folder_around_the_project_comes_before_it)
{
    g_autoptr(CordonView) view = sample("/srv/app/work/p", "/srv/app/work/p/a");

    put(view->apps, "/srv/app", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /srv/app, r /srv/app/work/p, w /srv/app/work/p/a");
}

Test(mounts, every_folder_on_the_way_to_a_cover_is_pinned_outer_first)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    put(view->siblings, "/p/a/deep/er/b", CORDON_KIND_FOLDER);
    put(view->protects, "/p/a/deep/.git", CORDON_KIND_FOLDER);
    put(view->protects, "/p/a/.git", CORDON_KIND_FOLDER);
    put(view->protects, "/p/a/.envrc", CORDON_KIND_FILE);
    put(view->between, "/p/a/deep/er", CORDON_KIND_FOLDER);
    put(view->between, "/p/a/deep", CORDON_KIND_FOLDER);
    put(view->between, "/p/a/unneeded", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /p, w /p/a, r /p/a/.envrc, r /p/a/.git, p /p/a/deep, "
                             "r /p/a/deep/.git, p /p/a/deep/er, r /p/a/deep/er/b");
}

Test(mounts, folders_around_what_is_hidden_are_pinned_once_before_it)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    put(view->secrets, "/p/a/pkg/conf/.env", CORDON_KIND_FILE);
    put(view->secrets, "/p/a/pkg/x.key", CORDON_KIND_FILE);
    put(view->secrets, "/p/sub/.env", CORDON_KIND_FILE);
    put(view->specials, "/p/a/run/pipe", CORDON_KIND_SPECIAL);
    put(view->between, "/p/a/pkg", CORDON_KIND_FOLDER);
    put(view->between, "/p/a/pkg/conf", CORDON_KIND_FOLDER);
    put(view->between, "/p/a/run", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /p, w /p/a, p /p/a/pkg, p /p/a/run, p /p/a/pkg/conf, "
                             "h /p/sub/.env, h /p/a/pkg/x.key, h /p/a/pkg/conf/.env, "
                             "h /p/a/run/pipe");
}

Test(mounts, no_pin_makes_a_read_only_cover_writable)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    put(view->siblings, "/p/a/b", CORDON_KIND_FOLDER);
    put(view->secrets, "/p/a/b/x/.env", CORDON_KIND_FILE);
    put(view->protects, "/p/a/.git", CORDON_KIND_FOLDER);
    put(view->specials, "/p/a/.git/x/pipe", CORDON_KIND_SPECIAL);
    EXPECT_MOUNTS(view, BASE "r /p, w /p/a, r /p/a/.git, r /p/a/b, h /p/a/b/x/.env, "
                             "h /p/a/.git/x/pipe");
}

Test(mounts, what_lies_in_a_hidden_folder_is_hidden_with_it)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    put(view->secrets, "/p/a/closed", CORDON_KIND_FOLDER);
    put(view->siblings, "/p/a/closed/x/b", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /p, w /p/a, h /p/a/closed");
}

Test(mounts, what_lies_in_a_read_only_cover_needs_no_mount_of_its_own)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    put(view->siblings, "/p/a/b", CORDON_KIND_FOLDER);
    put(view->protects, "/p/a/b/.git", CORDON_KIND_FOLDER);
    put(view->siblings, "/p/a/b/x/c", CORDON_KIND_FOLDER);
    put(view->siblings, "/p/a/b", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /p, w /p/a, r /p/a/b");
}

Test(mounts, a_folder_on_the_way_that_is_not_held_is_an_error)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) mounts = NULL;

    put(view->siblings, "/p/a/deep/b", CORDON_KIND_FOLDER);
    mounts = cordon_mounts_build(view, &error);
    cr_expect_null(mounts);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INTERNAL));
}

Test(mounts, secrets_and_specials_come_last_but_for_the_cache)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    put(view->secrets, "/p/.env", CORDON_KIND_FILE);
    put(view->secrets, "/p/a/secrets", CORDON_KIND_FOLDER);
    put(view->secrets, "/p/a/secrets/x.key", CORDON_KIND_FILE);
    put(view->secrets, "/home/u/.cargo/credentials.toml", CORDON_KIND_FILE);
    put(view->secrets, "/home/u/.m2/settings.xml", CORDON_KIND_FILE);
    put(view->specials, "/p/a/agent.sock", CORDON_KIND_SPECIAL);
    put(view->tools, "/home/u/.cargo", CORDON_KIND_FOLDER);
    view->cache = item("/home/u/.cache/cordon/loops/a-1", CORDON_KIND_FOLDER);
    /* .m2 is not in view, so nothing of it has to be hidden. */
    EXPECT_MOUNTS(view, BASE "r /home/u/.cargo, r /p, w /p/a, h /p/.env, h /p/a/secrets, "
                             "h /home/u/.cargo/credentials.toml, h /p/a/agent.sock, "
                             "w /home/u/.cache/cordon/loops/a-1");
}

Test(mounts, tools_show_no_more_than_themselves)
{
    g_autoptr(CordonView) view = sample("/home/u/go/src/p", "/home/u/go/src/p");

    put(view->tools, "/home/u/go", CORDON_KIND_FOLDER); /* holds the project */
    put(view->tools, "/home/u", CORDON_KIND_FOLDER);    /* is the home */
    put(view->tools, "/home", CORDON_KIND_FOLDER);      /* holds the home */
    put(view->tools, "/", CORDON_KIND_FOLDER);
    put(view->tools, "/usr/local/cuda", CORDON_KIND_FOLDER); /* in view already */
    put(view->tools, "/home/u/go/src/p/bin", CORDON_KIND_FOLDER);
    put(view->tools, "/home/u/.nvm/v20", CORDON_KIND_FOLDER);
    put(view->tools, "/home/u/.nvm", CORDON_KIND_FOLDER);
    put(view->tools, "/home/u/.gitconfig", CORDON_KIND_FILE);
    EXPECT_MOUNTS(view, BASE "r /home/u/.gitconfig, r /home/u/.nvm, w /home/u/go/src/p");
}

Test(mounts, the_repository_of_a_linked_work_tree_is_read_only)
{
    g_autoptr(CordonView) view = sample("/home/u/wt", "/home/u/wt");

    put(view->git_dirs, "/home/u/repo/.git", CORDON_KIND_FOLDER);
    put(view->git_dirs, "/home/u", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /home/u/repo/.git, w /home/u/wt");
}

Test(mounts, a_home_above_the_system_is_not_covered)
{
    g_autoptr(CordonView) view = sample("/srv/p", "/srv/p");

    g_free(view->home);
    view->home = g_strdup("/");
    EXPECT_MOUNTS(view, "r /usr, l /bin, w /srv/p");
    g_clear_pointer(&view->home, g_free);
    EXPECT_MOUNTS(view, "r /usr, l /bin, w /srv/p");
}

Test(mounts, the_same_view_gives_the_same_list_whatever_the_order)
{
    g_autoptr(CordonView) one = sample("/p", "/p/a");
    g_autoptr(CordonView) two = sample("/p", "/p/a");
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;

    put(one->siblings, "/p/a/x", CORDON_KIND_FOLDER);
    put(one->siblings, "/p/a/y", CORDON_KIND_FOLDER);
    put(two->siblings, "/p/a/y", CORDON_KIND_FOLDER);
    put(two->siblings, "/p/a/x", CORDON_KIND_FOLDER);
    first = show(one);
    second = show(two);
    cr_expect_str_eq(first, second);
}

static void expect_refusal(const CordonView *view, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, &error);

    cr_assert_null(mounts, "not refused: %s", part);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_POLICY));
    cr_expect(strstr(error->message, part) != NULL, "%s", error->message);
}

Test(mounts, projects_that_bring_more_into_view_are_refused)
{
    static const struct {
        const char *project, *home, *part;
    } CASES[] = {
        {"/home/u", "/home/u", "home folder"},   {"/home", "/home/u", "home folder"},
        {"/root", "/root", "home folder"},       {"/", "/home/u", "home folder"},
        {"/", NULL, "cannot be a project"},      {"/tmp", NULL, "cannot be a project"},
        {"/usr", NULL, "cannot be a project"},   {"/usr/lib/x", NULL, "belongs to the system"},
        {"/etc", NULL, "belongs to the system"}, {"/proc/1", NULL, "belongs to the system"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(CordonView) view = sample(CASES[i].project, CASES[i].project);

        g_free(view->home);
        view->home = g_strdup(CASES[i].home);
        expect_refusal(view, CASES[i].part);
    }
}

Test(mounts, projects_in_usual_places_are_accepted)
{
    static const char *const CASES[] = {"/home/u/p", "/tmp/p",          "/srv/p",
                                        "/opt/p",    "/usr/src/app",    "/workspace",
                                        "/mnt/c/p",  "/home/u/.local/p"};

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(CordonView) view = sample(CASES[i], CASES[i]);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, &error);

        cr_expect_not_null(mounts, "%s", error != NULL ? error->message : "");
    }
}

Test(mounts, a_loop_outside_the_project_or_in_git_or_in_secrets_is_refused)
{
    g_autoptr(CordonView) outside = sample("/p", "/px");
    g_autoptr(CordonView) in_git = sample("/p", "/p/.git/x");
    g_autoptr(CordonView) is_git = sample("/p", "/p/.git");
    g_autoptr(CordonView) in_secrets = sample("/p", "/p/secrets/a");

    expect_refusal(outside, "outside the project");
    expect_refusal(in_git, ".git");
    expect_refusal(is_git, ".git");
    put(in_secrets->secrets, "/p/secrets", CORDON_KIND_FOLDER);
    expect_refusal(in_secrets, "hidden");
}

Test(mounts, siblings_that_contradict_the_loop_are_refused)
{
    g_autoptr(CordonView) same = sample("/p", "/p/a");
    g_autoptr(CordonView) holds = sample("/p", "/p/a/b");
    g_autoptr(CordonView) outside = sample("/p", "/p/a");
    g_autoptr(CordonView) alias = sample("/p", "/p/a");

    put(same->siblings, "/p/a", CORDON_KIND_FOLDER);
    expect_refusal(same, "as another loop's");
    put(holds->siblings, "/p/a", CORDON_KIND_FOLDER);
    expect_refusal(holds, "holds this loop's");
    put(outside->siblings, "/q", CORDON_KIND_FOLDER);
    expect_refusal(outside, "outside the project");
    g_ptr_array_add(alias->siblings, cordon_view_item_new("/p/x", CORDON_KIND_FOLDER,
                                                          alias->loop->device, alias->loop->inode));
    expect_refusal(alias, "as another loop's");
}

Test(mounts, app_folders_and_caches_that_contradict_are_refused)
{
    g_autoptr(CordonView) app = sample("/p", "/p/a");
    g_autoptr(CordonView) home = sample("/p", "/p/a");
    g_autoptr(CordonView) cache = sample("/p", "/p/a");

    put(app->apps, "/p/a", CORDON_KIND_FOLDER);
    expect_refusal(app, "application's own");
    put(home->apps, "/home", CORDON_KIND_FOLDER);
    expect_refusal(home, "home folder");
    cache->cache = item("/p/cache", CORDON_KIND_FOLDER);
    expect_refusal(cache, "overlaps the project");
}

Test(mounts, a_cache_never_makes_writable_what_is_read_only_or_hidden)
{
    static const char *const CACHES[] = {"/home/u/.cargo", "/home/u/.cargo/bin",
                                         "/home/u/.cargo/credentials.toml", "/home/u/repo"};

    for (gsize i = 0; i < G_N_ELEMENTS(CACHES); i++) {
        g_autoptr(CordonView) view = sample("/p", "/p/a");

        put(view->tools, "/home/u/.cargo/bin", CORDON_KIND_FOLDER);
        put(view->tools, "/home/u/.cargo", CORDON_KIND_FOLDER);
        put(view->git_dirs, "/home/u/repo/.git", CORDON_KIND_FOLDER);
        put(view->secrets, "/home/u/.cargo/credentials.toml", CORDON_KIND_FILE);
        view->cache = item(CACHES[i], CORDON_KIND_FOLDER);
        expect_refusal(view, "must not write");
    }
}

Test(mounts, an_app_folder_that_is_the_system_is_refused)
{
    static const char *const BAD[] = {"/",        "/etc",    "/etc/ssl", "/var",    "/run",
                                      "/proc",    "/proc/1", "/sys",     "/sys/x",  "/dev",
                                      "/dev/shm", "/boot",   "/home",    "/home/u", "/tmp"};
    static const char *const GOOD[] = {"/opt/app", "/srv/app", "/var/lib/app", "/tmp/app"};

    for (gsize i = 0; i < G_N_ELEMENTS(BAD); i++) {
        g_autoptr(CordonView) view = sample("/srv/p", "/srv/p/a");

        put(view->apps, BAD[i], CORDON_KIND_FOLDER);
        cr_expect_not(cordon_mounts_check_folders(view, NULL), "%s", BAD[i]);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(GOOD); i++) {
        g_autoptr(CordonView) view = sample("/srv/p", "/srv/p/a");

        put(view->apps, GOOD[i], CORDON_KIND_FOLDER);
        cr_expect(cordon_mounts_check_folders(view, NULL), "%s", GOOD[i]);
    }
}

Test(mounts, a_cache_inside_the_loop_needs_no_mount)
{
    g_autoptr(CordonView) view = sample("/p", "/p/a");

    view->cache = item("/p/a/.cache", CORDON_KIND_FOLDER);
    EXPECT_MOUNTS(view, BASE "r /p, w /p/a");
}

Test(mounts, a_view_without_folders_is_refused)
{
    g_autoptr(CordonView) view = cordon_view_new();

    expect_refusal(view, "needs a project");
}

/* --- a repository that the command may change ---------------------------------------------- */

static void give_repository(CordonView *view, const char *repository)
{
    g_autofree char *objects = g_build_filename(repository, "objects", NULL);
    g_autofree char *hooks = g_build_filename(repository, "hooks", NULL);
    g_autofree char *modules = g_build_filename(repository, "modules", NULL);

    view->repository = item(repository, CORDON_KIND_FOLDER);
    view->objects = item(objects, CORDON_KIND_FOLDER);
    view->stage = item("/home/u/.cache/cordon/repositories/1/tree", CORDON_KIND_FOLDER);
    put(view->stage_covers, modules, CORDON_KIND_FOLDER);
    put(view->stage_covers, hooks, CORDON_KIND_FOLDER);
}

Test(mounts, a_repository_is_covered_by_a_copy_and_never_writable_itself)
{
    static const struct {
        const char *loop, *repository, *wanted;
    } rows[] = {
        {"/p", "/p/.git",
         BASE "w /p, r /p/.git, w /p/.git, r /p/.git/hooks, r /p/.git/modules, "
              "r /run/repository/objects"},
        {"/p/a", "/p/.git",
         BASE "r /p, w /p/a, w /p/.git, r /p/.git/hooks, r /p/.git/modules, "
              "r /run/repository/objects"},
        {"/p/a", "/home/u/r/.git",
         BASE "r /home/u/r/.git, r /p, w /p/a, w /home/u/r/.git, "
              "r /home/u/r/.git/hooks, r /home/u/r/.git/modules, "
              "r /run/repository/objects"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonView) view = sample("/p", rows[i].loop);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) mounts = NULL;

        if (i == 0)
            put(view->protects, "/p/.git", CORDON_KIND_FOLDER);
        if (i == 2)
            put(view->git_dirs, "/home/u/r/.git", CORDON_KIND_FOLDER);
        give_repository(view, rows[i].repository);
        EXPECT_MOUNTS(view, rows[i].wanted);
        mounts = cordon_mounts_build(view, &error);
        for (guint j = 0; j < mounts->len; j++) {
            const CordonMount *mount = g_ptr_array_index(mounts, j);

            if (mount->host_path == NULL || strcmp(mount->guest_path, "/p") == 0 ||
                strcmp(mount->guest_path, "/p/a") == 0)
                continue;
            if (mount->access == CORDON_ACCESS_WRITE) {
                cr_expect_eq(mount->role, CORDON_ROLE_REPOSITORY);
                cr_expect_str_eq(mount->host_path, view->stage->path);
                cr_expect_eq(mount->inode, view->stage->inode);
            }
        }
    }
}

Test(mounts, what_is_hidden_in_a_repository_is_hidden_where_it_is_still_seen)
{
    g_autoptr(CordonView) view = sample("/p", "/p");

    put(view->protects, "/p/.git", CORDON_KIND_FOLDER);
    put(view->secrets, "/p/.git/odd/.env", CORDON_KIND_FILE);
    put(view->secrets, "/p/.git/modules/sub/.env", CORDON_KIND_FILE);
    put(view->specials, "/p/.git/fsmonitor--daemon.ipc", CORDON_KIND_SPECIAL);
    give_repository(view, "/p/.git");
    EXPECT_MOUNTS(view, BASE "w /p, r /p/.git, w /p/.git, r /p/.git/hooks, r /p/.git/modules, "
                             "r /run/repository/objects, h /p/.git/modules/sub/.env");
}

static void expect_no_repository(CordonView *view, const char *part)
{
    g_autoptr(GError) error = NULL;

    cr_expect_not(cordon_mounts_check_repository(view, &error));
    cr_expect(error != NULL && strstr(error->message, part) != NULL, "%s: %s", part,
              error != NULL ? error->message : "allowed");
    g_clear_error(&error);
    g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, &error);
    cr_expect_null(mounts);
}

Test(mounts, no_repository_is_given_that_is_anothers)
{
    g_autoptr(CordonView) sibling = sample("/p", "/p/a");
    g_autoptr(CordonView) app = sample("/p", "/p/a");
    g_autoptr(CordonView) around = sample("/p", "/p/a");
    g_autoptr(CordonView) secret = sample("/p", "/p/a");
    g_autoptr(CordonView) special = sample("/p", "/p/a");
    g_autoptr(CordonView) cache = sample("/p", "/p/a");
    g_autoptr(CordonView) stage = sample("/home/u/.cache", "/home/u/.cache/a");

    put(sibling->siblings, "/p/b", CORDON_KIND_FOLDER);
    give_repository(sibling, "/p/b/.git");
    expect_no_repository(sibling, "another loop");
    put(app->apps, "/p/app", CORDON_KIND_FOLDER);
    give_repository(app, "/p/app/.git");
    expect_no_repository(app, "the application");
    give_repository(around, "/p");
    expect_no_repository(around, "overlap");
    put(secret->secrets, "/p/.git/objects/.env", CORDON_KIND_FILE);
    give_repository(secret, "/p/.git");
    expect_no_repository(secret, "hidden");
    put(special->specials, "/p/.git/objects/pipe", CORDON_KIND_SPECIAL);
    give_repository(special, "/p/.git");
    expect_no_repository(special, "hidden");
    cache->cache = item("/home/u/cache", CORDON_KIND_FOLDER);
    give_repository(cache, "/home/u/cache/r/.git");
    expect_no_repository(cache, "cache");
    give_repository(stage, "/home/u/.cache/.git");
    expect_no_repository(stage, "overlap");
}

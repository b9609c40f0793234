/* SPDX-License-Identifier: MIT */
/* A view filled from real trees. */
#define _GNU_SOURCE
#include "engine/survey.h"

#include <grp.h>
#include <stdio.h>
#include <sys/wait.h>

#include "engine/home.h"
#include "model/mounts.h"
#include "tree.h"

#define ORDINARY_USER 65534 /* nobody */

/* root/home/u is the home, root/home/u/p the project. */
static void set_up(void)
{
    tree_make_root();
    tree_folder("home/u/p/loops/a");
}

TestSuite(survey, .init = set_up, .fini = tree_remove_root);

typedef struct {
    const char *project, *loop, *sibling, *app, *cwd, *path;
} Setting;

static CordonSurvey *survey(Setting setting, GError **error)
{
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    g_autofree char *project = tree_path(setting.project ? setting.project : "home/u/p");
    g_autofree char *loop = tree_path(setting.loop ? setting.loop : "home/u/p/loops/a");
    g_autofree char *home = g_strdup_printf("HOME=%s/home/u", tree_root);
    g_autofree char *path = g_strdup_printf("PATH=%s", setting.path ? setting.path : "/usr/bin");
    const char *const environment[] = {home, path, NULL};
    g_autofree char *cwd = setting.cwd ? tree_path(setting.cwd) : NULL;

    cordon_policy_set_project(policy, project);
    cordon_policy_set_loop(policy, loop);
    if (setting.sibling != NULL) {
        g_autofree char *sibling = tree_path(setting.sibling);

        cordon_policy_add_sibling(policy, sibling);
    }
    if (setting.app != NULL) {
        g_autofree char *app = tree_path(setting.app);

        cordon_policy_add_app_folder(policy, app);
    }
    return cordon_survey_new(policy, environment, cwd, error);
}

static CordonSurvey *expect_survey(Setting setting)
{
    g_autoptr(GError) error = NULL;
    CordonSurvey *made = survey(setting, &error);

    cr_assert_not_null(made, "%s", error != NULL ? error->message : "");
    return made;
}

static void expect_refusal(Setting setting, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSurvey) made = survey(setting, &error);

    cr_assert_null(made, "not refused: %s", part);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_POLICY));
    cr_expect(strstr(error->message, part) != NULL, "%s", error->message);
}

static gboolean has(const GPtrArray *items, const char *relative)
{
    g_autofree char *path = tree_path(relative);

    for (guint i = 0; i < items->len; i++) {
        if (strcmp(((CordonViewItem *)g_ptr_array_index(items, i))->path, path) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean has_notice(const CordonSurvey *made, const char *part)
{
    const GPtrArray *notices = cordon_survey_get_notices(made);

    for (guint i = 0; i < notices->len; i++) {
        if (strstr(g_ptr_array_index(notices, i), part) != NULL)
            return TRUE;
    }
    return FALSE;
}

Test(survey, folders_are_held_with_their_identity)
{
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});
    const CordonView *view = cordon_survey_get_view(made);
    g_autofree char *loop = tree_path("home/u/p/loops/a");
    struct stat by_path;
    struct stat by_fd;
    int fd = cordon_survey_get_fd(made, loop);

    cr_expect_str_eq(view->loop->path, loop);
    cr_expect_str_eq(cordon_survey_get_cwd(made), loop);
    cr_assert_geq(fd, 0);
    cr_assert_eq(fstat(fd, &by_fd), 0);
    cr_assert_eq(stat(loop, &by_path), 0);
    cr_expect_eq(by_fd.st_ino, by_path.st_ino);
    cr_expect_eq(view->loop->inode, by_path.st_ino);
    cr_expect_eq(fcntl(fd, F_GETFL) & O_PATH, O_PATH);
    cr_expect_eq(cordon_survey_get_fd(made, "/etc"), -1);
    cr_expect_gt(cordon_survey_get_memory_total(made), 1024 * 1024);
}

Test(survey, links_inside_the_project_are_refused)
{
    tree_folder("home/u/p/real");
    tree_link("real", "home/u/p/link");
    tree_folder("home/u/p/real/b");
    expect_refusal((Setting){.loop = "home/u/p/link"}, "symbolic link");
    expect_refusal((Setting){.loop = "home/u/p/link/b"}, "symbolic link");
    expect_refusal((Setting){.sibling = "home/u/p/link"}, "symbolic link");
    expect_refusal((Setting){.app = "home/u/p/link"}, "symbolic link");
}

Test(survey, a_link_out_of_the_loop_is_refused_as_a_sibling)
{
    tree_folder("elsewhere");
    tree_link("../../../../../elsewhere", "home/u/p/loops/a/b");
    expect_refusal((Setting){.sibling = "home/u/p/loops/a/b"}, "symbolic link");
}

Test(survey, a_home_that_is_reached_by_a_link_works)
{
    g_autofree char *project = tree_path("home/u/p");
    g_autofree char *loop = tree_path("home/u/p/loops/a");

    tree_link("home", "usual");
    g_autoptr(CordonSurvey) both =
        expect_survey((Setting){.project = "usual/u/p", .loop = "usual/u/p/loops/a"});
    g_autoptr(CordonSurvey) one = expect_survey((Setting){.project = "usual/u/p"});
    g_autoptr(CordonSurvey) other = expect_survey((Setting){.loop = "usual/u/p/loops/a"});

    cr_expect_str_eq(cordon_survey_get_view(both)->project->path, project);
    cr_expect_str_eq(cordon_survey_get_view(both)->loop->path, loop);
    cr_expect_str_eq(cordon_survey_get_view(one)->loop->path, loop);
    cr_expect_str_eq(cordon_survey_get_view(other)->loop->path, loop);
}

Test(survey, a_project_that_is_itself_a_link_is_its_target)
{
    g_autofree char *project = tree_path("home/u/p");

    tree_link("p", "home/u/current");
    g_autoptr(CordonSurvey) made =
        expect_survey((Setting){.project = "home/u/current", .loop = "home/u/current/loops/a"});

    cr_expect_str_eq(cordon_survey_get_view(made)->project->path, project);
}

Test(survey, what_is_missing_or_no_folder_is_refused)
{
    tree_file("home/u/p/file", "x");
    expect_refusal((Setting){.loop = "home/u/p/loops/none"}, "mkdir -p");
    expect_refusal((Setting){.project = "home/u/none", .loop = "home/u/none"}, "does not exist");
    expect_refusal((Setting){.loop = "home/u/p/file"}, "not a folder");
}

Test(survey, secrets_specials_and_protected_files_are_found_and_pins_held)
{
    tree_file("home/u/p/.env", "x");
    tree_file("home/u/p/loops/a/.git/config", "x");
    tree_file("home/u/p/loops/a/x/y/.git/config", "x");
    tree_folder("home/u/p/loops/a/z/b");
    tree_fifo("home/u/p/pipe");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){.sibling = "home/u/p/loops/a/z/b"});
    const CordonView *view = cordon_survey_get_view(made);
    g_autofree char *pin = tree_path("home/u/p/loops/a/x/y");
    g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, NULL);
    int fd = cordon_survey_get_fd(made, pin);

    cr_expect(has(view->secrets, "home/u/p/.env"));
    cr_expect(has(view->specials, "home/u/p/pipe"));
    cr_expect(has(view->protects, "home/u/p/loops/a/.git"));
    cr_expect(has(view->protects, "home/u/p/loops/a/x/y/.git"));
    cr_expect(has(view->between, "home/u/p/loops/a/x"));
    cr_expect(has(view->between, "home/u/p/loops/a/x/y"));
    cr_expect(has(view->between, "home/u/p/loops/a/z"));
    cr_expect_geq(fd, 0);
    cr_expect_not_null(mounts);
}

Test(survey, a_git_link_in_the_loop_is_refused_and_another_is_a_notice)
{
    tree_link("x", "home/u/p/loops/a/.vscode");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});

    cr_expect(has_notice(made, ".vscode"));
    tree_link("../../x", "home/u/p/loops/a/.git");
    expect_refusal((Setting){0}, "symbolic link");
}

Test(survey, the_folder_that_git_runs_hooks_from_is_protected)
{
    tree_file("home/u/p/.git/config", "[core]\n\thooksPath = loops/a/tools/hooks\n");
    tree_folder("home/u/p/loops/a/tools/hooks");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});
    const CordonView *view = cordon_survey_get_view(made);

    cr_expect(has(view->protects, "home/u/p/loops/a/tools/hooks"));
    cr_expect(has(view->between, "home/u/p/loops/a/tools"));
}

Test(survey, a_pointer_to_a_foreign_repository_shows_nothing)
{
    tree_file("home/u/p/.git", "gitdir: ../other/.git\n");
    tree_file("home/u/other/.git/HEAD", "x");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});

    cr_expect_eq(cordon_survey_get_view(made)->git_dirs->len, 0);
    cr_expect(has_notice(made, "does not name this folder"));
}

Test(survey, the_loop_gets_a_cache_that_only_the_user_can_enter)
{
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});
    g_autoptr(CordonSurvey) again = expect_survey((Setting){0});
    const CordonViewItem *cache = cordon_survey_get_view(made)->cache;
    CordonEnvironmentOptions options = cordon_survey_get_environment_options(made);
    g_autofree char *start = tree_path("home/u/.cache/cordon/loops/a-");
    struct stat status;

    cr_assert_not_null(cache);
    cr_expect(g_str_has_prefix(cache->path, start), "%s", cache->path);
    cr_assert_eq(stat(cache->path, &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0700);
    cr_expect_str_eq(options.cache, cache->path);
    cr_expect_eq(cordon_survey_get_view(again)->cache->inode, cache->inode);
}

Test(survey, a_cache_folder_that_is_a_link_is_left_alone)
{
    tree_folder("elsewhere");
    tree_folder("home/u/.cache");
    tree_link("../../../elsewhere", "home/u/.cache/cordon");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});
    g_autofree char *elsewhere = tree_path("elsewhere/loops");

    cr_expect_null(cordon_survey_get_view(made)->cache);
    cr_expect(has_notice(made, "without a cache"));
    cr_expect_not(g_file_test(elsewhere, G_FILE_TEST_EXISTS));
}

Test(survey, the_working_folder_is_taken_when_it_lies_in_the_project)
{
    g_autofree char *inside = tree_path("home/u/p/src");
    g_autofree char *loop = tree_path("home/u/p/loops/a");

    tree_folder("home/u/p/src");
    tree_link("src", "home/u/p/link");
    g_autoptr(CordonSurvey) good = expect_survey((Setting){.cwd = "home/u/p/src"});
    g_autoptr(CordonSurvey) outside = expect_survey((Setting){.cwd = "/etc"});
    g_autoptr(CordonSurvey) link = expect_survey((Setting){.cwd = "home/u/p/link"});
    g_autoptr(CordonSurvey) missing = expect_survey((Setting){.cwd = "home/u/p/none"});

    cr_expect_str_eq(cordon_survey_get_cwd(good), inside);
    cr_expect_str_eq(cordon_survey_get_cwd(outside), loop);
    cr_expect_str_eq(cordon_survey_get_cwd(link), loop);
    cr_expect_str_eq(cordon_survey_get_cwd(missing), loop);
    cr_expect(has_notice(outside, "/etc"));
}

Test(survey, tools_on_path_are_shown_and_nothing_around_them)
{
    g_autofree char *path = g_strdup_printf(
        "%1$s/home/u/.cargo/bin:%1$s/home/u/bin:%1$s/home/u/.local/bin:%1$s/home/u/node/bin:"
        "%1$s/home/u/Documents/bin:%1$s/home/u:/:relative::%1$s/home/u/.ssh/bin:/usr/bin:"
        "%1$s/home/u/p/node_modules/.bin",
        tree_root);

    tree_folder("home/u/.cargo/bin");
    tree_file("home/u/.cargo/credentials.toml", "x");
    tree_folder("home/u/.rustup");
    tree_folder("home/u/bin");
    tree_folder("home/u/.local/bin");
    tree_folder("home/u/.local/share/uv");
    tree_folder("home/u/.local/share/keyrings");
    tree_folder("home/u/node/bin");
    tree_folder("home/u/node/lib");
    tree_folder("home/u/Documents/bin");
    tree_folder("home/u/.ssh/bin");
    tree_folder("home/u/p/node_modules/.bin");
    tree_file("home/u/.gitconfig", "[user]\n\tname = T\n");
    tree_folder("home/u/go/pkg/mod");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){.path = path});
    const CordonView *view = cordon_survey_get_view(made);
    CordonEnvironmentOptions options = cordon_survey_get_environment_options(made);
    g_autofree char *modules = tree_path("home/u/go/pkg/mod");

    cr_expect(has(view->tools, "home/u/.cargo"));
    cr_expect(has(view->secrets, "home/u/.cargo/credentials.toml"));
    cr_expect(has(view->tools, "home/u/.rustup"));
    cr_expect(has(view->tools, "home/u/bin"));
    cr_expect(has(view->tools, "home/u/.local/bin"));
    cr_expect(has(view->tools, "home/u/.local/share/uv"));
    cr_expect(has(view->tools, "home/u/node"));
    cr_expect(has(view->tools, "home/u/Documents/bin"));
    cr_expect(has(view->tools, "home/u/.gitconfig"));
    cr_expect(has(view->tools, "home/u/go/pkg/mod"));
    cr_expect_eq(view->tools->len, 9);
    cr_expect_str_eq(options.go_modules, modules);
    cr_expect_null(options.gradle_cache);
    cr_expect(strstr(options.search_path, "relative") == NULL);
}

Test(survey, git_settings_with_credentials_stay_hidden)
{
    tree_file("home/u/.gitconfig", "[url \"https://u:pw@host/\"]\n");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});

    cr_expect_not(has(cordon_survey_get_view(made)->tools, "home/u/.gitconfig"));
}

Test(survey, a_tool_that_is_reached_by_a_link_is_shown_where_it_is)
{
    g_autofree char *path = g_strdup_printf("%s/home/u/current/bin", tree_root);

    tree_folder("home/u/jdk-21/bin");
    tree_folder("home/u/jdk-21/lib");
    tree_link("jdk-21", "home/u/current");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){.path = path});
    g_autofree char *wanted = tree_path("home/u/jdk-21/bin");

    cr_expect(has(cordon_survey_get_view(made)->tools, "home/u/jdk-21"));
    cr_expect_str_eq(cordon_survey_get_environment_options(made).search_path, wanted);
}

Test(survey, the_system_is_shown_without_its_secrets)
{
    g_autoptr(CordonSurvey) made = expect_survey((Setting){0});
    const GPtrArray *system = cordon_survey_get_view(made)->system;
    static const char *const NEVER[] = {
        "/etc/shadow",         "/etc/ssh/x", "/etc/machine-id",  "/etc/sudoers",
        "/etc/ssl/private/x",  "/root/x",    "/etc/resolv.conf", "/run/x",
        "/var/run/docker.sock"};

    cr_expect_eq(cordon_mounts_find_cover(system, "/usr/bin/env")->kind, CORDON_KIND_FOLDER);
    cr_expect_not_null(cordon_mounts_find_cover(system, "/bin/sh"));
    cr_expect_not_null(cordon_mounts_find_cover(system, "/etc/passwd"));
    cr_expect_lt(system->len, 60);
    for (gsize i = 0; i < G_N_ELEMENTS(NEVER); i++)
        cr_expect_null(cordon_mounts_find_cover(system, NEVER[i]), "%s", NEVER[i]);
}

Test(survey, a_project_that_is_the_home_is_refused_before_it_is_searched)
{
    expect_refusal((Setting){.project = "home/u"}, "holds the home folder");
}

Test(survey, an_app_folder_of_the_system_is_refused_before_it_is_searched)
{
    expect_refusal((Setting){.app = "/var"}, "/var cannot be an application");
    expect_refusal((Setting){.app = "/etc/alternatives"}, "/etc belongs to the system");
    expect_refusal((Setting){.app = "home/u"}, "holds the home folder");
}

Test(survey, folders_around_secrets_and_special_files_are_held)
{
    tree_file("home/u/p/loops/a/pkg/conf/.env", "x");
    tree_folder("home/u/p/loops/a/run");
    tree_fifo("home/u/p/loops/a/run/pipe");
    tree_file("home/u/p/loops/a/sib/x/.env", "x");
    tree_file("home/u/p/sub/.env", "x");
    g_autoptr(CordonSurvey) made = expect_survey((Setting){.sibling = "home/u/p/loops/a/sib"});
    const CordonView *view = cordon_survey_get_view(made);
    g_autoptr(GPtrArray) mounts = cordon_mounts_build(view, NULL);

    cr_expect(has(view->between, "home/u/p/loops/a/pkg"));
    cr_expect(has(view->between, "home/u/p/loops/a/pkg/conf"));
    cr_expect(has(view->between, "home/u/p/loops/a/run"));
    cr_expect_eq(view->between->len, 3);
    cr_expect_not_null(mounts);
}

Test(survey, decoys_in_the_loop_end_in_a_refusal_and_not_in_a_notice)
{
    for (int i = 0; i < 513; i++) {
        g_autofree char *name = g_strdup_printf("home/u/p/loops/a/many/%d.key", i);

        tree_file(name, "x");
    }
    expect_refusal((Setting){0}, "loops/a/many");
}

Test(survey, a_loop_of_the_users_own_that_cannot_be_listed_is_refused_with_the_way_out)
{
    g_autofree char *loop = tree_path("home/u/p/loops/a");

    cr_assert_eq(chmod(loop, 0300), 0);
    expect_refusal((Setting){0}, "cannot read: its mode is 0300");
    expect_refusal((Setting){0}, "chmod u+rwx ");
    cr_assert_eq(chmod(loop, 0500), 0);
    expect_refusal((Setting){0}, "cannot write: its mode is 0500");
    cr_assert_eq(chmod(loop, 0700), 0);
}

Test(survey, a_variable_shows_a_tool_and_no_folder_of_papers)
{
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    g_autofree char *project = tree_path("home/u/p");
    g_autofree char *loop = tree_path("home/u/p/loops/a");
    g_autofree char *home = g_strdup_printf("HOME=%s/home/u", tree_root);
    g_autofree char *path = g_strdup_printf(
        "PATH=/usr/bin:%1$s/home/u/.config:%1$s/home/u/Papiere:%1$s/home/u/.local/share",
        tree_root);
    g_autofree char *java = g_strdup_printf("JAVA_HOME=%s/home/u/jdk", tree_root);
    g_autofree char *cargo = g_strdup_printf("CARGO_HOME=%s/home/u/docs", tree_root);
    g_autofree char *env = g_strdup_printf("VIRTUAL_ENV=%s/home/u/.config", tree_root);
    g_autofree char *modules = g_strdup_printf("GOMODCACHE=%s/home/u/docs", tree_root);
    const char *const environment[] = {home, path, java, cargo, env, modules, NULL};

    tree_folder("home/u/jdk/bin");
    tree_file("home/u/docs/letter", "x");
    tree_folder("home/u/.config/bin");
    tree_folder("home/u/.local/share/x");
    tree_folder("home/u/Papiere/bin");
    tree_file("home/u/.config/user-dirs.dirs", "# x\nXDG_DOCUMENTS_DIR=\"$HOME/Papiere\"\n");
    cordon_policy_set_project(policy, project);
    cordon_policy_set_loop(policy, loop);
    g_autoptr(CordonSurvey) made = cordon_survey_new(policy, environment, NULL, NULL);

    cr_assert_not_null(made);
    cr_expect(has(cordon_survey_get_view(made)->tools, "home/u/jdk"));
    cr_expect_eq(cordon_survey_get_view(made)->tools->len, 1);
}

Test(survey, a_home_that_is_none_is_taken_from_the_user_database)
{
    static const char *const VALUES[] = {NULL,         "", ".", "relative", "/does/not/exist",
                                         "/etc/passwd"};
    g_autofree char *own = cordon_home_find_own();

    for (gsize i = 0; i < G_N_ELEMENTS(VALUES); i++) {
        g_autofree char *found = cordon_home_find(VALUES[i]);

        cr_expect_eq(g_strcmp0(found, own), 0, "%s: %s", VALUES[i], found);
    }
    g_autofree char *given = tree_path("home/u");
    g_autofree char *found = cordon_home_find(given);

    cr_expect_str_eq(found, given);
}

Test(survey, a_cache_folder_that_is_relative_or_in_the_project_is_not_used)
{
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    g_autofree char *project = tree_path("home/u/p");
    g_autofree char *loop = tree_path("home/u/p/loops/a");
    g_autofree char *home = g_strdup_printf("HOME=%s/home/u", tree_root);
    g_autofree char *inside = g_strdup_printf("XDG_CACHE_HOME=%s/home/u/p/cache", tree_root);
    const char *const relative[] = {home, "XDG_CACHE_HOME=cache", NULL};
    const char *const below[] = {home, inside, NULL};
    g_autofree char *usual = tree_path("home/u/.cache");
    g_autofree char *made_inside = tree_path("home/u/p/cache/cordon");

    tree_folder("home/u/p/cache");
    cordon_policy_set_project(policy, project);
    cordon_policy_set_loop(policy, loop);
    g_autoptr(CordonSurvey) first = cordon_survey_new(policy, relative, NULL, NULL);
    g_autoptr(CordonSurvey) second = cordon_survey_new(policy, below, NULL, NULL);

    cr_assert(first != NULL && second != NULL);
    cr_expect(g_str_has_prefix(cordon_survey_get_view(first)->cache->path, usual));
    cr_expect_null(cordon_survey_get_view(second)->cache);
    cr_expect(has_notice(second, "lies in the project"));
    cr_expect_not(g_file_test(made_inside, G_FILE_TEST_EXISTS));
}

/* A command makes the whole of it: work tree file, repository, and the way back. */
static void forge(const char *repository, const char *common)
{
    g_autofree char *file = tree_path("home/u/p/loops/a/.git");
    g_autofree char *pointer = g_strdup_printf("gitdir: %s/worktrees/w\n", repository);
    g_autofree char *back = g_strconcat(repository, "/worktrees/w/gitdir", NULL);
    g_autofree char *named = g_strconcat(repository, "/worktrees/w/commondir", NULL);

    tree_file("home/u/p/loops/a/.git", pointer);
    tree_file(back, file);
    tree_file(named, common);
}

Test(survey, a_repository_that_a_command_forged_is_not_shown)
{
    g_autofree char *in_loop = tree_path("home/u/p/loops/a/g/.git");
    g_autofree char *elsewhere = tree_path("home/u/private/.git");

    tree_folder("home/u/private/.git");
    forge(in_loop, elsewhere);
    g_autoptr(CordonSurvey) foreign = expect_survey((Setting){0});

    cr_expect_eq(cordon_survey_get_view(foreign)->git_dirs->len, 0);
    cr_expect(has_notice(foreign, "does not name this folder"));
    cr_expect(has(cordon_survey_get_view(foreign)->protects, "home/u/p/loops/a/.git"));

    g_autofree char *in_cache =
        g_strconcat(cordon_survey_get_view(foreign)->cache->path, "/g/.git", NULL);

    forge(in_cache, in_cache);
    g_autoptr(CordonSurvey) cached = expect_survey((Setting){0});

    cr_expect_eq(cordon_survey_get_view(cached)->git_dirs->len, 0);
    cr_expect(has_notice(cached, "in the loop's cache"));

    g_autofree char *in_secrets = tree_path("home/u/.ssh");

    forge(in_secrets, in_secrets);
    /* COMMON/worktrees/w is what git wants. */
    g_autoptr(CordonSurvey) secret = expect_survey((Setting){0});

    cr_expect_eq(cordon_survey_get_view(secret)->git_dirs->len, 0);
    cr_expect(has_notice(secret, "folder of secrets"));
}

/* Runs the rest as an ordinary user where this is root; returns in the child only. */
static gboolean become_ordinary_user(void)
{
    pid_t child;
    int status = 0;

    if (geteuid() != 0)
        return TRUE;
    child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        if (setgroups(0, NULL) != 0 || setgid(ORDINARY_USER) != 0 || setuid(ORDINARY_USER) != 0)
            _exit(99);
        return TRUE;
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", status);
    return FALSE;
}

/* What the survey says to an ordinary user: 0 it works, 1 refused with part. */
static int ask(Setting setting, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSurvey) made = survey(setting, &error);

    if (made != NULL)
        return 0;
    return strstr(error->message, part) != NULL ? 1 : 2;
}

Test(survey, an_ordinary_user_needs_a_loop_that_he_can_write)
{
    int wanted = geteuid() == 0 ? 1 : 0; /* the tree belongs to whoever runs the test */

    if (!become_ordinary_user())
        return;
    if (ask((Setting){0}, "cannot write") != wanted)
        _exit(1);
    if (wanted == 1)
        _exit(0);
}

Test(survey, an_ordinary_user_is_surveyed_in_his_own_tree)
{
    static const char *const OWN[] = {"home/u", "home/u/p", "home/u/p/loops", "home/u/p/loops/a"};

    for (gsize i = 0; geteuid() == 0 && i < G_N_ELEMENTS(OWN); i++) {
        g_autofree char *path = tree_path(OWN[i]);

        cr_assert_eq(chown(path, ORDINARY_USER, ORDINARY_USER), 0);
    }
    gboolean root = geteuid() == 0;

    if (!become_ordinary_user())
        return;
    if (ask((Setting){0}, "") != 0)
        _exit(1);
    if (root)
        _exit(0);
}

Test(survey, root_is_told_that_a_loop_of_another_user_cannot_be_written)
{
    g_autofree char *loop = tree_path("home/u/p/loops/a");
    g_autofree char *project = tree_path("home/u/p");

    if (geteuid() != 0)
        cr_skip_test("only root can give a folder away");
    cr_assert_eq(chown(loop, ORDINARY_USER, ORDINARY_USER), 0);
    expect_refusal((Setting){0}, "without root's rights");
    cr_assert_eq(chown(loop, 0, 0), 0);
    cr_assert_eq(chown(project, ORDINARY_USER, ORDINARY_USER), 0);
    cr_assert_eq(chmod(project, 0700), 0);
    expect_refusal((Setting){0}, "without root's rights");
}

Test(survey, a_link_of_another_user_on_the_way_is_refused)
{
    g_autofree char *link = tree_path("usual");

    if (geteuid() != 0)
        cr_skip_test("only root can give a link away");
    tree_link("home", "usual");
    cr_assert_eq(lchown(link, ORDINARY_USER, ORDINARY_USER), 0);
    expect_refusal((Setting){.project = "usual/u/p", .loop = "usual/u/p/loops/a"}, "another user");
}

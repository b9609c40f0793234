/* SPDX-License-Identifier: MIT */
/* Repositories of linked work trees, and folders of hooks. */
#define _GNU_SOURCE
#include "engine/gitdir.h"

#include "tree.h"

TestSuite(gitdir, .init = tree_make_root, .fini = tree_remove_root);

Test(gitdir, the_last_hooks_path_of_core_counts)
{
    static const struct {
        const char *text, *path;
    } CASES[] = {
        {"", NULL},
        {"[core]\n\thooksPath = .husky/_\n", ".husky/_"},
        {"[CORE]\nHOOKSPATH=x", "x"},
        {"[core] hooksPath = x\n", "x"},
        {"[core]\n\thooksPath = \"a b\"\n", "a b"},
        {"[core]\nhooksPath = a\n[core]\nhooksPath = b\n", "b"},
        {"[other]\n\thooksPath = x\n", NULL},
        {"[core \"x\"]\n\thooksPath = x\n", NULL},
        {"[core]\n\thooksPathX = x\n", NULL},
        {"[core]\n\thooksPath\n", NULL},
        {"[core\nhooksPath = x\n", NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *path = cordon_git_config_core(CASES[i].text, "hooksPath");

        cr_expect(g_strcmp0(path, CASES[i].path) == 0, "%s -> %s", CASES[i].text, path);
    }
}

/* repo/.git/worktrees/wt and wt/.git as git makes them. */
static void make_worktree(const char *back)
{
    g_autofree char *gitdir = g_strdup_printf("gitdir: %s/repo/.git/worktrees/wt\n", tree_root);
    g_autofree char *pointer = g_strdup_printf("%s/%s\n", tree_root, back);

    tree_file("repo/.git/HEAD", "ref: refs/heads/main\n");
    tree_file("repo/.git/worktrees/wt/gitdir", pointer);
    tree_file("repo/.git/worktrees/wt/commondir", "../..\n");
    tree_file("wt/.git", gitdir);
}

Test(gitdir, a_repository_that_points_back_is_found)
{
    g_autofree char *folder = tree_path("wt");
    g_autofree char *wanted = tree_path("repo/.git");
    g_autofree char *common = NULL;
    gboolean doubtful = TRUE;

    make_worktree("wt/.git");
    common = cordon_gitdir_find_common(folder, &doubtful);
    cr_expect_str_eq(common, wanted);
    cr_expect_not(doubtful);
}

Test(gitdir, the_repository_of_a_submodule_is_found_when_it_names_the_folder)
{
    g_autofree char *folder = tree_path("repo/sm");
    g_autofree char *wanted = tree_path("repo/.git/modules/sm");
    g_autofree char *common = NULL;
    gboolean doubtful = TRUE;

    tree_file("repo/.git/modules/sm/HEAD", "ref: refs/heads/main\n");
    tree_file("repo/.git/modules/sm/config", "[core]\n\tworktree = ../../../sm\n");
    tree_file("repo/sm/.git", "gitdir: ../.git/modules/sm\n");
    common = cordon_gitdir_find_common(folder, &doubtful);
    cr_expect_str_eq(common, wanted);
    cr_expect_not(doubtful);

    tree_file("repo/.git/modules/sm/config", "[core]\n\tworktree = ../../../other\n");
    cr_expect_null(cordon_gitdir_find_common(folder, &doubtful));
    cr_expect(doubtful);
}

Test(gitdir, a_repository_of_another_work_tree_is_not)
{
    g_autofree char *folder = tree_path("wt");
    gboolean doubtful = FALSE;

    make_worktree("other/.git");
    tree_file("other/.git", "x");
    cr_expect_null(cordon_gitdir_find_common(folder, &doubtful));
    cr_expect(doubtful);
}

Test(gitdir, a_file_that_names_any_folder_shows_nothing_of_it)
{
    static const char *const CASES[] = {
        "gitdir: /etc\n",         "gitdir: /\n",   "gitdir: ../secret\n", "gitdir: \n", "",
        "gitdir: /x\ngitdir: /y", "gitdir:/etc\n", "no pointer\n",
    };
    g_autofree char *folder = tree_path("wt");
    gboolean doubtful;

    tree_file("secret/HEAD", "x");
    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        tree_file("wt/.git", CASES[i]);
        cr_expect_null(cordon_gitdir_find_common(folder, &doubtful), "%s", CASES[i]);
    }
}

Test(gitdir, a_commondir_that_leads_away_is_not_believed)
{
    g_autofree char *folder = tree_path("wt");
    gboolean doubtful = FALSE;

    make_worktree("wt/.git");
    tree_file("secret/HEAD", "x");
    tree_file("repo/.git/worktrees/wt/commondir", "../../../../secret\n");
    cr_expect_null(cordon_gitdir_find_common(folder, &doubtful));
    cr_expect(doubtful);
}

Test(gitdir, a_folder_or_nothing_in_place_of_the_file_is_no_doubt)
{
    g_autofree char *plain = tree_path("plain");
    g_autofree char *repo = tree_path("repo");
    gboolean doubtful = TRUE;

    tree_folder("plain");
    tree_file("repo/.git/HEAD", "x");
    cr_expect_null(cordon_gitdir_find_common(plain, &doubtful));
    cr_expect_not(doubtful);
    cr_expect_null(cordon_gitdir_find_common(repo, &doubtful));
    cr_expect_not(doubtful);
}

Test(gitdir, hooks_are_found_by_the_repository_or_its_common_folder)
{
    g_autofree char *repo = tree_path("repo");
    g_autofree char *wt = tree_path("wt");
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;
    g_autofree char *wanted = tree_path("repo/.hooks");
    g_autofree char *wanted_wt = tree_path("wt/.hooks");

    make_worktree("wt/.git");
    tree_file("repo/.git/config", "[core]\n\thooksPath = .hooks\n");
    first = cordon_gitdir_find_hooks(repo);
    second = cordon_gitdir_find_hooks(wt);
    cr_expect_str_eq(first, wanted);
    cr_expect_str_eq(second, wanted_wt);
}

/* SPDX-License-Identifier: MIT */
/* From where nothing may decide what this process starts. */
#define _GNU_SOURCE /* nftw() in tree.h, setenv() */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/workspace.h"
#include "tree.h"

static gboolean holds(const char *name)
{
    g_autofree char *path = tree_path(name);

    return cordon_workspace_holds(path);
}

TestSuite(workspace, .init = tree_make_root, .fini = tree_remove_root);

Test(workspace, a_work_tree_is_one_wherever_this_process_stands)
{
    tree_folder("home/u");
    tree_folder("p/.venv/bin");
    tree_folder("p/.git");
    tree_folder("tools/bin");
    g_autofree char *home = tree_path("home/u");
    setenv("HOME", home, 1);

    cr_expect(holds("p/.venv/bin"));
    cr_expect(holds("p/not/there"));
    cr_expect_not(holds("tools/bin"));
    cr_expect_not(cordon_workspace_holds("/usr/bin"));
}

Test(workspace, a_work_tree_that_holds_the_home_is_none)
{
    tree_folder("home/u/.git");
    tree_folder("home/u/.cache");
    g_autofree char *home = tree_path("home/u");
    setenv("HOME", home, 1);

    cr_expect_not(holds("home/u/.cache"));
}

Test(workspace, the_current_folder_is_one_unless_it_holds_the_home)
{
    tree_folder("home/u/w/bin");
    g_autofree char *home = tree_path("home/u");
    g_autofree char *work = tree_path("home/u/w");
    setenv("HOME", home, 1);

    cr_assert_eq(chdir(work), 0);
    cr_expect(holds("home/u/w/bin"));
    cr_assert_eq(chdir(home), 0);
    cr_expect_not(holds("home/u/w/bin"));
}

Test(workspace, a_planned_project_is_one_and_links_are_followed)
{
    tree_folder("home/u");
    tree_folder("p/bin");
    tree_folder("q");
    g_autofree char *home = tree_path("home/u");
    g_autofree char *project = tree_path("p");
    g_autofree char *link = tree_path("q/link");
    g_autofree char *target = tree_path("p/bin");
    setenv("HOME", home, 1);
    cr_assert_eq(symlink(target, link), 0);

    cr_expect_not(holds("p/bin"));
    cordon_workspace_add(project);
    cordon_workspace_add(project);
    cr_expect(holds("p/bin"));
    cr_expect(holds("q/link"));
    cr_expect_not(holds("q"));
}

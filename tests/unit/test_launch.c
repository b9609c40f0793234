/* SPDX-License-Identifier: MIT */
/* A launch in the shape of the plug-in interface. */
#include <criterion/criterion.h>

#include "model/launch.h"

Test(launch, the_view_says_what_the_launch_says)
{
    const char *const argv[] = {"true", "x", NULL};
    g_autoptr(CordonLaunch) launch = cordon_launch_new();
    g_autoptr(CordonLaunchView) view = NULL;
    const struct cordon_launch *shown;
    CordonMount *mount;

    launch->instance = g_strdup("run-1");
    launch->argv = g_strdupv((char **)argv);
    launch->cwd = g_strdup("/p");
    launch->memory_bytes = 7;
    mount = cordon_mount_new(CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p", "/p");
    mount->device = 3;
    mount->inode = 4;
    g_ptr_array_add(launch->mounts, mount);
    g_ptr_array_add(launch->mounts, cordon_mount_new(CORDON_ROLE_HOME, CORDON_ACCESS_WRITE,
                                                     CORDON_KIND_FRESH, NULL, "/home/u"));
    cordon_guarantees_add(launch->guarantees, "net.none/1");

    view = cordon_launch_view_new(launch);
    shown = cordon_launch_view_get(view);
    cr_expect_eq(shown->struct_size, sizeof *shown);
    cr_expect_eq(shown->network, CORDON_NET_NONE);
    cr_expect_str_eq(shown->instance, "run-1");
    cr_expect_str_eq(shown->argv[1], "x");
    cr_expect_null(shown->argv[2]);
    cr_expect_null(shown->envp[0]);
    cr_expect_str_eq(shown->guarantees[0], "net.none/1");
    cr_expect_null(shown->guarantees[1]);
    cr_expect_eq(shown->limits->memory_bytes, 7);
    cr_expect_eq(shown->mounts[0]->struct_size, sizeof(struct cordon_mount));
    cr_expect_eq(shown->mounts[0]->device, 3);
    cr_expect_eq(shown->mounts[0]->inode, 4);
    cr_expect_eq(shown->mounts[1]->kind, CORDON_KIND_FRESH);
    cr_expect_null(shown->mounts[1]->host_path);
    cr_expect_null(shown->mounts[2]);
}

Test(launch, the_last_mount_above_a_path_decides)
{
    g_autoptr(GPtrArray) mounts = cordon_mounts_new();

    g_ptr_array_add(mounts, cordon_mount_new(CORDON_ROLE_PROJECT, CORDON_ACCESS_READ,
                                             CORDON_KIND_FOLDER, "/p", "/p"));
    g_ptr_array_add(mounts, cordon_mount_new(CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE,
                                             CORDON_KIND_FOLDER, "/p/a", "/p/a"));
    cr_expect_eq(cordon_mounts_find_cover(mounts, "/p/a/x")->role, CORDON_ROLE_LOOP);
    cr_expect_eq(cordon_mounts_find_cover(mounts, "/p/ab")->role, CORDON_ROLE_PROJECT);
    cr_expect_null(cordon_mounts_find_cover(mounts, "/px"));
}

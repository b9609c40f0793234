/* SPDX-License-Identifier: MIT */
/* Where the gateway is, and what it leaves there. */
#define _GNU_SOURCE
#include "place.h"

#include <cordon/json.h>
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

Test(gateway_place, follows_from_the_user_alone)
{
    static const struct {
        PlaceFacts facts;
        const char *folder;
    } rows[] = {
        {{"/x/y", 7, TRUE, "/home/a"}, "/x/y"},
        {{"/x//y/../z/", 7, TRUE, "/home/a"}, "/x/z"},
        {{"", 7, TRUE, "/home/a"}, "/run/user/7/cordon"},
        {{NULL, 7, TRUE, "/home/a"}, "/run/user/7/cordon"},
        {{NULL, 7, FALSE, "/home/a"}, "/home/a/.local/state/cordon/run"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *error = NULL;
        g_autofree char *folder = place_choose(&rows[i].facts, &error);
        cr_assert_not_null(folder, "%s", error);
        cr_expect_str_eq(folder, rows[i].folder);
    }
}

Test(gateway_place, says_why_there_is_none)
{
    g_autofree char *deep = g_strnfill(PLACE_MAX_FOLDER, 'a');
    g_autofree char *too_long = g_strconcat("/", deep, NULL);
    const struct {
        PlaceFacts facts;
        const char *word;
    } rows[] = {
        {{"x/y", 7, TRUE, "/home/a"}, "absolute"},  {{too_long, 7, TRUE, NULL}, "too long"},
        {{NULL, 7, FALSE, too_long}, "too long"},   {{NULL, 7, FALSE, NULL}, PLACE_VARIABLE},
        {{NULL, 7, FALSE, "home"}, PLACE_VARIABLE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *error = NULL;
        cr_assert_null(place_choose(&rows[i].facts, &error));
        cr_expect_not_null(strstr(error, rows[i].word), "%s", error);
    }
}

static char *top;

static void make_top(void)
{
    top = g_dir_make_tmp("cordon-gateway-XXXXXX", NULL);
    cr_assert_not_null(top);
}

static void remove_top(void)
{
    const char *argv[] = {"rm", "-rf", top, NULL};
    g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                 NULL);
    g_free(top);
}

TestSuite(gateway_folder, .init = make_top, .fini = remove_top);

Test(gateway_folder, is_made_for_the_user_alone)
{
    g_autofree char *folder = g_build_filename(top, "a/b", NULL);
    g_autofree char *error = NULL;
    struct stat info;

    cr_assert(place_make(folder, &error), "%s", error);
    cr_assert_eq(lstat(folder, &info), 0);
    cr_expect_eq(info.st_mode & 07777, 0700);
    cr_expect(place_make(folder, &error));
}

Test(gateway_folder, that_others_can_use_is_refused)
{
    g_autofree char *folder = g_build_filename(top, "open", NULL);
    g_autofree char *link = g_build_filename(top, "link", NULL);
    g_autofree char *error = NULL, *link_error = NULL;

    cr_assert_eq(mkdir(folder, 0700), 0);
    cr_assert_eq(symlink(folder, link), 0);
    cr_expect_not(place_make(link, &link_error));
    cr_assert_eq(chmod(folder, 0750), 0);
    cr_expect_not(place_make(folder, &error));
    cr_expect_not_null(strstr(error, "chmod 700"), "%s", error);
}

Test(gateway_folder, holds_one_lock)
{
    g_autofree char *error = NULL;
    g_autofree char *number = g_strdup_printf("process %ld", (long)getpid());
    int first = runtime_lock(top, &error);

    cr_assert_geq(first, 0, "%s", error);
    cr_assert_eq(runtime_lock(top, &error), -1);
    cr_expect_not_null(strstr(error, number), "%s", error);
    close(first);
    int again = runtime_lock(top, &error);
    cr_expect_geq(again, 0);
    close(again);
}

Test(gateway_folder, files_are_replaced_whole_and_private)
{
    g_autofree char *error = NULL, *text = NULL;
    g_autofree char *path = g_build_filename(top, "token", NULL);
    g_autofree char *other = g_build_filename(top, "other", NULL);
    struct stat info;

    cr_assert(g_file_set_contents(other, "theirs", -1, NULL));
    cr_assert_eq(symlink(other, path), 0);
    cr_assert(runtime_write(top, "token", "mine\n", &error), "%s", error);
    cr_assert_eq(lstat(path, &info), 0);
    cr_expect(S_ISREG(info.st_mode));
    cr_expect_eq(info.st_mode & 07777, 0600);
    cr_assert(g_file_get_contents(other, &text, NULL, NULL));
    cr_expect_str_eq(text, "theirs");
    cr_expect_not(runtime_write("/proc/nothing", "token", "x", &error));
}

Test(gateway_folder, the_info_names_process_and_port)
{
    g_autofree char *error = NULL, *text = NULL;
    g_autofree char *path = g_build_filename(top, PLACE_INFO, NULL);
    gint64 number = 0;
    gsize size;

    cr_assert(runtime_write_info(top, 4711, 12, &error), "%s", error);
    cr_assert(g_file_get_contents(path, &text, &size, NULL));
    g_autoptr(CordonJson) json = cordon_json_parse(text, size, 65536, NULL);
    cr_assert_not_null(json);
    cr_assert(
        cordon_json_get_int(cordon_json_root(json), "pid", TRUE, 1, G_MAXINT32, &number, NULL));
    cr_expect_eq(number, getpid());
    cr_assert(cordon_json_get_int(cordon_json_root(json), "port", TRUE, 1, 65535, &number, NULL));
    cr_expect_eq(number, 4711);
}

/* SPDX-License-Identifier: MIT */
/* The real disk, as the command filter asks for it. */
#define _GNU_SOURCE /* what tree.h needs */
#include "engine/world.h"
#include "tree.h"

TestSuite(world, .init = tree_make_root, .fini = tree_remove_root);

/* expected: "=" is the path itself, the same pointer; "+..." lies below the tree's root. */
static void expect_real(const char *relative, const char *expected)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    g_autofree char *path = g_strconcat(tree_root, "/", relative, NULL);
    const char *found = cordon_world_disk()->real_path(NULL, arena, path);
    g_autofree char *below = g_strconcat(tree_root, expected + 1, NULL);

    if (expected[0] == '=')
        cr_expect_eq(found, path, "%s: %s", relative, found);
    else
        cr_expect_str_eq(found, expected[0] == '+' ? below : expected, "%s: %s", relative, found);
}

Test(world, a_path_without_links_is_itself)
{
    tree_file("a/b/file", "x");
    expect_real("a/b/file", "=");
    expect_real("a/b/", "=");
    expect_real("a/b/../b/./file", "=");
    expect_real("a/missing/deeper", "=");
    expect_real("a/missing/../b/file", "=");
    expect_real("a/b/file/below-a-file", "=");
    expect_real("../../../../../..", "=");
}

Test(world, links_are_followed_wherever_they_stand)
{
    tree_file("a/b/file", "x");
    tree_link("b/file", "a/last");
    tree_link("a/b", "first");
    tree_link("first", "second");
    tree_link("/etc", "out");
    tree_link("../..", "a/b/up");
    expect_real("a/last", "+/a/b/file");
    expect_real("first/file", "+/a/b/file");
    expect_real("first/missing/x", "+/a/b/missing/x");
    expect_real("second/file", "+/a/b/file");
    expect_real("out", "/etc");
    expect_real("out/passwd", "/etc/passwd");
    expect_real("a/b/up/a/b/file", "+/a/b/file");
}

Test(world, dots_lead_to_the_parent_of_where_a_link_leads)
{
    tree_folder("a/b");
    tree_folder("c");
    tree_link("../a/b", "c/link");
    /* By its text it would be c. */
    expect_real("c/link/..", "+/a");
    expect_real("c/link/../../x", "+/x");
    expect_real("c/link/./../new", "+/a/new");
}

/* What is written through it comes to be where it leads. */
Test(world, a_link_to_what_is_missing_is_followed)
{
    tree_link("/nonexistent/place", "dangling");
    tree_link("not-there-yet", "soon");
    expect_real("dangling", "/nonexistent/place");
    expect_real("dangling/x/../y", "/nonexistent/place/y");
    expect_real("soon", "+/not-there-yet");
}

/* "mkdir new && cat new/../link/passwd": when it runs, the folder is there. */
Test(world, a_missing_folder_hides_no_link_behind_dots)
{
    tree_link("/etc", "link");
    expect_real("new/../link/passwd", "/etc/passwd");
    expect_real("new/deep/../../link", "/etc");
}

Test(world, links_in_a_circle_end)
{
    tree_link("b", "a");
    tree_link("a", "b");
    g_autoptr(CordonArena) arena = cordon_arena_new();
    g_autofree char *path = tree_path("a/x");
    cr_assert_not_null(cordon_world_disk()->real_path(NULL, arena, path));
}

Test(world, a_very_long_path_is_itself)
{
    g_autoptr(GString) path = g_string_new("x");

    for (guint i = 0; i < 5000; i++)
        g_string_append(path, "/x");
    expect_real(path->str, "=");
    g_string_erase(path, 0, -1);
    for (guint i = 0; i < 300; i++)
        g_string_append_c(path, 'n');
    expect_real(path->str, "=");
}

static const char *text_of(CordonArena *arena, const char *relative, gsize max)
{
    g_autofree char *path = tree_path(relative);

    return cordon_world_disk()->read_text(NULL, arena, path, max);
}

Test(world, texts_are_read_up_to_a_bound)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    tree_file("file", "some text");
    tree_file("empty", "");
    tree_link("file", "link");
    cr_expect_str_eq(text_of(arena, "file", 100), "some text");
    cr_expect_str_eq(text_of(arena, "file", 4), "some");
    cr_expect_str_eq(text_of(arena, "empty", 100), "");
    cr_expect_str_eq(text_of(arena, "link", 100), "some text");
    cr_expect_null(text_of(arena, "missing", 100));
    cr_expect_not_null(text_of(arena, "/proc/self/status", 100));
}

/* A FIFO would wait for ever, and a device might do something. */
Test(world, only_regular_files_are_read, .timeout = 20)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    tree_fifo("fifo");
    tree_folder("folder");
    tree_socket("socket");
    cr_expect_null(text_of(arena, "fifo", 100));
    cr_expect_null(text_of(arena, "folder", 100));
    cr_expect_null(text_of(arena, "socket", 100));
    cr_expect_null(text_of(arena, "/dev/zero", 100));
}

static gboolean count_name(const char *name, gpointer user_data)
{
    guint *left = user_data;

    cr_expect_str_neq(name, ".");
    cr_expect_str_neq(name, "..");
    return --*left > 0;
}

Test(world, names_are_listed_until_the_caller_has_enough)
{
    g_autofree char *folder = tree_path("folder");
    g_autofree char *missing = tree_path("missing");
    guint left = 10;

    tree_file("folder/a", "");
    tree_file("folder/.b", "");
    tree_folder("folder/c");
    cordon_world_disk()->list(NULL, folder, count_name, &left);
    cr_expect_eq(left, 7);
    left = 1;
    cordon_world_disk()->list(NULL, folder, count_name, &left);
    cr_expect_eq(left, 0);
    cordon_world_disk()->list(NULL, missing, count_name, &left);
    cr_expect_eq(left, 0);
}

/* expected: below the tree's root, or NULL. */
static void expect_secret(const char *folder, const char *expected)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    g_autofree char *path = tree_path(folder);
    g_autofree char *wanted = expected != NULL ? tree_path(expected) : NULL;
    const char *found = cordon_world_disk()->find_secret(NULL, arena, path);

    cr_expect(g_strcmp0(found, wanted) == 0, "%s: %s", folder, found != NULL ? found : "none");
}

Test(world, secrets_are_found_at_any_depth)
{
    tree_file("clean/src/main.c", "");
    tree_file("clean/.env.example", "");
    tree_file("clean/.npmrc", "save-exact=true\n");
    tree_file("one/src/deep/deeper/.env", "");
    tree_file("two/a/server.key", "");
    tree_file("three/.ssh/config", "");
    tree_file("four/.npmrc", "//replicate.npmjs.org/:_authToken=abc\n");
    tree_file("five/.config/gcloud/x", "");
    expect_secret("clean", NULL);
    expect_secret("one", "one/src/deep/deeper/.env");
    expect_secret("two", "two/a/server.key");
    expect_secret("three", "three/.ssh");
    expect_secret("four", "four/.npmrc");
    expect_secret("five", "five/.config/gcloud");
    expect_secret("missing", NULL);
    expect_secret("two/a/server.key", NULL);
}

Test(world, a_link_named_like_a_secret_is_one_and_others_are_not_followed)
{
    tree_file("outside/id_rsa", "");
    tree_link("../outside", "a/folder");
    expect_secret("a", NULL);
    tree_link("../outside/x", "a/.env");
    expect_secret("a", "a/.env");
}

Test(world, bulk_folders_are_passed_over)
{
    tree_file("a/node_modules/tls/test/server.key", "");
    tree_file("a/.git/secrets/x.pem", "");
    tree_file("a/target/.env", "");
    expect_secret("a", NULL);
}

Test(world, folders_that_are_too_deep_count_as_secret)
{
    g_autoptr(GString) deep = g_string_new("deep");

    for (guint i = 0; i < 140; i++)
        g_string_append(deep, "/d");
    tree_folder(deep->str);
    expect_secret("deep", "deep");
}

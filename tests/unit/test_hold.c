/* SPDX-License-Identifier: MIT */
/* Walking without following links, and holding. */
#define _GNU_SOURCE
#include "engine/hold.h"

#include "tree.h"

TestSuite(hold, .init = tree_make_root, .fini = tree_remove_root);

Test(hold, a_link_anywhere_on_the_way_is_found)
{
    tree_file("real/a/f", "x");
    tree_link("real", "l");
    tree_link("f", "real/a/lf");
    static const struct {
        const char *path, *link;
    } CASES[] = {
        {"real/a/f", NULL},         {"l/a/f", "l"},           {"l", "l"},
        {"real/a/lf", "real/a/lf"}, {"real/missing/x", NULL}, {"l/missing", "l"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *path = tree_path(CASES[i].path);
        g_autofree char *link = CASES[i].link != NULL ? tree_path(CASES[i].link) : NULL;
        g_autofree char *found = cordon_path_find_link(path);

        cr_expect(g_strcmp0(found, link) == 0, "%s: %s", path, found);
    }
}

Test(hold, opening_follows_no_link)
{
    g_autofree char *file = tree_path("real/f");
    g_autofree char *through = tree_path("l/f");
    g_autofree char *last = tree_path("l");
    int fd;

    tree_file("real/f", "x");
    tree_link("real", "l");
    fd = cordon_path_open(file);
    cr_expect_geq(fd, 0);
    cr_expect_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    close(fd);
    cr_expect_eq(cordon_path_open(through), -1);
    cr_expect_eq(cordon_path_open(last), -1);
    cr_expect_eq(errno, ELOOP);
}

Test(hold, what_is_held_stays_what_it_was_when_its_name_moves)
{
    g_autoptr(CordonHold) hold = cordon_hold_new();
    g_autofree char *path = tree_path("a");
    g_autofree char *other = tree_path("b");
    CordonViewItem *item;
    struct stat status;
    int fd;

    tree_folder("a");
    item = cordon_hold_add(hold, path, "The folder", NULL);
    cr_assert_not_null(item);
    cr_assert_eq(rename(path, other), 0);
    tree_folder("a");
    fd = cordon_hold_get(hold, path);
    cr_assert_geq(fd, 0);
    cr_assert_eq(fstat(fd, &status), 0);
    cr_expect_eq(status.st_ino, item->inode);
    cr_expect_eq(cordon_hold_get(hold, other), -1);
    cordon_view_item_free(item);
}

Test(hold, a_missing_folder_says_how_to_make_it_and_a_special_file_is_refused)
{
    g_autoptr(CordonHold) hold = cordon_hold_new();
    g_autofree char *missing = tree_path("x/y");
    g_autofree char *fifo = tree_path("f");
    g_autoptr(GError) error = NULL;

    cr_expect_null(cordon_hold_add(hold, missing, "The loop's folder", &error));
    cr_expect(strstr(error->message, "mkdir -p") != NULL, "%s", error->message);
    tree_fifo("f");
    cr_expect_null(cordon_hold_add(hold, fifo, "The folder", NULL));
}

Test(hold, reading_never_blocks_and_is_bounded)
{
    g_autofree char *fifo = tree_path("fifo");
    g_autofree char *file = tree_path("file");
    g_autofree char *link = tree_path("link");
    g_autofree char *text = NULL;
    gsize size = 0;

    tree_fifo("fifo");
    tree_file("file", "abcdef");
    tree_link("file", "link");
    cr_expect_null(cordon_path_read(fifo, 10, &size));
    cr_expect_null(cordon_path_read(link, 10, &size));
    text = cordon_path_read(file, 3, &size);
    cr_assert_not_null(text);
    cr_expect_str_eq(text, "abc");
    cr_expect_eq(size, 3);
}

Test(hold, links_of_the_user_are_resolved_and_those_in_untrusted_folders_refused)
{
    g_autofree char *through = tree_path("home/p");
    g_autofree char *real = tree_path("var/home/p");
    g_autofree char *home = tree_path("home");
    g_autofree char *loop = tree_path("elsewhere");
    const char *const trusted[] = {loop, NULL};
    const char *const untrusted[] = {loop, tree_root, NULL};
    g_autofree char *found = NULL;
    g_autofree char *same = NULL;
    g_autoptr(GError) error = NULL;

    tree_folder("var/home/p");
    tree_link("var/home", "home");
    found = cordon_path_resolve(through, trusted, "The project", NULL);
    cr_expect_str_eq(found, real);
    same = cordon_path_resolve(real, trusted, "The project", NULL);
    cr_expect_str_eq(same, real);
    cr_expect_null(cordon_path_resolve(through, untrusted, "The project", &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_POLICY));
    cr_expect(strstr(error->message, home) != NULL, "%s", error->message);
}

Test(hold, a_chain_of_links_ends)
{
    g_autofree char *path = tree_path("a/x");
    g_autofree char *result = NULL;
    CordonHold *hold = cordon_hold_new();
    g_autofree char *start = NULL;

    tree_link("b", "a");
    tree_link("a", "b");
    result = cordon_path_resolve(path, NULL, "The project", NULL);
    /* Either way it cannot be opened. */
    start = g_strdup(result != NULL ? result : path);
    cr_expect_null(cordon_hold_add(hold, start, "The project", NULL));
    cordon_hold_free(hold);
}

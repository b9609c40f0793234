/* SPDX-License-Identifier: MIT */
/* One walk for secrets, special files and protected names. */
#define _GNU_SOURCE
#include "engine/scan.h"

#include "engine/hold.h"
#include "tree.h"

TestSuite(scan, .init = tree_make_root, .fini = tree_remove_root);

static void free_item(gpointer item)
{
    cordon_view_item_free(item);
}

static CordonScan new_scan(const char *loop)
{
    return (CordonScan){.loop = loop,
                        .secrets = g_ptr_array_new_with_free_func(free_item),
                        .specials = g_ptr_array_new_with_free_func(free_item),
                        .protects = g_ptr_array_new_with_free_func(g_free),
                        .links = g_ptr_array_new_with_free_func(g_free),
                        .closed = g_ptr_array_new_with_free_func(g_free)};
}

static void free_scan(CordonScan *scan)
{
    g_ptr_array_unref(scan->secrets);
    g_ptr_array_unref(scan->specials);
    g_ptr_array_unref(scan->protects);
    g_ptr_array_unref(scan->links);
    g_ptr_array_unref(scan->closed);
}

static void run(CordonScan *scan, const char *path)
{
    g_autoptr(GError) error = NULL;
    int fd = cordon_path_open(path);

    cr_assert_geq(fd, 0);
    cr_expect(cordon_scan_tree(scan, fd, path, &error), "%s", error != NULL ? error->message : "");
    close(fd);
}

/* The walk is refused with a message that has all the parts (up to NULL). */
static void expect_refusal(CordonScan *scan, const char *path, const char *const *parts)
{
    g_autoptr(GError) error = NULL;
    int fd = cordon_path_open(path);

    cr_assert_geq(fd, 0);
    cr_expect_not(cordon_scan_tree(scan, fd, path, &error));
    close(fd);
    cr_assert(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_POLICY));
    for (gsize i = 0; parts[i] != NULL; i++)
        cr_expect(strstr(error->message, parts[i]) != NULL, "%s: %s", parts[i], error->message);
}

static int compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Paths below root, sorted, joined by ' '. */
static char *show(const GPtrArray *array, gboolean items)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();

    for (guint i = 0; i < array->len; i++) {
        char *path = items ? ((CordonViewItem *)g_ptr_array_index(array, i))->path
                           : g_ptr_array_index(array, i);

        g_ptr_array_add(names, path + strlen(tree_root) + 1);
    }
    g_ptr_array_sort(names, compare);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
}

Test(scan, secrets_are_found_and_bulk_folders_passed_over)
{
    CordonScan scan = new_scan(NULL);
    g_autofree char *secrets = NULL;
    g_autofree char *specials = NULL;

    tree_file(".env", "x");
    tree_file(".env.example", "x");
    tree_file("src/main.c", "x");
    tree_file("certs/server.key", "x");
    tree_file("secrets/deep/a.txt", "x");
    tree_file("node_modules/x/test.pem", "x");
    tree_file("a/.npmrc", "//r/:_authToken=x");
    tree_file("b/.npmrc", "save-exact=true");
    tree_file("c/.config/gcloud/x", "x");
    tree_file("gcloud/x", "x");
    tree_socket("src/agent.sock");
    tree_fifo("src/pipe");
    run(&scan, tree_root);
    secrets = show(scan.secrets, TRUE);
    specials = show(scan.specials, TRUE);
    cr_expect_str_eq(secrets, ".env a/.npmrc c/.config/gcloud certs/server.key secrets");
    cr_expect_str_eq(specials, "src/agent.sock src/pipe");
    cr_expect_eq(scan.outside.found, 7);
    free_scan(&scan);
}

Test(scan, links_are_not_followed_but_a_secret_link_hides_what_it_leads_to)
{
    CordonScan scan = new_scan(NULL);
    g_autofree char *secrets = NULL;

    tree_file("conf/real.txt", "x");
    tree_link("conf/real.txt", ".env");
    tree_link("/etc/passwd", "x.key");
    tree_link("/", "all");
    run(&scan, tree_root);
    secrets = show(scan.secrets, TRUE);
    cr_expect_str_eq(secrets, "conf/real.txt");
    cr_expect_lt(scan.outside.entries, 10);
    free_scan(&scan);
}

Test(scan, protected_names_count_inside_the_loop_only)
{
    g_autofree char *loop = tree_path("loops/a");
    CordonScan scan = new_scan(loop);
    g_autofree char *protects = NULL;
    g_autofree char *links = NULL;

    tree_file(".git/config", "x");
    tree_file("loops/a/.git/config", "x");
    tree_file("loops/a/.git/modules/m/.git", "x");
    tree_file("loops/a/sub/deep/.git", "gitdir: x");
    tree_file("loops/a/vendor/lib/.git", "gitdir: x");
    tree_file("loops/a/vendor/lib/.env", "x");
    tree_file("loops/a/node_modules/x/.git/config", "x");
    tree_file("loops/a/.envrc", "x");
    tree_link("x", "loops/a/.vscode");
    tree_file("loops/b/.git/config", "x");
    run(&scan, loop);
    run(&scan, tree_root);
    protects = show(scan.protects, FALSE);
    links = show(scan.links, FALSE);
    cr_expect_str_eq(protects, "loops/a/.envrc loops/a/.git loops/a/node_modules/x/.git "
                               "loops/a/sub/deep/.git loops/a/vendor/lib/.git");
    cr_expect_str_eq(links, "loops/a/.vscode");
    cr_expect_eq(scan.secrets->len, 1); /* vendor/lib/.env */
    free_scan(&scan);
}

Test(scan, bulk_folders_of_the_loop_are_searched_for_what_packages_do_not_bring)
{
    CordonScan scan = new_scan(tree_root);
    g_autofree char *secrets = NULL;
    g_autofree char *protects = NULL;
    g_autofree char *specials = NULL;

    tree_file("node_modules/pkg/.env", "x");
    tree_file("node_modules/pkg/credentials", "x");
    tree_file("node_modules/pkg/test.pem", "x");
    tree_file("node_modules/pkg/.vscode/x", "x");
    tree_file("node_modules/pkg/secrets/index.js", "x");
    tree_file(".venv/certifi/cacert.pem", "x");
    tree_file(".venv/src/lib/.git/config", "x");
    tree_file("target/.aws/credentials", "x");
    tree_file("q/.git/x/.env", "x");
    tree_fifo("target/pipe");
    run(&scan, tree_root);
    secrets = show(scan.secrets, TRUE);
    protects = show(scan.protects, FALSE);
    specials = show(scan.specials, TRUE);
    cr_expect_str_eq(secrets, "node_modules/pkg/.env target/.aws");
    cr_expect_str_eq(protects, ".venv/src/lib/.git q/.git");
    cr_expect_str_eq(specials, "target/pipe");
    cr_expect_not(scan.bulk_cut);
    free_scan(&scan);
}

Test(scan, bulk_folders_that_hold_much_are_passed_over_but_for_vendored_repositories)
{
    CordonScan scan = new_scan(tree_root);
    g_autofree char *protects = NULL;

    for (int i = 0; i < 30; i++) {
        g_autofree char *name = g_strdup_printf("node_modules/%d/x", i);

        tree_file(name, "x");
    }
    tree_file("vendor/lib/.git", "gitdir: x");
    tree_file("src/.git", "gitdir: x");
    scan.max_bulk = 10;
    run(&scan, tree_root);
    protects = show(scan.protects, FALSE);
    cr_expect_str_eq(protects, "src/.git vendor/lib/.git");
    cr_expect(scan.bulk_cut);
    cr_expect_eq(scan.bulk, 10);
    free_scan(&scan);
}

Test(scan, a_repository_without_a_work_tree_is_protected_in_the_loop)
{
    g_autofree char *loop = tree_path("a");
    g_autofree char *bare = tree_path("a/in/lib.git");
    CordonScan scan = new_scan(loop);
    CordonScan own = new_scan(bare);
    g_autofree char *protects = NULL;
    g_autofree char *of_own = NULL;

    tree_file("a/in/lib.git/HEAD", "ref: refs/heads/main\n");
    tree_file("a/in/lib.git/config", "x");
    tree_file("a/in/lib.git/.env", "x");
    tree_folder("a/in/lib.git/hooks");
    tree_folder("a/in/lib.git/objects");
    tree_folder("a/in/lib.git/refs");
    tree_file("a/not/HEAD", "x");
    tree_folder("a/not/objects");
    run(&scan, loop);
    protects = show(scan.protects, FALSE);
    cr_expect_str_eq(protects, "a/in/lib.git");
    cr_expect_eq(scan.secrets->len, 1, "a planted HEAD hides nothing from the search");
    run(&own, bare);
    of_own = show(own.protects, FALSE);
    cr_expect_str_eq(of_own, "a/in/lib.git/config a/in/lib.git/hooks");
    free_scan(&scan);
    free_scan(&own);
}

Test(scan, what_cannot_be_read_counts_as_secret)
{
    static const char *const CLOSED[] = {"a/none", "a/in/no-read", "a/no-enter"};
    static const mode_t MODES[] = {0, 0300, 0400};
    g_autofree char *loop = tree_path("a");
    g_autofree char *look = tree_path("a/.npmrc");
    CordonScan scan = new_scan(loop);
    g_autofree char *secrets = NULL;
    g_autofree char *closed = NULL;

    tree_file("a/.npmrc", "x");
    cr_assert_eq(chmod(look, 0), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(CLOSED); i++) {
        g_autofree char *path = tree_path(CLOSED[i]);

        tree_folder(CLOSED[i]);
        cr_assert_eq(chmod(path, MODES[i]), 0);
        /* The tree is made by whoever runs the test, root too: root is asked as another user. */
        if (geteuid() == 0)
            cr_assert_eq(chown(path, 65534, 65534), 0);
    }
    if (geteuid() == 0) {
        cr_assert_eq(chown(look, 65534, 65534), 0);
        cr_assert_eq(seteuid(65534), 0);
    }
    run(&scan, loop);
    secrets = show(scan.secrets, TRUE);
    closed = show(scan.closed, FALSE);
    if (getuid() == 0)
        cr_assert_eq(seteuid(0), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(CLOSED); i++) {
        g_autofree char *path = tree_path(CLOSED[i]);

        cr_assert_eq(chmod(path, 0700), 0);
    }
    cr_expect_str_eq(secrets, "a/.npmrc a/in/no-read a/no-enter a/none");
    cr_expect_str_eq(closed, "a/in/no-read a/no-enter a/none");
    free_scan(&scan);
}

Test(scan, decoys_in_the_loop_take_nothing_from_the_rest)
{
    g_autofree char *loop = tree_path("a");
    CordonScan scan = new_scan(loop);
    const char *const parts[] = {"more than 512", "/a/many", "called “secrets”", NULL};

    tree_file(".env", "x");
    for (guint i = 0; i < CORDON_SCAN_MAX_FOUND + 1; i++) {
        g_autofree char *name = g_strdup_printf("a/many/%u/.env", i);

        tree_file(name, "x");
    }
    expect_refusal(&scan, loop, parts);
    run(&scan, tree_root);
    cr_expect_eq(scan.outside.found, 1);
    cr_expect_eq(scan.outside.entries, 2);
    free_scan(&scan);
}

Test(scan, a_tree_that_is_too_large_or_deep_is_refused)
{
    CordonScan large = new_scan(NULL);
    CordonScan deep = new_scan(NULL);
    CordonScan bulk = new_scan(tree_root);
    const char *const too_large[] = {"more than 10 files", "/many", NULL};
    const char *const too_deep[] = {"more than 128 deep", "remove or move", NULL};
    g_autofree char *moved = tree_path("d");
    g_autofree char *inner = tree_path("target");
    GString *path = g_string_new("d");

    for (int i = 0; i < 20; i++) {
        g_autofree char *name = g_strdup_printf("many/%d.txt", i);

        tree_file(name, "x");
    }
    large.max_entries = 10;
    expect_refusal(&large, tree_root, too_large);
    free_scan(&large);

    for (guint i = 0; i < CORDON_SCAN_MAX_DEPTH + 5; i++)
        g_string_append(path, "/d");
    tree_folder(path->str);
    expect_refusal(&deep, tree_root, too_deep);
    free_scan(&deep);

    cr_assert_eq(rename(moved, inner), 0);
    run(&bulk, tree_root);
    cr_expect(bulk.bulk_cut);
    free_scan(&bulk);
    g_string_free(path, TRUE);
}

Test(scan, more_findings_than_can_be_covered_are_refused)
{
    CordonScan scan = new_scan(NULL);
    const char *const parts[] = {"more than 512", "the first is ", "most lie in ", "/certs)", NULL};

    for (guint i = 0; i < CORDON_SCAN_MAX_FOUND; i++) {
        g_autofree char *name = g_strdup_printf("test/certs/%u.key", i);

        tree_file(name, "x");
    }
    run(&scan, tree_root);
    free_scan(&scan);

    scan = new_scan(NULL);
    tree_file("last.key", "x");
    expect_refusal(&scan, tree_root, parts);
    free_scan(&scan);
}

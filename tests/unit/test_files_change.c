/* SPDX-License-Identifier: MIT */
/* Writing and editing: what is changed, what is refused, and what stays as it was. */
#define _GNU_SOURCE
#include "files_world.h"

#include "session/files_write.h"

TestSuite(files_change, .init = world_make, .fini = tree_remove_root);

static gboolean write_text(const CordonFiles *files, const char *path, const char *text,
                           CordonFileChange *ret, GError **error)
{
    return cordon_files_write(files, path, text, strlen(text), ret, error);
}

static void check_write(const CordonFiles *files, const char *path, int code)
{
    g_autoptr(GError) error = NULL;
    CordonFileChange change;
    gboolean ok = write_text(files, path, "new", &change, &error);

    world_expect(error, code, path);
    cr_expect_eq(ok, code == ANY_OK, "%s", path);
    if (ok)
        cr_expect_eq(change.size, 3);
}

static void expect_content(const char *relative, const char *wanted)
{
    g_autofree char *text = world_get(relative);

    cr_expect(g_strcmp0(text, wanted) == 0, "%s: %s instead of %s", relative, text, wanted);
}

/* Nothing of ours is left beside the files. */
static void expect_no_debris(const char *relative)
{
    g_autofree char *path = tree_path(relative);
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    const char *name;

    cr_assert_not_null(folder);
    while ((name = g_dir_read_name(folder)) != NULL)
        cr_expect_not(g_str_has_prefix(name, ".cordon-"), "%s/%s", path, name);
}

typedef struct {
    const char *path;
    int code, walk;
} Case;

#define SAME(path, code)                                                                           \
    {                                                                                              \
        path, code, code                                                                           \
    }

Test(files_change, only_what_is_the_loops_own_is_written)
{
    static const Case CASES[] = {
        SAME("new", ANY_OK),
        SAME("a/f", ANY_OK),
        SAME("x/y/z/new", ANY_OK),
        SAME("a/../b/new", ANY_OK),
        {"in/new", ANY_OK, CORDON_FILES_ERROR_OUTSIDE},
        SAME("", CORDON_FILES_ERROR_KIND),
        SAME(".", CORDON_FILES_ERROR_KIND),
        SAME("a", CORDON_FILES_ERROR_KIND),
        SAME("a/", CORDON_FILES_ERROR_KIND),
        SAME("a/new/", CORDON_FILES_ERROR_KIND),
        SAME("a/..", CORDON_FILES_ERROR_KIND),
        SAME("a/f/new", CORDON_FILES_ERROR_KIND),
        SAME("../new", CORDON_FILES_ERROR_OUTSIDE),
        SAME("../other/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("/tmp/new", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out/new", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out/x/y/new", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out-file", CORDON_FILES_ERROR_KIND),
        SAME("in-file", CORDON_FILES_ERROR_KIND),
        SAME("dangling", CORDON_FILES_ERROR_KIND),
        SAME("dangling/new", CORDON_FILES_ERROR_OUTSIDE),
        SAME("nowhere", CORDON_FILES_ERROR_KIND),
        {"nowhere/new", CORDON_FILES_ERROR_KIND, CORDON_FILES_ERROR_OUTSIDE},
        SAME("fifo", CORDON_FILES_ERROR_KIND),
        SAME("missing/../../new", CORDON_FILES_ERROR_OUTSIDE),
        SAME(".env", CORDON_FILES_ERROR_SECRET),
        SAME("new.pem", CORDON_FILES_ERROR_SECRET),
        SAME("secrets/new", CORDON_FILES_ERROR_SECRET),
        SAME(".npmrc", CORDON_FILES_ERROR_SECRET),
        SAME(".git/hooks/new", CORDON_FILES_ERROR_PROTECTED),
        SAME(".GIT/config", CORDON_FILES_ERROR_PROTECTED),
        SAME(".g\u200cit/config", CORDON_FILES_ERROR_PROTECTED),
        SAME("a/.git", CORDON_FILES_ERROR_PROTECTED),
        SAME("a/.vscode/settings.json", CORDON_FILES_ERROR_PROTECTED),
        SAME(".envrc", CORDON_FILES_ERROR_PROTECTED),
        {"to-git/hooks/new", CORDON_FILES_ERROR_PROTECTED, CORDON_FILES_ERROR_OUTSIDE},
        {"to-git/x/y/new", CORDON_FILES_ERROR_PROTECTED, CORDON_FILES_ERROR_OUTSIDE},
        SAME("sibling/f", CORDON_FILES_ERROR_PROTECTED),
        SAME("sibling/x/new", CORDON_FILES_ERROR_PROTECTED),
        SAME("a/../sibling/f", CORDON_FILES_ERROR_PROTECTED),
        {"to-sibling/f", CORDON_FILES_ERROR_PROTECTED, CORDON_FILES_ERROR_OUTSIDE},
        SAME("later", CORDON_FILES_ERROR_PROTECTED),
        SAME("later/new", CORDON_FILES_ERROR_PROTECTED),
        SAME("sibling-b/new", ANY_OK),
        SAME("bare/hooks/post-update", CORDON_FILES_ERROR_PROTECTED),
        SAME("bare/config", CORDON_FILES_ERROR_PROTECTED),
        SAME("read-only", CORDON_FILES_ERROR_PROTECTED),
    };
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(CordonFiles) walking = world_open(TRUE);
    g_autofree char *read_only = tree_path("project/loop/read-only");

    tree_link("a", "project/loop/in");
    tree_link("a/f", "project/loop/in-file");
    tree_link("../../outside", "project/loop/out");
    tree_link("../../outside/f", "project/loop/out-file");
    tree_link("../../outside/made", "project/loop/dangling");
    tree_link("made", "project/loop/nowhere");
    tree_link(".git", "project/loop/to-git");
    tree_link("sibling", "project/loop/to-sibling");
    tree_folder("project/loop/.git/hooks");
    tree_fifo("project/loop/fifo");
    tree_file("project/loop/.npmrc", "_authToken=SECRET");
    tree_file("project/loop/bare/HEAD", "x");
    tree_folder("project/loop/bare/objects");
    tree_folder("project/loop/bare/refs");
    tree_file("project/loop/read-only", "old");
    cr_assert_eq(chmod(read_only, 0444), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        check_write(files, CASES[i].path, CASES[i].code);
        check_write(walking, CASES[i].path, CASES[i].walk);
    }
    expect_content("outside/f", "OUTSIDE");
    expect_content("outside/new", NULL);
    expect_content("outside/made", NULL);
    expect_content("project/other/f", "other");
    expect_content("project/loop/sibling/f", "sibling");
    expect_content("project/loop/.npmrc", "_authToken=SECRET");
    expect_content("project/loop/read-only", "old");
    expect_content("project/loop/a/new", "new");
    expect_content("project/loop/x/y/z/new", "new");
    expect_content("project/loop/.git/x/y/new", NULL);
    expect_no_debris("project/loop");
    expect_no_debris("project/loop/a");
}

Test(files_change, refused_writes_make_no_folders)
{
    static const char *const PATHS[] = {"n/.git/x", "n/secrets/x", "later/x",    "n/../../x",
                                        "n/../x",   "to-git/n/x",  "sibling/n/x"};
    g_autoptr(CordonFiles) files = world_open(FALSE);

    tree_link(".git", "project/loop/to-git");
    tree_folder("project/loop/.git");
    for (gsize i = 0; i < G_N_ELEMENTS(PATHS); i++) {
        CordonFileChange change;

        cr_expect_not(write_text(files, PATHS[i], "x", &change, NULL), "%s", PATHS[i]);
    }
    static const char *const NOT_THERE[] = {"project/loop/n", "project/loop/later",
                                            "project/loop/.git/n", "project/loop/sibling/n"};
    for (gsize i = 0; i < G_N_ELEMENTS(NOT_THERE); i++) {
        g_autofree char *path = tree_path(NOT_THERE[i]);

        cr_expect_not(g_file_test(path, G_FILE_TEST_EXISTS), "%s", path);
    }
}

Test(files_change, a_loop_that_is_a_bare_repository_keeps_its_config_and_hooks)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);

    tree_file("project/loop/HEAD", "x");
    tree_folder("project/loop/objects");
    tree_folder("project/loop/refs");
    check_write(files, "config", CORDON_FILES_ERROR_PROTECTED);
    check_write(files, "hooks/post-update", CORDON_FILES_ERROR_PROTECTED);
    check_write(files, "description", ANY_OK);
}

Test(files_change, new_files_and_old_ones_are_told_apart_and_hold_what_was_given)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *big = g_strnfill(16 * 1024 * 1024, 'x');
    CordonFileChange change;

    cr_assert(write_text(files, "n", "one", &change, NULL));
    cr_expect(change.is_new);
    cr_assert(write_text(files, "n", "", &change, NULL));
    cr_expect_not(change.is_new);
    cr_expect_eq(change.size, 0);
    expect_content("project/loop/n", "");
    cr_assert(write_text(files, "n", big, &change, NULL));
    cr_expect_eq(change.size, 16 * 1024 * 1024);
    expect_content("project/loop/n", big);
}

Test(files_change, what_is_no_text_or_too_big_is_not_written)
{
    static const struct {
        const char *text;
        gsize size;
        CordonFilesError code;
    } CASES[] = {
        {"a\0b", 3, CORDON_FILES_ERROR_NOT_TEXT},
        {"a\xff", 2, CORDON_FILES_ERROR_NOT_TEXT},
    };
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *big = g_strnfill(16 * 1024 * 1024 + 1, 'x');
    g_autoptr(GError) too_big = NULL;
    CordonFileChange change;

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;

        cr_expect_not(
            cordon_files_write(files, "n", CASES[i].text, CASES[i].size, &change, &error));
        world_expect(error, (int)CASES[i].code, "n");
    }
    cr_expect_not(write_text(files, "n", big, &change, &too_big));
    world_expect(too_big, CORDON_FILES_ERROR_TOO_BIG, "n");
    expect_content("project/loop/n", NULL);
}

Test(files_change, permission_bits_stay_and_special_bits_go)
{
    static const struct {
        mode_t before, after;
    } CASES[] = {{0600, 0600},  {0755, 0755},  {0664, 0664}, {04755, 0755},
                 {02770, 0770}, {01777, 0777}, {0200, 0200}};
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *path = tree_path("project/loop/a/f");

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        CordonFileChange change;
        g_autoptr(GError) error = NULL;
        struct stat status;

        cr_assert_eq(chmod(path, CASES[i].before), 0);
        cr_assert(write_text(files, "a/f", "x", &change, &error), "%s",
                  error != NULL ? error->message : "");
        cr_assert_eq(stat(path, &status), 0);
        cr_expect_eq(status.st_mode & 07777, CASES[i].after, "%o: %o", CASES[i].before,
                     status.st_mode & 07777);
    }
}

Test(files_change, new_files_get_the_permissions_of_new_files)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *path = tree_path("project/loop/n");
    CordonFileChange change;
    struct stat status;
    mode_t old = umask(027);

    cr_assert(write_text(files, "n", "x", &change, NULL));
    umask(old);
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0640);
}

Test(files_change, another_name_of_the_same_file_keeps_its_content)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *outside = tree_path("outside/f");
    g_autofree char *inside = tree_path("project/loop/hard");
    CordonFileChange change;

    cr_assert_eq(link(outside, inside), 0);
    cr_assert(write_text(files, "hard", "new", &change, NULL));
    expect_content("project/loop/hard", "new");
    expect_content("outside/f", "OUTSIDE");
}

/* --- editing ------------------------------------------------------------------------------------------------------------ */

Test(files_change, edits_replace_what_is_there_exactly_once)
{
    static const struct {
        const char *content, *old_text, *new_text;
        gboolean all;
        int code;
        const char *after; /* or NULL: as before */
        guint replaced, line;
    } CASES[] = {
        {"a\nb\nc\n", "b", "x", FALSE, ANY_OK, "a\nx\nc\n", 1, 2},
        {"a\nb\nc\n", "b\nc", "", FALSE, ANY_OK, "a\n\n", 1, 2},
        {"a\nb\nc\n", "a", "aa", FALSE, ANY_OK, "aa\nb\nc\n", 1, 1},
        {"aaa", "a", "b", TRUE, ANY_OK, "bbb", 3, 1},
        {"aaa", "aa", "b", TRUE, ANY_OK, "ba", 1, 1},
        {"x\ny x\n", "x", "xx", TRUE, ANY_OK, "xx\ny xx\n", 2, 1},
        {"aaa", "a", "b", FALSE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
        {"aaa", "c", "b", FALSE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
        {"aaa", "c", "b", TRUE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
        {"aaa", "", "b", TRUE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
        {"a", "a", "a", FALSE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
        {"a\r\nb\r\n", "a\nb", "x", FALSE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
        {"a\r\nb\r\n", "a\r\nb", "x", FALSE, ANY_OK, "x\r\n", 1, 1},
        {"a\xff", "a", "x", FALSE, CORDON_FILES_ERROR_NOT_TEXT, NULL, 0, 0},
        {"a", "a", "\xff", FALSE, CORDON_FILES_ERROR_NOT_TEXT, NULL, 0, 0},
        {"\xc3\xa4", "\xa4", "x", FALSE, CORDON_FILES_ERROR_NOT_TEXT, NULL, 0, 0},
        {"", "a", "b", FALSE, CORDON_FILES_ERROR_NO_MATCH, NULL, 0, 0},
    };
    g_autoptr(CordonFiles) files = world_open(FALSE);

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;
        CordonFileChange change;
        gboolean ok;

        tree_file("project/loop/e", CASES[i].content);
        ok = cordon_files_edit(files, "e", CASES[i].old_text, CASES[i].new_text, CASES[i].all,
                               &change, &error);
        world_expect(error, CASES[i].code, CASES[i].content);
        cr_expect_eq(ok, CASES[i].code == ANY_OK, "%zu", i);
        expect_content("project/loop/e",
                       CASES[i].after != NULL ? CASES[i].after : CASES[i].content);
        if (!ok)
            continue;
        cr_expect_eq(change.replaced, CASES[i].replaced, "%zu: %u", i, change.replaced);
        cr_expect_eq(change.first_line, CASES[i].line, "%zu: %u", i, change.first_line);
        cr_expect_eq(change.size, strlen(CASES[i].after), "%zu", i);
        cr_expect_not(change.is_new);
    }
    expect_no_debris("project/loop");
}

Test(files_change, edits_are_refused_where_writes_are)
{
    static const Case CASES[] = {
        SAME("missing", CORDON_FILES_ERROR_NOT_FOUND),
        SAME("missing/f", CORDON_FILES_ERROR_NOT_FOUND),
        SAME("a", CORDON_FILES_ERROR_KIND),
        SAME("in-file", CORDON_FILES_ERROR_KIND),
        SAME("fifo", CORDON_FILES_ERROR_KIND),
        SAME("../other/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("sibling/f", CORDON_FILES_ERROR_PROTECTED),
        SAME(".git/config", CORDON_FILES_ERROR_PROTECTED),
        SAME(".env", CORDON_FILES_ERROR_SECRET),
        SAME(".npmrc", CORDON_FILES_ERROR_SECRET),
        SAME("a/f", ANY_OK),
    };
    static const gboolean WALKS[] = {FALSE, TRUE};

    tree_file("project/loop/.git/config", "inside");
    tree_file("project/loop/.env", "inside");
    tree_file("project/loop/.npmrc", "inside _auth");
    tree_link("a/f", "project/loop/in-file");
    tree_link("../../outside", "project/loop/out");
    tree_fifo("project/loop/fifo");
    for (gsize i = 0; i < G_N_ELEMENTS(CASES) * G_N_ELEMENTS(WALKS); i++) {
        g_autoptr(CordonFiles) files = world_open(WALKS[i % 2]);
        g_autoptr(GError) error = NULL;
        CordonFileChange change;

        tree_file("project/loop/a/f", "inside");
        (void)cordon_files_edit(files, CASES[i / 2].path, "inside", "x", FALSE, &change, &error);
        world_expect(error, CASES[i / 2].code, CASES[i / 2].path);
    }
    expect_content("project/loop/.git/config", "inside");
    expect_content("project/loop/.env", "inside");
}

Test(files_change, edits_that_would_grow_beyond_the_bound_are_refused)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *content = g_strnfill(20000, 'a');
    g_autofree char *longer = g_strnfill(1000, 'b');
    g_autoptr(GError) error = NULL;
    CordonFileChange change;

    tree_file("project/loop/e", content);
    cr_expect_not(cordon_files_edit(files, "e", "a", longer, TRUE, &change, &error));
    world_expect(error, CORDON_FILES_ERROR_TOO_BIG, "e");
    expect_content("project/loop/e", content);
}

/* What an edit does between its look and its rename, with something of another program in between. */
static void check_put(void (*meddle)(void), gboolean is_new, gboolean unchanged, int code,
                      const char *after)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFilesWay) way =
        cordon_files_way_new(files->given, files->real, "a/f", CORDON_FILES_USE_EDIT, &error);
    g_auto(CordonFilesPlace) folder = CORDON_FILES_PLACE_INIT;
    struct stat before;
    gboolean exists = FALSE;

    cr_assert(cordon_files_resolve_parent(files, way, FALSE, &folder, &error));
    cr_assert(cordon_files_look(way, folder.fd, "f", &before, &exists, &error));
    meddle();
    (void)cordon_files_put(
        files, way, folder.fd, "f",
        &(CordonFilesPut){.before = is_new ? NULL : &before, .unchanged = unchanged}, "put", 3,
        &error);
    world_expect(error, code, "a/f");
    expect_content("project/loop/a/f", after);
}

static void change_content(void)
{
    tree_file("project/loop/a/f", "other");
}

static void change_bytes_only(void)
{
    g_autofree char *path = tree_path("project/loop/a/f");
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    struct stat status;
    struct timespec times[2];

    /* The time of its content as before: the change is seen all the same. */
    cr_assert_eq(fstat(fd, &status), 0);
    cr_assert_eq(pwrite(fd, "INSIDE", 6, 0), 6);
    times[0] = status.st_atim;
    times[1] = status.st_mtim;
    cr_assert_eq(futimens(fd, times), 0);
    close(fd);
}

static void remove_it(void)
{
    g_autofree char *path = tree_path("project/loop/a/f");

    cr_assert_eq(unlink(path), 0);
}

static void link_out(void)
{
    remove_it();
    tree_link("../../../outside/f", "project/loop/a/f");
}

static void move_out(void)
{
    g_autofree char *from = tree_path("project/loop/a");
    g_autofree char *to = tree_path("outside/a");

    cr_assert_eq(rename(from, to), 0);
}

static void move_to_sibling(void)
{
    g_autofree char *from = tree_path("project/loop/a");
    g_autofree char *to = tree_path("project/loop/sibling/a");

    cr_assert_eq(rename(from, to), 0);
}

static void move_to_git(void)
{
    g_autofree char *from = tree_path("project/loop/a");
    g_autofree char *to = tree_path("project/loop/.git");

    cr_assert_eq(rename(from, to), 0);
}

static void move_inside(void)
{
    g_autofree char *from = tree_path("project/loop/a");
    g_autofree char *to = tree_path("project/loop/b");

    cr_assert_eq(rename(from, to), 0);
}

static void nothing(void)
{
}

Test(files_change, what_another_program_did_meanwhile_is_noticed)
{
    check_put(nothing, FALSE, TRUE, ANY_OK, "put");
    check_put(change_content, FALSE, TRUE, CORDON_FILES_ERROR_CHANGED, "other");
    tree_file("project/loop/a/f", "inside");
    check_put(change_bytes_only, FALSE, TRUE, CORDON_FILES_ERROR_CHANGED, "INSIDE");
    expect_no_debris("project/loop/a");
}

Test(files_change, a_write_replaces_whatever_another_program_saved)
{
    check_put(change_content, FALSE, FALSE, ANY_OK, "put");
}

Test(files_change, a_new_file_never_replaces_one_that_was_made_meanwhile)
{
    check_put(nothing, TRUE, FALSE, CORDON_FILES_ERROR_CHANGED, "inside");
}

Test(files_change, a_file_that_went_is_not_made_again_by_an_edit)
{
    check_put(remove_it, FALSE, TRUE, CORDON_FILES_ERROR_CHANGED, NULL);
}

Test(files_change, a_link_in_its_place_is_refused)
{
    check_put(link_out, FALSE, FALSE, CORDON_FILES_ERROR_KIND, "OUTSIDE");
    expect_content("outside/f", "OUTSIDE");
}

Test(files_change, a_folder_that_was_moved_out_is_left)
{
    check_put(move_out, FALSE, FALSE, CORDON_FILES_ERROR_OUTSIDE, NULL);
    expect_content("outside/a/f", "inside");
    expect_no_debris("outside/a");
}

Test(files_change, a_folder_that_was_moved_into_anothers_is_left)
{
    check_put(move_to_sibling, FALSE, FALSE, CORDON_FILES_ERROR_PROTECTED, NULL);
    expect_content("project/loop/sibling/a/f", "inside");
}

Test(files_change, a_folder_that_became_a_repository_is_left)
{
    check_put(move_to_git, FALSE, FALSE, CORDON_FILES_ERROR_PROTECTED, NULL);
    expect_content("project/loop/.git/f", "inside");
}

Test(files_change, a_folder_that_was_moved_inside_is_written_where_it_is)
{
    check_put(move_inside, FALSE, FALSE, ANY_OK, NULL);
    expect_content("project/loop/b/f", "put");
}

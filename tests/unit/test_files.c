/* SPDX-License-Identifier: MIT */
/* Which paths file tools resolve, and to what; reading and listing. */
#define _GNU_SOURCE
#include "files_world.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

TestSuite(files, .init = world_make, .fini = tree_remove_root);

static void make_links(void)
{
    g_autofree char *inside = tree_path("project/loop/a");

    tree_link("a", "project/loop/in");
    tree_link("a/f", "project/loop/in-file");
    tree_link("../../outside", "project/loop/out");
    tree_link("../../outside/f", "project/loop/out-file");
    tree_link("../other", "project/loop/out-other");
    tree_link(inside, "project/loop/absolute");
    tree_link("nowhere", "project/loop/dangling");
    tree_link("circle", "project/loop/circle");
    tree_link("/proc/self/root", "project/loop/magic");
    tree_link("/proc/self/environ", "project/loop/environ");
    tree_link("/dev/zero", "project/loop/zero");
    tree_link("secrets/x", "project/loop/plain-name");
    tree_link(".env", "project/loop/plain-env");
    tree_link("a/f", "project/loop/x.pem");
    tree_link("sibling", "project/loop/to-sibling");
    tree_link(".git", "project/loop/to-git");
}

static void make_secrets(void)
{
    tree_file("project/loop/secrets/x", "SECRET");
    tree_file("project/loop/.env", "SECRET");
    tree_file("project/loop/.ENV.Local", "SECRET");
    tree_file("project/loop/.env.example", "inside");
    tree_file("project/loop/server.key", "SECRET");
    tree_file("project/loop/.config/gcloud/x", "SECRET");
    tree_file("project/loop/.config/other/x", "inside");
    tree_file("project/loop/.npmrc", "//r/:_authToken=SECRET\n");
    tree_file("project/loop/plain/.npmrc", "inside");
    tree_file("project/loop/.env (deleted)", "SECRET");
    tree_file("project/loop/.git/config", "inside");
    tree_file("project/loop/server.\u212aEY", "SECRET"); /* Kelvin sign */
    tree_file("project/loop/.e\u200bnv", "SECRET");      /* an invisible space */
}

typedef struct {
    const char *path;
    int code; /* or ANY_OK: reads "inside" */
    int walk; /* the same, name by name */
} Case;

#define SAME(path, code)                                                                           \
    {                                                                                              \
        path, code, code                                                                           \
    }

static void check_read(const CordonFiles *files, const char *path, int code)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFileText) text = cordon_files_read(files, path, 1, 0, &error);

    world_expect(error, code, path);
    if (code == ANY_OK) {
        cr_assert_not_null(text, "%s", path);
        cr_expect_str_eq(text->text, "inside", "%s: %s", path, text->text);
    } else {
        cr_expect_null(text, "%s", path);
    }
}

static void check_reads(const Case *cases, gsize count)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(CordonFiles) walking = world_open(TRUE);

    for (gsize i = 0; i < count; i++) {
        check_read(files, cases[i].path, cases[i].code);
        check_read(walking, cases[i].path, cases[i].walk);
    }
}

Test(files, what_lies_below_is_read_and_what_leads_out_is_not)
{
    static const Case CASES[] = {
        SAME("a/f", ANY_OK),
        SAME("./a//./f", ANY_OK),
        SAME("a/../a/f", ANY_OK),
        SAME("a/f/", CORDON_FILES_ERROR_KIND),
        SAME("a/f/.", CORDON_FILES_ERROR_KIND),
        SAME("a/f/x", CORDON_FILES_ERROR_KIND),
        SAME("a", CORDON_FILES_ERROR_KIND),
        SAME("a/", CORDON_FILES_ERROR_KIND),
        SAME("", CORDON_FILES_ERROR_KIND),
        SAME(".", CORDON_FILES_ERROR_KIND),
        SAME("missing", CORDON_FILES_ERROR_NOT_FOUND),
        SAME("missing/f", CORDON_FILES_ERROR_NOT_FOUND),
        SAME("..", CORDON_FILES_ERROR_OUTSIDE),
        SAME("../other/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("../loop/a/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("a/../../other/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("/etc/passwd", CORDON_FILES_ERROR_OUTSIDE),
        SAME("//etc/passwd", CORDON_FILES_ERROR_OUTSIDE),
        SAME("/", CORDON_FILES_ERROR_OUTSIDE),
        SAME("/proc/self/environ", CORDON_FILES_ERROR_OUTSIDE),
        SAME("~/x", CORDON_FILES_ERROR_NOT_FOUND),
        SAME("\x1b[31m\n\xff", CORDON_FILES_ERROR_NOT_FOUND),
    };

    check_reads(CASES, G_N_ELEMENTS(CASES));
}

Test(files, links_are_followed_inside_only_and_not_at_all_name_by_name)
{
    static const Case CASES[] = {
        {"in/f", ANY_OK, CORDON_FILES_ERROR_OUTSIDE},
        {"in-file", ANY_OK, CORDON_FILES_ERROR_OUTSIDE},
        {"in/../a/f", ANY_OK, ANY_OK},
        SAME("out/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out-file", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out-other/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("out/missing", CORDON_FILES_ERROR_OUTSIDE),
        SAME("absolute/f", CORDON_FILES_ERROR_OUTSIDE),
        SAME("circle", CORDON_FILES_ERROR_OUTSIDE),
        SAME("magic/etc/passwd", CORDON_FILES_ERROR_OUTSIDE),
        SAME("environ", CORDON_FILES_ERROR_OUTSIDE),
        SAME("zero", CORDON_FILES_ERROR_OUTSIDE),
        {"dangling", CORDON_FILES_ERROR_NOT_FOUND, CORDON_FILES_ERROR_OUTSIDE},
    };

    make_links();
    check_reads(CASES, G_N_ELEMENTS(CASES));
}

Test(files, what_looks_like_a_secret_is_refused_before_a_link_and_after_it)
{
    static const Case CASES[] = {
        SAME(".env", CORDON_FILES_ERROR_SECRET),
        SAME("./.env", CORDON_FILES_ERROR_SECRET),
        SAME(".ENV.Local", CORDON_FILES_ERROR_SECRET),
        SAME(".Env", CORDON_FILES_ERROR_SECRET), /* whether or not it is there */
        SAME(".env.", CORDON_FILES_ERROR_SECRET),
        SAME(".env~", CORDON_FILES_ERROR_SECRET),
        SAME(".env.example", ANY_OK),
        SAME("server.key", CORDON_FILES_ERROR_SECRET),
        SAME("server.\u212aEY", CORDON_FILES_ERROR_SECRET),
        SAME(".e\u200bnv", CORDON_FILES_ERROR_SECRET),
        SAME("secrets/x", CORDON_FILES_ERROR_SECRET),
        SAME("Secrets/x", CORDON_FILES_ERROR_SECRET),
        SAME("secrets/../a/f", CORDON_FILES_ERROR_SECRET),
        SAME(".config/gcloud/x", CORDON_FILES_ERROR_SECRET),
        SAME(".config/other/x", ANY_OK),
        SAME(".npmrc", CORDON_FILES_ERROR_SECRET),
        SAME("plain/.npmrc", ANY_OK),
        SAME(".git/config", ANY_OK),
        SAME("x.pem", CORDON_FILES_ERROR_SECRET),
        {"plain-name", CORDON_FILES_ERROR_SECRET, CORDON_FILES_ERROR_OUTSIDE},
        {"plain-env", CORDON_FILES_ERROR_SECRET, CORDON_FILES_ERROR_OUTSIDE},
        SAME(".env (deleted)", CORDON_FILES_ERROR_SECRET),
    };

    make_secrets();
    make_links();
    check_reads(CASES, G_N_ELEMENTS(CASES));
}

Test(files, absolute_paths_are_taken_below_the_folder_as_it_was_named_and_as_it_is)
{
    g_autofree char *project = tree_path("link/project");
    g_autofree char *loop = tree_path("link/project/loop");
    g_autofree char *named = tree_path("link/project//loop/./a/f");
    g_autofree char *real = tree_path("project/loop/a/f");
    g_autofree char *beside = tree_path("project/loop-b/f");
    g_autofree char *out = tree_path("project/loop/../other/f");
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFiles) files = NULL;

    tree_link(".", "link");
    tree_file("project/loop-b/f", "beside");
    files = cordon_files_open(project, loop, NULL, &error);
    cr_assert_not_null(files, "%s", error != NULL ? error->message : "");
    check_read(files, named, ANY_OK);
    check_read(files, real, ANY_OK);
    check_read(files, beside, CORDON_FILES_ERROR_OUTSIDE);
    check_read(files, out, CORDON_FILES_ERROR_OUTSIDE);
}

Test(files, long_paths_and_names_are_refused)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *name = g_strnfill(256, 'x');
    g_autofree char *path = g_strnfill(5000, '/');
    g_autofree char *wide = g_strnfill(4095, 'x');

    memcpy(path, "\xc3\xa4", 2);
    for (gsize i = 1; i < 4095; i += 2)
        wide[i] = '/';
    check_read(files, name, CORDON_FILES_ERROR_TOO_BIG);
    check_read(files, path, CORDON_FILES_ERROR_TOO_BIG);
    check_read(files, wide, CORDON_FILES_ERROR_NOT_FOUND);
}

Test(files, a_folder_that_is_no_loop_of_the_project_is_not_opened)
{
    static const struct {
        const char *project, *loop;
        CordonFilesError code;
    } CASES[] = {
        {"project", "outside", CORDON_FILES_ERROR_OUTSIDE},
        {"project", "project/missing", CORDON_FILES_ERROR_NOT_FOUND},
        {"missing", "missing/loop", CORDON_FILES_ERROR_NOT_FOUND},
        {"project", "project/loop/a/f", CORDON_FILES_ERROR_KIND},
        {"project", "project/to-outside", CORDON_FILES_ERROR_OUTSIDE},
        {"project", "project/to-loop", CORDON_FILES_ERROR_OUTSIDE},
    };

    tree_link("../outside", "project/to-outside");
    tree_link("loop", "project/to-loop");
    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *project = tree_path(CASES[i].project);
        g_autofree char *loop = tree_path(CASES[i].loop);
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonFiles) files = cordon_files_open(project, loop, NULL, &error);

        cr_expect_null(files, "%s", loop);
        world_expect(error, (int)CASES[i].code, loop);
    }
}

Test(files, what_would_block_or_belongs_to_the_system_is_left_alone)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(CordonFiles) walking = world_open(TRUE);
    static const char *const PATHS[] = {"fifo", "socket"};

    tree_fifo("project/loop/fifo");
    tree_socket("project/loop/socket");
    for (gsize i = 0; i < G_N_ELEMENTS(PATHS); i++) {
        check_read(files, PATHS[i], CORDON_FILES_ERROR_KIND);
        check_read(walking, PATHS[i], CORDON_FILES_ERROR_KIND);
    }
}

Test(files, devices_are_not_opened)
{
    g_autoptr(CordonFiles) files = NULL;
    g_autoptr(GError) error = NULL;

    /* /dev itself as the loop: what lies there is no link, and no test may make a device. */
    files = cordon_files_open("/dev", "/dev", NULL, &error);
    if (files == NULL)
        cr_skip_test("/dev cannot be opened: %s", error->message);
    check_read(files, "zero", CORDON_FILES_ERROR_KIND);
    check_read(files, "null", CORDON_FILES_ERROR_KIND);
    check_read(files, "tty", CORDON_FILES_ERROR_KIND);
}

Test(files, the_kernels_own_file_systems_are_not_files_of_a_project)
{
    static const gboolean WALKS[] = {FALSE, TRUE};

    for (gsize i = 0; i < G_N_ELEMENTS(WALKS); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GError) list_error = NULL;
        g_autoptr(CordonFiles) files = cordon_files_open("/", "/", NULL, &error);

        cr_assert_not_null(files, "%s", error != NULL ? error->message : "");
        if (WALKS[i])
            cordon_files_set_walks(files);
        check_read(files, "proc/version", CORDON_FILES_ERROR_KIND);
        check_read(files, "/proc/self/environ",
                   WALKS[i] ? CORDON_FILES_ERROR_OUTSIDE : CORDON_FILES_ERROR_KIND);
        check_read(files, "proc/self/fd/0", CORDON_FILES_ERROR_OUTSIDE);
        cr_expect_null(cordon_files_list(files, "proc", 1, &list_error));
        world_expect(list_error, CORDON_FILES_ERROR_KIND, "proc");
    }
}

/* From now on openat2 fails so in this process. */
static void break_openat2(int number)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (guint)number),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {G_N_ELEMENTS(code), code};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        cr_skip_test("no system call filter can be set here: %s", g_strerror(errno));
}

/* Links tell the ways apart: without openat2 none is followed. */
static void check_without_openat2(int number)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);

    tree_link("a", "project/loop/in");
    tree_link("../../outside", "project/loop/out");
    check_read(files, "in/f", ANY_OK);
    break_openat2(number);
    check_read(files, "in/f", CORDON_FILES_ERROR_OUTSIDE);
    check_read(files, "out/f", CORDON_FILES_ERROR_OUTSIDE);
    check_read(files, "a/f", ANY_OK);
}

Test(files, old_kernels_resolve_name_by_name)
{
    check_without_openat2(ENOSYS);
}

Test(files, so_do_system_call_filters_that_refuse_what_they_do_not_know)
{
    check_without_openat2(EPERM);
}

Test(files, a_kernel_that_always_asks_to_try_again_ends_in_a_refusal)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);

    break_openat2(EAGAIN);
    check_read(files, "a/f", CORDON_FILES_ERROR_CHANGED);
}

/* --- reading ------------------------------------------------------------------------------------------------------------ */

Test(files, windows_of_lines)
{
    static const struct {
        const char *content;
        guint first, max;
        const char *text;
        guint lines;
        gboolean is_cut;
        guint next;
    } CASES[] = {
        {"", 1, 0, "", 0, FALSE, 0},
        {"a", 1, 0, "a", 1, FALSE, 0},
        {"a\n", 1, 0, "a\n", 1, FALSE, 0},
        {"a\nb\nc\n", 1, 0, "a\nb\nc\n", 3, FALSE, 0},
        {"a\nb\nc\n", 0, 0, "a\nb\nc\n", 3, FALSE, 0},
        {"a\nb\nc\n", 1, 2, "a\nb\n", 2, TRUE, 3},
        {"a\nb\nc\n", 2, 1, "b\n", 1, TRUE, 3},
        {"a\nb\nc\n", 3, 1, "c\n", 1, FALSE, 0},
        {"a\nb\nc", 3, 9, "c", 1, FALSE, 0},
        {"a\nb\nc\n", 4, 1, "", 0, FALSE, 0},
        {"a\nb\nc\n", 4000000000u, 4000000000u, "", 0, FALSE, 0},
        {"\n\n\n", 2, 1, "\n", 1, TRUE, 3},
        {"\r\n\xc3\xa4\r\n", 2, 0, "\xc3\xa4\r\n", 1, FALSE, 0},
    };
    g_autoptr(CordonFiles) files = world_open(FALSE);

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonFileText) text = NULL;

        tree_file("project/loop/w", CASES[i].content);
        text = cordon_files_read(files, "w", CASES[i].first, CASES[i].max, &error);
        cr_assert_not_null(text, "%zu: %s", i, error != NULL ? error->message : "");
        cr_expect_str_eq(text->text, CASES[i].text, "%zu: %s", i, text->text);
        cr_expect_eq(text->lines, CASES[i].lines, "%zu: %u", i, text->lines);
        cr_expect_eq(text->is_cut, CASES[i].is_cut, "%zu", i);
        cr_expect_eq(text->next_line, CASES[i].next, "%zu: %u", i, text->next_line);
        cr_expect_eq(text->size, strlen(CASES[i].content), "%zu", i);
    }
}

/* Reads window after window; the text of all of them together.  Free with g_free(). */
static char *read_on(const CordonFiles *files, const char *path, guint *ret_windows)
{
    GString *all = g_string_new(NULL);
    guint next = 1;

    *ret_windows = 0;
    while (next != 0 && *ret_windows < 100) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonFileText) text = cordon_files_read(files, path, next, 0, &error);

        cr_assert_not_null(text, "%s", error != NULL ? error->message : "");
        cr_assert(strlen(text->text) <= 256u * 1024);
        cr_assert(text->next_line == 0 || text->next_line == next + text->lines);
        g_string_append(all, text->text);
        next = text->next_line;
        ++*ret_windows;
    }
    return g_string_free(all, FALSE);
}

Test(files, windows_join_to_the_whole_file)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(GString) content = g_string_new(NULL);
    g_autofree char *all = NULL;
    guint windows;

    for (guint i = 0; content->len < 1000000; i++) {
        for (guint c = 0; c < i * 7919 % 3000; c++)
            g_string_append(content, "\xc3\xa4");
        g_string_append_c(content, '\n');
    }
    tree_file("project/loop/w", content->str);
    all = read_on(files, "w", &windows);
    cr_expect_str_eq(all, content->str);
    cr_expect_geq(windows, 4);
}

Test(files, a_line_that_is_too_long_is_cut_between_characters_and_the_next_one_is_found)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(GString) content = g_string_new("first\nx");
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFileText) one = NULL;
    g_autoptr(CordonFileText) two = NULL;
    g_autoptr(CordonFileText) three = NULL;

    for (guint i = 0; i < 200000; i++)
        g_string_append(content, "\xc3\xa4");
    g_string_append(content, "\nlast");
    tree_file("project/loop/w", content->str);
    one = cordon_files_read(files, "w", 1, 0, &error);
    cr_assert_not_null(one);
    cr_expect_str_eq(one->text, "first\n");
    cr_expect_eq(one->next_line, 2);
    two = cordon_files_read(files, "w", 2, 0, &error);
    cr_assert_not_null(two, "%s", error != NULL ? error->message : "");
    cr_expect_eq(strlen(two->text), 256 * 1024 - 1);
    cr_expect(g_utf8_validate(two->text, -1, NULL));
    cr_expect_eq(two->lines, 1);
    cr_expect(two->is_cut);
    cr_expect_eq(two->next_line, 3);
    three = cordon_files_read(files, "w", 3, 0, &error);
    cr_assert_not_null(three);
    cr_expect_str_eq(three->text, "last");
    cr_expect_not(three->is_cut);
}

Test(files, a_single_long_line_says_that_it_was_cut)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *content = g_strnfill(300000, 'x');
    g_autoptr(CordonFileText) text = NULL;

    tree_file("project/loop/w", content);
    text = cordon_files_read(files, "w", 1, 0, NULL);
    cr_assert_not_null(text);
    cr_expect_eq(strlen(text->text), 256 * 1024);
    cr_expect(text->is_cut);
    cr_expect_eq(text->next_line, 0);
    cr_expect_eq(text->lines, 1);
}

Test(files, what_is_no_text_or_too_big_is_refused)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *nul = tree_path("project/loop/nul");
    g_autofree char *huge = tree_path("project/loop/huge");

    cr_assert(g_file_set_contents(nul, "abc\0def", 7, NULL));
    tree_file("project/loop/latin", "caf\xe9\n");
    tree_file("project/loop/huge", "x");
    cr_assert_eq(truncate(huge, 64 * 1024 * 1024 + 1), 0);
    check_read(files, "nul", CORDON_FILES_ERROR_NOT_TEXT);
    check_read(files, "latin", CORDON_FILES_ERROR_NOT_TEXT);
    check_read(files, "huge", CORDON_FILES_ERROR_TOO_BIG);
    cr_assert_eq(truncate(huge, 64 * 1024 * 1024), 0);
    check_read(files, "huge", CORDON_FILES_ERROR_NOT_TEXT);
}

/* --- listing ------------------------------------------------------------------------------------------------------------ */

/* "d a|f a/f|": kinds and paths, with ! for a secret. */
static char *describe(const CordonFileList *list)
{
    GString *out = g_string_new(NULL);

    for (guint i = 0; i < list->entries->len; i++) {
        const CordonFileEntry *entry = g_ptr_array_index(list->entries, i);

        g_string_append_printf(out, "%c%s%s%s%s|", entry->kind, entry->is_secret ? "!" : " ",
                               entry->path, entry->target != NULL ? ">" : "",
                               entry->target != NULL ? entry->target : "");
    }
    return g_string_free(out, FALSE);
}

static void check_list(const CordonFiles *files, const char *path, guint depth, const char *wanted)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFileList) list = cordon_files_list(files, path, depth, &error);
    g_autofree char *found = NULL;

    cr_assert_not_null(list, "%s", error != NULL ? error->message : "");
    found = describe(list);
    cr_expect_str_eq(found, wanted, "%s: %s", path, found);
    cr_expect_not(list->is_cut);
}

Test(files, lists_name_what_is_there_and_mark_secrets)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autofree char *loop = tree_path("project/loop");

    tree_file("project/loop/a/b/c", "x");
    tree_file("project/loop/a/.env", "x");
    tree_file("project/loop/a/secrets/x", "x");
    tree_file("project/loop/a/.npmrc", "_authToken=x");
    tree_file("project/loop/a/node_modules/p/x", "x");
    tree_file("project/loop/a/\xff", "x");
    tree_link("../../../outside/f", "project/loop/a/l");
    tree_link("secrets/x", "project/loop/a/m");
    tree_fifo("project/loop/a/p");
    check_list(files, "a", 1,
               "f!a/.env|f!a/.npmrc|d a/b|f a/f|l a/l>../../../outside/f|l!a/m>secrets/x|"
               "d a/node_modules|o a/p|d!a/secrets|f a/\xef\xbf\xbd|");
    check_list(files, "a/", 9,
               "f!a/.env|f!a/.npmrc|d a/b|f a/b/c|f a/f|l a/l>../../../outside/f|"
               "l!a/m>secrets/x|d a/node_modules|o a/p|d!a/secrets|f a/\xef\xbf\xbd|");
    check_list(files, "a/node_modules", 2, "d a/node_modules/p|f a/node_modules/p/x|");
    check_list(files, NULL, 0, "d a|d sibling|");
    check_list(files, "", 1, "d a|d sibling|");
    check_list(files, loop, 1, "d a|d sibling|");
}

Test(files, lists_refuse_what_is_no_folder_and_what_is_secret)
{
    static const Case CASES[] = {
        SAME("a/f", CORDON_FILES_ERROR_KIND),       SAME("secrets", CORDON_FILES_ERROR_SECRET),
        SAME("..", CORDON_FILES_ERROR_OUTSIDE),     SAME("out", CORDON_FILES_ERROR_OUTSIDE),
        SAME("nope", CORDON_FILES_ERROR_NOT_FOUND), SAME("fifo", CORDON_FILES_ERROR_KIND),
    };
    static const gboolean WALKS[] = {FALSE, TRUE};

    make_secrets();
    make_links();
    tree_fifo("project/loop/fifo");
    for (gsize i = 0; i < G_N_ELEMENTS(CASES) * G_N_ELEMENTS(WALKS); i++) {
        g_autoptr(CordonFiles) files = world_open(WALKS[i % 2]);
        g_autoptr(GError) error = NULL;

        cr_expect_null(cordon_files_list(files, CASES[i / 2].path, 1, &error));
        world_expect(error, CASES[i / 2].code, CASES[i / 2].path);
    }
}

Test(files, lists_end_at_their_bound)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(CordonFileList) list = NULL;

    for (guint i = 0; i < 5001; i++) {
        g_autofree char *path = tree_path("project/loop/many");
        g_autofree char *name = g_strdup_printf("%s/%05u", path, i);

        if (i == 0)
            tree_folder("project/loop/many");
        cr_assert_eq(mkdir(name, 0755), 0);
    }
    list = cordon_files_list(files, "many", 8, NULL);
    cr_assert_not_null(list);
    cr_expect_eq(list->entries->len, 5000);
    cr_expect(list->is_cut);
    cr_expect_str_eq(((CordonFileEntry *)g_ptr_array_index(list->entries, 4999))->path,
                     "many/04999");
}

Test(files, error_names_are_stable_words)
{
    cr_expect_str_eq(cordon_files_error_name(CORDON_FILES_ERROR_OUTSIDE), "outside");
    cr_expect_str_eq(cordon_files_error_name(CORDON_FILES_ERROR_NOT_FOUND), "not-found");
    cr_expect_str_eq(cordon_files_error_name(CORDON_FILES_ERROR_SYSTEM), "system");
    cr_expect_str_eq(cordon_files_error_name((CordonFilesError)99), "system");
}

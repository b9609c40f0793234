/* SPDX-License-Identifier: MIT */
/* Searching: what matches, what is passed over, and that no pattern keeps it busy. */
#define _GNU_SOURCE
#include "files_world.h"

#include "session/files_glob.h"
#include "session/files_match.h"

TestSuite(files_search, .init = world_make, .fini = tree_remove_root);

/* "path:line:text|" for all matches. */
static char *describe(const CordonFileMatches *matches)
{
    GString *out = g_string_new(NULL);

    for (guint i = 0; i < matches->matches->len; i++) {
        const CordonFileMatch *match = g_ptr_array_index(matches->matches, i);

        g_string_append_printf(out, "%s:%u:%s|", match->path, match->line, match->text);
    }
    return g_string_free(out, FALSE);
}

static void check(const CordonFileSearch *search, const char *wanted, guint skipped)
{
    static const gboolean WALKS[] = {FALSE, TRUE};

    for (gsize i = 0; i < G_N_ELEMENTS(WALKS); i++) {
        g_autoptr(CordonFiles) files = world_open(WALKS[i]);
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonFileMatches) matches = cordon_files_search(files, search, &error);
        g_autofree char *found = NULL;

        cr_assert_not_null(matches, "%s: %s", search->pattern, error != NULL ? error->message : "");
        found = describe(matches);
        cr_expect_str_eq(found, wanted, "%s: %s", search->pattern, found);
        cr_expect_eq(matches->skipped, skipped, "%s: %u skipped", search->pattern,
                     matches->skipped);
        cr_expect_not(matches->is_cut);
    }
}

#define SEARCH(...)                                                                                \
    &(CordonFileSearch)                                                                            \
    {                                                                                              \
        .struct_size = sizeof(CordonFileSearch), __VA_ARGS__                                       \
    }

Test(files_search, lines_are_found_as_text_and_by_expressions)
{
    tree_file("project/loop/t/x", "one\ntwo Two\r\nthree\n\nfour-five");
    check(SEARCH(.pattern = "two", .path = "t"), "t/x:2:two Two|", 0);
    check(SEARCH(.pattern = "TWO", .path = "t"), "", 0);
    check(SEARCH(.pattern = "TWO", .path = "t", .ignore_case = TRUE), "t/x:2:two Two|", 0);
    check(SEARCH(.pattern = "r.f", .path = "t"), "", 0);
    check(SEARCH(.pattern = "r.f", .path = "t", .ignore_case = TRUE), "", 0);
    check(SEARCH(.pattern = "r.f", .path = "t", .is_regex = TRUE), "t/x:5:four-five|", 0);
    check(SEARCH(.pattern = "^t.*e$", .path = "t", .is_regex = TRUE), "t/x:3:three|", 0);
    check(SEARCH(.pattern = "two$", .path = "t", .is_regex = TRUE, .ignore_case = TRUE),
          "t/x:2:two Two|", 0);
    check(SEARCH(.pattern = "one|four", .path = "t", .is_regex = TRUE),
          "t/x:1:one|t/x:5:four-five|", 0);
    check(SEARCH(.pattern = "o", .path = "t/x"), "t/x:1:one|t/x:2:two Two|t/x:5:four-five|", 0);
    check(SEARCH(.pattern = "one[^z]*two", .path = "t", .is_regex = TRUE), "", 0);
}

Test(files_search, results_are_sorted_by_path)
{
    tree_file("project/loop/s/a.c", "hit");
    tree_file("project/loop/s/a/z", "hit");
    tree_file("project/loop/s/a-b", "hit");
    tree_file("project/loop/s/a/a", "hit\nhit");
    tree_file("project/loop/s/b", "hit");
    /* "-" and "." come before "/". */
    check(SEARCH(.pattern = "hit", .path = "s"),
          "s/a-b:1:hit|s/a.c:1:hit|s/a/a:1:hit|s/a/a:2:hit|s/a/z:1:hit|s/b:1:hit|", 0);
}

Test(files_search, secrets_binary_files_bulk_folders_and_links_are_passed_over)
{
    g_autofree char *nul = tree_path("project/loop/s/nul");

    tree_file("project/loop/s/x", "hit");
    tree_file("project/loop/s/.env", "hit");
    tree_file("project/loop/s/secrets/x", "hit");
    tree_file("project/loop/s/.npmrc", "hit _authToken");
    tree_file("project/loop/s/node_modules/x", "hit");
    tree_file("project/loop/s/node_modules/node_modules/x", "hit");
    tree_file("project/loop/s/latin", "caf\xe9 hit");
    cr_assert(g_file_set_contents(nul, "hit\0hit", 7, NULL));
    tree_link("../../../outside/f", "project/loop/s/out");
    tree_link("../../../outside", "project/loop/s/out-folder");
    tree_link("x", "project/loop/s/in");
    tree_fifo("project/loop/s/fifo");
    check(SEARCH(.pattern = "hit", .path = "s"), "s/latin:1:caf\xef\xbf\xbd hit|s/x:1:hit|", 4);
    check(SEARCH(.pattern = "f. hi", .path = "s", .is_regex = TRUE),
          "s/latin:1:caf\xef\xbf\xbd hit|", 4);
    check(SEARCH(.pattern = "hit", .path = "s/node_modules"), "s/node_modules/x:1:hit|", 0);
    check(SEARCH(.pattern = "OUTSIDE"), "", 4);
    check(SEARCH(.pattern = "sibling"), "sibling/f:1:sibling|", 4);
}

Test(files_search, places_that_may_not_be_read_are_refused)
{
    static const struct {
        const char *path;
        CordonFilesError code;
    } CASES[] = {
        {"..", CORDON_FILES_ERROR_OUTSIDE},     {"out", CORDON_FILES_ERROR_OUTSIDE},
        {".env", CORDON_FILES_ERROR_SECRET},    {"secrets", CORDON_FILES_ERROR_SECRET},
        {".npmrc", CORDON_FILES_ERROR_SECRET},  {"fifo", CORDON_FILES_ERROR_KIND},
        {"nope", CORDON_FILES_ERROR_NOT_FOUND}, {"/etc", CORDON_FILES_ERROR_OUTSIDE},
    };
    g_autoptr(CordonFiles) files = world_open(FALSE);

    tree_link("../../outside", "project/loop/out");
    tree_file("project/loop/.env", "hit");
    tree_file("project/loop/.npmrc", "_auth");
    tree_fifo("project/loop/fifo");
    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;

        cr_expect_null(
            cordon_files_search(files, SEARCH(.pattern = "x", .path = CASES[i].path), &error));
        world_expect(error, (int)CASES[i].code, CASES[i].path);
    }
}

Test(files_search, patterns_that_are_none_are_refused)
{
    g_autofree char *longer = g_strnfill(1025, 'x');
    const CordonFileSearch CASES[] = {
        {.pattern = NULL},
        {.pattern = ""},
        {.pattern = "a\nb"},
        {.pattern = "a\xff"},
        {.pattern = longer},
        {.pattern = "(", .is_regex = TRUE},
        {.pattern = "[\x1b", .is_regex = TRUE},
        {.pattern = "(*LIMIT_MATCH=4000000000)x", .is_regex = TRUE},
        {.pattern = "((a{1,100}){1,100}){1,100}", .is_regex = TRUE},
        {.pattern = "x", .glob = "{a"},
        {.pattern = "x", .glob = longer},
    };
    g_autoptr(CordonFiles) files = world_open(FALSE);

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        CordonFileSearch search = CASES[i];
        g_autoptr(GError) error = NULL;

        search.struct_size = sizeof search;
        cr_expect_null(cordon_files_search(files, &search, &error), "%zu", i);
        world_expect(error, CORDON_FILES_ERROR_PATTERN, search.pattern);
    }
}

Test(files_search, an_expression_that_never_ends_is_given_up)
{
    static const char *const PATTERNS[] = {"(a+)+$", "(a|aa)+$", "(.*a){30}!\\d", "((?R)|a)*!\\d",
                                           "(a*)*!\\d"};
    g_autofree char *line = g_strnfill(30000, 'a');
    g_autoptr(CordonFiles) files = world_open(FALSE);

    line[29999] = '!';
    tree_file("project/loop/t/x", line);
    for (gsize i = 0; i < G_N_ELEMENTS(PATTERNS); i++) {
        g_autoptr(GError) error = NULL;

        cr_expect_null(
            cordon_files_search(
                files, SEARCH(.pattern = PATTERNS[i], .path = "t", .is_regex = TRUE), &error),
            "%s", PATTERNS[i]);
        world_expect(error, CORDON_FILES_ERROR_PATTERN, PATTERNS[i]);
    }
}

Test(files_search, matches_end_at_their_bound)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(GString) text = g_string_new(NULL);
    static const struct {
        guint asked, given;
    } CASES[] = {{0, 200}, {7, 7}, {5000, 1000}};

    for (guint i = 0; i < 1200; i++)
        g_string_append(text, "hit\n");
    tree_file("project/loop/t/x", text->str);
    for (gsize i = 0; i < G_N_ELEMENTS(CASES) * 2; i++) {
        g_autoptr(CordonFileMatches) matches = cordon_files_search(
            files,
            SEARCH(.pattern = "hit", .path = "t", .max_matches = CASES[i / 2].asked,
                   .is_regex = (gboolean)(i % 2)),
            NULL);

        cr_assert_not_null(matches);
        cr_expect_eq(matches->matches->len, CASES[i / 2].given);
        cr_expect(matches->is_cut);
    }
}

Test(files_search, time_ends_a_pass_between_two_lines)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(CordonFilesWay) way =
        cordon_files_way_new(files->given, files->real, NULL, CORDON_FILES_USE_SEARCH, NULL);
    CordonFilesPattern pattern = {.regex = cordon_files_regex_new("x", FALSE, NULL)};
    gboolean is_cut = FALSE;

    cr_assert(cordon_files_match_text(&pattern, way, "x\nx\n", 4, NULL, NULL, &is_cut, NULL));
    cr_expect(is_cut);
    cordon_files_pattern_clear(&pattern);
}

Test(files_search, long_lines_are_shown_around_the_match)
{
    g_autoptr(CordonFiles) files = world_open(FALSE);
    g_autoptr(GString) text = g_string_new(NULL);
    static const gboolean REGEX[] = {FALSE, TRUE};

    for (guint i = 0; i < 5000; i++)
        g_string_append(text, "\xc3\xa4");
    g_string_append(text, "hit");
    for (guint i = 0; i < 5000; i++)
        g_string_append(text, "\xe2\x82\xac");
    tree_file("project/loop/t/x", text->str);
    for (gsize i = 0; i < G_N_ELEMENTS(REGEX); i++) {
        g_autoptr(CordonFileMatches) matches = cordon_files_search(
            files, SEARCH(.pattern = "hit", .path = "t", .is_regex = REGEX[i]), NULL);
        const CordonFileMatch *match;

        cr_assert_not_null(matches);
        cr_assert_eq(matches->matches->len, 1);
        match = g_ptr_array_index(matches->matches, 0);
        cr_expect(strlen(match->text) <= 400 && strlen(match->text) > 390, "%zu",
                  strlen(match->text));
        cr_expect(g_utf8_validate(match->text, -1, NULL));
        cr_expect_not_null(strstr(match->text, "\xc3\xa4hit\xe2\x82\xac"));
    }
}

Test(files_search, globs_choose_files_by_name_or_path)
{
    static const struct {
        const char *glob, *text;
        gboolean matches;
    } CASES[] = {
        {"*.c", "a.c", TRUE},
        {"*.c", "a.h", FALSE},
        {"*.c", "a.cc", FALSE},
        {"*", "", TRUE},
        {"?", "\xc3\xa4", TRUE},
        {"a?c", "a/c", FALSE},
        {"a/*", "a/b", TRUE},
        {"a/*", "a/b/c", FALSE},
        {"a/**", "a/b/c", TRUE},
        {"**/b", "b", TRUE},
        {"**/b", "a/x/b", TRUE},
        {"**/b", "a/xb", FALSE},
        {"a/**/b", "a/b", TRUE},
        {"a/**/b", "a/x/y/b", TRUE},
        {"*.{js,ts}", "a.ts", TRUE},
        {"*.{js,ts}", "a.tsx", FALSE},
        {"{a,b*}.c", "bcd.c", TRUE},
        {"[a-c]x", "bx", TRUE},
        {"[!a-c]x", "bx", FALSE},
        {"[^a-c]x", "dx", TRUE},
        {"[]]x", "]x", TRUE},
        {"[!a]x", "/x", FALSE},
        {"[a", "[a", TRUE},
        {"\\*", "*", TRUE},
        {"\\*", "a", FALSE},
        {"a.b", "axb", FALSE},
        {"(a|b)+$", "(a|b)+$", TRUE},
        {"}", "}", TRUE},
        {"a,b", "a,b", TRUE},
        {"[\\d]", "5", FALSE},
        {"a\\", "a\\", TRUE},
        {"*", "a\nb", TRUE},
        {"\xe2\x82\xac*", "\xe2\x82\xacx", TRUE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GRegex) regex = cordon_files_glob_new(CASES[i].glob, &error);

        cr_assert_not_null(regex, "%s: %s", CASES[i].glob, error != NULL ? error->message : "");
        cr_expect_eq(g_regex_match(regex, CASES[i].text, 0, NULL), CASES[i].matches, "%s: %s",
                     CASES[i].glob, CASES[i].text);
    }
}

Test(files_search, globs_apply_to_the_path_when_they_hold_a_slash)
{
    tree_file("project/loop/g/a.c", "hit");
    tree_file("project/loop/g/b/c.c", "hit");
    tree_file("project/loop/g/b/c.h", "hit");
    check(SEARCH(.pattern = "hit", .glob = "*.c"), "g/a.c:1:hit|g/b/c.c:1:hit|", 0);
    check(SEARCH(.pattern = "hit", .glob = "g/*.c"), "g/a.c:1:hit|", 0);
    check(SEARCH(.pattern = "hit", .glob = "**/b/*"), "g/b/c.c:1:hit|g/b/c.h:1:hit|", 0);
    check(SEARCH(.pattern = "hit", .glob = ""), "g/a.c:1:hit|g/b/c.c:1:hit|g/b/c.h:1:hit|", 0);
}

/* SPDX-License-Identifier: MIT */
/* The order of the folders, the names in them, masking and shadowing. */
#include "registry/search.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

static char *order_of(const CordonSearchPlaces *places)
{
    g_autoptr(GPtrArray) folders = cordon_search_order(places);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < folders->len; i++) {
        const CordonSearchFolder *folder = folders->pdata[i];
        g_string_append_printf(text, "%s%s%s ", folder->path,
                               folder->ships_with_core ? "(core)" : "",
                               folder->problem != NULL ? "(not searched)" : "");
    }
    return g_string_free(text, FALSE);
}

Test(search, goes_from_the_caller_over_the_system_to_the_user)
{
    const char *const given[] = {"/given/b", "/given/a/", NULL};
    const CordonSearchPlaces places = {.given = given,
                                       .backend_path = "/dev/x:/dev/y",
                                       .system = "/etc/cordon/backends.d",
                                       .shipped = "/usr/lib/cordon/backends.d",
                                       .user_data = "/home/u/.local/share"};
    g_autofree char *order = order_of(&places);

    cr_expect_str_eq(order, "/given/b /given/a /dev/x /dev/y /etc/cordon/backends.d "
                            "/usr/lib/cordon/backends.d(core) "
                            "/home/u/.local/share/cordon/backends.d ");
}

Test(search, needs_none_of_the_places)
{
    const CordonSearchPlaces places = {.given = NULL};
    g_autofree char *order = order_of(&places);

    cr_expect_str_eq(order, "");
}

Test(search, lists_no_folder_twice_and_the_first_place_counts)
{
    const char *const given[] = {"/a/../b", "/b", NULL};
    const CordonSearchPlaces places = {.given = given, .shipped = "/b/.", .system = "/c"};
    g_autofree char *order = order_of(&places);

    cr_expect_str_eq(order, "/b /c ");
}

Test(search, does_not_search_relative_folders_of_the_environment)
{
    const CordonSearchPlaces places = {.backend_path = ":x/y:/z:."};
    g_autofree char *order = order_of(&places);

    cr_expect_str_eq(order, "x/y(not searched) /z .(not searched) ");
}

static void touch(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    cr_assert(g_file_set_contents(path, "", 0, NULL));
}

static void remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);

    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_dir_close(dir);
    g_rmdir(folder);
}

Test(search, sorts_names_by_bytes_and_takes_only_json)
{
    static const char *const names[] = {"b.json",        "a.json",  "B.json", "10-x.json",
                                        "9-x.json",      "a.json~", "README", ".x.json",
                                        "\xc3\xa9.json", "a.JSON",  ".json",  "a-b.json"};
    g_autofree char *folder = g_dir_make_tmp("cordon-search-XXXXXX", NULL);
    gboolean more = TRUE;

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        touch(folder, names[i]);
    g_auto(GStrv) found = cordon_search_list(folder, &more, NULL);
    g_autofree char *joined = g_strjoinv(" ", found);
    cr_expect_str_eq(joined, "10-x.json 9-x.json B.json a-b.json a.json b.json \xc3\xa9.json");
    cr_expect_not(more);
    remove_folder(folder);
}

Test(search, of_a_folder_that_is_not_there_finds_nothing)
{
    gboolean more = TRUE;
    g_auto(GStrv) found = cordon_search_list("/nonexistent/folder", &more, NULL);

    cr_assert_not_null(found);
    cr_expect_null(found[0]);
    cr_expect_not(more);
}

Test(search, of_what_is_no_folder_is_an_error_that_names_it)
{
    g_autoptr(GError) error = NULL;
    gboolean more = FALSE;

    cr_expect_null(cordon_search_list("/dev/null", &more, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(error->message, "/dev/null"));
}

Test(search, reads_a_bounded_number_of_manifests)
{
    g_autofree char *folder = g_dir_make_tmp("cordon-search-XXXXXX", NULL);
    gboolean more = FALSE;

    for (guint i = 0; i < CORDON_SEARCH_MAX_MANIFESTS + 1; i++) {
        g_autofree char *name = g_strdup_printf("%04u.json", i);
        touch(folder, name);
    }
    g_auto(GStrv) found = cordon_search_list(folder, &more, NULL);
    cr_expect_eq(g_strv_length(found), CORDON_SEARCH_MAX_MANIFESTS);
    cr_expect(more);
    cr_expect_str_eq(found[CORDON_SEARCH_MAX_MANIFESTS - 1], "0255.json");
    remove_folder(folder);
}

/* "id" counts, "id!" could not be used, "-id" switches off, "?" could not be read. */
static char *settle(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    guint count = g_strv_length(words);
    g_autofree CordonSearchItem *items = g_new0(CordonSearchItem, count + 1);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < count; i++) {
        items[i].enabled = words[i][0] != '-';
        items[i].acceptable = !g_str_has_suffix(words[i], "!");
        if (!items[i].acceptable)
            words[i][strlen(words[i]) - 1] = '\0';
        items[i].id = words[i][0] == '?' ? NULL : words[i] + (items[i].enabled ? 0 : 1);
    }
    cordon_search_settle(items, count);
    for (guint i = 0; i < count; i++) {
        static const char letters[] = {[CORDON_SEARCH_COUNTS] = 'c',
                                       [CORDON_SEARCH_SHADOWED] = 's',
                                       [CORDON_SEARCH_MASKED] = 'm'};
        g_string_append_c(text, letters[items[i].outcome]);
        if (items[i].outcome != CORDON_SEARCH_COUNTS)
            g_string_append_printf(text, "%zu", items[i].by);
    }
    return g_string_free(text, FALSE);
}

Test(search, settles_which_manifest_counts)
{
    static const struct {
        const char *line, *outcome;
    } rows[] = {
        {"a", "c"},
        {"a b c", "ccc"},
        {"a a a", "cs0s0"},
        {"a b a b", "ccs0s1"},
        {"-a a a", "cm0m0"},
        {"-a b a", "ccm0"},
        {"a -a a", "cs0s0"}, /* too late to switch off */
        {"a! a a", "ccs1"},  /* a bad one hides nothing */
        {"a! a! a", "ccc"},
        {"-a a! a", "cm0m0"},
        {"a! -a a", "ccm1"},
        {"? ? a ? a", "cccc"
                      "s2"},
        {"-a -a a", "cm0m0"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *outcome = settle(rows[i].line);
        cr_expect_str_eq(outcome, rows[i].outcome, "%s", rows[i].line);
    }
}

/* SPDX-License-Identifier: MIT */
/* What may stand in an index and a tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/gitindex.h"

#define FILE_MODE 0100644
#define LINK_MODE 0120000
#define SUB_MODE  0160000

static void put32(GByteArray *bytes, guint32 value)
{
    value = GUINT32_TO_BE(value);
    g_byte_array_append(bytes, (guint8 *)&value, 4);
}

static GByteArray *start(guint32 version, guint32 count)
{
    GByteArray *bytes = g_byte_array_new();

    g_byte_array_append(bytes, (const guint8 *)"DIRC", 4);
    put32(bytes, version);
    put32(bytes, count);
    return bytes;
}

/* strip: of version 4, or -1. */
static void add(GByteArray *bytes, const char *path, guint32 mode, guint stage, int strip,
                gsize whole_length)
{
    static const guint8 zeros[64];
    gsize begin = bytes->len, length = strlen(path);
    guint16 flags = GUINT16_TO_BE((guint16)(stage << 12 | MIN(whole_length, 0xfff)));

    g_byte_array_append(bytes, zeros, 24);
    put32(bytes, mode);
    g_byte_array_append(bytes, zeros, 12 + 20);
    g_byte_array_append(bytes, (guint8 *)&flags, 2);
    if (strip >= 0) {
        guint8 byte = (guint8)strip;

        g_byte_array_append(bytes, &byte, 1);
    }
    g_byte_array_append(bytes, (const guint8 *)path, (guint)length);
    g_byte_array_append(bytes, zeros, 1);
    while (strip < 0 && (bytes->len - begin) % 8 != 0)
        g_byte_array_append(bytes, zeros, 1);
}

/* The reason, or NULL; the bytes are freed. */
static char *rebuild(GByteArray *bytes, const char *submodule, gsize *ret_size)
{
    static const guint8 sum[20];
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *made = NULL;
    char *reason = NULL;
    gsize size = 0;

    if (submodule != NULL)
        g_hash_table_add(known, (gpointer)submodule);
    g_byte_array_append(bytes, sum, sizeof sum);
    made =
        cordon_git_index_rebuild((const char *)bytes->data, bytes->len, 20, known, &size, &reason);
    cr_expect_eq(made == NULL, reason != NULL);
    if (ret_size != NULL)
        *ret_size = size;
    g_byte_array_unref(bytes);
    return reason;
}

Test(gitindex, paths_that_git_must_not_write_are_refused)
{
    static const struct {
        const char *path;
        guint32 mode;
        gboolean good;
    } rows[] = {
        {"a/b", FILE_MODE, TRUE},
        {".github/x", FILE_MODE, TRUE},
        {".gitmodules", FILE_MODE, TRUE},
        {".gitmodules", LINK_MODE, FALSE},
        {"link", LINK_MODE, TRUE},
        {".git/hooks/x", FILE_MODE, FALSE},
        {"a/.GIT/config", FILE_MODE, FALSE},
        {"git~1/config", FILE_MODE, FALSE},
        {"../x", FILE_MODE, FALSE},
        {"a/../x", FILE_MODE, FALSE},
        {"/etc/x", FILE_MODE, FALSE},
        {"a//b", FILE_MODE, FALSE},
        {"a/", FILE_MODE, FALSE},
        {"./a", FILE_MODE, FALSE},
        {"", FILE_MODE, FALSE},
        {"a", 0100600, FALSE},
        {"a", 0040000, FALSE},
        {"known", SUB_MODE, TRUE},
        {"new", SUB_MODE, FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (guint32 version = 2; version <= 4; version++) {
            GByteArray *bytes = start(version, 1);
            g_autofree char *reason = NULL;

            add(bytes, rows[i].path, rows[i].mode, 0, version == 4 ? 0 : -1, strlen(rows[i].path));
            reason = rebuild(bytes, "known", NULL);
            cr_expect_eq(reason == NULL, rows[i].good, "%s %o: %s", rows[i].path, rows[i].mode,
                         reason);
        }
    }
}

Test(gitindex, names_that_are_cut_short_are_put_together)
{
    GByteArray *bytes = start(4, 2);
    g_autofree char *good = NULL, *bad = NULL, *over = NULL;

    add(bytes, ".gix", FILE_MODE, 0, 0, 4);
    add(bytes, "t/x", FILE_MODE, 0, 1, 6);
    bad = rebuild(bytes, NULL, NULL);
    cr_expect(bad != NULL && strstr(bad, ".git/x") != NULL, "%s", bad);
    bytes = start(4, 2);
    add(bytes, "a/b", FILE_MODE, 0, 0, 3);
    add(bytes, "c", FILE_MODE, 0, 1, 3);
    good = rebuild(bytes, NULL, NULL);
    cr_expect_null(good, "%s", good);
    bytes = start(4, 1);
    add(bytes, "a", FILE_MODE, 0, 5, 1);
    over = rebuild(bytes, NULL, NULL);
    cr_expect_not_null(over);
}

Test(gitindex, a_length_that_differs_from_the_name_is_refused)
{
    GByteArray *bytes = start(2, 1);
    g_autofree char *reason = NULL;

    add(bytes, "a/b", FILE_MODE, 0, -1, 9);
    reason = rebuild(bytes, NULL, NULL);
    cr_expect_not_null(reason);
}

Test(gitindex, a_file_is_no_folder_of_another_but_in_a_conflict)
{
    GByteArray *bytes = start(2, 2);
    g_autofree char *bad = NULL, *conflict = NULL;

    add(bytes, "a", LINK_MODE, 0, -1, 1);
    add(bytes, "a/x", FILE_MODE, 0, -1, 3);
    bad = rebuild(bytes, NULL, NULL);
    cr_expect_not_null(bad);
    bytes = start(2, 2);
    add(bytes, "a", FILE_MODE, 2, -1, 1);
    add(bytes, "a/x", FILE_MODE, 0, -1, 3);
    conflict = rebuild(bytes, NULL, NULL);
    cr_expect_null(conflict, "%s", conflict);
}

Test(gitindex, what_stands_behind_the_entries_is_left_out_or_refused)
{
    static const char *const refused[] = {"link", "sdir"};
    GByteArray *bytes = start(2, 0);
    g_autofree char *reason = NULL;
    gsize size = 0;

    g_byte_array_append(bytes, (const guint8 *)"IEOT", 4);
    put32(bytes, 4);
    put32(bytes, 1);
    reason = rebuild(bytes, NULL, &size);
    cr_expect_null(reason, "%s", reason);
    cr_expect_eq(size, 12 + 20);
    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_autofree char *why = NULL;

        bytes = start(2, 0);
        g_byte_array_append(bytes, (const guint8 *)refused[i], 4);
        put32(bytes, 0);
        why = rebuild(bytes, NULL, NULL);
        cr_expect_not_null(why);
    }
    bytes = start(2, 3); /* fewer entries than it says */
    g_autofree char *few = rebuild(bytes, NULL, NULL);
    cr_expect_not_null(few);
    g_autofree char *version = rebuild(start(5, 0), NULL, NULL);
    cr_expect_not_null(version);
}

Test(gitindex, gitlinks_are_found_in_trees_and_indexes)
{
    static const char tree[] = "100644 a\0"
                               "01234567890123456789"
                               "160000 sub\0"
                               "01234567890123456789";
    static const char odd[] = "40000 d\0"
                              "01234567890123456789"
                              "150000 odd\0"
                              "01234567890123456789";
    g_autoptr(GHashTable) none = g_hash_table_new(g_str_hash, g_str_equal);
    GByteArray *bytes = start(2, 2);
    static const guint8 sum[20];

    add(bytes, "a", FILE_MODE, 0, -1, 1);
    add(bytes, "lib/sub", SUB_MODE, 0, -1, 7);
    g_byte_array_append(bytes, sum, sizeof sum);
    g_autoptr(GHashTable) links =
        cordon_git_index_find_links((const char *)bytes->data, bytes->len, 20);
    g_byte_array_unref(bytes);
    cr_expect_eq(g_hash_table_size(links), 1);
    cr_expect(g_hash_table_contains(links, "lib/sub"));

    g_autofree char *found = cordon_git_tree_find_link(tree, sizeof tree - 1, 20, none);
    g_autofree char *known = cordon_git_tree_find_link(tree, sizeof tree - 1, 20, links);
    g_autofree char *other = cordon_git_tree_find_link(odd, sizeof odd - 1, 20, links);
    g_autofree char *cut = cordon_git_tree_find_link(tree, sizeof tree - 2, 20, links);
    cr_expect_str_eq(found, "sub");
    cr_expect_null(known);
    cr_expect_str_eq(other, "odd");
    cr_expect_str_eq(cut, "");
}

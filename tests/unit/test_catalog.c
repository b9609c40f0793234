/* SPDX-License-Identifier: MIT */
/* The catalogue over real folders.  They lie below the sticky temporary folder of the system, as a
 * tree that a developer unpacked there. */
#define _GNU_SOURCE /* setenv() */
#include "registry/catalog.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *base;

static char *in_base(const char *name)
{
    return g_build_filename(base, name, NULL);
}

static void write_file(const char *name, const char *text, mode_t mode)
{
    g_autofree char *path = in_base(name);
    g_autofree char *folder = g_path_get_dirname(path);

    cr_assert_eq(g_mkdir_with_parents(folder, 0755), 0);
    cr_assert(g_file_set_contents(path, text, -1, NULL));
    cr_assert_eq(chmod(path, mode), 0);
}

static void write_manifest(const char *name, const char *id, int priority, const char *library)
{
    g_autofree char *text = g_strdup_printf(
        "{\"manifest\":1,\"id\":\"%s\",\"name\":\"N %s\",\"version\":\"2\",\"abi\":1,"
        "\"library\":\"%s\",\"platforms\":[\"linux\"],\"priority\":%d,"
        "\"guarantees\":[\"net.none/1\"]}",
        id, id, library, priority);

    write_file(name, text, 0644);
}

static void remove_tree(const char *path)
{
    GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);

    if (dir != NULL) {
        for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
            g_autofree char *below = g_build_filename(path, name, NULL);
            remove_tree(below);
        }
        g_dir_close(dir);
    }
    g_remove(path);
}

static void set_up(void)
{
    base = g_dir_make_tmp("cordon-catalog-XXXXXX", NULL);
    write_file("lib/good.so", "not looked into", 0644);
}

static void tear_down(void)
{
    remove_tree(base);
    g_free(base);
}

/* names of folders below base, joined by ':' */
static CordonCatalog *new_catalog(const char *names)
{
    g_auto(GStrv) list = g_strsplit(names, ":", -1);

    for (gsize i = 0; list[i] != NULL; i++) {
        char *path = in_base(list[i]);
        g_free(list[i]);
        list[i] = path;
    }
    const CordonSearchPlaces places = {.given = (const char *const *)list};
    g_autoptr(GPtrArray) folders = cordon_search_order(&places);
    return cordon_catalog_new_from(folders);
}

/* The entry of a manifest, by its name below base. */
static const CordonBackendInfo *entry_of(const CordonCatalog *catalog, const char *name)
{
    g_autofree char *path = in_base(name);

    for (gsize i = 0; i < cordon_catalog_get_size(catalog); i++) {
        const CordonBackendInfo *info = cordon_catalog_get(catalog, i);
        if (strcmp(info->manifest_path, path) == 0)
            return info;
    }
    cr_assert_fail("%s is not in the catalogue", name);
    return NULL;
}

static void expect_state(const CordonCatalog *catalog, const char *name, CordonBackendState state,
                         const char *reason)
{
    const CordonBackendInfo *info = entry_of(catalog, name);

    cr_expect_eq(info->state, state, "%s: state %d", name, info->state);
    if (reason == NULL)
        cr_expect_null(info->reason, "%s: %s", name, info->reason);
    else
        cr_expect(info->reason != NULL && strstr(info->reason, reason) != NULL, "%s: %s", name,
                  info->reason);
}

Test(catalog, tells_all_about_a_usable_backend, .init = set_up, .fini = tear_down)
{
    g_autofree char *library = in_base("lib/good.so");

    write_manifest("d/a.json", "a", 7, "../lib/good.so");
    g_autoptr(CordonCatalog) catalog = new_catalog("d");
    cr_assert_eq(cordon_catalog_get_size(catalog), 1);
    const CordonBackendInfo *info = entry_of(catalog, "d/a.json");
    expect_state(catalog, "d/a.json", CORDON_BACKEND_USABLE, NULL);
    cr_expect_str_eq(info->id, "a");
    cr_expect_str_eq(info->name, "N a");
    cr_expect_str_eq(info->version, "2");
    cr_expect_str_eq(info->library_path, library, "a relative library is beside its manifest");
    cr_expect_eq(info->priority, 7);
    cr_expect_str_eq(info->guarantees[0], "net.none/1");
    cr_expect_null(info->guarantees[1]);
    cr_expect_eq(cordon_catalog_find(catalog, "a"), info);
    cr_expect_null(cordon_catalog_find(catalog, "b"));

    struct stat status;
    cr_assert_eq(stat(library, &status), 0);
    const CordonCatalogEntry *entry = cordon_catalog_get_entry(catalog, 0);
    cr_expect_eq(entry->library.inode, status.st_ino);
    cr_expect_not(entry->ships_with_core);
    cr_expect_eq(entry->info.id, info->id);
}

Test(catalog, accepts_an_absolute_library_and_a_link_to_one, .init = set_up, .fini = tear_down)
{
    g_autofree char *library = in_base("lib/good.so");
    g_autofree char *link = in_base("lib/link.so");

    cr_assert_eq(symlink("good.so", link), 0);
    write_manifest("d/a.json", "a", 1, library);
    write_manifest("d/b.json", "b", 1, link);
    g_autoptr(CordonCatalog) catalog = new_catalog("d");
    cr_expect_str_eq(entry_of(catalog, "d/a.json")->library_path, library);
    cr_expect_str_eq(entry_of(catalog, "d/b.json")->library_path, library);
}

Test(catalog, lists_what_cannot_be_used_with_its_reason, .init = set_up, .fini = tear_down)
{
    write_manifest("d/good.json", "good", 1, "../lib/good.so");
    write_file("d/broken.json", "{\"id\":", 0644);
    write_file("d/empty.json", "", 0644);
    write_manifest("d/missing.json", "missing", 1, "../lib/missing.so");
    write_manifest("d/folder.json", "folder", 1, "../lib");
    write_manifest("d/writable.json", "writable", 1, "../lib/writable.so");
    write_file("lib/writable.so", "", 0666);
    write_file("d/open.json", "{\"id\":\"good\",\"enabled\":false}", 0666);
    write_file("d/abi.json",
               "{\"manifest\":1,\"id\":\"abi\",\"name\":\"A\",\"version\":\"1\",\"abi\":2,"
               "\"library\":\"../lib/good.so\",\"platforms\":[\"linux\"]}",
               0644);
    write_file("d/foreign.json",
               "{\"manifest\":1,\"id\":\"foreign\",\"name\":\"F\",\"version\":\"1\",\"abi\":1,"
               "\"library\":\"../lib/missing.dylib\",\"platforms\":[\"macos\",\"windows\"]}",
               0644);
    g_autofree char *dangling = in_base("d/dangling.json");
    cr_assert_eq(symlink("nowhere", dangling), 0);

    g_autoptr(CordonCatalog) catalog = new_catalog("d");
    cr_expect_eq(cordon_catalog_get_size(catalog), 10);
    expect_state(catalog, "d/good.json", CORDON_BACKEND_USABLE, NULL);
    expect_state(catalog, "d/broken.json", CORDON_BACKEND_REJECTED, "is not a manifest");
    expect_state(catalog, "d/empty.json", CORDON_BACKEND_REJECTED, "the text is empty");
    expect_state(catalog, "d/missing.json", CORDON_BACKEND_REJECTED, "missing.so cannot be found");
    expect_state(catalog, "d/folder.json", CORDON_BACKEND_REJECTED, "not a regular file");
    expect_state(catalog, "d/writable.json", CORDON_BACKEND_REJECTED, "writable by everybody");
    expect_state(catalog, "d/open.json", CORDON_BACKEND_REJECTED, "writable by everybody");
    expect_state(catalog, "d/abi.json", CORDON_BACKEND_REJECTED, "speaks version 2");
    expect_state(catalog, "d/foreign.json", CORDON_BACKEND_FOREIGN, "for macos, windows");
    expect_state(catalog, "d/dangling.json", CORDON_BACKEND_REJECTED, "cannot be found");

    cr_expect_null(entry_of(catalog, "d/broken.json")->id);
    cr_expect_null(entry_of(catalog, "d/broken.json")->guarantees[0]);
    cr_expect_str_eq(entry_of(catalog, "d/missing.json")->id, "missing");
    cr_expect_null(cordon_catalog_find(catalog, "missing"), "only usable ones are found");
    cr_expect_null(entry_of(catalog, "d/foreign.json")->library_path);
}

Test(catalog, refuses_all_of_a_folder_that_others_can_write, .init = set_up, .fini = tear_down)
{
    g_autofree char *folder = in_base("d");

    write_manifest("d/a.json", "a", 1, "../lib/good.so");
    cr_assert_eq(chmod(folder, 0777), 0);
    g_autoptr(CordonCatalog) catalog = new_catalog("d");
    expect_state(catalog, "d/a.json", CORDON_BACKEND_REJECTED, "writable by everybody");
}

Test(catalog, sorts_usable_ones_by_priority_then_id, .init = set_up, .fini = tear_down)
{
    static const char *const order[] = {"z", "b", "c", NULL};

    write_file("d/0.json", "{", 0644);
    write_manifest("d/1.json", "c", 50, "../lib/good.so");
    write_manifest("d/2.json", "b", 50, "../lib/good.so");
    write_manifest("d/3.json", "z", 10, "../lib/good.so");
    write_file("d/4.json", "}", 0644);
    g_autoptr(CordonCatalog) catalog = new_catalog("d");
    cr_assert_eq(cordon_catalog_get_size(catalog), 5);
    for (gsize i = 0; order[i] != NULL; i++)
        cr_expect_str_eq(cordon_catalog_get(catalog, i)->id, order[i]);
    cr_expect(g_str_has_suffix(cordon_catalog_get(catalog, 3)->manifest_path, "/0.json"));
    cr_expect(g_str_has_suffix(cordon_catalog_get(catalog, 4)->manifest_path, "/4.json"));
}

Test(catalog, the_first_with_an_id_counts_and_names_itself_to_the_others, .init = set_up,
     .fini = tear_down)
{
    write_manifest("first/a.json", "a", 9, "../lib/good.so");
    write_manifest("second/a.json", "a", 1, "../lib/good.so");
    g_autoptr(CordonCatalog) catalog = new_catalog("first:second:absent");
    g_autofree char *first = in_base("first/a.json");
    expect_state(catalog, "second/a.json", CORDON_BACKEND_SHADOWED, first);
    cr_expect_str_eq(cordon_catalog_find(catalog, "a")->manifest_path, first);
}

Test(catalog, a_bad_file_hides_no_good_one, .init = set_up, .fini = tear_down)
{
    write_manifest("first/a.json", "a", 9, "../lib/missing.so");
    write_manifest("second/a.json", "a", 1, "../lib/good.so");
    g_autoptr(CordonCatalog) catalog = new_catalog("first:second");
    expect_state(catalog, "first/a.json", CORDON_BACKEND_REJECTED, "missing.so");
    expect_state(catalog, "second/a.json", CORDON_BACKEND_USABLE, NULL);
}

Test(catalog, a_mask_switches_off_what_comes_behind_and_is_no_backend, .init = set_up,
     .fini = tear_down)
{
    write_file("first/mask.json", "{\"id\":\"a\",\"enabled\":false}", 0644);
    write_manifest("second/a.json", "a", 1, "../lib/good.so");
    write_manifest("second/b.json", "b", 1, "../lib/good.so");
    g_autoptr(CordonCatalog) catalog = new_catalog("first:second");
    g_autofree char *mask = in_base("first/mask.json");
    cr_expect_eq(cordon_catalog_get_size(catalog), 2);
    expect_state(catalog, "second/a.json", CORDON_BACKEND_MASKED, mask);
    expect_state(catalog, "second/b.json", CORDON_BACKEND_USABLE, NULL);
    cr_expect_null(cordon_catalog_find(catalog, "a"));
}

Test(catalog, says_that_a_folder_holds_too_many, .init = set_up, .fini = tear_down)
{
    for (guint i = 0; i < CORDON_SEARCH_MAX_MANIFESTS + 3; i++) {
        g_autofree char *name = g_strdup_printf("d/%04u.json", i);
        write_file(name, "{", 0644);
    }
    g_autoptr(CordonCatalog) catalog = new_catalog("d");
    cr_expect_eq(cordon_catalog_get_size(catalog), CORDON_SEARCH_MAX_MANIFESTS + 1);
    expect_state(catalog, "d", CORDON_BACKEND_REJECTED, "more than 256 manifests");
}

/* How many usable backends the public call finds that were made here. */
static gboolean finds(const char *const *folders, CordonCatalogFlags flags, const char *id)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonCatalog) catalog = cordon_catalog_new(folders, flags, &error);

    cr_assert_not_null(catalog, "%s", error != NULL ? error->message : "");
    return cordon_catalog_find(catalog, id) != NULL;
}

Test(catalog, reads_the_environment_only_when_asked, .init = set_up, .fini = tear_down)
{
    g_autofree char *given = in_base("given");
    g_autofree char *by_path = in_base("path");
    g_autofree char *data = in_base("data");
    const char *const folders[] = {given, NULL};
    const CordonCatalogFlags both = CORDON_CATALOG_DEVELOPER | CORDON_CATALOG_USER_FOLDER;

    write_manifest("given/a.json", "test-given", 1, "../lib/good.so");
    write_manifest("path/b.json", "test-path", 1, "../lib/good.so");
    write_manifest("data/cordon/backends.d/c.json", "test-data", 1, "../../../lib/good.so");
    setenv("CORDON_BACKEND_PATH", by_path, 1);
    setenv("XDG_DATA_HOME", data, 1);
    cr_expect(finds(folders, CORDON_CATALOG_DEFAULT, "test-given"));
    cr_expect_not(finds(folders, CORDON_CATALOG_DEFAULT, "test-path"));
    cr_expect_not(finds(folders, CORDON_CATALOG_DEFAULT, "test-data"));
    cr_expect(finds(NULL, CORDON_CATALOG_DEVELOPER, "test-path"));
    cr_expect_not(finds(NULL, CORDON_CATALOG_DEVELOPER, "test-data"));
    cr_expect(finds(NULL, CORDON_CATALOG_USER_FOLDER, "test-data"));
    cr_expect(finds(folders, both, "test-given"));

    unsetenv("XDG_DATA_HOME");
    g_autofree char *home = in_base("home");
    write_manifest("home/.local/share/cordon/backends.d/d.json", "test-home", 1,
                   "../../../../../lib/good.so");
    setenv("HOME", home, 1);
    cr_expect(finds(NULL, CORDON_CATALOG_USER_FOLDER, "test-home"));
}

Test(catalog, ignores_the_environment_with_more_rights_than_the_user, .init = set_up,
     .fini = tear_down)
{
    g_autofree char *by_path = in_base("path");

    if (geteuid() != 0) {
        tear_down(); /* is not called for a test that is skipped */
        cr_skip_test("only the administrator can take on two users at once");
    }
    write_manifest("path/b.json", "test-path", 1, "../lib/good.so");
    setenv("CORDON_BACKEND_PATH", by_path, 1);
    cr_expect(finds(NULL, CORDON_CATALOG_DEVELOPER, "test-path"));
    cr_assert_eq(setresuid(65534, 0, 0), 0);
    cr_expect_not(finds(NULL, CORDON_CATALOG_DEVELOPER, "test-path"));
    cr_assert_eq(setresuid(0, 0, 0), 0);
}

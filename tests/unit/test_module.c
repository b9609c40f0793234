/* SPDX-License-Identifier: MIT */
/* Loading a library: each oddity of a table has its refusal. */
#include "registry/module.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

static char id[] = "odd";
static const CordonManifest manifest = {.id = id, .enabled = TRUE};

static CordonModule *load(const char *name, GError **error)
{
    g_autofree char *path = g_strdup_printf(ODD_FOLDER "/odd-%s.so", name);

    return cordon_module_load(path, &manifest, error);
}

Test(module, loads_a_good_table_and_tells_its_file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonModule) module = load("good", &error);
    struct stat status;

    cr_assert_not_null(module, "%s", error != NULL ? error->message : "");
    cr_expect_str_eq(module->table.id, "odd");
    cr_expect_eq(module->table.struct_size, sizeof(struct cordon_backend));
    cr_expect_not_null(module->table.probe);
    cr_expect_null(module->table.spawn);
    cr_assert_eq(stat(module->path, &status), 0);
    cr_expect_eq(module->identity.inode, status.st_ino);
}

Test(module, loads_the_known_part_of_a_newer_table)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonModule) module = load("newer", &error);

    cr_assert_not_null(module, "%s", error != NULL ? error->message : "");
    cr_expect_eq(module->table.struct_size, sizeof(struct cordon_backend));
    cr_expect_str_eq(module->table.id, "odd");
}

Test(module, refuses_each_oddity_by_its_name)
{
    static const struct {
        const char *name, *message;
    } rows[] = {
        {"no-symbol", "does not export cordon_backend_v1"},
        {"function", "is not a data object"},
        {"small", "is smaller than the smallest table"},
        {"size-0", "a struct_size below"},
        {"size-short", "a struct_size below"},
        {"size-long", "a struct_size larger than the object"},
        {"wrong-id", "another id than the manifest (\"odd\")"},
        {"null-id", "no id or no version"},
        {"null-probe", "lacks one of open, close, probe"},
        {"borrowed", "belongs to a library that it depends on"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonModule) module = load(rows[i].name, &error);
        cr_expect_null(module, "%s", rows[i].name);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_BACKEND), "%s", rows[i].name);
        cr_expect(error != NULL && strstr(error->message, rows[i].message) != NULL, "%s: %s",
                  rows[i].name, error != NULL ? error->message : "");
    }
}

Test(module, refuses_what_is_no_library_or_not_there)
{
    g_autoptr(GError) text = NULL;
    g_autoptr(GError) absent = NULL;
    g_autofree char *folder = g_dir_make_tmp("cordon-module-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "text.so", NULL);

    cr_assert(g_file_set_contents(path, "text", -1, NULL));
    cr_expect_null(cordon_module_load(path, &manifest, &text));
    cr_expect(g_error_matches(text, CORDON_ERROR, CORDON_ERROR_BACKEND));
    cr_expect_not_null(strstr(text->message, path));
    cr_expect_null(load("absent", &absent));
    cr_expect(g_error_matches(absent, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    g_unlink(path);
    g_rmdir(folder);
}

/* Its code must not even be mapped. */
Test(module, refuses_an_untrusted_library_before_it_is_loaded)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("cordon-module-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "open.so", NULL);
    g_autofree char *maps = NULL;
    g_autofree char *bytes = NULL;
    gsize size = 0;

    cr_assert(g_file_get_contents(ODD_FOLDER "/odd-good.so", &bytes, &size, NULL));
    cr_assert(g_file_set_contents(path, bytes, (gssize)size, NULL));
    cr_assert_eq(chmod(path, 0777), 0);
    cr_expect_null(cordon_module_load(path, &manifest, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TRUST));
    cr_assert(g_file_get_contents("/proc/self/maps", &maps, NULL, NULL));
    cr_expect_null(strstr(maps, path));
    g_unlink(path);
    g_rmdir(folder);
}

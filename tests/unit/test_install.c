/* SPDX-License-Identifier: MIT */
/* Where the installed pieces are: the static variant for tests, and the shared library in place. */
#define _GNU_SOURCE /* RTLD_NOLOAD and the like */
#include "base/install.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <string.h>

Test(install, in_a_test_is_the_build_tree)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = cordon_install_manifest_folder(&error);

    cr_expect_str_eq(folder, STAGE_MANIFESTS);
}

Test(install, says_which_helper_is_missing)
{
    g_autoptr(GError) error = NULL;

    cr_expect_null(cordon_install_helper("cordon-no-such-helper", &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(error->message, "/cordon-no-such-helper,"), "%s", error->message);
}

/* The library finds its manifests beside itself: an empty catalogue is one that found its place. */
Test(install, of_the_shared_library_is_relative_to_itself)
{
    void *library = dlopen(SHARED_LIBRARY, RTLD_NOW | RTLD_LOCAL);

    cr_assert_not_null(library, "%s", dlerror());
    union {
        void *symbol;
        void *(*call)(const char *const *folders, int flags, GError **error);
    } new_catalog = {.symbol = dlsym(library, "cordon_catalog_new")};
    union {
        void *symbol;
        void (*call)(void *catalog);
    } free_catalog = {.symbol = dlsym(library, "cordon_catalog_free")};
    cr_assert_not_null(new_catalog.symbol);
    cr_assert_not_null(free_catalog.symbol);
    cr_expect_null(dlsym(library, "cordon_install_manifest_folder"), "the inside is not exported");

    g_autoptr(GError) error = NULL;
    void *catalog = new_catalog.call(NULL, 0, &error);
    cr_assert_not_null(catalog, "%s", error != NULL ? error->message : "");
    free_catalog.call(catalog);
}

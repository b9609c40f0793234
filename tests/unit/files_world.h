/* SPDX-License-Identifier: MIT */
/* A project with a loop in it, for tests of the file tools. */
#ifndef CORDON_TESTS_FILES_WORLD_H
#define CORDON_TESTS_FILES_WORLD_H

#include <cordon/files.h>

#include "session/files_resolve.h"
#include "tree.h"

#define ANY_OK (-1)

/* With the kernel's own way of resolving, or name by name. */
static inline CordonFiles *world_open(gboolean walks)
{
    g_autofree char *project = tree_path("project");
    g_autofree char *loop = tree_path("project/loop");
    g_autofree char *inner = tree_path("project/loop/sibling");
    g_autofree char *later = tree_path("project/loop/later");
    g_autofree char *other = tree_path("project/other");
    const char *const siblings[] = {inner, later, other, loop, NULL};
    g_autoptr(GError) error = NULL;
    CordonFiles *files = cordon_files_open(project, loop, siblings, &error);

    cr_assert_not_null(files, "%s", error != NULL ? error->message : "");
    if (walks)
        cordon_files_set_walks(files);
    return files;
}

static inline void world_make(void)
{
    tree_make_root();
    tree_folder("project/loop");
    tree_file("project/loop/a/f", "inside");
    tree_file("project/loop/sibling/f", "sibling");
    tree_file("project/other/f", "other");
    tree_file("outside/f", "OUTSIDE");
}

/* code ANY_OK: there is no error.  Errors are sentences on one line, whatever the path holds. */
static inline void world_expect(const GError *error, int code, const char *path)
{
    if (code == ANY_OK) {
        cr_expect_null(error, "%s: %s", path, error->message);
        return;
    }
    cr_assert_not_null(error, "%s: no error, but %s was expected", path,
                       cordon_files_error_name((CordonFilesError)code));
    cr_expect_eq(error->domain, CORDON_FILES_ERROR);
    cr_expect_eq(error->code, code, "%s: %s instead of %s: %s", path,
                 cordon_files_error_name((CordonFilesError)error->code),
                 cordon_files_error_name((CordonFilesError)code), error->message);
    cr_expect(g_utf8_validate(error->message, -1, NULL), "%s", path);
    cr_expect(strpbrk(error->message, "\n\r\t\x1b") == NULL, "%s", error->message);
    cr_expect(g_str_has_suffix(error->message, "."), "%s", error->message);
}

/* What the file holds by now, or NULL.  Free with g_free(). */
static inline char *world_get(const char *relative)
{
    g_autofree char *path = tree_path(relative);
    char *text = NULL;

    return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Paths that agents give to file tools, and their globs: what is let through lies below the folder by its text. */
#include <string.h>

#include "fuzz.h"
#include "session/files_glob.h"
#include "session/files_path.h"

static void check_way(const CordonFilesWay *way)
{
    guint depth = 0;

    FUZZ_CHECK(way->path[0] != '/');
    for (guint i = 0; i < way->n_names; i++) {
        const char *name = way->names[i];

        FUZZ_CHECK(name[0] != '\0' && strcmp(name, ".") != 0 && strchr(name, '/') == NULL);
        FUZZ_CHECK(strcmp(name, "..") != 0 || depth > 0);
        depth = strcmp(name, "..") == 0 ? depth - 1 : depth + 1;
        FUZZ_CHECK(!cordon_files_name_is_secret("", name));
        FUZZ_CHECK(!cordon_files_way_changes(way) || !cordon_files_name_is_protected(name));
    }
    FUZZ_CHECK(way->names[way->n_names] == NULL);
    fuzz_check_plain(way->shown, FALSE);
}

static void check_again(const CordonFilesWay *way, const char *folder)
{
    g_autofree char *absolute = g_strconcat(folder, "/", way->path, NULL);
    g_autoptr(CordonFilesWay) again =
        cordon_files_way_new(folder, folder, way->path, way->use, NULL);
    g_autoptr(CordonFilesWay) below = NULL;

    FUZZ_CHECK(again != NULL && strcmp(again->path, way->path) == 0);
    if (strlen(absolute) > CORDON_FILES_MAX_PATH)
        return;
    below = cordon_files_way_new(folder, folder, absolute, way->use, NULL);
    FUZZ_CHECK(below != NULL && strcmp(below->path, way->path) == 0);
}

static void check_glob(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GRegex) regex = NULL;

    if (strlen(text) > CORDON_FILES_MAX_GLOB || !g_utf8_validate(text, -1, NULL))
        return;
    regex = cordon_files_glob_new(text, &error);
    FUZZ_CHECK((regex != NULL) == (error == NULL));
    if (regex != NULL)
        (void)g_regex_match(regex, "src/a/b.c", 0, NULL);
    /* What has no sign in it means itself. */
    if (strpbrk(text, "*?[{}\\,") == NULL)
        FUZZ_CHECK(regex != NULL && g_regex_match(regex, text, 0, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    g_autofree char *line = fuzz_take_line(&input);
    g_autofree char *path = fuzz_take_text(&input);
    g_autofree char *folder = g_canonicalize_filename(line, "/");

    for (int use = CORDON_FILES_USE_READ; use <= CORDON_FILES_USE_EDIT; use++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonFilesWay) way =
            cordon_files_way_new(folder, folder, path, (CordonFilesUse)use, &error);

        fuzz_check_error(way != NULL, error);
        if (way != NULL) {
            check_way(way);
            check_again(way, folder);
        }
    }
    check_glob(path);
    return 0;
}

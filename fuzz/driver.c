/* SPDX-License-Identifier: MIT */
/* Gives a target every file of the given folders, and the empty input: what a fuzzer found once is
 * tried by every build, without a fuzzer. */
#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "fuzz.h"

static void replay(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    gsize size = 0;

    if (!g_file_get_contents(path, &text, &size, &error)) {
        fprintf(stderr, "%s\n", error->message);
        exit(2);
    }
    /* A copy of exactly that size, so that reading beyond its end is noticed. */
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (data == NULL)
        abort();
    for (gsize i = 0; i < size; i++)
        data[i] = (uint8_t)text[i];
    printf("%s\n", path);
    fflush(stdout);
    (void)LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static guint replay_folder(const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, &error);
    const char *name;
    guint count = 0;

    if (dir == NULL) {
        fprintf(stderr, "%s\n", error->message);
        exit(2);
    }
    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);

        replay(path);
        count++;
    }
    return count;
}

int main(int argc, char **argv)
{
    static const uint8_t nothing[1];
    guint count = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE_OR_FOLDER...\n", argv[0]);
        return 2;
    }
    (void)LLVMFuzzerTestOneInput(nothing, 0);
    for (int i = 1; i < argc; i++) {
        if (g_file_test(argv[i], G_FILE_TEST_IS_DIR)) {
            count += replay_folder(argv[i]);
        } else {
            replay(argv[i]);
            count++;
        }
    }
    printf("%u inputs\n", count);
    return count > 0 ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/* The text of a git config file, which a command may have written: the value found is one line. */
#include <string.h>

#include "engine/gitdir.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autofree char *path = cordon_git_config_core(text, "hooksPath");

    if (path == NULL)
        return 0;
    FUZZ_CHECK(strchr(path, '\n') == NULL && strstr(text, path) != NULL);
    /* The same again when it is the only thing there; inside quotes blanks count. */
    g_strstrip(path);
    if (path[0] != '\0' && path[0] != '"') {
        g_autofree char *small = g_strdup_printf("[core]\nhooksPath = %s\n", path);
        g_autofree char *again = cordon_git_config_core(small, "hooksPath");

        FUZZ_CHECK(again != NULL && strcmp(again, path) == 0);
    }
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* The text of an AppArmor profile: it attaches to a program only if it names something. */
#include <string.h>

#include "bwrap/evidence.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);

    if (bwrap_profile_attaches(text, "/usr/bin/bwrap"))
        FUZZ_CHECK(strchr(text, '/') != NULL || strchr(text, '*') != NULL);
    /* A comment is none. */
    g_autofree char *comment = g_strdelimit(g_strconcat("# ", text, NULL), "\n", ' ');
    FUZZ_CHECK(!bwrap_profile_attaches(comment, "/usr/bin/bwrap"));
    return 0;
}

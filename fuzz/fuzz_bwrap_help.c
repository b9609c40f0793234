/* SPDX-License-Identifier: MIT */
/* The help text of a bubblewrap, and the fact that is made of it. */
#include <string.h>

#include "bwrap/bwrap.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint32_t all =
        BWRAP_HAS_DISABLE_USERNS | BWRAP_HAS_BIND_FD | BWRAP_HAS_PERMS | BWRAP_HAS_SIZE;
    g_autofree char *text = g_strndup((const char *)data, size);
    uint32_t options = bwrap_options_from_help(text);
    char fact[64];

    FUZZ_CHECK((options & ~all) == 0 && (bwrap_options_parse(text) & ~all) == 0);
    FUZZ_CHECK((options & BWRAP_HAS_PERMS) == 0 || strstr(text, "--perms") != NULL);
    FUZZ_CHECK((options & BWRAP_HAS_BIND_FD) == 0 || strstr(text, "--bind-fd") != NULL);
    bwrap_options_format(options, fact, sizeof fact);
    FUZZ_CHECK(bwrap_options_parse(fact) == options);
    return 0;
}

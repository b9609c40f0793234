/* SPDX-License-Identifier: MIT */
/* os-release: three facts at most, none of them empty, and the same text gives the same facts. */
#include <string.h>

#include "base/facts.h"
#include "fuzz.h"

static void add_to_text(const char *key, const char *value, gpointer user_data)
{
    FUZZ_CHECK(strcmp(key, "distro") == 0 || strcmp(key, "distro.like") == 0 ||
               strcmp(key, "distro.version") == 0);
    FUZZ_CHECK(value[0] != '\0' && strchr(value, '\n') == NULL);
    g_string_append_printf(user_data, "%s=%s\n", key, value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_autoptr(CordonFacts) facts = cordon_facts_new();
    GString *once = g_string_new(NULL);
    GString *twice = g_string_new(NULL);

    cordon_facts_add_os_release(facts, text);
    cordon_facts_foreach(facts, add_to_text, once);
    cordon_facts_add_os_release(facts, text);
    g_autoptr(CordonFacts) copy = cordon_facts_copy(facts);
    cordon_facts_foreach(copy, add_to_text, twice);
    FUZZ_CHECK(g_string_equal(once, twice));
    g_string_free(once, TRUE);
    g_string_free(twice, TRUE);
    return 0;
}

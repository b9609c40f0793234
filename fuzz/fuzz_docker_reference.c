/* SPDX-License-Identifier: MIT */
/* Names of images: what is accepted is complete, bounded, safe in an address, and read again is the same. */
#include <string.h>

#include "fuzz.h"
#include "reference.h"

static void check_parts(const CordonReference *reference)
{
    g_autofree char *name = cordon_reference_name(reference);

    FUZZ_CHECK(reference->tag != NULL || reference->digest != NULL);
    FUZZ_CHECK(reference->digest == NULL || cordon_digest_is_valid(reference->digest));
    FUZZ_CHECK(strlen(name) <= 255);
    FUZZ_CHECK(strstr(name, "..") == NULL || strchr(reference->registry, '.') != NULL);
    for (const char *at = reference->repository; *at != '\0'; at++)
        FUZZ_CHECK(g_ascii_islower(*at) || g_ascii_isdigit(*at) || strchr("/._-", *at) != NULL);
    for (const char *at = reference->registry; *at != '\0'; at++)
        FUZZ_CHECK(g_ascii_isalnum(*at) || strchr(".-:[]", *at) != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    g_autofree char *text = fuzz_take_text(&input);
    g_auto(CordonReference) reference = {0};
    g_auto(CordonReference) again = {0};
    g_autoptr(GError) error = NULL;
    gboolean accepted = cordon_reference_parse(text, &reference, &error);

    fuzz_check_error(accepted, error);
    if (!accepted)
        return 0;
    check_parts(&reference);
    g_autofree char *whole = cordon_reference_format(&reference);
    FUZZ_CHECK(cordon_reference_parse(whole, &again, NULL));
    g_autofree char *whole_again = cordon_reference_format(&again);
    FUZZ_CHECK(strcmp(whole, whole_again) == 0);
    return 0;
}

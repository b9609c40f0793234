/* SPDX-License-Identifier: MIT */
/* Text that is shown to people: once cleaned it has no fault, and clean text stays as it is. */
#include <string.h>

#include "engine/text.h"
#include "fuzz.h"

static void check_clean(const char *text, gsize max_bytes, gboolean lines)
{
    g_autofree char *clean = cordon_text_clean(text, max_bytes, lines);
    g_autofree char *again = cordon_text_clean(clean, max_bytes, lines);
    g_autofree char *fault = cordon_text_find_fault(clean, max_bytes, lines);
    g_autofree char *old_fault = cordon_text_find_fault(text, max_bytes, lines);

    FUZZ_CHECK(fault == NULL);
    FUZZ_CHECK(strlen(clean) <= max_bytes && strcmp(clean, again) == 0);
    FUZZ_CHECK(old_fault != NULL || strcmp(clean, text) == 0);
    fuzz_check_plain(clean, lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    gsize max_bytes = fuzz_take_byte(&input);
    gsize left = (gsize)(input.end - input.next);
    g_autofree char *bytes = g_memdup2(input.next, left);
    g_autofree char *line = cordon_text_first_line(bytes != NULL ? bytes : "", left, max_bytes);
    g_autofree char *text = fuzz_take_text(&input);

    check_clean(text, max_bytes, FALSE);
    check_clean(text, max_bytes, TRUE);
    if (line != NULL) {
        g_autofree char *fault = cordon_text_find_fault(line, max_bytes, FALSE);

        FUZZ_CHECK(fault == NULL);
    }
    return 0;
}

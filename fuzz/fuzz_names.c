/* SPDX-License-Identifier: MIT */
/* Names and beginnings of a project's files: case makes no difference. */
#include <string.h>

#include "fuzz.h"
#include "model/names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    g_autofree char *parent = fuzz_take_line(&input);
    g_autofree char *name = fuzz_take_line(&input);
    g_autofree char *upper = g_ascii_strup(name, -1);
    gsize left = (gsize)(input.end - input.next);
    g_autofree char *text = g_memdup2(input.next, left);

    FUZZ_CHECK(cordon_name_is_secret_file(name) == cordon_name_is_secret_file(upper));
    FUZZ_CHECK(cordon_name_is_secret_folder(name) == cordon_name_is_secret_folder(upper));
    (void)cordon_name_is_secret_folder_in(parent, name);
    (void)cordon_name_is_protected(name);
    (void)cordon_name_is_bulk_folder(name);
    if (cordon_name_needs_look(name))
        (void)cordon_text_holds_secret(name, text != NULL ? text : "", left);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* An index or a tree that a command left.  What is kept of an index has no entry that git must not write, and is
 * kept again as it is. */
#include <string.h>

#include "fuzz.h"
#include "model/gitindex.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    g_autoptr(GHashTable) links = cordon_git_index_find_links(text, size, 20);
    g_autofree char *reason = NULL, *made = NULL, *again = NULL, *tree = NULL;
    gsize length = 0, second = 0;

    made = cordon_git_index_rebuild(text, size, 20, links, &length, &reason);
    FUZZ_CHECK((made == NULL) == (reason != NULL));
    if (made != NULL) {
        FUZZ_CHECK(length <= size && length >= 32);
        again = cordon_git_index_rebuild(made, length, 20, links, &second, &reason);
        FUZZ_CHECK(again != NULL && second == length && memcmp(made, again, length) == 0);
    }
    tree = cordon_git_tree_find_link(text, size, 20, links);
    return 0;
}

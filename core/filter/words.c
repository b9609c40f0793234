/* SPDX-License-Identifier: MIT */
/* Lists of words in one text. */
#include "filter/words.h"

#include <string.h>

gboolean cordon_text_part_is_listed(const char *list, const char *text, gsize size)
{
    if (list == NULL || size == 0)
        return FALSE;
    for (list += strspn(list, " "); *list != '\0'; list += strspn(list, " ")) {
        gsize length = strcspn(list, " ");
        if (length == size && memcmp(list, text, size) == 0)
            return TRUE;
        list += length;
    }
    return FALSE;
}

gboolean cordon_text_is_listed(const char *list, const char *text)
{
    return cordon_text_part_is_listed(list, text, strlen(text));
}

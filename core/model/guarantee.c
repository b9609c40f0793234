/* SPDX-License-Identifier: MIT */
/* Sets of guarantee ids. */
#include "model/guarantee.h"

#include <cordon/guarantees.h>
#include <string.h>

#define ID_MAX_BYTES 96

/* What every sandboxed launch asks for. */
static const char *const DEFAULTS[] = {CORDON_G_EVERY, NULL};

/* ids always ends with a NULL element, so that its data serves as a strv. */
struct CordonGuarantees {
    GPtrArray *ids;
};

CordonGuarantees *cordon_guarantees_new(const char *const *ids)
{
    CordonGuarantees *set = g_new0(CordonGuarantees, 1);

    set->ids = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(set->ids, NULL);
    for (gsize i = 0; ids != NULL && ids[i] != NULL; i++)
        cordon_guarantees_add(set, ids[i]);
    return set;
}

void cordon_guarantees_free(CordonGuarantees *set)
{
    if (set == NULL)
        return;
    g_ptr_array_free(set->ids, TRUE);
    g_free(set);
}

CordonGuarantees *cordon_guarantees_new_default(void)
{
    return cordon_guarantees_new(DEFAULTS);
}

static gboolean is_word_char(char c)
{
    return g_ascii_islower(c) || g_ascii_isdigit(c) || c == '-';
}

gboolean cordon_guarantee_is_valid(const char *id)
{
    guint dots = 0;
    const char *p = id;

    if (id == NULL || strlen(id) > ID_MAX_BYTES)
        return FALSE;
    for (;;) {
        if (!g_ascii_islower(*p))
            return FALSE; /* each part starts with a letter */
        while (is_word_char(*p))
            p++;
        if (*p != '.')
            break;
        dots++;
        p++;
    }
    if (dots == 0 || p[-1] == '-' || *p++ != '/' || *p == '0')
        return FALSE;
    if (!g_ascii_isdigit(*p))
        return FALSE;
    while (g_ascii_isdigit(*p))
        p++;
    return *p == '\0';
}

/* Index of id, or where it belongs; *ret_found says which. */
static guint find(const CordonGuarantees *set, const char *id, gboolean *ret_found)
{
    guint low = 0;
    guint high = set->ids->len - 1;

    *ret_found = FALSE;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        int order = strcmp(id, g_ptr_array_index(set->ids, middle));

        if (order == 0) {
            *ret_found = TRUE;
            return middle;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void cordon_guarantees_add(CordonGuarantees *set, const char *id)
{
    gboolean found;
    guint index = find(set, id, &found);

    if (!found)
        g_ptr_array_insert(set->ids, (gint)index, g_strdup(id));
}

void cordon_guarantees_remove(CordonGuarantees *set, const char *id)
{
    gboolean found;
    guint index = find(set, id, &found);

    if (found)
        g_ptr_array_remove_index(set->ids, index);
}

gboolean cordon_guarantees_contains(const CordonGuarantees *set, const char *id)
{
    gboolean found;

    find(set, id, &found);
    return found;
}

guint cordon_guarantees_size(const CordonGuarantees *set)
{
    return set->ids->len - 1;
}

const char *const *cordon_guarantees_strv(const CordonGuarantees *set)
{
    return (const char *const *)set->ids->pdata;
}

CordonGuarantees *cordon_guarantees_minus(const CordonGuarantees *a, const CordonGuarantees *b)
{
    CordonGuarantees *result = cordon_guarantees_new(NULL);
    const char *const *ids = cordon_guarantees_strv(a);

    for (gsize i = 0; ids[i] != NULL; i++) {
        if (!cordon_guarantees_contains(b, ids[i]))
            cordon_guarantees_add(result, ids[i]);
    }
    return result;
}

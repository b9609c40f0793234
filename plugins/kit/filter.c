/* SPDX-License-Identifier: MIT */
/* The system call filter as it was made during the build (filter-rules.c). */
#include "filter.h"

#include <cordon/backend.h>
#include <linux/filter.h>
#include <stdlib.h>
#include <string.h>

static const struct sock_filter instructions[] = {
#include "filter.inc"
};

int32_t kit_filter(void **ret_data, size_t *ret_size)
{
    void *copy = malloc(sizeof instructions);

    if (copy == NULL)
        return CORDON_E_NOMEM;
    memcpy(copy, instructions, sizeof instructions);
    *ret_data = copy;
    *ret_size = sizeof instructions;
    return CORDON_OK;
}

/* SPDX-License-Identifier: MIT */
/* The system call filter as a part of a plan. */
#include "filter.h"

#include <stdlib.h>

uint64_t kit_plan_add_filter(struct kit_plan *plan)
{
    void *filter;
    size_t size;

    int32_t status = kit_filter(&filter, &size);
    if (status != CORDON_OK) {
        kit_plan_refuse(plan, status,
                        "the system call filter cannot be made for this architecture");
        return 0;
    }
    uint64_t number = kit_plan_add_data(plan, filter, size);
    free(filter);
    return number;
}

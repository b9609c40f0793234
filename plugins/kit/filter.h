/* SPDX-License-Identifier: MIT */
/* The system call filter of a Linux sandbox, as it was made during the build (filter-rules.c). */
#ifndef KIT_FILTER_H
#define KIT_FILTER_H

#include "plan.h"

/* For this architecture, as BPF instructions.  *ret_data is freed with free().  Returns a status. */
int32_t kit_filter(void **ret_data, size_t *ret_size);
/* As data of a plan, for kit_plan_put_number(); refuses where it cannot be made. */
uint64_t kit_plan_add_filter(struct kit_plan *plan);

#endif

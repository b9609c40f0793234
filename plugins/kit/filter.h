/* SPDX-License-Identifier: MIT */
/* The system call filter of a Linux sandbox, as it was made during the build (filter-rules.c). */
#ifndef KIT_FILTER_H
#define KIT_FILTER_H

#include <stddef.h>
#include <stdint.h>

/* For this architecture, as BPF instructions.  *ret_data is freed with free().  Returns a status. */
int32_t kit_filter(void **ret_data, size_t *ret_size);

#endif

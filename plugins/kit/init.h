/* SPDX-License-Identifier: MIT */
/* What cordon-init is told about the entries of a launch (its options: core/init/init.h).  Of those that are covered
 * later nothing. */
#ifndef KIT_INIT_H
#define KIT_INIT_H

#include "plan.h"

/* `--check`, for an entry with an object behind it that the host holds or that stands for a promise; else nothing.
 * by_number: the sandbox has the object under the host's numbers. */
void kit_init_put_check(struct kit_plan *plan, size_t index, bool by_number);
/* `--write` or `--fresh`, where the command may write there; else nothing. */
void kit_init_put_rights(struct kit_plan *plan, size_t index);

#endif

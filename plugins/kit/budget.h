/* SPDX-License-Identifier: MIT */
/* How long a step of a probe may take. */
#ifndef KIT_BUDGET_H
#define KIT_BUDGET_H

#include <cordon/backend.h>

/* wanted_ms, or what the call's deadline leaves of it: less a little for saying what was found, at least 0.
 * Milliseconds. */
int64_t kit_budget_ms(const struct cordon_host *host, struct cordon_call *call, int64_t wanted_ms);

#endif

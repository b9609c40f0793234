/* SPDX-License-Identifier: MIT */
/* How long a step of a probe may take. */
#include "budget.h"

/* Left of the call's deadline for saying what was found. */
#define SPARE_MS 150

int64_t kit_budget_ms(const struct cordon_host *host, struct cordon_call *call, int64_t wanted_ms)
{
    int64_t left = host->remaining_ms(call);

    if (left < 0)
        return wanted_ms;
    left -= SPARE_MS;
    if (left > wanted_ms)
        return wanted_ms;
    return left > 0 ? left : 0;
}

/* SPDX-License-Identifier: MIT */
/* A plan being put, piece by piece. */
#include "plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_MOST = 512 };

struct kit_plan kit_plan_of(const struct cordon_launch *launch, const struct kit_sink *sink)
{
    return (struct kit_plan){
        .launch = launch, .sink = sink, .mounts = kit_mounts_of(launch), .status = CORDON_OK};
}

bool kit_plan_failed(const struct kit_plan *plan)
{
    return plan->status != CORDON_OK;
}

void kit_plan_refuse(struct kit_plan *plan, int32_t status, const char *format, ...)
{
    char message[MESSAGE_MOST];
    va_list args;

    if (kit_plan_failed(plan))
        return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    plan->status = plan->sink->fail(plan->sink->context, status, message);
    if (plan->status == CORDON_OK)
        plan->status = status;
}

void kit_plan_put(struct kit_plan *plan, const char *argument)
{
    if (!kit_plan_failed(plan))
        plan->status = plan->sink->arg(plan->sink->context, argument);
}

void kit_plan_put_all(struct kit_plan *plan, ...)
{
    const char *argument;
    va_list args;

    va_start(args, plan);
    while ((argument = va_arg(args, const char *)) != NULL)
        kit_plan_put(plan, argument);
    va_end(args);
}

void kit_plan_put_number(struct kit_plan *plan, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    kit_plan_put(plan, text);
}

bool kit_plan_is_asked(const struct kit_plan *plan, const char *guarantee)
{
    const char *const *asked = plan->launch->guarantees;

    for (; asked != NULL && *asked != NULL; asked++) {
        if (strcmp(*asked, guarantee) == 0)
            return true;
    }
    return false;
}

void kit_plan_acknowledge(struct kit_plan *plan, const char *guarantee, bool kept)
{
    if (kept && !kit_plan_failed(plan))
        plan->status = plan->sink->enforced(plan->sink->context, guarantee);
}

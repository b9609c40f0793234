/* SPDX-License-Identifier: MIT */
/* A plan being put, piece by piece.  After the first failure everything does nothing, so that a planner reads as a list of
 * what it puts. */
#ifndef KIT_PLAN_H
#define KIT_PLAN_H

#include "mounts.h"
#include "sink.h"

struct kit_plan {
    const struct cordon_launch *launch;
    const struct kit_sink *sink;
    struct kit_mounts mounts;
    int32_t status; /* the first failure */
};

struct kit_plan kit_plan_of(const struct cordon_launch *launch, const struct kit_sink *sink);
bool kit_plan_failed(const struct kit_plan *plan);
/* Fails with a sentence of at most 511 bytes. */
void kit_plan_refuse(struct kit_plan *plan, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Arguments: one, all up to a NULL, a number. */
void kit_plan_put(struct kit_plan *plan, const char *argument);
void kit_plan_put_all(struct kit_plan *plan, ...);
void kit_plan_put_number(struct kit_plan *plan, uint64_t number);

/* Does the launch ask for that guarantee? */
bool kit_plan_is_asked(const struct kit_plan *plan, const char *guarantee);
/* Says that the plan keeps it, when it does. */
void kit_plan_acknowledge(struct kit_plan *plan, const char *guarantee, bool kept);

#endif

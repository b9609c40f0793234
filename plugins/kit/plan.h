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
    const struct cordon_limits *limits; /* of the launch; where it says nothing, the tightest */
    int32_t status;                     /* the first failure */
    size_t arguments;                   /* that were put */
    /* What a backend sets whose program takes only so many: how many, and its name.  0: any number. */
    size_t arguments_most;
    const char *program;
};

struct kit_plan kit_plan_of(const struct cordon_launch *launch, const struct kit_sink *sink);
bool kit_plan_failed(const struct kit_plan *plan);
/* Fails with a sentence of at most 511 bytes. */
void kit_plan_refuse(struct kit_plan *plan, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Refuses a launch that no backend without a network can do: a network, no command, no plain working directory, more than
 * mounts_most entries, and what kit_mounts_check() refuses. */
void kit_plan_check(struct kit_plan *plan, const char *const *own, size_t mounts_most);

/* Arguments: one, all up to a NULL, a number. */
void kit_plan_put(struct kit_plan *plan, const char *argument);
void kit_plan_put_all(struct kit_plan *plan, ...);
void kit_plan_put_number(struct kit_plan *plan, uint64_t number);

/* The number that the sandbox's program will have a descriptor under: of data, of the host's path, of a status stream
 * "cordon.status/1".  To be put with kit_plan_put_number(); after a failure any. */
uint64_t kit_plan_add_data(struct kit_plan *plan, const void *data, size_t size);
uint64_t kit_plan_add_path(struct kit_plan *plan, const char *host_path);
uint64_t kit_plan_add_status(struct kit_plan *plan);

/* Does the launch ask for that guarantee? */
bool kit_plan_is_asked(const struct kit_plan *plan, const char *guarantee);
/* Is the limit of that guarantee asked for, and is it one?  Refuses a limit of 0, with which nothing runs. */
bool kit_plan_has_limit(struct kit_plan *plan, const char *guarantee, uint64_t limit);
/* Says that the plan keeps it, when it does. */
void kit_plan_acknowledge(struct kit_plan *plan, const char *guarantee, bool kept);
/* The same for all guarantees about folders, by the entries.  outside_kept: whether nothing but the entries leads there. */
void kit_plan_acknowledge_folders(struct kit_plan *plan, bool outside_kept);
/* The same for the limits that are asked for. */
void kit_plan_acknowledge_limits(struct kit_plan *plan);

#endif

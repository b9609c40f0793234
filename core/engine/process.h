/* SPDX-License-Identifier: MIT */
/* Runs a plan: descriptors, supervisor, streams, limits, the end of the whole tree. */
#ifndef CORDON_ENGINE_PROCESS_H
#define CORDON_ENGINE_PROCESS_H

#include <cordon/launch.h>

#include "engine/stage.h"
#include "model/launch.h"
#include "model/plan.h"

/* Gives the descriptor of a path that the launch holds, or -1; it stays the giver's. */
typedef int (*CordonHeldFunc)(const char *host_path, gpointer user_data);

typedef struct {
    const CordonPlanData *plan; /* borrowed until the process is freed, as is the rest */
    const CordonLaunch *launch; /* for the explanation of a failure; NULL without a sandbox */
    const char *loop;
    const char *cwd; /* folder in which the plan's program starts; NULL is "/" */
    CordonHeldFunc held;
    gpointer held_data;
    CordonStage *stage;      /* taken over when the command has ended by itself; or NULL */
    gboolean private_mounts; /* give the plan a mount namespace in which the host's later mounts do
                                not appear, and only what the launch may write is writable */
} CordonProcessSpec;

/* Fails only when nothing was started.  That the program cannot be executed is a result. */
CordonProcess *cordon_process_start(const CordonProcessSpec *spec, const CordonRunOptions *options,
                                    GError **error);

#endif

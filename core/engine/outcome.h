/* SPDX-License-Identifier: MIT */
/* From what was seen of a run to how it ended, in one place, so that the kinds are never mixed up.
 * Pure. */
#ifndef CORDON_ENGINE_OUTCOME_H
#define CORDON_ENGINE_OUTCOME_H

#include <cordon/launch.h>

#include "engine/status.h"

typedef struct {
    const char *backend; /* CORDON_BACKEND_NONE: the program of the plan is the command itself */
    const char *program; /* argv[0] of the plan */
    const CordonStatus *status; /* NULL: the plan has no status channel */
    /* The supervisor's first of exited, signaled, setup, exec; UNKNOWN: it said none. */
    CordonControlMessage end;
    gboolean done;      /* it said done */
    gboolean timed_out; /* we ended it for the time limit */
    gboolean cancelled; /* we ended it because somebody asked */
    gboolean killed;    /* we sent kill */
    guint survivors;
    const char *words; /* what the launcher wrote before the sandbox was ready, or NULL */
    gsize words_size;
} CordonEvidence;

typedef struct {
    CordonExitKind kind;
    gint code;
    const char *limit; /* static */
    gboolean not_found;
    char *message; /* free with g_free() */
} CordonOutcome;

void cordon_outcome_decide(const CordonEvidence *evidence, CordonOutcome *ret);

#endif

/* SPDX-License-Identifier: MIT */
/* Which backend runs a launch, and the reason of every refusal.  Pure. */
#ifndef CORDON_MODEL_SELECT_H
#define CORDON_MODEL_SELECT_H

#include <cordon/readiness.h>

#include "model/guarantee.h"

/* candidates: array of const CordonReadiness, in the catalogue's order.  wanted: an id, or NULL for
 * the first that can keep all of required.  Returns the index, or -1 with CORDON_ERROR_NOT_READY,
 * whose message holds each candidate's reason and the command that helps. */
gint cordon_select(const GPtrArray *candidates, const char *wanted,
                   const CordonGuarantees *required, GError **error);

#endif

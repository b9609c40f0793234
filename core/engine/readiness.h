/* SPDX-License-Identifier: MIT */
/* Reports of the catalogue's backends: cache first, then workers side by side. */
#ifndef CORDON_ENGINE_READINESS_H
#define CORDON_ENGINE_READINESS_H

#include "base/facts.h"
#include "model/guarantee.h"
#include "model/readiness.h"
#include "registry/catalog.h"

typedef struct {
    const CordonCatalogEntry *entry;
    CordonProbeReport *report; /* NULL where the catalogue rejected the backend */
    CordonReadiness *readiness;
} CordonProbed;

/* Array of CordonProbed, owned, in the catalogue's order; only: id or NULL for all.  Shadowed, masked
 * and foreign backends are not in it.  required: the list ends with the first that keeps all these, where what is
 * remembered tells; NULL: it is whole. */
GPtrArray *cordon_catalog_probe_entries(const CordonCatalog *catalog, const CordonFacts *facts,
                                        const char *only, const CordonGuarantees *required,
                                        CordonProbeFlags flags);

/* Pure, but for the report: where the same blocker with the same step comes back after another look
 * at the machine, the step did not help, so its hint also shows the raw error. */
void cordon_readiness_note_repeat(CordonProbeReport *report, const CordonProbeReport *before);

#endif

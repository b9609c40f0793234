/* SPDX-License-Identifier: MIT */
/* What is remembered between processes, in $XDG_CACHE_HOME/cordon/readiness, a file a backend: probe
 * reports for a short time, and plug-ins in quarantine until their file changes.  A cache that cannot
 * be read is empty; one that others could have written is not read. */
#ifndef CORDON_ENGINE_CACHE_H
#define CORDON_ENGINE_CACHE_H

#include "base/facts.h"
#include "model/readiness.h"
#include "registry/catalog.h"

#define CORDON_CACHE_FRESH_S 60

/* The report of this very file (device, inode, size, mtime, manifest, host ABI minor), marked as
 * cached, when it is in quarantine, or when nothing blocks in it and it is fresh and of this user, boot, kernel and
 * environment (PATH and what else a worker sees); else NULL, and always NULL when the cache lies in
 * a workspace (engine/workspace.h). */
CordonProbeReport *cordon_cache_load(const CordonCatalogEntry *entry, const CordonFacts *facts);
/* The last report of this very file, however old: to compare a new one with it; or NULL. */
CordonProbeReport *cordon_cache_load_last(const CordonCatalogEntry *entry);
/* Best effort. */
void cordon_cache_store(const CordonCatalogEntry *entry, const CordonFacts *facts,
                        const CordonProbeReport *report, gboolean quarantine);

/* Has this user been able to do that since the last boot?  name: a file name, "private-mounts". */
gboolean cordon_cache_has_ability(const char *name);
void cordon_cache_store_ability(const char *name); /* best effort */

#endif

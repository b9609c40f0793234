/* SPDX-License-Identifier: MIT */
/* The catalogue's inside, for the engine. */
#ifndef CORDON_REGISTRY_CATALOG_H
#define CORDON_REGISTRY_CATALOG_H

#include <cordon/catalog.h>

#include "base/trust.h"
#include "registry/manifest.h"
#include "registry/search.h"

typedef struct {
    CordonBackendInfo info;     /* what the public sees; borrows from the rest */
    CordonManifest *manifest;   /* NULL when it could not be read */
    char *manifest_path;        /* absolute */
    char *library_path;         /* absolute, real once it was accepted; NULL when unknown */
    CordonFileIdentity library; /* as checked */
    char *reason;
    gboolean ships_with_core; /* came from the folder beside the library: wrap may run in-process */
} CordonCatalogEntry;

/* index < size. */
const CordonCatalogEntry *cordon_catalog_get_entry(const CordonCatalog *catalog, gsize index);

/* The same catalogue from exactly these folders (of CordonSearchFolder). */
CordonCatalog *cordon_catalog_new_from(const GPtrArray *folders);

#endif

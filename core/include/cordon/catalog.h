/* SPDX-License-Identifier: MIT */
/* CordonCatalog: which backends there are, and for those that cannot be used, why.
 *
 * Manifests are searched in this order; the first with an id wins, later ones are listed as
 * shadowed, and {"id": "x", "enabled": false} masks x:
 *   1. the folders given by the caller
 *   2. CORDON_BACKEND_PATH, with CORDON_CATALOG_DEVELOPER, read by secure_getenv()
 *   3. /etc/cordon/backends.d
 *   4. cordon/backends.d beside the library
 *   5. $XDG_DATA_HOME/cordon/backends.d, with CORDON_CATALOG_USER_FOLDER
 * Making a catalogue runs no code of any backend.  A bad file never hides a good one. */
#ifndef CORDON_CATALOG_H
#define CORDON_CATALOG_H

#include <cordon/error.h>

G_BEGIN_DECLS

typedef struct CordonCatalog CordonCatalog;

typedef enum {
    CORDON_CATALOG_DEFAULT = 0,
    CORDON_CATALOG_DEVELOPER = 1 << 0,
    CORDON_CATALOG_USER_FOLDER = 1 << 1,
} CordonCatalogFlags;

typedef enum {
    CORDON_BACKEND_USABLE,   /* may be probed */
    CORDON_BACKEND_SHADOWED, /* an earlier manifest has the same id */
    CORDON_BACKEND_MASKED,   /* switched off by an earlier manifest */
    CORDON_BACKEND_FOREIGN,  /* not for this platform */
    CORDON_BACKEND_REJECTED, /* the manifest or the library is not acceptable */
} CordonBackendState;

/* Borrowed from the catalogue. */
typedef struct {
    const char *id; /* NULL when the manifest could not be read */
    const char *name;
    const char *version;
    const char *manifest_path;
    const char *library_path; /* NULL when unknown */
    gint priority;            /* lower is preferred */
    CordonBackendState state;
    const char *reason; /* why it is not usable, or NULL */
    const char *const *guarantees;
} CordonBackendInfo;

/* folders: NULL-terminated list of manifest folders, or NULL.  Fails only when memory or the
 * library's own place cannot be had: everything else is an entry with a reason. */
CORDON_PUBLIC CordonCatalog *cordon_catalog_new(const char *const *folders,
                                                CordonCatalogFlags flags, GError **error);
CORDON_PUBLIC void cordon_catalog_free(CordonCatalog *catalog);
CORDON_PUBLIC gsize cordon_catalog_get_size(const CordonCatalog *catalog);
/* index < size; usable ones come first, by priority, then by id. */
CORDON_PUBLIC const CordonBackendInfo *cordon_catalog_get(const CordonCatalog *catalog,
                                                          gsize index);
/* The usable backend with that id, or NULL. */
CORDON_PUBLIC const CordonBackendInfo *cordon_catalog_find(const CordonCatalog *catalog,
                                                           const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonCatalog, cordon_catalog_free)

G_END_DECLS

#endif

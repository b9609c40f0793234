/* SPDX-License-Identifier: MIT */
/* A loaded library of a backend: trusted, loaded, validated; its table copied. */
#ifndef CORDON_REGISTRY_MODULE_H
#define CORDON_REGISTRY_MODULE_H

#include <cordon/backend.h>

#include "base/trust.h"
#include "registry/manifest.h"

typedef struct {
    struct cordon_backend table; /* zero-filled copy, of the smaller of both sizes */
    CordonFileIdentity identity;
    char *path;
} CordonModule;

/* Loads (dlopen RTLD_NOW|RTLD_LOCAL|RTLD_NODELETE by real path) and validates: symbol, struct_size
 * against the smallest version and against the ELF size of the object, id equal to the manifest's,
 * required pointers.  Runs the library's constructors: only for a process that may lose its life, or
 * for a library that came with the core.  Never unloaded. */
CordonModule *cordon_module_load(const char *library_path, const CordonManifest *manifest,
                                 GError **error);
void cordon_module_free(CordonModule *module);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonModule, cordon_module_free)

#endif

/* SPDX-License-Identifier: MIT */
/* Asks a registry for manifests and configurations.
 *
 * Without credentials first; when it refuses that, with those that are configured for it.  They go to the
 * host they are configured for and to no other, and never along a redirection.  https, and http on this
 * machine only.  Whatever comes is verified against its digest. */
#ifndef CORDON_DOCKER_REGISTRY_H
#define CORDON_DOCKER_REGISTRY_H

#include "manifest.h"
#include "reference.h"

typedef struct CordonRegistry CordonRegistry;

/* reference is borrowed.  cancel_fd: as in CordonHttpRequest. */
CordonRegistry *cordon_registry_new(const CordonReference *reference, int cancel_fd);
void cordon_registry_free(CordonRegistry *registry);

/* what: a tag or a digest.  *ret_digest: of what came; free with g_free().  CORDON_IMAGE_ERROR. */
gboolean cordon_registry_get_manifest(CordonRegistry *registry, const char *what,
                                      CordonManifest *ret, char **ret_digest, GError **error);
gboolean cordon_registry_get_config(CordonRegistry *registry, const CordonBlob *blob,
                                    CordonImageConfig *ret, GError **error);
/* Whether it wanted credentials so far. */
gboolean cordon_registry_is_authenticated(const CordonRegistry *registry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonRegistry, cordon_registry_free)

#endif

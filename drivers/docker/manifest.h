/* SPDX-License-Identifier: MIT */
/* What a registry says an image is made of: indexes, manifests and configurations, of docker and of OCI.
 * Bounded and strict.  Pure. */
#ifndef CORDON_DOCKER_MANIFEST_H
#define CORDON_DOCKER_MANIFEST_H

#include <cordon/error.h>

#define CORDON_MANIFEST_MAX_BYTES   (4u * 1024 * 1024)
#define CORDON_MANIFEST_MAX_LAYERS  512
#define CORDON_MANIFEST_MAX_ENTRIES 1024
/* Of one layer: beyond every disk, and far from where sums overflow. */
#define CORDON_BLOB_MAX_BYTES (G_GINT64_CONSTANT(1) << 42)

/* "linux", "amd64", variant NULL or "v7". */
typedef struct {
    char *os, *architecture, *variant;
} CordonPlatform;

void cordon_platform_clear(CordonPlatform *platform);
CordonPlatform cordon_platform_copy(const CordonPlatform *platform);
/* "linux/arm/v7"; free with g_free(). */
char *cordon_platform_format(const CordonPlatform *platform);
/* How well an engine of the platform `own` runs an image for `other`: 0 not at all, and more is better.
 * What has no variant fits; of two that fit, the nearest below is the better one. */
guint cordon_platform_fit(const CordonPlatform *own, const CordonPlatform *other);

typedef struct {
    char *digest;
    guint64 bytes;
    gboolean present; /* the engine has it already */
} CordonBlob;

typedef struct {
    CordonBlob manifest;
    CordonPlatform platform;
} CordonIndexEntry;

typedef struct {
    gboolean is_index;
    GPtrArray *entries; /* of an index: CordonIndexEntry, without attestations */
    CordonBlob config;  /* of a manifest, as the layers */
    GPtrArray *layers;  /* CordonBlob, the lowest first; one that occurs twice is there twice */
} CordonManifest;

/* media_type: of the answer, or NULL; what the document says itself goes before.
 * CORDON_IMAGE_ERROR_SCHEMA, _REGISTRY. */
gboolean cordon_manifest_parse(const char *bytes, gsize size, const char *media_type,
                               CordonManifest *ret, GError **error);
void cordon_manifest_clear(CordonManifest *manifest);
/* The entry of an index for an engine of that platform, borrowed; NULL: there is none. */
const CordonIndexEntry *cordon_manifest_choose(const CordonManifest *index,
                                               const CordonPlatform *own);
/* "linux/arm64, linux/arm/v7", for a message; free with g_free(). */
char *cordon_manifest_platforms(const CordonManifest *index);
CordonBlob *cordon_blob_new(const char *digest, guint64 bytes, gboolean present);
void cordon_blob_free(gpointer blob); /* as a GDestroyNotify */

typedef struct {
    CordonPlatform platform;
    char **diff_ids; /* digests of the unpacked layers, the lowest first */
} CordonImageConfig;

gboolean cordon_image_config_parse(const char *bytes, gsize size, CordonImageConfig *ret,
                                   GError **error);
void cordon_image_config_clear(CordonImageConfig *config);

/* How many of the lowest layers two images have in common.  An engine keeps a layer by what lies below it
 * too, so that an equal layer higher up is another one. */
guint cordon_layers_in_common(const char *const *a, const char *const *b);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonPlatform, cordon_platform_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonManifest, cordon_manifest_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonImageConfig, cordon_image_config_clear)

#endif

/* SPDX-License-Identifier: MIT */
/* The name of an image, read and completed as docker does it.  Pure.
 *
 *   node                         docker.io  library/node  tag latest
 *   ghcr.io/a/b:1@sha256:...     ghcr.io    a/b           tag 1, digest
 *   127.0.0.1:5000/x             127.0.0.1:5000  x        tag latest */
#ifndef CORDON_DOCKER_REFERENCE_H
#define CORDON_DOCKER_REFERENCE_H

#include <cordon/error.h>

#define CORDON_DOCKER_HUB      "docker.io"
#define CORDON_DOCKER_HUB_HOST "registry-1.docker.io" /* answers for it */

#define CORDON_REFERENCE_MAX_BYTES 1024 /* of the whole text */
#define CORDON_DIGEST_BYTES        71   /* "sha256:" and 64 digits */

typedef struct {
    char *registry;   /* as written: "docker.io", "127.0.0.1:5000" */
    char *repository; /* "library/node" */
    char *tag;        /* or NULL, then there is a digest */
    char *digest;     /* "sha256:...", or NULL */
} CordonReference;

/* CORDON_IMAGE_ERROR_REFERENCE with what is wrong. */
gboolean cordon_reference_parse(const char *text, CordonReference *ret, GError **error);
void cordon_reference_clear(CordonReference *reference);

/* "docker.io/library/node"; free with g_free(). */
char *cordon_reference_name(const CordonReference *reference);
/* "docker.io/library/node:22@sha256:..."; parsing it gives the same.  Free with g_free(). */
char *cordon_reference_format(const CordonReference *reference);
/* Host and port that answer for the registry, in lower case: "registry-1.docker.io"; free with
 * g_free(). */
char *cordon_reference_host(const CordonReference *reference);
gboolean cordon_reference_is_docker_hub(const CordonReference *reference);

/* sha256 only, in small letters. */
gboolean cordon_digest_is_valid(const char *text);
/* "sha256:..." of these bytes; free with g_free(). */
char *cordon_digest_of(const char *bytes, gsize size);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonReference, cordon_reference_clear)

#endif

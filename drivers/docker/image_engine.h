/* SPDX-License-Identifier: MIT */
/* What image commands ask the engine, and let it do. */
#ifndef CORDON_DOCKER_IMAGE_ENGINE_H
#define CORDON_DOCKER_IMAGE_ENGINE_H

#include "http.h"
#include "image_plan.h"

typedef struct CordonImageEngine CordonImageEngine;

/* What is true of the engine while it is open. */
typedef struct {
    char *name; /* "Docker 20.10.24" */
    CordonPlatform platform;
    char *root_folder; /* or NULL */
    gint64 free_bytes; /* there; -1: not known, as it is not a folder of this system */
} CordonImageEngineFacts;

/* An image that the engine has. */
typedef struct {
    char *id;
    CordonPlatform platform;
    char **repo_digests; /* "node@sha256:..." */
    char **diff_ids;     /* of its layers, the lowest first */
    guint64 bytes;       /* unpacked */
} CordonLocalImage;

/* Finds the endpoint and asks what is there.  CORDON_IMAGE_ERROR_ENGINE, _CANCELLED; so do all below. */
CordonImageEngine *cordon_image_engine_open(int cancel_fd, GError **error);
void cordon_image_engine_free(CordonImageEngine *engine);
const CordonImageEngineFacts *cordon_image_engine_facts(const CordonImageEngine *engine);

/* name: a reference or an id.  *ret_found FALSE: there is none, and *ret is empty. */
gboolean cordon_image_engine_inspect(CordonImageEngine *engine, const char *name,
                                     CordonLocalImage *ret, gboolean *ret_found, GError **error);
/* Ids of the images that came from a registry or went to one, NULL-terminated, at most 100: only of those
 * does the engine know which layer of a registry is which of its own.  Free with g_strfreev(). */
char **cordon_image_engine_list(CordonImageEngine *engine, GError **error);
/* Begins to pull plan->digest and gives the stream to sink.  auth: X-Registry-Auth, or NULL.  TRUE when the
 * stream has ended, whatever it said. */
gboolean cordon_image_engine_pull(CordonImageEngine *engine, const CordonImagePlan *plan,
                                  const char *auth, CordonHttpSink sink, gpointer user_data,
                                  GError **error);
gboolean cordon_image_engine_tag(CordonImageEngine *engine, const char *id,
                                 const CordonReference *reference, GError **error);
void cordon_local_image_clear(CordonLocalImage *image);

/* For messages of an engine about a pull. */
void cordon_image_engine_set_pull_error(const char *words, const CordonImagePlan *plan,
                                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonImageEngine, cordon_image_engine_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonLocalImage, cordon_local_image_clear)

#endif

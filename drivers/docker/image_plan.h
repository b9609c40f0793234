/* SPDX-License-Identifier: MIT */
/* What a pull would fetch: found by image-size, shown to a person, carried out by image-pull.  Pure. */
#ifndef CORDON_DOCKER_IMAGE_PLAN_H
#define CORDON_DOCKER_IMAGE_PLAN_H

#include "manifest.h"
#include "reference.h"
#include <cordon/json.h>

#define CORDON_IMAGE_PLAN_MAX_BYTES (256u * 1024)

typedef struct {
    CordonReference reference; /* as asked for */
    char *digest;              /* of the manifest */
    CordonPlatform platform;
    CordonBlob config;
    GPtrArray *layers;      /* CordonBlob, each once */
    gboolean present;       /* the engine has this image */
    gboolean up_to_date;    /* under the name that was asked for */
    gboolean authenticated; /* the registry wanted credentials */
    char *root_folder;      /* or NULL */
    gint64 free_bytes;      /* or -1 */
} CordonImagePlan;

/* Takes the layers of a manifest, each once: an engine fetches no blob twice. */
void cordon_image_plan_take_layers(CordonImagePlan *plan, const CordonManifest *manifest);
/* The engine has the lowest `count` layers of the manifest. */
void cordon_image_plan_mark_present(CordonImagePlan *plan, const CordonManifest *manifest,
                                    guint count);
guint64 cordon_image_plan_total_bytes(const CordonImagePlan *plan);
guint64 cordon_image_plan_download_bytes(const CordonImagePlan *plan);
void cordon_image_plan_clear(CordonImagePlan *plan);

/* The members of an object that is open. */
void cordon_image_plan_write_json(const CordonImagePlan *plan, CordonJsonWriter *writer);
gboolean cordon_image_plan_read_json(const CordonJsonValue *object, CordonImagePlan *ret,
                                     GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonImagePlan, cordon_image_plan_clear)

#endif

/* SPDX-License-Identifier: MIT */
/* What a pull would fetch. */
#include "image_plan.h"

#include <string.h>

/* Compressed bytes become about two to three times as many on a disk. */
#define DISK_MIN_FACTOR 2
#define DISK_MAX_FACTOR 3

static CordonBlob *find_layer(const CordonImagePlan *plan, const char *digest)
{
    for (guint i = 0; i < plan->layers->len; i++) {
        CordonBlob *layer = g_ptr_array_index(plan->layers, i);
        if (g_str_equal(layer->digest, digest))
            return layer;
    }
    return NULL;
}

void cordon_image_plan_take_layers(CordonImagePlan *plan, const CordonManifest *manifest)
{
    if (plan->layers == NULL)
        plan->layers = g_ptr_array_new_with_free_func(cordon_blob_free);
    for (guint i = 0; i < manifest->layers->len; i++) {
        const CordonBlob *layer = g_ptr_array_index(manifest->layers, i);
        if (find_layer(plan, layer->digest) == NULL)
            g_ptr_array_add(plan->layers, cordon_blob_new(layer->digest, layer->bytes, FALSE));
    }
    g_free(plan->config.digest);
    plan->config =
        (CordonBlob){.digest = g_strdup(manifest->config.digest), .bytes = manifest->config.bytes};
}

void cordon_image_plan_mark_present(CordonImagePlan *plan, const CordonManifest *manifest,
                                    guint count)
{
    for (guint i = 0; i < manifest->layers->len && i < count; i++) {
        const CordonBlob *layer = g_ptr_array_index(manifest->layers, i);
        CordonBlob *own = find_layer(plan, layer->digest);
        if (own != NULL)
            own->present = TRUE;
    }
}

guint64 cordon_image_plan_total_bytes(const CordonImagePlan *plan)
{
    guint64 sum = plan->config.bytes;

    for (guint i = 0; i < plan->layers->len; i++)
        sum += ((const CordonBlob *)g_ptr_array_index(plan->layers, i))->bytes;
    return sum;
}

guint64 cordon_image_plan_download_bytes(const CordonImagePlan *plan)
{
    guint64 sum = plan->config.bytes;

    if (plan->present)
        return 0;
    for (guint i = 0; i < plan->layers->len; i++) {
        const CordonBlob *layer = g_ptr_array_index(plan->layers, i);
        sum += layer->present ? 0 : layer->bytes;
    }
    return sum;
}

void cordon_image_plan_clear(CordonImagePlan *plan)
{
    cordon_reference_clear(&plan->reference);
    cordon_platform_clear(&plan->platform);
    g_free(plan->digest);
    g_free(plan->config.digest);
    g_clear_pointer(&plan->layers, g_ptr_array_unref);
    g_free(plan->root_folder);
    *plan = (CordonImagePlan){0};
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void write_blob(const CordonBlob *blob, const char *name, CordonJsonWriter *writer)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_string(writer, "digest", blob->digest);
    cordon_json_add_uint(writer, "bytes", blob->bytes);
    cordon_json_add_bool(writer, "present", blob->present);
    cordon_json_end_object(writer);
}

void cordon_image_plan_write_json(const CordonImagePlan *plan, CordonJsonWriter *writer)
{
    g_autofree char *reference = cordon_reference_format(&plan->reference);
    guint64 download = cordon_image_plan_download_bytes(plan);

    cordon_json_add_string(writer, "reference", reference);
    cordon_json_add_string(writer, "registry", plan->reference.registry);
    cordon_json_add_string(writer, "digest", plan->digest);
    cordon_json_begin_object(writer, "platform");
    cordon_json_add_string(writer, "os", plan->platform.os);
    cordon_json_add_string(writer, "architecture", plan->platform.architecture);
    cordon_json_add_string(writer, "variant", plan->platform.variant);
    cordon_json_end_object(writer);
    cordon_json_add_uint(writer, "total_bytes", cordon_image_plan_total_bytes(plan));
    cordon_json_add_uint(writer, "download_bytes", download);
    cordon_json_add_uint(writer, "disk_min_bytes", DISK_MIN_FACTOR * download);
    cordon_json_add_uint(writer, "disk_max_bytes", DISK_MAX_FACTOR * download);
    cordon_json_add_bool(writer, "present", plan->present);
    cordon_json_add_bool(writer, "up_to_date", plan->up_to_date);
    cordon_json_add_bool(writer, "authenticated", plan->authenticated);
    cordon_json_add_string(writer, "root_folder", plan->root_folder);
    cordon_json_add_int(writer, "free_bytes", plan->free_bytes);
    write_blob(&plan->config, "config", writer);
    cordon_json_begin_array(writer, "layers");
    for (guint i = 0; i < plan->layers->len; i++)
        write_blob(g_ptr_array_index(plan->layers, i), NULL, writer);
    cordon_json_end_array(writer);
}

static gboolean broken(GError **error, const char *what)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s is not what it ought to be.", what);
    return FALSE;
}

static gboolean read_blob(const CordonJsonValue *object, CordonBlob *ret, GError **error)
{
    const char *digest;
    gint64 bytes;
    gboolean present;

    if (object == NULL || !cordon_json_is_object(object))
        return broken(error, "A layer");
    if (!cordon_json_get_string(object, "digest", TRUE, &digest, error) ||
        !cordon_json_get_int(object, "bytes", TRUE, 0, CORDON_BLOB_MAX_BYTES, &bytes, error) ||
        !cordon_json_get_bool(object, "present", TRUE, &present, error))
        return FALSE;
    if (!cordon_digest_is_valid(digest))
        return broken(error, "The digest of a layer");
    *ret = (CordonBlob){.digest = g_strdup(digest), .bytes = (guint64)bytes, .present = present};
    return TRUE;
}

static gboolean read_layers(const CordonJsonValue *array, CordonImagePlan *plan, GError **error)
{
    plan->layers = g_ptr_array_new_with_free_func(cordon_blob_free);
    if (array == NULL || !cordon_json_is_array(array) ||
        cordon_json_size(array) > CORDON_MANIFEST_MAX_LAYERS)
        return broken(error, "The list of layers");
    for (const CordonJsonValue *value = cordon_json_first(array); value != NULL;
         value = cordon_json_next(value)) {
        CordonBlob *layer = g_new0(CordonBlob, 1);
        g_ptr_array_add(plan->layers, layer);
        if (!read_blob(value, layer, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_platform(const CordonJsonValue *object, CordonPlatform *ret, GError **error)
{
    const char *os, *architecture, *variant = NULL;

    if (object == NULL || !cordon_json_is_object(object))
        return broken(error, "The platform");
    if (!cordon_json_get_string(object, "os", TRUE, &os, error) ||
        !cordon_json_get_string(object, "architecture", TRUE, &architecture, error) ||
        !cordon_json_get_string(object, "variant", FALSE, &variant, error))
        return FALSE;
    *ret = (CordonPlatform){
        .os = g_strdup(os), .architecture = g_strdup(architecture), .variant = g_strdup(variant)};
    return TRUE;
}

gboolean cordon_image_plan_read_json(const CordonJsonValue *object, CordonImagePlan *ret,
                                     GError **error)
{
    g_auto(CordonImagePlan) plan = {0};
    const char *reference, *digest, *root = NULL;

    if (!cordon_json_is_object(object))
        return broken(error, "The plan of a pull");
    if (!cordon_json_get_string(object, "reference", TRUE, &reference, error) ||
        !cordon_json_get_string(object, "digest", TRUE, &digest, error) ||
        !cordon_json_get_string(object, "root_folder", FALSE, &root, error) ||
        !cordon_json_get_bool(object, "present", TRUE, &plan.present, error) ||
        !cordon_json_get_bool(object, "up_to_date", TRUE, &plan.up_to_date, error) ||
        !cordon_json_get_bool(object, "authenticated", TRUE, &plan.authenticated, error) ||
        !cordon_json_get_int(object, "free_bytes", TRUE, -1, G_MAXINT64, &plan.free_bytes, error))
        return FALSE;
    if (!cordon_digest_is_valid(digest))
        return broken(error, "The digest of a pull");
    plan.digest = g_strdup(digest);
    plan.root_folder = g_strdup(root);
    if (!cordon_reference_parse(reference, &plan.reference, error) ||
        !read_platform(cordon_json_find(object, "platform"), &plan.platform, error) ||
        !read_blob(cordon_json_find(object, "config"), &plan.config, error) ||
        !read_layers(cordon_json_find(object, "layers"), &plan, error))
        return FALSE;
    *ret = plan;
    plan = (CordonImagePlan){0};
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* image-size: what a pull would fetch.
 *
 * What the engine has of it can be told in two ways only, since the Engine API names layers by what they
 * unpack to, and a manifest by what travels: the engine has the whole image (then nothing is fetched), or the
 * image's configuration, which lists both in the same order, begins with the layers of an image that the engine
 * pulled or pushed before.  An engine fetches again what it merely built itself. */
#include <cordon/image.h>
#include <string.h>

#include "commands.h"
#include "image.h"
#include "image_plan.h"
#include "registry.h"

typedef struct {
    CordonImageEngine *engine;
    CordonRegistry *registry;
    CordonImagePlan plan;
    CordonManifest manifest; /* of the image */
    gboolean from_index;
} Sizing;

static void sizing_clear(Sizing *sizing)
{
    /* The registry borrows from the plan. */
    cordon_registry_free(sizing->registry);
    cordon_image_engine_free(sizing->engine);
    cordon_manifest_clear(&sizing->manifest);
    cordon_image_plan_clear(&sizing->plan);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sizing, sizing_clear)

static gboolean fail_platform(const Sizing *sizing, const char *offered, GError **error)
{
    g_autofree char *name = cordon_reference_format(&sizing->plan.reference);
    g_autofree char *wanted =
        cordon_platform_format(&cordon_image_engine_facts(sizing->engine)->platform);

    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_PLATFORM,
        "%s is not made for this engine, which runs %s; it is made for: %s.  Choose another "
        "image or tag.",
        name, wanted, offered);
    return FALSE;
}

/* Index -> the entry for the engine -> its manifest. */
static gboolean follow_index(Sizing *sizing, const CordonManifest *index, GError **error)
{
    const CordonPlatform *own = &cordon_image_engine_facts(sizing->engine)->platform;
    const CordonIndexEntry *entry = cordon_manifest_choose(index, own);

    if (entry == NULL) {
        g_autofree char *offered = cordon_manifest_platforms(index);
        return fail_platform(sizing, offered, error);
    }
    sizing->from_index = TRUE;
    sizing->plan.platform = cordon_platform_copy(&entry->platform);
    if (!cordon_registry_get_manifest(sizing->registry, entry->manifest.digest, &sizing->manifest,
                                      &sizing->plan.digest, error))
        return FALSE;
    if (!sizing->manifest.is_index)
        return TRUE;
    g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
                        "The registry's index leads to another index, and to no image.  Choose "
                        "another tag.");
    return FALSE;
}

static gboolean find_manifest(Sizing *sizing, GError **error)
{
    const CordonReference *reference = &sizing->plan.reference;
    const char *what = reference->digest != NULL ? reference->digest : reference->tag;
    g_autofree char *digest = NULL;
    g_auto(CordonManifest) first = {0};

    if (!cordon_registry_get_manifest(sizing->registry, what, &first, &digest, error))
        return FALSE;
    if (first.is_index)
        return follow_index(sizing, &first, error);
    sizing->manifest = first;
    first = (CordonManifest){0};
    sizing->plan.digest = g_steal_pointer(&digest);
    return TRUE;
}

/* Whether the engine has the image, under its digest or by the id that engines give it. */
static gboolean find_present(Sizing *sizing, GError **error)
{
    CordonImagePlan *plan = &sizing->plan;
    g_autofree char *name = cordon_reference_name(&plan->reference);
    g_autofree char *by_digest = g_strconcat(name, "@", plan->digest, NULL);
    g_auto(CordonLocalImage) image = {0};
    g_auto(CordonLocalImage) named = {0};
    gboolean found = FALSE, is_named = FALSE;

    if (!cordon_image_engine_inspect(sizing->engine, by_digest, &image, &found, error))
        return FALSE;
    gboolean has_digest = found;
    if (!found &&
        !cordon_image_engine_inspect(sizing->engine, plan->config.digest, &image, &found, error))
        return FALSE;
    plan->present = found;
    if (!found || plan->reference.tag == NULL) {
        plan->up_to_date = has_digest;
        return TRUE;
    }
    g_autofree char *by_tag = g_strconcat(name, ":", plan->reference.tag, NULL);
    if (!cordon_image_engine_inspect(sizing->engine, by_tag, &named, &is_named, error))
        return FALSE;
    plan->up_to_date = has_digest && is_named && g_str_equal(named.id, image.id);
    return TRUE;
}

/* The most layers that any image of the engine has in common with the one that is wanted. */
static gboolean count_present(Sizing *sizing, const char *const *diff_ids, guint *ret_count,
                              GError **error)
{
    g_auto(GStrv) ids = cordon_image_engine_list(sizing->engine, error);

    *ret_count = 0;
    if (ids == NULL)
        return FALSE;
    for (gsize i = 0; ids[i] != NULL; i++) {
        g_auto(CordonLocalImage) image = {0};
        gboolean found;

        if (!cordon_image_engine_inspect(sizing->engine, ids[i], &image, &found, error))
            return FALSE;
        if (found && image.diff_ids != NULL) {
            guint count = cordon_layers_in_common((const char *const *)image.diff_ids, diff_ids);
            *ret_count = MAX(*ret_count, count);
        }
    }
    return TRUE;
}

static gboolean is_cancelled(const GError *error)
{
    return g_error_matches(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED);
}

/* Looks into the configuration.  Without it the size is what it is at most, and the engine is the one that finds
 * a wrong platform: that is no reason to fail. */
static gboolean look_inside(Sizing *sizing, GError **error)
{
    const CordonPlatform *own = &cordon_image_engine_facts(sizing->engine)->platform;
    g_auto(CordonImageConfig) config = {0};
    GError *inner = NULL;
    guint count = 0;

    if (!cordon_registry_get_config(sizing->registry, &sizing->manifest.config, &config, &inner)) {
        gboolean cancelled = is_cancelled(inner);
        if (cancelled)
            g_propagate_error(error, inner);
        else
            g_error_free(inner);
        return !cancelled;
    }
    if (!sizing->from_index) {
        cordon_platform_clear(&sizing->plan.platform);
        sizing->plan.platform = cordon_platform_copy(&config.platform);
        if (cordon_platform_fit(own, &config.platform) == 0) {
            g_autofree char *offered = cordon_platform_format(&config.platform);
            return fail_platform(sizing, offered, error);
        }
    }
    if (g_strv_length(config.diff_ids) != sizing->manifest.layers->len)
        return TRUE;
    if (!count_present(sizing, (const char *const *)config.diff_ids, &count, error))
        return FALSE;
    cordon_image_plan_mark_present(&sizing->plan, &sizing->manifest, count);
    return TRUE;
}

static gboolean find_size(Sizing *sizing, GError **error)
{
    const CordonImageEngineFacts *facts = cordon_image_engine_facts(sizing->engine);
    CordonImagePlan *plan = &sizing->plan;

    plan->root_folder = g_strdup(facts->root_folder);
    plan->free_bytes = facts->free_bytes;
    if (!find_manifest(sizing, error))
        return FALSE;
    if (plan->platform.os == NULL)
        plan->platform = cordon_platform_copy(&facts->platform);
    cordon_image_plan_take_layers(plan, &sizing->manifest);
    if (!find_present(sizing, error) || (!plan->present && !look_inside(sizing, error)))
        return FALSE;
    plan->authenticated = cordon_registry_is_authenticated(sizing->registry);
    return TRUE;
}

int cordon_docker_image_size(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_auto(Sizing) sizing = {0};
    int cancel = cordon_image_command_begin(&error);

    if (cancel < 0 || !cordon_image_command_reference(argc, argv, &sizing.plan.reference, &error))
        return cordon_image_command_fail(error);
    sizing.engine = cordon_image_engine_open(cancel, &error);
    if (sizing.engine == NULL)
        return cordon_image_command_fail(error);
    sizing.registry = cordon_registry_new(&sizing.plan.reference, cancel);
    if (!find_size(&sizing, &error))
        return cordon_image_command_fail(error);
    CordonJsonWriter *writer = cordon_image_event_new("size");
    cordon_image_plan_write_json(&sizing.plan, writer);
    cordon_image_event_send(writer);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* What registries send: manifests, indexes and configurations. */
#include <string.h>

#include "fuzz.h"
#include "image_plan.h"
#include "manifest.h"

static void check_index(const CordonManifest *index)
{
    CordonPlatform own = {.os = (char[]){"linux"}, .architecture = (char[]){"amd64"}};
    const CordonIndexEntry *entry = cordon_manifest_choose(index, &own);
    g_autofree char *platforms = cordon_manifest_platforms(index);

    fuzz_check_plain(platforms, FALSE);
    if (entry != NULL) {
        FUZZ_CHECK(strcmp(entry->platform.architecture, "amd64") == 0);
        FUZZ_CHECK(cordon_digest_is_valid(entry->manifest.digest));
    }
}

static void check_image(const CordonManifest *manifest)
{
    g_auto(CordonImagePlan) plan = {0};

    cordon_image_plan_take_layers(&plan, manifest);
    FUZZ_CHECK(plan.layers->len <= manifest->layers->len);
    guint64 total = cordon_image_plan_total_bytes(&plan);
    cordon_image_plan_mark_present(&plan, manifest, 2);
    FUZZ_CHECK(cordon_image_plan_download_bytes(&plan) <= total);
    FUZZ_CHECK(total <= (guint64)CORDON_BLOB_MAX_BYTES * (CORDON_MANIFEST_MAX_LAYERS + 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_auto(CordonManifest) manifest = {0};
    g_auto(CordonImageConfig) config = {0};
    g_autoptr(GError) error = NULL;
    g_autoptr(GError) config_error = NULL;
    gboolean accepted = cordon_manifest_parse((const char *)data, size, NULL, &manifest, &error);

    fuzz_check_error(accepted, error);
    if (accepted && manifest.is_index)
        check_index(&manifest);
    else if (accepted)
        check_image(&manifest);
    accepted = cordon_image_config_parse((const char *)data, size, &config, &config_error);
    fuzz_check_error(accepted, config_error);
    return 0;
}

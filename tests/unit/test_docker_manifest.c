/* SPDX-License-Identifier: MIT */
/* Indexes, manifests, configurations, and the plan that is made of them. */
#include "manifest.h"

#include <cordon/image.h>
#include <criterion/criterion.h>
#include <string.h>

#include "image_plan.h"

#define D1                      "sha256:1111111111111111111111111111111111111111111111111111111111111111"
#define D2                      "sha256:2222222222222222222222222222222222222222222222222222222222222222"
#define D3                      "sha256:3333333333333333333333333333333333333333333333333333333333333333"
#define CONFIG                  "\"config\":{\"digest\":\"" D3 "\",\"size\":7}"
#define LAYER(digest, size)     "{\"digest\":\"" digest "\",\"size\":" size "}"
#define ENTRY(digest, platform) "{\"digest\":\"" digest "\",\"size\":5,\"platform\":{" platform "}}"

#define PLATFORM(os, architecture) "\"os\":\"" os "\",\"architecture\":\"" architecture "\""
#define VARIANT(variant)           ",\"variant\":\"" variant "\""

/* Attestations come with the digests of others. */
static const char INDEX[] = "{\"manifests\":[" ENTRY(D3, PLATFORM("unknown", "unknown")) "," ENTRY(
    D1, PLATFORM("linux",
                 "amd64")) "," ENTRY(D2, PLATFORM("linux", "arm64")
                                             VARIANT("v8")) "," ENTRY(D3, PLATFORM("linux", "arm")
                                                                              VARIANT("v6")) "]}";

static void parse(const char *text, CordonManifest *ret)
{
    g_autoptr(GError) error = NULL;

    cr_assert(cordon_manifest_parse(text, strlen(text), NULL, ret, &error), "%s: %s", text,
              error != NULL ? error->message : "");
}

Test(docker_manifest, reads_an_image)
{
    g_auto(CordonManifest) manifest = {0};

    parse("{\"schemaVersion\":2," CONFIG ",\"layers\":[" LAYER(D1, "10") "," LAYER(D2, "0") "]}",
          &manifest);
    cr_expect_not(manifest.is_index);
    cr_assert_eq(manifest.layers->len, 2);
    cr_expect_eq(((CordonBlob *)manifest.layers->pdata[0])->bytes, 10);
    cr_expect_str_eq(manifest.config.digest, D3);
}

Test(docker_manifest, chooses_by_platform_and_variant)
{
    static const struct {
        const char *os, *architecture, *variant, *digest;
    } rows[] = {
        {"linux", "amd64", NULL, D1},     {"linux", "arm64", NULL, D2},
        {"linux", "arm64", "v8", D2},     {"linux", "arm", "v7", D3},
        {"linux", "arm", NULL, D3},       {"linux", "arm", "v5", NULL},
        {"linux", "riscv64", NULL, NULL}, {"windows", "amd64", NULL, NULL},
    };
    g_auto(CordonManifest) index = {0};

    parse(INDEX, &index);
    cr_expect(index.is_index);
    cr_expect_eq(index.entries->len, 3);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        CordonPlatform own = {.os = (char *)rows[i].os,
                              .architecture = (char *)rows[i].architecture,
                              .variant = (char *)rows[i].variant};
        const CordonIndexEntry *entry = cordon_manifest_choose(&index, &own);
        cr_expect_eq(g_strcmp0(entry != NULL ? entry->manifest.digest : NULL, rows[i].digest), 0,
                     "row %zu", i);
    }
    g_autofree char *platforms = cordon_manifest_platforms(&index);
    cr_expect_str_eq(platforms, "linux/amd64, linux/arm64/v8, linux/arm/v6");
}

Test(docker_manifest, prefers_the_nearest_variant_below)
{
    CordonPlatform own = {.os = "linux", .architecture = "arm", .variant = "v7"};
    CordonPlatform v5 = {.os = "linux", .architecture = "arm", .variant = "v5"};
    CordonPlatform v6 = {.os = "linux", .architecture = "arm", .variant = "v6"};
    CordonPlatform v8 = {.os = "linux", .architecture = "arm", .variant = "v8"};

    cr_expect_gt(cordon_platform_fit(&own, &own), cordon_platform_fit(&own, &v6));
    cr_expect_gt(cordon_platform_fit(&own, &v6), cordon_platform_fit(&own, &v5));
    cr_expect_gt(cordon_platform_fit(&own, &v5), 0);
    cr_expect_eq(cordon_platform_fit(&own, &v8), 0);
    /* A processor that is not known to be of amd64/v3 gets none for it. */
    CordonPlatform plain = {.os = "linux", .architecture = "amd64"};
    CordonPlatform v3 = {.os = "linux", .architecture = "amd64", .variant = "v3"};
    cr_expect_eq(cordon_platform_fit(&plain, &v3), 0);
}

Test(docker_manifest, refuses_what_is_none)
{
    static const char *const rows[] = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"layers\":[]}",
        "{\"layers\":{}," CONFIG "}",
        "{\"layers\":[],\"manifests\":[]," CONFIG "}",
        "{\"layers\":[" LAYER("sha256:1", "1") "]," CONFIG "}",
        "{\"layers\":[" LAYER("sha512:1", "1") "]," CONFIG "}",
        "{\"layers\":[" LAYER(D1, "-1") "]," CONFIG "}",
        "{\"layers\":[" LAYER(D1, "1.5") "]," CONFIG "}",
        "{\"layers\":[" LAYER(D1, "1e300") "]," CONFIG "}",
        "{\"layers\":[" LAYER(D1, "99999999999999999999") "]," CONFIG "}",
        "{\"layers\":[{\"digest\":\"" D1 "\"}]," CONFIG "}",
        "{\"layers\":[1]," CONFIG "}",
        "{\"layers\":[],\"layers\":[]," CONFIG "}",
        "{\"manifests\":[{\"size\":1,\"platform\":{\"os\":\"linux\",\"architecture\":\"x\"}}]}",
        "{\"layers\":[]," CONFIG "} x",
        "{\"mediaType\":1,\"layers\":[]," CONFIG "}",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonManifest) manifest = {0};
        g_autoptr(GError) error = NULL;
        cr_expect_not(cordon_manifest_parse(rows[i], strlen(rows[i]), NULL, &manifest, &error),
                      "%s", rows[i]);
        cr_expect(g_error_matches(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY), "%s",
                  rows[i]);
    }
}

Test(docker_manifest, tells_the_old_format_apart)
{
    static const char text[] = "{\"schemaVersion\":1,\"fsLayers\":[]}";
    static const char typed[] = "{\"schemaVersion\":2}";
    g_auto(CordonManifest) manifest = {0};
    g_autoptr(GError) a = NULL;
    g_autoptr(GError) b = NULL;

    cr_expect_not(cordon_manifest_parse(text, strlen(text), NULL, &manifest, &a));
    cr_expect(g_error_matches(a, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_SCHEMA));
    cr_expect_not(cordon_manifest_parse(typed, strlen(typed),
                                        "application/vnd.docker.distribution.manifest.v1+prettyjws",
                                        &manifest, &b));
    cr_expect(g_error_matches(b, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_SCHEMA));
}

Test(docker_manifest, counts_layers_from_below)
{
    const char *const a[] = {"x", "y", "z", NULL};
    const char *const b[] = {"x", "q", "z", NULL};
    const char *const none[] = {NULL};

    cr_expect_eq(cordon_layers_in_common(a, a), 3);
    cr_expect_eq(cordon_layers_in_common(a, b), 1);
    cr_expect_eq(cordon_layers_in_common(a, none), 0);
}

Test(docker_manifest, plans_count_each_layer_once_and_survive_json)
{
    g_auto(CordonManifest) manifest = {0};
    g_auto(CordonImagePlan) plan = {.free_bytes = -1};
    g_auto(CordonImagePlan) again = {0};
    g_autoptr(GError) error = NULL;

    parse("{" CONFIG ",\"layers\":[" LAYER(D1, "10") "," LAYER(D2, "100") "," LAYER(D1, "10") "]}",
          &manifest);
    cr_assert(cordon_reference_parse("a/b:1", &plan.reference, NULL));
    plan.digest = g_strdup(D2);
    plan.platform = (CordonPlatform){.os = g_strdup("linux"), .architecture = g_strdup("amd64")};
    cordon_image_plan_take_layers(&plan, &manifest);
    cr_expect_eq(cordon_image_plan_total_bytes(&plan), 117);
    cr_expect_eq(cordon_image_plan_download_bytes(&plan), 117);
    cordon_image_plan_mark_present(&plan, &manifest, 1);
    cr_expect_eq(cordon_image_plan_download_bytes(&plan), 107);

    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_image_plan_write_json(&plan, writer);
    cordon_json_end_object(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);
    g_autoptr(CordonJson) json = cordon_json_parse(text, strlen(text), 65536, &error);
    cr_assert(cordon_image_plan_read_json(cordon_json_root(json), &again, &error));
    cr_expect_eq(cordon_image_plan_download_bytes(&again), 107);
    cr_expect_str_eq(again.digest, D2);
    plan.present = TRUE;
    cr_expect_eq(cordon_image_plan_download_bytes(&plan), 0);
}

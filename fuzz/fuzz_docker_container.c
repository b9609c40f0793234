/* SPDX-License-Identifier: MIT */
/* The words of `cordon-docker run`, a line a word: what is accepted becomes strict JSON in which nothing was given away. */
#include <string.h>

#include "container.h"
#include "fuzz.h"

static void check_text(const CordonJsonValue *object, const char *name, const char *wanted)
{
    const char *text = NULL;

    FUZZ_CHECK(cordon_json_get_string(object, name, TRUE, &text, NULL));
    FUZZ_CHECK(strcmp(text, wanted) == 0);
}

static void check_mounts(const CordonJsonValue *config, const CordonContainer *container)
{
    guint binds = cordon_json_size(cordon_json_find(config, "Mounts"));
    guint folders = cordon_json_size(cordon_json_find(config, "Tmpfs"));

    FUZZ_CHECK(binds + folders == container->mounts->len);
}

static void check_json(const CordonJson *json, const CordonContainer *container)
{
    static const char *const refused[] = {"Privileged", "Binds",   "CapAdd",
                                          "Devices",    "PidMode", "VolumesFrom"};
    const CordonJsonValue *config = cordon_json_find(cordon_json_root(json), "HostConfig");
    gboolean read_only = FALSE;

    FUZZ_CHECK(config != NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++)
        FUZZ_CHECK(cordon_json_find(config, refused[i]) == NULL);
    FUZZ_CHECK(cordon_json_get_bool(config, "ReadonlyRootfs", TRUE, &read_only, NULL) && read_only);
    check_text(config, "NetworkMode", "none");
    check_text(cordon_json_root(json), "Image", container->image);
    check_text(cordon_json_root(json), "User", container->user);
    check_text(cordon_json_root(json), "WorkingDir", container->workdir);
    check_mounts(config, container);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    g_auto(GStrv) words = fuzz_take_lines(&input, 200);
    g_auto(CordonContainer) container = {0};
    g_autoptr(GError) error = NULL;
    gboolean accepted = cordon_container_parse((const char *const *)words, &container, &error);

    fuzz_check_error(accepted, error);
    if (!accepted)
        return 0;
    g_autofree char *text = cordon_container_json(&container, "/unreadable");
    g_autoptr(CordonJson) json = fuzz_parse(text, strlen(text));
    FUZZ_CHECK(json != NULL);
    check_json(json, &container);
    return 0;
}

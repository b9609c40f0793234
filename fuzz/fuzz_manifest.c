/* SPDX-License-Identifier: MIT */
/* Manifests: what is accepted is clean, and means the same when it is written again. */
#include <string.h>

#include "engine/wire.h"
#include "fuzz.h"
#include "registry/manifest.h"

static gboolean is_same_list(char *const *a, char *const *b)
{
    return g_strv_equal((const gchar *const *)a, (const gchar *const *)b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonManifest) manifest = cordon_manifest_parse((const char *)data, size, &error);

    fuzz_check_error(manifest != NULL, error);
    if (manifest == NULL)
        return 0;
    FUZZ_CHECK(manifest->id[0] != '\0' && strlen(manifest->id) <= 32);
    FUZZ_CHECK(strspn(manifest->id, "abcdefghijklmnopqrstuvwxyz0123456789-") ==
               strlen(manifest->id));
    for (char **key = manifest->unknown; *key != NULL; key++)
        fuzz_check_plain(*key, FALSE);
    if (!manifest->enabled)
        return 0;
    fuzz_check_plain(manifest->name, FALSE);
    fuzz_check_plain(manifest->version, FALSE);
    fuzz_check_plain(manifest->library, FALSE);
    for (char **code = manifest->codes; *code != NULL; code++)
        FUZZ_CHECK(cordon_manifest_has_code(manifest, *code));

    g_autofree char *text = cordon_wire_write_manifest(manifest);
    g_autoptr(CordonManifest) again = cordon_manifest_parse(text, strlen(text), &error);
    fuzz_check_error(again != NULL, error);
    FUZZ_CHECK(again != NULL);
    FUZZ_CHECK(strcmp(again->id, manifest->id) == 0);
    FUZZ_CHECK(strcmp(again->name, manifest->name) == 0);
    FUZZ_CHECK(strcmp(again->version, manifest->version) == 0);
    FUZZ_CHECK(strcmp(again->library, manifest->library) == 0);
    FUZZ_CHECK(again->abi == manifest->abi && again->priority == manifest->priority);
    FUZZ_CHECK(is_same_list(again->platforms, manifest->platforms));
    FUZZ_CHECK(is_same_list(again->guarantees, manifest->guarantees));
    FUZZ_CHECK(is_same_list(again->codes, manifest->codes));
    return 0;
}

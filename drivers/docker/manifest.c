/* SPDX-License-Identifier: MIT */
/* What a registry says an image is made of. */
#include "manifest.h"

#include <cordon/image.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include <cordon/json.h>

#define MAX_WORD_BYTES     64
#define MAX_PLATFORMS_SHOW 12
#define SCHEMA_1           "application/vnd.docker.distribution.manifest.v1+"

/* --- platforms ---------------------------------------------------------------------------------- */

void cordon_platform_clear(CordonPlatform *platform)
{
    g_free(platform->os);
    g_free(platform->architecture);
    g_free(platform->variant);
    *platform = (CordonPlatform){0};
}

CordonPlatform cordon_platform_copy(const CordonPlatform *platform)
{
    return (CordonPlatform){
        .os = g_strdup(platform->os),
        .architecture = g_strdup(platform->architecture),
        .variant = g_strdup(platform->variant),
    };
}

char *cordon_platform_format(const CordonPlatform *platform)
{
    return g_strconcat(platform->os, "/", platform->architecture,
                       platform->variant != NULL ? "/" : "",
                       platform->variant != NULL ? platform->variant : "", NULL);
}

/* "v7" is 7; 0: not of that form. */
static guint variant_number(const char *variant)
{
    guint64 number = 0;

    if (variant == NULL || variant[0] != 'v' ||
        !g_ascii_string_to_unsigned(variant + 1, 10, 1, 99, &number, NULL))
        return 0;
    return (guint)number;
}

/* What an architecture without a variant means. */
static guint usual_variant(const char *architecture)
{
    static const struct {
        const char *architecture;
        guint variant;
    } rows[] = {{"amd64", 1}, {"arm", 7}, {"arm64", 8}};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (g_str_equal(rows[i].architecture, architecture))
            return rows[i].variant;
    return 0;
}

guint cordon_platform_fit(const CordonPlatform *own, const CordonPlatform *other)
{
    if (!g_str_equal(own->os, other->os) || !g_str_equal(own->architecture, other->architecture))
        return 0;
    if (g_strcmp0(own->variant, other->variant) == 0)
        return 200;
    guint usual = usual_variant(own->architecture);
    guint ours = own->variant != NULL ? variant_number(own->variant) : usual;
    guint theirs = other->variant != NULL ? variant_number(other->variant) : usual;
    if (ours == theirs && ours != 0)
        return 199;
    if (theirs == 0)
        return other->variant == NULL ? 1 : 0;
    return theirs < ours ? 100 + theirs : 0;
}

/* --- documents ---------------------------------------------------------------------------------- */

CordonBlob *cordon_blob_new(const char *digest, guint64 bytes, gboolean present)
{
    CordonBlob *blob = g_new0(CordonBlob, 1);

    *blob = (CordonBlob){.digest = g_strdup(digest), .bytes = bytes, .present = present};
    return blob;
}

void cordon_blob_free(gpointer data)
{
    CordonBlob *blob = data;

    g_free(blob->digest);
    g_free(blob);
}

static void entry_free(gpointer data)
{
    CordonIndexEntry *entry = data;

    g_free(entry->manifest.digest);
    cordon_platform_clear(&entry->platform);
    g_free(entry);
}

static gboolean breach(GError **error, const char *what, const char *why)
{
    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REGISTRY,
        "The registry's %s cannot be used: %s.  Try again later; when it stays so, the image "
        "or the registry is broken.",
        what, why);
    return FALSE;
}

/* Takes over what an inner reader found, as a breach of `what`. */
static gboolean breach_by(GError **error, const char *what, GError *inner)
{
    gsize length = strlen(inner->message);

    if (length > 0 && inner->message[length - 1] == '.')
        inner->message[length - 1] = '\0';
    return breach(error, what, inner->message);
}

static CordonJson *parse_object(const char *bytes, gsize size, const char *what, GError **error)
{
    g_autoptr(GError) inner = NULL;
    g_autoptr(CordonJson) json = cordon_json_parse(bytes, size, CORDON_MANIFEST_MAX_BYTES, &inner);

    if (json == NULL) {
        breach_by(error, what, inner);
        return NULL;
    }
    if (!cordon_json_is_object(cordon_json_root(json))) {
        breach(error, what, "it is no object");
        return NULL;
    }
    return g_steal_pointer(&json);
}

static gboolean read_blob(const CordonJsonValue *value, CordonBlob *ret, GError **error)
{
    const char *digest;
    gint64 bytes;

    if (value == NULL || !cordon_json_is_object(value)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "a descriptor is missing");
        return FALSE;
    }
    if (!cordon_json_get_string(value, "digest", TRUE, &digest, error) ||
        !cordon_json_get_int(value, "size", TRUE, 0, CORDON_BLOB_MAX_BYTES, &bytes, error))
        return FALSE;
    if (!cordon_digest_is_valid(digest)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                            "a digest is not sha256: and 64 digits");
        return FALSE;
    }
    *ret = (CordonBlob){.digest = g_strdup(digest), .bytes = (guint64)bytes};
    return TRUE;
}

/* A word of a platform: short, of letters, digits, ".", "_" and "-". */
static gboolean is_word(const char *text)
{
    gsize size = strlen(text);

    for (gsize i = 0; i < size; i++)
        if (!g_ascii_isalnum(text[i]) && strchr("._-", text[i]) == NULL)
            return FALSE;
    return size > 0 && size <= MAX_WORD_BYTES;
}

/* FALSE, with or without an error, when the object names no platform. */
static gboolean read_platform(const CordonJsonValue *object, CordonPlatform *ret, GError **error)
{
    const char *os = NULL, *architecture = NULL, *variant = NULL;

    if (!cordon_json_get_string(object, "os", FALSE, &os, error) ||
        !cordon_json_get_string(object, "architecture", FALSE, &architecture, error) ||
        !cordon_json_get_string(object, "variant", FALSE, &variant, error))
        return FALSE;
    if (os == NULL || architecture == NULL || !is_word(os) || !is_word(architecture) ||
        (variant != NULL && *variant != '\0' && !is_word(variant)))
        return FALSE;
    *ret = (CordonPlatform){
        .os = g_strdup(os),
        .architecture = g_strdup(architecture),
        .variant = variant != NULL && *variant != '\0' ? g_strdup(variant) : NULL,
    };
    return TRUE;
}

/* One image of an index.  Those without a platform, and those that are said to be of none, are signatures and
 * the like. */
static gboolean read_entry(const CordonJsonValue *value, GPtrArray *to, GError **error)
{
    const CordonJsonValue *object =
        cordon_json_is_object(value) ? cordon_json_find(value, "platform") : NULL;
    g_auto(CordonPlatform) platform = {0};
    GError *inner = NULL;

    if (object == NULL || !cordon_json_is_object(object))
        return TRUE;
    if (!read_platform(object, &platform, &inner)) {
        if (inner != NULL)
            g_propagate_error(error, inner);
        return inner == NULL;
    }
    if (g_str_equal(platform.os, "unknown") || g_str_equal(platform.architecture, "unknown"))
        return TRUE;
    CordonIndexEntry *entry = g_new0(CordonIndexEntry, 1);
    g_ptr_array_add(to, entry);
    entry->platform = platform;
    platform = (CordonPlatform){0};
    return read_blob(value, &entry->manifest, error);
}

static gboolean read_index(const CordonJsonValue *array, CordonManifest *ret, GError **error)
{
    ret->is_index = TRUE;
    ret->entries = g_ptr_array_new_with_free_func(entry_free);
    if (cordon_json_size(array) > CORDON_MANIFEST_MAX_ENTRIES) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "it has too many entries");
        return FALSE;
    }
    for (const CordonJsonValue *value = cordon_json_first(array); value != NULL;
         value = cordon_json_next(value))
        if (!read_entry(value, ret->entries, error))
            return FALSE;
    return TRUE;
}

static gboolean read_image(const CordonJsonValue *root, const CordonJsonValue *array,
                           CordonManifest *ret, GError **error)
{
    ret->layers = g_ptr_array_new_with_free_func(cordon_blob_free);
    if (cordon_json_size(array) > CORDON_MANIFEST_MAX_LAYERS) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "it has too many layers");
        return FALSE;
    }
    for (const CordonJsonValue *value = cordon_json_first(array); value != NULL;
         value = cordon_json_next(value)) {
        CordonBlob *layer = g_new0(CordonBlob, 1);
        g_ptr_array_add(ret->layers, layer);
        if (!read_blob(value, layer, error))
            return FALSE;
    }
    return read_blob(cordon_json_find(root, "config"), &ret->config, error);
}

static gboolean is_schema_1(const CordonJsonValue *root, const char *media_type)
{
    gint64 version = 0;

    if (media_type != NULL && g_str_has_prefix(media_type, SCHEMA_1))
        return TRUE;
    return cordon_json_get_int(root, "schemaVersion", FALSE, 0, 100, &version, NULL) &&
           version == 1;
}

static gboolean read_document(const CordonJsonValue *root, const char *media_type,
                              CordonManifest *ret, GError **error)
{
    const CordonJsonValue *manifests = cordon_json_find(root, "manifests");
    const CordonJsonValue *layers = cordon_json_find(root, "layers");
    gboolean has_index = manifests != NULL && cordon_json_is_array(manifests);
    gboolean has_image = layers != NULL && cordon_json_is_array(layers);

    /* A document of two meanings has none: its digest would be that of both. */
    if (has_index == has_image) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "it is neither an index nor an image%s%s", media_type != NULL ? ", but " : "",
                    media_type != NULL ? media_type : "");
        return FALSE;
    }
    return has_index ? read_index(manifests, ret, error) : read_image(root, layers, ret, error);
}

gboolean cordon_manifest_parse(const char *bytes, gsize size, const char *media_type,
                               CordonManifest *ret, GError **error)
{
    g_autoptr(CordonJson) json = parse_object(bytes, size, "manifest", error);
    g_auto(CordonManifest) found = {0};
    g_autoptr(GError) inner = NULL;
    const char *own_type = NULL;

    if (json == NULL)
        return FALSE;
    const CordonJsonValue *root = cordon_json_root(json);
    if (!cordon_json_get_string(root, "mediaType", FALSE, &own_type, &inner))
        return breach_by(error, "manifest", inner);
    if (own_type == NULL)
        own_type = media_type;
    if (own_type != NULL && (strlen(own_type) > 255 || !g_str_is_ascii(own_type)))
        return breach(error, "manifest", "its type is no media type");
    if (is_schema_1(root, own_type)) {
        g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_SCHEMA,
                            "The image is in the old format \"schema 1\", which has no sizes and "
                            "which engines no longer pull.  Use a newer tag, or another image.");
        return FALSE;
    }
    if (!read_document(root, own_type, &found, &inner))
        return breach_by(error, "manifest", inner);
    *ret = found;
    found = (CordonManifest){0};
    return TRUE;
}

void cordon_manifest_clear(CordonManifest *manifest)
{
    g_clear_pointer(&manifest->entries, g_ptr_array_unref);
    g_clear_pointer(&manifest->layers, g_ptr_array_unref);
    g_free(manifest->config.digest);
    *manifest = (CordonManifest){0};
}

const CordonIndexEntry *cordon_manifest_choose(const CordonManifest *index,
                                               const CordonPlatform *own)
{
    const CordonIndexEntry *best = NULL;
    guint best_fit = 0;

    for (guint i = 0; i < index->entries->len; i++) {
        const CordonIndexEntry *entry = g_ptr_array_index(index->entries, i);
        guint fit = cordon_platform_fit(own, &entry->platform);
        if (fit > best_fit) {
            best = entry;
            best_fit = fit;
        }
    }
    return best;
}

char *cordon_manifest_platforms(const CordonManifest *index)
{
    GString *text = g_string_new(NULL);
    guint count = MIN(index->entries->len, MAX_PLATFORMS_SHOW);

    for (guint i = 0; i < count; i++) {
        const CordonIndexEntry *entry = g_ptr_array_index(index->entries, i);
        g_autofree char *platform = cordon_platform_format(&entry->platform);
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", platform);
    }
    if (count < index->entries->len)
        g_string_append(text, ", ...");
    if (count == 0)
        g_string_append(text, "none");
    return g_string_free(text, FALSE);
}

/* --- configurations ----------------------------------------------------------------------------- */

gboolean cordon_image_config_parse(const char *bytes, gsize size, CordonImageConfig *ret,
                                   GError **error)
{
    static const char what[] = "description of the image";
    g_autoptr(CordonJson) json = parse_object(bytes, size, what, error);
    g_auto(CordonImageConfig) found = {0};
    g_autoptr(GError) inner = NULL;

    if (json == NULL)
        return FALSE;
    const CordonJsonValue *root = cordon_json_root(json);
    const CordonJsonValue *rootfs = cordon_json_find(root, "rootfs");
    if (!read_platform(root, &found.platform, &inner))
        return inner != NULL ? breach_by(error, what, inner)
                             : breach(error, what, "it names no platform");
    if (rootfs == NULL || !cordon_json_is_object(rootfs))
        return breach(error, what, "it lists no layers");
    if (!cordon_json_get_strings(rootfs, "diff_ids", TRUE, CORDON_MANIFEST_MAX_LAYERS,
                                 &found.diff_ids, &inner))
        return breach_by(error, what, inner);
    *ret = found;
    found = (CordonImageConfig){0};
    return TRUE;
}

void cordon_image_config_clear(CordonImageConfig *config)
{
    cordon_platform_clear(&config->platform);
    g_strfreev(config->diff_ids);
    *config = (CordonImageConfig){0};
}

guint cordon_layers_in_common(const char *const *a, const char *const *b)
{
    guint count = 0;

    while (a[count] != NULL && b[count] != NULL && g_str_equal(a[count], b[count]))
        count++;
    return count;
}

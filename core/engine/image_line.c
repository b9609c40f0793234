/* SPDX-License-Identifier: MIT */
/* Reads what cordon-docker prints about images. */
#include "engine/image_line.h"

#include <string.h>

#define MAX_COUNT 1024

static const char *const code_names[] = {
    [CORDON_IMAGE_ERROR_REFERENCE] = "reference", [CORDON_IMAGE_ERROR_NOT_FOUND] = "not-found",
    [CORDON_IMAGE_ERROR_DENIED] = "denied",       [CORDON_IMAGE_ERROR_RATE_LIMIT] = "rate-limit",
    [CORDON_IMAGE_ERROR_OFFLINE] = "offline",     [CORDON_IMAGE_ERROR_TLS] = "tls",
    [CORDON_IMAGE_ERROR_PLATFORM] = "platform",   [CORDON_IMAGE_ERROR_SCHEMA] = "schema",
    [CORDON_IMAGE_ERROR_REGISTRY] = "registry",   [CORDON_IMAGE_ERROR_ENGINE] = "engine",
    [CORDON_IMAGE_ERROR_NO_SPACE] = "no-space",   [CORDON_IMAGE_ERROR_CANCELLED] = "cancelled",
};

const char *cordon_image_error_name(CordonImageError code)
{
    return (guint)code < G_N_ELEMENTS(code_names) ? code_names[code] : "engine";
}

static const char *const phase_names[] = {
    [CORDON_IMAGE_PHASE_WAITING] = "waiting",
    [CORDON_IMAGE_PHASE_DOWNLOADING] = "downloading",
    [CORDON_IMAGE_PHASE_UNPACKING] = "unpacking",
};

const char *cordon_image_phase_name(CordonImagePhase phase)
{
    return (guint)phase < G_N_ELEMENTS(phase_names) ? phase_names[phase] : "waiting";
}

static gboolean breach(GError **error, const char *why)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                "cordon-docker said something that it should not: %s  That is a fault in Cordon.",
                why);
    return FALSE;
}

/* --- lines -------------------------------------------------------------------------------------- */

struct CordonImageLines {
    CordonImageProgressFunc progress; /* or NULL */
    gpointer user_data;
    GString *line; /* the one that is not complete */
    CordonImageAnswer last;
    guint64 done_bytes; /* of the last progress */
};

CordonImageLines *cordon_image_lines_new(CordonImageProgressFunc progress, gpointer user_data)
{
    CordonImageLines *lines = g_new0(CordonImageLines, 1);

    lines->progress = progress;
    lines->user_data = user_data;
    lines->line = g_string_new(NULL);
    return lines;
}

void cordon_image_lines_free(CordonImageLines *lines)
{
    if (lines == NULL)
        return;
    g_string_free(lines->line, TRUE);
    cordon_image_answer_clear(&lines->last);
    g_free(lines);
}

void cordon_image_answer_clear(CordonImageAnswer *answer)
{
    g_free(answer->text);
    cordon_json_free(answer->json);
    *answer = (CordonImageAnswer){0};
}

static gboolean read_size(const CordonJsonValue *object, const char *name, guint64 *ret,
                          GError **error)
{
    gint64 value = 0;

    if (!cordon_json_get_int(object, name, TRUE, 0, G_MAXINT64, &value, error))
        return FALSE;
    *ret = (guint64)value;
    return TRUE;
}

static gboolean read_count(const CordonJsonValue *object, const char *name, guint *ret,
                           GError **error)
{
    gint64 value = 0;

    if (!cordon_json_get_int(object, name, TRUE, 0, MAX_COUNT, &value, error))
        return FALSE;
    *ret = (guint)value;
    return TRUE;
}

static gboolean read_phase(const CordonJsonValue *object, CordonImagePhase *ret, GError **error)
{
    const char *name;

    if (!cordon_json_get_string(object, "phase", TRUE, &name, error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(phase_names); i++) {
        if (g_str_equal(phase_names[i], name)) {
            *ret = (CordonImagePhase)i;
            return TRUE;
        }
    }
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "phase: not a phase.");
    return FALSE;
}

static gboolean take_progress(CordonImageLines *lines, const CordonJsonValue *object,
                              GError **error)
{
    CordonImageProgress progress = {0};

    if (!read_phase(object, &progress.phase, error) ||
        !read_size(object, "done_bytes", &progress.done_bytes, error) ||
        !read_size(object, "total_bytes", &progress.total_bytes, error) ||
        !read_count(object, "layers_done", &progress.layers_done, error) ||
        !read_count(object, "layers", &progress.layers, error))
        return FALSE;
    /* What callers rely on does not depend on another process. */
    progress.done_bytes = MAX(MIN(progress.done_bytes, progress.total_bytes), lines->done_bytes);
    progress.layers_done = MIN(progress.layers_done, progress.layers);
    lines->done_bytes = progress.done_bytes;
    if (lines->progress != NULL)
        lines->progress(&progress, lines->user_data);
    return TRUE;
}

static gboolean take_line(CordonImageLines *lines, GError **error)
{
    g_autoptr(GError) inner = NULL;
    g_autoptr(CordonJson) json =
        cordon_json_parse(lines->line->str, lines->line->len, CORDON_IMAGE_LINE_MAX_BYTES, &inner);
    const char *event;

    if (json == NULL)
        return breach(error, inner->message);
    const CordonJsonValue *root = cordon_json_root(json);
    if (!cordon_json_is_object(root))
        return breach(error, "a line is no object.");
    if (!cordon_json_get_string(root, "event", TRUE, &event, &inner))
        return breach(error, inner->message);
    if (lines->last.json != NULL)
        return breach(error, "there is a line behind the last.");
    if (g_str_equal(event, "progress"))
        return take_progress(lines, root, &inner) || breach(error, inner->message);
    lines->last.json = g_steal_pointer(&json);
    lines->last.text = g_strndup(lines->line->str, lines->line->len);
    return TRUE;
}

gboolean cordon_image_lines_feed(CordonImageLines *lines, const char *bytes, gsize size,
                                 GError **error)
{
    while (size > 0) {
        const char *end = memchr(bytes, '\n', size);
        gsize part = end != NULL ? (gsize)(end - bytes) : size;

        if (lines->line->len + part > CORDON_IMAGE_LINE_MAX_BYTES)
            return breach(error, "a line is too long.");
        g_string_append_len(lines->line, bytes, (gssize)part);
        if (end == NULL)
            return TRUE;
        if (!take_line(lines, error))
            return FALSE;
        g_string_truncate(lines->line, 0);
        bytes += part + 1;
        size -= part + 1;
    }
    return TRUE;
}

gboolean cordon_image_lines_is_done(const CordonImageLines *lines)
{
    return lines->last.json != NULL;
}

static gboolean take_error(const CordonJsonValue *object, GError **error)
{
    g_autoptr(GError) inner = NULL;
    const char *name, *message;

    if (!cordon_json_get_string(object, "code", TRUE, &name, &inner) ||
        !cordon_json_get_string(object, "message", TRUE, &message, &inner))
        return breach(error, inner->message);
    for (guint i = 0; i < G_N_ELEMENTS(code_names); i++) {
        if (g_str_equal(code_names[i], name)) {
            g_set_error_literal(error, CORDON_IMAGE_ERROR, (gint)i, message);
            return FALSE;
        }
    }
    return breach(error, "there is no such error.");
}

gboolean cordon_image_lines_finish(CordonImageLines *lines, const char *wanted,
                                   CordonImageAnswer *ret, GError **error)
{
    const CordonJsonValue *root = cordon_json_root(lines->last.json);
    const char *event = cordon_json_string(cordon_json_find(root, "event"));

    if (g_str_equal(event, "error"))
        return take_error(root, error);
    if (!g_str_equal(event, wanted))
        return breach(error, "its answer is one to another question.");
    *ret = lines->last;
    lines->last = (CordonImageAnswer){0};
    return TRUE;
}

/* --- what callers get --------------------------------------------------------------------------- */

/* Strings are borrowed from the answer, which lives as long. */
typedef struct {
    CordonImageStatus status;
    CordonImageAnswer answer;
} OwnedStatus;

typedef struct {
    CordonImageSize size;
    CordonImageAnswer answer;
    char *platform;
} OwnedSize;

typedef struct {
    CordonImagePulled pulled;
    CordonImageAnswer answer;
} OwnedPulled;

static CordonImageAnswer steal(CordonImageAnswer *answer)
{
    CordonImageAnswer taken = *answer;

    *answer = (CordonImageAnswer){0};
    return taken;
}

CordonImageStatus *cordon_image_answer_to_status(CordonImageAnswer *answer, GError **error)
{
    const CordonJsonValue *root = cordon_json_root(answer->json);
    g_autoptr(GError) inner = NULL;
    CordonImageStatus status = {0};

    if (!cordon_json_get_string(root, "reference", TRUE, &status.reference, &inner) ||
        !cordon_json_get_bool(root, "present", TRUE, &status.present, &inner) ||
        !cordon_json_get_bool(root, "usable", TRUE, &status.usable, &inner) ||
        !cordon_json_get_string(root, "id", FALSE, &status.id, &inner) ||
        !cordon_json_get_string(root, "digest", FALSE, &status.digest, &inner) ||
        !cordon_json_get_string(root, "platform", FALSE, &status.platform, &inner) ||
        !read_size(root, "disk_bytes", &status.disk_bytes, &inner) ||
        !cordon_json_get_string(root, "engine", TRUE, &status.engine, &inner) ||
        !cordon_json_get_string(root, "engine_platform", TRUE, &status.engine_platform, &inner) ||
        !cordon_json_get_string(root, "root_folder", FALSE, &status.root_folder, &inner) ||
        !cordon_json_get_int(root, "free_bytes", TRUE, -1, G_MAXINT64, &status.free_bytes,
                             &inner)) {
        breach(error, inner->message);
        return NULL;
    }
    OwnedStatus *owned = g_new0(OwnedStatus, 1);
    owned->status = status;
    owned->answer = steal(answer);
    return &owned->status;
}

void cordon_image_status_free(CordonImageStatus *status)
{
    OwnedStatus *owned = (OwnedStatus *)status;

    if (owned == NULL)
        return;
    cordon_image_answer_clear(&owned->answer);
    g_free(owned);
}

/* "linux/arm/v7" of the object, or NULL. */
static char *read_platform(const CordonJsonValue *object)
{
    const char *os, *architecture, *variant = NULL;

    if (object == NULL || !cordon_json_is_object(object) ||
        !cordon_json_get_string(object, "os", TRUE, &os, NULL) ||
        !cordon_json_get_string(object, "architecture", TRUE, &architecture, NULL) ||
        !cordon_json_get_string(object, "variant", FALSE, &variant, NULL))
        return NULL;
    return variant != NULL ? g_strjoin("/", os, architecture, variant, NULL)
                           : g_strjoin("/", os, architecture, NULL);
}

CordonImageSize *cordon_image_answer_to_size(CordonImageAnswer *answer, GError **error)
{
    const CordonJsonValue *root = cordon_json_root(answer->json);
    const CordonJsonValue *layers = cordon_json_find(root, "layers");
    g_autoptr(GError) inner = NULL;
    g_autofree char *platform = read_platform(cordon_json_find(root, "platform"));
    CordonImageSize size = {0};

    if (!cordon_json_get_string(root, "reference", TRUE, &size.reference, &inner) ||
        !cordon_json_get_string(root, "registry", TRUE, &size.registry, &inner) ||
        !cordon_json_get_string(root, "digest", TRUE, &size.digest, &inner) ||
        !read_size(root, "total_bytes", &size.total_bytes, &inner) ||
        !read_size(root, "download_bytes", &size.download_bytes, &inner) ||
        !read_size(root, "disk_min_bytes", &size.disk_min_bytes, &inner) ||
        !read_size(root, "disk_max_bytes", &size.disk_max_bytes, &inner) ||
        !cordon_json_get_bool(root, "present", TRUE, &size.present, &inner) ||
        !cordon_json_get_bool(root, "up_to_date", TRUE, &size.up_to_date, &inner) ||
        !cordon_json_get_bool(root, "authenticated", TRUE, &size.authenticated, &inner) ||
        !cordon_json_get_string(root, "root_folder", FALSE, &size.root_folder, &inner) ||
        !cordon_json_get_int(root, "free_bytes", TRUE, -1, G_MAXINT64, &size.free_bytes, &inner)) {
        breach(error, inner->message);
        return NULL;
    }
    if (platform == NULL || layers == NULL || !cordon_json_is_array(layers)) {
        breach(error, "platform or layers are missing.");
        return NULL;
    }
    OwnedSize *owned = g_new0(OwnedSize, 1);
    owned->size = size;
    owned->answer = steal(answer);
    owned->platform = g_steal_pointer(&platform);
    owned->size.platform = owned->platform;
    owned->size.layers = cordon_json_size(layers);
    return &owned->size;
}

const char *cordon_image_size_plan(const CordonImageSize *size)
{
    return ((const OwnedSize *)size)->answer.text;
}

void cordon_image_size_free(CordonImageSize *size)
{
    OwnedSize *owned = (OwnedSize *)size;

    if (owned == NULL)
        return;
    cordon_image_answer_clear(&owned->answer);
    g_free(owned->platform);
    g_free(owned);
}

CordonImagePulled *cordon_image_answer_to_pulled(CordonImageAnswer *answer, GError **error)
{
    const CordonJsonValue *root = cordon_json_root(answer->json);
    g_autoptr(GError) inner = NULL;
    CordonImagePulled pulled = {0};

    if (!cordon_json_get_string(root, "reference", TRUE, &pulled.reference, &inner) ||
        !cordon_json_get_string(root, "id", TRUE, &pulled.id, &inner) ||
        !cordon_json_get_string(root, "digest", TRUE, &pulled.digest, &inner) ||
        !read_size(root, "disk_bytes", &pulled.disk_bytes, &inner)) {
        breach(error, inner->message);
        return NULL;
    }
    OwnedPulled *owned = g_new0(OwnedPulled, 1);
    owned->pulled = pulled;
    owned->answer = steal(answer);
    return &owned->pulled;
}

void cordon_image_pulled_free(CordonImagePulled *pulled)
{
    OwnedPulled *owned = (OwnedPulled *)pulled;

    if (owned == NULL)
        return;
    cordon_image_answer_clear(&owned->answer);
    g_free(owned);
}

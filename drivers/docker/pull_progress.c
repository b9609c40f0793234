/* SPDX-License-Identifier: MIT */
/* How far a pull is. */
#include "pull_progress.h"

#include <string.h>

/* The engine names a layer by that many digits of its digest. */
#define SHORT_ID_DIGITS 12
#define MAX_ERROR_BYTES 2000

typedef struct {
    char id[SHORT_ID_DIGITS + 1];
    guint64 bytes; /* to fetch: 0 for what the engine has */
    guint64 got;
    gboolean unpacked;
} Layer;

struct CordonPullProgress {
    GArray *layers;
    guint64 config_bytes; /* the engine says nothing of it: it counts with the last layer */
    guint64 total_bytes;
    gboolean begun;
    char *error;
    CordonImageProgress reported;
    gboolean has_reported;
    gint64 reported_ms;
};

CordonPullProgress *cordon_pull_progress_new(const CordonImagePlan *plan)
{
    CordonPullProgress *progress = g_new0(CordonPullProgress, 1);

    progress->layers = g_array_new(FALSE, TRUE, sizeof(Layer));
    for (guint i = 0; i < plan->layers->len; i++) {
        const CordonBlob *blob = g_ptr_array_index(plan->layers, i);
        Layer layer = {.bytes = blob->present || plan->present ? 0 : blob->bytes};
        g_strlcpy(layer.id, blob->digest + strlen("sha256:"), sizeof layer.id);
        g_array_append_val(progress->layers, layer);
    }
    progress->total_bytes = cordon_image_plan_download_bytes(plan);
    progress->config_bytes = plan->present ? 0 : plan->config.bytes;
    return progress;
}

void cordon_pull_progress_free(CordonPullProgress *progress)
{
    if (progress == NULL)
        return;
    g_array_unref(progress->layers);
    g_free(progress->error);
    g_free(progress);
}

static Layer *find_layer(CordonPullProgress *progress, const char *id)
{
    for (guint i = 0; id != NULL && i < progress->layers->len; i++) {
        Layer *layer = &g_array_index(progress->layers, Layer, i);
        if (g_str_equal(layer->id, id))
            return layer;
    }
    return NULL;
}

typedef enum {
    STEP_OTHER,
    STEP_DOWNLOADING, /* has how far */
    STEP_FETCHED,
    STEP_UNPACKED,
} Step;

static Step read_step(const char *status)
{
    static const struct {
        const char *status;
        Step step;
    } rows[] = {
        {"Downloading", STEP_DOWNLOADING},   {"Verifying Checksum", STEP_FETCHED},
        {"Download complete", STEP_FETCHED}, {"Extracting", STEP_FETCHED},
        {"Pull complete", STEP_UNPACKED},    {"Already exists", STEP_UNPACKED},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (g_str_equal(rows[i].status, status))
            return rows[i].step;
    return STEP_OTHER;
}

static guint64 read_current(const CordonJsonValue *message)
{
    const CordonJsonValue *detail = cordon_json_find(message, "progressDetail");
    gint64 current = 0;

    if (detail != NULL && cordon_json_is_object(detail))
        (void)cordon_json_get_int(detail, "current", FALSE, 0, G_MAXINT64, &current, NULL);
    return (guint64)current;
}

static void take_step(Layer *layer, Step step, const CordonJsonValue *message)
{
    guint64 got = layer->got;

    if (step == STEP_DOWNLOADING)
        got = read_current(message);
    else if (step == STEP_FETCHED || step == STEP_UNPACKED)
        got = layer->bytes;
    layer->got = MAX(layer->got, MIN(got, layer->bytes));
    layer->unpacked = layer->unpacked || step == STEP_UNPACKED;
}

static void take_error(CordonPullProgress *progress, const CordonJsonValue *message)
{
    const CordonJsonValue *detail = cordon_json_find(message, "errorDetail");
    const char *text = NULL;

    if (detail != NULL && cordon_json_is_object(detail))
        (void)cordon_json_get_string(detail, "message", FALSE, &text, NULL);
    if (text == NULL)
        text = cordon_json_string(cordon_json_find(message, "error"));
    if (progress->error == NULL)
        progress->error =
            g_strndup(text != NULL && *text != '\0' ? text : "no reason given", MAX_ERROR_BYTES);
}

void cordon_pull_progress_take(CordonPullProgress *progress, const CordonJsonValue *message)
{
    const char *status = NULL, *id = NULL;

    if (cordon_json_find(message, "error") != NULL ||
        cordon_json_find(message, "errorDetail") != NULL) {
        take_error(progress, message);
        return;
    }
    if (!cordon_json_get_string(message, "status", FALSE, &status, NULL) ||
        !cordon_json_get_string(message, "id", FALSE, &id, NULL) || status == NULL)
        return;
    Layer *layer = find_layer(progress, id);
    if (layer == NULL)
        return;
    progress->begun = TRUE;
    take_step(layer, read_step(status), message);
}

const char *cordon_pull_progress_error(const CordonPullProgress *progress)
{
    return progress->error;
}

void cordon_pull_progress_get(const CordonPullProgress *progress, CordonImageProgress *ret)
{
    guint64 got = 0, wanted = 0;

    *ret = (CordonImageProgress){.total_bytes = progress->total_bytes,
                                 .layers = progress->layers->len};
    for (guint i = 0; i < progress->layers->len; i++) {
        const Layer *layer = &g_array_index(progress->layers, Layer, i);
        got += layer->got;
        wanted += layer->bytes;
        ret->layers_done += layer->unpacked ? 1 : 0;
    }
    gboolean all = progress->begun && got == wanted;
    ret->done_bytes = got + (all ? progress->config_bytes : 0);
    ret->phase = !progress->begun ? CORDON_IMAGE_PHASE_WAITING
                 : all            ? CORDON_IMAGE_PHASE_UNPACKING
                                  : CORDON_IMAGE_PHASE_DOWNLOADING;
}

static gboolean is_equal(const CordonImageProgress *a, const CordonImageProgress *b)
{
    return a->phase == b->phase && a->done_bytes == b->done_bytes &&
           a->layers_done == b->layers_done;
}

gboolean cordon_pull_progress_is_due(CordonPullProgress *progress, gint64 now_ms)
{
    CordonImageProgress now;

    cordon_pull_progress_get(progress, &now);
    if (progress->has_reported && (now_ms - progress->reported_ms < CORDON_PULL_REPORT_MS ||
                                   is_equal(&now, &progress->reported)))
        return FALSE;
    progress->has_reported = TRUE;
    progress->reported = now;
    progress->reported_ms = now_ms;
    return TRUE;
}

CordonImageError cordon_pull_error_code(const char *message)
{
    /* Stems, since the sentences around them change.  The first that fits counts. */
    static const struct {
        const char *stem;
        CordonImageError code;
    } rows[] = {
        {"no space left on device", CORDON_IMAGE_ERROR_NO_SPACE},
        {"toomanyrequests", CORDON_IMAGE_ERROR_RATE_LIMIT},
        {"too many requests", CORDON_IMAGE_ERROR_RATE_LIMIT},
        {"no matching manifest", CORDON_IMAGE_ERROR_PLATFORM},
        {"does not match the specified platform", CORDON_IMAGE_ERROR_PLATFORM},
        {"cannot be used on this platform", CORDON_IMAGE_ERROR_PLATFORM},
        {"no basic auth credentials", CORDON_IMAGE_ERROR_DENIED},
        {"unauthorized", CORDON_IMAGE_ERROR_DENIED},
        {"authentication required", CORDON_IMAGE_ERROR_DENIED},
        {"access denied", CORDON_IMAGE_ERROR_DENIED},
        {"access to the resource is denied", CORDON_IMAGE_ERROR_DENIED},
        {"manifest unknown", CORDON_IMAGE_ERROR_NOT_FOUND},
        {"name unknown", CORDON_IMAGE_ERROR_NOT_FOUND},
        {"x509:", CORDON_IMAGE_ERROR_TLS},
        {"tls:", CORDON_IMAGE_ERROR_TLS},
        {"server gave HTTP response to HTTPS client", CORDON_IMAGE_ERROR_TLS},
        {"no such host", CORDON_IMAGE_ERROR_OFFLINE},
        {"connection refused", CORDON_IMAGE_ERROR_OFFLINE},
        {"connection reset", CORDON_IMAGE_ERROR_OFFLINE},
        {"network is unreachable", CORDON_IMAGE_ERROR_OFFLINE},
        {"i/o timeout", CORDON_IMAGE_ERROR_OFFLINE},
        {"timeout", CORDON_IMAGE_ERROR_OFFLINE},
        {"server misbehaving", CORDON_IMAGE_ERROR_OFFLINE},
        {"unexpected EOF", CORDON_IMAGE_ERROR_OFFLINE},
        {"not found", CORDON_IMAGE_ERROR_NOT_FOUND},
    };
    g_autofree char *lower = g_ascii_strdown(message, -1);

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *stem = g_ascii_strdown(rows[i].stem, -1);
        if (strstr(lower, stem) != NULL)
            return rows[i].code;
    }
    return CORDON_IMAGE_ERROR_ENGINE;
}

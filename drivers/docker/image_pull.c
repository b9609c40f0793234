/* SPDX-License-Identifier: MIT */
/* image-pull: lets the engine pull exactly what image-size found, and gives it the name that was asked for.
 *
 * The plan comes on descriptor 3, as image-size printed it.  The pull ends when the connection to the engine
 * does, so there is nothing to tidy up; which layers of an unfinished pull stay is the engine's affair. */
#include <cordon/image.h>
#include <unistd.h>

#include "base/fdio.h"
#include "commands.h"
#include "credentials.h"
#include "image.h"
#include "image_plan.h"
#include "pull_progress.h"
#include "pull_stream.h"

#define PLAN_FD 3

typedef struct {
    CordonPullProgress *progress;
    CordonPullStream stream;
} Pull;

static void pull_clear(Pull *pull)
{
    cordon_pull_progress_free(pull->progress);
    cordon_pull_stream_clear(&pull->stream);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pull, pull_clear)

static gboolean send_progress(const CordonPullProgress *progress)
{
    CordonJsonWriter *writer = cordon_image_event_new("progress");
    CordonImageProgress now;

    cordon_pull_progress_get(progress, &now);
    cordon_json_add_string(writer, "phase", cordon_image_phase_name(now.phase));
    cordon_json_add_uint(writer, "done_bytes", now.done_bytes);
    cordon_json_add_uint(writer, "total_bytes", now.total_bytes);
    cordon_json_add_uint(writer, "layers_done", now.layers_done);
    cordon_json_add_uint(writer, "layers", now.layers);
    return cordon_image_event_send(writer);
}

static gboolean take_object(const char *text, gsize size, gpointer data, GError **error)
{
    Pull *pull = data;
    g_autoptr(GError) inner = NULL;
    g_autoptr(CordonJson) json =
        cordon_json_parse(text, size, CORDON_PULL_OBJECT_MAX_BYTES, &inner);

    if (json == NULL) {
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
                    "The engine said something about the pull that cannot be read: %s  Try again.",
                    inner->message);
        return FALSE;
    }
    cordon_pull_progress_take(pull->progress, cordon_json_root(json));
    if (cordon_pull_progress_is_due(pull->progress, g_get_monotonic_time() / 1000) &&
        !send_progress(pull->progress)) {
        g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED,
                            "Nobody waits for the pull any more.");
        return FALSE;
    }
    return TRUE;
}

static gboolean take_bytes(const char *bytes, gsize size, gpointer data, GError **error)
{
    Pull *pull = data;

    return cordon_pull_stream_feed(&pull->stream, bytes, size, take_object, pull, error);
}

static gboolean read_plan(CordonImagePlan *ret, GError **error)
{
    g_autofree char *text = NULL;
    gsize size = 0;

    if (!cordon_fd_read_all(PLAN_FD, CORDON_IMAGE_PLAN_MAX_BYTES, NULL, &text, &size, error))
        return FALSE;
    g_autoptr(CordonJson) json = cordon_json_parse(text, size, CORDON_IMAGE_PLAN_MAX_BYTES, error);
    return json != NULL && cordon_image_plan_read_json(cordon_json_root(json), ret, error);
}

/* The credentials that the registry wanted, for the engine; NULL where it wanted none. */
static gboolean find_auth(const CordonImagePlan *plan, char **ret, GError **error)
{
    g_auto(CordonCredentials) credentials = {0};
    g_autofree char *host = cordon_reference_host(&plan->reference);
    gboolean is_hub = cordon_reference_is_docker_hub(&plan->reference);

    *ret = NULL;
    if (!plan->authenticated)
        return TRUE;
    if (!cordon_credentials_find(is_hub ? plan->reference.registry : host, &credentials, error))
        return FALSE;
    if (!cordon_credentials_are_empty(&credentials))
        *ret = cordon_credentials_for_engine(&credentials, plan->reference.registry);
    return TRUE;
}

/* FALSE also when the stream held an error, or broke off. */
static gboolean pull_by_digest(CordonImageEngine *engine, const CordonImagePlan *plan,
                               GError **error)
{
    g_auto(Pull) pull = {.progress = cordon_pull_progress_new(plan)};
    g_autofree char *auth = NULL;

    if (!find_auth(plan, &auth, error) ||
        !cordon_image_engine_pull(engine, plan, auth, take_bytes, &pull, error))
        return FALSE;
    const char *words = cordon_pull_progress_error(pull.progress);
    if (words == NULL && !cordon_pull_stream_is_between(&pull.stream))
        words = "its answer broke off";
    if (words != NULL) {
        cordon_image_engine_set_pull_error(words, plan, error);
        return FALSE;
    }
    /* The last one, whenever the one before was. */
    send_progress(pull.progress);
    return TRUE;
}

/* The engine must have what was asked for: an ended stream alone proves nothing. */
static gboolean confirm(CordonImageEngine *engine, const CordonImagePlan *plan,
                        CordonLocalImage *ret, GError **error)
{
    g_autofree char *name = cordon_reference_name(&plan->reference);
    g_autofree char *by_digest = g_strconcat(name, "@", plan->digest, NULL);
    gboolean found = FALSE;

    if (!cordon_image_engine_inspect(engine, by_digest, ret, &found, error))
        return FALSE;
    if (found)
        return TRUE;
    g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
                "The engine says that it pulled, and has no %s.  Try again.", by_digest);
    return FALSE;
}

static void send_pulled(const CordonImagePlan *plan, const CordonLocalImage *image)
{
    CordonJsonWriter *writer = cordon_image_event_new("pulled");
    g_autofree char *reference = cordon_reference_format(&plan->reference);

    cordon_json_add_string(writer, "reference", reference);
    cordon_json_add_string(writer, "id", image->id);
    cordon_json_add_string(writer, "digest", plan->digest);
    cordon_json_add_uint(writer, "disk_bytes", image->bytes);
    cordon_image_event_send(writer);
}

int cordon_docker_image_pull(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_auto(CordonImagePlan) plan = {0};
    g_autoptr(CordonImageEngine) engine = NULL;
    g_auto(CordonLocalImage) image = {0};
    int cancel = cordon_image_command_begin(&error);

    (void)argc;
    (void)argv;
    if (cancel < 0 || !read_plan(&plan, &error))
        return cordon_image_command_fail(error);
    engine = cordon_image_engine_open(cancel, &error);
    if (engine == NULL || !pull_by_digest(engine, &plan, &error) ||
        !confirm(engine, &plan, &image, &error) ||
        (plan.reference.tag != NULL &&
         !cordon_image_engine_tag(engine, image.id, &plan.reference, &error)))
        return cordon_image_command_fail(error);
    send_pulled(&plan, &image);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* docs/image.schema.json: what is known of an image, as JSON for other programs. */
#include <cordon/image.h>

#include <cordon/json.h>

static CordonJsonWriter *begin(const char *schema)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", schema);
    return writer;
}

static char *finish(CordonJsonWriter *writer)
{
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static void add_free(CordonJsonWriter *writer, gint64 free_bytes)
{
    if (free_bytes < 0)
        cordon_json_add_string(writer, "free_bytes", NULL);
    else
        cordon_json_add_int(writer, "free_bytes", free_bytes);
}

char *cordon_image_status_to_json(const CordonImageStatus *status)
{
    CordonJsonWriter *writer = begin("cordon.image-status/1");

    cordon_json_add_string(writer, "reference", status->reference);
    cordon_json_add_bool(writer, "present", status->present);
    cordon_json_add_bool(writer, "usable", status->usable);
    cordon_json_add_string(writer, "id", status->id);
    cordon_json_add_string(writer, "digest", status->digest);
    cordon_json_add_string(writer, "platform", status->platform);
    cordon_json_add_uint(writer, "disk_bytes", status->disk_bytes);
    cordon_json_add_string(writer, "engine", status->engine);
    cordon_json_add_string(writer, "engine_platform", status->engine_platform);
    cordon_json_add_string(writer, "root_folder", status->root_folder);
    add_free(writer, status->free_bytes);
    return finish(writer);
}

char *cordon_image_size_to_json(const CordonImageSize *size)
{
    CordonJsonWriter *writer = begin("cordon.image-size/1");

    cordon_json_add_string(writer, "reference", size->reference);
    cordon_json_add_string(writer, "registry", size->registry);
    cordon_json_add_string(writer, "digest", size->digest);
    cordon_json_add_string(writer, "platform", size->platform);
    cordon_json_add_uint(writer, "total_bytes", size->total_bytes);
    cordon_json_add_uint(writer, "download_bytes", size->download_bytes);
    cordon_json_add_uint(writer, "disk_min_bytes", size->disk_min_bytes);
    cordon_json_add_uint(writer, "disk_max_bytes", size->disk_max_bytes);
    cordon_json_add_uint(writer, "layers", size->layers);
    cordon_json_add_bool(writer, "present", size->present);
    cordon_json_add_bool(writer, "up_to_date", size->up_to_date);
    cordon_json_add_bool(writer, "authenticated", size->authenticated);
    cordon_json_add_string(writer, "root_folder", size->root_folder);
    add_free(writer, size->free_bytes);
    return finish(writer);
}

char *cordon_image_progress_to_json(const CordonImageProgress *progress)
{
    CordonJsonWriter *writer = begin("cordon.image-progress/1");

    cordon_json_add_string(writer, "phase", cordon_image_phase_name(progress->phase));
    cordon_json_add_uint(writer, "done_bytes", progress->done_bytes);
    cordon_json_add_uint(writer, "total_bytes", progress->total_bytes);
    cordon_json_add_uint(writer, "layers_done", progress->layers_done);
    cordon_json_add_uint(writer, "layers", progress->layers);
    return finish(writer);
}

char *cordon_image_pulled_to_json(const CordonImagePulled *pulled)
{
    CordonJsonWriter *writer = begin("cordon.image-pulled/1");

    cordon_json_add_string(writer, "reference", pulled->reference);
    cordon_json_add_string(writer, "id", pulled->id);
    cordon_json_add_string(writer, "digest", pulled->digest);
    cordon_json_add_uint(writer, "disk_bytes", pulled->disk_bytes);
    return finish(writer);
}

char *cordon_image_error_to_json(const GError *error, const char *code, int exit_status)
{
    CordonJsonWriter *writer = begin("cordon.image-error/1");
    const char *own = error->domain == CORDON_IMAGE_ERROR
                          ? cordon_image_error_name((CordonImageError)error->code)
                          : "cordon";

    cordon_json_begin_object(writer, "error");
    cordon_json_add_string(writer, "code", code != NULL ? code : own);
    cordon_json_add_string(writer, "message", error->message);
    cordon_json_end_object(writer);
    cordon_json_add_int(writer, "status", exit_status);
    return finish(writer);
}

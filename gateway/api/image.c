/* SPDX-License-Identifier: MIT */
/* /v1/image: the container image of the docker backend.  It is pulled only after its size was shown, and exactly what was shown. */
#include "api/change.h"
#include "api/handlers.h"
#include "api/image_desk.h"

/* The image of the settings; NULL is the one that Cordon recommends. */
static gboolean find_reference(ApiCall *call, char **ret, GError **error)
{
    g_autoptr(CordonSettings) settings = api_read_settings(call, error);

    if (settings == NULL)
        return FALSE;
    *ret = g_strdup(settings->docker_image);
    return TRUE;
}

static char *status(ApiCall *call, gpointer data, GError **error)
{
    g_autofree char *reference = NULL;

    (void)data;
    if (!find_reference(call, &reference, error))
        return NULL;
    g_autoptr(CordonImageStatus) found = cordon_image_get_status(reference, NULL, error);
    if (found == NULL)
        return NULL;
    g_autofree char *json = cordon_image_status_to_json(found);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_document(writer, "image", json);
    cordon_json_add_bool(writer, "pulling", image_desk_pulls(call->gateway->image));
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void api_image_get(ApiCall *call)
{
    api_defer(call, status, NULL, NULL);
}

static char *size(ApiCall *call, gpointer data, GError **error)
{
    g_autofree char *reference = NULL;

    (void)data;
    if (!find_reference(call, &reference, error))
        return NULL;
    CordonImageSize *found = cordon_image_get_size(reference, NULL, error);
    if (found == NULL)
        return NULL;
    char *json = cordon_image_size_to_json(found);
    image_desk_keep(call->gateway->image, found);
    return json;
}

void api_image_size(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) != NULL)
        api_defer(call, size, NULL, NULL);
}

static void pull(gpointer data)
{
    image_desk_pull(data);
}

static void pulled(gpointer data)
{
    (void)data;
}

void api_image_pull(ApiCall *call)
{
    static const char *const members[] = {"digest", NULL};
    g_autoptr(GError) error = NULL;
    const char *digest;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "digest", TRUE, &digest, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    switch (image_desk_begin(call->gateway->image, digest)) {
    case IMAGE_NOT_SIZED:
        api_fail(
            call, 409, "not-sized",
            "Only what was sized is pulled: ask POST /v1/image/size first, show its size, and give "
            "its digest.");
        return;
    case IMAGE_PULLS:
        api_fail(call, 409, "pulling", "A pull is under way.");
        return;
    case IMAGE_MAY_PULL:
    default:
        break;
    }
    if (pool_run(call->gateway->pool, pull, pulled, call->gateway->image)) {
        api_send(call, 202, g_strdup("{\"pulling\":true}"));
        return;
    }
    image_desk_end(call->gateway->image);
    api_fail(call, 503, "full", "Too much is being worked on already; try again later.");
}

void api_image_cancel(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) == NULL)
        return;
    if (image_desk_cancel(call->gateway->image))
        api_send(call, 202, g_strdup("{\"pulling\":true}"));
    else
        api_fail(call, 409, "not-pulling", "No pull is under way.");
}

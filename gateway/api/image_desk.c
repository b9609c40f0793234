/* SPDX-License-Identifier: MIT */
/* The container image: what was sized, and the one pull at a time. */
#include "api/image_desk.h"

#include <string.h>

#include "log.h"

#define IMAGE_EVENT "image"

struct ImageDesk {
    Events *events;
    GMutex mutex;
    CordonImageSize *size;     /* the newest that was shown, or NULL */
    CordonImageCancel *cancel; /* of the pull that is under way, or NULL */
};

ImageDesk *image_desk_new(Events *events)
{
    ImageDesk *desk = g_new0(ImageDesk, 1);

    desk->events = events;
    g_mutex_init(&desk->mutex);
    return desk;
}

void image_desk_stop(ImageDesk *desk)
{
    image_desk_cancel(desk);
}

void image_desk_free(ImageDesk *desk)
{
    g_clear_pointer(&desk->size, cordon_image_size_free);
    g_clear_pointer(&desk->cancel, cordon_image_cancel_free);
    g_mutex_clear(&desk->mutex);
    g_free(desk);
}

void image_desk_keep(ImageDesk *desk, CordonImageSize *size)
{
    g_mutex_lock(&desk->mutex);
    /* A pull reads the size that it was begun with. */
    if (desk->cancel == NULL) {
        g_clear_pointer(&desk->size, cordon_image_size_free);
        desk->size = size;
        size = NULL;
    }
    g_mutex_unlock(&desk->mutex);
    g_clear_pointer(&size, cordon_image_size_free);
}

ImageDecision image_desk_begin(ImageDesk *desk, const char *digest)
{
    ImageDecision decision = IMAGE_NOT_SIZED;

    g_mutex_lock(&desk->mutex);
    if (desk->cancel != NULL) {
        decision = IMAGE_PULLS;
    } else if (desk->size != NULL && strcmp(desk->size->digest, digest) == 0) {
        desk->cancel = cordon_image_cancel_new();
        decision = desk->cancel != NULL ? IMAGE_MAY_PULL : IMAGE_NOT_SIZED;
    }
    g_mutex_unlock(&desk->mutex);
    return decision;
}

static void post(ImageDesk *desk, char *json)
{
    events_post(desk->events, IMAGE_EVENT, desk->size->digest, json);
    g_free(json);
}

static void post_progress(const CordonImageProgress *progress, gpointer user_data)
{
    post(user_data, cordon_image_progress_to_json(progress));
}

void image_desk_pull(ImageDesk *desk)
{
    g_autoptr(GError) error = NULL;

    log_line("pulling the image %s", desk->size->reference);
    g_autoptr(CordonImagePulled) pulled =
        cordon_image_pull(desk->size, post_progress, desk, desk->cancel, &error);
    log_line("%s", pulled != NULL ? "the image was pulled" : error->message);
    post(desk, pulled != NULL ? cordon_image_pulled_to_json(pulled)
                              : cordon_image_error_to_json(error, NULL, 1));
    image_desk_end(desk);
}

void image_desk_end(ImageDesk *desk)
{
    g_mutex_lock(&desk->mutex);
    g_clear_pointer(&desk->cancel, cordon_image_cancel_free);
    g_mutex_unlock(&desk->mutex);
}

gboolean image_desk_cancel(ImageDesk *desk)
{
    g_mutex_lock(&desk->mutex);
    gboolean pulls = desk->cancel != NULL;
    if (pulls)
        cordon_image_cancel_now(desk->cancel);
    g_mutex_unlock(&desk->mutex);
    return pulls;
}

gboolean image_desk_pulls(ImageDesk *desk)
{
    g_mutex_lock(&desk->mutex);
    gboolean pulls = desk->cancel != NULL;
    g_mutex_unlock(&desk->mutex);
    return pulls;
}

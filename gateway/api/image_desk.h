/* SPDX-License-Identifier: MIT */
/* The container image: what was sized, and the one pull at a time.  Events "image" say how far it is. */
#ifndef CORDON_GATEWAY_API_IMAGE_DESK_H
#define CORDON_GATEWAY_API_IMAGE_DESK_H

#include <cordon/image.h>

#include "events.h"

typedef struct ImageDesk ImageDesk;

ImageDesk *image_desk_new(Events *events);
/* Cancels a pull. */
void image_desk_stop(ImageDesk *desk);
/* No pull runs any more. */
void image_desk_free(ImageDesk *desk);

/* The rest from any thread.  size: taken, and kept for a pull. */
void image_desk_keep(ImageDesk *desk, CordonImageSize *size);
typedef enum {
    IMAGE_MAY_PULL,
    IMAGE_NOT_SIZED, /* nothing was shown with that digest */
    IMAGE_PULLS,     /* one is under way */
} ImageDecision;
/* With MAY_PULL the pull is begun, and image_desk_pull() has to be called. */
ImageDecision image_desk_begin(ImageDesk *desk, const char *digest);
void image_desk_pull(ImageDesk *desk);
/* In place of it: nothing is pulled after all. */
void image_desk_end(ImageDesk *desk);
gboolean image_desk_cancel(ImageDesk *desk); /* FALSE: none is under way */
gboolean image_desk_pulls(ImageDesk *desk);

#endif

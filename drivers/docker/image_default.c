/* SPDX-License-Identifier: MIT */
/* The image that commands run in. */
#include "image_default.h"

#include <glib.h>

const char *cordon_image_chosen(void)
{
    const char *name = g_getenv(CORDON_DOCKER_IMAGE_VARIABLE);

    return name != NULL && *name != '\0' ? name : CORDON_DOCKER_IMAGE_DEFAULT;
}

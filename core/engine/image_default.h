/* SPDX-License-Identifier: MIT */
/* Which image is meant when none is named. */
#ifndef CORDON_ENGINE_IMAGE_DEFAULT_H
#define CORDON_ENGINE_IMAGE_DEFAULT_H

#include <cordon/image.h>

#define CORDON_IMAGE_VARIABLE "CORDON_DOCKER_IMAGE"

/* What cordon_image_set_default() named, or NULL; free with g_free().  The variable of the same purpose goes before it. */
char *cordon_image_get_default(void);

#endif

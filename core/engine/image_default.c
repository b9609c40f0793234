/* SPDX-License-Identifier: MIT */
/* Which image is meant when none is named: kept for the process, since a backend asks for it in many places. */
#include "engine/image_default.h"

static GMutex lock;
static char *default_image;

void cordon_image_set_default(const char *reference)
{
    g_mutex_lock(&lock);
    if (g_strcmp0(default_image, reference) != 0) {
        g_free(default_image);
        default_image = g_strdup(reference);
    }
    g_mutex_unlock(&lock);
}

char *cordon_image_get_default(void)
{
    const char *variable = g_getenv(CORDON_IMAGE_VARIABLE);

    if (variable != NULL && variable[0] != '\0')
        return NULL;
    g_mutex_lock(&lock);
    char *copy = g_strdup(default_image);
    g_mutex_unlock(&lock);
    return copy;
}

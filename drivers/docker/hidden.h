/* SPDX-License-Identifier: MIT */
/* A file that nobody may read, to lie over files of a container. */
#ifndef CORDON_DOCKER_HIDDEN_H
#define CORDON_DOCKER_HIDDEN_H

#include <cordon/error.h>

/* The absolute path of an empty file with mode 000, installed with this program; free with g_free().  NULL with the error
 * set when it is not there, or is something else. */
char *cordon_docker_hidden_file(GError **error);

#endif

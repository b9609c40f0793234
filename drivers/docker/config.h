/* SPDX-License-Identifier: MIT */
/* The files in which docker's own command line keeps its settings. */
#ifndef CORDON_DOCKER_CONFIG_H
#define CORDON_DOCKER_CONFIG_H

#include <glib.h>

#define CORDON_DOCKER_CONFIG_MAX_BYTES (1024u * 1024)

/* The folder of config.json: docker_config (the variable DOCKER_CONFIG), else that of the home; both may be NULL or
 * empty.  NULL where there is none; free with g_free(). */
char *cordon_docker_config_folder(const char *docker_config, const char *home);
/* The content of a plain file of at most CORDON_DOCKER_CONFIG_MAX_BYTES; free with g_free().  NULL with *ret_there FALSE:
 * nothing is there; TRUE: it is something else, too long, or cannot be read. */
char *cordon_docker_config_read(const char *path, gsize *ret_size, gboolean *ret_there);

#endif

/* SPDX-License-Identifier: MIT */
/* The files in which docker's own command line keeps its settings. */
#include "config.h"

#include <sys/stat.h>

char *cordon_docker_config_folder(const char *docker_config, const char *home)
{
    if (docker_config != NULL && *docker_config != '\0')
        return g_strdup(docker_config);
    return home != NULL && *home != '\0' ? g_build_filename(home, ".docker", NULL) : NULL;
}

char *cordon_docker_config_read(const char *path, gsize *ret_size, gboolean *ret_there)
{
    char *text = NULL;
    struct stat info;

    *ret_there = stat(path, &info) == 0;
    if (!*ret_there || !S_ISREG(info.st_mode) ||
        info.st_size > (off_t)CORDON_DOCKER_CONFIG_MAX_BYTES ||
        !g_file_get_contents(path, &text, ret_size, NULL))
        return NULL;
    return text;
}

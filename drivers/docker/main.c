/* SPDX-License-Identifier: MIT */
/* cordon-docker: all that Cordon says to a container engine and to registries, in a process of its own.  Started by
 * libcordon, by the docker plug-in, or as the program of a plan. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} COMMANDS[] = {
    {"probe", cordon_docker_probe},           {"run", cordon_docker_run},
    {"remove", cordon_docker_remove},         {"image-status", cordon_docker_image_status},
    {"image-size", cordon_docker_image_size}, {"image-pull", cordon_docker_image_pull},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc >= 2 && i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
        if (strcmp(argv[1], COMMANDS[i].name) == 0)
            return COMMANDS[i].run(argc - 1, argv + 1);
    fputs("cordon-docker is started by Cordon; there is nothing in it for people\n", stderr);
    return 2;
}

/* SPDX-License-Identifier: MIT */
/* The commands of cordon-docker, each with its own words (argv[0] is the command's name).  They return the
 * exit status. */
#ifndef CORDON_DOCKER_COMMANDS_H
#define CORDON_DOCKER_COMMANDS_H

/* What is true of the engine on this machine, as one JSON object. */
int cordon_docker_probe(int argc, char **argv);
/* Runs one command in a container of its own. */
int cordon_docker_run(int argc, char **argv);
/* Removes the container of a launch, if it is still there. */
int cordon_docker_remove(int argc, char **argv);
/* About the image that commands run in: image.h says how these speak. */
int cordon_docker_image_status(int argc, char **argv);
int cordon_docker_image_size(int argc, char **argv);
int cordon_docker_image_pull(int argc, char **argv);

#endif

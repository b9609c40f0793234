/* SPDX-License-Identifier: MIT */
/* The image that commands run in. */
#ifndef CORDON_DOCKER_IMAGE_DEFAULT_H
#define CORDON_DOCKER_IMAGE_DEFAULT_H

/* When nobody named another one.  docs/docker.md says why this one. */
#define CORDON_DOCKER_IMAGE_DEFAULT  "docker.io/library/node:22-bookworm"
#define CORDON_DOCKER_IMAGE_VARIABLE "CORDON_DOCKER_IMAGE"

/* What the variable names, else the default.  Borrowed. */
const char *cordon_image_chosen(void);

#endif

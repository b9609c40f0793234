/* SPDX-License-Identifier: MIT */
/* The image that commands run in when nobody named another one.  docs/docker.md says why this one. */
#ifndef CORDON_DOCKER_IMAGE_DEFAULT_H
#define CORDON_DOCKER_IMAGE_DEFAULT_H

#define CORDON_DOCKER_IMAGE_DEFAULT  "docker.io/library/node:22-bookworm"
#define CORDON_DOCKER_IMAGE_VARIABLE "CORDON_DOCKER_IMAGE"

#endif

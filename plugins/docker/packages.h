/* SPDX-License-Identifier: MIT */
/* What installs Docker, and what updates it, on each system.  Pure. */
#ifndef CORDON_DOCKER_PACKAGES_H
#define CORDON_DOCKER_PACKAGES_H

#include <step.h>

enum docker_os { DOCKER_OS_LINUX = 0, DOCKER_OS_MACOS = 1, DOCKER_OS_WINDOWS = 2 };

struct docker_package {
    struct kit_step install;
    struct kit_step upgrade;
    bool adds_repository; /* the distribution has none: install adds Docker's own repository */
};

/* NULL: not known, or there is none. */
const struct docker_package *docker_package_find(enum docker_os os,
                                                 const struct kit_distribution *distribution);

#endif

/* SPDX-License-Identifier: MIT */
/* The finding codes as an enumeration and a table. */
#ifndef CORDON_DOCKER_CODES_H
#define CORDON_DOCKER_CODES_H

#include <code.h>

enum docker_code {
#define DOCKER_CODE(name, severity, text) DOCKER_CODE_##name,
#include "codes.def"
#undef DOCKER_CODE
    DOCKER_CODE_COUNT
};

/* Indexed by enum docker_code. */
extern const struct kit_code docker_codes[DOCKER_CODE_COUNT];

#endif

/* SPDX-License-Identifier: MIT */
/* The finding codes as an enumeration and a table. */
#ifndef CORDON_DOCKER_CODES_H
#define CORDON_DOCKER_CODES_H

#include <stdint.h>

enum docker_code {
#define DOCKER_CODE(name, severity, text) DOCKER_CODE_##name,
#include "codes.def"
#undef DOCKER_CODE
    DOCKER_CODE_COUNT
};

struct docker_code_row {
    const char *text;  /* as in findings and in the manifest */
    uint32_t severity; /* CORDON_SEVERITY_* */
};

/* Indexed by enum docker_code. */
extern const struct docker_code_row docker_codes[DOCKER_CODE_COUNT];

#endif

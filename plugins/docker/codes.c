/* SPDX-License-Identifier: MIT */
/* The table of finding codes. */
#include "codes.h"

const struct kit_code docker_codes[DOCKER_CODE_COUNT] = {
#define DOCKER_CODE(name, level, code)                                                             \
    [DOCKER_CODE_##name] = {.text = (code), .severity = CORDON_SEVERITY_##level},
#include "codes.def"
#undef DOCKER_CODE
};

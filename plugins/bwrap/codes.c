/* SPDX-License-Identifier: MIT */
/* The table of finding codes. */
#include "codes.h"

const struct kit_code bwrap_codes[BWRAP_CODE_COUNT] = {
#define BWRAP_CODE(name, level, code)                                                              \
    [BWRAP_CODE_##name] = {.text = (code), .severity = CORDON_SEVERITY_##level},
#include "codes.def"
#undef BWRAP_CODE
};

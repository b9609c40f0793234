/* SPDX-License-Identifier: MIT */
/* The table of finding codes. */
#include "codes.h"

#include <cordon/backend.h>

const struct bwrap_code_row bwrap_codes[BWRAP_CODE_COUNT] = {
#define BWRAP_CODE(name, level, code)                                                              \
    [BWRAP_CODE_##name] = {.text = (code), .severity = CORDON_SEVERITY_##level},
#include "codes.def"
#undef BWRAP_CODE
};

/* SPDX-License-Identifier: MIT */
/* The finding codes as an enumeration and a table. */
#ifndef CORDON_BWRAP_CODES_H
#define CORDON_BWRAP_CODES_H

#include <code.h>

enum bwrap_code {
#define BWRAP_CODE(name, severity, text) BWRAP_CODE_##name,
#include "codes.def"
#undef BWRAP_CODE
    BWRAP_CODE_COUNT
};

/* Indexed by enum bwrap_code. */
extern const struct kit_code bwrap_codes[BWRAP_CODE_COUNT];

#endif

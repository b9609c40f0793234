/* SPDX-License-Identifier: MIT */
/* The finding codes as an enumeration and a table. */
#ifndef CORDON_BWRAP_CODES_H
#define CORDON_BWRAP_CODES_H

#include <stdint.h>

enum bwrap_code {
#define BWRAP_CODE(name, severity, text) BWRAP_CODE_##name,
#include "codes.def"
#undef BWRAP_CODE
    BWRAP_CODE_COUNT
};

struct bwrap_code_row {
    const char *text;  /* as in findings and in the manifest */
    uint32_t severity; /* CORDON_SEVERITY_* */
};

/* Indexed by enum bwrap_code. */
extern const struct bwrap_code_row bwrap_codes[BWRAP_CODE_COUNT];

#endif

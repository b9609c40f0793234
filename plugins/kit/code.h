/* SPDX-License-Identifier: MIT */
/* A backend's finding codes: rows of a table that is made from its codes.def. */
#ifndef KIT_CODE_H
#define KIT_CODE_H

#include <cordon/backend.h>
#include <stddef.h>

struct kit_code {
    const char *text;  /* as in findings and in the manifest */
    uint32_t severity; /* CORDON_SEVERITY_* */
};

/* The index of the code with that text, or count when there is none. */
size_t kit_code_find(const struct kit_code *codes, size_t count, const char *text);
/* Pushes a finding.  guarantee, subject: or NULL.  Returns a status. */
int32_t kit_code_put(const struct cordon_host *host, struct cordon_call *call,
                     const struct kit_code *code, const char *guarantee, const char *subject);

#endif

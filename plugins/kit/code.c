/* SPDX-License-Identifier: MIT */
/* A backend's finding codes. */
#include "code.h"

#include <string.h>

size_t kit_code_find(const struct kit_code *codes, size_t count, const char *text)
{
    size_t i = 0;

    while (i < count && strcmp(codes[i].text, text) != 0)
        i++;
    return i;
}

int32_t kit_code_put(const struct cordon_host *host, struct cordon_call *call,
                     const struct kit_code *code, const char *guarantee, const char *subject)
{
    const struct cordon_finding finding = {.struct_size = sizeof(finding),
                                           .severity = code->severity,
                                           .code = code->text,
                                           .guarantee = guarantee,
                                           .subject = subject};
    return host->put_finding(call, &finding);
}

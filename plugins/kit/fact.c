/* SPDX-License-Identifier: MIT */
/* Facts as texts. */
#include "fact.h"

#include "kit.h"

const char *kit_fact(const struct cordon_host *host, struct cordon_call *call, const char *key)
{
    const char *value = host->fact(call, key);
    return value != NULL ? value : "";
}

const char *kit_fact_subject(const struct cordon_host *host, struct cordon_call *call,
                             const char *code)
{
    char key[128];
    struct kit_text text;
    kit_text_init(&text, key, sizeof(key));
    kit_text_addf(&text, "probed.%s", code);
    return kit_fact(host, call, key);
}

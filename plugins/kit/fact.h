/* SPDX-License-Identifier: MIT */
/* The host's facts as texts that are never NULL, for hints, which are made of nothing else.
 *
 * The texts are the host's: borrowed until the call returns. */
#ifndef KIT_FACT_H
#define KIT_FACT_H

#include <cordon/backend.h>

/* "" where there is no such fact. */
const char *kit_fact(const struct cordon_host *host, struct cordon_call *call, const char *key);

/* The subject of the finding with that code: the fact "probed.CODE". */
const char *kit_fact_subject(const struct cordon_host *host, struct cordon_call *call,
                             const char *code);

#endif

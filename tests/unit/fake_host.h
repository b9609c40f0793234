/* SPDX-License-Identifier: MIT */
/* A host for tests of plug-ins: facts from a list, and everything that is pushed written down as
 * lines of text, which a test compares. */
#ifndef FAKE_HOST_H
#define FAKE_HOST_H

#include <cordon/backend.h>

/* Memory stays with the call; fake_call_free() frees all. */
struct cordon_call *fake_call_new(void);
void fake_call_free(struct cordon_call *call);

const struct cordon_host *fake_host(void);

/* value NULL: no such fact. */
void fake_call_set_fact(struct cordon_call *call, const char *key, const char *value);
void fake_call_set_remaining(struct cordon_call *call, int64_t ms);
void fake_call_set_cancel_fd(struct cordon_call *call, cordon_fd fd);
/* The n-th put_* from now on fails with CORDON_E_NOMEM; 0: none. */
void fake_call_fail_at(struct cordon_call *call, unsigned n);
/* Forgets what probe() pushed; the facts stay. */
void fake_call_forget(struct cordon_call *call);

/* The code of the finding that blocks, or "" when none does. */
const char *fake_call_blocker(const struct cordon_call *call);
unsigned fake_call_blockers(const struct cordon_call *call);
/* The subject of the finding with that code, or NULL when there is none. */
const char *fake_call_finding(const struct cordon_call *call, const char *code);
/* NULL: not offered; else its limits, "" when it has none. */
const char *fake_call_offer(const struct cordon_call *call, const char *guarantee);
unsigned fake_call_offers(const struct cordon_call *call);
/* What fail() was told, or "". */
const char *fake_call_message(const struct cordon_call *call);

/* The hint: its words joined by '|', or NULL when it has no command. */
const char *fake_call_command(const struct cordon_call *call);
const char *fake_call_title(const struct cordon_call *call); /* NULL: no hint */
const char *fake_call_detail(const struct cordon_call *call);
const char *fake_call_platform(const struct cordon_call *call);
uint32_t fake_call_flags(const struct cordon_call *call);

#endif

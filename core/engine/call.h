/* SPDX-License-Identifier: MIT */
/* struct cordon_call: one call into a backend: what it may push, how much of it, until when, and
 * what it said when it failed. */
#ifndef CORDON_ENGINE_CALL_H
#define CORDON_ENGINE_CALL_H

#include <cordon/backend.h>

#include "base/deadline.h"
#include "base/facts.h"
#include "model/launch.h"
#include "model/plan.h"
#include "model/readiness.h"
#include "registry/manifest.h"

/* Bounds on what one call may push; more is CORDON_E_INVALID for the backend and BROKEN in the
 * readiness. */
#define CORDON_CALL_MAX_FINDINGS      64
#define CORDON_CALL_MAX_OFFERS        64
#define CORDON_CALL_MAX_TEXT_BYTES    4096
#define CORDON_CALL_MAX_TITLE_BYTES   80
#define CORDON_CALL_MAX_COMMAND_WORDS 64

typedef enum {
    CORDON_CALL_OPEN,
    CORDON_CALL_PROBE,
    CORDON_CALL_HINT,
    CORDON_CALL_WRAP,
    CORDON_CALL_SPAWN,
} CordonCallKind;

/* Lives on the caller's stack or heap; one thread. */
typedef struct cordon_call CordonCall;
struct cordon_call {
    CordonCallKind kind;
    const CordonFacts *facts;
    const CordonManifest *manifest;  /* declares the codes and guarantees that may be pushed */
    CordonDeadline *deadline;        /* borrowed; NULL: none */
    CordonProbeReport *report;       /* PROBE, HINT: where findings, offers and hints go */
    const CordonProbeReport *probed; /* HINT, WRAP, SPAWN: whose findings are the probed.* facts */
    const char *hint_code;           /* HINT */
    gboolean hinted;                 /* HINT: the one hint was pushed */
    CordonPlanData *plan;            /* WRAP, SPAWN */
    const CordonLaunch *launch;      /* WRAP, SPAWN: put_path takes only what it holds */
    char *failure;                   /* what fail() said */
    char *violation;  /* the first breach of the contract by the backend: what it did,
                                       without a subject ("pushed ...") */
    gboolean refused; /* a push failed for a reason of the host's: what was pushed is
                                       not complete, so success is no success */
};

void cordon_call_clear(CordonCall *call);
/* Notes the first breach of the contract; returns CORDON_E_INVALID. */
gint32 cordon_call_violate(CordonCall *call, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* "open", "probe", "readiness_hint", "wrap", "spawn". */
const char *cordon_call_kind_name(CordonCallKind kind);

#endif

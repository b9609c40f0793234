/* SPDX-License-Identifier: MIT */
/* Reports: what happened, as JSON documents for other programs.  All return one line of text without
 * a newline at the end, to be freed with g_free(), and never fail: what is not valid UTF-8 becomes
 * U+FFFD. */
#ifndef CORDON_REPORT_H
#define CORDON_REPORT_H

#include <cordon/filter.h>
#include <cordon/launch.h>

G_BEGIN_DECLS

/* What the caller knows of a run and libcordon does not.  struct_size = sizeof(CordonRunReport). */
typedef struct {
    gsize struct_size;
    const char *const *command;       /* as it was asked for, before anything read or wrapped it */
    const CordonJudgement *judgement; /* or NULL: the command filter did not judge this command */
    const char *approval; /* who allowed what the filter asks about: "option" or "user"; or NULL */
    const char *const *notices; /* sentences for a person, or NULL */
    int status;                 /* the exit status that the caller ends with */
    guint time_limit_ms;        /* as in CordonRunOptions */
} CordonRunReport;

/* The first form of docs/run.schema.json. */
CORDON_PUBLIC char *cordon_run_to_json(const CordonPlan *plan, const CordonResult *result,
                                       const CordonRunReport *report);
/* The second form of docs/run.schema.json: nothing ran.  code: a word of that schema, or NULL for
 * that of the error.  readiness: array of CordonReadiness, or NULL. */
CORDON_PUBLIC char *cordon_error_to_json(const GError *error, const char *code, int status,
                                         const GPtrArray *readiness);
/* The same form, for a command that may not run: code "denied". */
CORDON_PUBLIC char *cordon_denial_to_json(const CordonJudgement *judgement, const char *message,
                                          int status);
/* docs/readiness.schema.json; readiness: array of CordonReadiness. */
CORDON_PUBLIC char *cordon_readiness_list_to_json(const GPtrArray *readiness);
/* docs/backends.schema.json. */
CORDON_PUBLIC char *cordon_catalog_to_json(const CordonCatalog *catalog);
/* "usable", "shadowed", "masked", "foreign", "rejected". */
CORDON_PUBLIC const char *cordon_backend_state_name(CordonBackendState state);

G_END_DECLS

#endif

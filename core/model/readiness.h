/* SPDX-License-Identifier: MIT */
/* From what a probe reported to a readiness.  Pure. */
#ifndef CORDON_MODEL_READINESS_H
#define CORDON_MODEL_READINESS_H

#include <cordon/backend.h>
#include <cordon/readiness.h>

#include <cordon/json.h>

typedef struct {
    guint32 severity; /* CORDON_SEVERITY_* */
    char *code, *guarantee, *subject;
} CordonFinding;

typedef struct {
    guint32 strength; /* CORDON_STRENGTH_* */
    char *guarantee, *limits;
} CordonOffer;

typedef struct {
    char *code;    /* of the finding that it answers */
    guint32 flags; /* CORDON_HINT_* */
    char *title, *detail, *platform, *url;
    char **command; /* or NULL */
} CordonHint;

/* All that a worker brings back from one plug-in; also what the cache keeps. */
typedef struct {
    GPtrArray *findings; /* of CordonFinding */
    GPtrArray *offers;   /* of CordonOffer */
    GPtrArray *hints;    /* of CordonHint */
    char *broken; /* NULL, or why the plug-in itself is broken: "crashed in probe: SIGSEGV" */
    char *raw;    /* first line of what it printed or of the raw error; or NULL */
    guint took_ms;
    gint64 checked_at; /* seconds since 1970 */
    gboolean cached;   /* the engine's own mark; not written, not read */
} CordonProbeReport;

void cordon_probe_report_add_finding(CordonProbeReport *report, guint32 severity, const char *code,
                                     const char *guarantee, const char *subject);
void cordon_probe_report_add_offer(CordonProbeReport *report, guint32 strength,
                                   const char *guarantee, const char *limits);
/* command: argv or NULL; everything is copied. */
void cordon_probe_report_add_hint(CordonProbeReport *report, const char *code, guint32 flags,
                                  const char *title, const char *detail, const char *const *command,
                                  const char *platform, const char *url);

CordonProbeReport *cordon_probe_report_new(void);
void cordon_probe_report_free(CordonProbeReport *report);
void cordon_probe_report_write_json(const CordonProbeReport *report, CordonJsonWriter *writer);
CordonProbeReport *cordon_probe_report_read_json(const CordonJsonValue *object, GError **error);

/* declared: the manifest's guarantees.  The first finding that blocks decides; it is a need for setup
 * when its hint names a command, a privilege, a reboot or the like, else nothing helps here.  A
 * guarantee is there when it is declared, offered as enforced, and taken away by no finding. */
CordonReadiness *cordon_readiness_judge(const char *id, const char *name,
                                        const char *const *declared,
                                        const CordonProbeReport *report);
/* The same for a backend that cannot even be probed (REJECTED in the catalogue). */
CordonReadiness *cordon_readiness_new_broken(const char *id, const char *name, const char *why);
/* Writes the members of cordon_readiness_to_json() into the open object. */
void cordon_readiness_write_json(const CordonReadiness *readiness, CordonJsonWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonProbeReport, cordon_probe_report_free)

#endif

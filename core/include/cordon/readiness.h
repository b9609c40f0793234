/* SPDX-License-Identifier: MIT */
/* CordonReadiness: can a backend be used on this machine now, and if not, the one step that helps.
 *
 * Immutable and reference counted; all members are borrowed from it. */
#ifndef CORDON_READINESS_H
#define CORDON_READINESS_H

#include <cordon/catalog.h>

G_BEGIN_DECLS

typedef enum {
    CORDON_READINESS_READY,
    CORDON_READINESS_DEGRADED,    /* usable, but some declared guarantee cannot be kept */
    CORDON_READINESS_NEEDS_SETUP, /* there is a step that makes it ready */
    CORDON_READINESS_UNSUPPORTED, /* nothing the user does here makes it ready */
    CORDON_READINESS_BROKEN,      /* crashed, hung, not acceptable */
} CordonReadinessState;

typedef enum {
    CORDON_NEEDS_ADMIN = 1 << 0,
    CORDON_NEEDS_REBOOT = 1 << 1,
    CORDON_NEEDS_RELOGIN = 1 << 2,
    CORDON_NEEDS_NETWORK = 1 << 3,
} CordonNeeds;

typedef struct {
    const char *id;
    const char *name;
    CordonReadinessState state;
    const char *code;           /* of the finding that decides, or NULL when ready */
    const char *subject;        /* what was looked at, or NULL */
    const char *step_title;     /* of the one step, or NULL */
    const char *detail;         /* why, or NULL */
    const char *const *command; /* argv of the step, or NULL */
    const char *command_line;   /* the same, quoted for a POSIX shell, to show and copy */
    guint needs;                /* CordonNeeds */
    gboolean system_wide;       /* the step changes more than this user */
    const char *platform;
    const char *url;
    const char *const *guarantees; /* what it can keep now */
    const char *const *missing;    /* declared, but not to be had now */
    const char *const *limits;     /* sentences on what a kept guarantee does not cover */
    const char *raw;               /* first line of the raw error, or NULL */
    gint64 checked_at;             /* seconds since 1970 */
    guint took_ms;
    gboolean cached;
} CordonReadiness;

CORDON_PUBLIC CordonReadiness *cordon_readiness_ref(CordonReadiness *readiness);
CORDON_PUBLIC void cordon_readiness_unref(CordonReadiness *readiness);
/* "ready", "degraded", "needs-setup", "unsupported", "broken". */
CORDON_PUBLIC const char *cordon_readiness_state_name(CordonReadinessState state);
/* One object as docs/readiness.schema.json describes it; free with g_free(). */
CORDON_PUBLIC char *cordon_readiness_to_json(const CordonReadiness *readiness);

typedef enum {
    CORDON_PROBE_CACHED_OK = 0, /* a fresh answer of the cache will do */
    CORDON_PROBE_AGAIN = 1 << 0 /* ask the machine, also where a plug-in is in quarantine */
} CordonProbeFlags;

/* Readiness of all backends of the catalogue that are not shadowed, masked or foreign, in its
 * order; those to be probed run side by side, each in a process of its own with a deadline.
 * Never fails as a whole: what cannot be probed is BROKEN with its cause.  Blocks; thread-safe.
 * Returns an array of CordonReadiness that owns its elements. */
CORDON_PUBLIC GPtrArray *cordon_catalog_probe(const CordonCatalog *catalog, CordonProbeFlags flags);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonReadiness, cordon_readiness_unref)

G_END_DECLS

#endif

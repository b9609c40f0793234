/* SPDX-License-Identifier: MIT */
/* An opened backend: checked wrappers of its calls.  What a backend returns or pushes against its
 * contract becomes CORDON_ERROR_BACKEND here and goes no further.
 *
 * Thread-safe: calls are serialised, unless the backend says that it can take several at a time. */
#ifndef CORDON_ENGINE_BACKEND_H
#define CORDON_ENGINE_BACKEND_H

#include "engine/call.h"
#include "registry/module.h"

typedef struct CordonBackend CordonBackend;

/* Loads the library and calls open().  Runs the plug-in's code in this process.  manifest is
 * borrowed until the backend is freed. */
CordonBackend *cordon_backend_open(const char *library_path, const CordonManifest *manifest,
                                   GError **error);
/* Calls close(). */
void cordon_backend_free(CordonBackend *backend);
const CordonModule *cordon_backend_get_module(const CordonBackend *backend);
/* Did a call of this backend ever break the contract? */
gboolean cordon_backend_broke_contract(const CordonBackend *backend);

/* Probes, then asks for the hint of every finding that BLOCKS or DEGRADES.  The report is added to,
 * also when the call fails in the end. */
gboolean cordon_backend_probe(CordonBackend *backend, guint32 depth, const CordonFacts *facts,
                              CordonDeadline *deadline, CordonProbeReport *report, GError **error);
/* Asks for the hint of one code, as the probe above does. */
gboolean cordon_backend_hint(CordonBackend *backend, const char *code, const CordonFacts *facts,
                             CordonDeadline *deadline, CordonProbeReport *report, GError **error);
/* The plan of a launch.  probed: the report that the launch relies on (its findings become facts).
 * Fails with CORDON_ERROR_UNENFORCED when a guarantee of the launch is not acknowledged. */
CordonPlanData *cordon_backend_wrap(CordonBackend *backend, const CordonLaunch *launch,
                                    const CordonFacts *facts, const CordonProbeReport *probed,
                                    CordonDeadline *deadline, GError **error);

/* Pure: is the plan something to run, and does it acknowledge every guarantee of the launch? */
gboolean cordon_backend_check_plan(const CordonPlanData *plan, const CordonLaunch *launch,
                                   GError **error);

/* For cordon-worker: called right before (entering) and right after each piece of plug-in code:
 * "load" (its constructors), "open", "probe", "readiness_hint", "wrap", "close".  Set before the
 * first backend is opened. */
typedef void (*CordonBackendTraceFunc)(const char *call, gboolean entering, gpointer user_data);
void cordon_backend_set_trace(CordonBackendTraceFunc func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonBackend, cordon_backend_free)

#endif

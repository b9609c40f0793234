/* SPDX-License-Identifier: MIT */
/* An opened backend: checked wrappers of its calls. */
#include "engine/backend.h"

#include <string.h>

#include "engine/host.h"

struct CordonBackend {
    CordonModule *module;
    const CordonManifest *manifest;
    void *self;
    GMutex lock;
    gint broke_contract; /* atomic */
};

static CordonBackendTraceFunc trace_func;
static gpointer trace_data;

void cordon_backend_set_trace(CordonBackendTraceFunc func, gpointer user_data)
{
    trace_func = func;
    trace_data = user_data;
}

static void trace(const char *call, gboolean entering)
{
    if (trace_func != NULL)
        trace_func(call, entering, trace_data);
}

static void lock_backend(CordonBackend *backend)
{
    if ((backend->module->table.flags & CORDON_BACKEND_CONCURRENT) == 0)
        g_mutex_lock(&backend->lock);
}

static void unlock_backend(CordonBackend *backend)
{
    if ((backend->module->table.flags & CORDON_BACKEND_CONCURRENT) == 0)
        g_mutex_unlock(&backend->lock);
}

/* One row a status that a backend may return: what it says where the backend gave no reason. */
static const struct {
    gint32 status;
    CordonError code;
    const char *text;
} STATUSES[] = {
    {CORDON_E_INVALID, CORDON_ERROR_BACKEND, "it was called in a way that it does not accept"},
    {CORDON_E_NOMEM, CORDON_ERROR_SYSTEM, "it ran out of memory"},
    {CORDON_E_UNSUPPORTED, CORDON_ERROR_NOT_READY, "it never can"},
    {CORDON_E_UNAVAILABLE, CORDON_ERROR_NOT_READY, "it cannot on this machine now"},
    {CORDON_E_UNENFORCED, CORDON_ERROR_UNENFORCED, "it cannot keep what this launch asks for"},
    {CORDON_E_TIMEOUT, CORDON_ERROR_TIMEOUT, "the time was up"},
    {CORDON_E_CANCELLED, CORDON_ERROR_CANCELLED, "it was cancelled"},
    {CORDON_E_SETUP, CORDON_ERROR_BACKEND, "the sandbox failed before the command ran"},
    {CORDON_E_INTERNAL, CORDON_ERROR_BACKEND, "of an error of its own"},
};

/* TRUE when the status is success.  A breach comes first: whatever the backend says after one is
 * not to be believed. */
static gboolean check_status(CordonCall *call, gint32 status, GError **error)
{
    const char *name = cordon_call_kind_name(call->kind);
    gsize row = 0;

    while (row < G_N_ELEMENTS(STATUSES) && STATUSES[row].status != status)
        row++;
    if (status != CORDON_OK && row == G_N_ELEMENTS(STATUSES))
        cordon_call_violate(call, "returned the unknown status %d", status);
    if (status == CORDON_OK && call->refused)
        cordon_call_violate(call, "returned success although the host could not take all of it");

    if (call->violation != NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                    "The backend '%s' broke its contract in %s: it %s.", call->manifest->id, name,
                    call->violation);
        return FALSE;
    }
    if (status == CORDON_OK)
        return TRUE;
    g_set_error(error, CORDON_ERROR, (gint)STATUSES[row].code, "The backend '%s' failed in %s: %s",
                call->manifest->id, name,
                call->failure != NULL ? call->failure : STATUSES[row].text);
    return FALSE;
}

/* The end of every call. */
static gboolean end_call(CordonBackend *backend, CordonCall *call, gint32 status, GError **error)
{
    gboolean fine = check_status(call, status, error);

    if (call->violation != NULL)
        g_atomic_int_set(&backend->broke_contract, 1);
    cordon_call_clear(call);
    return fine;
}

CordonBackend *cordon_backend_open(const char *library_path, const CordonManifest *manifest,
                                   GError **error)
{
    trace("load", TRUE);
    CordonModule *module = cordon_module_load(library_path, manifest, error);
    trace("load", FALSE);
    if (module == NULL)
        return NULL;

    CordonBackend *backend = g_new0(CordonBackend, 1);
    backend->module = module;
    backend->manifest = manifest;
    g_mutex_init(&backend->lock);

    CordonCall call = {.kind = CORDON_CALL_OPEN, .manifest = manifest};
    void *self = NULL;
    trace("open", TRUE);
    gint32 status = module->table.open(cordon_host_get(), &self);
    trace("open", FALSE);
    if (!end_call(backend, &call, status, error)) {
        g_mutex_clear(&backend->lock);
        cordon_module_free(module);
        g_free(backend);
        return NULL;
    }
    backend->self = self;
    return backend;
}

void cordon_backend_free(CordonBackend *backend)
{
    if (backend == NULL)
        return;
    trace("close", TRUE);
    backend->module->table.close(backend->self);
    trace("close", FALSE);
    g_mutex_clear(&backend->lock);
    cordon_module_free(backend->module);
    g_free(backend);
}

const CordonModule *cordon_backend_get_module(const CordonBackend *backend)
{
    return backend->module;
}

gboolean cordon_backend_broke_contract(const CordonBackend *backend)
{
    return g_atomic_int_get(&backend->broke_contract) != 0;
}

gboolean cordon_backend_hint(CordonBackend *backend, const char *code, const CordonFacts *facts,
                             CordonDeadline *deadline, CordonProbeReport *report, GError **error)
{
    CordonCall call = {
        .kind = CORDON_CALL_HINT,
        .facts = facts,
        .manifest = backend->manifest,
        .deadline = deadline,
        .report = report,
        .probed = report,
        .hint_code = code,
    };

    lock_backend(backend);
    trace("readiness_hint", TRUE);
    gint32 status = backend->module->table.readiness_hint(backend->self, &call, code);
    trace("readiness_hint", FALSE);
    unlock_backend(backend);
    if (status == CORDON_OK && !call.hinted && !call.refused)
        cordon_call_violate(&call, "returned success without a hint for '%s'", code);
    return end_call(backend, &call, status, error);
}

static gboolean has_hint(const CordonProbeReport *report, const char *code)
{
    for (guint i = 0; i < report->hints->len; i++)
        if (strcmp(((const CordonHint *)g_ptr_array_index(report->hints, i))->code, code) == 0)
            return TRUE;
    return FALSE;
}

gboolean cordon_backend_probe(CordonBackend *backend, guint32 depth, const CordonFacts *facts,
                              CordonDeadline *deadline, CordonProbeReport *report, GError **error)
{
    CordonCall call = {
        .kind = CORDON_CALL_PROBE,
        .facts = facts,
        .manifest = backend->manifest,
        .deadline = deadline,
        .report = report,
    };

    lock_backend(backend);
    trace("probe", TRUE);
    gint32 status = backend->module->table.probe(backend->self, &call, depth);
    trace("probe", FALSE);
    unlock_backend(backend);
    if (!end_call(backend, &call, status, error))
        return FALSE;

    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        if (finding->severity == CORDON_SEVERITY_INFO || has_hint(report, finding->code))
            continue;
        if (!cordon_backend_hint(backend, finding->code, facts, deadline, report, error))
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_backend_check_plan(const CordonPlanData *plan, const CordonLaunch *launch,
                                   GError **error)
{
    if (plan->argv->len == 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                    "The backend '%s' broke its contract in wrap: it planned to start nothing.",
                    plan->backend);
        return FALSE;
    }
    g_autoptr(CordonGuarantees) missing =
        cordon_guarantees_minus(launch->guarantees, plan->enforced);
    if (cordon_guarantees_size(missing) > 0) {
        g_autofree char *names =
            g_strjoinv(", ", (char **)(guintptr)cordon_guarantees_strv(missing));
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_UNENFORCED,
                    "The backend '%s' does not keep what this launch asks for: %s. Nothing was "
                    "started.",
                    plan->backend, names);
        return FALSE;
    }
    return TRUE;
}

CordonPlanData *cordon_backend_wrap(CordonBackend *backend, const CordonLaunch *launch,
                                    const CordonFacts *facts, const CordonProbeReport *probed,
                                    CordonDeadline *deadline, GError **error)
{
    g_autoptr(CordonLaunchView) view = cordon_launch_view_new(launch);
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new(backend->manifest->id);
    CordonCall call = {
        .kind = CORDON_CALL_WRAP,
        .facts = facts,
        .manifest = backend->manifest,
        .deadline = deadline,
        .probed = probed,
        .plan = plan,
        .launch = launch,
    };

    lock_backend(backend);
    trace("wrap", TRUE);
    gint32 status = backend->module->table.wrap(backend->self, &call, cordon_launch_view_get(view));
    trace("wrap", FALSE);
    unlock_backend(backend);
    if (!end_call(backend, &call, status, error) || !cordon_backend_check_plan(plan, launch, error))
        return NULL;
    return g_steal_pointer(&plan);
}

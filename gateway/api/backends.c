/* SPDX-License-Identifier: MIT */
/* /v1/backends: which sandboxes are ready, and the one step for each that is not. */
#include <cordon/readiness.h>
#include <cordon/report.h>

#include "api/handlers.h"

static char *probe(ApiCall *call, gpointer data, GError **error)
{
    CordonProbeFlags flags = (CordonProbeFlags)GPOINTER_TO_UINT(data);
    g_autoptr(GPtrArray) readiness =
        cordon_catalog_probe(cordon_session_get_catalog(call->session), flags);

    (void)error;
    return cordon_readiness_list_to_json(readiness);
}

void api_backends_get(ApiCall *call)
{
    api_defer(call, probe, GUINT_TO_POINTER(CORDON_PROBE_CACHED_OK), NULL);
}

void api_backends_check(ApiCall *call)
{
    static const char *const members[] = {NULL};

    if (api_read_body(call, members) != NULL)
        api_defer(call, probe, GUINT_TO_POINTER(CORDON_PROBE_AGAIN), NULL);
}

/* SPDX-License-Identifier: MIT */
/* The bubblewrap backend as the host sees it. */
#include "bwrap.h"

#include <stdlib.h>
#include <string.h>

#ifndef CORDON_VERSION
#error "the build defines CORDON_VERSION"
#endif

/* One reference, so that the calls find the host again. */
struct backend {
    const struct cordon_host *host;
};

static int32_t backend_open(const struct cordon_host *host, void **ret_self)
{
    struct backend *backend = malloc(sizeof *backend);
    if (backend == NULL)
        return CORDON_E_NOMEM;
    backend->host = host;
    *ret_self = backend;
    return CORDON_OK;
}

static void backend_close(void *self)
{
    free(self);
}

static int32_t backend_probe(void *self, struct cordon_call *call, uint32_t depth)
{
    const struct backend *backend = self;
    return bwrap_probe(backend->host, call, depth);
}

static int32_t backend_hint(void *self, struct cordon_call *call, const char *code)
{
    const struct backend *backend = self;
    return bwrap_hint(backend->host, call, code);
}

static int32_t backend_wrap(void *self, struct cordon_call *call,
                            const struct cordon_launch *launch)
{
    const struct backend *backend = self;
    return bwrap_wrap(backend->host, call, launch);
}

static bool fact_is(const struct cordon_host *host, struct cordon_call *call, const char *key,
                    const char *value)
{
    const char *fact = host->fact(call, key);
    return fact != NULL && strcmp(fact, value) == 0;
}

void bwrap_program_add_surroundings(const struct cordon_host *host, struct cordon_call *call,
                                    struct bwrap_program *program)
{
    const char *uid = host->fact(call, "uid");

    /* Not known is not unprivileged: that covers more. */
    program->unprivileged = uid != NULL && strcmp(uid, "0") != 0;
    program->late_mounts_private = fact_is(host, call, "late-mounts", "private");
    program->devices_read_only = fact_is(host, call, "device-nodes", "read-only");
}

int32_t bwrap_wrap(const struct cordon_host *host, struct cordon_call *call,
                   const struct cordon_launch *launch)
{
    const char *path = host->fact(call, "probed.bwrap.program");
    const char *options = host->fact(call, "probed.bwrap.options");
    const char *init = host->fact(call, "helper.init");
    struct kit_host_context context = {host, call};
    const struct kit_sink sink = kit_sink_of_host(&context);

    if (path == NULL || options == NULL)
        return host->fail(call, CORDON_E_UNAVAILABLE,
                          "no probe has found a bubblewrap that works; check the backend again");
    if (init == NULL)
        return host->fail(call, CORDON_E_UNAVAILABLE,
                          "cordon-init, which checks the sandbox from inside, is not installed");
    struct bwrap_program program = {
        .path = path,
        .options = bwrap_options_parse(options),
        .covers = host->fact(call, "probed.bwrap.covers"),
    };
    bwrap_program_add_surroundings(host, call, &program);
    return bwrap_plan(&program, init, launch, &sink);
}

CORDON_BACKEND_EXPORT const struct cordon_backend cordon_backend_v1 = {
    .struct_size = sizeof(struct cordon_backend),
    .abi_minor = CORDON_ABI_MINOR,
    .id = "bwrap",
    .version = CORDON_VERSION,
    .open = backend_open,
    .close = backend_close,
    .probe = backend_probe,
    .readiness_hint = backend_hint,
    .wrap = backend_wrap,
};

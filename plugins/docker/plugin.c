/* SPDX-License-Identifier: MIT */
/* The docker backend as the host sees it. */
#include "docker.h"

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
    return docker_probe(backend->host, call, depth);
}

static int32_t backend_hint(void *self, struct cordon_call *call, const char *code)
{
    const struct backend *backend = self;
    return docker_hint(backend->host, call, code);
}

static int32_t backend_wrap(void *self, struct cordon_call *call,
                            const struct cordon_launch *launch)
{
    const struct backend *backend = self;
    return docker_wrap(backend->host, call, launch);
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);

    for (; *words != '\0'; words += strspn(words, " ")) {
        size_t size = strcspn(words, " ");
        if (size == length && memcmp(words, word, length) == 0)
            return true;
        words += size;
    }
    return false;
}

void docker_engine_parse(struct docker_engine *engine, const char *words)
{
    engine->maps_users = has_word(words, "userns");
    engine->limits_memory = has_word(words, "memory");
    engine->limits_processes = has_word(words, "processes");
    engine->is_far = has_word(words, "vm");
}

int32_t docker_wrap(const struct cordon_host *host, struct cordon_call *call,
                    const struct cordon_launch *launch)
{
    const char *words = host->fact(call, "probed.docker.engine");
    struct docker_engine engine = {
        .endpoint = host->fact(call, "probed.docker.endpoint"),
        .image = host->fact(call, "probed.docker.image"),
        .user = host->fact(call, "probed.docker.user"),
    };
    const struct docker_helpers helpers = {.driver = host->fact(call, "helper.docker"),
                                           .init = host->fact(call, "helper.init")};
    struct kit_host_context context = {host, call};
    const struct kit_sink sink = kit_sink_of_host(&context);

    if (words == NULL || engine.endpoint == NULL || engine.image == NULL || engine.user == NULL)
        return host->fail(
            call, CORDON_E_UNAVAILABLE,
            "no probe has found a container engine that works; check the backend again");
    if (helpers.driver == NULL || helpers.init == NULL)
        return host->fail(call, CORDON_E_UNAVAILABLE,
                          "cordon-docker or cordon-init, which belong to Cordon, is not installed");
    docker_engine_parse(&engine, words);
    return docker_plan(&engine, &helpers, launch, &sink);
}

CORDON_BACKEND_EXPORT const struct cordon_backend cordon_backend_v1 = {
    .struct_size = sizeof(struct cordon_backend),
    .abi_minor = CORDON_ABI_MINOR,
    .id = "docker",
    .version = CORDON_VERSION,
    .open = backend_open,
    .close = backend_close,
    .probe = backend_probe,
    .readiness_hint = backend_hint,
    .wrap = backend_wrap,
};

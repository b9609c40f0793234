/* SPDX-License-Identifier: MIT */
/* Where the pieces of a plan go. */
#ifndef KIT_SINK_H
#define KIT_SINK_H

#include <cordon/backend.h>

/* Where the pieces of a plan go: the host's put_* functions in wrap(), a list of our own in
 * probe(), so that the probe runs the very line that production runs.  Each returns a status. */
struct kit_sink {
    void *context;
    int32_t (*arg)(void *context, const char *arg);
    int32_t (*env)(void *context, const char *name, const char *value);
    int32_t (*data)(void *context, const void *data, size_t size, int32_t *ret_number);
    int32_t (*path)(void *context, const char *host_path, int32_t *ret_number);
    int32_t (*status)(void *context, const char *format, int32_t *ret_number);
    int32_t (*teardown)(void *context, const char *const *argv);
    int32_t (*enforced)(void *context, const char *guarantee);
    int32_t (*fail)(void *context, int32_t status, const char *message);
};

/* The host's own functions: what a sink of kit_sink_of_host() has as context. */
struct kit_host_context {
    const struct cordon_host *host;
    struct cordon_call *call;
};
struct kit_sink kit_sink_of_host(struct kit_host_context *context);

#endif

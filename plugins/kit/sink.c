/* SPDX-License-Identifier: MIT */
/* The host's functions as a sink. */
#include "sink.h"

static int32_t put_arg(void *context, const char *arg)
{
    const struct kit_host_context *to = context;
    return to->host->put_arg(to->call, arg);
}

static int32_t put_env(void *context, const char *name, const char *value)
{
    const struct kit_host_context *to = context;
    return to->host->put_env(to->call, name, value);
}

static int32_t put_data(void *context, const void *data, size_t size, int32_t *ret_number)
{
    const struct kit_host_context *to = context;
    return to->host->put_data(to->call, data, size, ret_number);
}

static int32_t put_path(void *context, const char *host_path, int32_t *ret_number)
{
    const struct kit_host_context *to = context;
    return to->host->put_path(to->call, host_path, ret_number);
}

static int32_t put_status(void *context, const char *format, int32_t *ret_number)
{
    const struct kit_host_context *to = context;
    return to->host->put_status(to->call, format, ret_number);
}

static int32_t put_teardown(void *context, const char *const *argv)
{
    const struct kit_host_context *to = context;
    return to->host->put_teardown(to->call, argv);
}

static int32_t put_enforced(void *context, const char *guarantee)
{
    const struct kit_host_context *to = context;
    return to->host->put_enforced(to->call, guarantee);
}

static int32_t put_fail(void *context, int32_t status, const char *message)
{
    const struct kit_host_context *to = context;
    return to->host->fail(to->call, status, message);
}

struct kit_sink kit_sink_of_host(struct kit_host_context *context)
{
    return (struct kit_sink){
        .context = context,
        .arg = put_arg,
        .env = put_env,
        .data = put_data,
        .path = put_path,
        .status = put_status,
        .teardown = put_teardown,
        .enforced = put_enforced,
        .fail = put_fail,
    };
}

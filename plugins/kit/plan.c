/* SPDX-License-Identifier: MIT */
/* A plan being put, piece by piece. */
#include "plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_MOST = 512 };

struct kit_plan kit_plan_of(const struct cordon_launch *launch, const struct kit_sink *sink)
{
    static const struct cordon_limits none = {.struct_size = sizeof none};

    return (struct kit_plan){.launch = launch,
                             .sink = sink,
                             .mounts = kit_mounts_of(launch),
                             .limits = launch->limits != NULL ? launch->limits : &none,
                             .status = CORDON_OK};
}

bool kit_plan_failed(const struct kit_plan *plan)
{
    return plan->status != CORDON_OK;
}

void kit_plan_refuse(struct kit_plan *plan, int32_t status, const char *format, ...)
{
    char message[MESSAGE_MOST];
    va_list args;

    if (kit_plan_failed(plan))
        return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    plan->status = plan->sink->fail(plan->sink->context, status, message);
    if (plan->status == CORDON_OK)
        plan->status = status;
}

void kit_plan_check(struct kit_plan *plan, const char *const *own, size_t mounts_most)
{
    const struct cordon_launch *launch = plan->launch;
    char message[KIT_MOUNTS_MESSAGE];

    if (launch->network != CORDON_NET_NONE) {
        kit_plan_refuse(
            plan, CORDON_E_UNENFORCED,
            "this backend gives no network at all; a launch with a network needs another one");
        return;
    }
    if (launch->argv == NULL || launch->argv[0] == NULL) {
        kit_plan_refuse(plan, CORDON_E_INVALID, "there is no command to start");
        return;
    }
    if (!kit_path_is_plain(launch->cwd) && (launch->cwd == NULL || strcmp(launch->cwd, "/") != 0)) {
        kit_plan_refuse(plan, CORDON_E_INVALID,
                        "the working directory is not a plain absolute path: %s",
                        launch->cwd != NULL ? launch->cwd : "(none)");
        return;
    }
    if (plan->mounts.count > mounts_most) {
        kit_plan_refuse(
            plan, CORDON_E_UNENFORCED,
            "%zu entries of the file system are more than the %zu that start in bearable time",
            plan->mounts.count, mounts_most);
        return;
    }
    int32_t status = kit_mounts_check(&plan->mounts, own, message, sizeof message);
    if (status != CORDON_OK)
        kit_plan_refuse(plan, status, "%s", message);
}

void kit_plan_put(struct kit_plan *plan, const char *argument)
{
    if (kit_plan_failed(plan))
        return;
    plan->arguments++;
    if (plan->arguments_most > 0 && plan->arguments > plan->arguments_most) {
        kit_plan_refuse(plan, CORDON_E_UNENFORCED,
                        "%s takes at most %zu arguments and this launch has more; let the command "
                        "read its list from a file",
                        plan->program, plan->arguments_most);
        return;
    }
    plan->status = plan->sink->arg(plan->sink->context, argument);
}

void kit_plan_put_all(struct kit_plan *plan, ...)
{
    const char *argument;
    va_list args;

    va_start(args, plan);
    while ((argument = va_arg(args, const char *)) != NULL)
        kit_plan_put(plan, argument);
    va_end(args);
}

void kit_plan_put_number(struct kit_plan *plan, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    kit_plan_put(plan, text);
}

uint64_t kit_plan_add_data(struct kit_plan *plan, const void *data, size_t size)
{
    int32_t number = -1;

    if (!kit_plan_failed(plan))
        plan->status = plan->sink->data(plan->sink->context, data, size, &number);
    return (uint64_t)number;
}

uint64_t kit_plan_add_path(struct kit_plan *plan, const char *host_path)
{
    int32_t number = -1;

    if (!kit_plan_failed(plan))
        plan->status = plan->sink->path(plan->sink->context, host_path, &number);
    return (uint64_t)number;
}

uint64_t kit_plan_add_status(struct kit_plan *plan)
{
    int32_t number = -1;

    if (!kit_plan_failed(plan))
        plan->status = plan->sink->status(plan->sink->context, "cordon.status/1", &number);
    return (uint64_t)number;
}

bool kit_plan_is_asked(const struct kit_plan *plan, const char *guarantee)
{
    const char *const *asked = plan->launch->guarantees;

    for (; asked != NULL && *asked != NULL; asked++) {
        if (strcmp(*asked, guarantee) == 0)
            return true;
    }
    return false;
}

bool kit_plan_has_limit(struct kit_plan *plan, const char *guarantee, uint64_t limit)
{
    if (!kit_plan_is_asked(plan, guarantee))
        return false;
    if (limit == 0)
        kit_plan_refuse(plan, CORDON_E_INVALID,
                        "%s is asked for with a limit of 0: no command can run", guarantee);
    return limit != 0 && limit != UINT64_MAX;
}

void kit_plan_acknowledge(struct kit_plan *plan, const char *guarantee, bool kept)
{
    if (kept && !kit_plan_failed(plan))
        plan->status = plan->sink->enforced(plan->sink->context, guarantee);
}

void kit_plan_acknowledge_folders(struct kit_plan *plan, bool outside_kept)
{
    static const char *const folders[] = {
        CORDON_G_PROJECT_READ_ONLY,   CORDON_G_SIBLINGS_READ_ONLY, CORDON_G_APP_READ_ONLY,
        CORDON_G_PROTECTED_READ_ONLY, CORDON_G_SECRETS_HIDDEN,     CORDON_G_OUTSIDE_READ_ONLY,
        CORDON_G_HOME_HIDDEN,
    };

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        bool is_outside = strcmp(folders[i], CORDON_G_OUTSIDE_READ_ONLY) == 0;
        kit_plan_acknowledge(plan, folders[i],
                             (!is_outside || outside_kept) &&
                                 kit_mounts_keep(&plan->mounts, folders[i]));
    }
}

void kit_plan_acknowledge_limits(struct kit_plan *plan)
{
    static const char *const limits[] = {CORDON_G_LIMIT_PIDS, CORDON_G_LIMIT_MEMORY,
                                         CORDON_G_LIMIT_OPEN_FILES};

    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        kit_plan_acknowledge(plan, limits[i], kit_plan_is_asked(plan, limits[i]));
}

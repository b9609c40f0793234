/* SPDX-License-Identifier: MIT */
/* The command filter as a call asks it. */
#include "session/call.h"

CordonJudgement *cordon_call_judge(const CordonCall *call, const CordonSettings *settings,
                                   GError **error)
{
    g_autoptr(CordonFilter) filter =
        cordon_filter_new(cordon_platform_own(), call->project, call->loop, NULL, error);

    if (filter == NULL || !cordon_settings_add_hosts(settings, filter, error))
        return NULL;
    cordon_filter_set_sandbox(filter, call->is_sandboxed);
    if (call->line != NULL)
        return cordon_filter_judge(filter, CORDON_LANGUAGE_OWN, call->line, call->line_size,
                                   call->cwd);
    return cordon_filter_judge_argv(filter, (const char *const *)call->argv, call->cwd);
}

/* SPDX-License-Identifier: MIT */
/* The command filter as a call asks it. */
#include "session/call.h"

gboolean cordon_call_judge(CordonCall *call, const CordonSettings *settings, GError **error)
{
    g_autoptr(CordonFilter) filter =
        cordon_filter_new(cordon_platform_own(), call->project, call->loop, NULL, error);

    if (filter == NULL || !cordon_settings_add_hosts(settings, filter, error))
        return FALSE;
    cordon_filter_set_sandbox(filter, call->is_sandboxed);
    if (call->line != NULL)
        call->judgement = cordon_filter_judge(filter, CORDON_LANGUAGE_OWN, call->line,
                                              call->line_size, call->cwd);
    else
        call->judgement =
            cordon_filter_judge_argv(filter, (const char *const *)call->argv, call->cwd);
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* What the settings say to the command filter. */
#include <cordon/call.h>

gboolean cordon_settings_add_hosts(const CordonSettings *settings, CordonFilter *filter,
                                   GError **error)
{
    for (guint i = 0; i < settings->hosts->len; i++)
        if (!cordon_filter_add_host(filter, g_ptr_array_index(settings->hosts, i), error))
            return FALSE;
    return TRUE;
}

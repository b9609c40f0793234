/* SPDX-License-Identifier: MIT */
/* The public form of the terminal filter. */
#include <cordon/terminal.h>

#include "base/termsafe.h"

struct CordonTerminalFilter {
    CordonTermsafe state;
};

CordonTerminalFilter *cordon_terminal_filter_new(void)
{
    return g_new0(CordonTerminalFilter, 1);
}

void cordon_terminal_filter_free(CordonTerminalFilter *filter)
{
    g_free(filter);
}

void cordon_terminal_filter_feed(CordonTerminalFilter *filter, const char *bytes, gsize size,
                                 GString *to)
{
    cordon_termsafe_filter(&filter->state, bytes, size, to);
}

void cordon_terminal_filter_finish(CordonTerminalFilter *filter, GString *to)
{
    cordon_termsafe_finish(&filter->state, to);
}

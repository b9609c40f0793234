/* SPDX-License-Identifier: MIT */
/* Agents as the gateway compares them. */
#include "agents.h"

/* A bubble is looked up anew for each request, so the objects differ. */
gboolean agents_are_same(const CordonAgent *one, const CordonAgent *other)
{
    const char *bubble = cordon_agent_get_bubble(one);

    return one == other ||
           (bubble != NULL && g_strcmp0(bubble, cordon_agent_get_bubble(other)) == 0);
}

/* SPDX-License-Identifier: MIT */
/* Agents as the gateway compares them. */
#include "agents.h"

/* A bubble is looked up anew for each request, so the objects differ. */
gboolean agents_are_same(const CordonAgent *one, const CordonAgent *other)
{
    return one == other ||
           (g_strcmp0(cordon_agent_get_board(one), cordon_agent_get_board(other)) == 0 &&
            g_strcmp0(cordon_agent_get_project(one), cordon_agent_get_project(other)) == 0 &&
            g_strcmp0(cordon_agent_get_loop(one), cordon_agent_get_loop(other)) == 0 &&
            g_strcmp0(cordon_agent_get_role(one), cordon_agent_get_role(other)) == 0 &&
            g_strcmp0(cordon_agent_get_name(one), cordon_agent_get_name(other)) == 0);
}

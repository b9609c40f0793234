/* SPDX-License-Identifier: MIT */
#include "mcp/backend.h"

McpJobFacts *mcp_job_facts_new(void)
{
    McpJobFacts *facts = g_new0(McpJobFacts, 1);

    facts->exit_code = facts->signal = facts->time_limit_s = -1;
    facts->approval_left_ms = facts->running_ms = -1;
    return facts;
}

void mcp_job_facts_free(McpJobFacts *facts)
{
    if (facts == NULL)
        return;
    g_free(facts->outcome);
    g_free(facts->how);
    g_free(facts->verdict);
    g_free(facts->rule);
    g_free(facts->reason);
    g_free(facts->hint);
    g_free(facts->approval);
    g_free(facts->message);
    g_free(facts->out);
    g_free(facts->err);
    g_free(facts);
}

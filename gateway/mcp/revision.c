/* SPDX-License-Identifier: MIT */
#include "mcp/revision.h"

static const char *const spoken[] = {MCP_REVISION_MODERN, MCP_REVISION_LEGACY, "2025-06-18", NULL};
static const char *const older[] = {"2025-03-26", "2024-11-05", NULL};

const char *const *mcp_revisions(void)
{
    return spoken;
}

const char *mcp_revision_for_handshake(const char *wanted)
{
    for (const char *const *name = spoken + 1; *name != NULL; name++)
        if (g_strcmp0(*name, wanted) == 0)
            return *name;
    return MCP_REVISION_LEGACY;
}

gboolean mcp_revision_is_legacy(const char *name)
{
    return name != NULL && (g_strv_contains(spoken + 1, name) || g_strv_contains(older, name));
}

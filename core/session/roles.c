/* SPDX-License-Identifier: MIT */
/* The tools that an agent may be given, and the roles that are built in. */
#include <string.h>

#include "session/settings_private.h"

static const struct {
    CordonTool tool;
    const char *name;
} TOOLS[CORDON_N_TOOLS] = {
    {CORDON_TOOL_RUN_COMMAND, "run_command"},       {CORDON_TOOL_READ_FILE, "read_file"},
    {CORDON_TOOL_LIST_DIRECTORY, "list_directory"}, {CORDON_TOOL_SEARCH_FILES, "search_files"},
    {CORDON_TOOL_WRITE_FILE, "write_file"},         {CORDON_TOOL_EDIT_FILE, "edit_file"},
};

#define READING_TOOLS                                                                              \
    (CORDON_TOOL_READ_FILE | CORDON_TOOL_LIST_DIRECTORY | CORDON_TOOL_SEARCH_FILES)

static const struct {
    const char *id;
    guint tools;
} BUILTIN_ROLES[] = {
    {"coder",
     CORDON_TOOL_RUN_COMMAND | READING_TOOLS | CORDON_TOOL_WRITE_FILE | CORDON_TOOL_EDIT_FILE},
    {"reviewer", CORDON_TOOL_RUN_COMMAND | READING_TOOLS},
    {"researcher", READING_TOOLS},
};

const char *cordon_tool_name(CordonTool tool)
{
    for (gsize i = 0; i < G_N_ELEMENTS(TOOLS); i++)
        if (TOOLS[i].tool == tool)
            return TOOLS[i].name;
    return NULL;
}

CordonTool cordon_tool_find(const char *name)
{
    for (gsize i = 0; name != NULL && i < G_N_ELEMENTS(TOOLS); i++)
        if (strcmp(TOOLS[i].name, name) == 0)
            return TOOLS[i].tool;
    return (CordonTool)0;
}

gboolean cordon_role_find_builtin(const char *id, guint *ret_tools)
{
    for (gsize i = 0; id != NULL && i < G_N_ELEMENTS(BUILTIN_ROLES); i++) {
        if (strcmp(BUILTIN_ROLES[i].id, id) != 0)
            continue;
        *ret_tools = BUILTIN_ROLES[i].tools;
        return TRUE;
    }
    return FALSE;
}

gboolean cordon_settings_find_role(const CordonSettings *settings, const char *id, guint *ret_tools)
{
    if (cordon_role_find_builtin(id, ret_tools))
        return TRUE;
    for (guint i = 0; id != NULL && i < settings->roles->len; i++) {
        const CordonRole *role = g_ptr_array_index(settings->roles, i);

        if (g_strcmp0(role->id, id) != 0)
            continue;
        *ret_tools = role->tools;
        return TRUE;
    }
    return FALSE;
}

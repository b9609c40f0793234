/* SPDX-License-Identifier: MIT */
#include "mcp/tools.h"

#include <string.h>

static const McpTool *find_in(const McpTool *tools, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++)
        if (strcmp(tools[i].name, name) == 0)
            return &tools[i];
    return NULL;
}

const McpTool *mcp_tool_find(const char *name)
{
    const McpTool *tool = find_in(mcp_command_tools, mcp_n_command_tools, name);

    return tool != NULL ? tool : find_in(mcp_file_tools, mcp_n_file_tools, name);
}

static void add_tool(CordonJsonWriter *writer, const McpTool *tool)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "name", tool->name);
    cordon_json_add_string(writer, "title", tool->title);
    cordon_json_add_string(writer, "description", tool->description);
    mcp_parameters_add_schema(writer, "inputSchema", tool->parameters);
    if (tool->add_output_schema != NULL)
        tool->add_output_schema(writer, "outputSchema");
    cordon_json_begin_object(writer, "annotations");
    cordon_json_add_string(writer, "title", tool->title);
    cordon_json_add_bool(writer, "readOnlyHint", tool->read_only);
    cordon_json_add_bool(writer, "destructiveHint", tool->destructive);
    cordon_json_add_bool(writer, "idempotentHint", tool->idempotent);
    cordon_json_add_bool(writer, "openWorldHint", tool->open_world);
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
}

static void add_those_of(CordonJsonWriter *writer, const McpTool *list, gsize count, guint tools)
{
    for (gsize i = 0; i < count; i++)
        if ((tools & (guint)list[i].needs) != 0)
            add_tool(writer, &list[i]);
}

void mcp_tools_add_list(CordonJsonWriter *writer, guint tools)
{
    cordon_json_begin_array(writer, "tools");
    add_those_of(writer, mcp_command_tools, mcp_n_command_tools, tools);
    add_those_of(writer, mcp_file_tools, mcp_n_file_tools, tools);
    cordon_json_end_array(writer);
}

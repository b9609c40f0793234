/* SPDX-License-Identifier: MIT */
#include "mcp/result.h"

#include <cordon/cordon.h>

McpResult *mcp_result_new(void)
{
    McpResult *result = g_new0(McpResult, 1);

    result->blocks = g_ptr_array_new_with_free_func(g_free);
    return result;
}

void mcp_result_free(McpResult *result)
{
    if (result == NULL)
        return;
    g_ptr_array_unref(result->blocks);
    g_free(result->structured);
    g_clear_error(&result->error);
    g_free(result);
}

void mcp_result_take_text(McpResult *result, char *text)
{
    g_ptr_array_add(result->blocks, text);
}

McpResult *mcp_result_new_error(const char *format, ...)
{
    McpResult *result = mcp_result_new();
    va_list arguments;

    va_start(arguments, format);
    mcp_result_take_text(result, g_strdup_vprintf(format, arguments));
    va_end(arguments);
    result->is_error = TRUE;
    return result;
}

void mcp_add_server_info(CordonJsonWriter *writer, const char *name)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_string(writer, "name", "cordon");
    cordon_json_add_string(writer, "title", "Cordon");
    cordon_json_add_string(writer, "version", cordon_version());
    cordon_json_end_object(writer);
}

void mcp_begin_result(CordonJsonWriter *writer, McpEra era)
{
    cordon_json_begin_object(writer, NULL);
    if (era == MCP_LEGACY)
        return;
    cordon_json_add_string(writer, "resultType", "complete");
    cordon_json_begin_object(writer, "_meta");
    mcp_add_server_info(writer, "io.modelcontextprotocol/serverInfo");
    cordon_json_end_object(writer);
}

char *mcp_result_to_json(const McpResult *result, McpEra era)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    mcp_begin_result(writer, era);
    cordon_json_begin_array(writer, "content");
    for (guint i = 0; i < result->blocks->len; i++) {
        cordon_json_begin_object(writer, NULL);
        cordon_json_add_string(writer, "type", "text");
        cordon_json_add_string(writer, "text", result->blocks->pdata[i]);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    if (result->structured != NULL)
        cordon_json_add_document(writer, "structuredContent", result->structured);
    cordon_json_add_bool(writer, "isError", result->is_error);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

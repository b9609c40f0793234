/* SPDX-License-Identifier: MIT */
/* The arguments of a tool: one table says what they are, is shown to clients as a JSON schema, and is what calls are checked
 * against.  Pure. */
#ifndef CORDON_GATEWAY_MCP_ARGUMENTS_H
#define CORDON_GATEWAY_MCP_ARGUMENTS_H

#include <cordon/json.h>

typedef enum { MCP_TEXT, MCP_INTEGER, MCP_FLAG } McpParameterType;

typedef struct {
    const char *name; /* NULL ends the table */
    McpParameterType type;
    gboolean required;
    gint64 min, max; /* of an integer; of a text max is its length in bytes, 0 for no own bound */
    const char *description;
} McpParameter;

#define MCP_MAX_PARAMETERS 6u /* of a tool; the table has its end besides */

typedef struct {
    gboolean is_given;
    char *text;
    gint64 number; /* of a flag 0 or 1 */
} McpArgument;

/* By the place of the parameter in its table; owns its texts, so that any thread may have it. */
typedef struct {
    McpArgument at[MCP_MAX_PARAMETERS];
} McpArguments;

/* {"type": "object", ...} as the member `name`. */
void mcp_parameters_add_schema(CordonJsonWriter *writer, const char *name,
                               const McpParameter *parameters);
/* arguments NULL: none are given.  NULL with *ret_fault, a sentence for the model that names what is wrong and what is known. */
McpArguments *mcp_arguments_read(const McpParameter *parameters, const CordonJsonValue *arguments,
                                 char **ret_fault);
void mcp_arguments_free(McpArguments *arguments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McpArguments, mcp_arguments_free)

gint64 mcp_argument_number(const McpArguments *arguments, guint index, gint64 otherwise);

#endif

/* SPDX-License-Identifier: MIT */
#include "mcp/arguments.h"

#include <string.h>

#include "mcp/text.h"

#define MAX_NAME_BYTES 60

static void add_parameter(CordonJsonWriter *writer, const McpParameter *parameter)
{
    static const char *const types[] = {"string", "integer", "boolean"};

    cordon_json_begin_object(writer, parameter->name);
    cordon_json_add_string(writer, "type", types[parameter->type]);
    cordon_json_add_string(writer, "description", parameter->description);
    if (parameter->type == MCP_INTEGER) {
        cordon_json_add_int(writer, "minimum", parameter->min);
        cordon_json_add_int(writer, "maximum", parameter->max);
    }
    cordon_json_end_object(writer);
}

void mcp_parameters_add_schema(CordonJsonWriter *writer, const char *name,
                               const McpParameter *parameters)
{
    cordon_json_begin_object(writer, name);
    cordon_json_add_string(writer, "type", "object");
    cordon_json_begin_object(writer, "properties");
    for (const McpParameter *parameter = parameters; parameter->name != NULL; parameter++)
        add_parameter(writer, parameter);
    cordon_json_end_object(writer);
    cordon_json_begin_array(writer, "required");
    for (const McpParameter *parameter = parameters; parameter->name != NULL; parameter++)
        if (parameter->required)
            cordon_json_add_string(writer, NULL, parameter->name);
    cordon_json_end_array(writer);
    cordon_json_add_bool(writer, "additionalProperties", FALSE);
    cordon_json_end_object(writer);
}

static char *list_names(const McpParameter *parameters)
{
    GString *names = g_string_new(NULL);

    for (const McpParameter *parameter = parameters; parameter->name != NULL; parameter++)
        g_string_append_printf(names, "%s%s%s", names->len > 0 ? ", " : "", parameter->name,
                               parameter->required ? "" : " (optional)");
    return g_string_free(names, FALSE);
}

static char *check_names(const McpParameter *parameters, const CordonJsonValue *arguments)
{
    for (const CordonJsonValue *member = cordon_json_first(arguments); member != NULL;
         member = cordon_json_next(member)) {
        const McpParameter *parameter = parameters;
        while (parameter->name != NULL && strcmp(parameter->name, cordon_json_name(member)) != 0)
            parameter++;
        if (parameter->name == NULL) {
            g_autofree char *name = mcp_plain_line(cordon_json_name(member), MAX_NAME_BYTES);
            g_autofree char *names = list_names(parameters);
            return g_strdup_printf("there is no argument \"%s\"; this tool has: %s", name, names);
        }
    }
    return NULL;
}

static char *read_text(const McpParameter *parameter, const CordonJsonValue *value,
                       McpArgument *ret)
{
    const char *text = cordon_json_string(value);

    if (text == NULL)
        return g_strdup_printf("the argument \"%s\" has to be a string", parameter->name);
    if (parameter->max > 0 && strlen(text) > (gsize)parameter->max)
        return g_strdup_printf("the argument \"%s\" is longer than %" G_GINT64_FORMAT " bytes",
                               parameter->name, parameter->max);
    ret->text = g_strdup(text);
    return NULL;
}

static char *read_value(const McpParameter *parameter, const CordonJsonValue *arguments,
                        McpArgument *ret)
{
    const CordonJsonValue *value = cordon_json_find(arguments, parameter->name);
    gboolean flag = FALSE;

    if (value == NULL || cordon_json_is_null(value))
        return parameter->required ? g_strdup_printf("the argument \"%s\" is missing: %s",
                                                     parameter->name, parameter->description)
                                   : NULL;
    ret->is_given = TRUE;
    switch (parameter->type) {
    case MCP_TEXT:
        return read_text(parameter, value, ret);
    case MCP_INTEGER:
        if (!cordon_json_get_int(arguments, parameter->name, TRUE, parameter->min, parameter->max,
                                 &ret->number, NULL))
            return g_strdup_printf(
                "the argument \"%s\" has to be a whole number from %" G_GINT64_FORMAT
                " to %" G_GINT64_FORMAT,
                parameter->name, parameter->min, parameter->max);
        return NULL;
    case MCP_FLAG:
        if (!cordon_json_get_bool(arguments, parameter->name, TRUE, &flag, NULL))
            return g_strdup_printf("the argument \"%s\" has to be true or false", parameter->name);
        ret->number = flag ? 1 : 0;
        return NULL;
    default:
        g_assert_not_reached();
    }
}

McpArguments *mcp_arguments_read(const McpParameter *parameters, const CordonJsonValue *arguments,
                                 char **ret_fault)
{
    g_autoptr(McpArguments) read = g_new0(McpArguments, 1);
    char *fault = NULL;

    if (arguments != NULL && !cordon_json_is_object(arguments))
        fault = g_strdup("\"arguments\" has to be an object");
    if (fault == NULL && arguments != NULL)
        fault = check_names(parameters, arguments);
    for (guint i = 0; fault == NULL && parameters[i].name != NULL; i++)
        fault = read_value(&parameters[i], arguments, &read->at[i]);
    if (fault != NULL) {
        *ret_fault = fault;
        return NULL;
    }
    return g_steal_pointer(&read);
}

void mcp_arguments_free(McpArguments *arguments)
{
    if (arguments == NULL)
        return;
    for (guint i = 0; i < MCP_MAX_PARAMETERS; i++)
        g_free(arguments->at[i].text);
    g_free(arguments);
}

gint64 mcp_argument_number(const McpArguments *arguments, guint index, gint64 otherwise)
{
    return arguments->at[index].is_given ? arguments->at[index].number : otherwise;
}

/* SPDX-License-Identifier: MIT */
#include "mcp/head.h"

#include <string.h>

#include "mcp/text.h"

#define ENCODED_PREFIX "=?base64?"
#define ENCODED_SUFFIX "?="
#define SHOWN_BYTES    60

/* Gives what the value stands for, or NULL when its encoding is broken. */
static char *decode(const char *value)
{
    gsize size;

    if (!g_str_has_prefix(value, ENCODED_PREFIX) || !g_str_has_suffix(value, ENCODED_SUFFIX) ||
        strlen(value) < strlen(ENCODED_PREFIX) + strlen(ENCODED_SUFFIX))
        return g_strdup(value);
    g_autofree char *code =
        g_strndup(value + strlen(ENCODED_PREFIX),
                  strlen(value) - strlen(ENCODED_PREFIX) - strlen(ENCODED_SUFFIX));
    if (strlen(code) % 4 != 0)
        return NULL;
    g_autofree guchar *bytes = g_base64_decode(code, &size);
    g_autofree char *again = g_base64_encode(bytes, size);
    /* GLib passes over what is no base64. */
    return strcmp(again, code) == 0 ? g_strndup((const char *)bytes, size) : NULL;
}

static char *check_one(const char *header, const char *value, const char *body)
{
    if (value == NULL)
        return g_strdup_printf("the header %s is missing", header);
    g_autofree char *decoded = decode(value);
    if (g_strcmp0(decoded, body) == 0)
        return NULL;
    g_autofree char *shown = mcp_plain_line(value, SHOWN_BYTES);
    g_autofree char *shown_body = mcp_plain_line(body, SHOWN_BYTES);
    return g_strdup_printf("the header %s says \"%s\" and the body \"%s\"", header, shown,
                           shown_body);
}

char *mcp_head_check(const McpHead *head, const char *revision, const char *method,
                     const char *name)
{
    char *fault = check_one("MCP-Protocol-Version", head->revision, revision);

    if (fault == NULL)
        fault = check_one("Mcp-Method", head->method, method);
    if (fault == NULL && name != NULL)
        fault = check_one("Mcp-Name", head->name, name);
    return fault;
}

McpAccepts mcp_head_accepts(const char *accept)
{
    gboolean json = FALSE, stream = FALSE;

    if (accept == NULL)
        return MCP_ACCEPTS_JSON;
    g_auto(GStrv) ranges = g_strsplit(accept, ",", 32);
    for (char **range = ranges; *range != NULL; range++) {
        char *parameters = strchr(*range, ';');
        if (parameters != NULL)
            *parameters = '\0';
        const char *type = g_strstrip(*range);
        gboolean all = strcmp(type, "*/*") == 0;
        json = json || all || g_ascii_strcasecmp(type, "application/json") == 0 ||
               strcmp(type, "application/*") == 0;
        /* A wildcard is no sign that the client can read a stream. */
        stream = stream || g_ascii_strcasecmp(type, "text/event-stream") == 0;
    }
    return stream ? MCP_ACCEPTS_STREAM : json ? MCP_ACCEPTS_JSON : MCP_ACCEPTS_NONE;
}

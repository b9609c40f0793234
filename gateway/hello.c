/* SPDX-License-Identifier: MIT */
/* The first line on mcp.sock. */
#include "hello.h"

#include <string.h>

static const char *const members[] = {"cordon", "project", "loop", "role", "board", "name"};

static gboolean knows_all(const CordonJsonValue *root, GError **error)
{
    for (const CordonJsonValue *member = cordon_json_first(root); member != NULL;
         member = cordon_json_next(member)) {
        gboolean is_known = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(members); i++)
            is_known = is_known || strcmp(cordon_json_name(member), members[i]) == 0;
        if (!is_known) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                        "The hello has the member %s, which this gateway does not know: the client "
                        "is newer.  Restart the gateway.",
                        cordon_json_name(member));
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_folder(const CordonJsonValue *root, const char *name, char **ret,
                            GError **error)
{
    const char *text;

    if (!cordon_json_get_string(root, name, TRUE, &text, error))
        return FALSE;
    if (text[0] != '/') {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "The hello's %s is no absolute path.",
                    name);
        return FALSE;
    }
    *ret = g_strdup(text);
    return TRUE;
}

static gboolean read_members(const CordonJsonValue *root, Hello *hello, GError **error)
{
    const char *protocol, *role, *board = NULL, *name = NULL;

    if (!cordon_json_is_object(root)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "The hello is no object.");
        return FALSE;
    }
    if (!cordon_json_get_string(root, "cordon", TRUE, &protocol, error))
        return FALSE;
    if (strcmp(protocol, HELLO_PROTOCOL) != 0) {
        g_set_error_literal(
            error, CORDON_ERROR, CORDON_ERROR_PARSE,
            "The hello is not of the protocol " HELLO_PROTOCOL
            ": client and gateway are of different versions.  Restart the gateway.");
        return FALSE;
    }
    if (!knows_all(root, error) || !read_folder(root, "project", &hello->project, error) ||
        !read_folder(root, "loop", &hello->loop, error) ||
        !cordon_json_get_string(root, "role", TRUE, &role, error) ||
        !cordon_json_get_string(root, "board", FALSE, &board, error) ||
        !cordon_json_get_string(root, "name", FALSE, &name, error))
        return FALSE;
    hello->role = g_strdup(role);
    hello->board = g_strdup(board);
    hello->name = g_strdup(name);
    return TRUE;
}

Hello *hello_parse(const char *line, gsize size, GError **error)
{
    g_autoptr(CordonJson) json = cordon_json_parse(line, size, HELLO_MAX_BYTES, error);
    g_autoptr(Hello) hello = g_new0(Hello, 1);

    if (json == NULL || !read_members(cordon_json_root(json), hello, error))
        return NULL;
    return g_steal_pointer(&hello);
}

static void add_optional(CordonJsonWriter *writer, const char *name, const char *value)
{
    if (value != NULL)
        cordon_json_add_string(writer, name, value);
}

char *hello_to_json(const Hello *hello)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "cordon", HELLO_PROTOCOL);
    cordon_json_add_string(writer, "project", hello->project);
    cordon_json_add_string(writer, "loop", hello->loop);
    cordon_json_add_string(writer, "role", hello->role);
    add_optional(writer, "board", hello->board);
    add_optional(writer, "name", hello->name);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

char *hello_answer(const char *error_message)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    if (error_message != NULL)
        cordon_json_add_string(writer, "error", error_message);
    else
        cordon_json_add_bool(writer, "ok", TRUE);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

gboolean hello_read_answer(const char *line, gsize size, GError **error)
{
    g_autoptr(CordonJson) json = cordon_json_parse(line, size, HELLO_MAX_BYTES, error);
    const char *message = NULL;
    gboolean is_ok = FALSE;

    if (json == NULL)
        return FALSE;
    if (!cordon_json_is_object(cordon_json_root(json))) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "The answer is no object.");
        return FALSE;
    }
    if (!cordon_json_get_string(cordon_json_root(json), "error", FALSE, &message, error) ||
        !cordon_json_get_bool(cordon_json_root(json), "ok", FALSE, &is_ok, error))
        return FALSE;
    if (message == NULL && is_ok)
        return TRUE;
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                        message != NULL ? message
                                        : "The gateway gave an answer that says nothing.");
    return FALSE;
}

void hello_free(Hello *hello)
{
    g_free(hello->project);
    g_free(hello->loop);
    g_free(hello->role);
    g_free(hello->board);
    g_free(hello->name);
    g_free(hello);
}

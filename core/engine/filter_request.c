/* SPDX-License-Identifier: MIT */
/* Requests to the command filter as lines of JSON. */
#include "engine/filter.h"

#include <string.h>

#include <cordon/json.h>

/* A line of the greatest length, each byte of it escaped, and some room for the rest. */
#define MAX_REQUEST_BYTES (CORDON_SHELL_MAX_BYTES * 6u + 64u * 1024)
#define MAX_WORDS         CORDON_SHELL_MAX_WORDS

typedef struct {
    const char *line; /* or NULL: argv */
    char **argv;
    const char *cwd;
    CordonLanguage language;
} Request;

static gboolean read_language(const CordonJsonValue *object, gboolean is_windows,
                              CordonLanguage *ret_language, GError **error)
{
    static const struct {
        const char *name;
        CordonLanguage language;
    } rows[] = {
        {"sh", CORDON_LANGUAGE_SHELL},
        {"cmd", CORDON_LANGUAGE_CMD},
        {"ps", CORDON_LANGUAGE_POWERSHELL},
    };
    const char *name = NULL;

    if (!cordon_json_get_string(object, "shell", FALSE, &name, error))
        return FALSE;
    if (name == NULL)
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (strcmp(rows[i].name, name) == 0 &&
            (is_windows || rows[i].language == CORDON_LANGUAGE_SHELL)) {
            *ret_language = rows[i].language;
            return TRUE;
        }
    }
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                is_windows ? "shell: is sh, cmd or ps" : "shell: is sh on this platform");
    return FALSE;
}

static gboolean read_command(const CordonJsonValue *object, Request *request, GError **error)
{
    const CordonJsonValue *command = cordon_json_find(object, "command");

    if (command == NULL || !cordon_json_is_array(command))
        return cordon_json_get_string(object, "command", TRUE, &request->line, error);
    return cordon_json_get_strings(object, "command", TRUE, MAX_WORDS, &request->argv, error);
}

static gboolean read_request(const CordonJsonValue *object, gboolean is_windows, Request *request,
                             GError **error)
{
    if (!cordon_json_is_object(object)) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "not a JSON object");
        return FALSE;
    }
    return read_command(object, request, error) &&
           cordon_json_get_string(object, "cwd", FALSE, &request->cwd, error) &&
           read_language(object, is_windows, &request->language, error);
}

static CordonJudgement *judge(CordonFilter *filter, const char *json, gsize size, GError **error)
{
    g_autoptr(CordonJson) document = cordon_json_parse(json, size, MAX_REQUEST_BYTES, error);
    Request request = {.language = CORDON_LANGUAGE_OWN};

    if (document == NULL)
        return NULL;
    gboolean is_windows = filter->settings.platform == CORDON_PLATFORM_WINDOWS;
    gboolean good = read_request(cordon_json_root(document), is_windows, &request, error);
    g_auto(GStrv) argv = request.argv;
    if (!good)
        return NULL;
    if (argv != NULL)
        return cordon_filter_judge_argv(filter, (const char *const *)argv, request.cwd);
    return cordon_filter_judge(filter, request.language, request.line, strlen(request.line),
                               request.cwd);
}

static char *error_json(const GError *error)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "error", error->message);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

gboolean cordon_filter_judge_request(CordonFilter *filter, const char *json, gsize size,
                                     char **ret_json)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonJudgement) judgement = judge(filter, json, size, &error);

    *ret_json = judgement != NULL ? cordon_judgement_to_json(judgement) : error_json(error);
    return judgement != NULL;
}

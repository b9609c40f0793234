/* SPDX-License-Identifier: MIT */
/* What the commands of cordon-client share. */
#include "client/client.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "log.h"

#define MAX_SHOWN_BYTES 65536u

void client_say(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    g_autofree char *text = g_strdup_vprintf(format, values);
    va_end(values);
    g_autofree char *escaped = log_escape(text, MAX_SHOWN_BYTES);
    fprintf(stderr, "cordon: %s\n", escaped);
    fflush(stderr);
}

char *client_text(const CordonJsonValue *object, const char *name)
{
    const char *text = cordon_json_string(cordon_json_find(object, name));

    return log_escape(text != NULL ? text : "", MAX_SHOWN_BYTES);
}

gint64 client_number(const CordonJsonValue *object, const char *name)
{
    gint64 number = 0;

    cordon_json_get_int(object, name, FALSE, G_MININT64, G_MAXINT64, &number, NULL);
    return number;
}

static void say_error(const char *body, int status)
{
    g_autoptr(CordonJson) json = cordon_json_parse(body, strlen(body), CORDON_JSON_MAX_BYTES, NULL);
    const CordonJsonValue *error = NULL;
    const char *message = NULL;

    if (json != NULL && cordon_json_is_object(cordon_json_root(json)))
        error = cordon_json_find(cordon_json_root(json), "error");
    if (error != NULL && cordon_json_is_object(error))
        message = cordon_json_string(cordon_json_find(error, "message"));
    client_say("%s (HTTP %d)", message != NULL ? message : "the gateway refused", status);
}

CordonJson *client_ask(ClientHttp *http, const char *method, const char *path, const char *body,
                       int *ret_exit)
{
    g_autofree char *answer = NULL;
    g_autoptr(GError) error = NULL;
    int status = client_http_ask(http, method, path, body, &answer);

    *ret_exit = CLIENT_FAILED;
    if (status == 0) {
        *ret_exit = CLIENT_NO_GATEWAY;
        client_say("no gateway runs in %s; `cordon gateway` starts one", client_http_folder(http));
        return NULL;
    }
    if (status < 0) {
        client_say("the gateway does not answer: %s", answer);
        return NULL;
    }
    if (status >= 300) {
        if (status == 404 || status == 409)
            *ret_exit = CLIENT_STALE;
        say_error(answer, status);
        return NULL;
    }
    CordonJson *json = cordon_json_parse(answer, strlen(answer), CORDON_JSON_MAX_BYTES, &error);
    if (json == NULL || !cordon_json_is_object(cordon_json_root(json))) {
        client_say("the gateway gave an answer that cannot be read");
        g_clear_pointer(&json, cordon_json_free);
        return NULL;
    }
    *ret_exit = 0;
    return json;
}

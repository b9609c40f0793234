/* SPDX-License-Identifier: MIT */
/* cordon status. */
#include <stdio.h>
#include <string.h>

#include "client/client.h"

static gint64 count(const CordonJsonValue *jobs, const char *state)
{
    return jobs != NULL && cordon_json_is_object(jobs) ? client_number(jobs, state) : 0;
}

static void print_jobs(const CordonJsonValue *session)
{
    const CordonJsonValue *jobs = cordon_json_find(session, "jobs");
    gint64 windows = client_number(session, "windows");
    gint64 asking = count(jobs, "asking");

    printf("Commands: %" G_GINT64_FORMAT " running, %" G_GINT64_FORMAT " in line, %" G_GINT64_FORMAT
           " ended\n",
           count(jobs, "running"), count(jobs, "queued") + count(jobs, "judging"),
           count(jobs, "ended"));
    if (asking > 0)
        printf("%" G_GINT64_FORMAT " wait for your answer: cordon approve\n", asking);
    if (windows == 0)
        puts("Nobody can answer: what would be asked is denied. `cordon approve`, left open, "
             "answers.");
    else
        printf("Windows that can answer: %" G_GINT64_FORMAT "\n", windows);
}

static void print_status(const CordonJsonValue *status)
{
    const CordonJsonValue *settings = cordon_json_find(status, "settings");
    const CordonJsonValue *session = cordon_json_find(status, "session");
    g_autofree char *version = client_text(status, "version");
    g_autofree char *folder = client_text(status, "folder");
    gboolean sandbox = FALSE;

    printf("Gateway %s, process %" G_GINT64_FORMAT ", http://127.0.0.1:%" G_GINT64_FORMAT
           "/, in %s\n",
           version, client_number(status, "pid"), client_number(status, "port"), folder);
    if (settings != NULL && cordon_json_is_object(settings)) {
        g_autofree char *error = client_text(settings, "error");
        if (error[0] != '\0')
            printf("The settings cannot be read, so commands are refused: %s\n", error);
    }
    if (cordon_json_get_bool(status, "sandbox", TRUE, &sandbox, NULL))
        printf("Sandbox agent commands: %s\n", sandbox ? "on" : "off");
    if (session != NULL && cordon_json_is_object(session))
        print_jobs(session);
}

int client_status(ClientHttp *http, char **words)
{
    gboolean as_json = words[0] != NULL && strcmp(words[0], "--json") == 0;
    int status;

    if (as_json) {
        g_autofree char *body = NULL;
        int code = client_http_ask(http, "GET", "/v1/status", NULL, &body);
        if (code == 200) {
            puts(body);
            return 0;
        }
    }
    g_autoptr(CordonJson) json = client_ask(http, "GET", "/v1/status", NULL, &status);
    if (json != NULL)
        print_status(cordon_json_root(json));
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Requests over the gateway's Unix socket. */
#define _GNU_SOURCE /* memmem() */
#include "client/http.h"

#include <curl/curl.h>
#include <string.h>
#include <unistd.h>

#include "place.h"

#define MAX_ANSWER_BYTES (16u * 1024 * 1024)
#define TIMEOUT_S        120L
#define NAME             "http://localhost"

struct ClientHttp {
    char *folder, *socket;
    CURL *curl;
};

ClientHttp *client_http_new(const char *folder)
{
    ClientHttp *http = g_new0(ClientHttp, 1);

    curl_global_init(CURL_GLOBAL_DEFAULT);
    http->folder = g_strdup(folder);
    http->socket = g_build_filename(folder, PLACE_HTTP_SOCKET, NULL);
    http->curl = curl_easy_init();
    return http;
}

void client_http_free(ClientHttp *http)
{
    curl_easy_cleanup(http->curl);
    g_free(http->folder);
    g_free(http->socket);
    g_free(http);
}

const char *client_http_folder(const ClientHttp *http)
{
    return http->folder;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *user_data)
{
    GString *body = user_data;

    if (body->len + size * count > MAX_ANSWER_BYTES)
        return 0;
    g_string_append_len(body, bytes, (gssize)(size * count));
    return size * count;
}

/* Nothing of the user's environment counts: no proxy, no .netrc. */
static void prepare(CURL *curl, const char *socket_path, const char *url)
{
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, socket_path);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "cordon");
}

int client_http_ask(ClientHttp *http, const char *method, const char *path, const char *body,
                    char **ret_body)
{
    g_autofree char *url = g_strconcat(NAME, path, NULL);
    GString *answer = g_string_new(NULL);
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    long status = 0;

    prepare(http->curl, http->socket, url);
    curl_easy_setopt(http->curl, CURLOPT_CUSTOMREQUEST, method);
    curl_easy_setopt(http->curl, CURLOPT_TIMEOUT, TIMEOUT_S);
    curl_easy_setopt(http->curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(http->curl, CURLOPT_WRITEDATA, answer);
    if (body != NULL) {
        curl_easy_setopt(http->curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(http->curl, CURLOPT_POSTFIELDS, body);
    }
    CURLcode code = curl_easy_perform(http->curl);
    curl_easy_getinfo(http->curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    if (code == CURLE_COULDNT_CONNECT)
        status = 0;
    else if (code != CURLE_OK)
        status = -1;
    if (status <= 0)
        g_string_assign(answer, curl_easy_strerror(code));
    *ret_body = g_string_free(answer, FALSE);
    return (int)status;
}

/* --- watching --- */

typedef struct {
    char *socket;
    int fd;
    GString *rest; /* the begin of an event */
} Watch;

static void tell(const Watch *watch)
{
    ssize_t written = write(watch->fd, "!", 1);

    (void)written;
}

/* An event ends with an empty line; all but the passing ones may concern what waits. */
static size_t take_events(char *bytes, size_t size, size_t count, void *user_data)
{
    Watch *watch = user_data;
    const char *end;

    g_string_append_len(watch->rest, bytes, (gssize)(size * count));
    while ((end = memmem(watch->rest->str, watch->rest->len, "\n\n", 2)) != NULL) {
        gsize length = (gsize)(end - watch->rest->str) + 2;
        if (memmem(watch->rest->str, length, "event: approval", 15) != NULL ||
            memmem(watch->rest->str, length, "event: reset", 12) != NULL ||
            memmem(watch->rest->str, length, "event: hello", 12) != NULL)
            tell(watch);
        g_string_erase(watch->rest, 0, (gssize)length);
    }
    return watch->rest->len > MAX_ANSWER_BYTES ? 0 : size * count;
}

static gpointer watch_thread(gpointer data)
{
    Watch *watch = data;
    CURL *curl = curl_easy_init();

    prepare(curl, watch->socket, NAME "/v1/events?window=1");
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_events);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, watch);
    curl_easy_perform(curl);
    curl_easy_cleanup(curl);
    close(watch->fd);
    g_string_free(watch->rest, TRUE);
    g_free(watch->socket);
    g_free(watch);
    return NULL;
}

gboolean client_http_watch(const ClientHttp *http, int fd)
{
    Watch *watch = g_new0(Watch, 1);

    *watch = (Watch){g_strdup(http->socket), fd, g_string_new(NULL)};
    GThread *thread = g_thread_try_new("watch", watch_thread, watch, NULL);
    if (thread == NULL)
        return FALSE;
    g_thread_unref(thread);
    return TRUE;
}

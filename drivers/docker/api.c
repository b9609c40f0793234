/* SPDX-License-Identifier: MIT */
/* The calls of the engine that running a command needs. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "api.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/fdio.h"

enum {
    CALL_MS = 30000, /* a busy engine takes seconds */
    ANSWER_MAX = 4 * 1024 * 1024,
    HEAD_MAX = 8192,
    MESSAGE_MAX = 512,
};

void cordon_api_failure_clear(CordonApiFailure *failure)
{
    g_free(failure->message);
    *failure = (CordonApiFailure){0};
}

char *cordon_api_line(const char *text, gssize size)
{
    char *line = g_utf8_make_valid(text, size);

    for (char *c = line; *c != '\0'; c++)
        if ((guchar)*c < 0x20 || *c == 0x7f)
            *c = ' ';
    return line;
}

char *cordon_api_message(const CordonHttpResponse *response)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(response->body, response->size, ANSWER_MAX, NULL);
    const char *message = NULL;

    if (json != NULL && cordon_json_is_object(cordon_json_root(json)))
        (void)cordon_json_get_string(cordon_json_root(json), "message", FALSE, &message, NULL);
    return g_strdup(message);
}

static void set_failure(CordonApiFailure *failure, guint status, const char *message)
{
    g_autofree char *text =
        cordon_api_line(message, (gssize)MIN(strlen(message), (gsize)MESSAGE_MAX));

    cordon_api_failure_clear(failure);
    failure->status = status;
    failure->message = g_strdup(g_strstrip(text));
}

/* {"message": "..."}, or whatever else was said. */
static void set_answer(CordonApiFailure *failure, const CordonHttpResponse *response)
{
    g_autofree char *message = cordon_api_message(response);

    set_failure(failure, response->status, message != NULL ? message : response->body);
}

gboolean cordon_api_call(CordonHttp *http, const char *method, const char *path, const char *json,
                         guint timeout_ms, CordonJson **ret_json, CordonApiFailure *ret_failure)
{
    static const char *const headers[] = {"Content-Type: application/json", NULL};
    const CordonHttpRequest request = {
        .method = method,
        .url = path,
        .headers = json != NULL ? headers : NULL,
        .body = json,
        .body_size = json != NULL ? strlen(json) : 0,
        .timeout_ms = timeout_ms,
        .max_bytes = ANSWER_MAX,
    };
    g_auto(CordonHttpResponse) response = {0};
    g_autoptr(GError) error = NULL;

    if (!cordon_http_send(http, &request, &response, &error)) {
        set_failure(ret_failure, 0, error->message);
        return FALSE;
    }
    if (response.status < 200 || response.status >= 300) {
        set_answer(ret_failure, &response);
        return FALSE;
    }
    if (ret_json == NULL)
        return TRUE;
    *ret_json = cordon_json_parse(response.body, response.size, ANSWER_MAX, &error);
    if (*ret_json == NULL)
        set_failure(ret_failure, response.status, error->message);
    return *ret_json != NULL;
}

char *cordon_api_create(CordonHttp *http, const char *name, const char *json,
                        CordonApiFailure *ret_failure)
{
    static const char nonsense[] = "the engine's answer names no container";
    g_autofree char *path = g_strconcat(CORDON_DOCKER_API "/containers/create?name=", name, NULL);
    g_autoptr(CordonJson) answer = NULL;
    const char *id = NULL;

    if (!cordon_api_call(http, "POST", path, json, CALL_MS, &answer, ret_failure))
        return NULL;
    if (!cordon_json_is_object(cordon_json_root(answer)) ||
        !cordon_json_get_string(cordon_json_root(answer), "Id", TRUE, &id, NULL) ||
        strlen(id) > 128 || id[strspn(id, "0123456789abcdef")] != '\0' || *id == '\0') {
        set_failure(ret_failure, 0, nonsense);
        return NULL;
    }
    return g_strdup(id);
}

int cordon_api_connect(const char *socket_path, int flags)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    CORDON_AUTO_FD int fd = -1;

    if (strlen(socket_path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, socket_path);
    fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        return -1;
    return cordon_fd_steal(&fd);
}

/* Reads up to the empty line, byte by byte: what follows is the container's. */
static gboolean read_head(int fd, char head[static HEAD_MAX])
{
    gsize size = 0;

    while (size < HEAD_MAX - 1) {
        ssize_t got = read(fd, head + size, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return FALSE;
        size++;
        head[size] = '\0';
        if (size >= 4 && memcmp(head + size - 4, "\r\n\r\n", 4) == 0)
            return TRUE;
    }
    return FALSE;
}

/* "HTTP/1.1 101 UPGRADED", or 200 of older engines. */
static gboolean is_upgraded(const char *head)
{
    return g_str_has_prefix(head, "HTTP/1.1 101 ") || g_str_has_prefix(head, "HTTP/1.1 200 ");
}

/* The one exchange that libcurl is no help with: the connection turns into the container's streams. */
int cordon_api_attach(const char *socket_path, const char *id, CordonApiFailure *ret_failure)
{
    g_autofree char *request = g_strconcat(
        "POST " CORDON_DOCKER_API "/containers/", id,
        "/attach?stream=1&stdin=1&stdout=1&stderr=1 HTTP/1.1\r\n"
        "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: tcp\r\nContent-Length: 0\r\n\r\n",
        NULL);
    char head[HEAD_MAX] = "";
    struct timeval patience = {.tv_sec = CALL_MS / 1000};
    const struct timeval none = {0};
    CORDON_AUTO_FD int fd = cordon_api_connect(socket_path, 0);

    if (fd < 0) {
        set_failure(ret_failure, 0, g_strerror(errno));
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (!cordon_fd_write_all(fd, request, strlen(request), NULL, NULL) || !read_head(fd, head) ||
        !is_upgraded(head)) {
        g_autofree char *line = g_strdup_printf("the engine does not give its streams: %.*s",
                                                (int)strcspn(head, "\r\n"), head);
        set_failure(ret_failure, 0, line);
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
    return cordon_fd_steal(&fd);
}

gboolean cordon_api_start(CordonHttp *http, const char *id, CordonApiFailure *ret_failure)
{
    g_autofree char *path = g_strconcat(CORDON_DOCKER_API "/containers/", id, "/start", NULL);
    return cordon_api_call(http, "POST", path, NULL, CALL_MS, NULL, ret_failure);
}

gboolean cordon_api_signal(CordonHttp *http, const char *id, const char *signal,
                           CordonApiFailure *ret_failure)
{
    g_autofree char *path =
        g_strconcat(CORDON_DOCKER_API "/containers/", id, "/kill?signal=", signal, NULL);
    return cordon_api_call(http, "POST", path, NULL, CALL_MS, NULL, ret_failure);
}

gboolean cordon_api_wait_removed(CordonHttp *http, const char *id, guint timeout_ms)
{
    g_autofree char *path =
        g_strconcat(CORDON_DOCKER_API "/containers/", id, "/wait?condition=removed", NULL);
    g_auto(CordonApiFailure) failure = {0};

    return cordon_api_call(http, "POST", path, NULL, timeout_ms, NULL, &failure) ||
           failure.status == 404;
}

gboolean cordon_api_remove(CordonHttp *http, const char *id, guint timeout_ms,
                           CordonApiFailure *ret_failure)
{
    g_autofree char *path = g_strconcat(CORDON_DOCKER_API "/containers/", id, "?force=1&v=1", NULL);

    if (cordon_api_call(http, "DELETE", path, NULL, timeout_ms, NULL, ret_failure) ||
        ret_failure->status == 404)
        return TRUE;
    /* It is being removed already. */
    return ret_failure->status == 409 && cordon_api_wait_removed(http, id, timeout_ms);
}

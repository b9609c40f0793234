/* SPDX-License-Identifier: MIT */
/* `cordon-docker probe`: what is true of the engine, as lines `KEY VALUE` that the docker plug-in reads (facts
 * only: what they mean is decided there).  Changes nothing, asks nobody, ends within seconds.
 *
 *   endpoint.type     socket, remote, bad-host, context-missing, config-broken
 *   endpoint.from     host (DOCKER_HOST), context (DOCKER_CONTEXT), config (of docker), default
 *   endpoint.path     of the socket          endpoint.text     what it is called
 *   socket.state      missing, other (not a socket), there
 *   socket.errno      of connecting; 0
 *   socket.group      member (this process is in the socket's group), listed (only the user is), none
 *   ping.status       of HTTP; 0: no answer  ping.timeout      1
 *   ping.api ping.minimum ping.os ping.server   headers
 *   info.status       of HTTP
 *   info.version info.system info.architecture info.os
 *   info.rootless info.userns info.memory-limit info.pids-limit   0 or 1
 *   image.name        the reference          image.status      of HTTP
 *   image.id image.architecture image.os
 */
#define _GNU_SOURCE /* S_ISSOCK(), getgroups() */
#include "commands.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"
#include "base/fdio.h"
#include "endpoint.h"
#include "image_default.h"
#include "reference.h"

/* An engine that listens answers in milliseconds; one that does not is not waited for. */
enum { ASK_MS = 2000 };

static void say(const char *key, const char *value)
{
    g_autofree char *text = cordon_api_line(value != NULL ? value : "", -1);

    printf("%s %s\n", key, text);
}

static void say_number(const char *key, gint64 number)
{
    printf("%s %" G_GINT64_FORMAT "\n", key, number);
}

static void say_endpoint(const CordonEndpoint *endpoint)
{
    static const char *const types[] = {
        [CORDON_ENDPOINT_SOCKET] = "socket",
        [CORDON_ENDPOINT_REMOTE] = "remote",
        [CORDON_ENDPOINT_BAD_HOST] = "bad-host",
        [CORDON_ENDPOINT_CONTEXT_MISSING] = "context-missing",
        [CORDON_ENDPOINT_CONFIG_BROKEN] = "config-broken",
    };
    static const char *const sources[] = {
        [CORDON_ENDPOINT_FROM_HOST] = "host",
        [CORDON_ENDPOINT_FROM_CONTEXT] = "context",
        [CORDON_ENDPOINT_FROM_CONFIG] = "config",
        [CORDON_ENDPOINT_FROM_DEFAULT] = "default",
    };

    say("endpoint.type", types[endpoint->type]);
    say("endpoint.from", sources[endpoint->source]);
    say("endpoint.path", endpoint->path);
    say("endpoint.text", endpoint->text);
}

/* --- the socket ------------------------------------------------------------------------------------ */

static gboolean is_in_groups(gid_t group)
{
    int count = getgroups(0, NULL);

    if (getegid() == group)
        return TRUE;
    g_autofree gid_t *groups = g_new0(gid_t, (gsize)MAX(count, 0) + 1);
    count = getgroups(count, groups);
    for (int i = 0; i < count; i++)
        if (groups[i] == group)
            return TRUE;
    return FALSE;
}

/* By the system's list of groups: whoever was added to one after logging in is listed and not in it yet. */
static gboolean is_listed(gid_t group)
{
    const struct passwd *user = getpwuid(geteuid());
    g_autofree char *name = user != NULL ? g_strdup(user->pw_name) : NULL;
    const struct group *found = name != NULL ? getgrgid(group) : NULL;

    for (char **member = found != NULL ? found->gr_mem : NULL; member != NULL && *member != NULL;
         member++)
        if (g_str_equal(*member, name))
            return TRUE;
    return FALSE;
}

static int try_connect(const char *path)
{
    CORDON_AUTO_FD int fd = cordon_api_connect(path, SOCK_NONBLOCK);

    return fd >= 0 || errno == EAGAIN ? 0 : errno; /* its queue is full: somebody listens */
}

/* Connecting to a folder or a plain file says ECONNREFUSED too, so the first look is at what lies there. */
static gboolean look_at_socket(const char *path)
{
    struct stat info;

    if (stat(path, &info) != 0) {
        say("socket.state", "missing");
        say_number("socket.errno", errno);
        return FALSE;
    }
    if (!S_ISSOCK(info.st_mode)) {
        say("socket.state", "other");
        return FALSE;
    }
    int error = try_connect(path);
    say("socket.state", "there");
    say_number("socket.errno", error);
    say("socket.group", is_in_groups(info.st_gid) ? "member"
                        : is_listed(info.st_gid)  ? "listed"
                                                  : "none");
    return error == 0;
}

/* --- the engine ------------------------------------------------------------------------------------ */

static gboolean ping(CordonHttp *http)
{
    const CordonHttpRequest request = {
        .method = "GET", .url = "/_ping", .timeout_ms = ASK_MS, .max_bytes = 65536};
    g_auto(CordonHttpResponse) response = {0};
    g_autoptr(GError) error = NULL;

    if (!cordon_http_send(http, &request, &response, &error)) {
        const char *reason;
        /* Somebody listens, or this would not be asked: a queue that is full is one that nobody works off. */
        gboolean is_busy = cordon_http_failure(http, &reason) == CORDON_HTTP_FAILURE_CONNECT;
        say_number("ping.status", 0);
        say_number("ping.timeout",
                   is_busy || g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TIMEOUT));
        return FALSE;
    }
    say_number("ping.status", response.status);
    say("ping.api", cordon_http_response_header(&response, "api-version"));
    say("ping.os", cordon_http_response_header(&response, "ostype"));
    say("ping.server", cordon_http_response_header(&response, "server"));
    return response.status == 200;
}

static CordonJson *ask(CordonHttp *http, const char *path, const char *status_key)
{
    g_auto(CordonApiFailure) failure = {0};
    CordonJson *json = NULL;

    gboolean fine = cordon_api_call(http, "GET", path, NULL, ASK_MS, &json, &failure);
    say_number(status_key, fine ? 200 : failure.status);
    if (fine && cordon_json_is_object(cordon_json_root(json)))
        return json;
    cordon_json_free(json);
    return NULL;
}

static void say_member(const CordonJsonValue *object, const char *key, const char *name)
{
    const char *text = NULL;

    (void)cordon_json_get_string(object, name, FALSE, &text, NULL);
    say(key, text);
}

static void say_flag(const CordonJsonValue *object, const char *key, const char *name)
{
    gboolean flag = FALSE;

    (void)cordon_json_get_bool(object, name, FALSE, &flag, NULL);
    say_number(key, flag);
}

/* "name=rootless", "name=seccomp,profile=default" */
static gboolean has_security(const CordonJsonValue *info, const char *name)
{
    const CordonJsonValue *list = cordon_json_find(info, "SecurityOptions");

    if (list == NULL || !cordon_json_is_array(list))
        return FALSE;
    for (const CordonJsonValue *item = cordon_json_first(list); item != NULL;
         item = cordon_json_next(item)) {
        const char *text = cordon_json_string(item);
        gsize size = strlen(name);
        if (text != NULL && strncmp(text, name, size) == 0 &&
            (text[size] == '\0' || text[size] == ','))
            return strstr(text, "profile=unconfined") == NULL;
    }
    return FALSE;
}

static void ask_info(CordonHttp *http)
{
    static const struct {
        const char *key, *name;
    } texts[] = {
        {"info.version", "ServerVersion"},
        {"info.system", "OperatingSystem"},
        {"info.architecture", "Architecture"},
        {"info.os", "OSType"},
    };
    g_autoptr(CordonJson) json = ask(http, CORDON_DOCKER_API "/info", "info.status");

    if (json == NULL)
        return;
    const CordonJsonValue *info = cordon_json_root(json);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        say_member(info, texts[i].key, texts[i].name);
    say_flag(info, "info.memory-limit", "MemoryLimit");
    say_flag(info, "info.pids-limit", "PidsLimit");
    say_number("info.rootless", has_security(info, "name=rootless"));
    say_number("info.userns", has_security(info, "name=userns"));
}

/* The oldest version that the engine still speaks: of /version, which is asked without a version. */
static void ask_version(CordonHttp *http)
{
    g_autoptr(CordonJson) json = ask(http, "/version", "version.status");

    if (json != NULL)
        say_member(cordon_json_root(json), "ping.minimum", "MinAPIVersion");
}

/* What is no name of an image is not asked for: "../containers/x" would be another question. */
static void ask_image(CordonHttp *http, const char *name)
{
    g_auto(CordonReference) reference = {0};

    if (!cordon_reference_parse(name, &reference, NULL)) {
        say_number("image.status", 400);
        return;
    }
    g_autofree char *escaped = g_uri_escape_string(name, "/:@", FALSE);
    g_autofree char *path = g_strconcat(CORDON_DOCKER_API "/images/", escaped, "/json", NULL);
    g_autoptr(CordonJson) json = ask(http, path, "image.status");

    if (json == NULL)
        return;
    say_member(cordon_json_root(json), "image.id", "Id");
    say_member(cordon_json_root(json), "image.architecture", "Architecture");
    say_member(cordon_json_root(json), "image.os", "Os");
}

int cordon_docker_probe(int argc, char **argv)
{
    const CordonEndpointPlaces places = cordon_endpoint_places();
    g_auto(CordonEndpoint) endpoint = {0};
    const char *image = cordon_image_chosen();

    (void)argv;
    if (argc != 1) {
        fputs("usage: cordon-docker probe\n", stderr);
        return 2;
    }
    cordon_endpoint_find(&places, &endpoint);
    say_endpoint(&endpoint);
    say("image.name", image);
    if (endpoint.type != CORDON_ENDPOINT_SOCKET || !look_at_socket(endpoint.path))
        return 0;
    g_autoptr(CordonHttp) http = cordon_http_new_unix(endpoint.path);
    if (!ping(http))
        return 0;
    ask_version(http);
    ask_info(http);
    ask_image(http, image);
    return 0;
}

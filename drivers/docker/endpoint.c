/* SPDX-License-Identifier: MIT */
/* Where the engine listens. */
#include "endpoint.h"

#include <string.h>
#include <sys/stat.h>

#include "config.h"
#include <cordon/json.h>

CordonEndpointPlaces cordon_endpoint_places(void)
{
    return (CordonEndpointPlaces){
        .docker_host = g_getenv("DOCKER_HOST"),
        .docker_context = g_getenv("DOCKER_CONTEXT"),
        .docker_config = g_getenv("DOCKER_CONFIG"),
        .home = g_getenv("HOME"),
        .runtime_dir = g_getenv("XDG_RUNTIME_DIR"),
        .root = "",
    };
}

static gboolean is_set(const char *text)
{
    return text != NULL && *text != '\0';
}

static void set_type(CordonEndpoint *endpoint, CordonEndpointType type, const char *text)
{
    endpoint->type = type;
    endpoint->text = g_strdup(text);
}

/* "unix:///run/docker.sock" and its like. */
static void take_address(CordonEndpoint *endpoint, const char *address)
{
    static const char *const remote[] = {"tcp://",   "ssh://",   "http://",
                                         "https://", "npipe://", "fd://"};

    if (g_str_has_prefix(address, "unix://") && address[strlen("unix://")] == '/') {
        endpoint->type = CORDON_ENDPOINT_SOCKET;
        endpoint->path = g_strdup(address + strlen("unix://"));
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(remote); i++) {
        if (g_str_has_prefix(address, remote[i])) {
            set_type(endpoint, CORDON_ENDPOINT_REMOTE, address);
            return;
        }
    }
    set_type(endpoint, CORDON_ENDPOINT_BAD_HOST, address);
}

/* A small JSON file; NULL when it is not there (ret_broken FALSE) or is no JSON (TRUE). */
static CordonJson *read_json(const char *path, gboolean *ret_broken)
{
    gsize size = 0;
    g_autofree char *text = cordon_docker_config_read(path, &size, ret_broken);

    if (text == NULL)
        return NULL;
    CordonJson *json = cordon_json_parse(text, size, CORDON_DOCKER_CONFIG_MAX_BYTES, NULL);
    *ret_broken = json == NULL;
    return json;
}

/* The context that config.json makes the current one, or NULL.  FALSE when the file is broken. */
static gboolean read_current_context(const char *folder, char **ret_name, CordonEndpoint *endpoint)
{
    g_autofree char *path = g_build_filename(folder, "config.json", NULL);
    gboolean broken;
    g_autoptr(CordonJson) json = read_json(path, &broken);
    const char *name = NULL;

    *ret_name = NULL;
    if (json == NULL && !broken)
        return TRUE;
    if (broken || !cordon_json_is_object(cordon_json_root(json)) ||
        !cordon_json_get_string(cordon_json_root(json), "currentContext", FALSE, &name, NULL)) {
        set_type(endpoint, CORDON_ENDPOINT_CONFIG_BROKEN, path);
        return FALSE;
    }
    *ret_name = is_set(name) ? g_strdup(name) : NULL;
    return TRUE;
}

/* ~/.docker/contexts/meta/SHA256-OF-NAME/meta.json, Endpoints.docker.Host */
static void take_context(const char *folder, const char *name, CordonEndpoint *endpoint)
{
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
    g_autofree char *path =
        folder == NULL ? NULL
                       : g_build_filename(folder, "contexts", "meta", digest, "meta.json", NULL);
    gboolean broken = FALSE;
    g_autoptr(CordonJson) json = path != NULL ? read_json(path, &broken) : NULL;
    const CordonJsonValue *value = json != NULL ? cordon_json_root(json) : NULL;
    const char *host = NULL;

    endpoint->context = g_strdup(name);
    if (json == NULL && !broken) {
        set_type(endpoint, CORDON_ENDPOINT_CONTEXT_MISSING, name);
        return;
    }
    static const char *const steps[] = {"Endpoints", "docker"};
    for (gsize i = 0; i < G_N_ELEMENTS(steps) && value != NULL; i++)
        value = cordon_json_is_object(value) ? cordon_json_find(value, steps[i]) : NULL;
    if (value == NULL || !cordon_json_is_object(value) ||
        !cordon_json_get_string(value, "Host", TRUE, &host, NULL)) {
        set_type(endpoint, CORDON_ENDPOINT_CONFIG_BROKEN, path);
        return;
    }
    take_address(endpoint, host);
}

static gboolean is_there(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

/* The first of the usual sockets that is there, else the first of the list. */
static void take_default(const CordonEndpointPlaces *places, CordonEndpoint *endpoint)
{
    static const char *const below_home[] = {
        ".docker/run/docker.sock",
        ".docker/desktop/docker.sock",
        ".colima/default/docker.sock",
        ".orbstack/run/docker.sock",
        ".rd/docker.sock",
    };
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);

    g_ptr_array_add(paths, g_strconcat(places->root, "/var/run/docker.sock", NULL));
    if (is_set(places->runtime_dir))
        g_ptr_array_add(paths, g_build_filename(places->runtime_dir, "docker.sock", NULL));
    for (gsize i = 0; is_set(places->home) && i < G_N_ELEMENTS(below_home); i++)
        g_ptr_array_add(paths, g_build_filename(places->home, below_home[i], NULL));
    if (is_set(places->runtime_dir))
        g_ptr_array_add(paths, g_build_filename(places->runtime_dir, "podman/podman.sock", NULL));
    g_ptr_array_add(paths, g_strconcat(places->root, "/run/podman/podman.sock", NULL));

    endpoint->type = CORDON_ENDPOINT_SOCKET;
    endpoint->source = CORDON_ENDPOINT_FROM_DEFAULT;
    for (guint i = 0; i < paths->len && endpoint->path == NULL; i++)
        if (is_there(g_ptr_array_index(paths, i)))
            endpoint->path = g_strdup(g_ptr_array_index(paths, i));
    if (endpoint->path == NULL)
        endpoint->path = g_strdup(g_ptr_array_index(paths, 0));
}

void cordon_endpoint_find(const CordonEndpointPlaces *places, CordonEndpoint *ret)
{
    g_autofree char *folder = cordon_docker_config_folder(places->docker_config, places->home);
    g_autofree char *current = NULL;

    *ret = (CordonEndpoint){.type = CORDON_ENDPOINT_SOCKET};
    if (is_set(places->docker_host)) {
        ret->source = CORDON_ENDPOINT_FROM_HOST;
        take_address(ret, places->docker_host);
        return;
    }
    ret->source =
        is_set(places->docker_context) ? CORDON_ENDPOINT_FROM_CONTEXT : CORDON_ENDPOINT_FROM_CONFIG;
    if (is_set(places->docker_context))
        current = g_strdup(places->docker_context);
    else if (folder != NULL && !read_current_context(folder, &current, ret))
        return;
    if (current != NULL && !g_str_equal(current, "default"))
        take_context(folder, current, ret);
    else
        take_default(places, ret);
}

void cordon_endpoint_clear(CordonEndpoint *endpoint)
{
    g_free(endpoint->path);
    g_free(endpoint->text);
    g_free(endpoint->context);
    *endpoint = (CordonEndpoint){0};
}

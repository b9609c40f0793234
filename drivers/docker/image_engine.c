/* SPDX-License-Identifier: MIT */
/* What image commands ask the engine, and let it do. */
#define _GNU_SOURCE /* gethostname() */
#include "image_engine.h"

#include <cordon/image.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>

#include "api.h"
#include "endpoint.h"
#include "pull_progress.h"

#define PING_MS          5000
#define ANSWER_MS        60000
#define MAX_ANSWER_BYTES (8u * 1024 * 1024)
#define MAX_STREAM_BYTES (256u * 1024 * 1024)
/* Between two messages of a pull: unpacking a large layer onto a slow disk says nothing for long. */
#define PULL_IDLE_MS 600000
#define MAX_IMAGES   100
#define MAX_DIGESTS  256

struct CordonImageEngine {
    CordonEndpoint endpoint;
    CordonHttp *http;
    int cancel_fd;
    CordonImageEngineFacts facts;
};

void cordon_image_engine_free(CordonImageEngine *engine)
{
    if (engine == NULL)
        return;
    cordon_http_free(engine->http);
    cordon_endpoint_clear(&engine->endpoint);
    cordon_platform_clear(&engine->facts.platform);
    g_free(engine->facts.name);
    g_free(engine->facts.root_folder);
    g_free(engine);
}

const CordonImageEngineFacts *cordon_image_engine_facts(const CordonImageEngine *engine)
{
    return &engine->facts;
}

void cordon_local_image_clear(CordonLocalImage *image)
{
    g_free(image->id);
    cordon_platform_clear(&image->platform);
    g_strfreev(image->repo_digests);
    g_strfreev(image->diff_ids);
    *image = (CordonLocalImage){0};
}

/* --- failures ----------------------------------------------------------------------------------- */

static gboolean fail(GError **error, const char *tried, const char *why)
{
    g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
                "%s failed: %s.  `cordon doctor` says whether the engine can be used.", tried, why);
    return FALSE;
}

static gboolean fail_send(const CordonImageEngine *engine, const char *tried, const GError *inner,
                          GError **error)
{
    const char *reason;

    if (g_error_matches(inner, CORDON_ERROR, CORDON_ERROR_CANCELLED)) {
        g_set_error_literal(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED, "Cancelled.");
        return FALSE;
    }
    (void)cordon_http_failure(engine->http, &reason);
    g_autofree char *at = g_strdup_printf("%s at %s", tried, engine->endpoint.path);
    if (g_error_matches(inner, CORDON_ERROR, CORDON_ERROR_TIMEOUT))
        return fail(error, at, "it does not answer");
    return fail(error, at, reason != NULL ? reason : inner->message);
}

/* What the engine says in an answer that is no success; free with g_free(). */
static char *its_words(const CordonHttpResponse *response)
{
    char *message = cordon_api_message(response);

    return message != NULL ? message : g_strdup_printf("it answers %u", response->status);
}

static const char *advice(CordonImageError code)
{
    switch (code) {
    case CORDON_IMAGE_ERROR_NO_SPACE:
        return "`docker system df` says what takes the space; nothing was removed for you";
    case CORDON_IMAGE_ERROR_RATE_LIMIT:
        return "Wait, or `docker login` for a limit of your own";
    case CORDON_IMAGE_ERROR_DENIED:
        return "Check the name, or `docker login`";
    case CORDON_IMAGE_ERROR_NOT_FOUND:
        return "It was there when its size was asked; try again";
    case CORDON_IMAGE_ERROR_PLATFORM:
        return "Choose another image or tag";
    case CORDON_IMAGE_ERROR_OFFLINE:
        return "It is the engine that pulls: check its network and its proxy, then try again";
    case CORDON_IMAGE_ERROR_TLS:
        return "It is the engine that pulls: check its clock, its proxy and its certificates";
    case CORDON_IMAGE_ERROR_REFERENCE:
    case CORDON_IMAGE_ERROR_SCHEMA:
    case CORDON_IMAGE_ERROR_REGISTRY:
    case CORDON_IMAGE_ERROR_ENGINE:
    case CORDON_IMAGE_ERROR_CANCELLED:
    default:
        return "Try again";
    }
}

void cordon_image_engine_set_pull_error(const char *words, const CordonImagePlan *plan,
                                        GError **error)
{
    CordonImageError code = cordon_pull_error_code(words);
    g_autofree char *name = cordon_reference_format(&plan->reference);
    gsize length = strlen(words);

    while (length > 0 && (words[length - 1] == '.' || g_ascii_isspace(words[length - 1])))
        length--;
    g_set_error(error, CORDON_IMAGE_ERROR, (gint)code, "The engine could not pull %s: %.*s.  %s.",
                name, (int)length, words, advice(code));
}

/* --- requests ----------------------------------------------------------------------------------- */

/* tried: for a message, "Asking the engine what it is". */
static gboolean ask(CordonImageEngine *engine, const char *method, const char *url,
                    guint timeout_ms, const char *tried, CordonHttpResponse *ret, GError **error)
{
    CordonHttpRequest request = {
        .method = method,
        .url = url,
        .timeout_ms = timeout_ms,
        .max_bytes = MAX_ANSWER_BYTES,
        .cancel_fd = engine->cancel_fd,
    };
    g_autoptr(GError) inner = NULL;

    return cordon_http_send(engine->http, &request, ret, &inner) ||
           fail_send(engine, tried, inner, error);
}

/* An object or array; NULL with the error set, or, with ret_found, when there is no such thing. */
static CordonJson *get(CordonImageEngine *engine, const char *url, guint timeout_ms,
                       const char *tried, gboolean *ret_found, GError **error)
{
    g_auto(CordonHttpResponse) response = {0};
    g_autoptr(GError) inner = NULL;

    if (ret_found != NULL)
        *ret_found = FALSE;
    if (!ask(engine, "GET", url, timeout_ms, tried, &response, error))
        return NULL;
    if (ret_found != NULL && response.status == 404)
        return NULL;
    if (response.status != 200) {
        g_autofree char *words = its_words(&response);
        fail(error, tried, words);
        return NULL;
    }
    CordonJson *json = cordon_json_parse(response.body, response.size, MAX_ANSWER_BYTES, &inner);
    if (json == NULL)
        fail(error, tried, inner->message);
    else if (ret_found != NULL)
        *ret_found = TRUE;
    return json;
}

/* --- what it is --------------------------------------------------------------------------------- */

static gboolean check_endpoint(const CordonEndpoint *endpoint, GError **error)
{
    switch (endpoint->type) {
    case CORDON_ENDPOINT_SOCKET:
        return TRUE;
    case CORDON_ENDPOINT_REMOTE:
        g_set_error(
            error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
            "The engine %s is on another machine, whose folders are not these; commands "
            "cannot run there.  `unset DOCKER_HOST` or `docker context use default` chooses "
            "that of this machine.",
            endpoint->text);
        return FALSE;
    case CORDON_ENDPOINT_BAD_HOST:
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
                    "DOCKER_HOST is \"%s\", which names no engine.  `unset DOCKER_HOST`.",
                    endpoint->text);
        return FALSE;
    case CORDON_ENDPOINT_CONTEXT_MISSING:
        g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
                    "docker's context \"%s\" does not exist.  `docker context use default`.",
                    endpoint->text);
        return FALSE;
    case CORDON_ENDPOINT_CONFIG_BROKEN:
    default:
        g_set_error(
            error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_ENGINE,
            "docker's file %s cannot be read as what it ought to be.  Correct it or move it "
            "away.",
            endpoint->text);
        return FALSE;
    }
}

/* Processors of 32 bits differ, and only the kernel's name for them says how. */
static char *find_variant(const char *architecture, const char *machine)
{
    if (g_str_equal(architecture, "arm") && machine != NULL && g_str_has_prefix(machine, "armv") &&
        g_ascii_isdigit(machine[4]))
        return g_strdup_printf("v%c", machine[4]);
    return NULL;
}

/* Whether the engine's folders are those of this system, and not those of a virtual machine. */
static gboolean is_here(const CordonJsonValue *info)
{
    const char *name = NULL, *kernel = NULL;
    struct utsname own;

    return cordon_json_get_string(info, "Name", FALSE, &name, NULL) &&
           cordon_json_get_string(info, "KernelVersion", FALSE, &kernel, NULL) &&
           uname(&own) == 0 && g_strcmp0(name, own.nodename) == 0 &&
           g_strcmp0(kernel, own.release) == 0;
}

static void take_info(const CordonJsonValue *info, CordonImageEngineFacts *facts)
{
    const char *root = NULL, *machine = NULL;
    struct statvfs space;

    if (!cordon_json_is_object(info))
        return;
    (void)cordon_json_get_string(info, "Architecture", FALSE, &machine, NULL);
    facts->platform.variant = find_variant(facts->platform.architecture, machine);
    (void)cordon_json_get_string(info, "DockerRootDir", FALSE, &root, NULL);
    if (root == NULL || !g_path_is_absolute(root))
        return;
    facts->root_folder = g_strdup(root);
    if (is_here(info) && statvfs(root, &space) == 0)
        facts->free_bytes = (gint64)MIN((guint64)space.f_bavail * space.f_frsize,
                                        (guint64)G_GINT64_CONSTANT(1) << 53);
}

static gboolean is_podman(const CordonJsonValue *version)
{
    const CordonJsonValue *list = cordon_json_find(version, "Components");
    const CordonJsonValue *first = list != NULL ? cordon_json_first(list) : NULL;
    const char *name = NULL;

    return first != NULL && cordon_json_is_object(first) &&
           cordon_json_get_string(first, "Name", FALSE, &name, NULL) && name != NULL &&
           strstr(name, "Podman") != NULL;
}

static gboolean take_version(const CordonJsonValue *version, CordonImageEngineFacts *facts,
                             GError **error)
{
    static const char tried[] = "Asking the engine what it is";
    const char *os = NULL, *architecture = NULL, *number = NULL;

    if (!cordon_json_is_object(version) ||
        !cordon_json_get_string(version, "Os", TRUE, &os, NULL) ||
        !cordon_json_get_string(version, "Arch", TRUE, &architecture, NULL) ||
        !cordon_json_get_string(version, "Version", FALSE, &number, NULL))
        return fail(error, tried, "its answer is not that of an engine");
    facts->platform.os = g_strdup(os);
    facts->platform.architecture = g_strdup(architecture);
    facts->name = g_strdup_printf("%s %s", is_podman(version) ? "Podman" : "Docker",
                                  number != NULL ? number : "?");
    return TRUE;
}

CordonImageEngine *cordon_image_engine_open(int cancel_fd, GError **error)
{
    g_autoptr(CordonImageEngine) engine = g_new0(CordonImageEngine, 1);
    CordonEndpointPlaces places = cordon_endpoint_places();

    engine->cancel_fd = cancel_fd;
    engine->facts.free_bytes = -1;
    cordon_endpoint_find(&places, &engine->endpoint);
    if (!check_endpoint(&engine->endpoint, error))
        return NULL;
    engine->http = cordon_http_new_unix(engine->endpoint.path);
    g_autoptr(CordonJson) version =
        get(engine, "/version", PING_MS, "Asking the engine what it is", NULL, error);
    if (version == NULL || !take_version(cordon_json_root(version), &engine->facts, error))
        return NULL;
    /* It adds facts that can be done without. */
    g_autoptr(CordonJson) info = get(engine, "/info", ANSWER_MS, "", NULL, NULL);
    if (info != NULL)
        take_info(cordon_json_root(info), &engine->facts);
    return g_steal_pointer(&engine);
}

/* --- what it has -------------------------------------------------------------------------------- */

static gboolean read_image(const CordonJsonValue *object, CordonLocalImage *ret)
{
    const CordonJsonValue *rootfs =
        cordon_json_is_object(object) ? cordon_json_find(object, "RootFS") : NULL;
    const char *id = NULL, *os = NULL, *architecture = NULL, *variant = NULL;
    gint64 bytes = 0;

    if (!cordon_json_is_object(object) || !cordon_json_get_string(object, "Id", TRUE, &id, NULL) ||
        !cordon_json_get_string(object, "Os", FALSE, &os, NULL) ||
        !cordon_json_get_string(object, "Architecture", FALSE, &architecture, NULL) ||
        !cordon_json_get_string(object, "Variant", FALSE, &variant, NULL) ||
        !cordon_json_get_int(object, "Size", FALSE, 0, G_MAXINT64, &bytes, NULL) ||
        !cordon_json_get_strings(object, "RepoDigests", FALSE, MAX_DIGESTS, &ret->repo_digests,
                                 NULL))
        return FALSE;
    ret->id = g_str_has_prefix(id, "sha256:") ? g_strdup(id) : g_strconcat("sha256:", id, NULL);
    ret->bytes = (guint64)bytes;
    ret->platform = (CordonPlatform){
        .os = g_strdup(os != NULL ? os : "unknown"),
        .architecture = g_strdup(architecture != NULL ? architecture : "unknown"),
        .variant = variant != NULL && *variant != '\0' ? g_strdup(variant) : NULL,
    };
    if (rootfs != NULL && cordon_json_is_object(rootfs))
        (void)cordon_json_get_strings(rootfs, "Layers", FALSE, CORDON_MANIFEST_MAX_LAYERS,
                                      &ret->diff_ids, NULL);
    return TRUE;
}

gboolean cordon_image_engine_inspect(CordonImageEngine *engine, const char *name,
                                     CordonLocalImage *ret, gboolean *ret_found, GError **error)
{
    static const char tried[] = "Asking the engine for an image";
    g_autofree char *escaped = g_uri_escape_string(name, "/:@", FALSE);
    g_autofree char *url = g_strdup_printf("/images/%s/json", escaped);
    g_auto(CordonLocalImage) image = {0};
    GError *inner = NULL;
    g_autoptr(CordonJson) json = get(engine, url, ANSWER_MS, tried, ret_found, &inner);

    if (json == NULL) {
        if (inner != NULL)
            g_propagate_error(error, inner);
        return inner == NULL;
    }
    if (!read_image(cordon_json_root(json), &image))
        return fail(error, tried, "its answer describes none");
    *ret = image;
    image = (CordonLocalImage){0};
    return TRUE;
}

char **cordon_image_engine_list(CordonImageEngine *engine, GError **error)
{
    static const char tried[] = "Asking the engine for its images";
    g_autoptr(CordonJson) json = get(engine, "/images/json", ANSWER_MS, tried, NULL, error);
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);

    if (json == NULL)
        return NULL;
    for (const CordonJsonValue *value = cordon_json_first(cordon_json_root(json));
         value != NULL && ids->len < MAX_IMAGES; value = cordon_json_next(value)) {
        g_auto(GStrv) digests = NULL;
        const char *id = NULL;

        if (cordon_json_is_object(value) && cordon_json_get_string(value, "Id", TRUE, &id, NULL) &&
            cordon_json_get_strings(value, "RepoDigests", FALSE, MAX_DIGESTS, &digests, NULL) &&
            digests != NULL && digests[0] != NULL)
            g_ptr_array_add(ids, g_strdup(id));
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&ids), FALSE);
}

/* --- what it does ------------------------------------------------------------------------------- */

gboolean cordon_image_engine_pull(CordonImageEngine *engine, const CordonImagePlan *plan,
                                  const char *auth, CordonHttpSink sink, gpointer user_data,
                                  GError **error)
{
    g_autofree char *name = cordon_reference_name(&plan->reference);
    g_autofree char *platform = cordon_platform_format(&plan->platform);
    g_autofree char *from = g_uri_escape_string(name, NULL, FALSE);
    g_autofree char *platform_text = g_uri_escape_string(platform, NULL, FALSE);
    g_autofree char *url = g_strdup_printf("/images/create?fromImage=%s&tag=%s&platform=%s", from,
                                           plan->digest, platform_text);
    g_autofree char *header = auth != NULL ? g_strconcat("X-Registry-Auth: ", auth, NULL) : NULL;
    const char *headers[] = {header, NULL};
    CordonHttpRequest request = {
        .method = "POST",
        .url = url,
        .headers = headers,
        .idle_timeout_ms = PULL_IDLE_MS,
        .max_bytes = MAX_STREAM_BYTES,
        .sink = sink,
        .user_data = user_data,
        .cancel_fd = engine->cancel_fd,
    };
    g_auto(CordonHttpResponse) response = {0};
    g_autoptr(GError) inner = NULL;

    if (!cordon_http_send(engine->http, &request, &response, &inner)) {
        if (inner->domain == CORDON_IMAGE_ERROR) {
            g_propagate_error(error, g_steal_pointer(&inner));
            return FALSE;
        }
        return fail_send(engine, "Pulling through the engine", inner, error);
    }
    if (response.status != 200) {
        g_autofree char *words = its_words(&response);
        cordon_image_engine_set_pull_error(words, plan, error);
        return FALSE;
    }
    return TRUE;
}

gboolean cordon_image_engine_tag(CordonImageEngine *engine, const char *id,
                                 const CordonReference *reference, GError **error)
{
    static const char tried[] = "Giving the image its name";
    g_autofree char *name = cordon_reference_name(reference);
    g_autofree char *repository = g_uri_escape_string(name, NULL, FALSE);
    g_autofree char *url =
        g_strdup_printf("/images/%s/tag?repo=%s&tag=%s", id, repository, reference->tag);
    g_auto(CordonHttpResponse) response = {0};

    if (!ask(engine, "POST", url, ANSWER_MS, tried, &response, error))
        return FALSE;
    if (response.status == 201 || response.status == 200)
        return TRUE;
    g_autofree char *words = its_words(&response);
    return fail(error, tried, words);
}

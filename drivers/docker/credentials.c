/* SPDX-License-Identifier: MIT */
/* The user's credentials for a registry. */
#include "credentials.h"

#include <cordon/image.h>
#include <string.h>

#include "config.h"
#include "helper.h"
#include "reference.h"
#include <cordon/json.h>

#define MAX_ANSWER_BYTES (64u * 1024)
#define MAX_SECRET_BYTES (32u * 1024)
#define HELPER_MS        60000
/* docker keeps Docker Hub's under the address that its registry had first. */
#define DOCKER_HUB_KEY "https://index.docker.io/v1/"
/* The name of a user that says that the secret is an identity token. */
#define TOKEN_USER "<token>"

void cordon_credentials_clear(CordonCredentials *credentials)
{
    g_free(credentials->username);
    g_free(credentials->password);
    g_free(credentials->identity_token);
    *credentials = (CordonCredentials){0};
}

gboolean cordon_credentials_are_empty(const CordonCredentials *credentials)
{
    return credentials->identity_token == NULL && credentials->username == NULL;
}

static gboolean fail(GError **error, const char *why)
{
    g_set_error(
        error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_DENIED,
        "The registry wants credentials, and docker's config.json cannot be used: %s.  `docker "
        "login` writes it anew.",
        why);
    return FALSE;
}

/* --- config.json -------------------------------------------------------------------------------- */

/* "https://ghcr.io/v2/" is the host "ghcr.io". */
static gboolean key_is_for(const char *key, const char *host)
{
    static const char *const schemes[] = {"https://", "http://"};

    if (g_str_equal(host, CORDON_DOCKER_HUB))
        return g_str_equal(key, DOCKER_HUB_KEY) || g_str_equal(key, CORDON_DOCKER_HUB);
    for (gsize i = 0; i < G_N_ELEMENTS(schemes); i++)
        if (g_str_has_prefix(key, schemes[i]))
            key += strlen(schemes[i]);
    gsize size = strcspn(key, "/");
    return size == strlen(host) && g_ascii_strncasecmp(key, host, size) == 0;
}

/* The member of the object that stands for that host, or NULL. */
static const CordonJsonValue *find_host(const CordonJsonValue *object, const char *host)
{
    if (object == NULL || !cordon_json_is_object(object))
        return NULL;
    for (const CordonJsonValue *value = cordon_json_first(object); value != NULL;
         value = cordon_json_next(value))
        if (key_is_for(cordon_json_name(value), host))
            return value;
    return NULL;
}

/* base64 of "user:password". */
static gboolean read_auth(const char *auth, CordonCredentials *ret)
{
    gsize size = 0;
    g_autofree char *text = NULL;

    if (strlen(auth) > MAX_SECRET_BYTES)
        return FALSE;
    text = (char *)g_base64_decode(auth, &size);
    char *colon = memchr(text, ':', size);
    if (colon == NULL || colon == text || memchr(text, '\0', size) != NULL)
        return FALSE;
    ret->username = g_strndup(text, (gsize)(colon - text));
    ret->password = g_strndup(colon + 1, size - (gsize)(colon + 1 - text));
    return TRUE;
}

static gboolean read_entry(const CordonJsonValue *entry, CordonCredentials *ret)
{
    const char *auth = NULL, *token = NULL;

    if (!cordon_json_is_object(entry) ||
        !cordon_json_get_string(entry, "auth", FALSE, &auth, NULL) ||
        !cordon_json_get_string(entry, "identitytoken", FALSE, &token, NULL))
        return FALSE;
    if (token != NULL && *token != '\0') {
        ret->identity_token = g_strdup(token);
        return TRUE;
    }
    return auth == NULL || *auth == '\0' || read_auth(auth, ret);
}

gboolean cordon_credentials_read_config(const char *config, gsize size, const char *host,
                                        char **ret_helper, CordonCredentials *ret, GError **error)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(config, size, CORDON_DOCKER_CONFIG_MAX_BYTES, NULL);
    const CordonJsonValue *root = json != NULL ? cordon_json_root(json) : NULL;
    const char *store = NULL;

    *ret_helper = NULL;
    *ret = (CordonCredentials){0};
    if (root == NULL || !cordon_json_is_object(root))
        return fail(error, "it is not the JSON that it ought to be");
    if (!cordon_json_get_string(root, "credsStore", FALSE, &store, NULL))
        return fail(error, "\"credsStore\" is no string");
    const CordonJsonValue *helper = find_host(cordon_json_find(root, "credHelpers"), host);
    if (helper != NULL)
        store = cordon_json_string(helper);
    if (store != NULL && *store != '\0') {
        *ret_helper = g_strdup(store);
        return TRUE;
    }
    const CordonJsonValue *entry = find_host(cordon_json_find(root, "auths"), host);
    if (entry != NULL && !read_entry(entry, ret)) {
        cordon_credentials_clear(ret);
        return fail(error, "the entry of the registry cannot be read");
    }
    return TRUE;
}

/* --- helpers ------------------------------------------------------------------------------------ */

gboolean cordon_credentials_read_helper(const char *text, gsize size, CordonCredentials *ret,
                                        GError **error)
{
    g_autoptr(CordonJson) json = cordon_json_parse(text, size, MAX_ANSWER_BYTES, NULL);
    const CordonJsonValue *root = json != NULL ? cordon_json_root(json) : NULL;
    const char *username, *secret;

    *ret = (CordonCredentials){0};
    if (root == NULL || !cordon_json_is_object(root) ||
        !cordon_json_get_string(root, "Username", TRUE, &username, NULL) ||
        !cordon_json_get_string(root, "Secret", TRUE, &secret, NULL) ||
        strlen(secret) > MAX_SECRET_BYTES)
        return fail(error, "its helper answers something else than credentials");
    if (g_str_equal(username, TOKEN_USER)) {
        ret->identity_token = g_strdup(secret);
    } else {
        ret->username = g_strdup(username);
        ret->password = g_strdup(secret);
    }
    return TRUE;
}

static gboolean is_helper_name(const char *name)
{
    for (const char *at = name; *at != '\0'; at++)
        if (!g_ascii_isalnum(*at) && strchr("_-.", *at) == NULL)
            return FALSE;
    return strlen(name) <= 64;
}

static gboolean ask_helper(const char *name, const char *host, CordonCredentials *ret,
                           GError **error)
{
    g_autofree char *program = g_strconcat("docker-credential-", name, NULL);
    const char *const argv[] = {program, "get", NULL};
    g_autoptr(GError) inner = NULL;
    g_autofree char *output = NULL;
    gsize size = 0;
    int status = 0;

    if (!is_helper_name(name))
        return fail(error, "the name of its helper is none");
    if (!cordon_helper_run(argv, g_str_equal(host, CORDON_DOCKER_HUB) ? DOCKER_HUB_KEY : host,
                           HELPER_MS, MAX_ANSWER_BYTES, &output, &size, &status, &inner)) {
        g_set_error(
            error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_DENIED,
            "The registry wants credentials, and the helper that docker's config.json names "
            "gives none: %s.  Install it, or take \"credsStore\" and \"credHelpers\" out of "
            "config.json and use `docker login`.",
            inner->message);
        return FALSE;
    }
    /* It says so with a status, in words of its own. */
    return status != 0 || cordon_credentials_read_helper(output, size, ret, error);
}

gboolean cordon_credentials_find(const char *host, CordonCredentials *ret, GError **error)
{
    g_autofree char *folder =
        cordon_docker_config_folder(g_getenv("DOCKER_CONFIG"), g_getenv("HOME"));
    g_autofree char *path = folder != NULL ? g_build_filename(folder, "config.json", NULL) : NULL;
    g_autofree char *helper = NULL;
    gboolean there;
    gsize size = 0;

    *ret = (CordonCredentials){0};
    if (path == NULL || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return TRUE;
    g_autofree char *text = cordon_docker_config_read(path, &size, &there);
    if (text == NULL)
        return fail(error, "it cannot be opened, or is too long");
    if (!cordon_credentials_read_config(text, size, host, &helper, ret, error))
        return FALSE;
    return helper == NULL || ask_helper(helper, host, ret, error);
}

/* --- how they are said -------------------------------------------------------------------------- */

char *cordon_credentials_basic(const CordonCredentials *credentials)
{
    g_autofree char *plain = g_strconcat(credentials->username, ":", credentials->password, NULL);
    g_autofree char *encoded = g_base64_encode((const guchar *)plain, strlen(plain));

    return g_strconcat("Basic ", encoded, NULL);
}

char *cordon_credentials_for_engine(const CordonCredentials *credentials, const char *registry)
{
    gboolean is_hub = g_str_equal(registry, CORDON_DOCKER_HUB);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    if (credentials->identity_token != NULL) {
        cordon_json_add_string(writer, "identitytoken", credentials->identity_token);
    } else {
        cordon_json_add_string(writer, "username", credentials->username);
        cordon_json_add_string(writer, "password", credentials->password);
    }
    cordon_json_add_string(writer, "serveraddress", is_hub ? DOCKER_HUB_KEY : registry);
    cordon_json_end_object(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);
    char *encoded = g_base64_encode((const guchar *)text, strlen(text));
    /* The alphabet for addresses. */
    return g_strdelimit(g_strdelimit(encoded, "+", '-'), "/", '_');
}

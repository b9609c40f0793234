/* SPDX-License-Identifier: MIT */
/* The user's credentials for a registry, from docker's own config.json: credHelpers, then credsStore, then
 * auths.  Helpers are the programs docker-credential-NAME that docker uses too. */
#ifndef CORDON_DOCKER_CREDENTIALS_H
#define CORDON_DOCKER_CREDENTIALS_H

#include <cordon/error.h>

typedef struct {
    char *username, *password; /* or */
    char *identity_token;
} CordonCredentials;

void cordon_credentials_clear(CordonCredentials *credentials);

/* Those that are configured for this host ("ghcr.io", "127.0.0.1:5000"; Docker Hub is "docker.io"), and for
 * no other.  TRUE with *ret empty when there are none.  May run a helper, which may ask the user something:
 * 60 seconds at most. */
gboolean cordon_credentials_find(const char *host, CordonCredentials *ret, GError **error);
gboolean cordon_credentials_are_empty(const CordonCredentials *credentials);

/* "Basic ...", the value of an Authorization header; free with g_free(). */
char *cordon_credentials_basic(const CordonCredentials *credentials);
/* What an engine takes as X-Registry-Auth for that registry; free with g_free(). */
char *cordon_credentials_for_engine(const CordonCredentials *credentials, const char *registry);

/* The pure parts.  config: the text of config.json. */
/* *ret_helper: "desktop", or NULL; free with g_free(). */
gboolean cordon_credentials_read_config(const char *config, gsize size, const char *host,
                                        char **ret_helper, CordonCredentials *ret, GError **error);
/* What a helper prints. */
gboolean cordon_credentials_read_helper(const char *text, gsize size, CordonCredentials *ret,
                                        GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonCredentials, cordon_credentials_clear)

#endif

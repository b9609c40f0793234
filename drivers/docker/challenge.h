/* SPDX-License-Identifier: MIT */
/* The WWW-Authenticate header: what a registry wants to be told.  Pure. */
#ifndef CORDON_DOCKER_CHALLENGE_H
#define CORDON_DOCKER_CHALLENGE_H

#include <glib.h>

typedef enum {
    CORDON_CHALLENGE_NONE, /* nothing that is known here */
    CORDON_CHALLENGE_BASIC,
    CORDON_CHALLENGE_BEARER, /* realm: an address */
} CordonChallengeScheme;

typedef struct {
    CordonChallengeScheme scheme;
    char *realm;   /* with BEARER never NULL */
    char *service; /* or NULL */
} CordonChallenge;

/* header may be NULL. */
void cordon_challenge_parse(const char *header, CordonChallenge *ret);
void cordon_challenge_clear(CordonChallenge *challenge);
/* "auth.example.org:8443" of "https://auth.example.org:8443/token", in lower case and without the port that
 * goes without saying; NULL for what is neither http nor https, or has a user in it.  Free with g_free(). */
char *cordon_url_host(const char *url);
/* "127.0.0.1:5000", "localhost", "[::1]:80": http is as good as https there. */
gboolean cordon_host_is_loopback(const char *host);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonChallenge, cordon_challenge_clear)

#endif

/* SPDX-License-Identifier: MIT */
/* What registries want to be told, and to whom it may be told. */
#include "challenge.h"

#include <criterion/criterion.h>

Test(docker_challenge, reads_headers)
{
    static const struct {
        const char *header;
        CordonChallengeScheme scheme;
        const char *realm, *service;
    } rows[] = {
        {NULL, CORDON_CHALLENGE_NONE, NULL, NULL},
        {"", CORDON_CHALLENGE_NONE, NULL, NULL},
        {"Basic realm=\"x\"", CORDON_CHALLENGE_BASIC, NULL, NULL},
        {"Bearer realm=\"https://a/token\",service=\"s\",scope=\"repository:x:pull\"",
         CORDON_CHALLENGE_BEARER, "https://a/token", "s"},
        {"bearer  scope=x , REALM=https://a/t", CORDON_CHALLENGE_BEARER, "https://a/t", NULL},
        {"Bearer realm=\"a\\\"b\"", CORDON_CHALLENGE_BEARER, "a\"b", NULL},
        {"Bearer realm=\"first\",realm=\"second\"", CORDON_CHALLENGE_BEARER, "first", NULL},
        {"Bearer service=\"s\"", CORDON_CHALLENGE_NONE, NULL, "s"},
        {"Bearer realm=\"unclosed", CORDON_CHALLENGE_BEARER, "unclosed", NULL},
        {"Bearer realm=\"\x01\"", CORDON_CHALLENGE_NONE, NULL, NULL},
        {"Bearerrealm=\"x\"", CORDON_CHALLENGE_NONE, NULL, NULL},
        {"Negotiate", CORDON_CHALLENGE_NONE, NULL, NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonChallenge) challenge = {0};
        cordon_challenge_parse(rows[i].header, &challenge);
        cr_expect_eq(challenge.scheme, rows[i].scheme, "row %zu", i);
        cr_expect_eq(g_strcmp0(challenge.realm, rows[i].realm), 0, "row %zu", i);
        cr_expect_eq(g_strcmp0(challenge.service, rows[i].service), 0, "row %zu", i);
    }
}

Test(docker_challenge, finds_hosts)
{
    static const struct {
        const char *url, *host;
    } rows[] = {
        {"https://A.example/x", "a.example"},
        {"https://a.example:443/", "a.example"},
        {"https://a.example:8443", "a.example:8443"},
        {"http://a:80?x", "a"},
        {"https://[::1]:5000/x", "[::1]:5000"},
        {"https://user@a/", NULL},
        {"https://a@b:1/", NULL},
        {"https:///x", NULL},
        {"ftp://a/", NULL},
        {"//a/b", NULL},
        {"https://a\\@b/", "a"},
        {"https://a%2eb/", NULL},
        {"", NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *host = cordon_url_host(rows[i].url);
        cr_expect_eq(g_strcmp0(host, rows[i].host), 0, "%s", rows[i].url);
    }
}

Test(docker_challenge, knows_this_machine)
{
    cr_expect(cordon_host_is_loopback("127.0.0.1:5000"));
    cr_expect(cordon_host_is_loopback("localhost"));
    cr_expect(cordon_host_is_loopback("[::1]:1"));
    cr_expect_not(cordon_host_is_loopback("localhost.example"));
    cr_expect_not(cordon_host_is_loopback("127.0.0.1.example"));
    cr_expect_not(cordon_host_is_loopback("127.0.0.10"));
}

/* SPDX-License-Identifier: MIT */
/* Credentials of docker's config.json: for the host they are configured for, and for no other. */
#include "credentials.h"

#include <criterion/criterion.h>
#include <string.h>

/* "user:pass:word" */
#define AUTH "dXNlcjpwYXNzOndvcmQ="

Test(docker_credentials, finds_the_entry_of_the_host_only)
{
    static const char config[] =
        "{\"auths\":{\"https://index.docker.io/v1/\":{\"auth\":\"" AUTH "\"},"
        "\"ghcr.io\":{\"auth\":\"" AUTH "\"},\"https://r.example:1/v2/\":{\"auth\":\"" AUTH "\"},"
        "\"token.example\":{\"identitytoken\":\"t\"},\"empty.example\":{}}}";
    static const struct {
        const char *host;
        gboolean found;
    } rows[] = {
        {"docker.io", TRUE},      {"ghcr.io", TRUE},         {"r.example:1", TRUE},
        {"r.example", FALSE},     {"evil.ghcr.io", FALSE},   {"ghcr.io.evil", FALSE},
        {"GHCR.io", TRUE},        {"index.docker.io", TRUE}, {"token.example", TRUE},
        {"empty.example", FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonCredentials) credentials = {0};
        g_autofree char *helper = NULL;
        cr_assert(cordon_credentials_read_config(config, strlen(config), rows[i].host, &helper,
                                                 &credentials, NULL));
        cr_expect_null(helper);
        cr_expect_eq(!cordon_credentials_are_empty(&credentials), rows[i].found, "%s",
                     rows[i].host);
        if (credentials.username != NULL) {
            cr_expect_str_eq(credentials.username, "user");
            cr_expect_str_eq(credentials.password, "pass:word");
            g_autofree char *basic = cordon_credentials_basic(&credentials);
            cr_expect_str_eq(basic, "Basic " AUTH);
        }
    }
}

Test(docker_credentials, helpers_go_before_entries)
{
    static const char config[] =
        "{\"credsStore\":\"desktop\",\"credHelpers\":{\"gcr.io\":\"gcloud\","
        "\"open.example\":\"\"},\"auths\":{\"gcr.io\":{\"auth\":\"" AUTH "\"}}}";
    static const struct {
        const char *host, *helper;
    } rows[] = {{"gcr.io", "gcloud"}, {"ghcr.io", "desktop"}, {"open.example", NULL}};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonCredentials) credentials = {0};
        g_autofree char *helper = NULL;
        cr_assert(cordon_credentials_read_config(config, strlen(config), rows[i].host, &helper,
                                                 &credentials, NULL));
        cr_expect_eq(g_strcmp0(helper, rows[i].helper), 0, "%s", rows[i].host);
    }
}

Test(docker_credentials, refuses_what_is_broken)
{
    static const char *const rows[] = {
        "",
        "[]",
        "{\"credsStore\":1}",
        "{\"auths\":{\"h\":{\"auth\":1}}}",
        "{\"auths\":{\"h\":1}}",
        "{\"auths\":{\"h\":{\"auth\":\"dXNlcg==\"}}}", /* no colon */
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonCredentials) credentials = {0};
        g_autofree char *helper = NULL;
        g_autoptr(GError) error = NULL;
        cr_expect_not(cordon_credentials_read_config(rows[i], strlen(rows[i]), "h", &helper,
                                                     &credentials, &error),
                      "%s", rows[i]);
        cr_expect_not_null(error);
    }
}

Test(docker_credentials, reads_what_helpers_print)
{
    static const char user[] = "{\"ServerURL\":\"x\",\"Username\":\"u\",\"Secret\":\"s\"}";
    static const char token[] = "{\"Username\":\"<token>\",\"Secret\":\"s\"}";
    g_auto(CordonCredentials) a = {0};
    g_auto(CordonCredentials) b = {0};
    g_auto(CordonCredentials) c = {0};
    g_autoptr(GError) error = NULL;

    cr_assert(cordon_credentials_read_helper(user, strlen(user), &a, NULL));
    cr_expect_str_eq(a.password, "s");
    cr_assert(cordon_credentials_read_helper(token, strlen(token), &b, NULL));
    cr_expect_str_eq(b.identity_token, "s");
    cr_expect_null(b.username);
    cr_expect_not(cordon_credentials_read_helper("credentials not found", 21, &c, &error));
}

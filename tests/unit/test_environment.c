/* SPDX-License-Identifier: MIT */
/* The environment of a command. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/environment.h"

static const char *get(char **environment, const char *name)
{
    return g_environ_getenv(environment, name);
}

Test(environment, secret_names_are_found_anywhere_in_any_case)
{
    static const struct {
        const char *name;
        gboolean secret;
    } CASES[] = {
        {"API_KEY", TRUE}, {"aws_secret_access", TRUE}, {"GH_TOKEN", TRUE}, {"DB_PASSWORD", TRUE},
        {"MONKEY", TRUE},  {"xCredentialS", TRUE},      {"private_", TRUE}, {"PATH", FALSE},
        {"KE_Y", FALSE},   {"PASSWD", FALSE},           {"", FALSE},        {"TOKE", FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++)
        cr_expect_eq(cordon_environment_is_secret(CASES[i].name), CASES[i].secret, "%s",
                     CASES[i].name);
}

/* Names that never reach a command, and in which mode. */
Test(environment, what_is_dangerous_stays_out)
{
    static const struct {
        const char *pair;
        gboolean sandboxed, unsandboxed; /* is it still there? */
    } CASES[] = {
        {"API_KEY=x", FALSE, FALSE},
        {"npm_config_//r/:_authToken=x", FALSE, FALSE},
        {"BASH_FUNC_ls%%=() { id; }", FALSE, FALSE},
        {"1X=y", FALSE, FALSE},
        {"NOVALUE", FALSE, FALSE},
        {"=x", FALSE, FALSE},
        {"LD_PRELOAD=/x.so", FALSE, FALSE},
        {"LD_LIBRARY_PATH=/p", TRUE, TRUE},
        {"GLIBC_TUNABLES=x", FALSE, FALSE},
        {"BASH_ENV=/x", FALSE, FALSE},
        {"ENV=/x", FALSE, FALSE},
        {"PERL5OPT=-Mx", FALSE, FALSE},
        {"GIT_DIR=/x", FALSE, FALSE},
        {"GIT_SSH_COMMAND=x", FALSE, FALSE},
        {"GIT_CONFIG_COUNT=1", FALSE, FALSE},
        {"MAKEFLAGS=--jobserver-auth=3,4", FALSE, FALSE},
        {"NODE_OPTIONS=--require /x/bootloader.js", FALSE, FALSE},
        {"PWD=/x", FALSE, FALSE},
        {"CORDON_BACKEND_PATH=/x", FALSE, FALSE},
        {"NODE_OPTIONS=--max-old-space-size=4096", TRUE, TRUE},
        {"GIT_AUTHOR_NAME=T", TRUE, TRUE},
        {"LANG=C.UTF-8", TRUE, TRUE},
        {"USER=u", TRUE, TRUE},
        {"EMPTY=", TRUE, TRUE},
        {"TWO=a=b", TRUE, TRUE},
        {"ENVIRONMENT=prod", TRUE, TRUE},
        {"SSH_AUTH_SOCK=/run/x", FALSE, TRUE},
        {"DBUS_SESSION_BUS_ADDRESS=unix:path=/x", FALSE, TRUE},
        {"DISPLAY=:0", FALSE, TRUE},
        {"XDG_RUNTIME_DIR=/run/user/1", FALSE, TRUE},
        {"DOCKER_HOST=unix:///x", FALSE, TRUE},
        {"https_proxy=http://u:p@h", FALSE, TRUE},
        {"XDG_CACHE_HOME=/data/c", FALSE, TRUE},
        {"TMP=/data/t", FALSE, TRUE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        const char *const base[] = {CASES[i].pair, NULL};
        g_auto(GStrv) inside = cordon_environment_build(base, &(CordonEnvironmentOptions){0});
        g_auto(GStrv) outside =
            cordon_environment_build(base, &(CordonEnvironmentOptions){.unsandboxed = TRUE});

        cr_expect_eq(g_strv_contains((const char *const *)inside, CASES[i].pair),
                     CASES[i].sandboxed, "inside: %s", CASES[i].pair);
        cr_expect_eq(g_strv_contains((const char *const *)outside, CASES[i].pair),
                     CASES[i].unsandboxed, "outside: %s", CASES[i].pair);
    }
}

Test(environment, a_sandboxed_command_gets_home_tmp_and_caches)
{
    const char *const base[] = {"HOME=/elsewhere", "TMPDIR=/data", "GOCACHE=/data",
                                "EDITOR=vi",       "TERM=xterm",   NULL};
    const CordonEnvironmentOptions options = {.home = "/home/u", .cache = "/home/u/.cache/c"};
    g_auto(GStrv) built = cordon_environment_build(base, &options);

    cr_expect_str_eq(get(built, "HOME"), "/home/u");
    cr_expect_str_eq(get(built, "TMPDIR"), "/tmp");
    cr_expect_str_eq(get(built, "GOCACHE"), "/home/u/.cache/c/go-build");
    cr_expect_str_eq(get(built, "GOMODCACHE"), "/home/u/.cache/c/go-mod");
    cr_expect_str_eq(get(built, "npm_config_cache"), "/home/u/.cache/c/npm");
    cr_expect_str_eq(get(built, "CI"), "1");
    cr_expect_str_eq(get(built, "TERM"), "dumb");
    cr_expect_str_eq(get(built, "PAGER"), "cat");
    cr_expect_str_eq(get(built, "GIT_EDITOR"), "true");
    cr_expect_str_eq(get(built, "EDITOR"), "true");
    cr_expect_null(get(built, "CARGO_HOME"));
    cr_expect_null(get(built, "XDG_CACHE_HOME"));
    cr_expect_null(get(built, "GRADLE_RO_DEP_CACHE"));
}

Test(environment, stores_that_the_user_has_are_read_where_they_are)
{
    const CordonEnvironmentOptions options = {.cache = "/c",
                                              .go_modules = "/home/u/go/pkg/mod",
                                              .gradle_cache = "/home/u/.gradle/caches"};
    g_auto(GStrv) built = cordon_environment_build(NULL, &options);

    cr_expect_str_eq(get(built, "GOMODCACHE"), "/home/u/go/pkg/mod");
    cr_expect_str_eq(get(built, "GRADLE_RO_DEP_CACHE"), "/home/u/.gradle/caches");
    cr_expect_str_eq(get(built, "HOME"), "/tmp");
}

Test(environment, without_a_cache_no_variable_points_to_a_folder_that_is_not_there)
{
    const char *const base[] = {"GOCACHE=/data", "PIP_CACHE_DIR=/data", NULL};
    g_auto(GStrv) built = cordon_environment_build(base, &(CordonEnvironmentOptions){0});

    cr_expect_null(get(built, "GOCACHE"));
    cr_expect_null(get(built, "PIP_CACHE_DIR"));
}

Test(environment, path_keeps_absolute_entries_only)
{
    static const struct {
        const char *path, *clean;
    } CASES[] = {
        {"PATH=/a:/b", "/a:/b"},
        {"PATH=:/a::b:./c:/d:", "/a:/d"},
        {"PATH=", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
        {"PATH=.:bin", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        const char *const base[] = {CASES[i].path, NULL};
        g_auto(GStrv) built = cordon_environment_build(base, &(CordonEnvironmentOptions){0});

        cr_expect_str_eq(get(built, "PATH"), CASES[i].clean);
    }
}

Test(environment, an_unsandboxed_command_keeps_its_folders)
{
    const char *const base[] = {"HOME=/home/u", "TMPDIR=/data/t", "GOCACHE=/data/g", NULL};
    const CordonEnvironmentOptions options = {.unsandboxed = TRUE, .cache = "/c"};
    g_auto(GStrv) built = cordon_environment_build(base, &options);

    cr_expect_str_eq(get(built, "HOME"), "/home/u");
    cr_expect_str_eq(get(built, "TMPDIR"), "/data/t");
    cr_expect_str_eq(get(built, "GOCACHE"), "/data/g");
    cr_expect_str_eq(get(built, "CI"), "1");
    cr_expect_null(get(built, "CARGO_NET_OFFLINE"));
}

Test(environment, it_is_sorted_and_the_first_of_two_counts)
{
    const char *const base[] = {"ZZ=1", "AA=1", "ZZ=2", NULL};
    g_auto(GStrv) built = cordon_environment_build(base, &(CordonEnvironmentOptions){0});

    cr_expect_str_eq(get(built, "ZZ"), "1");
    for (gsize i = 1; built[i] != NULL; i++) {
        g_autofree char *a = g_strndup(built[i - 1], strcspn(built[i - 1], "="));
        g_autofree char *b = g_strndup(built[i], strcspn(built[i], "="));

        cr_expect_lt(strcmp(a, b), 0, "%s before %s", a, b);
    }
}

/* SPDX-License-Identifier: MIT */
/* drivers/docker/endpoint.c: every way in which the engine's place is found, in throw-away folders. */
#define _GNU_SOURCE /* nftw(), realpath() */
#include "endpoint.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>

#include "tree.h"

static char *top, *home, *runtime;
static CordonEndpointPlaces places;
static CordonEndpoint endpoint;

static void setup(void)
{
    tree_make_root();
    top = tree_root;
    home = g_build_filename(top, "home", NULL);
    runtime = g_build_filename(top, "runtime", NULL);
    g_mkdir(home, 0700);
    g_mkdir(runtime, 0700);
    places = (CordonEndpointPlaces){.home = home, .runtime_dir = runtime, .root = top};
}

static void teardown(void)
{
    cordon_endpoint_clear(&endpoint);
    tree_remove_root();
    g_free(home);
    g_free(runtime);
}

TestSuite(docker_endpoint, .init = setup, .fini = teardown);

/* Writes a file below top, with the folders on the way. */
static void write_file(const char *name, const char *text, gssize size)
{
    g_autofree char *path = g_build_filename(top, name, NULL);
    g_autofree char *folder = g_path_get_dirname(path);

    cr_assert_eq(g_mkdir_with_parents(folder, 0700), 0);
    cr_assert(g_file_set_contents(path, text, size, NULL), "%s", path);
}

/* The file of a context's description, below top; free with g_free(). */
static char *name_of_meta(const char *context)
{
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, context, -1);
    return g_strconcat("home/.docker/contexts/meta/", digest, "/meta.json", NULL);
}

static void write_context(const char *context, const char *meta)
{
    g_autofree char *name = name_of_meta(context);
    write_file(name, meta, -1);
}

static void find(void)
{
    cordon_endpoint_clear(&endpoint);
    cordon_endpoint_find(&places, &endpoint);
}

/* path_or_text: of a socket the first, of all else the second; the other one is NULL. */
static void expect(CordonEndpointType type, CordonEndpointSource source, const char *path_or_text)
{
    find();
    const char *got = type == CORDON_ENDPOINT_SOCKET ? endpoint.path : endpoint.text;
    const char *other = type == CORDON_ENDPOINT_SOCKET ? endpoint.text : endpoint.path;
    cr_expect_eq(endpoint.type, type, "%d instead of %d", endpoint.type, type);
    cr_expect_eq(endpoint.source, source, "%d instead of %d", endpoint.source, source);
    cr_expect_str_eq(got != NULL ? got : "(none)", path_or_text);
    cr_expect_null(other, "%s", other);
}

/* The same below top. */
static void expect_below(CordonEndpointType type, CordonEndpointSource source, const char *name)
{
    g_autofree char *path = g_strconcat(top, name, NULL);
    expect(type, source, path);
}

/* --- DOCKER_HOST ------------------------------------------------------------------------------- */

static const struct {
    const char *host;
    CordonEndpointType type;
    const char *wanted;
} hosts[] = {
    {"unix:///run/docker.sock", CORDON_ENDPOINT_SOCKET, "/run/docker.sock"},
    {"unix:////run/docker.sock", CORDON_ENDPOINT_SOCKET, "//run/docker.sock"},
    {"unix:///a b/%20?x#y", CORDON_ENDPOINT_SOCKET, "/a b/%20?x#y"},
    {"unix:///", CORDON_ENDPOINT_SOCKET, "/"},
    {"tcp://192.0.2.1:2375", CORDON_ENDPOINT_REMOTE, "tcp://192.0.2.1:2375"},
    {"tcp://", CORDON_ENDPOINT_REMOTE, "tcp://"},
    {"tcp://127.0.0.1:2375", CORDON_ENDPOINT_REMOTE, "tcp://127.0.0.1:2375"},
    {"ssh://user@host.example:22/run/docker.sock", CORDON_ENDPOINT_REMOTE,
     "ssh://user@host.example:22/run/docker.sock"},
    {"http://host.example", CORDON_ENDPOINT_REMOTE, "http://host.example"},
    {"https://host.example", CORDON_ENDPOINT_REMOTE, "https://host.example"},
    {"npipe:////./pipe/docker_engine", CORDON_ENDPOINT_REMOTE, "npipe:////./pipe/docker_engine"},
    {"fd://", CORDON_ENDPOINT_REMOTE, "fd://"},
    {"unix://", CORDON_ENDPOINT_BAD_HOST, "unix://"},
    {"unix://run/docker.sock", CORDON_ENDPOINT_BAD_HOST, "unix://run/docker.sock"},
    {"unix:/run/docker.sock", CORDON_ENDPOINT_BAD_HOST, "unix:/run/docker.sock"},
    {"UNIX:///run/docker.sock", CORDON_ENDPOINT_BAD_HOST, "UNIX:///run/docker.sock"},
    {" unix:///run/docker.sock", CORDON_ENDPOINT_BAD_HOST, " unix:///run/docker.sock"},
    {"/run/docker.sock", CORDON_ENDPOINT_BAD_HOST, "/run/docker.sock"},
    {"bogus", CORDON_ENDPOINT_BAD_HOST, "bogus"},
    {"bogus://x", CORDON_ENDPOINT_BAD_HOST, "bogus://x"},
    {"host.example:2375", CORDON_ENDPOINT_BAD_HOST, "host.example:2375"},
    {":", CORDON_ENDPOINT_BAD_HOST, ":"},
    {" ", CORDON_ENDPOINT_BAD_HOST, " "},
    {"\xff", CORDON_ENDPOINT_BAD_HOST, "\xff"},
};

Test(docker_endpoint, the_variable_is_read)
{
    for (gsize i = 0; i < G_N_ELEMENTS(hosts); i++) {
        places.docker_host = hosts[i].host;
        expect(hosts[i].type, CORDON_ENDPOINT_FROM_HOST, hosts[i].wanted);
        cr_expect_null(endpoint.context);
    }
}

Test(docker_endpoint, the_variable_counts_for_more_than_all_else)
{
    places.docker_host = "unix:///x";
    places.docker_context = "gone";
    write_file("home/.docker/config.json", "broken", -1);
    expect(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_HOST, "/x");
}

Test(docker_endpoint, an_empty_variable_is_none)
{
    places.docker_host = places.docker_context = places.docker_config = "";
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, "/var/run/docker.sock");
}

/* --- contexts ---------------------------------------------------------------------------------- */

#define META(host) "{\"Name\": \"x\", \"Endpoints\": {\"docker\": {\"Host\": " host "}}}"

Test(docker_endpoint, a_context_is_found_by_the_digest_of_its_name)
{
    static const char *const names[] = {
        "mine", "My Context", "../../etc", "a/b", "\xc3\xa9", "\xff", "-x", "DEFAULT", "default ",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        places.docker_context = names[i];
        expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONTEXT, names[i]);
        cr_expect_str_eq(endpoint.context, names[i]);
        write_context(names[i], META("\"unix:///run/mine.sock\""));
        expect(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_CONTEXT, "/run/mine.sock");
        cr_expect_str_eq(endpoint.context, names[i]);
    }
}

Test(docker_endpoint, a_context_names_any_endpoint)
{
    places.docker_context = "mine";
    write_context("mine", META("\"ssh://host.example\""));
    expect(CORDON_ENDPOINT_REMOTE, CORDON_ENDPOINT_FROM_CONTEXT, "ssh://host.example");
    write_context("mine", META("\"bogus\""));
    expect(CORDON_ENDPOINT_BAD_HOST, CORDON_ENDPOINT_FROM_CONTEXT, "bogus");
    write_context("mine", META("\"\""));
    expect(CORDON_ENDPOINT_BAD_HOST, CORDON_ENDPOINT_FROM_CONTEXT, "");
}

Test(docker_endpoint, the_default_context_is_no_file)
{
    places.docker_context = "default";
    write_context("default", META("\"ssh://host.example\""));
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, "/var/run/docker.sock");
    places.docker_context = NULL;
    write_file("home/.docker/config.json", "{\"currentContext\": \"default\"}", -1);
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, "/var/run/docker.sock");
}

Test(docker_endpoint, the_file_names_the_current_context)
{
    write_file("home/.docker/config.json", "{\"auths\": {}, \"currentContext\": \"mine\"}", -1);
    expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONFIG, "mine");
    write_context("mine", META("\"unix:///run/mine.sock\""));
    expect(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_CONFIG, "/run/mine.sock");
    /* The variable counts for more, and what the file says does not matter then. */
    places.docker_context = "other";
    expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONTEXT, "other");
    write_file("home/.docker/config.json", "broken", -1);
    expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONTEXT, "other");
}

Test(docker_endpoint, the_folder_can_be_another_one)
{
    g_autofree char *folder = g_build_filename(top, "elsewhere", NULL);

    write_file("home/.docker/config.json", "broken", -1);
    write_file("elsewhere/config.json", "{\"currentContext\": \"mine\"}", -1);
    places.docker_config = folder;
    expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONFIG, "mine");
    places.docker_config = NULL;
    expect_below(CORDON_ENDPOINT_CONFIG_BROKEN, CORDON_ENDPOINT_FROM_CONFIG,
                 "/home/.docker/config.json");
}

Test(docker_endpoint, without_a_home_there_are_no_contexts)
{
    places.home = NULL;
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, "/var/run/docker.sock");
    places.docker_context = "mine";
    expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONTEXT, "mine");
    places.home = "";
    expect(CORDON_ENDPOINT_CONTEXT_MISSING, CORDON_ENDPOINT_FROM_CONTEXT, "mine");
}

/* --- broken files ------------------------------------------------------------------------------ */

Test(docker_endpoint, a_configuration_that_names_no_context_is_fine)
{
    static const char *const texts[] = {"{}", "{\"currentContext\": \"\"}",
                                        "{\"currentContext\": null}", " {\"auths\": {}} \n"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        write_file("home/.docker/config.json", texts[i], -1);
        expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, "/var/run/docker.sock");
    }
}

Test(docker_endpoint, a_configuration_that_is_none_is_broken)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "null",
        "\"x\"",
        "{\"currentContext\": 1}",
        "{\"currentContext\": {}}",
        "{} x",
        "\xff",
        "{\"a\": 1, \"a\": 2}",
        "{\"currentContext\": \"\\u0000\"}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        write_file("home/.docker/config.json", texts[i], -1);
        expect_below(CORDON_ENDPOINT_CONFIG_BROKEN, CORDON_ENDPOINT_FROM_CONFIG,
                     "/home/.docker/config.json");
    }
}

Test(docker_endpoint, a_configuration_that_cannot_be_read_is_broken)
{
    g_autofree char *path = g_build_filename(home, ".docker", "config.json", NULL);

    cr_assert_eq(g_mkdir_with_parents(path, 0700), 0);
    expect(CORDON_ENDPOINT_CONFIG_BROKEN, CORDON_ENDPOINT_FROM_CONFIG, path);
    g_rmdir(path);
    cr_assert_eq(mkfifo(path, 0600), 0); /* reading it would wait for ever */
    expect(CORDON_ENDPOINT_CONFIG_BROKEN, CORDON_ENDPOINT_FROM_CONFIG, path);
    g_unlink(path);
    g_autofree char *large = g_strnfill(1024 * 1024 + 1, ' ');
    write_file("home/.docker/config.json", large, -1);
    expect(CORDON_ENDPOINT_CONFIG_BROKEN, CORDON_ENDPOINT_FROM_CONFIG, path);
    g_unlink(path);
    cr_assert_eq(symlink("nowhere", path), 0);
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, "/var/run/docker.sock");
}

Test(docker_endpoint, a_context_that_names_no_endpoint_is_broken)
{
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "7",
        "{}",
        "{\"Endpoints\": 1}",
        "{\"Endpoints\": []}",
        "{\"Endpoints\": {}}",
        "{\"Endpoints\": {\"kubernetes\": {}}}",
        "{\"Endpoints\": {\"docker\": \"unix:///x\"}}",
        "{\"Endpoints\": {\"docker\": {}}}",
        "{\"Endpoints\": {\"docker\": []}}",
        META("1"),
        META("null"),
        META("[\"unix:///x\"]"),
    };
    g_autofree char *name = name_of_meta("mine");
    g_autofree char *below = g_strconcat("/", name, NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        places.docker_context = "mine";
        write_context("mine", texts[i]);
        expect_below(CORDON_ENDPOINT_CONFIG_BROKEN, CORDON_ENDPOINT_FROM_CONTEXT, below);
        cr_expect_str_eq(endpoint.context, "mine");
    }
}

/* --- the usual places -------------------------------------------------------------------------- */

/* In their order; all are below top. */
static const char *const usual[] = {
    "/var/run/docker.sock",
    "/runtime/docker.sock",
    "/home/.docker/run/docker.sock",
    "/home/.docker/desktop/docker.sock",
    "/home/.colima/default/docker.sock",
    "/home/.orbstack/run/docker.sock",
    "/home/.rd/docker.sock",
    "/runtime/podman/podman.sock",
    "/run/podman/podman.sock",
};

Test(docker_endpoint, the_first_place_where_something_lies_counts)
{
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, usual[0]);
    for (gsize i = G_N_ELEMENTS(usual); i > 0; i--) {
        write_file(usual[i - 1] + 1, "", 0);
        expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, usual[i - 1]);
        cr_expect_null(endpoint.context);
    }
}

Test(docker_endpoint, places_that_are_not_known_are_not_looked_at)
{
    for (gsize i = 1; i < G_N_ELEMENTS(usual) - 1; i++)
        write_file(usual[i] + 1, "", 0);
    places.home = places.runtime_dir = NULL;
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, usual[0]);
    places.home = places.runtime_dir = "";
    expect_below(CORDON_ENDPOINT_SOCKET, CORDON_ENDPOINT_FROM_DEFAULT, usual[0]);
}

Test(docker_endpoint, the_places_are_those_of_the_environment)
{
    g_setenv("DOCKER_HOST", "a", TRUE);
    g_setenv("DOCKER_CONTEXT", "b", TRUE);
    g_setenv("DOCKER_CONFIG", "c", TRUE);
    g_setenv("HOME", "d", TRUE);
    g_setenv("XDG_RUNTIME_DIR", "e", TRUE);
    CordonEndpointPlaces own = cordon_endpoint_places();
    cr_expect_str_eq(own.docker_host, "a");
    cr_expect_str_eq(own.docker_context, "b");
    cr_expect_str_eq(own.docker_config, "c");
    cr_expect_str_eq(own.home, "d");
    cr_expect_str_eq(own.runtime_dir, "e");
    cr_expect_str_eq(own.root, "");
}

Test(docker_endpoint, clearing_twice_does_no_harm)
{
    places.docker_host = "bogus";
    find();
    cordon_endpoint_clear(&endpoint);
    cordon_endpoint_clear(&endpoint);
    cr_expect_null(endpoint.text);
}

/* SPDX-License-Identifier: MIT */
/* Names of images, as docker reads them. */
#include "reference.h"

#include <cordon/image.h>
#include <criterion/criterion.h>
#include <string.h>

#define DIGEST "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

Test(docker_reference, completes_names_as_docker_does)
{
    static const struct {
        const char *text, *whole, *host;
    } rows[] = {
        {"node", "docker.io/library/node:latest", "registry-1.docker.io"},
        {"node:22-bookworm", "docker.io/library/node:22-bookworm", "registry-1.docker.io"},
        {"a/b", "docker.io/a/b:latest", "registry-1.docker.io"},
        {"docker.io/node", "docker.io/library/node:latest", "registry-1.docker.io"},
        {"index.docker.io/node:1", "docker.io/library/node:1", "registry-1.docker.io"},
        {"docker.io/a/b/c", "docker.io/a/b/c:latest", "registry-1.docker.io"},
        {"ghcr.io/a/b:1", "ghcr.io/a/b:1", "ghcr.io"},
        {"localhost/x", "localhost/x:latest", "localhost"},
        {"localhost:5000/x", "localhost:5000/x:latest", "localhost:5000"},
        /* Without a slash there is no registry. */
        {"localhost:5000", "docker.io/library/localhost:5000", "registry-1.docker.io"},
        {"127.0.0.1:5000/x/y:2", "127.0.0.1:5000/x/y:2", "127.0.0.1:5000"},
        {"[::1]:5000/x", "[::1]:5000/x:latest", "[::1]:5000"},
        {"Example.Org/x", "Example.Org/x:latest", "example.org"},
        {"a-b_c__d.e---f", "docker.io/library/a-b_c__d.e---f:latest", "registry-1.docker.io"},
        {"x:A_b.c-D", "docker.io/library/x:A_b.c-D", "registry-1.docker.io"},
        {"x@" DIGEST, "docker.io/library/x@" DIGEST, "registry-1.docker.io"},
        {"x:1@" DIGEST, "docker.io/library/x:1@" DIGEST, "registry-1.docker.io"},
        {"r.example:443/x@" DIGEST, "r.example:443/x@" DIGEST, "r.example:443"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonReference) reference = {0};
        g_auto(CordonReference) again = {0};
        g_autoptr(GError) error = NULL;

        cr_assert(cordon_reference_parse(rows[i].text, &reference, &error), "%s: %s", rows[i].text,
                  error != NULL ? error->message : "");
        g_autofree char *whole = cordon_reference_format(&reference);
        g_autofree char *host = cordon_reference_host(&reference);
        cr_expect_str_eq(whole, rows[i].whole);
        cr_expect_str_eq(host, rows[i].host);
        cr_assert(cordon_reference_parse(whole, &again, NULL));
        g_autofree char *whole_again = cordon_reference_format(&again);
        cr_expect_str_eq(whole_again, whole);
    }
}

Test(docker_reference, refuses_what_is_no_name)
{
    static const char *const rows[] = {
        "",
        " ",
        "a b",
        "UPPER",
        "a/UPPER",
        "/a",
        "a/",
        "a//b",
        "a/../b",
        ".a",
        "a.",
        "a..b",
        "-a",
        "a-",
        "_a",
        "a___b",
        "a._b",
        "a:",
        "a:b:c",
        "a:.b",
        "a:-b",
        "a:b/c:",
        "a@",
        "a@sha256:",
        "a@sha256:12",
        "a@md5:0123456789abcdef0123456789abcdef",
        "a@" DIGEST "0",
        "a@" DIGEST "@" DIGEST,
        "http://a/b",
        "https://ghcr.io/a",
        "a\n",
        "a\x1b",
        "\xff",
        "a?b",
        "a#b",
        "a%2fb",
        "user@host/a",
        "ghcr.io:x/a",
        "ghcr.io:/a",
        "ghcr.io:123456/a",
        "-x.io/a",
        "x-.io/a",
        ".io/a",
        "[::1/a",
        "[]/a",
        "[::1]x/a",
        "a.b:80@x/c",
        "--yes",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CordonReference) reference = {0};
        g_autoptr(GError) error = NULL;

        cr_expect_not(cordon_reference_parse(rows[i], &reference, &error), "%s", rows[i]);
        cr_expect(g_error_matches(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REFERENCE));
    }
}

Test(docker_reference, bounds_lengths)
{
    g_autofree char *longest = g_strnfill(255 - strlen("docker.io/library/"), 'a');
    g_autofree char *too_long = g_strconcat(longest, "a", NULL);
    g_autofree char *tag = g_strnfill(128, 't');
    g_autofree char *with_tag = g_strconcat("a:", tag, NULL);
    g_autofree char *with_long_tag = g_strconcat("a:t", tag, NULL);
    g_autofree char *huge = g_strnfill(100000, 'a');
    g_auto(CordonReference) a = {0};
    g_auto(CordonReference) b = {0};

    cr_expect(cordon_reference_parse(longest, &a, NULL));
    cr_expect(cordon_reference_parse(with_tag, &b, NULL));
    const char *const wrong[] = {too_long, with_long_tag, huge};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_auto(CordonReference) reference = {0};
        g_autoptr(GError) error = NULL;
        cr_expect_not(cordon_reference_parse(wrong[i], &reference, &error));
        cr_expect_lt(strlen(error->message), 400);
    }
}

Test(docker_reference, makes_digests)
{
    g_autofree char *digest = cordon_digest_of("", 0);

    cr_expect_str_eq(digest,
                     "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    cr_expect(cordon_digest_is_valid(digest));
    cr_expect_not(cordon_digest_is_valid("sha256:E3"));
}

/* SPDX-License-Identifier: MIT */
/* One row a host.  The lists come from the registries' own documentation and from the ecosystem lists that other
 * sandboxes publish (facts/filter.md, section 3).
 *
 * Left out on purpose: buckets and user pages that anybody can fill (storage.googleapis.com, *.amazonaws.com,
 * *.github.io, cdn.jsdelivr.net), where GitHub takes uploads (uploads.github.com), and other forges and container
 * registries, which the rule does not name. */
#include "filter/hosts.h"

#include <string.h>

/* Longer names exist in no DNS. */
#define MAX_HOST_BYTES 253u

/* clang-format off */
static const CordonHost HOSTS[] = {
    {"npmjs.org", "npm"},
    {"*.npmjs.org", "npm"},
    {"npmjs.com", "npm"},
    {"*.npmjs.com", "npm"},
    {"registry.yarnpkg.com", "npm"},
    {"repo.yarnpkg.com", "npm"},
    {"npm.jsr.io", "npm"},
    {"jsr.io", "npm"},
    {"nodejs.org", "npm"}, /* node-gyp fetches its headers there */

    {"deno.land", "Deno"},

    {"pypi.org", "Python"},
    {"pypi.python.org", "Python"},
    {"files.pythonhosted.org", "Python"},
    {"bootstrap.pypa.io", "Python"},
    {"conda.anaconda.org", "Python"},
    {"repo.anaconda.com", "Python"},

    {"crates.io", "Rust"},
    {"index.crates.io", "Rust"},
    {"static.crates.io", "Rust"},
    {"static.rust-lang.org", "Rust"},

    {"proxy.golang.org", "Go"},
    {"sum.golang.org", "Go"},
    {"index.golang.org", "Go"},
    {"pkg.go.dev", "Go"},
    {"go.dev", "Go"},
    {"golang.org", "Go"},

    {"repo1.maven.org", "Java"},
    {"repo.maven.apache.org", "Java"},
    {"central.sonatype.com", "Java"},
    {"plugins.gradle.org", "Java"},
    {"services.gradle.org", "Java"},
    {"downloads.gradle.org", "Java"},
    {"maven.google.com", "Java"},
    {"dl.google.com", "Java"},

    {"rubygems.org", "Ruby"},
    {"index.rubygems.org", "Ruby"},
    {"api.rubygems.org", "Ruby"},

    {"api.nuget.org", ".NET"},
    {"www.nuget.org", ".NET"},
    {"globalcdn.nuget.org", ".NET"},

    {"repo.packagist.org", "PHP"},
    {"packagist.org", "PHP"},
    {"getcomposer.org", "PHP"},

    {"hex.pm", "Elixir and Erlang"},
    {"repo.hex.pm", "Elixir and Erlang"},
    {"builds.hex.pm", "Elixir and Erlang"},
    {"cdn.hex.pm", "Elixir and Erlang"},

    {"www.cpan.org", "Perl"},
    {"cpan.org", "Perl"},
    {"cpan.metacpan.org", "Perl"},
    {"fastapi.metacpan.org", "Perl"},
    {"metacpan.org", "Perl"},

    {"cran.r-project.org", "R"},
    {"cloud.r-project.org", "R"},
    {"cran.rstudio.com", "R"},

    {"pub.dev", "Dart"},
    {"hackage.haskell.org", "Haskell"},
    {"opam.ocaml.org", "OCaml"},
    {"luarocks.org", "Lua"},
    {"pkg.julialang.org", "Julia"},
    {"cdn.cocoapods.org", "Swift"},
    {"download.swift.org", "Swift"},
    {"repo.clojars.org", "Clojure"},
    {"mirrors.ctan.org", "TeX"},
    {"registry.terraform.io", "Terraform"},
    {"releases.hashicorp.com", "Terraform"},
    {"bcr.bazel.build", "Bazel"},

    {"debian.org", "Debian"},
    {"*.debian.org", "Debian"},

    {"archive.ubuntu.com", "Ubuntu"},
    {"*.archive.ubuntu.com", "Ubuntu"},
    {"security.ubuntu.com", "Ubuntu"},
    {"ports.ubuntu.com", "Ubuntu"},
    {"ppa.launchpadcontent.net", "Ubuntu"},

    {"dl-cdn.alpinelinux.org", "Alpine"},

    {"dl.fedoraproject.org", "Fedora"},
    {"mirrors.fedoraproject.org", "Fedora"},
    {"download.fedoraproject.org", "Fedora"},

    {"geo.mirror.pkgbuild.com", "Arch"},

    {"download.opensuse.org", "openSUSE"},

    {"hub.docker.com", "Docker Hub"},
    {"docker.io", "Docker Hub"},
    {"index.docker.io", "Docker Hub"},
    {"registry-1.docker.io", "Docker Hub"},
    {"auth.docker.io", "Docker Hub"},
    {"production.cloudflare.docker.com", "Docker Hub"},
    {"docker-images-prod.r2.cloudflarestorage.com", "Docker Hub"},

    {"github.com", "GitHub"},
    {"www.github.com", "GitHub"},
    {"api.github.com", "GitHub"},
    {"codeload.github.com", "GitHub"},
    {"gist.github.com", "GitHub"},
    {"lfs.github.com", "GitHub"},
    {"raw.githubusercontent.com", "GitHub"},
    {"objects.githubusercontent.com", "GitHub"},
    {"release-assets.githubusercontent.com", "GitHub"},
    {"media.githubusercontent.com", "GitHub"},
    {"avatars.githubusercontent.com", "GitHub"},
    {"gist.githubusercontent.com", "GitHub"},
    {"github-cloud.s3.amazonaws.com", "GitHub"}, /* where git-lfs keeps its objects */
    {"ghcr.io", "GitHub"},
    {"pkg-containers.githubusercontent.com", "GitHub"},
    {"npm.pkg.github.com", "GitHub"},
    {"maven.pkg.github.com", "GitHub"},
    {"rubygems.pkg.github.com", "GitHub"},
    {"nuget.pkg.github.com", "GitHub"},
};
/* clang-format on */

static gboolean matches(const CordonHost *row, const char *host, gsize size)
{
    if (row->name[0] != '*')
        return strcmp(row->name, host) == 0;
    gsize suffix = strlen(row->name + 1); /* with its dot */
    return size > suffix && strcmp(host + size - suffix, row->name + 1) == 0;
}

const char *cordon_hosts_ecosystem(const char *host)
{
    char folded[MAX_HOST_BYTES + 1];
    gsize size = 0;

    for (; host[size] != '\0'; size++) {
        if (size == MAX_HOST_BYTES)
            return NULL;
        folded[size] = g_ascii_tolower(host[size]);
    }
    folded[size] = '\0';
    for (gsize i = 0; i < G_N_ELEMENTS(HOSTS); i++) {
        if (matches(&HOSTS[i], folded, size))
            return HOSTS[i].ecosystem;
    }
    return NULL;
}

/* Labels of letters, digits and inner dashes, with a dot between them. */
static gboolean is_host_name(const char *name)
{
    gsize length = strlen(name);

    if (length == 0 || length > MAX_HOST_BYTES)
        return FALSE;
    for (gsize i = 0; i < length; i++) {
        gboolean is_edge = i == 0 || i == length - 1 || name[i - 1] == '.' || name[i + 1] == '.';
        if (!g_ascii_isalnum(name[i]) && (is_edge || (name[i] != '-' && name[i] != '.')))
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_host_is_acceptable(const char *host)
{
    gboolean has_star = g_str_has_prefix(host, "*.");
    const char *name = has_star ? host + 2 : host;

    /* "*.com" would be nearly everything. */
    return is_host_name(name) && (!has_star || strchr(name, '.') != NULL);
}

const CordonHost *cordon_hosts_all(guint *ret_count)
{
    *ret_count = G_N_ELEMENTS(HOSTS);
    return HOSTS;
}

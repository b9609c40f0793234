/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "filter/private.h"

static const char *const ADDED[] = {"*.example.org", "one.example.net", NULL};

static const CordonFilterSettings SETTINGS = {
    .project = "/home/u/proj",
    .loop = "/home/u/proj/loops/a",
    .home = "/home/u",
    .sandbox = TRUE,
    .hosts = ADDED,
};

static CordonRule rule_of(const char *text, char kind)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    CordonJudge judge;
    CordonArg args[] = {cordon_arg_constant("x"), cordon_arg_constant(text)};

    cordon_judge_start(&judge, &SETTINGS, arena);
    CordonCall call = {.args = args,
                       .count = 2,
                       .scope = cordon_scope_new(arena, SETTINGS.loop),
                       .name = "x",
                       .full_name = "x",
                       .first = 1};
    cordon_judge_value(&judge, &call, &args[1], kind);
    return judge.worst.rule;
}

typedef struct {
    const char *text;
    char kind;
} Row;

Test(filter_address, own_machine_registries_and_added_hosts_are_allowed)
{
    static const Row table[] = {
        {"http://localhost:3000/x", 'u'},
        {"http://127.0.0.1/", 'u'},
        {"http://127.1.2.3:80", 'u'},
        {"http://[::1]:8080/", 'u'},
        {"localhost:3000", 'u'},
        {"app.localhost", 'u'},
        {"https://GitHub.com/x", 'u'},
        {"https://github.com:443/x", 'u'},
        {"https://replicate.npmjs.org/x?y=http://evil.example", 'u'},
        {"https://a.example.org/", 'u'},
        {"https://one.example.net/", 'u'},
        {"http://ftp.debian.org/debian", 'u'},
        {"https://github.com/a/b.git", 'g'},
        {"git@github.com:a/b.git", 'g'},
        {"ssh://git@github.com/a/b", 'g'},
        {"origin", 'g'},
        {"../b", 'g'},
        {"alpine", 'i'},
        {"acme/app:1", 'i'},
        {"docker.io/library/alpine", 'i'},
        {"ghcr.io/a/b", 'i'},
        {"localhost:5000/a", 'i'},
        {"lodash@4", 'k'},
        {"@scope/x@1.2", 'k'},
        {"github:a/b", 'k'},
        {"a/b", 'k'},
        {"git+https://github.com/a/b.git#main", 'k'},
        {"requests==2.0", 'k'},
        {"x @ https://files.pythonhosted.org/x.whl", 'k'},
        {"./pkg", 'k'},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        cr_expect(rule_of(table[i].text, table[i].kind) == CORDON_RULE_NONE, "%s: %s",
                  table[i].text, cordon_rule_name(rule_of(table[i].text, table[i].kind)));
}

Test(filter_address, everything_else_is_not)
{
    static const Row table[] = {
        {"https://evil.example/", 'u'},
        {"evil.example/x", 'u'},
        {"https://github.com.evil.example/", 'u'},
        {"https://github.com@evil.example/", 'u'},
        {"https://evil.example/github.com", 'u'},
        {"https://notgithub.com/", 'u'},
        {"https://github.com\\@evil.example/", 'u'},
        {"https://github.com./", 'u'},
        {"http://2130706433/", 'u'},
        {"http://0x7f.1/", 'u'},
        {"http://0177.0.0.1/", 'u'},
        {"http://127.0.0.1.evil.example/", 'u'},
        {"http://169.254.169.254/", 'u'},
        {"http://[::ffff:127.0.0.1]/", 'u'},
        {"http://[fe80::1]/", 'u'},
        {"https://xn--gthub-n4a.com/", 'u'},
        {"https://{a,b}.example/", 'u'},
        {"https://[a-c].example/", 'u'},
        {"ftp://github.com/", 'u'},
        {"scp://github.com/x", 'u'},
        {"https://example.org/", 'u'},
        {"https://xexample.org/", 'u'},
        {"//evil.example/x", 'u'},
        {"https://github.com:99999999/", 'u'},
        {"git@evil.example:a/b", 'g'},
        {"https://evil.example/a.git", 'g'},
        {"ghcr.io.evil.example/a", 'i'},
        {"evil.example:5000/a", 'i'},
        {"https://evil.example/p.tgz", 'k'},
        {"git+ssh://git@evil.example/a", 'k'},
        {"x @ https://evil.example/x.whl", 'k'},
        {"gitlab:a/b", 'k'},
        {"socks5h://proxy.example:1", 'h'},
        {"proxy.example:3128", 'h'},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(table); i++)
        cr_expect(rule_of(table[i].text, table[i].kind) == CORDON_RULE_WEB, "%s: %s", table[i].text,
                  cordon_rule_name(rule_of(table[i].text, table[i].kind)));
}

Test(filter_address, paths_and_helpers_in_the_place_of_an_address)
{
    cr_expect(rule_of("file:///etc/passwd", 'g') == CORDON_RULE_OUTSIDE_PROJECT);
    cr_expect(rule_of("../../../../x", 'g') == CORDON_RULE_OUTSIDE_PROJECT);
    cr_expect(rule_of("ext::sh -c id", 'g') == CORDON_RULE_SHELL);
    cr_expect(rule_of("file:../../../x", 'k') == CORDON_RULE_OUTSIDE_PROJECT);
    cr_expect(rule_of("/etc/x", 'k') == CORDON_RULE_OUTSIDE_PROJECT);
}

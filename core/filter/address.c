/* SPDX-License-Identifier: MIT */
/* Addresses: URLs, hosts, git remotes, images of containers and packages that are named by where they lie. */
#include <string.h>

#include "filter/hosts.h"
#include "filter/private.h"

gboolean cordon_text_is_url(const char *text)
{
    gsize length =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");

    return length > 0 && g_ascii_isalpha(text[0]) && strncmp(text + length, "://", 3) == 0;
}

/* The parts of an address, in the arena. */
typedef struct {
    const char *scheme; /* lower case, or NULL */
    const char *user;   /* what stands before '@', or NULL */
    const char *host;   /* lower case, brackets of an IPv6 address taken off */
    gboolean is_ipv6;
    const char *rest; /* behind host and port */
} Address;

static const char *lower(CordonArena *arena, const char *text, gsize size)
{
    char *copy = cordon_arena_strndup(arena, text, size);

    for (char *c = copy; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
    return copy;
}

/* Splits "[scheme://][user@]host[:port][/...]".  FALSE: something in it is written in an odd way. */
static gboolean split(CordonArena *arena, const char *text, Address *ret)
{
    *ret = (Address){0};
    if (cordon_text_is_url(text)) {
        const char *colon = strstr(text, "://");
        ret->scheme = lower(arena, text, (gsize)(colon - text));
        text = colon + 3;
    } else if (strncmp(text, "//", 2) == 0) {
        text += 2;
    }
    gsize length = strcspn(text, "/?#");
    const char *at = NULL;
    for (gsize i = 0; i < length; i++) {
        /* Programs do not agree on what a backslash or a second '@' means. */
        if (text[i] == '\\' || (text[i] == '@' && at != NULL))
            return FALSE;
        if (text[i] == '@')
            at = text + i;
    }
    ret->rest = text + length;
    if (at != NULL) {
        ret->user = cordon_arena_strndup(arena, text, (gsize)(at - text));
        length -= (gsize)(at + 1 - text);
        text = at + 1;
    }
    if (text[0] == '[') {
        const char *end = memchr(text, ']', length);
        if (end == NULL)
            return FALSE;
        ret->is_ipv6 = TRUE;
        ret->host = lower(arena, text + 1, (gsize)(end - text) - 1);
        text = end + 1;
        length = (gsize)(ret->rest - text);
    } else {
        gsize size = strcspn(text, ":/?#");
        size = MIN(size, length);
        ret->host = lower(arena, text, size);
        text += size;
        length -= size;
    }
    if (length == 0)
        return TRUE;
    return text[0] == ':' && strspn(text + 1, "0123456789") == length - 1 && length <= 6;
}

/* 127.0.0.0/8 and 0.0.0.0, written as four decimal numbers. */
static gboolean is_loopback_quad(const char *host)
{
    guint parts = 0;
    guint first = 256;

    if (strcmp(host, "0.0.0.0") == 0)
        return TRUE;
    for (const char *part = host;; parts++) {
        gsize digits = strspn(part, "0123456789");
        if (digits == 0 || digits > 3 || (digits > 1 && part[0] == '0'))
            return FALSE;
        guint64 value = g_ascii_strtoull(part, NULL, 10);
        if (value > 255)
            return FALSE;
        if (parts == 0)
            first = (guint)value;
        part += digits;
        if (*part == '\0')
            return parts == 3 && first == 127;
        if (*part++ != '.')
            return FALSE;
    }
}

gboolean cordon_host_is_own_machine(const char *host)
{
    return strcmp(host, "localhost") == 0 || g_str_has_suffix(host, ".localhost") ||
           strcmp(host, "::1") == 0 || is_loopback_quad(host);
}

/* A name in the plain form: letters, digits, dashes, dots; no punycode, which people read as something else. */
static gboolean is_plain_name(const char *host)
{
    if (host[0] == '\0' || host[strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789.-_")] != '\0')
        return FALSE;
    return !g_str_has_prefix(host, "xn--") && strstr(host, ".xn--") == NULL;
}

/* host: lower case.  "*.suffix" or the name itself. */
static gboolean matches_host(const char *row, const char *host)
{
    if (row[0] == '*' && row[1] == '.')
        return g_str_has_suffix(host, row + 1);
    return g_ascii_strcasecmp(row, host) == 0;
}

gboolean cordon_host_is_allowed(const CordonFilterSettings *settings, const char *host)
{
    char folded[256];

    if (g_strlcpy(folded, host, sizeof folded) >= sizeof folded)
        return FALSE;
    for (char *c = folded; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
    if (cordon_host_is_own_machine(folded))
        return TRUE;
    if (!is_plain_name(folded))
        return FALSE;
    if (cordon_hosts_ecosystem(folded) != NULL)
        return TRUE;
    for (guint i = 0; settings->hosts != NULL && settings->hosts[i] != NULL; i++) {
        if (matches_host(settings->hosts[i], folded))
            return TRUE;
    }
    return FALSE;
}

static void find_web(CordonJudge *judge, const CordonCall *call, const char *text, const char *why)
{
    cordon_judge_find(judge, call, CORDON_RULE_WEB, NULL, "%s: %s.", text, why);
}

/* Which schemes a kind of address may have. */
static gboolean scheme_is_usual(const char *scheme, char kind)
{
    static const char *const web[] = {"http", "https", "ws", "wss", NULL};
    static const char *const git[] = {"http",    "https",     "ssh",      "git",
                                      "git+ssh", "git+https", "git+http", NULL};
    static const char *const proxy[] = {"http",    "https", "socks4", "socks4a", "socks5",
                                        "socks5h", "tcp",   "tls",    "nats",    "ws",
                                        "wss",     "amqp",  "amqps",  NULL};

    switch (kind) {
    case 'g':
    case 'k':
        return g_strv_contains(git, scheme);
    case 'h':
        return g_strv_contains(proxy, scheme);
    case 'm':
        /* Databases, brokers and the like are addressed alike; the host decides. */
        return strcmp(scheme, "file") != 0 && strcmp(scheme, "ext") != 0;
    default:
        return g_strv_contains(web, scheme);
    }
}

/* Only these mirrors are used without TLS, since their packages are signed. */
static gboolean may_be_plain_http(const char *host)
{
    static const char *const mirrors[] = {"*.debian.org", "*.ubuntu.com", "dl-cdn.alpinelinux.org",
                                          "ppa.launchpadcontent.net"};

    for (gsize i = 0; i < G_N_ELEMENTS(mirrors); i++) {
        if (matches_host(mirrors[i], host))
            return TRUE;
    }
    return cordon_host_is_own_machine(host);
}

static gboolean is_web_scheme(const char *scheme)
{
    return scheme == NULL || strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0 ||
           strcmp(scheme, "ws") == 0 || strcmp(scheme, "wss") == 0;
}

/* A user of git's server, or of a database of the own machine. */
static gboolean user_is_harmless(const Address *address, char kind)
{
    if (kind == 'm' && !is_web_scheme(address->scheme))
        return cordon_host_is_own_machine(address->host);
    return (kind == 'g' || kind == 'k') && strcmp(address->user, "git") == 0 &&
           (address->scheme == NULL || strstr(address->scheme, "ssh") != NULL);
}

/* "postgres://localhost/x?host=other": the clients of databases take the host from there. */
static gboolean has_second_host(const Address *address)
{
    return !is_web_scheme(address->scheme) &&
           (strstr(address->rest, "host") != NULL || strstr(address->rest, "service=") != NULL ||
            strchr(address->rest, '%') != NULL) &&
           strchr(address->rest, '?') != NULL;
}

static void judge_url(CordonJudge *judge, const CordonCall *call, const char *text, char kind)
{
    const CordonFilterSettings *settings = judge->settings;
    Address address;

    if (!split(judge->arena, text, &address)) {
        find_web(judge, call, text, "this form of address is not read for certain");
        return;
    }
    if (address.scheme != NULL && !scheme_is_usual(address.scheme, kind)) {
        find_web(judge, call, text, "this kind of address is not allowed");
        return;
    }
    if (kind == 'm' && has_second_host(&address)) {
        find_web(judge, call, text, "an option behind the address may name another host");
        return;
    }
    if (address.user != NULL && !user_is_harmless(&address, kind)) {
        find_web(judge, call, text, "a name before the host hides where it leads");
        return;
    }
    if (!cordon_host_is_allowed(settings, address.host)) {
        find_web(judge, call, address.host,
                 "this is no package registry, not GitHub, Docker Hub or the own machine");
        return;
    }
    if (address.scheme != NULL && strcmp(address.scheme, "http") == 0 &&
        !may_be_plain_http(address.host))
        cordon_judge_find(judge, call, CORDON_RULE_WEB, "Write https://.",
                          "%s is addressed without TLS.", address.host);
}

static void judge_file_url(CordonJudge *judge, const CordonCall *call, const char *text)
{
    CordonArg path = cordon_arg_constant(text + strlen("file:"));

    if (strncmp(path.text, "//localhost/", 12) == 0)
        path.text += 11;
    else if (strncmp(path.text, "//", 2) == 0)
        path.text += 2;
    cordon_judge_path(judge, call, &path, CORDON_PATH_READ);
}

/* host:path as scp and git write it: a colon before any slash, and no drive of Windows. */
static const char *scp_path(const CordonJudge *judge, const char *text)
{
    const char *colon = strchr(text, ':');
    const char *slash = strchr(text, '/');

    if (colon == NULL || (slash != NULL && slash < colon))
        return NULL;
    if (cordon_judge_is_windows(judge) && colon == text + 1)
        return NULL;
    return colon + 1;
}

static void judge_scp(CordonJudge *judge, const CordonCall *call, const char *text,
                      const char *path)
{
    const char *host = cordon_arena_strndup(judge->arena, text, (gsize)(path - text) - 1);

    judge_url(judge, call, host, 'g');
}

static void judge_remote(CordonJudge *judge, const CordonCall *call, const char *text)
{
    CordonArg arg = cordon_arg_constant(text);

    /* helper::address starts git-remote-helper; ext:: is a shell command. */
    if (strstr(text, "::") != NULL && text[0] != '[') {
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Use an https:// address.",
                          "%s names a helper program of git.", text);
        return;
    }
    if (g_ascii_strncasecmp(text, "file:", 5) == 0) {
        judge_file_url(judge, call, text);
        return;
    }
    if (cordon_text_is_url(text)) {
        judge_url(judge, call, text, 'g');
        return;
    }
    const char *path = scp_path(judge, text);
    if (path != NULL)
        judge_scp(judge, call, text, path);
    else if (strpbrk(text, "/\\") != NULL || text[0] == '.')
        cordon_judge_path(judge, call, &arg, CORDON_PATH_READ);
}

/* "library/alpine:3", "ghcr.io/x/y", "localhost:5000/x": a first part with a dot, a colon or "localhost" is a host. */
static void judge_image(CordonJudge *judge, const CordonCall *call, const char *text)
{
    const char *slash = strchr(text, '/');

    if (cordon_text_is_url(text)) {
        const char *rest = strstr(text, "://") + 3;
        if (g_str_has_prefix(text, "docker://"))
            judge_image(judge, call, rest);
        else
            judge_url(judge, call, text, 'u');
        return;
    }
    if (slash == NULL)
        return;
    const char *host = cordon_arena_strndup(judge->arena, text, (gsize)(slash - text));
    if (strpbrk(host, ".:") != NULL || strcmp(host, "localhost") == 0)
        judge_url(judge, call, host, 'u');
}

/* What stands before an address inside a package's name: "x @ https://...", "x@git+https://...". */
static const char *address_in(const char *text)
{
    const char *mark = strstr(text, "://");

    if (mark == NULL)
        return NULL;
    while (mark > text && (g_ascii_isalnum(mark[-1]) || strchr("+-.", mark[-1]) != NULL))
        mark--;
    return mark;
}

static gboolean is_path_like(const char *text)
{
    return text[0] == '.' || text[0] == '/' || text[0] == '~' || text[0] == '\\' ||
           g_str_has_suffix(text, ".tgz") || g_str_has_suffix(text, ".whl") ||
           g_str_has_suffix(text, ".tar.gz");
}

/* The hosts that package managers know by a short name. */
static gboolean judge_short_host(CordonJudge *judge, const CordonCall *call, const char *text)
{
    static const struct {
        const char *prefix, *host;
    } short_hosts[] = {
        {"github:", NULL},
        {"gist:", NULL},
        {"npm:", NULL},
        {"jsr:", NULL},
        {"workspace:", NULL},
        {"gitlab:", "gitlab.com"},
        {"bitbucket:", "bitbucket.org"},
        {"sourcehut:", "git.sr.ht"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(short_hosts); i++) {
        const char *at = strstr(text, short_hosts[i].prefix);
        if (at == NULL || (at != text && at[-1] != '@'))
            continue;
        if (short_hosts[i].host != NULL)
            judge_url(judge, call, short_hosts[i].host, 'u');
        return TRUE;
    }
    return FALSE;
}

static void judge_package(CordonJudge *judge, const CordonCall *call, const char *text)
{
    const char *address = address_in(text);
    const char *file = strstr(text, "file:");
    CordonArg arg = cordon_arg_constant(text);

    if (file == NULL)
        file = strstr(text, "link:");
    if (file != NULL && (file == text || file[-1] == '@' || file[-1] == ' ')) {
        judge_file_url(judge, call, file);
        return;
    }
    if (address != NULL) {
        if (g_str_has_prefix(address, "git+file:"))
            judge_file_url(judge, call, address + 4);
        else if (strncmp(address, "git+", 4) == 0)
            judge_url(judge, call, address + 4, 'k');
        else
            judge_url(judge, call, address, 'k');
        return;
    }
    if (judge_short_host(judge, call, text))
        return;
    if (is_path_like(text)) {
        /* "./x[extra]" names the folder "./x". */
        const char *extra = strchr(text, '[');
        if (extra != NULL)
            arg.text = cordon_arena_strndup(judge->arena, text, (gsize)(extra - text));
        cordon_judge_path(judge, call, &arg, CORDON_PATH_READ);
        return;
    }
    const char *at = strchr(text, '@');
    const char *path = at != NULL && text[0] != '@' ? scp_path(judge, at) : NULL;
    if (path != NULL && strchr(path, '/') != NULL)
        judge_scp(judge, call, text, path);
    else if (cordon_text_names_secret(text, FALSE))
        cordon_judge_path(judge, call, &arg, CORDON_PATH_READ);
}

/* A glob or brace of curl's own in the host could make it any. */
static gboolean has_open_host(const char *text)
{
    const char *mark = strstr(text, "://");
    const char *host = mark != NULL ? mark + 3 : text;
    gsize length = strcspn(host, "/?#");

    for (gsize i = 0; i < length; i++) {
        if (strchr("{}*", host[i]) != NULL || (host[i] == '[' && i > 0))
            return TRUE;
    }
    return FALSE;
}

/* Does the host of an address end before what is not known begins? */
static gboolean host_is_known(const CordonArg *arg)
{
    const char *mark = strstr(arg->text, "://");
    const char *slash = mark != NULL ? strchr(mark + 3, '/') : NULL;

    return slash != NULL && (gsize)(slash - arg->text) < arg->known;
}

/* "sqlite://dev.db", "sqlite3:///dev.db", "sqlite+aiosqlite://...": a file.  Programs do not agree whether three slashes
 * begin an absolute path; only a name directly below the root is taken for one of the folder. */
static gboolean judge_database_file(CordonJudge *judge, const CordonCall *call, const char *text)
{
    const char *path = strstr(text, "://") + 3;
    gsize version = strlen("sqlite");

    if (!g_str_has_prefix(text, "sqlite"))
        return FALSE;
    version += text[version] == '2' || text[version] == '3' ? 1 : 0;
    /* "sqlitecloud://" is a server. */
    if (text[version] != ':' && text[version] != '+')
        return FALSE;
    if (g_str_has_prefix(path, "file:")) {
        judge_file_url(judge, call, path);
        return TRUE;
    }
    /* "sqlite:///x.db" and "sqlite:///./x.db" are in the current folder to most who read them. */
    if (path[0] == '/' &&
        (g_str_has_prefix(path, "/./") || (path[1] != '.' && strchr(path + 1, '/') == NULL)))
        path++;
    if (strchr(path, '%') != NULL) {
        find_web(judge, call, text, "this form of address is not read for certain");
        return TRUE;
    }
    CordonArg file =
        cordon_arg_constant(cordon_arena_strndup(judge->arena, path, strcspn(path, "?#")));
    if (file.text[0] != '\0' && strcmp(file.text, ":memory:") != 0)
        cordon_judge_path(judge, call, &file, CORDON_PATH_READ);
    return TRUE;
}

/* "mysql://u:p@tcp(localhost:3306)/db", as Go's drivers write it. */
static const char *without_tcp(CordonArena *arena, const char *text)
{
    const char *open = strstr(text, "@tcp(");
    const char *close = open != NULL ? strchr(open, ')') : NULL;

    if (close == NULL)
        return text;
    return cordon_arena_concat(arena, cordon_arena_strndup(arena, text, (gsize)(open - text) + 1),
                               cordon_arena_strndup(arena, open + 5, (gsize)(close - open) - 5),
                               close + 1, NULL);
}

/* What names a database, a container, a broker: the scheme decides.  FALSE: an address like any other. */
static gboolean judge_by_scheme(CordonJudge *judge, const CordonCall *call, const char *text)
{
    if (!cordon_text_is_url(text))
        return FALSE;
    if (judge_database_file(judge, call, text))
        return TRUE;
    if (g_str_has_prefix(text, "docker://")) {
        judge_image(judge, call, text);
        return TRUE;
    }
    return FALSE;
}

/* "a:9092,b:9092": brokers and the like are often several. */
static void judge_hosts(CordonJudge *judge, const CordonCall *call, const char *text)
{
    while (*text != '\0') {
        gsize length = strcspn(text, ",");
        const char *one = cordon_arena_strndup(judge->arena, text, length);
        if (one[0] != '\0')
            judge_url(judge, call, one, 'h');
        text += length + (text[length] == ',' ? 1 : 0);
    }
}

void cordon_judge_address(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                          char kind)
{
    const char *text = arg->text;

    if (arg->type == CORDON_ARG_STREAM)
        return;
    gboolean is_known = arg->type == CORDON_ARG_CONSTANT || arg->type == CORDON_ARG_PATTERN ||
                        (arg->type == CORDON_ARG_TAME &&
                         (host_is_known(arg) || ((kind == 'i' || kind == 'k') && arg->known > 0)));
    if (!is_known) {
        cordon_judge_unknown(judge, call, arg, "an address");
        return;
    }
    if (text[0] == '\0' || (kind == 'h' && strcmp(text, "*") == 0))
        return;
    switch (kind) {
    case 'g':
        judge_remote(judge, call, text);
        return;
    case 'i':
        judge_image(judge, call, text);
        return;
    case 'k':
        judge_package(judge, call, text);
        return;
    default:
        if (g_ascii_strncasecmp(text, "file:", 5) == 0 && kind != 'u')
            judge_file_url(judge, call, text);
        else if (kind == 'm' && judge_by_scheme(judge, call, text))
            return;
        else if (has_open_host(text))
            find_web(judge, call, text, "the host is not written out");
        else if (kind == 'h')
            judge_hosts(judge, call, text);
        else
            judge_url(judge, call, kind == 'm' ? without_tcp(judge->arena, text) : text, kind);
        return;
    }
}

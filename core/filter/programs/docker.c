/* SPDX-License-Identifier: MIT */
/* docker, podman, buildah: what of the machine a container gets, and what it runs. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

/* --- folders --- */

static gboolean names_path(const char *text)
{
    return text[0] == '/' || text[0] == '.' || text[0] == '~' || strpbrk(text, "/\\") != NULL;
}

/* "SOURCE:TARGET:OPTIONS"; a source without a slash is a volume that docker keeps. */
static void judge_volume(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *text = cordon_arg_text(arg);

    if (text == NULL) {
        cordon_judge_value(judge, call, arg, 'w');
        return;
    }
    gsize drive =
        cordon_judge_is_windows(judge) && g_ascii_isalpha(text[0]) && text[1] == ':' ? 2 : 0;
    gsize length = drive + strcspn(text + drive, ":");
    if (text[length] == '\0')
        return;
    CordonArg source = cordon_arg_constant(cordon_arena_strndup(arena, text, length));
    const char *options = strrchr(text, ':');
    gboolean only_reads = FALSE;
    for (const char *option = options + 1; options > text + length;) {
        gsize size = strcspn(option, ",");
        only_reads = only_reads || cordon_text_part_is_listed("ro readonly", option, size);
        if (option[size] == '\0')
            break;
        option += size + 1;
    }
    if (names_path(source.text))
        cordon_judge_value(judge, call, &source, only_reads ? 'y' : 'w');
}

/* docker reads these as CSV, with keys in any case: a quoted field could hide a key. */
static gboolean is_spelled_plainly(CordonJudge *judge, const CordonCall *call, const char *text)
{
    if (text != NULL && strchr(text, '"') == NULL)
        return TRUE;
    cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write it out as key=value,key=value.",
                      "What would be read or written by an option of `%s` is not known.",
                      call->full_name);
    return FALSE;
}

/* The value of a key in "type=bind,src=x,ro", or NULL; a key alone is "". */
static const char *field(CordonArena *arena, const char *text, const char *keys)
{
    while (*text != '\0') {
        gsize length = strcspn(text, ",");
        gsize key = strcspn(text, "=,");
        g_autofree char *name = g_ascii_strdown(text, (gssize)key);
        g_strstrip(name);
        if (cordon_text_is_listed(keys, name))
            return key < length ? cordon_arena_strndup(arena, text + key + 1, length - key - 1)
                                : "";
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return NULL;
}

static void judge_mount(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *text = cordon_arg_text(arg);

    if (!is_spelled_plainly(judge, call, text))
        return;
    const char *source = field(arena, text, "src source");
    const char *readonly = field(arena, text, "readonly ro");
    const char *device = strstr(text, "device=");
    gboolean only_reads =
        readonly != NULL && strcmp(readonly, "false") != 0 && strcmp(readonly, "0") != 0;
    if (source != NULL && names_path(source)) {
        CordonArg path = cordon_arg_constant(source);
        cordon_judge_value(judge, call, &path, only_reads ? 'y' : 'w');
    }
    if (device != NULL) {
        CordonArg path = cordon_arg_constant(
            cordon_arena_strndup(arena, device + 7, strcspn(device + 7, ",\"")));
        cordon_judge_value(judge, call, &path, 'w');
    }
}

/* --- what weakens a container --- */

static void judge_mode(CordonJudge *judge, const CordonCall *call, const CordonOption *option)
{
    const char *text = cordon_arg_text(option->value);

    if (strcmp(option->name, "--security-opt") == 0) {
        if (text != NULL && g_str_has_prefix(text, "no-new-privileges") &&
            strstr(text, "false") == NULL)
            return;
    } else if (text != NULL && strcmp(text, "host") != 0 && !g_str_has_prefix(text, "container:") &&
               !g_str_has_prefix(text, "ns:")) {
        return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_PERMISSIONS, "Leave the option out.",
                      "`%s %s` takes down a wall of the container.", call->full_name, option->name);
}

/* --log-opt syslog-address=tcp://HOST:PORT: what the container prints goes there. */
static void judge_log(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    static const char *const ends[] = {"-address", "-url", "-endpoint"};
    const char *equals = strchr(arg->text, '=');
    const char *scheme = strstr(arg->text, "://");
    gboolean is_address = FALSE;

    if (equals == NULL)
        return;
    g_autofree char *key = g_strndup(arg->text, (gsize)(equals - arg->text));
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
        is_address = is_address || g_str_has_suffix(key, ends[i]);
    const char *start = scheme != NULL ? scheme + 3 : equals + 1;
    if (!is_address || strncmp(equals, "=unix", 5) == 0)
        return;
    CordonArg host = cordon_arg_skip(arg, (gsize)(start - arg->text));
    cordon_judge_value(judge, call, &host, 'h');
}

static CordonCall inside(const CordonCall *call, gboolean is_detached)
{
    CordonCall inner = *call;

    inner.is_inside_container = TRUE;
    /* A server in a container that is started in the background does not hold up the command. */
    inner.is_bounded = call->is_bounded || is_detached;
    return inner;
}

static void judge_option(CordonJudge *judge, const CordonCall *call, const CordonCall *inner,
                         const CordonOption *option)
{
    const char *name = option->name;
    gboolean is_mode =
        cordon_text_is_listed("--pid --ipc --userns --uts --cgroupns --security-opt", name);

    if (option->value == NULL)
        return;
    if (strcmp(name, "-v") == 0)
        judge_volume(judge, call, option->value);
    else if (strcmp(name, "--mount") == 0)
        judge_mount(judge, call, option->value);
    else if (strcmp(name, "-e") == 0)
        cordon_judge_value(judge, inner, option->value, 'v');
    else if (strcmp(name, "--health-cmd") == 0)
        cordon_judge_value(judge, inner, option->value, 'S');
    else if (strcmp(name, "--log-opt") == 0)
        judge_log(judge, call, option->value);
    else if (is_mode)
        judge_mode(judge, call, option);
}

static void judge_options(CordonJudge *judge, const CordonCall *call, const CordonCall *inner,
                          const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++)
        judge_option(judge, call, inner, &parsed->options[i]);
}

static gboolean has(const CordonParsed *parsed, const char *name)
{
    const CordonArg *value = cordon_parsed_find(parsed, name);

    return value != NULL && !cordon_arg_is(value, "false");
}

/* --- images --- */

/* Images whose own command is a server.  Source: their pages on Docker Hub. */
static const char SERVER_IMAGES[] = "adminer alertmanager apache caddy cassandra clickhouse-server "
                                    "cockroach code-server consul couchbase couchdb dynamodb-local "
                                    "elasticsearch envoy etcd gitea grafana haproxy httpd influxdb "
                                    "jaeger jenkins kafka keycloak kibana localstack loki "
                                    "mailhog mailpit mariadb memcached minio mongo mongodb "
                                    "mongo-express mssql mysql nats neo4j nexus3 nextcloud nginx "
                                    "opensearch pgadmin4 phpmyadmin postgis postgres prometheus "
                                    "rabbitmq redis redis-stack registry selenium solr "
                                    "sonarqube standalone-chrome tomcat traefik valkey varnish "
                                    "vault verdaccio wiremock wordpress zipkin zookeeper";
/* Images whose own command is a shell, or a prompt of a language. */
static const char SHELL_IMAGES[] =
    "almalinux alpine amazonlinux archlinux bash buildpack-deps busybox centos debian fedora "
    "gentoo gradle kali-rolling "
    "maven opensuse oraclelinux parrot rockylinux rust golang gcc ubi8 ubi9 ubuntu";
static const char PROMPT_IMAGES[] = "clojure elixir erlang groovy haskell ibmjava julia node "
                                    "openjdk perl php pypy python r-base ruby swift";

/* "ghcr.io/acme/nginx:1.2@sha256:..." -> "nginx" */
static const char *image_stem(CordonArena *arena, const char *image)
{
    const char *slash = strrchr(image, '/');
    const char *name = slash != NULL ? slash + 1 : image;

    return cordon_arena_strndup(arena, name, strcspn(name, ":@"));
}

static void judge_own_command(CordonJudge *judge, const CordonCall *call,
                              const CordonParsed *parsed, const char *image)
{
    const char *stem = image_stem(cordon_judge_arena(judge), image);
    gboolean is_interactive = has(parsed, "-i") || has(parsed, "-t");
    gboolean is_detached = has(parsed, "-d");

    if (is_interactive && !is_detached && cordon_text_is_listed(SHELL_IMAGES, stem))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL, "The image %s starts a shell.",
                          image);
    else if (is_interactive && !is_detached && cordon_text_is_listed(PROMPT_IMAGES, stem))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Name the command to run behind the image.",
                          "The image %s waits for input.", image);
    else if (!is_detached &&
             (cordon_text_is_listed(SERVER_IMAGES, stem) || has(parsed, "-p") || has(parsed, "-P")))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Start it in the background with -d, and stop it when done.",
                          "A server in the foreground never ends.");
}

/* Images whose entry point is the tool that they are named after: "alpine/git push". */
static void judge_entry_point(CordonJudge *judge, const CordonCall *inner, const char *image,
                              const CordonArg *args, guint count)
{
    gboolean is_windows = cordon_judge_is_windows(judge);
    const char *stem = image_stem(cordon_judge_arena(judge), image);
    const char *first = cordon_arg_text(&args[0]);

    if (strcmp(stem, "aws-cli") == 0)
        stem = "aws";
    if (first != NULL && cordon_program_find(first, is_windows) == NULL &&
        strchr(first, '/') == NULL && cordon_program_find(stem, is_windows) != NULL &&
        !cordon_text_is_listed(PROMPT_IMAGES, stem))
        cordon_judge_as(judge, inner, stem, args, count);
}

void cordon_handle_docker_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean is_started =
        !g_str_has_suffix(call->full_name, "create") && g_str_has_suffix(call->full_name, "run");
    CordonCall inner = inside(call, has(&parsed, "-d") || !is_started);
    const CordonArg *entry = cordon_parsed_find(&parsed, "--entrypoint");
    const char *image = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    judge_options(judge, call, &inner, &parsed);
    if (parsed.operand_count == 0)
        return;
    const CordonArg *rest = parsed.operands + 1;
    guint count = parsed.operand_count - 1;
    if (entry != NULL && entry->text[0] != '\0') {
        CordonArg *words = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, count + 1);
        words[0] = *entry;
        if (count > 0)
            memcpy(words + 1, rest, sizeof(CordonArg) * count);
        cordon_judge_command(judge, &inner, words, count + 1);
    } else if (count > 0) {
        cordon_judge_command(judge, &inner, rest, count);
        if (image != NULL)
            judge_entry_point(judge, &inner, image, rest, count);
    } else if (image != NULL && is_started) {
        judge_own_command(judge, call, &parsed, image);
    }
}

/* docker compose run SERVICE COMMAND: the image is not known here. */
void cordon_handle_compose_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    CordonCall inner = inside(call, has(&parsed, "-d"));
    const CordonArg *entry = cordon_parsed_find(&parsed, "--entrypoint");
    guint count = parsed.operand_count > 0 ? parsed.operand_count - 1 : 0;
    CordonArg *words = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, count + 1);

    judge_options(judge, call, &inner, &parsed);
    if (count > 0)
        memcpy(words + 1, parsed.operands + 1, sizeof(CordonArg) * count);
    if (entry != NULL && entry->text[0] != '\0') {
        words[0] = *entry;
        cordon_judge_value(judge, &inner, entry, 'p');
        cordon_judge_command(judge, &inner, words, count + 1);
    } else if (count > 0) {
        cordon_judge_command(judge, &inner, words + 1, count);
    } else if (!has(&parsed, "-d") && (has(&parsed, "-p") || has(&parsed, "-P"))) {
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Start it in the background: `docker compose up -d`.",
                          "A server in the foreground never ends.");
    }
}

/* Rows that judge the command by themselves. */
void cordon_handle_docker_mounts(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options,
                                            call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);
    CordonCall inner = inside(call, FALSE);

    judge_options(judge, call, &inner, &parsed);
}

/* --- build --- */

static const char IMAGE_SCHEME[] = "docker-image://";

static void judge_context(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    if (text != NULL && strcmp(text, "-") == 0)
        return;
    if (text != NULL && g_str_has_prefix(text, IMAGE_SCHEME)) {
        CordonArg image = cordon_arg_skip(arg, strlen(IMAGE_SCHEME));
        cordon_judge_value(judge, call, &image, 'i');
        return;
    }
    if (text != NULL && (strstr(text, "://") != NULL || g_str_has_prefix(text, "git@") ||
                         g_str_has_prefix(text, "github.com/")))
        cordon_judge_value(judge, call, arg, 'g');
    else
        cordon_judge_value(judge, call, arg, 'y');
}

/* "type=local,dest=x", "type=registry,ref=y", or a folder. */
static void judge_destination(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                              gboolean is_output)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *text = cordon_arg_text(arg);

    if (text == NULL)
        cordon_judge_value(judge, call, arg, 'w');
    if (!is_spelled_plainly(judge, call, text))
        return;
    const char *type = field(arena, text, "type");
    const char *place = field(arena, text, "dest");
    const char *push = field(arena, text, "push");
    if (type != NULL && (cordon_text_is_listed("registry gha s3 azblob", type) ||
                         (push != NULL && strcmp(push, "false") != 0)))
        cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, "Build it without sending it anywhere.",
                          "`%s` would push what it builds.", call->full_name);
    if (place == NULL && type == NULL && is_output)
        place = text;
    if (place != NULL && strcmp(place, "-") != 0) {
        CordonArg path = cordon_arg_constant(place);
        cordon_judge_value(judge, call, &path, 'w');
    }
}

static void judge_source(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                         const char *keys)
{
    const char *text = cordon_arg_text(arg);

    if (!is_spelled_plainly(judge, call, text))
        return;
    const char *source = field(cordon_judge_arena(judge), text, keys);
    CordonArg path = cordon_arg_constant(source != NULL ? source : "");
    if (source != NULL)
        cordon_judge_value(judge, call, &path, 'r');
}

/* An image, or "type=registry,ref=IMAGE", or "type=local,src=FOLDER". */
static void judge_cache(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);
    const char *image = text != NULL && strchr(text, '=') != NULL
                            ? field(cordon_judge_arena(judge), text, "ref")
                            : text;

    judge_source(judge, call, arg, "src");
    CordonArg ref = cordon_arg_constant(image != NULL ? image : "");
    if (image != NULL)
        cordon_judge_value(judge, call, &ref, 'i');
}

/* --build-arg http_proxy=HOST */
static void judge_proxy(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *equals = strchr(arg->text, '=');
    gsize size = equals != NULL ? (gsize)(equals - arg->text) : 0;

    if (size < 6 || g_ascii_strncasecmp(equals - 6, "_proxy", 6) != 0 ||
        g_ascii_strncasecmp(arg->text, "no_", 3) == 0)
        return;
    CordonArg host = cordon_arg_skip(arg, size + 1);
    cordon_judge_value(judge, call, &host, 'h');
}

static void judge_build_option(CordonJudge *judge, const CordonCall *call,
                               const CordonOption *option)
{
    const char *name = option->name;

    if (option->value == NULL)
        return;
    if (strcmp(name, "-o") == 0) {
        judge_destination(judge, call, option->value, TRUE);
    } else if (strcmp(name, "--cache-to") == 0) {
        judge_destination(judge, call, option->value, FALSE);
    } else if (strcmp(name, "--cache-from") == 0) {
        judge_cache(judge, call, option->value);
    } else if (strcmp(name, "--secret") == 0) {
        judge_source(judge, call, option->value, "src source");
    } else if (strcmp(name, "-v") == 0) {
        judge_volume(judge, call, option->value);
    } else if (strcmp(name, "--build-arg") == 0) {
        judge_proxy(judge, call, option->value);
    } else if (strcmp(name, "--build-context") == 0) {
        const char *equals = strchr(option->value->text, '=');
        CordonArg place = cordon_arg_skip(
            option->value, equals != NULL ? (gsize)(equals - option->value->text) + 1 : 0);
        judge_context(judge, call, &place);
    }
}

/* docker compose build: the project's file says the rest. */
void cordon_handle_compose_build(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        if (strcmp(parsed.options[i].name, "--build-arg") == 0 && parsed.options[i].value != NULL)
            judge_proxy(judge, call, parsed.options[i].value);
    }
}

void cordon_handle_docker_build(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++)
        judge_build_option(judge, call, &parsed.options[i]);
    for (guint i = 0; i < parsed.operand_count; i++)
        judge_context(judge, call, &parsed.operands[i]);
}

/* "TARGET.context=x", "*.secrets=id=a,src=b": what the options of build say, by another name. */
static const struct {
    const char *key, *option;
} BAKE_KEYS[] = {
    {"output", "-o"},           {"outputs", "-o"},
    {"cache-to", "--cache-to"}, {"cache-from", "--cache-from"},
    {"secret", "--secret"},     {"secrets", "--secret"},
};

static void judge_bake_setting(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *equals = strchr(arg->text, '=');
    const char *dot = strchr(arg->text, '.');

    if (equals == NULL || dot == NULL || dot > equals)
        return;
    gsize key = (gsize)(equals - dot) - 1;
    key -= key > 0 && equals[-1] == '+' ? 1 : 0;
    CordonArg value = cordon_arg_skip(arg, (gsize)(equals - arg->text) + 1);
    if (cordon_text_part_is_listed("context", dot + 1, key) ||
        strncmp(dot + 1, "contexts.", 9) == 0) {
        judge_context(judge, call, &value);
    } else if (cordon_text_part_is_listed("dockerfile", dot + 1, key)) {
        cordon_judge_value(judge, call, &value, 'm');
    } else if (cordon_text_part_is_listed("push ssh", dot + 1, key) &&
               !cordon_arg_is(&value, "false")) {
        cordon_judge_find(judge, call, dot[1] == 'p' ? CORDON_RULE_PUBLISH : CORDON_RULE_SECRET,
                          NULL, NULL);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(BAKE_KEYS); i++) {
        CordonOption option = {.name = BAKE_KEYS[i].option, .value = &value};
        if (cordon_text_part_is_listed(BAKE_KEYS[i].key, dot + 1, key))
            judge_build_option(judge, call, &option);
    }
}

/* docker buildx bake --set TARGET.KEY=VALUE */
void cordon_handle_docker_bake(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        if (strcmp(parsed.options[i].name, "--set") == 0 && parsed.options[i].value != NULL)
            judge_bake_setting(judge, call, parsed.options[i].value);
    }
}

/* --- the rest --- */

/* "CONTAINER:PATH" is inside; the other one is here. */
void cordon_handle_docker_cp(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *arg = &parsed.operands[i];
        const char *colon = strchr(arg->text, ':');
        const char *slash = strchr(arg->text, '/');
        gboolean is_inside = colon != NULL && (slash == NULL || colon < slash) &&
                             arg->text[0] != '.' && colon != arg->text + 1;
        if (!is_inside && !cordon_arg_is(arg, "-"))
            cordon_judge_value(judge, call, arg, i + 1 == parsed.operand_count ? 'w' : 'y');
    }
}

/* stats, events, logs that go on unless they are told to stop. */
void cordon_handle_docker_stream(CordonJudge *judge, const CordonCall *call)
{
    static const char *const ends[] = {"--no-stream", "--until", "-n"};

    CordonParsed parsed = parse(judge, call);
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (has(&parsed, ends[i]))
            return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                      "Ask for what there is now: `--no-stream`, `--until`, `--no-tail`.",
                      "`%s` follows what happens for ever.", call->full_name);
}

void cordon_handle_compose_up(CordonJudge *judge, const CordonCall *call)
{
    static const char *const ends[] = {"-d",
                                       "--wait",
                                       "--no-start",
                                       "--abort-on-container-exit",
                                       "--abort-on-container-failure",
                                       "--exit-code-from"};
    CordonParsed parsed = parse(judge, call);

    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (has(&parsed, ends[i]))
            return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                      "Start it in the background with -d, and stop it with `docker compose down`.",
                      "`%s` stays in the foreground for ever.", call->full_name);
}

/* skopeo copy docker://x dir:y */
void cordon_handle_skopeo_copy(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *arg = &parsed.operands[i];
        gboolean is_target = i + 1 == parsed.operand_count;
        const char *colon = strchr(arg->text, ':');
        if (cordon_arg_begins(arg, "docker://") && is_target)
            cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, NULL,
                              "`%s` would push to a registry.", call->full_name);
        else if (cordon_arg_begins(arg, "docker://"))
            cordon_judge_value(judge, call, arg, 'i');
        else if (colon != NULL) {
            CordonArg place = cordon_arg_skip(arg, (gsize)(colon - arg->text) + 1);
            cordon_judge_value(judge, call, &place, is_target ? 'w' : 'y');
        }
    }
}

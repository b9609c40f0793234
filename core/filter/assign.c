/* SPDX-License-Identifier: MIT */
/* Variables that are set for a command: which of them mean more than text. */
#include <string.h>

#include "filter/private.h"
#include "filter/variables.h"
#include "filter/words.h"

static gboolean is_one_of(const char *list, const char *value)
{
    gsize size = strlen(value);

    while (list != NULL) {
        gsize length = strcspn(list, "|");
        if (length == size && strncmp(list, value, size) == 0)
            return TRUE;
        list = list[length] == '|' ? list + length + 1 : NULL;
    }
    return FALSE;
}

/* What to do instead. */
static const struct {
    const char *name, *hint;
} HINTS[] = {
    {"PERL5*", "Write prove -l, or perl -Ilib."},
    {"PATH", "Start the program by its path, or with npx, uv run, bundle exec."},
    {"MAKEFLAGS", "Write the options on the command line: make -j8."},
    {"GOFLAGS", "Write the options on the command line: go build -tags x."},
    {"PYTEST_ADDOPTS", "Write the options on the command line: pytest -x -q."},
    {"MAVEN_*", "Write the options into .mvn/jvm.config or .mvn/maven.config of the project."},
    {"GRADLE_OPTS", "Write org.gradle.jvmargs into the project's gradle.properties."},
    {"SBT_OPTS", "Write the options into the project's .jvmopts or .sbtopts."},
    {"*RUSTFLAGS", "Write the flags into the project's .cargo/config.toml."},
    {"PIP_USER", "Install into the project: python -m venv .venv, then .venv/bin/pip install."},
    {"PIP_BREAK_SYSTEM_PACKAGES",
     "Install into the project: python -m venv .venv, then .venv/bin/pip install."},
    {"UV_SYSTEM_PYTHON", "Install into the project: uv venv, then uv pip install."},
    {"UV_BREAK_SYSTEM_PACKAGES", "Install into the project: uv venv, then uv pip install."},
    {"npm_config_global", "Install into the project and start it with npx."},
    {"NODE_OPTIONS", "Leave out what loads code: files of the project run as node FILE."},
};

static const char *hint_for(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(HINTS); i++) {
        if (cordon_variable_fits(HINTS[i].name, name))
            return HINTS[i].hint;
    }
    return "Leave the variable out.";
}

static void refuse(CordonJudge *judge, const CordonCall *call, const char *name)
{
    cordon_judge_find(judge, call, CORDON_RULE_SHELL, hint_for(name),
                      "Setting %s changes which programs run, or where they reach.", name);
}

static void refuse_options(CordonJudge *judge, const CordonCall *call, const char *name)
{
    cordon_judge_find(judge, call, CORDON_RULE_SHELL, hint_for(name),
                      "%s has an option that may load code or reach elsewhere.", name);
}

/* The harmless options of a variable.  joined: options whose value may be the next word; it is read as if it were glued
 * ("--cfg x" is "--cfg=x").  words: "x" itself, "x*" with plain text behind it, "x#" with a number or a size, "x/" with a
 * module of Java. */
static const struct {
    const char *name, *joined, *words;
} OPTION_LISTS[] = {
    /* Only memory sizes, warnings and switches: everything else loads or opens something. */
    {"NODE_OPTIONS", "-C --conditions",
     "--max-old-space-size=# --max_old_space_size=# --max-semi-space-size=# --stack-size=# "
     "--stack-trace-limit=# --max-http-header-size=# --no-warnings --no-deprecation "
     "--trace-warnings --trace-deprecation --trace-uncaught --throw-deprecation "
     "--pending-deprecation --disable-warning=* --unhandled-rejections=* --enable-source-maps "
     "--dns-result-order=* --openssl-legacy-provider --experimental-vm-modules "
     "--experimental-strip-types --experimental-transform-types --experimental-global-webcrypto "
     "--experimental-fetch --experimental-websocket --experimental-wasm-modules "
     "--experimental-json-modules --experimental-import-meta-resolve "
     "--experimental-require-module --experimental-sqlite --experimental-webstorage "
     "--experimental-test-coverage --experimental-test-module-mocks --experimental-worker "
     "--experimental-specifier-resolution=* --experimental-default-type=* --no-experimental-* -C* "
     "--network-family-autoselection --no-network-family-autoselection "
     "--network-family-autoselection-attempt-timeout=# --preserve-symlinks "
     "--preserve-symlinks-main --expose-gc --expose_gc --no-node-snapshot --conditions=* "
     "--force-node-api-uncaught-exceptions-policy=* --test-only"},
    {"*RUSTFLAGS", "-C -D -A -W -F -Z --cfg --check-cfg --cap-lints --codegen",
     "-D* -A* -W* -F* --deny=* --allow=* --warn=* -g -O --cfg=* --check-cfg=* --cap-lints=* "
     "-Copt-level=* -Cdebuginfo=* -Ctarget-cpu=* -Ctarget-feature=* -Ccodegen-units=# -Clto "
     "-Clto=* -Cpanic=* -Cstrip=* -Cinstrument-coverage -Cinstrument-coverage=* "
     "-Coverflow-checks=* -Coverflow-checks -Cdebug-assertions -Cdebug-assertions=* "
     "-Cforce-frame-pointers -Cforce-frame-pointers=* -Cembed-bitcode=* -Crelocation-model=* "
     "-Ccode-model=* -Cprefer-dynamic -Cprefer-dynamic=* -Clinker-plugin-lto "
     "-Csplit-debuginfo=* -Csymbol-mangling-version=* -Cinline-threshold=# "
     "-Cforce-unwind-tables=* -Ccontrol-flow-guard=* -Crelro-level=* -Cmetadata=* "
     "-Clink-arg=-fuse-ld=lld -Clink-arg=-fuse-ld=mold -Clink-arg=-fuse-ld=gold "
     "-Clink-arg=-fuse-ld=bfd -Clink-arg=-s -Clink-args=-s -Clink-dead-code "
     "-Cdefault-linker-libraries=* "
     "-Zsanitizer=* -Zthreads=# -Zmacro-backtrace -Zshare-generics -Zshare-generics=* "
     "-Zunstable-options -Zrandomize-layout -Ztune-cpu=* -Zlocation-detail=* -Ztime-passes "
     "-Znext-solver -Znext-solver=* -Zpolonius -Zpolonius=* -Zcoverage-options=* "
     "-Zsanitizer-memory-track-origins -Zexport-executable-symbols -Zpanic-abort-tests"},
    {"*RUSTDOCFLAGS", "-D -A -W -F -Z --cfg --check-cfg --cap-lints",
     "-D* -A* -W* -F* --cfg=* --check-cfg=* --cap-lints=* -Zunstable-options "
     "--document-private-items --document-hidden-items --show-type-layout "
     "--generate-link-to-definition --enable-index-page"},
    {"GOFLAGS", "",
     "-mod=mod -mod=vendor -mod=readonly -buildvcs=* -buildvcs -count=# -v -x -n -race -msan -asan "
     "-trimpath -trimpath=* -tags=* -p=# -short -cover -timeout=* -vet=off -parallel=# -shuffle=* "
     "-failfast -a -json -benchmem -cpu=* -covermode=* -ldflags=-s -ldflags=-w -buildmode=* "
     "-modcacherw -insecure=false"},
    {"PYTEST_ADDOPTS", "-k -m -n -p -W --tb --maxfail --durations --timeout --color -r",
     "-x -q -qq -v -vv -vvv -s -l -r* -k* -m* -n# -nauto -n0 -nlogical -Wignore* -Werror* "
     "-Wdefault* "
     "-Walways* -pno:* --tb=* --maxfail=# --durations=# --durations-min=* --timeout=# --color=* "
     "--lf --ff --nf --sw --last-failed --failed-first --stepwise --exitfirst --quiet --verbose "
     "--verbosity=# --no-header --no-summary --showlocals --no-showlocals --disable-warnings "
     "--strict --strict-markers --strict-config --runxfail --collect-only --co --cov --cov=* "
     "--no-cov --cov-branch --cov-append --cov-fail-under=# --cov-report=term "
     "--cov-report=term-missing --cov-report=xml --cov-report=html --capture=* --cache-clear "
     "--import-mode=* --randomly-seed=* --reruns=# --numprocesses=* --dist=* --forked "
     "--asyncio-mode=* --reuse-db --create-db --nomigrations --no-migrations --doctest-modules"},
    {"MAKEFLAGS", "-j --jobs",
     "-j# -j --jobs=# --jobs -s -k --no-print-directory --silent "
     "--keep-going -Otarget --output-sync --output-sync=*"},
    {"MAVEN_ARGS", "-T",
     "-B --batch-mode -q --quiet -ntp --no-transfer-progress -o --offline -e --errors -U -X -T* "
     "--fail-at-end -fae -ff -fn -D* -P*"},
    {"*_OPT*", "",
     "-Xmx# -Xms# -Xss# -Xmn# -Xshare:* -Xint -Xrs -Xverify:none -ea -enableassertions -da "
     "-server -client -XX:Max* -XX:Min* -XX:Initial* -XX:ReservedCodeCacheSize=# "
     "-XX:ParallelGCThreads=# -XX:ActiveProcessorCount=# -XX:TieredStopAtLevel=# "
     "-XX:MetaspaceSize=# -XX:+Use* -XX:-Use* -XX:+TieredCompilation -XX:-TieredCompilation "
     "-XX:+EnableDynamicAgentLoading -XX:-OmitStackTraceInFastThrow "
     "-XX:+IgnoreUnrecognizedVMOptions --enable-preview --enable-native-access=* --add-opens=/ "
     "--add-exports=/ --add-modules=* -D*"},
};

/* Nothing in it is a path, an address, or a name that stands for something else. */
static gboolean is_plain(const char *text)
{
    return text[0] != '.' && strstr(text, "..") == NULL &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "._-+,=:\"'")] == '\0' &&
           !cordon_text_names_secret(text, FALSE);
}

/* "8", "0.5", "2g", "512M". */
static gboolean is_number(const char *text)
{
    gsize digits = strspn(text, "0123456789.");

    return digits > 0 && (text[digits] == '\0' ||
                          (strchr("kKmMgGtTs%", text[digits]) != NULL && text[digits + 1] == '\0'));
}

/* "java.base/java.lang=ALL-UNNAMED": a module, no path, though with a slash. */
static gboolean is_module(const char *text)
{
    const char *slash = strchr(text, '/');

    return slash != NULL && slash != text && is_plain(slash + 1) &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._")] ==
               '/';
}

/* Properties of Java that load code, name a folder or lead elsewhere. */
static gboolean is_harmless_property(const char *word)
{
    static const char *const parts[] = {
        "proxy", "host",  "class",  "path",   "load",   "security", "agent",   "policy",
        "libr",  "store", "repo",   "url",    "uri",    "setting",  "home",    "dir",
        "jmx",   "rmi",   "jvmarg", "ext",    "script", "init",     "boot",    "server",
        "ssl",   "shell", "exec",   "config", "opt",    "plugin",   "command", "editor"};
    gsize length = strcspn(word, "=");

    for (gsize i = 0; i < length; i++) {
        for (gsize part = 0; part < G_N_ELEMENTS(parts); part++) {
            if (g_ascii_strncasecmp(word + i, parts[part], strlen(parts[part])) == 0)
                return FALSE;
        }
    }
    return TRUE;
}

/* row, size bytes: one of the words of OPTION_LISTS. */
static gboolean matches_row(const char *row, gsize size, const char *word)
{
    char last = row[size - 1];
    gsize length = strchr("*#/", last) != NULL ? size - 1 : size;

    if (strncmp(row, word, length) != 0)
        return FALSE;
    if (length == size)
        return word[size] == '\0';
    if (last == '/')
        return is_module(word + length);
    return last == '#' ? is_number(word + length) : is_plain(word + length);
}

static gboolean is_harmless_option(const char *rows, const char *word)
{
    if (word[0] == '-' && word[1] == 'D' && strchr(word, '.') != NULL &&
        !is_harmless_property(word))
        return FALSE;
    for (rows += strspn(rows, " "); *rows != '\0'; rows += strspn(rows, " ")) {
        gsize size = strcspn(rows, " ");
        if (matches_row(rows, size, word))
            return TRUE;
        rows += size;
    }
    return FALSE;
}

static gboolean options_are_harmless(CordonArena *arena, gsize list, const char *value)
{
    char **words = g_strsplit_set(value, " \t\n", -1);
    gboolean is_fine = TRUE;

    for (guint i = 0; words[i] != NULL && is_fine; i++) {
        const char *word = words[i];
        if (*word == '\0')
            continue;
        if (cordon_text_is_listed(OPTION_LISTS[list].joined, word) && words[i + 1] != NULL &&
            words[i + 1][0] != '-') {
            word = cordon_arena_concat(arena, word, word[1] == '-' ? "=" : "", words[i + 1], NULL);
            i++;
        }
        is_fine = is_harmless_option(OPTION_LISTS[list].words, word);
    }
    g_strfreev(words);
    return is_fine;
}

static void judge_options_variable(CordonJudge *judge, const CordonCall *call, const char *name,
                                   const char *text)
{
    for (gsize i = 0; text != NULL && i < G_N_ELEMENTS(OPTION_LISTS); i++) {
        if (!cordon_variable_fits(OPTION_LISTS[i].name, name))
            continue;
        if (options_are_harmless(judge->arena, i, text))
            return;
        break;
    }
    refuse_options(judge, call, name);
}

static gboolean is_switch(const char *text)
{
    static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "auto", ""};

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strcasecmp(text, words[i]) == 0)
            return TRUE;
    }
    return text[strspn(text, "0123456789")] == '\0';
}

/* A list of proxies, with "off" and "direct" between them: direct goes to whatever host a module names. */
static void judge_go_proxy(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    if (text == NULL) {
        cordon_judge_unknown(judge, call, value, "an address");
        return;
    }
    for (gsize length; *text != '\0'; text += length + (text[length] != '\0' ? 1 : 0)) {
        length = strcspn(text, ",|");
        CordonArg one = cordon_arg_constant(cordon_arena_strndup(judge->arena, text, length));
        if (cordon_arg_is(&one, "off") || cordon_arg_is(&one, ""))
            continue;
        if (cordon_arg_is(&one, "direct"))
            cordon_judge_find(judge, call, CORDON_RULE_WEB,
                              "Write GOPROXY=https://proxy.golang.org.",
                              "GOPROXY=direct reaches any host that a module names.");
        else
            cordon_judge_value(judge, call, &one, 'u');
    }
}

gboolean cordon_variable_is_special(const char *name)
{
    const CordonVariable *variable = cordon_variable_find(name);

    return variable != NULL && variable->kind != CORDON_ENV_HARMLESS;
}

/* Folders or files that are read, with ':' between them; on Windows ';', since a drive has a ':'. */
static void judge_paths(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);
    const char *mark = cordon_judge_is_windows(judge) ? ";" : ":";

    if (text == NULL) {
        cordon_judge_unknown(judge, call, value, "a path");
        return;
    }
    for (gsize length; *text != '\0'; text += length + (text[length] != '\0' ? 1 : 0)) {
        length = strcspn(text, mark);
        CordonArg one = cordon_arg_constant(cordon_arena_strndup(judge->arena, text, length));
        if (one.text[0] != '\0')
            cordon_judge_value(judge, call, &one, 'a');
    }
}

/* Does it begin with a scheme of databases and brokers, "redis://", "sqlite://"?  No page is meant then. */
static gboolean is_database(const char *text)
{
    static const char *const schemes[] = {
        "postgres", "postgresql", "mysql",  "mariadb",    "mongodb", "mongodb+srv", "redis",
        "rediss",   "amqp",       "amqps",  "nats",       "kafka",   "mssql",       "sqlserver",
        "sqlite",   "sqlite3",    "libsql", "clickhouse", NULL};
    const char *end = strstr(text, "://");

    if (end == NULL)
        return FALSE;
    g_autofree char *scheme = g_strndup(text, (gsize)(end - text));
    return g_strv_contains(schemes, scheme);
}

/* "postgres://user:word@db:5432/app": a name without a dot is a service of a compose file, or stands for one while nothing
 * is connected to ("prisma generate"). */
static gboolean is_service(const char *text)
{
    const char *start = strstr(text, "://") + 3;
    gsize length = strcspn(start, "/?#");
    const char *host = start;

    for (const char *at = start; at < start + length; at++)
        host = *at == '@' ? at + 1 : host;
    gsize name = strspn(host, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-");
    const char *port = host + name;
    port += *port == ':' ? 1 + strspn(port + 1, G_CSET_DIGITS) : 0;
    return g_ascii_isalpha(host[0]) && port == start + length && strstr(port, "host") == NULL;
}

static void judge_plain(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    /* Text for a program: an address in it is nothing that is reached by setting it. */
    if (text != NULL && strpbrk(text, " \n") == NULL &&
        (!cordon_text_is_url(text) || (is_database(text) && !is_service(text))))
        cordon_judge_value(judge, call, value, 'm');
}

static gboolean must_be_refused(char kind, const char *text)
{
    switch (kind) {
    case CORDON_ENV_SHELL:
        return TRUE;
    case CORDON_ENV_SWITCH:
        return text == NULL || !is_switch(text);
    case CORDON_ENV_PLAIN:
        return text == NULL || !is_plain(text);
    default:
        return FALSE;
    }
}

void cordon_judge_assignment(CordonJudge *judge, const CordonCall *call, const char *name,
                             const CordonArg *value)
{
    const char *text = cordon_arg_text(value);
    const CordonVariable *variable = cordon_variable_find(name);

    if (variable == NULL) {
        judge_plain(judge, call, value);
        return;
    }
    char kind = variable->kind;
    if (kind == CORDON_ENV_HARMLESS || (text != NULL && is_one_of(variable->values, text)))
        return;
    /* A number makes no option another one, and switches take any. */
    if (value->type == CORDON_ARG_TAME && value->is_number && !value->smells &&
        (kind == CORDON_ENV_OPTIONS || kind == CORDON_ENV_SWITCH))
        text = value->text;
    if (must_be_refused(kind, text)) {
        refuse(judge, call, name);
        return;
    }
    switch (kind) {
    case CORDON_ENV_SWITCH:
    case CORDON_ENV_PLAIN:
    case CORDON_ENV_SHELL:
        break;
    case CORDON_ENV_OPTIONS:
        judge_options_variable(judge, call, name, text);
        break;
    case CORDON_ENV_PATHS:
        judge_paths(judge, call, value);
        break;
    case 'P':
        judge_go_proxy(judge, call, value);
        break;
    default:
        if (text == NULL || text[0] != '\0')
            cordon_judge_value(judge, call, value, kind);
        break;
    }
}

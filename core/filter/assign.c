/* SPDX-License-Identifier: MIT */
/* Variables that are set for a command: which of them mean more than text. */
#define _GNU_SOURCE /* FNM_CASEFOLD */
#include <fnmatch.h>
#include <string.h>

#include "filter/private.h"

/* What a value is, besides the kinds of program.h. */
enum {
    SHELL_DENY = '!', /* whatever it is, it changes what programs run */
    HARMLESS = '.',
};

/* One row a name or glob of names; the first that fits counts.  values: those that are harmless, with '|' between.
 * Source: facts/filter.md section 2, and the manual pages of the programs that read them. */
static const struct {
    const char *name;
    char kind;
    const char *values;
} VARIABLES[] = {
    {"GIT_AUTHOR_*", HARMLESS, NULL},
    {"GIT_COMMITTER_*", HARMLESS, NULL},
    {"GIT_TERMINAL_PROMPT", HARMLESS, NULL},
    {"GIT_OPTIONAL_LOCKS", HARMLESS, NULL},
    {"GIT_PAGER", SHELL_DENY, "cat|less|"},
    {"GIT_EDITOR", SHELL_DENY, "true|:|cat"},
    {"GIT_SEQUENCE_EDITOR", SHELL_DENY, "true|:|cat"},
    {"GIT_MERGE_AUTOEDIT", HARMLESS, NULL},
    {"GIT_LFS_SKIP_SMUDGE", HARMLESS, NULL},
    {"GIT_TRACE*", SHELL_DENY, "0|1|2"},
    {"GIT_CURL_VERBOSE", HARMLESS, NULL},
    {"GIT_*", SHELL_DENY, NULL},
    {"PAGER", SHELL_DENY, "cat|less|more|"},
    {"MANPAGER", SHELL_DENY, "cat|"},
    {"EDITOR", SHELL_DENY, "true|:|cat"},
    {"VISUAL", SHELL_DENY, "true|:|cat"},
    {"BROWSER", SHELL_DENY, "none|true|echo|"},
    {"PATH", SHELL_DENY, NULL},
    {"LD_*", SHELL_DENY, NULL},
    {"DYLD_*", SHELL_DENY, NULL},
    {"BASH_*", SHELL_DENY, NULL},
    {"ENV", SHELL_DENY, NULL},
    {"SHELLOPTS", SHELL_DENY, NULL},
    {"BASHOPTS", SHELL_DENY, NULL},
    {"PS4", SHELL_DENY, NULL},
    {"PS[0-9]", SHELL_DENY, NULL},
    {"PROMPT_COMMAND", SHELL_DENY, NULL},
    {"IFS", SHELL_DENY, NULL},
    {"CDPATH", SHELL_DENY, NULL},
    {"GLOBIGNORE", SHELL_DENY, NULL},
    {"HOME", SHELL_DENY, NULL},
    {"SHELL", SHELL_DENY, NULL},
    {"PWD", SHELL_DENY, NULL},
    {"OLDPWD", SHELL_DENY, NULL},
    {"OPTIND", SHELL_DENY, NULL},
    {"TMPDIR", 'w', NULL},
    {"XDG_*", SHELL_DENY, NULL},
    {"LESSOPEN", SHELL_DENY, NULL},
    {"LESSCLOSE", SHELL_DENY, NULL},
    {"LESSCHARSET", HARMLESS, NULL},
    {"LESS", SHELL_DENY, "-R|-FRX|-F|FRX|R|-FR"},
    {"LESS*", SHELL_DENY, NULL},
    {"SSH_*", SHELL_DENY, NULL},
    {"RSYNC_*", SHELL_DENY, NULL},
    {"SUDO_*", SHELL_DENY, NULL},
    {"CVS_RSH", SHELL_DENY, NULL},
    {"SVN_SSH", SHELL_DENY, NULL},
    {"NODE_PATH", SHELL_DENY, NULL},
    {"NODE_REPL_*", SHELL_DENY, NULL},
    {"NODE_EXTRA_CA_CERTS", SHELL_DENY, NULL},
    {"NODE_TLS_REJECT_UNAUTHORIZED", SHELL_DENY, "1"},
    {"ELECTRON_RUN_AS_NODE", SHELL_DENY, NULL},
    {"PYTHONPATH", SHELL_DENY, NULL},
    {"PYTHONSTARTUP", SHELL_DENY, NULL},
    {"PYTHONINSPECT", SHELL_DENY, NULL},
    {"PYTHONHOME", SHELL_DENY, NULL},
    {"PYTHONBREAKPOINT", SHELL_DENY, "0"},
    {"PYTHONWARNINGS", SHELL_DENY, "ignore|error|default|always|once|module"},
    {"PYTHONUSERBASE", SHELL_DENY, NULL},
    {"PYTHONEXECUTABLE", SHELL_DENY, NULL},
    {"PYTHONPLATLIBDIR", SHELL_DENY, NULL},
    {"PYTEST_ADDOPTS", SHELL_DENY, NULL},
    {"PYTEST_PLUGINS", SHELL_DENY, NULL},
    {"PERL5*", SHELL_DENY, NULL},
    {"PERLLIB", SHELL_DENY, NULL},
    {"RUBYOPT", SHELL_DENY, "-W0|-W:no-deprecated"},
    {"RUBYLIB", SHELL_DENY, NULL},
    {"GEM_HOME", 'w', NULL},
    {"GEM_PATH", SHELL_DENY, NULL},
    {"BUNDLE_GEMFILE", 'r', NULL},
    {"BUNDLE_PATH", 'w', NULL},
    {"BUNDLE_*", SHELL_DENY, "true|false|1|0"},
    {"PHPRC", SHELL_DENY, NULL},
    {"PHP_INI_SCAN_DIR", SHELL_DENY, NULL},
    {"LUA_*", SHELL_DENY, NULL},
    {"JAVA_HOME", SHELL_DENY, NULL},
    {"CLASSPATH", SHELL_DENY, NULL},
    {"*JAVA*_OPTIONS", SHELL_DENY, NULL},
    {"*JAVA_OPTS", SHELL_DENY, NULL},
    {"MAVEN_OPTS", SHELL_DENY, NULL},
    {"MAVEN_ARGS", SHELL_DENY, NULL},
    {"GRADLE_OPTS", SHELL_DENY, NULL},
    {"GRADLE_USER_HOME", 'w', NULL},
    {"SBT_OPTS", SHELL_DENY, NULL},
    {"MAKEFLAGS", SHELL_DENY, NULL},
    {"MFLAGS", SHELL_DENY, NULL},
    {"GNUMAKEFLAGS", SHELL_DENY, NULL},
    {"MAKEFILES", SHELL_DENY, NULL},
    {"MAKE", SHELL_DENY, NULL},
    {"TAR_OPTIONS", SHELL_DENY, NULL},
    {"TAPE", SHELL_DENY, NULL},
    {"GZIP", SHELL_DENY, "-1|-9"},
    {"ZIPOPT", SHELL_DENY, NULL},
    {"UNZIP", SHELL_DENY, NULL},
    {"RIPGREP_CONFIG_PATH", SHELL_DENY, NULL},
    {"GREP_OPTIONS", SHELL_DENY, NULL},
    {"CURL_HOME", SHELL_DENY, NULL},
    {"WGETRC", SHELL_DENY, NULL},
    {"NETRC", SHELL_DENY, NULL},
    {"npm_config_registry", 'u', NULL},
    {"npm_config_*registry", 'u', NULL},
    {"npm_config_*proxy", 'h', NULL},
    {"npm_config_loglevel", HARMLESS, NULL},
    {"npm_config_cache", 'w', NULL},
    {"npm_config_prefix", 'w', NULL},
    {"npm_config_yes", HARMLESS, NULL},
    {"npm_config_audit", HARMLESS, NULL},
    {"npm_config_fund", HARMLESS, NULL},
    {"npm_config_progress", HARMLESS, NULL},
    {"npm_config_update_notifier", HARMLESS, NULL},
    {"npm_config_legacy_peer_deps", HARMLESS, NULL},
    {"npm_config_ignore_scripts", HARMLESS, NULL},
    {"npm_config_engine_strict", HARMLESS, NULL},
    {"npm_config_offline", HARMLESS, NULL},
    {"npm_config_prefer_offline", HARMLESS, NULL},
    {"npm_config_*", SHELL_DENY, NULL},
    {"YARN_REGISTRY", 'u', NULL},
    {"YARN_NPM_REGISTRY_SERVER", 'u', NULL},
    {"YARN_*", SHELL_DENY, "true|false|0|1|node-modules|pnp"},
    {"COREPACK_NPM_REGISTRY", 'u', NULL},
    {"COREPACK_ENABLE_*", HARMLESS, NULL},
    {"COREPACK_*", SHELL_DENY, NULL},
    {"BUN_CONFIG_REGISTRY", 'u', NULL},
    {"PIP_INDEX_URL", 'u', NULL},
    {"PIP_EXTRA_INDEX_URL", 'u', NULL},
    {"PIP_FIND_LINKS", 'k', NULL},
    {"PIP_PROXY", 'h', NULL},
    {"PIP_CACHE_DIR", 'w', NULL},
    {"PIP_NO_*", HARMLESS, NULL},
    {"PIP_DISABLE_*", HARMLESS, NULL},
    {"PIP_QUIET", HARMLESS, NULL},
    {"PIP_DEFAULT_TIMEOUT", HARMLESS, NULL},
    {"PIP_PREFER_BINARY", HARMLESS, NULL},
    {"PIP_REQUIRE_VIRTUALENV", HARMLESS, NULL},
    {"PIP_BREAK_SYSTEM_PACKAGES", HARMLESS, NULL},
    {"PIP_*", SHELL_DENY, NULL},
    {"UV_INDEX_URL", 'u', NULL},
    {"UV_DEFAULT_INDEX", 'u', NULL},
    {"UV_EXTRA_INDEX_URL", 'u', NULL},
    {"UV_INDEX", 'u', NULL},
    {"UV_CACHE_DIR", 'w', NULL},
    {"UV_PROJECT_ENVIRONMENT", 'w', NULL},
    {"UV_LINK_MODE", HARMLESS, NULL},
    {"UV_NO_*", HARMLESS, NULL},
    {"UV_OFFLINE", HARMLESS, NULL},
    {"UV_FROZEN", HARMLESS, NULL},
    {"UV_LOCKED", HARMLESS, NULL},
    {"UV_SYSTEM_PYTHON", HARMLESS, NULL},
    {"UV_*", SHELL_DENY, NULL},
    {"POETRY_VIRTUALENVS_*", HARMLESS, NULL},
    {"POETRY_*", SHELL_DENY, "true|false|0|1"},
    {"GOFLAGS", SHELL_DENY, "-mod=mod|-mod=vendor|-mod=readonly|-buildvcs=false|-count=1|-v|-race"},
    {"GOPROXY", 'P', NULL},
    {"GONOSUMDB", SHELL_DENY, NULL},
    {"GONOSUMCHECK", SHELL_DENY, NULL},
    {"GOINSECURE", SHELL_DENY, NULL},
    {"GONOPROXY", SHELL_DENY, NULL},
    {"GOPRIVATE", SHELL_DENY, NULL},
    {"GOSUMDB", SHELL_DENY, "off|sum.golang.org"},
    {"GOTOOLCHAIN", SHELL_DENY, "local|auto"},
    {"GOENV", SHELL_DENY, "off"},
    {"GOROOT", SHELL_DENY, NULL},
    {"GOBIN", 'w', NULL},
    {"GOPATH", 'w', NULL},
    {"GOCACHE", 'w', "off"},
    {"GOMODCACHE", 'w', NULL},
    {"CARGO_TERM_*", HARMLESS, NULL},
    {"CARGO_INCREMENTAL", HARMLESS, NULL},
    {"CARGO_NET_OFFLINE", HARMLESS, NULL},
    {"CARGO_BUILD_JOBS", HARMLESS, NULL},
    {"CARGO_PROFILE_*", HARMLESS, NULL},
    {"CARGO_TARGET_DIR", 'w', NULL},
    {"CARGO_HOME", 'w', NULL},
    {"CARGO_*", SHELL_DENY, NULL},
    {"RUSTC*", SHELL_DENY, NULL},
    {"RUSTDOC", SHELL_DENY, NULL},
    {"RUSTFLAGS", SHELL_DENY,
     "-D warnings|-Dwarnings|-Awarnings|-A warnings|-C target-cpu=native|-Ctarget-cpu=native|"},
    {"RUSTDOCFLAGS", SHELL_DENY, "-D warnings|-Dwarnings|"},
    {"RUSTUP_TOOLCHAIN", HARMLESS, NULL},
    {"RUSTUP_*", SHELL_DENY, NULL},
    {"CC", 'p', NULL},
    {"CXX", 'p', NULL},
    {"LD", 'p', NULL},
    {"AR", 'p', NULL},
    {"CMAKE_*_COMPILER_LAUNCHER", 'p', NULL},
    {"CMAKE_GENERATOR", HARMLESS, NULL},
    {"HTTP_PROXY", 'h', NULL},
    {"HTTPS_PROXY", 'h', NULL},
    {"ALL_PROXY", 'h', NULL},
    {"FTP_PROXY", 'h', NULL},
    {"NO_PROXY", HARMLESS, NULL},
    {"*_PROXY", 'h', NULL},
    {"DOCKER_HOST", SHELL_DENY, NULL},
    {"DOCKER_CONTEXT", SHELL_DENY, "default"},
    {"DOCKER_CONFIG", SHELL_DENY, NULL},
    {"DOCKER_BUILDKIT", HARMLESS, NULL},
    {"COMPOSE_FILE", 'r', NULL},
    {"KUBECONFIG", SHELL_DENY, NULL},
    {"KUBE_EDITOR", SHELL_DENY, NULL},
    {"AWS_*", SHELL_DENY, NULL},
    {"TF_CLI_*", SHELL_DENY, NULL},
    {"MIX_ENV", HARMLESS, NULL},
    {"ERL_*", SHELL_DENY, NULL},
    {"ELIXIR_ERL_OPTIONS", SHELL_DENY, NULL},
    {"OPENSSL_CONF", SHELL_DENY, NULL},
    {"SSL_CERT_*", SHELL_DENY, NULL},
    {"COMSPEC", SHELL_DENY, NULL},
    {"PATHEXT", SHELL_DENY, NULL},
    {"PSMODULEPATH", SHELL_DENY, NULL},
};

/* fnmatch() in any case of letters, but fast for the usual forms: a name, or a name and a star. */
static gboolean fits(const char *pattern, const char *name)
{
    /* Most rows begin with another letter. */
    if (pattern[0] != '*' && g_ascii_toupper(pattern[0]) != g_ascii_toupper(name[0]))
        return FALSE;
    gsize length = strcspn(pattern, "*[");
    if (g_ascii_strncasecmp(pattern, name, length) != 0)
        return FALSE;
    if (pattern[length] == '\0')
        return name[length] == '\0';
    if (strcmp(pattern + length, "*") == 0)
        return TRUE;
    return fnmatch(pattern, name, FNM_CASEFOLD) == 0;
}

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

static void refuse(CordonJudge *judge, const CordonCall *call, const char *name)
{
    cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Leave the variable out.",
                      "Setting %s changes which programs run, or where they reach.", name);
}

/* Only memory sizes and warnings: everything else loads or opens something. */
static gboolean node_options_are_harmless(const char *value)
{
    static const char *const harmless[] = {
        "--max-old-space-size=",   "--max_old_space_size=",
        "--no-warnings",           "--trace-warnings",
        "--enable-source-maps",    "--experimental-vm-modules",
        "--trace-deprecation",     "--no-deprecation",
        "--unhandled-rejections=", "--experimental-strip-types",
        "--stack-trace-limit=",    "--openssl-legacy-provider",
        "--max-semi-space-size=",  "--experimental-specifier-resolution=",
        "--throw-deprecation"};

    while (*value != '\0') {
        value += strspn(value, " ");
        gsize length = strcspn(value, " ");
        gboolean fits = length == 0;
        for (gsize i = 0; i < G_N_ELEMENTS(harmless) && !fits; i++)
            fits = strncmp(value, harmless[i], strlen(harmless[i])) == 0;
        if (!fits)
            return FALSE;
        value += length;
    }
    return TRUE;
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
    for (gsize i = 0; i < G_N_ELEMENTS(VARIABLES); i++) {
        if (fits(VARIABLES[i].name, name))
            return VARIABLES[i].kind != HARMLESS;
    }
    return g_ascii_strcasecmp(name, "NODE_OPTIONS") == 0;
}

static void judge_plain(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    /* Text for a program: an address in it is nothing that is reached by setting it. */
    if (text != NULL && !cordon_text_is_url(text) && strpbrk(text, " \n") == NULL)
        cordon_judge_value(judge, call, value, 'm');
}

void cordon_judge_assignment(CordonJudge *judge, const CordonCall *call, const char *name,
                             const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    if (g_ascii_strcasecmp(name, "NODE_OPTIONS") == 0) {
        if (text == NULL || !node_options_are_harmless(text))
            refuse(judge, call, name);
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(VARIABLES); i++) {
        if (!fits(VARIABLES[i].name, name))
            continue;
        if (VARIABLES[i].kind == HARMLESS || (text != NULL && is_one_of(VARIABLES[i].values, text)))
            return;
        if (VARIABLES[i].kind == SHELL_DENY)
            refuse(judge, call, name);
        else if (VARIABLES[i].kind == 'P')
            judge_go_proxy(judge, call, value);
        else if (text == NULL || text[0] != '\0')
            cordon_judge_value(judge, call, value, VARIABLES[i].kind);
        return;
    }
    judge_plain(judge, call, value);
}

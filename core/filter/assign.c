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
    SWITCH = '?',  /* true, false, a number: harmless; anything else as SHELL_DENY */
    PLAIN = '-',   /* a word without a path or an address; anything else as SHELL_DENY */
    OPTIONS = '+', /* options of a program: the table OPTION_LISTS says which are harmless */
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
    /* No variables of git, but names that builds give to what git told them. */
    {"GIT_COMMIT", HARMLESS, NULL},
    {"GIT_COMMIT_SHA", HARMLESS, NULL},
    {"GIT_COMMIT_HASH", HARMLESS, NULL},
    {"GIT_SHA", HARMLESS, NULL},
    {"GIT_SHORT_SHA", HARMLESS, NULL},
    {"GIT_BRANCH", HARMLESS, NULL},
    {"GIT_TAG", HARMLESS, NULL},
    {"GIT_HASH", HARMLESS, NULL},
    {"GIT_REF", HARMLESS, NULL},
    {"GIT_REVISION", HARMLESS, NULL},
    {"GIT_VERSION", HARMLESS, NULL},
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
    {"NODE_OPTIONS", OPTIONS, NULL},
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
    {"PYTEST_ADDOPTS", OPTIONS, NULL},
    {"PYTEST_PLUGINS", SHELL_DENY, NULL},
    {"PERL5*", SHELL_DENY, NULL},
    {"PERLLIB", SHELL_DENY, NULL},
    {"RUBYOPT", SHELL_DENY, "-W0|-W:no-deprecated"},
    {"RUBYLIB", SHELL_DENY, NULL},
    {"GEM_HOME", 'w', NULL},
    {"GEM_PATH", SHELL_DENY, NULL},
    {"BUNDLE_GEMFILE", 'r', NULL},
    {"BUNDLE_PATH", 'w', NULL},
    {"BUNDLE_WITH", HARMLESS, NULL},
    {"BUNDLE_WITHOUT", HARMLESS, NULL},
    {"BUNDLE_ONLY", HARMLESS, NULL},
    {"BUNDLE_PATH__SYSTEM", SHELL_DENY, "false|0"},
    {"BUNDLE_*", SWITCH, NULL},
    {"PHPRC", SHELL_DENY, NULL},
    {"PHP_INI_SCAN_DIR", SHELL_DENY, NULL},
    {"LUA_*", SHELL_DENY, NULL},
    {"JAVA_HOME", SHELL_DENY, NULL},
    {"CLASSPATH", SHELL_DENY, NULL},
    {"*JAVA*_OPTIONS", OPTIONS, NULL},
    {"*JAVA_OPTS", OPTIONS, NULL},
    {"MAVEN_OPTS", OPTIONS, NULL},
    {"MAVEN_ARGS", OPTIONS, NULL},
    {"GRADLE_OPTS", OPTIONS, NULL},
    {"GRADLE_USER_HOME", 'w', NULL},
    {"SBT_OPTS", OPTIONS, NULL},
    {"MAKEFLAGS", OPTIONS, NULL},
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
    {"npm_config_global", SHELL_DENY, "false|0"},
    {"npm_config_strict_ssl", SHELL_DENY, "true|1"},
    {"npm_config_arch", PLAIN, NULL},
    {"npm_config_target_arch", PLAIN, NULL},
    {"npm_config_platform", PLAIN, NULL},
    {"npm_config_target_platform", PLAIN, NULL},
    {"npm_config_cpu", PLAIN, NULL},
    {"npm_config_os", PLAIN, NULL},
    {"npm_config_libc", PLAIN, NULL},
    {"npm_config_omit", PLAIN, NULL},
    {"npm_config_include", PLAIN, NULL},
    {"npm_config_node_linker", PLAIN, NULL},
    {"npm_config_audit_level", PLAIN, NULL},
    {"npm_config_*", SWITCH, NULL},
    {"YARN_REGISTRY", 'u', NULL},
    {"YARN_NPM_REGISTRY_SERVER", 'u', NULL},
    {"YARN_CACHE_FOLDER", 'w', NULL},
    {"YARN_GLOBAL_FOLDER", 'w', NULL},
    {"YARN_VIRTUAL_FOLDER", 'w', NULL},
    {"YARN_INSTALL_STATE_PATH", 'w', NULL},
    {"YARN_CHECKSUM_BEHAVIOR", PLAIN, NULL},
    {"YARN_NODE_LINKER", PLAIN, NULL},
    {"YARN_NM_MODE", PLAIN, NULL},
    {"YARN_*STRICT_SSL", SHELL_DENY, "true|1"},
    {"YARN_*", SWITCH, NULL},
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
    {"PIP_BREAK_SYSTEM_PACKAGES", SHELL_DENY, "0|false|no|off"},
    {"PIP_USER", SHELL_DENY, "0|false|no|off"},
    {"PIP_CONSTRAINT", 'm', NULL},
    {"PIP_BUILD_CONSTRAINT", 'm', NULL},
    {"PIP_REQUIREMENT", 'm', NULL},
    {"PIP_TARGET", 'w', NULL},
    {"PIP_SRC", 'w', NULL},
    {"PIP_LOG", 'w', NULL},
    {"PIP_CONFIG_FILE", SHELL_DENY, "/dev/null"},
    {"PIP_ROOT_USER_ACTION", PLAIN, NULL},
    {"PIP_PROGRESS_BAR", PLAIN, NULL},
    {"PIP_ONLY_BINARY", PLAIN, NULL},
    {"PIP_UPGRADE_STRATEGY", PLAIN, NULL},
    {"PIP_EXISTS_ACTION", PLAIN, NULL},
    {"PIP_*", SWITCH, NULL},
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
    {"UV_SYSTEM_PYTHON", SHELL_DENY, "0|false|no|off"},
    {"UV_BREAK_SYSTEM_PACKAGES", SHELL_DENY, "0|false|no|off"},
    {"UV_CONSTRAINT", 'm', NULL},
    {"UV_BUILD_CONSTRAINT", 'm', NULL},
    {"UV_OVERRIDE", 'm', NULL},
    {"UV_ENV_FILE", 'r', NULL},
    {"UV_TOOL_DIR", 'w', NULL},
    {"UV_TOOL_BIN_DIR", 'w', NULL},
    {"UV_PYTHON_INSTALL_DIR", 'w', NULL},
    {"UV_PYTHON", PLAIN, NULL},
    {"UV_PYTHON_PREFERENCE", PLAIN, NULL},
    {"UV_PYTHON_DOWNLOADS", PLAIN, NULL},
    {"UV_TORCH_BACKEND", PLAIN, NULL},
    {"UV_PRERELEASE", PLAIN, NULL},
    {"UV_RESOLUTION", PLAIN, NULL},
    {"UV_INDEX_STRATEGY", PLAIN, NULL},
    {"UV_EXCLUDE_NEWER", PLAIN, NULL},
    {"UV_*", SWITCH, NULL},
    {"POETRY_VIRTUALENVS_*", HARMLESS, NULL},
    {"POETRY_*", SWITCH, NULL},
    {"GOFLAGS", OPTIONS, NULL},
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
    {"CARGO_BUILD_TARGET_DIR", 'w', NULL},
    {"CARGO_INSTALL_ROOT", 'w', NULL},
    {"CARGO_BUILD_TARGET", PLAIN, NULL},
    {"CARGO_LOG", HARMLESS, NULL},
    {"CARGO_REGISTRIES_CRATES_IO_PROTOCOL", PLAIN, NULL},
    {"CARGO_RESOLVER_*", PLAIN, NULL},
    {"CARGO_BUILD_RUSTFLAGS", OPTIONS, NULL},
    {"CARGO_BUILD_RUSTDOCFLAGS", OPTIONS, NULL},
    {"CARGO_TARGET_*_RUSTFLAGS", OPTIONS, NULL},
    {"CARGO_*", SWITCH, NULL},
    {"RUSTC_BOOTSTRAP", SWITCH, NULL},
    {"RUSTC_LOG", HARMLESS, NULL},
    {"RUSTC_WRAPPER", SHELL_DENY, "|sccache"},
    {"RUSTC*", SHELL_DENY, NULL},
    {"RUSTDOC", SHELL_DENY, NULL},
    {"RUSTFLAGS", OPTIONS, NULL},
    {"RUSTDOCFLAGS", OPTIONS, NULL},
    {"RUSTUP_TOOLCHAIN", HARMLESS, NULL},
    {"RUSTUP_*", SWITCH, NULL},
    {"CC", 'p', NULL},
    {"CXX", 'p', NULL},
    {"CXX_MODULE_MAPPER", SHELL_DENY, NULL},
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

/* What to do instead. */
static const struct {
    const char *name, *hint;
} HINTS[] = {
    {"PYTHONPATH", "Run python -m pytest (or python -m MODULE), which sees the current folder."},
    {"PERL5*", "Write prove -l, or perl -Ilib."},
    {"RUBYLIB", "Write ruby -Ilib."},
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
        if (fits(HINTS[i].name, name))
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

static gboolean is_joined(const char *list, const char *word)
{
    gsize length = strlen(word);

    for (; *list != '\0'; list += strspn(list, " ")) {
        gsize size = strcspn(list, " ");
        if (size == length && strncmp(list, word, size) == 0)
            return TRUE;
        list += size;
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
        if (is_joined(OPTION_LISTS[list].joined, word) && words[i + 1] != NULL &&
            words[i + 1][0] != '-') {
            char *joined = g_strconcat(word, word[1] == '-' ? "=" : "", words[i + 1], NULL);
            word = cordon_arena_strndup(arena, joined, strlen(joined));
            g_free(joined);
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
        if (!fits(OPTION_LISTS[i].name, name))
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
    for (gsize i = 0; i < G_N_ELEMENTS(VARIABLES); i++) {
        if (fits(VARIABLES[i].name, name))
            return VARIABLES[i].kind != HARMLESS;
    }
    return FALSE;
}

static void judge_plain(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    /* Text for a program: an address in it is nothing that is reached by setting it. */
    if (text != NULL && !cordon_text_is_url(text) && strpbrk(text, " \n") == NULL)
        cordon_judge_value(judge, call, value, 'm');
}

static gboolean must_be_refused(char kind, const char *text)
{
    switch (kind) {
    case SHELL_DENY:
        return TRUE;
    case SWITCH:
        return text == NULL || !is_switch(text);
    case PLAIN:
        return text == NULL || !is_plain(text);
    default:
        return FALSE;
    }
}

void cordon_judge_assignment(CordonJudge *judge, const CordonCall *call, const char *name,
                             const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    for (gsize i = 0; i < G_N_ELEMENTS(VARIABLES); i++) {
        if (!fits(VARIABLES[i].name, name))
            continue;
        if (VARIABLES[i].kind == HARMLESS || (text != NULL && is_one_of(VARIABLES[i].values, text)))
            return;
        /* A number makes no option another one, and switches take any. */
        if (value->type == CORDON_ARG_TAME && value->is_number && !value->smells &&
            (VARIABLES[i].kind == OPTIONS || VARIABLES[i].kind == SWITCH))
            text = value->text;
        if (VARIABLES[i].kind == OPTIONS)
            judge_options_variable(judge, call, name, text);
        else if (must_be_refused(VARIABLES[i].kind, text))
            refuse(judge, call, name);
        else if (VARIABLES[i].kind == SWITCH || VARIABLES[i].kind == PLAIN)
            return;
        else if (VARIABLES[i].kind == 'P')
            judge_go_proxy(judge, call, value);
        else if (text == NULL || text[0] != '\0')
            cordon_judge_value(judge, call, value, VARIABLES[i].kind);
        return;
    }
    judge_plain(judge, call, value);
}

/* SPDX-License-Identifier: MIT */
/* The environment of a command: built, not filtered in place. */
#include "model/environment.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_PATH "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

static const char *const SECRET_PARTS[] = {
    "KEY", "SECRET", "TOKEN", "PASSWORD", "CREDENTIAL", "PRIVATE",
};

/* Variables by which the loader, a shell, an interpreter or git runs code or opens files that
 * nobody named.  A name that ends with '*' stands for all that begin so. */
static const char *const CODE_NAMES[] = {
    "LD_*",           /* bubblewrap and cordon-init are started with this environment as well */
    "GLIBC_TUNABLES", /* the loader again */
    "GCONV_PATH",
    "LOCPATH",
    "NLSPATH",
    "HOSTALIASES",
    "RESOLV_HOST_CONF",
    "MALLOC_*",
    "BASH_ENV",
    "ENV",
    "BASH_FUNC_*",
    "SHELLOPTS",
    "BASHOPTS",
    "PS4",
    "PROMPT_COMMAND",
    "IFS",
    "CDPATH",
    "GLOBIGNORE",
    "ZDOTDIR",
    "BASH_XTRACEFD",
    "PERL5OPT",
    "PERL5DB",
    "PYTHONSTARTUP",
    "PYTHONINSPECT",
    "PYTHONHOME",
    "RUBYOPT",
    "LESSOPEN",
    "LESSCLOSE",
    "LESS",
    /* An editor's or a hook's git settings would point the command at another repository, or at
     * programs. */
    "GIT_*",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    /* Of the make that started this program: its job server's descriptors are closed here. */
    "MAKEFLAGS",
    "MFLAGS",
    "MAKELEVEL",
    "CARGO_MAKEFLAGS",
    /* Of the shell that started this program: not true any more. */
    "PWD",
    "OLDPWD",
    "SHLVL",
    "_",
    "CORDON_*",
};

/* Of those, what stays: names for commits, and where a toolchain's libraries are, which backends hand
 * to the command and not to their launcher. */
static const char *const KEPT[] = {"GIT_AUTHOR_*", "GIT_COMMITTER_*", "LD_LIBRARY_PATH"};

/* Variables whose value loads code from places that are not there in the sandbox, as an editor's
 * debugger sets them: one such value and every node command fails. */
static const struct {
    const char *name, *part;
} CODE_VALUES[] = {
    {"NODE_OPTIONS", "require"}, {"NODE_OPTIONS", "import"},    {"NODE_OPTIONS", "loader"},
    {"NODE_OPTIONS", "inspect"}, {"NODE_OPTIONS", "-r "},       {"JAVA_TOOL_OPTIONS", "agent"},
    {"_JAVA_OPTIONS", "agent"},  {"JDK_JAVA_OPTIONS", "agent"},
};

/* What leads to services of the host, which the sandbox does not have. */
static const char *const SERVICE_NAMES[] = {
    "DBUS_*",
    "SSH_*",
    "GPG_AGENT_INFO",
    "GPG_TTY",
    "GNOME_*",
    "DISPLAY",
    "WAYLAND_*",
    "XAUTHORITY",
    "ICEAUTHORITY",
    "SESSION_MANAGER",
    "PULSE_*",
    "PIPEWIRE_*",
    "AT_SPI_*",
    "DESKTOP_*",
    "WINDOWID",
    "DOCKER_*",
    "CONTAINER_HOST",
    "BUILDKIT_HOST",
    "KUBECONFIG",
    "TMUX",
    "TMUX_*",
    "STY",
    "SCREEN*",
    "VSCODE_*",
    "TERM_PROGRAM*",
    "TERMINFO*",
    "COLORTERM",
    "VTE_*",
    "KITTY_*",
    "WEZTERM_*",
    "ALACRITTY_*",
    "KONSOLE_*",
    "NOTIFY_SOCKET",
    "LISTEN_*",
    "WATCHDOG_*",
    "INVOCATION_ID",
    "JOURNAL_STREAM",
    "MANAGERPID",
    "SYSTEMD_*",
    "WSL_INTEROP",
    "WSLENV",
    "XDG_RUNTIME_DIR",
    "XDG_SESSION_*",
    "XDG_VTNR",
    "XDG_SEAT*",
    /* There is no network; a proxy's address often holds a password. */
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "FTP_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "ftp_proxy",
    "all_proxy",
    "no_proxy",
    /* Folders of the host: the fresh home and /tmp take their place. */
    "TMPDIR",
    "TMP",
    "TEMP",
    "TEMPDIR",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "HOME",
    "MAIL",
    "HISTFILE",
};

typedef struct {
    const char *name, *value;
} Pair;

/* Set for every command. */
static const Pair ALWAYS[] = {
    {"CI", "1"},
    {"TERM", "dumb"},
    {"PAGER", "cat"},
    {"GIT_PAGER", "cat"},
    {"MANPAGER", "cat"},
    {"SYSTEMD_PAGER", "cat"},
    {"GIT_TERMINAL_PROMPT", "0"},
    /* `true` and not `false`: with it a commit without a message ends at once (the message is empty),
     * and a merge, a revert or an amend, whose proposed message is good, goes on. */
    {"GIT_EDITOR", "true"},
    {"EDITOR", "true"},
    {"VISUAL", "true"},
    {"DEBIAN_FRONTEND", "noninteractive"},
};

static const Pair SANDBOXED[] = {
    {"TMPDIR", "/tmp"},
    /* Without it cargo tries the network three times before it says what is missing. */
    {"CARGO_NET_OFFLINE", "true"},
    /* npm waits 70 s and pip 8 s otherwise before they say that there is no network. */
    {"npm_config_fetch_retries", "0"},
    {"npm_config_update_notifier", "false"},
    {"PIP_RETRIES", "0"},
};

/* Caches that tools write on every run, below the loop's cache.  Not here: XDG_CACHE_HOME, because
 * tools also read data of the user below it (browsers of test runners), and CARGO_HOME, which cargo
 * reads from a read-only folder; nor POETRY_CACHE_DIR, which is where poetry keeps environments. */
static const Pair CACHES[] = {
    {"npm_config_cache", "npm"},      {"YARN_CACHE_FOLDER", "yarn"},
    {"BUN_INSTALL_CACHE_DIR", "bun"}, {"DENO_DIR", "deno"},
    {"PIP_CACHE_DIR", "pip"},         {"UV_CACHE_DIR", "uv"},
    {"GOCACHE", "go-build"},          {"GOMODCACHE", "go-mod"},
    {"GRADLE_USER_HOME", "gradle"},   {"COMPOSER_CACHE_DIR", "composer"},
    {"CCACHE_DIR", "ccache"},         {"SCCACHE_DIR", "sccache"},
};

static gboolean matches(const char *pattern, const char *name, gsize length)
{
    gsize size = strlen(pattern);

    if (size > 0 && pattern[size - 1] == '*')
        return length >= size - 1 && strncmp(name, pattern, size - 1) == 0;
    return length == size && strncmp(name, pattern, size) == 0;
}

static gboolean is_in(const char *const *patterns, gsize count, const char *name, gsize length)
{
    for (gsize i = 0; i < count; i++) {
        if (matches(patterns[i], name, length))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_secret(const char *name, gsize length)
{
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_PARTS); i++) {
        gsize size = strlen(SECRET_PARTS[i]);

        for (gsize at = 0; at + size <= length; at++) {
            if (g_ascii_strncasecmp(name + at, SECRET_PARTS[i], size) == 0)
                return TRUE;
        }
    }
    return FALSE;
}

gboolean cordon_environment_is_secret(const char *name)
{
    return is_secret(name, strlen(name));
}

static gboolean is_valid_name(const char *name, gsize length)
{
    if (length == 0 || g_ascii_isdigit(name[0]))
        return FALSE;
    for (gsize i = 0; i < length; i++) {
        if (!g_ascii_isalnum(name[i]) && name[i] != '_')
            return FALSE;
    }
    return TRUE;
}

static gboolean runs_code(const char *name, gsize length, const char *value)
{
    if (is_in(KEPT, G_N_ELEMENTS(KEPT), name, length))
        return FALSE;
    if (is_in(CODE_NAMES, G_N_ELEMENTS(CODE_NAMES), name, length))
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(CODE_VALUES); i++) {
        if (matches(CODE_VALUES[i].name, name, length) &&
            strstr(value, CODE_VALUES[i].part) != NULL)
            return TRUE;
    }
    return FALSE;
}

/* An empty or relative entry would let a file in the working folder pass for a program. */
static char *clean_search_path(const char *path)
{
    g_auto(GStrv) entries = g_strsplit(path != NULL ? path : "", ":", -1);
    GString *clean = g_string_new(NULL);

    for (gsize i = 0; entries[i] != NULL; i++) {
        if (entries[i][0] != '/')
            continue;
        if (clean->len > 0)
            g_string_append_c(clean, ':');
        g_string_append(clean, entries[i]);
    }
    if (clean->len == 0)
        g_string_append(clean, DEFAULT_PATH);
    return g_string_free(clean, FALSE);
}

static void set(GHashTable *variables, const char *name, const char *value)
{
    g_hash_table_replace(variables, g_strdup(name), g_strdup(value));
}

static void take_base(GHashTable *variables, const char *const *base,
                      const CordonEnvironmentOptions *options)
{
    for (gsize i = 0; base != NULL && base[i] != NULL; i++) {
        const char *name = base[i];
        const char *equals = strchr(name, '=');
        gsize length;
        g_autofree char *copy = NULL;

        if (equals == NULL)
            continue;
        length = (gsize)(equals - name);
        if (!is_valid_name(name, length) || is_secret(name, length) ||
            runs_code(name, length, equals + 1))
            continue;
        if (!options->unsandboxed &&
            is_in(SERVICE_NAMES, G_N_ELEMENTS(SERVICE_NAMES), name, length))
            continue;
        copy = g_strndup(name, length);
        if (!g_hash_table_contains(variables, copy)) /* getenv() finds the first */
            set(variables, copy, equals + 1);
    }
}

static void redirect_caches(GHashTable *variables, const CordonEnvironmentOptions *options)
{
    for (gsize i = 0; i < G_N_ELEMENTS(CACHES); i++) {
        g_autofree char *folder = NULL;

        if (options->cache == NULL) {
            /* Where the user has them is not there. */
            g_hash_table_remove(variables, CACHES[i].name);
            continue;
        }
        folder = g_strconcat(options->cache, "/", CACHES[i].value, NULL);
        set(variables, CACHES[i].name, folder);
    }
    if (options->go_modules != NULL)
        set(variables, "GOMODCACHE", options->go_modules);
    if (options->gradle_cache != NULL)
        set(variables, "GRADLE_RO_DEP_CACHE", options->gradle_cache);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **cordon_environment_build(const char *const *base, const CordonEnvironmentOptions *options)
{
    g_autoptr(GHashTable) variables =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autofree char *path = NULL;
    g_autofree gpointer *names = NULL;
    guint count;
    char **result;

    take_base(variables, base, options);
    path = clean_search_path(options->search_path != NULL ? options->search_path
                                                          : g_hash_table_lookup(variables, "PATH"));
    set(variables, "PATH", path);
    for (gsize i = 0; i < G_N_ELEMENTS(ALWAYS); i++)
        set(variables, ALWAYS[i].name, ALWAYS[i].value);
    if (!options->unsandboxed) {
        for (gsize i = 0; i < G_N_ELEMENTS(SANDBOXED); i++)
            set(variables, SANDBOXED[i].name, SANDBOXED[i].value);
        /* Programs need one; a user without a home gets the one folder that is always there. */
        set(variables, "HOME", options->home != NULL ? options->home : "/tmp");
        redirect_caches(variables, options);
    }

    names = g_hash_table_get_keys_as_array(variables, &count);
    qsort(names, count, sizeof(names[0]), compare_names);
    result = g_new0(char *, count + 1);
    for (guint i = 0; i < count; i++) {
        result[i] = g_strconcat(names[i], "=",
                                (const char *)g_hash_table_lookup(variables, names[i]), NULL);
    }
    return result;
}

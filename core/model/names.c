/* SPDX-License-Identifier: MIT */
/* Names of secrets, of files that the user's own tools execute later, and of bulk folders. */
#include "model/names.h"

#include <string.h>

/* Whole names of files. */
static const char *const SECRET_FILES[] = {
    ".env",         ".netrc",
    "_netrc",       ".pgpass",
    ".pypirc",      ".git-credentials",
    ".htpasswd",    ".dev.vars",
    "credentials",  "credentials.json",
    "kubeconfig",   "secrets.yaml",
    "secrets.yml",  "secrets.json",
    "secrets.toml", ".vault-token",
    ".s3cfg",       ".boto",
};

/* Ends of names; a certificate is on the list because its key often lies in the same file. */
static const char *const SECRET_ENDS[] = {
    ".env", ".pem", ".key", ".p12", ".pfx", ".jks",     ".keystore",       ".kdbx",   ".crt",
    ".cer", ".der", ".ppk", ".asc", ".gpg", ".tfstate", ".tfstate.backup", ".tfvars",
};

/* Names that begin and end so. */
static const struct {
    const char *start, *end;
} SECRET_PATTERNS[] = {
    {".env.", ""},    {"service-account", ".json"}, {"id_rsa", ""}, {"id_dsa", ""},
    {"id_ecdsa", ""}, {"id_ed25519", ""},
};

/* A last part that makes a name of the patterns above harmless: templates, public keys, sources. */
static const char *const HARMLESS_ENDS[] = {
    ".example", ".sample", ".template", ".dist", ".defaults", ".pub", ".ts",  ".tsx", ".mts",
    ".cts",     ".js",     ".jsx",      ".mjs",  ".cjs",      ".py",  ".rb",  ".go",  ".rs",
    ".c",       ".h",      ".cc",       ".cpp",  ".java",     ".kt",  ".php", ".md",
};

static const char *const SECRET_FOLDERS[] = {
    ".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", "secrets",
};

/* Harmless in a bulk folder: the names of packages and of their test data. */
static const char *const NOT_IN_BULK[] = {"credentials", "credentials.json", "secrets"};

/* What editors and tools add to the name of a file that they keep. */
static const char *const KEPT_ENDS[] = {
    "~", ".bak", ".backup", ".orig", ".old", ".save", ".swp", ".swo", ".swn",
};

static const struct {
    const char *parent, *name;
} SECRET_PLACES[] = {
    {".config", "gcloud"},
};

/* Secret when one of the parts is in the text. */
static const struct {
    const char *name, *part;
} LOOKS[] = {
    {".npmrc", "_auth"}, /* _auth, _authToken */
    {".npmrc", "_password"},    {".yarnrc", "_auth"},
    {".yarnrc.yml", "npmAuth"}, /* npmAuthToken, npmAuthIdent */
    {"pip.conf", "://*@"},      {".gitconfig", "extraheader"},
    {".gitconfig", "password"}, {".gitconfig", "token"},
    {".gitconfig", "://*@"},    {"gemrc", "://*@"},
    {".gemrc", "://*@"},
};

/* What the user's own tools execute, or take their programs from, the next time they see the folder. */
static const char *const PROTECTED[] = {
    ".git",           ".jj",           ".hg",           ".husky",
    ".githooks",      ".envrc",        ".direnv",       ".vscode",
    ".idea",          ".zed",          ".fleet",        ".devcontainer",
    ".exrc",          ".vimrc",        ".nvim.lua",     ".nvimrc",
    ".dir-locals.el", ".gdbinit",      ".lldbinit",     ".bashrc",
    ".bash_profile",  ".bash_login",   ".profile",      ".zshrc",
    ".zshenv",        ".zprofile",     ".zlogin",       ".mcp.json",
    ".claude",        ".cursor",       ".codex",        ".gemini",
    ".windsurf",      ".lvimrc",       ".local.vimrc",  ".pre-commit-config.yaml",
    "lefthook.yml",   "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml",
};

/* Filled by package managers and compilers.  Certificates in them are other people's test data, or
 * the very list that TLS needs. */
static const char *const BULK[] = {
    "node_modules",  "bower_components",
    ".git",          ".jj",
    ".hg",           ".svn",
    ".venv",         "venv",
    "site-packages", "dist-packages",
    "__pycache__",   ".tox",
    ".nox",          ".mypy_cache",
    ".pytest_cache", ".ruff_cache",
    ".gradle",       ".next",
    ".nuxt",         ".pnpm-store",
    ".yarn",         "target",
    "vendor",        "Pods",
    ".dart_tool",    ".stack-work",
    "dist-newstyle", "_build",
    ".ccache",       ".parcel-cache",
    ".turbo",
};

static gboolean is_one_of(const char *const *names, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++) {
        if (g_ascii_strcasecmp(names[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean begins_with(const char *name, const char *start)
{
    return g_ascii_strncasecmp(name, start, strlen(start)) == 0;
}

static gboolean ends_with(const char *name, const char *end)
{
    gsize length = strlen(name);
    gsize size = strlen(end);

    return length >= size && g_ascii_strcasecmp(name + length - size, end) == 0;
}

static gboolean matches_pattern(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(HARMLESS_ENDS); i++) {
        if (ends_with(name, HARMLESS_ENDS[i]))
            return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_PATTERNS); i++) {
        if (begins_with(name, SECRET_PATTERNS[i].start) && ends_with(name, SECRET_PATTERNS[i].end))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_secret_name(const char *name)
{
    if (is_one_of(SECRET_FILES, G_N_ELEMENTS(SECRET_FILES), name))
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_ENDS); i++) {
        if (ends_with(name, SECRET_ENDS[i]))
            return TRUE;
    }
    return matches_pattern(name);
}

/* The name of which name is a kept copy: ".env" of ".env~", "a.key" of "#a.key#" and of ".a.key.swp"
 * (which gives ".a.key", so that ends are what counts); or NULL.  Free with g_free(). */
static char *name_of_kept(const char *name)
{
    gsize length = strlen(name);

    if (length > 2 && name[0] == '#' && name[length - 1] == '#')
        return g_strndup(name + 1, length - 2);
    for (gsize i = 0; i < G_N_ELEMENTS(KEPT_ENDS); i++) {
        if (ends_with(name, KEPT_ENDS[i]) && length > strlen(KEPT_ENDS[i]))
            return g_strndup(name, length - strlen(KEPT_ENDS[i]));
    }
    return NULL;
}

/* Is it so of name, or, for a kept copy, of what it is a copy of, also without the dot that editors put
 * before it? */
static gboolean is_so_of_kept(const char *name, gboolean (*is_so)(const char *name))
{
    g_autofree char *kept = name_of_kept(name);

    if (kept == NULL)
        return is_so(name);
    return is_so(kept) || (kept[0] == '.' && is_so(kept + 1));
}

gboolean cordon_name_is_secret_file(const char *name)
{
    return is_so_of_kept(name, is_secret_name);
}

gboolean cordon_name_is_secret_in_bulk(const char *name, gboolean is_folder)
{
    if (is_one_of(NOT_IN_BULK, G_N_ELEMENTS(NOT_IN_BULK), name))
        return FALSE;
    return is_folder
               ? cordon_name_is_secret_folder(name)
               : is_one_of(SECRET_FILES, G_N_ELEMENTS(SECRET_FILES), name) || matches_pattern(name);
}

gboolean cordon_name_is_secret_folder(const char *name)
{
    return is_one_of(SECRET_FOLDERS, G_N_ELEMENTS(SECRET_FOLDERS), name);
}

gboolean cordon_name_is_secret_folder_in(const char *parent, const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_PLACES); i++) {
        if (g_ascii_strcasecmp(SECRET_PLACES[i].name, name) == 0 &&
            g_ascii_strcasecmp(SECRET_PLACES[i].parent, parent) == 0)
            return TRUE;
    }
    return cordon_name_is_secret_folder(name);
}

gboolean cordon_path_has_secret_folder(const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);

    for (gsize i = 1; parts[i] != NULL; i++) {
        if (parts[i][0] != '\0' && cordon_name_is_secret_folder_in(parts[i - 1], parts[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_looked_at(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(LOOKS); i++) {
        if (g_ascii_strcasecmp(LOOKS[i].name, name) == 0)
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_name_needs_look(const char *name)
{
    return is_so_of_kept(name, is_looked_at);
}

/* An address with a user and a password in it: "://", no '/' or white space, a ':', then '@'. */
static gboolean holds_login(const char *text, gsize size)
{
    for (gsize i = 0; i + 3 <= size; i++) {
        gboolean colon = FALSE;

        if (memcmp(text + i, "://", 3) != 0)
            continue;
        for (gsize j = i + 3; j < size; j++) {
            if (text[j] == '@' && colon)
                return TRUE;
            if (text[j] == '/' || text[j] == '@' || g_ascii_isspace(text[j]))
                break;
            colon = colon || text[j] == ':';
        }
    }
    return FALSE;
}

static gboolean contains(const char *text, gsize size, const char *part)
{
    gsize length = strlen(part);

    for (gsize i = 0; i + length <= size; i++) {
        if (g_ascii_strncasecmp(text + i, part, length) == 0)
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_text_holds_secret(const char *name, const char *text, gsize size)
{
    g_autofree char *kept = is_looked_at(name) ? NULL : name_of_kept(name);

    if (kept != NULL)
        name = kept[0] == '.' && !is_looked_at(kept) ? kept + 1 : kept;
    for (gsize i = 0; i < G_N_ELEMENTS(LOOKS); i++) {
        if (g_ascii_strcasecmp(LOOKS[i].name, name) != 0)
            continue;
        if (strcmp(LOOKS[i].part, "://*@") == 0 ? holds_login(text, size)
                                                : contains(text, size, LOOKS[i].part))
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_name_is_protected(const char *name)
{
    return is_one_of(PROTECTED, G_N_ELEMENTS(PROTECTED), name);
}

gboolean cordon_name_is_bulk_folder(const char *name)
{
    /* Exact: on Linux "Target" is another folder than "target", and passing over less is safe. */
    for (gsize i = 0; i < G_N_ELEMENTS(BULK); i++) {
        if (strcmp(BULK[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

static void each_end(const char *list, const char *const *ends, gsize count,
                     CordonSecretNameFunc func, gpointer user_data)
{
    for (gsize i = 0; i < count; i++) {
        g_autofree char *shown = g_strconcat("*", ends[i], NULL);
        func(list, shown, user_data);
    }
}

void cordon_secret_names_each(CordonSecretNameFunc func, gpointer user_data)
{
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_FILES); i++)
        func("files", SECRET_FILES[i], user_data);
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_PATTERNS); i++) {
        g_autofree char *shown =
            g_strconcat(SECRET_PATTERNS[i].start, "*", SECRET_PATTERNS[i].end, NULL);
        func("files", shown, user_data);
    }
    each_end("files", SECRET_ENDS, G_N_ELEMENTS(SECRET_ENDS), func, user_data);
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_FOLDERS); i++)
        func("folders", SECRET_FOLDERS[i], user_data);
    for (gsize i = 0; i < G_N_ELEMENTS(SECRET_PLACES); i++) {
        g_autofree char *shown =
            g_strconcat(SECRET_PLACES[i].parent, "/", SECRET_PLACES[i].name, NULL);
        func("folders", shown, user_data);
    }
    each_end("templates", HARMLESS_ENDS, G_N_ELEMENTS(HARMLESS_ENDS), func, user_data);
}

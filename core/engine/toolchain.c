/* SPDX-License-Identifier: MIT */
/* Tools outside the system. */
#define _GNU_SOURCE /* realpath(), lstat() under -std=c17 */
#include "engine/toolchain.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/hold.h"
#include "model/names.h"
#include "model/policy.h"
#include "model/strv.h"

#define MAX_TOOLS        64u /* each is a mount */
#define MAX_CONFIG_BYTES (256u * 1024)

/* Last parts of a folder on PATH whose parent holds the rest of the tool. */
static const char *const BIN_NAMES[] = {"bin", "sbin", "shims"};

/* One of these beside it makes the parent of "bin" an installed tool, and no folder of papers. */
static const char *const PREFIX_SIGNS[] = {
    "lib",     "lib64", "libexec",  "share", "include", "versions",       "pyvenv.cfg", "jre",
    "modules", "conf",  "packages", "pkg",   "plugins", "platform-tools", "VERSION",
};

/* Folders of version managers right below the home: with one part on PATH, all of it is needed; so is
 * what stands beside it. */
static const struct {
    const char *folder, *also;
} MANAGERS[] = {
    {".cargo", ".rustup"}, {".rustup", ".cargo"},  {".pyenv", NULL},       {".nvm", NULL},
    {".volta", NULL},      {".asdf", NULL},        {".sdkman", NULL},      {".rbenv", NULL},
    {".rvm", NULL},        {".nodenv", NULL},      {".goenv", NULL},       {".jenv", NULL},
    {".phpenv", NULL},     {".fnm", NULL},         {".deno", NULL},        {".bun", NULL},
    {".ghcup", ".cabal"},  {".cabal", ".ghcup"},   {".stack", NULL},       {".dotnet", NULL},
    {".opam", NULL},       {".juliaup", ".julia"}, {".elan", NULL},        {".rye", NULL},
    {".pixi", NULL},       {".proto", NULL},       {".poetry", NULL},      {".swiftly", NULL},
    {".yarn", NULL},       {".mix", NULL},         {".nix-profile", NULL},
};

/* Below the home, where they exist: "~/.local" itself holds too much. */
static const char *const WITH_LOCAL_BIN[] = {
    ".local/lib",        ".local/share/uv",          ".local/share/pipx", ".local/pipx",
    ".local/share/mise", ".local/share/pnpm",        ".local/share/fnm",  ".local/share/rtx",
    ".local/opt",        ".local/share/virtualenvs",
};

/* Stores that offline builds and tests read, below the home.  Not ~/.npm and ~/.cache/pip: their
 * caches are redirected.  */
static const char *const STORES[] = {
    ".m2",
    ".cargo/registry",
    ".cargo/git",
    ".rustup",
    ".gradle/caches/modules-2",
    ".ivy2/cache",
    ".nuget/packages",
    ".conan2/p",
    ".cache/ms-playwright",
    ".cache/puppeteer",
    ".cache/Cypress",
    ".cache/node/corepack",
};

/* Variables that name a tool's folder. */
static const char *const VARIABLES[] = {
    "CARGO_HOME",
    "RUSTUP_HOME",
    "PYENV_ROOT",
    "NVM_DIR",
    "GOROOT",
    "JAVA_HOME",
    "JDK_HOME",
    "ANDROID_HOME",
    "ANDROID_SDK_ROOT",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "CONDA_ROOT",
    "SDKMAN_DIR",
    "ASDF_DIR",
    "ASDF_DATA_DIR",
    "VOLTA_HOME",
    "RBENV_ROOT",
    "NODENV_ROOT",
    "DENO_INSTALL",
    "BUN_INSTALL",
    "DOTNET_ROOT",
    "PNPM_HOME",
    "MISE_DATA_DIR",
    "FNM_DIR",
    "M2_HOME",
    "MAVEN_HOME",
    "GRADLE_HOME",
    "FLUTTER_ROOT",
    "CUDA_HOME",
    "OPAM_SWITCH_PREFIX",
    "GHCUP_INSTALL_BASE_PREFIX",
    "PLAYWRIGHT_BROWSERS_PATH",
};

/* One of these in the folder that a variable names makes it what the variable is for. */
static const char *const ROOT_SIGNS[] = {
    "bin",     "shims",          "versions",    "pyvenv.cfg",    "nvm.sh",   "release",
    "VERSION", "conda-meta",     "toolchains",  "registry",      "installs", "candidates",
    "asdf.sh", "platform-tools", "build-tools", "cmdline-tools", "sdk",      "dotnet",
    "pnpm",    "node-versions",  "aliases",     ".links",        "tools",    "settings.toml",
};

/* Folders of the home that hold more than a tool, and never come into view as a whole. */
static const char *const WIDE_IN_HOME[] = {
    ".config",      ".local",   ".local/share", ".local/state", ".cache",    ".ssh",
    ".gnupg",       ".aws",     ".kube",        ".docker",      ".azure",    ".mozilla",
    ".thunderbird", ".var",     "snap",         "Desktop",      "Documents", "Downloads",
    "Music",        "Pictures", "Public",       "Templates",    "Videos",
};

/* Settings of git, shown when they hold no credentials. */
static const char *const GIT_FILES[] = {
    ".gitconfig",
    ".config/git/config",
    ".config/git/ignore",
    ".config/git/attributes",
};

/* Files right in a tool's folder that hold credentials. */
static const char *const CREDENTIALS[] = {
    "credentials", "credentials.toml", "credentials.json", "settings.xml", "settings-security.xml",
    ".npmrc",      "auth.json",        ".netrc",           ".pypirc",
};

typedef struct {
    CordonView *view;
    const char *const *environment;
    const char *const *closed;
} Finder;

/* Is path one of the folders of papers that the desktop keeps, by whatever name in the user's
 * language?  Lines are XDG_MUSIC_DIR="$HOME/Musik". */
static gboolean is_user_folder(const char *home, const char *path)
{
    g_autofree char *file = g_build_filename(home, ".config/user-dirs.dirs", NULL);
    gsize size = 0;
    g_autofree char *text = cordon_path_read(file, MAX_CONFIG_BYTES, &size);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);

    for (gsize i = 0; lines[i] != NULL; i++) {
        char *value = strstr(lines[i], "=\"");
        char *end = strrchr(lines[i], '"');
        g_autofree char *named = NULL;

        if (!g_str_has_prefix(lines[i], "XDG_") || value == NULL || end <= value + 1)
            continue;
        *end = '\0';
        value += 2;
        if (g_str_has_prefix(value, "$HOME/"))
            named = g_build_filename(home, value + strlen("$HOME/"), NULL);
        if (cordon_path_is_below(named != NULL ? named : value, path))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_wide_in_home(const char *home, const char *path)
{
    for (gsize i = 0; i < G_N_ELEMENTS(WIDE_IN_HOME); i++) {
        g_autofree char *wide = g_build_filename(home, WIDE_IN_HOME[i], NULL);

        if (strcmp(path, wide) == 0)
            return TRUE;
    }
    return is_user_folder(home, path);
}

/* May path (real) be shown as a whole? */
static gboolean is_acceptable(const Finder *finder, const char *path)
{
    static const char *const WIDE[] = {"/",     "/home", "/tmp", "/var", "/var/tmp", "/run", "/etc",
                                       "/proc", "/sys",  "/dev", "/mnt", "/media",   "/srv"};

    for (gsize i = 0; i < G_N_ELEMENTS(WIDE); i++) {
        if (strcmp(path, WIDE[i]) == 0)
            return FALSE;
    }
    for (gsize i = 0; finder->closed[i] != NULL; i++) {
        if (cordon_path_is_below(finder->closed[i], path) ||
            is_wide_in_home(finder->closed[i], path))
            return FALSE;
    }
    return !cordon_path_is_below(finder->view->project->path, path) &&
           !cordon_path_has_secret_folder(path) && !cordon_path_is_below(path, "/proc") &&
           !cordon_path_is_below(path, "/sys") && !cordon_path_is_below(path, "/dev") &&
           !cordon_path_is_below(path, "/run");
}

static gboolean is_in_view(const Finder *finder, const char *path)
{
    const CordonMount *cover = cordon_mounts_find_cover(finder->view->system, path);

    if ((cover != NULL && cover->kind == CORDON_KIND_FOLDER) ||
        cordon_path_is_below(path, finder->view->project->path))
        return TRUE;
    for (guint i = 0; i < finder->view->tools->len; i++) {
        const CordonViewItem *tool = g_ptr_array_index(finder->view->tools, i);

        if (cordon_path_is_below(path, tool->path))
            return TRUE;
    }
    return FALSE;
}

static void hide_credentials(const Finder *finder, const char *folder)
{
    for (gsize i = 0; i < G_N_ELEMENTS(CREDENTIALS); i++) {
        g_autofree char *path = g_build_filename(folder, CREDENTIALS[i], NULL);
        struct stat status;

        if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
            g_ptr_array_add(
                finder->view->secrets,
                cordon_view_item_new(path, CORDON_KIND_FILE, status.st_dev, status.st_ino));
    }
}

/* TRUE when path (any) is a folder that is shown from now on, or was before. */
static gboolean show_folder(const Finder *finder, const char *path)
{
    g_autofree char *real = path[0] == '/' ? realpath(path, NULL) : NULL;
    struct stat status;

    if (real == NULL || stat(real, &status) != 0 || !S_ISDIR(status.st_mode))
        return FALSE;
    if (is_in_view(finder, real))
        return TRUE;
    if (!is_acceptable(finder, real) || finder->view->tools->len >= MAX_TOOLS)
        return FALSE;
    g_ptr_array_add(finder->view->tools, cordon_view_item_new(real, CORDON_KIND_FOLDER, 0, 0));
    hide_credentials(finder, real);
    return TRUE;
}

static gboolean show_in_home(const Finder *finder, const char *relative)
{
    g_autofree char *path = NULL;

    if (finder->view->home == NULL)
        return FALSE;
    path = g_build_filename(finder->view->home, relative, NULL);
    return show_folder(finder, path);
}

/* A real path below one of the version managers' folders: shows all of that, and what goes with it. */
static gboolean show_manager(const Finder *finder, const char *real)
{
    for (gsize i = 0; finder->view->home != NULL && i < G_N_ELEMENTS(MANAGERS); i++) {
        g_autofree char *folder = g_build_filename(finder->view->home, MANAGERS[i].folder, NULL);

        if (!cordon_path_is_below(real, folder))
            continue;
        if (MANAGERS[i].also != NULL)
            show_in_home(finder, MANAGERS[i].also);
        return show_folder(finder, folder);
    }
    return FALSE;
}

static gboolean is_bin(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);

    for (gsize i = 0; i < G_N_ELEMENTS(BIN_NAMES); i++) {
        if (strcmp(name, BIN_NAMES[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean has_sign(const char *folder, const char *const *signs, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        g_autofree char *path = g_build_filename(folder, signs[i], NULL);

        if (g_file_test(path, G_FILE_TEST_EXISTS))
            return TRUE;
    }
    return FALSE;
}

static void show_local(const Finder *finder, const char *real)
{
    g_autofree char *local = NULL;

    if (finder->view->home == NULL)
        return;
    local = g_build_filename(finder->view->home, ".local/bin", NULL);
    if (strcmp(real, local) != 0)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(WITH_LOCAL_BIN); i++)
        show_in_home(finder, WITH_LOCAL_BIN[i]);
}

static void show_path_entry(const Finder *finder, const char *real)
{
    g_autofree char *parent = g_path_get_dirname(real);
    g_autofree char *local =
        finder->view->home != NULL ? g_build_filename(finder->view->home, ".local", NULL) : NULL;

    if (is_in_view(finder, real) || show_manager(finder, real))
        return;
    show_local(finder, real);
    if (is_bin(real) && g_strcmp0(parent, local) != 0 &&
        has_sign(parent, PREFIX_SIGNS, G_N_ELEMENTS(PREFIX_SIGNS)) && show_folder(finder, parent))
        return;
    show_folder(finder, real);
}

static char *show_search_path(const Finder *finder)
{
    const char *path = cordon_strv_getenv(finder->environment, "PATH");
    g_auto(GStrv) entries = g_strsplit(path != NULL ? path : "", ":", -1);
    g_autoptr(GPtrArray) real_entries = g_ptr_array_new_with_free_func(g_free);

    for (gsize i = 0; entries[i] != NULL; i++) {
        char *real = entries[i][0] == '/' ? realpath(entries[i], NULL) : NULL;

        if (real == NULL)
            continue;
        show_path_entry(finder, real);
        if (g_ptr_array_find_with_equal_func(real_entries, real, g_str_equal, NULL))
            g_free(real);
        else
            g_ptr_array_add(real_entries, real);
    }
    if (real_entries->len == 0)
        return NULL;
    g_ptr_array_add(real_entries, NULL);
    return g_strjoinv(":", (char **)real_entries->pdata);
}

/* The module cache and the programs of Go, below GOPATH's first folder. */
static char *show_go(const Finder *finder)
{
    const char *given = cordon_strv_getenv(finder->environment, "GOMODCACHE");
    const char *gopath = cordon_strv_getenv(finder->environment, "GOPATH");
    g_autofree char *first = NULL;
    g_autofree char *modules = NULL;
    g_autofree char *programs = NULL;

    if (gopath != NULL && gopath[0] == '/')
        first = g_strndup(gopath, strcspn(gopath, ":"));
    else if (finder->view->home != NULL)
        first = g_build_filename(finder->view->home, "go", NULL);
    if (first != NULL) {
        programs = g_build_filename(first, "bin", NULL);
        show_folder(finder, programs);
    }
    if (given != NULL && given[0] == '/')
        modules = g_strdup(given);
    else if (first != NULL)
        modules = g_build_filename(first, "pkg", "mod", NULL);
    /* A folder that was named and is no module cache may be any. */
    if (modules == NULL ||
        (given != NULL && !has_sign(modules, (const char *const[]){"cache"}, 1)) ||
        !show_folder(finder, modules))
        return NULL;
    return realpath(modules, NULL);
}

static void show_git_settings(const Finder *finder)
{
    for (gsize i = 0; finder->view->home != NULL && i < G_N_ELEMENTS(GIT_FILES); i++) {
        g_autofree char *path = g_build_filename(finder->view->home, GIT_FILES[i], NULL);
        gsize size = 0;
        g_autofree char *text = cordon_path_read(path, MAX_CONFIG_BYTES, &size);

        if (text == NULL || size == MAX_CONFIG_BYTES || is_in_view(finder, path) ||
            cordon_text_holds_secret(".gitconfig", text, size))
            continue;
        g_ptr_array_add(finder->view->tools, cordon_view_item_new(path, CORDON_KIND_FILE, 0, 0));
    }
}

CordonToolchain *cordon_toolchain_find(CordonView *view, const char *const *environment,
                                       const char *const *closed)
{
    const Finder finder = {view, environment, closed};
    CordonToolchain *toolchain = g_new0(CordonToolchain, 1);

    toolchain->search_path = show_search_path(&finder);
    for (gsize i = 0; i < G_N_ELEMENTS(VARIABLES); i++) {
        const char *value = cordon_strv_getenv(environment, VARIABLES[i]);

        if (value != NULL && has_sign(value, ROOT_SIGNS, G_N_ELEMENTS(ROOT_SIGNS)))
            show_folder(&finder, value);
    }
    toolchain->go_modules = show_go(&finder);
    for (gsize i = 0; i < G_N_ELEMENTS(STORES); i++) {
        if (show_in_home(&finder, STORES[i]) && strcmp(STORES[i], ".gradle/caches/modules-2") == 0)
            toolchain->gradle_cache = g_build_filename(view->home, ".gradle/caches", NULL);
    }
    show_git_settings(&finder);
    return toolchain;
}

void cordon_toolchain_free(CordonToolchain *toolchain)
{
    if (toolchain == NULL)
        return;
    g_free(toolchain->search_path);
    g_free(toolchain->go_modules);
    g_free(toolchain->gradle_cache);
    g_free(toolchain);
}

/* SPDX-License-Identifier: MIT */
/* The options that `run` and `plan` share. */
#define _GNU_SOURCE /* realpath() */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

enum {
    OPTION_PROJECT = 1,
    OPTION_LOOP,
    OPTION_SIBLING,
    OPTION_APP_DIR,
    OPTION_BACKEND,
    OPTION_SANDBOX,
    OPTION_LIMIT,
    OPTION_TIMEOUT,
    OPTION_JSON,
    OPTION_YES,
    OPTION_HELP,
};

const CliOption cli_launch_options[] = {
    {OPTION_PROJECT, "project", "DIR", "the project, read-only (the git work tree around here)"},
    {OPTION_LOOP, "loop", "DIR", "the one writable folder, inside the project (here)"},
    {OPTION_SIBLING, "sibling", "DIR", "another loop's folder, read-only; may be repeated"},
    {OPTION_APP_DIR, "app-dir", "DIR", "the application's own folder, read-only; may be repeated"},
    {OPTION_BACKEND, "backend", "NAME", "the sandbox to use, or auto (the setting)"},
    {OPTION_SANDBOX, "sandbox", "on|off", "off: supervised, but nothing holds the folders (on)"},
    {OPTION_LIMIT, "limit", "NAME=VALUE",
     "processes, memory, open-files or scratch; memory=2G; may be repeated"},
    {OPTION_TIMEOUT, "timeout", "SECONDS",
     "end the command after that time (120; builds and tests 600)"},
    {OPTION_JSON, "json", NULL, "print one JSON object, at the end"},
    {OPTION_YES, "yes", NULL, "answer yes where the command filter would ask"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

static const struct {
    const char *name;
    CordonLimit limit;
    gboolean bytes;
} limit_names[] = {
    {"processes", CORDON_LIMIT_PROCESSES, FALSE},
    {"memory", CORDON_LIMIT_MEMORY_BYTES, TRUE},
    {"open-files", CORDON_LIMIT_OPEN_FILES, FALSE},
    {"scratch", CORDON_LIMIT_SCRATCH_BYTES, TRUE},
};

void cli_launch_options_clear(CliLaunchOptions *options)
{
    g_clear_pointer(&options->project, g_free);
    g_clear_pointer(&options->loop, g_free);
    g_clear_pointer(&options->siblings, g_ptr_array_unref);
    g_clear_pointer(&options->app_dirs, g_ptr_array_unref);
}

/* Digits, and for bytes one of K, M, G, T (powers of 1024). */
static gboolean read_amount(const char *text, gboolean bytes, guint64 *ret_amount)
{
    static const char units[] = "KMGT";
    char *end = NULL;

    if (strcmp(text, "unlimited") == 0) {
        *ret_amount = CORDON_UNLIMITED;
        return TRUE;
    }
    if (!g_ascii_isdigit(text[0]))
        return FALSE;
    errno = 0;
    guint64 amount = g_ascii_strtoull(text, &end, 10);
    guint64 factor = 1;
    if (errno != 0)
        return FALSE;
    if (bytes && *end != '\0') {
        const char *unit = strchr(units, g_ascii_toupper(*end));
        if (unit == NULL)
            return FALSE;
        factor = (guint64)1 << (10 * (unit - units + 1));
        end++;
    }
    if (*end != '\0' || amount == 0 || amount > (CORDON_UNLIMITED - 1) / factor)
        return FALSE;
    *ret_amount = amount * factor;
    return TRUE;
}

static char *read_limit(CliLaunchOptions *options, const char *text)
{
    g_autofree char *shown = cli_escape(text);
    gsize length = strcspn(text, "=");

    for (gsize i = 0; i < G_N_ELEMENTS(limit_names); i++) {
        guint64 *limit = &options->limits[limit_names[i].limit];
        if (strlen(limit_names[i].name) != length ||
            strncmp(limit_names[i].name, text, length) != 0)
            continue;
        if (text[length] == '\0' || !read_amount(text + length + 1, limit_names[i].bytes, limit))
            return g_strdup_printf("--limit %s: the value is a number above 0%s, or unlimited",
                                   shown,
                                   limit_names[i].bytes ? " of bytes with K, M, G or T" : "");
        return NULL;
    }
    return g_strdup_printf("--limit %s: the limits are processes, memory, open-files and scratch",
                           shown);
}

/* Seconds with at most three decimals. */
static char *read_timeout(CliLaunchOptions *options, const char *text)
{
    guint64 milliseconds = 0;
    const char *digit = text;
    guint decimals = 0;
    gboolean point = FALSE;

    for (; *digit != '\0' && decimals <= 3 && milliseconds < G_MAXUINT; digit++) {
        if (*digit == '.' && !point && digit != text) {
            point = TRUE;
            continue;
        }
        if (!g_ascii_isdigit(*digit))
            break;
        milliseconds = milliseconds * 10 + (guint64)g_ascii_digit_value(*digit);
        decimals += point ? 1 : 0;
    }
    gboolean complete = *digit == '\0' && decimals <= 3;
    for (; decimals < 3; decimals++)
        milliseconds *= 10;
    if (!complete || milliseconds == 0 || milliseconds >= G_MAXUINT) {
        g_autofree char *shown = cli_escape(text);
        return g_strdup_printf("--timeout %s: a number of seconds above 0 and below %u", shown,
                               G_MAXUINT / 1000);
    }
    options->time_limit_ms = (guint)milliseconds;
    return NULL;
}

static char *read_folder(const char *name, const char *value, char **ret_folder)
{
    if (value[0] == '\0')
        return g_strdup_printf("--%s needs a folder, not an empty text", name);
    g_free(*ret_folder);
    *ret_folder = g_strdup(value);
    return NULL;
}

static char *read_folder_of_many(const char *name, const char *value, GPtrArray *folders)
{
    char *folder = NULL;
    char *error = read_folder(name, value, &folder);

    if (error == NULL)
        g_ptr_array_add(folders, folder);
    return error;
}

static char *read_option(CliLaunchOptions *options, int id, const char *value)
{
    switch (id) {
    case OPTION_PROJECT:
        return read_folder("project", value, &options->project);
    case OPTION_LOOP:
        return read_folder("loop", value, &options->loop);
    case OPTION_SIBLING:
        return read_folder_of_many("sibling", value, options->siblings);
    case OPTION_APP_DIR:
        return read_folder_of_many("app-dir", value, options->app_dirs);
    case OPTION_BACKEND:
        options->backend = value;
        return value[0] != '\0' ? NULL : g_strdup("--backend needs a name, or auto");
    case OPTION_SANDBOX:
        options->sandbox = strcmp(value, "off") != 0;
        if (options->sandbox && strcmp(value, "on") != 0)
            return g_strdup("--sandbox is on or off");
        return NULL;
    case OPTION_LIMIT:
        return read_limit(options, value);
    case OPTION_TIMEOUT:
        return read_timeout(options, value);
    case OPTION_JSON:
        options->json = TRUE;
        return NULL;
    case OPTION_YES:
        options->yes = TRUE;
        return NULL;
    default:
        options->help = TRUE;
        return NULL;
    }
}

char *cli_launch_options_read(CliLaunchOptions *options, char **words)
{
    CliArgs args = {.options = cli_launch_options, .argv = words};
    char *first_error = NULL;
    const char *value;
    int id;

    *options = (CliLaunchOptions){
        .siblings = g_ptr_array_new_with_free_func(g_free),
        .app_dirs = g_ptr_array_new_with_free_func(g_free),
        .sandbox = TRUE,
    };
    /* Reads on after an error, so that --json behind it is seen. */
    for (;;) {
        char *error = NULL;
        id = cli_args_next(&args, &value, &error);
        if (id == CLI_ARGS_END)
            break;
        if (id != CLI_ARGS_ERROR)
            error = read_option(options, id, value);
        if (first_error == NULL)
            first_error = error;
        else
            g_free(error);
    }
    g_ptr_array_add(options->siblings, NULL);
    g_ptr_array_add(options->app_dirs, NULL);
    options->command = words + args.next;
    if (first_error == NULL && !options->help) {
        if (options->command[0] == NULL)
            first_error = g_strdup("no command is given; it follows the options: -- CMD [ARG]...");
        else if (options->command[0][strspn(options->command[0], " \t\n")] == '\0')
            first_error = g_strdup("the command is empty");
    }
    return first_error;
}

char *cli_current_folder(char **ret_error)
{
    /* Not g_get_current_dir(), which believes PWD and so may keep symbolic links. */
    char *here = getcwd(NULL, 0);

    if (here == NULL || here[0] != '/') {
        free(here);
        *ret_error = g_strdup("the current folder does not exist any more; change to another one");
        return NULL;
    }
    char *copy = g_strdup(here);
    free(here);
    return copy;
}

static gboolean is_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);

    if (strcmp(folder, "/") == 0)
        return TRUE;
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* here is a real path.  folder is what the user gave and goes to the core as it is, since the core
 * refuses links where they could be turned; only to compare, links are followed. */
static gboolean is_inside(const char *here, const char *folder)
{
    char *real = realpath(folder, NULL);
    gboolean inside = is_below(here, real != NULL ? real : folder);

    free(real);
    return inside;
}

static char *git_work_tree(const char *here)
{
    g_autofree char *folder = g_strdup(here);

    for (;;) {
        g_autofree char *git = g_build_filename(folder, ".git", NULL);
        if (g_file_test(git, G_FILE_TEST_EXISTS))
            return g_steal_pointer(&folder);
        if (strcmp(folder, "/") == 0)
            return NULL;
        char *parent = g_path_get_dirname(folder);
        g_free(folder);
        folder = parent;
    }
}

void cli_folders_clear(CliFolders *folders)
{
    g_clear_pointer(&folders->project, g_free);
    g_clear_pointer(&folders->loop, g_free);
    g_clear_pointer(&folders->cwd, g_free);
}

void cli_folders_find(CliFolders *folders, const char *project, const char *loop, const char *here)
{
    *folders = (CliFolders){0};
    if (project != NULL)
        folders->project = g_canonicalize_filename(project, here);
    else
        folders->project = git_work_tree(here);
    if (folders->project == NULL)
        folders->project = g_strdup(here);
    if (loop != NULL)
        folders->loop = g_canonicalize_filename(loop, here);
    else
        folders->loop = g_strdup(is_inside(here, folders->project) ? here : folders->project);
    folders->cwd = g_strdup(is_inside(here, folders->loop) ? here : folders->loop);
}

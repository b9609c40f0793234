/* SPDX-License-Identifier: MIT */
/* The options of `check`: what a command is judged against. */
#include "check_options.h"

#include <string.h>

enum {
    OPTION_PROJECT = 1,
    OPTION_LOOP,
    OPTION_HOME,
    OPTION_SANDBOX,
    OPTION_PLATFORM,
    OPTION_SHELL,
    OPTION_FULL_AUTO,
    OPTION_BATCH,
    OPTION_EXPLAIN,
    OPTION_JSON,
    OPTION_HELP,
};

const CliOption cli_check_options[] = {
    {OPTION_PROJECT, "project", "DIR", "the project (the git work tree around here)"},
    {OPTION_LOOP, "loop", "DIR", "the one writable folder, inside the project (here)"},
    {OPTION_HOME, "home", "DIR", "what ~ means (the user's own)"},
    {OPTION_SANDBOX, "sandbox", "on|off", "off: what is outside the loop's folder is denied (on)"},
    {OPTION_PLATFORM, "platform", "NAME", "linux, macos or windows (this one)"},
    {OPTION_SHELL, "shell", "NAME", "the language of the line: sh, or with windows cmd or ps"},
    {OPTION_FULL_AUTO, "full-auto", NULL, "allow what would be asked"},
    {OPTION_BATCH, "batch", NULL, "read JSON lines, and print a JSON line for each"},
    {OPTION_EXPLAIN, "explain", NULL, "show how the verdict came about"},
    {OPTION_JSON, "json", NULL, "print one JSON object"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *name;
    int value;
} Choice;

static const Choice platforms[] = {
    {"linux", CORDON_PLATFORM_LINUX},
    {"macos", CORDON_PLATFORM_MACOS},
    {"windows", CORDON_PLATFORM_WINDOWS},
    {NULL, 0},
};
static const Choice shells[] = {
    {"sh", CORDON_LANGUAGE_SHELL},
    {"cmd", CORDON_LANGUAGE_CMD},
    {"ps", CORDON_LANGUAGE_POWERSHELL},
    {NULL, 0},
};

static gboolean choose(const Choice *choices, const char *name, int *ret_value)
{
    for (; choices->name != NULL; choices++) {
        if (strcmp(choices->name, name) == 0) {
            *ret_value = choices->value;
            return TRUE;
        }
    }
    return FALSE;
}

static char *read_folder(const char *name, const char *value, const char **ret_folder)
{
    if (value[0] == '\0')
        return g_strdup_printf("--%s needs a folder, not an empty text", name);
    *ret_folder = value;
    return NULL;
}

static char *read_choice(CliCheckOptions *options, int id, const char *value)
{
    int chosen = 0;

    switch (id) {
    case OPTION_SANDBOX:
        options->sandbox = strcmp(value, "off") != 0;
        return options->sandbox && strcmp(value, "on") != 0 ? g_strdup("--sandbox is on or off")
                                                            : NULL;
    case OPTION_PLATFORM:
        if (!choose(platforms, value, &chosen))
            return g_strdup("--platform is linux, macos or windows");
        options->platform = (CordonPlatform)chosen;
        return NULL;
    default:
        if (!choose(shells, value, &chosen))
            return g_strdup("--shell is sh, cmd or ps");
        options->language = (CordonLanguage)chosen;
        return NULL;
    }
}

static char *read_option(CliCheckOptions *options, int id, const char *value)
{
    switch (id) {
    case OPTION_PROJECT:
        return read_folder("project", value, &options->project);
    case OPTION_LOOP:
        return read_folder("loop", value, &options->loop);
    case OPTION_HOME:
        return read_folder("home", value, &options->home);
    case OPTION_SANDBOX:
    case OPTION_PLATFORM:
    case OPTION_SHELL:
        return read_choice(options, id, value);
    case OPTION_FULL_AUTO:
        options->full_auto = TRUE;
        return NULL;
    case OPTION_BATCH:
        options->batch = TRUE;
        return NULL;
    case OPTION_EXPLAIN:
        options->explain = TRUE;
        return NULL;
    case OPTION_JSON:
        options->json = TRUE;
        return NULL;
    default:
        options->help = TRUE;
        return NULL;
    }
}

static char *find_contradiction(const CliCheckOptions *options)
{
    gboolean is_windows = options->platform == CORDON_PLATFORM_WINDOWS;
    gboolean has_command = options->command[0] != NULL;

    if (!is_windows && (options->language == CORDON_LANGUAGE_CMD ||
                        options->language == CORDON_LANGUAGE_POWERSHELL))
        return g_strdup("--shell cmd and ps need --platform windows");
    if (options->explain && (options->batch || options->json))
        return g_strdup("--explain is for people: it does not go with --batch and --json");
    if (options->batch && has_command)
        return g_strdup("--batch reads the commands from standard input, so none is given");
    if (!options->batch && !has_command)
        return g_strdup("no command is given; it follows the options: -- CMD [ARG]...");
    if (options->explain && options->command[1] != NULL)
        return g_strdup("--explain takes one command line, as one word");
    return NULL;
}

char *cli_check_options_read(CliCheckOptions *options, char **words)
{
    CliArgs args = {.options = cli_check_options, .argv = words};
    const char *value;
    char *error = NULL;
    int id;

    *options = (CliCheckOptions){
        .platform = cordon_platform_own(),
        .language = CORDON_LANGUAGE_OWN,
        .sandbox = TRUE,
    };
    while (error == NULL && (id = cli_args_next(&args, &value, &error)) != CLI_ARGS_END) {
        if (id != CLI_ARGS_ERROR)
            error = read_option(options, id, value);
    }
    options->command = words + args.next;
    if (error == NULL && !options->help)
        error = find_contradiction(options);
    return error;
}

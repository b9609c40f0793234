/* SPDX-License-Identifier: MIT */
/* The options that `run` and `plan` share: what is asked for, and the policy that follows. */
#ifndef CORDON_CLI_OPTIONS_H
#define CORDON_CLI_OPTIONS_H

#include <cordon/cordon.h>

#include "args.h"

extern const CliOption cli_launch_options[];

typedef struct {
    char *project, *loop;            /* as given, or NULL */
    GPtrArray *siblings;             /* of char *; ends with NULL */
    GPtrArray *app_dirs;             /* of char *; ends with NULL */
    guint64 limits[CORDON_N_LIMITS]; /* by CordonLimit; 0: not given */
    const char *backend;             /* an id, "auto", or NULL: not given */
    guint time_limit_ms;             /* 0: not given, so what the filter says */
    gboolean sandbox, json, yes, help;
    char **command; /* borrowed: the words of the command, not empty unless help */
} CliLaunchOptions;

void cli_launch_options_clear(CliLaunchOptions *options);
/* Reads the words behind the command's name; they must live as long as the options.  NULL, or a
 * sentence on what is wrong (free with g_free()); options->json is right in any case. */
char *cli_launch_options_read(CliLaunchOptions *options, char **words);

/* The current folder, absolute and resolved; NULL with a sentence when there is none any more. */
char *cli_current_folder(char **ret_error);

/* The folders of a launch; absolute, symbolic links resolved where the folder exists. */
typedef struct {
    char *project, *loop;
    char *cwd; /* of the command */
} CliFolders;

void cli_folders_clear(CliFolders *folders);
/* Fills in the defaults: project: the git work tree around `here`, else `here`; loop: `here` when it
 * lies inside the project, else the project; cwd: `here` when it lies inside the loop, else the
 * loop.  project, loop: as given, or NULL.  here: the current folder, absolute and resolved. */
void cli_folders_find(CliFolders *folders, const char *project, const char *loop, const char *here);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliLaunchOptions, cli_launch_options_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliFolders, cli_folders_clear)

#endif

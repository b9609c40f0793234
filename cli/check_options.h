/* SPDX-License-Identifier: MIT */
/* The options of `check`: what a command is judged against. */
#ifndef CORDON_CLI_CHECK_OPTIONS_H
#define CORDON_CLI_CHECK_OPTIONS_H

#include <cordon/filter.h>

#include "args.h"

extern const CliOption cli_check_options[];

typedef struct {
    const char *project, *loop, *home; /* as given, or NULL */
    CordonPlatform platform;
    CordonLanguage language;
    gboolean sandbox, full_auto, batch, json, explain, help;
    char **command; /* borrowed: the words of the command; empty with batch */
} CliCheckOptions;

/* Reads the words behind the command's name; they must live as long as the options.  NULL, or a sentence on what is
 * wrong (free with g_free()). */
char *cli_check_options_read(CliCheckOptions *options, char **words);

#endif

/* SPDX-License-Identifier: MIT */
/* Reads a command line by a table of long options.  Pure; knows no option by name. */
#ifndef CORDON_CLI_ARGS_H
#define CORDON_CLI_ARGS_H

#include <glib.h>

typedef struct {
    int id;            /* above 0; 0 ends the table */
    const char *name;  /* without the dashes */
    const char *value; /* what the value is called in the help, or NULL when there is none */
    const char *help;
} CliOption;

enum { CLI_ARGS_END = 0, CLI_ARGS_ERROR = -1 };

typedef struct {
    const CliOption *options;
    char **argv; /* NULL-terminated; borrowed */
    guint next;  /* after CLI_ARGS_END: the first word that is not an option */
} CliArgs;

/* The id of the next option, or CLI_ARGS_END at "--", at the first word that is no option or at the
 * end, or CLI_ARGS_ERROR with a sentence in *ret_error (free with g_free()).  Both --name=value and
 * --name value are read; an option with a value may be the empty string. */
int cli_args_next(CliArgs *args, const char **ret_value, char **ret_error);

/* For commands whose options have no value and that take no other words: sets the bit 1 << id of
 * each option given.  NULL, or a sentence on what is wrong (free with g_free()). */
char *cli_args_read_flags(const CliOption *options, char **words, guint *ret_flags);

/* Of the names (NULL-terminated) the nearest to a mistyped word, or NULL when none is near. */
const char *cli_nearest(const char *word, const char *const *names);

#endif

/* SPDX-License-Identifier: MIT */
/* Variables that mean more than text to some program: what their values are. */
#ifndef CORDON_FILTER_VARIABLES_H
#define CORDON_FILTER_VARIABLES_H

#include <glib.h>

/* What a value is, besides the kinds of program.h. */
enum {
    CORDON_ENV_SHELL = '!', /* whatever it is, it changes what programs run */
    CORDON_ENV_HARMLESS = '.',
    CORDON_ENV_SWITCH = '?',  /* true, false, a number: harmless; anything else as SHELL */
    CORDON_ENV_PLAIN = '-',   /* a word without a path or an address; anything else as SHELL */
    CORDON_ENV_PATHS = ':',   /* folders or files that are read, with ':' between them */
    CORDON_ENV_OPTIONS = '+', /* options of a program: assign.c says which are harmless */
};

/* name: a name or a glob of names.  values: those that are harmless, with '|' between, or NULL. */
typedef struct {
    const char *name;
    char kind;
    const char *values;
} CordonVariable;

/* The row of the variable, whose name counts in any case of letters; NULL: it is but text. */
const CordonVariable *cordon_variable_find(const char *name);
/* Does the name, or glob of names, fit?  As fnmatch() in any case of letters. */
gboolean cordon_variable_fits(const char *pattern, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* The words of a command, sorted into options and operands by the row of its program.  Pure. */
#ifndef CORDON_FILTER_OPTIONS_H
#define CORDON_FILTER_OPTIONS_H

#include "filter/judge.h"

typedef enum {
    CORDON_OPTION_FLAG,
    CORDON_OPTION_VALUE,   /* glued, or the next word */
    CORDON_OPTION_GLUED,   /* only glued */
    CORDON_OPTION_UNKNOWN, /* in no row: a flag, but what is glued to it is looked at */
} CordonOptionValue;

/* One item of a row's options; all texts point into the row. */
typedef struct {
    const char *names; /* "-o,--output", not terminated */
    gsize names_size;
    CordonOptionValue value;
    char kind;
    const char *rule; /* name of a rule, not terminated, or NULL */
    gsize rule_size;
    char tag; /* or 0 */
} CordonOptionSpec;

typedef struct {
    CordonOptionSpec spec;
    gboolean has_value;
    CordonArg value;
    const CordonArg *word; /* as it was written */
} CordonSortedOption;

typedef struct {
    CordonSortedOption *options;
    guint option_count;
    CordonArg *operands;
    guint operand_count;
    guint rest; /* with OPTIONS_FIRST: index of the first word that is no option */
} CordonSorted;

/* Walks through a row's options: *cursor begins as the text; FALSE at the end. */
gboolean cordon_option_spec_next(const char **cursor, CordonOptionSpec *ret);
/* args: the words behind the program and its subcommands.  flags: CordonProgramFlags. */
void cordon_options_sort(CordonArena *arena, const CordonArg *args, guint count,
                         const char *options, guint flags, CordonSorted *ret);
gboolean cordon_option_is(const CordonSortedOption *option, const char *name);

#endif

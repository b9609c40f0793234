/* SPDX-License-Identifier: MIT */
/* Words of programs whose options take values without any sign between ("-Idir", "-isystemdir"),
 * one after the other: for handlers that must stop, or look at a word, where a row cannot say
 * so. */
#ifndef CORDON_FILTER_JUDGE_GLUED_H
#define CORDON_FILTER_JUDGE_GLUED_H

#include "filter/options.h"

typedef struct {
    const CordonArg *args;
    guint count, next;
    const char *options; /* as in program.h; '_' and '-' are the same inside of "--long-names" */
    gboolean has_ended;  /* "--" was there: all that follows are operands */
} CordonGluedWalk;

typedef struct {
    const CordonArg *word;
    gboolean is_option;
    gboolean is_known;     /* it is in the options */
    CordonOptionSpec spec; /* of a known option */
    gboolean has_value;    /* for an unknown option: what stands behind '=' */
    CordonArg value;
} CordonGluedWord;

/* The next word; FALSE at the end.  A word "--" is passed over. */
gboolean cordon_glued_next(CordonGluedWalk *walk, CordonGluedWord *ret);
/* Is it the known option of that name? */
gboolean cordon_glued_is(const CordonGluedWord *word, const char *name);
/* Judges the option and its value as a row would; an operand as a value of operand_kind. */
void cordon_glued_judge(CordonJudge *judge, const CordonCall *call, const CordonGluedWord *word,
                        char operand_kind);

#endif

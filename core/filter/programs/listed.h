/* SPDX-License-Identifier: MIT */
/* Commands whose words come from a list (find -exec, fd -x, xargs, parallel), and what tests of names may match. */
#ifndef CORDON_FILTER_LISTED_H
#define CORDON_FILTER_LISTED_H

#include "filter/judge.h"

/* A growing list of arguments in the judge's arena. */
typedef struct {
    CordonArg *args;
    guint count, size;
} CordonArgList;

void cordon_arg_list_add(CordonJudge *judge, CordonArgList *list, CordonArg arg);

/* The word with each mark ("{}") replaced by item.  TRUE when there was one. */
gboolean cordon_arg_put(CordonJudge *judge, const CordonArg *word, const char *mark,
                        const CordonArg *item, CordonArg *ret);
/* A path below the folder whose last part matches glob: what a program lists there. */
CordonArg cordon_arg_listed(CordonJudge *judge, const char *folder, const char *glob);

/* The operands that the call takes from its standard input: a listed path, the constant words (or lines) of a
 * here-document, or one that is unknown.  None when the input is empty. */
void cordon_arg_list_add_input(CordonJudge *judge, const CordonCall *call, gboolean by_line,
                               CordonArgList *list);

/* Globs as programs mean them, not the shell: '*' matches a dot at the begin, and {a,b} is a choice.  Adds what the
 * glob is in the shell's language.  with_hidden: it may match names with a dot at their begin. */
void cordon_glob_list_add(CordonJudge *judge, CordonArgList *list, const char *glob,
                          gboolean with_hidden);
/* The same for a regular expression, and for one that has to match the whole path (is_whole). */
void cordon_regex_list_add(CordonJudge *judge, CordonArgList *list, const char *regex,
                           gboolean is_whole, gboolean with_hidden);
/* A command line that gets data on its input (a pager, a compressor): kind 'S'. */
void cordon_judge_fed_line(CordonJudge *judge, const CordonCall *call, const CordonArg *line);

/* Does "--exclude=GLOB", "-g '!GLOB'" leave files with secrets out? */
gboolean cordon_glob_leaves_secrets_out(const char *glob);

#endif

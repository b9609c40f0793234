/* SPDX-License-Identifier: MIT */
/* What the handlers of git's commands share. */
#ifndef CORDON_FILTER_JUDGE_GIT_H
#define CORDON_FILTER_JUDGE_GIT_H

#include "filter/judge.h"

/* What may stand before a subcommand.  They are never abbreviated.  Source: git(1), git.c. */
#define CORDON_GIT_GLOBALS                                                                         \
    "-C=d -c=t --git-dir,--work-tree=r --exec-path:s --config-env=t!shell "                        \
    "-p,--paginate!shell --namespace,--super-prefix,--list-cmds,--attr-source=t"

/* The "key=value" settings that stand before the subcommand. */
void cordon_git_judge_globals(CordonJudge *judge, const CordonCall *call);
/* A word that is a revision, "revision:path", or a pathspec; what it names is used so. */
void cordon_git_judge_word(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                           CordonPathUse use);
/* The same for all operands from the first on. */
void cordon_git_judge_words(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                            guint first, CordonPathUse use);
/* The "key=value" of one command. */
void cordon_git_judge_setting(CordonJudge *judge, const CordonCall *call, const CordonArg *setting);
/* What an alias stands for, followed by the words behind its name. */
void cordon_git_judge_alias(CordonJudge *judge, const CordonCall *call, const char *value,
                            const CordonArg *rest, guint rest_count);
/* The words of the call, by its row. */
CordonParsed cordon_git_parse(CordonJudge *judge, const CordonCall *call);
/* One of the options, by their first spellings with a blank between, is given. */
gboolean cordon_git_has(const CordonParsed *parsed, const char *names);

#endif

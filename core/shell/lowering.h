/* SPDX-License-Identifier: MIT */
/* What the parts of the lowering share.  Private to core/shell. */
#ifndef CORDON_SHELL_LOWERING_H
#define CORDON_SHELL_LOWERING_H

#include "shell/print.h"

typedef struct {
    CordonArena *arena;
    const char *home;   /* or NULL */
    gboolean sets_home; /* the line gives HOME another value, so that it cannot be put in as text */
    guint used_fds;     /* bit N: the line redirects descriptor N */
    const char *construct; /* what could not be said; NULL as long as all could */
} CordonLowering;

/* Where a command stands: may it become part of a pipeline, and so lose what it sets in the shell? */
typedef enum { CORDON_PLACE_LAST, CORDON_PLACE_FOLLOWED } CordonPlace;

/* All of these return NULL after the construct was set. */
gpointer cordon_lower_fail(CordonLowering *lowering, const char *construct);
/* Is one character of the pattern one byte of the text to dash, and one character to bash, and the text not ASCII? */
gboolean cordon_lower_counts_bytes(const CordonShellWord *text, const CordonShellWord *pattern);

/* lower_survey.c: what the whole line sets and uses. */
void cordon_lower_survey(CordonLowering *lowering, const CordonShellNode *root);
/* Does the command change something in the shell that a command after it could see? */
gboolean cordon_lower_has_effect(const CordonShellNode *node);

/* lower_word.c */
const CordonShellWord *cordon_lower_word(CordonLowering *lowering, const CordonShellWord *word);
gboolean cordon_lower_words(CordonLowering *lowering, const CordonShellWord *words, guint count,
                            const CordonShellWord **ret_words);
const CordonShellWord *cordon_lower_literal(CordonLowering *lowering, const char *text);
/* name+=value as name=${name}value */
const CordonShellWord *cordon_lower_appended(CordonLowering *lowering, const char *name,
                                             const CordonShellWord *value);
/* literals joined again after parts were replaced */
const CordonShellWord *cordon_lower_join(CordonLowering *lowering, CordonShellPart *parts,
                                         guint count, guint offset);

/* lower.c */
const CordonShellNode *cordon_lower_list(CordonLowering *lowering, const CordonShellNode *list,
                                         CordonPlace place);
CordonShellNode *cordon_lower_wrap(CordonLowering *lowering, CordonShellNodeType type,
                                   const CordonShellNode *child);
CordonShellNode *cordon_lower_pair(CordonLowering *lowering, CordonShellNodeType type,
                                   const CordonShellNode *a, const CordonShellNode *b,
                                   CordonShellOperator operator);
void cordon_lower_add_redirects(CordonLowering *lowering, CordonShellNode *node,
                                const CordonShellRedirect *redirects, guint count);
/* To be called for a group that has redirections, or gets some. */
void cordon_lower_shield(CordonLowering *lowering, CordonShellNode *group);

/* lower_builtin.c: a simple command whose words were lowered, when shells differ in what it does. */
gboolean cordon_lower_builtin(CordonLowering *lowering, CordonShellNode *node);

/* lower_test.c: [[ ]] without its redirections. */
CordonShellNode *cordon_lower_test(CordonLowering *lowering, const CordonShellTest *test);

/* lower_process.c: a command whose words were lowered, with its process substitutions as pipes. */
gboolean cordon_lower_has_process(const CordonShellNode *node);
const CordonShellNode *cordon_lower_process(CordonLowering *lowering, CordonShellNode *node);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of the command filter's outside share: a filter, and a line that it judged. */
#ifndef CORDON_ENGINE_FILTER_H
#define CORDON_ENGINE_FILTER_H

#include "filter/private.h"

struct CordonFilter {
    CordonFilterSettings settings; /* its texts are the members below */
    char *project, *loop, *home, *user;
    GPtrArray *hosts; /* of char *, ends with NULL */
    gboolean wants_argv;
    CordonArena *arena; /* of the line that is judged */
};

typedef struct CordonKindItem CordonKindItem;
struct CordonKindItem {
    const char *name;
    const CordonArg *args; /* of the call that it was found in, or NULL */
    CordonKindItem *next;
};

/* All of it lives in the filter's arena, until the next line. */
typedef struct {
    CordonFilter *filter;
    CordonLanguage language;     /* in which it was read: never OWN */
    const CordonShellTree *tree; /* NULL: it could not be read, or words were judged */
    CordonJudge judge;
    CordonKindItem *kinds;       /* of all that would be asked, in their order */
    gboolean changes_repository; /* some command is git and changes the repository */
    gboolean has_other_program;  /* some command is neither git nor harmless beside it */
    /* Besides, for whoever wants to see all; set before the judging. */
    CordonFindingFunc on_finding;
    CordonCallFunc on_call;
    gpointer user_data;
} CordonJudged;

/* filter.c */

/* Judges a line, from an empty arena on.  judged: zero, but for the last members. */
void cordon_judged_read(CordonJudged *judged, CordonFilter *filter, CordonLanguage language,
                        const char *line, gsize size, const char *cwd);
/* The whole answer, in the arena. */
CordonJudgement cordon_judged_answer(CordonJudged *judged);

/* filter_run.c */

/* Adds argv, script and run_error to an answer that is not deny.  Turns it into one when the script does not read as
 * it was printed. */
void cordon_judged_add_argv(const CordonJudged *judged, CordonJudgement *answer);

#endif

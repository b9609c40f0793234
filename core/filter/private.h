/* SPDX-License-Identifier: MIT */
/* What the files of the judge share, and handlers do not see. */
#ifndef CORDON_FILTER_PRIVATE_H
#define CORDON_FILTER_PRIVATE_H

#include "filter/judge.h"

/* Simple commands that are judged for one line, those of loop bodies as often as they are gone through. */
#define CORDON_JUDGE_MAX_CALLS 4096u
/* Values that a for loop goes through; more are not read. */
#define CORDON_JUDGE_MAX_TURNS 64u
/* Folders in which one command may run. */
#define CORDON_JUDGE_MAX_FOLDERS 8u

/* Stands for $TMPDIR, which lies inside the sandbox: no path that a line spells begins so. */
#define CORDON_SCRATCH "/\001tmp"

/* What was found; the strictest is kept. */
typedef struct {
    CordonRule rule;
    const char *reason, *hint, *kind;
    const CordonCall *call; /* in the arena, or NULL: the whole line */
} CordonFinding;

/* Called for each finding, for people who want to see all of them. */
typedef void (*CordonFindingFunc)(const CordonFinding *finding, gpointer user_data);
/* Called for each command that was judged. */
typedef void (*CordonCallFunc)(const CordonCall *call, gpointer user_data);

struct CordonJudge {
    const CordonFilterSettings *settings;
    CordonArena *arena;
    CordonFinding worst;
    gboolean takes_long;
    gboolean
        is_script; /* the text of a script that npm and the like run: shells in it are looked into */
    gboolean input_is_endless;                /* of the command that is judged: yes, /dev/zero */
    guint endless_outputs;                    /* commands that write into a pipe for ever */
    gboolean is_inside_container, is_bounded; /* of the line that is read inside a command */
    guint calls;                              /* judged so far */
    gboolean is_over;           /* a limit was hit: the verdict stands, nothing more is looked at */
    const CordonArg *kind_args; /* the call whose kind is ... */
    const char *kind;
    CordonFindingFunc on_finding; /* or NULL */
    CordonCallFunc on_call;       /* or NULL */
    gpointer user_data;
};

/* scope.c */

typedef struct CordonBinding CordonBinding;
struct CordonBinding {
    const char *name;
    CordonArg value;
    const CordonBinding *next;
};

struct CordonScope {
    const char *const *folders; /* absolute, clean, no two alike */
    guint folder_count;
    const char *previous; /* $OLDPWD after a cd that is known, or NULL */
    const CordonBinding *bindings;
};

const CordonScope *cordon_scope_new(CordonArena *arena, const char *folder);
const CordonScope *cordon_scope_with_folders(CordonArena *arena, const CordonScope *scope,
                                             const char *const *folders, guint count);
const CordonScope *cordon_scope_bind(CordonArena *arena, const CordonScope *scope, const char *name,
                                     CordonArg value);
/* Either of both may be the state: values that differ are unknown.  NULL: more folders than the limit. */
const CordonScope *cordon_scope_join(CordonArena *arena, const CordonScope *a,
                                     const CordonScope *b);
/* The value of a variable that the line set, or NULL. */
const CordonArg *cordon_scope_lookup(const CordonScope *scope, const char *name);
gboolean cordon_scope_equal(const CordonScope *a, const CordonScope *b);

/* value.c */

typedef struct {
    CordonArg *args;
    guint count, size;
} CordonArgs;

void cordon_args_add(CordonArena *arena, CordonArgs *args, CordonArg arg);
/* Appends what the word becomes: no, one or several arguments.  Commands in it are judged. */
void cordon_judge_expand(CordonJudge *judge, const CordonScope *scope, const CordonShellWord *word,
                         CordonArgs *args);
/* The same for a place where one text is made of it: a redirection, a value, a here-document. */
CordonArg cordon_judge_expand_one(CordonJudge *judge, const CordonScope *scope,
                                  const CordonShellWord *word);
/* A variable's value where nothing but its name is known. */
CordonArg cordon_judge_variable(CordonJudge *judge, const CordonScope *scope, const char *name);
/* TOKEN, KEY, PASS, ... in it. */
gboolean cordon_variable_smells(const char *name);

/* output.c: what is known of what a command prints. */

/* Of $(node), one argument; not called for what is no single command. */
CordonArg cordon_judge_output(CordonJudge *judge, const CordonScope *scope,
                              const CordonShellNode *node);
/* The folder (or folder and glob) below which the call lists paths, one a line, or NULL. */
const char *cordon_call_listing(CordonJudge *judge, const CordonCall *call);

/* walk.c */

typedef struct {
    CordonInput kind;
    const char *text, *listed; /* text, with PIPE: what echo or printf writes there, roughly */
    gboolean is_endless;
} CordonStdin;

/* The states after it, by whether it succeeded. */
typedef struct {
    const CordonScope *success, *failure;
    const CordonCall *call; /* the one command that it was, in the arena; or NULL */
    const char *listed;     /* it prints paths from below that folder, or NULL */
} CordonOutcome;

CordonOutcome cordon_judge_node(CordonJudge *judge, const CordonScope *scope,
                                const CordonShellNode *node, CordonStdin input, guint depth);

/* endless.c */

gboolean cordon_text_is_endless_device(const char *text);
/* Reads it what never ends?  After the call was judged by its row. */
void cordon_judge_endless_data(CordonJudge *judge, const CordonCall *call);

/* command.c */

/* Judges call: args, scope, input and depth are set, the rest is filled in. */
CordonOutcome cordon_judge_call(CordonJudge *judge, CordonCall *call);
/* The base name by which a program is known, or NULL when the word names a file of the project. */
const char *cordon_judge_program_name(CordonJudge *judge, const CordonCall *call, const char *word);

/* builtin.c */

/* TRUE when the command is one of the shell itself; then it was judged.  *ret: the states after it. */
gboolean cordon_judge_builtin(CordonJudge *judge, const CordonCall *call, CordonOutcome *ret);

/* assign.c */

/* Does the variable mean more than text to some program? */
gboolean cordon_variable_is_special(const char *name);

/* path.c */

/* base, absolute and clean, joined with text; "." and ".." taken out by the text alone. */
const char *cordon_path_join(CordonArena *arena, const char *base, const char *text,
                             gboolean is_windows);
gboolean cordon_path_is_absolute(const char *text, gboolean is_windows);
/* path is folder or lies in it. */
gboolean cordon_path_is_within(const char *path, const char *folder, gboolean is_windows);
/* Does the text, whatever it is, name a secret file, or could it as a glob? */
gboolean cordon_text_names_secret(const char *text, gboolean is_pattern);

/* address.c */

void cordon_judge_address(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                          char kind);
/* Has it a scheme, "https://"? */
gboolean cordon_text_is_url(const char *text);

/* reason.c */

const char *cordon_rule_reason(CordonRule rule); /* a clause: "starts a shell" */
const char *cordon_rule_hint(CordonRule rule);

/* judge.c */

/* Notes that something cannot be known. */
/* Paths behind a mark in the word ("@FILE", "html:FOLDER"); TRUE: nothing else is to be asked of it. */
gboolean cordon_judge_marked(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                             char kind);
void cordon_judge_unknown(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                          const char *what);
void cordon_judge_start(CordonJudge *judge, const CordonFilterSettings *settings,
                        CordonArena *arena);
/* Judges a tree whose commands run in folder cwd. */
void cordon_judge_tree(CordonJudge *judge, const CordonShellTree *tree, const char *cwd);
void cordon_judge_words(CordonJudge *judge, const char *const *argv, const char *cwd);
/* Notes why a line could not be read. */
void cordon_judge_unreadable(CordonJudge *judge, const CordonShellError *error);
/* The finding's command on one line; free with g_free(). */
char *cordon_finding_part(const CordonFinding *finding);

#endif

/* SPDX-License-Identifier: MIT */
/* The judge, as its parts and the handlers of programs see it.  Pure: the disk is asked through CordonWorld. */
#ifndef CORDON_FILTER_JUDGE_H
#define CORDON_FILTER_JUDGE_H

#include "filter/program.h"
#include "filter/world.h"
#include "shell/read.h"

/* Wrappers in wrappers; beyond it the line is refused. */
#define CORDON_JUDGE_MAX_DEPTH 32u

/* What a line is judged against. */
typedef struct {
    CordonPlatform platform;
    const char *project, *loop,
        *home;        /* absolute, clean; on Windows with '/' and a drive: "C:/Users/u/proj" */
    const char *user; /* or NULL */
    gboolean sandbox;
    gboolean full_auto;
    const char *const *hosts; /* added by the user, NULL-terminated, or NULL */
    const CordonWorld *world; /* or NULL */
} CordonFilterSettings;

/* How much is known of a word when it reaches a program.
 *
 * CONSTANT  text is the word
 * PATTERN   text is a glob (quoted characters are escaped by a backslash): file names that match, or the glob itself
 * LISTED    a path that a program listed below the folder text: find -exec {}, xargs, while read; the last component of
 *           text may be a glob, then the names match it
 * STREAM    the name of a pipe, <(...); text is the folder below which it lists paths, or ""
 * UNKNOWN   text is what is known at its begin, maybe ""
 * TAME      text with stand-ins ("0", "x") for what is for certain a short word without '/', blanks, quotes or a dash at
 *           its begin: $(nproc), $(date +%s), $(git rev-parse --short HEAD), $? */
typedef enum {
    CORDON_ARG_CONSTANT,
    CORDON_ARG_PATTERN,
    CORDON_ARG_LISTED,
    CORDON_ARG_STREAM,
    CORDON_ARG_UNKNOWN,
    CORDON_ARG_TAME,
} CordonArgType;

/* is_flags: with UNKNOWN, options of a compiler as pkg-config prints them, maybe several or none.
 * smells: a variable whose name looks like a secret went into it.  may_split: not in quotes, so that it may be no word or
 * several.  known: with TAME, bytes of text before the first stand-in.  is_number: with TAME, only digits and - : _ . may
 * stand for it, so that it makes no name another one. */
typedef struct {
    CordonArgType type;
    const char *text;
    gboolean smells, may_split, is_number, is_flags;
    gsize known;
} CordonArg;

/* What a program finds on its standard input. */
typedef enum {
    CORDON_INPUT_NONE, /* nothing: an empty stream */
    CORDON_INPUT_PIPE,
    CORDON_INPUT_TEXT, /* a here-document: input_text, or NULL when it is not constant */
    CORDON_INPUT_FILE, /* < file */
} CordonInput;

/* The state in which a command runs; never changed, only copied. */
typedef struct CordonScope CordonScope;

/* Names of variables. */
typedef struct CordonNames CordonNames;
struct CordonNames {
    const char *name;
    const CordonNames *next;
};

/* One command with its words. */
struct CordonCall {
    const CordonArg *args; /* args[0] is the command word */
    guint count;
    const CordonScope *scope;
    const CordonProgram *row; /* what is known of it, or NULL */
    const char *name;         /* its base name, for rules and messages: "git", "rm" */
    const char *full_name;    /* with the subcommand: "git commit"; the default kind */
    guint
        first; /* index of the first word behind name and subcommands (global options are before it) */
    guint depth;
    CordonInput input;
    const char *input_text;
    gboolean output_is_pipe;
    const char *listed; /* PIPE: the folder below which the program before lists paths, or NULL */
    gboolean is_inside_container; /* paths and addresses are not ours */
    gboolean is_script;  /* text of package.json: shells, variables and exports mean nothing */
    gboolean is_bounded; /* something above it ends it: what never ends by itself is no fault */
    const CordonNames *variables; /* that are set for it, to what is not empty */
};

/* The words of a call, sorted by the row of the program (or by an own spec). */
typedef struct {
    const char *name;       /* as in the table, the first spelling: "-o" */
    const CordonArg *value; /* or NULL */
} CordonOption;

typedef struct {
    const CordonOption *options;
    guint option_count;
    const CordonArg *operands;
    guint operand_count;
} CordonParsed;

/* The words behind call->first, by that row's grammar.  Pure sorting: nothing is judged. */
CordonParsed cordon_call_parse(CordonJudge *judge, const CordonCall *call, const char *options,
                               guint flags);
/* The value of the option, an empty constant when it is given without one, or NULL when it is not given. */
const CordonArg *cordon_parsed_find(const CordonParsed *parsed, const char *name);

/* Is the variable set for the call, as in "GOBIN=$PWD/bin go install"?  What it is set to was judged. */
gboolean cordon_call_sets(const CordonCall *call, const char *name);
void cordon_call_set(CordonJudge *judge, CordonCall *call, const char *name);

/* What is known of the judge's surroundings. */
const CordonFilterSettings *cordon_judge_settings(const CordonJudge *judge);
CordonArena *cordon_judge_arena(const CordonJudge *judge);
gboolean cordon_judge_is_windows(const CordonJudge *judge);

/* Notes that a part of the line falls under a rule.  reason: a whole sentence made by the format, or, with NULL, the
 * rule's own; hint: NULL is the row's or the rule's.  The strictest finding becomes the verdict. */
void cordon_judge_find(CordonJudge *judge, const CordonCall *call, CordonRule rule,
                       const char *hint, const char *reason_format, ...) G_GNUC_PRINTF(5, 6);
/* Overrides the kind ("Allow always this session") of findings that are noted for the call from now on: "python -c". */
void cordon_judge_set_kind(CordonJudge *judge, const CordonCall *call, const char *kind);
/* The command takes long: 600 s. */
void cordon_judge_takes_long(CordonJudge *judge);

/* Judges a value of that kind (the letters of program.h). */
void cordon_judge_value(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                        char kind);
/* Judges a command of its own whose words are args: what wrappers start.  call gives scope, input and depth. */
void cordon_judge_command(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                          guint count);
/* The same with other surroundings; scope NULL: that of call. */
void cordon_judge_command_in(CordonJudge *judge, const CordonCall *call, const CordonScope *scope,
                             const CordonArg *args, guint count);
/* Judges a text as a command line that a shell will read. */
void cordon_judge_line(CordonJudge *judge, const CordonCall *call, const char *text);
/* Judges a text of package.json and the like: only deny rules of remote, kill, permissions, git, publish, web and endless,
 * and the asks count; what cannot be read is passed over. */
void cordon_judge_script(CordonJudge *judge, const CordonCall *call, const char *text);
/* Judges NAME=VALUE as it stands before a command. */
void cordon_judge_assignment(CordonJudge *judge, const CordonCall *call, const char *name,
                             const CordonArg *value);

/* A scope like that of the call, whose folder is the (constant) path; NULL and a finding when it is not allowed. */
const CordonScope *cordon_judge_enter(CordonJudge *judge, const CordonCall *call,
                                      const CordonArg *folder);
/* The folders in which the call may run (absolute, clean), at least one. */
const char *const *cordon_scope_folders(const CordonScope *scope, guint *ret_count);

/* Makes arguments. */
CordonArg cordon_arg_constant(const char *text);
/* The part of the argument behind its first skip bytes (of a constant, pattern, or of the known begin of an unknown). */
CordonArg cordon_arg_skip(const CordonArg *arg, gsize skip);
/* The text when all of it is known and is no pattern, else NULL. */
const char *cordon_arg_text(const CordonArg *arg);
gboolean cordon_arg_is(const CordonArg *arg, const char *text);
gboolean cordon_arg_begins(const CordonArg *arg, const char *text);

/* Addresses (address.c). */
/* Is the host one of the allowed?  host: as it stands in a URL, without userinfo and port. */
gboolean cordon_host_is_allowed(const CordonFilterSettings *settings, const char *host);
gboolean cordon_host_is_own_machine(const char *host);

/* Secrets and folders (path.c). */
typedef enum {
    CORDON_PATH_READ,
    CORDON_PATH_READ_TREE,
    CORDON_PATH_WRITE,
    CORDON_PATH_DELETE,
    CORDON_PATH_FOLDER,    /* to work in */
    CORDON_PATH_TOOLCHAIN, /* -I/usr/include */
} CordonPathUse;
void cordon_judge_path(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                       CordonPathUse use);
/* TRUE when the path lies in the loop's folder (and is not that folder itself) from every folder of the scope. */
gboolean cordon_path_is_in_loop(const CordonJudge *judge, const CordonCall *call,
                                const CordonArg *arg);

#endif

/* SPDX-License-Identifier: MIT */
/* What a command line says: a tree of commands, and words made of parts.
 *
 * The tree holds meaning, not spelling.  Quotes are gone: 'a'"b"c is the one literal "abc", and only what the
 * shell itself will still expand is a part of its own.  So two lines that mean the same to the shell have equal
 * trees, which is what the check "the canonical script, read again, is the same tree" rests on.
 *
 * A tree and all that hangs on it lives in one arena.  Pure data; nothing here changes once it was read. */
#ifndef CORDON_SHELL_TREE_H
#define CORDON_SHELL_TREE_H

#include "base/arena.h"

/* Limits; a line above any of them is not read.  Sources: design section 4, facts/filter.md section 2. */
#define CORDON_SHELL_MAX_BYTES (64u * 1024)
/* Of a canonical script: what Linux takes as one argument of a program (MAX_ARG_STRLEN). */
#define CORDON_SHELL_MAX_SCRIPT_BYTES (128u * 1024 - 1)
#define CORDON_SHELL_MAX_COMMANDS     512u  /* simple commands, those in substitutions included */
#define CORDON_SHELL_MAX_NESTING      64u   /* compound commands, substitutions, quotes in quotes */
#define CORDON_SHELL_MAX_WORDS        4096u /* words of one simple command, brace lists expanded */

/* The language of a line. */
typedef enum {
    CORDON_DIALECT_POSIX,      /* sh, with what bash adds where it is harmless */
    CORDON_DIALECT_CMD,        /* cmd.exe */
    CORDON_DIALECT_POWERSHELL, /* powershell.exe, pwsh */
} CordonDialect;

typedef struct CordonShellNode CordonShellNode;
typedef struct CordonShellWord CordonShellWord;

typedef enum {
    CORDON_PART_LITERAL, /* text: the bytes themselves, whatever quotes they stood in */
    CORDON_PART_PATTERN, /* text: an unquoted run of * ? [...], as a pattern of fnmatch() with nothing escaped */
    CORDON_PART_TILDE,      /* text: what follows the tilde: "", "user", "+", "-" */
    CORDON_PART_VARIABLE,   /* text: the name: "HOME", "?", "1", "@" */
    CORDON_PART_COMMAND,    /* body: $(...) or `...` */
    CORDON_PART_ARITHMETIC, /* inner: $((...)): literals and variables only, no substitution */
    CORDON_PART_PROCESS,    /* body: <(...), or >(...) with is_output */
} CordonShellPartType;

/* What ${name...} does with the value. */
typedef enum {
    CORDON_VARIABLE_PLAIN,        /* $x ${x} */
    CORDON_VARIABLE_LENGTH,       /* ${#x} */
    CORDON_VARIABLE_DEFAULT,      /* ${x-w} */
    CORDON_VARIABLE_ASSIGN,       /* ${x=w} */
    CORDON_VARIABLE_ERROR,        /* ${x?w} */
    CORDON_VARIABLE_ALTERNATE,    /* ${x+w} */
    CORDON_VARIABLE_CUT_PREFIX,   /* ${x#p} */
    CORDON_VARIABLE_CUT_PREFIXES, /* ${x##p} */
    CORDON_VARIABLE_CUT_SUFFIX,   /* ${x%p} */
    CORDON_VARIABLE_CUT_SUFFIXES, /* ${x%%p} */
    CORDON_VARIABLE_REPLACE,      /* ${x/p/r}: bash only */
    CORDON_VARIABLE_REPLACE_ALL,  /* ${x//p/r}: bash only */
    CORDON_VARIABLE_SLICE,        /* ${x:1:2}: bash only; inner and replacement are numbers */
} CordonVariableOperation;

typedef struct CordonShellPart {
    CordonShellPartType type;
    gboolean
        is_quoted; /* VARIABLE, COMMAND, ARITHMETIC: inside "...", so no splitting and no globbing */
    gboolean is_output; /* PROCESS: >(...) */
    gboolean if_empty;  /* VARIABLE: the operation has a colon, so an empty value counts as unset */
    CordonVariableOperation operation;
    const char *text;
    const CordonShellNode *body; /* COMMAND, PROCESS; a LIST, maybe empty */
    const CordonShellWord
        *inner; /* VARIABLE: the operation's word or pattern; ARITHMETIC: the expression */
    const CordonShellWord
        *replacement; /* VARIABLE: of REPLACE and REPLACE_ALL, the length of SLICE; or NULL */
} CordonShellPart;

struct CordonShellWord {
    const CordonShellPart *parts; /* no two literals in a row; none at all is the empty word ('') */
    guint count;
    guint offset; /* of its first byte in the line */
};

typedef struct {
    const char *name;
    gboolean is_appended; /* name+=value: bash only */
    const CordonShellWord *value;
} CordonShellAssignment;

typedef enum {
    CORDON_REDIRECT_READ,       /* < word */
    CORDON_REDIRECT_WRITE,      /* > word, >| word (noclobber is never on) */
    CORDON_REDIRECT_APPEND,     /* >> word */
    CORDON_REDIRECT_READ_WRITE, /* <> word */
    CORDON_REDIRECT_DUPLICATE,  /* N>&M N<&M; with target -1: N>&- */
    CORDON_REDIRECT_TEXT, /* <<EOF, and <<< word with its newline: word is the text that is read */
} CordonShellRedirectType;

/* &>f and >&f are read as >f 2>&1; |& as 2>&1 |. */
typedef struct {
    CordonShellRedirectType type;
    int fd;                      /* 0 to 9 */
    int target;                  /* DUPLICATE: a descriptor, or -1 to close */
    const CordonShellWord *word; /* else */
} CordonShellRedirect;

typedef enum {
    CORDON_NODE_SIMPLE,
    CORDON_NODE_PIPELINE, /* children; more than one, or is_negated */
    CORDON_NODE_AND_OR,   /* children, operators; more than one */
    CORDON_NODE_LIST,     /* children, one after the other, each maybe in the background */
    CORDON_NODE_SUBSHELL, /* ( list ): one child */
    CORDON_NODE_GROUP,    /* { list; }: one child */
    CORDON_NODE_IF,       /* children: condition, then, condition, then, ..., [else] */
    CORDON_NODE_WHILE,    /* children: condition, body */
    CORDON_NODE_UNTIL,    /* children: condition, body */
    CORDON_NODE_FOR,      /* name, words, one child */
    CORDON_NODE_CASE,     /* words: the one word; arms */
    CORDON_NODE_TEST,     /* [[ ... ]]: test */
} CordonShellNodeType;

typedef enum { CORDON_OPERATOR_AND, CORDON_OPERATOR_OR } CordonShellOperator;

typedef struct {
    const CordonShellWord
        *patterns; /* a list of words; unquoted pattern characters are PATTERN parts */
    guint count;
    const CordonShellNode *body; /* a LIST, maybe empty */
} CordonShellArm;

/* [[ ... ]], with what of it can be said in POSIX. */
typedef enum {
    CORDON_TEST_UNARY,  /* name "-f", left */
    CORDON_TEST_BINARY, /* left, name "=", "!=", "-eq", "-nt", ..., right; "==" is read as "=" */
    CORDON_TEST_NOT,    /* a */
    CORDON_TEST_AND,    /* a, b */
    CORDON_TEST_OR,     /* a, b */
} CordonShellTestType;

typedef struct CordonShellTest CordonShellTest;
struct CordonShellTest {
    CordonShellTestType type;
    const char *name;
    const CordonShellWord *left, *right; /* right may hold PATTERN parts with "=" and "!=" */
    const CordonShellTest *a, *b;
};

struct CordonShellNode {
    CordonShellNodeType type;
    gboolean is_negated;                      /* PIPELINE: ! */
    guint offset, end;                        /* bytes of the line that it was read from */
    const CordonShellAssignment *assignments; /* SIMPLE */
    guint assignment_count;
    const CordonShellWord
        *words; /* SIMPLE: the command and its operands; brace lists are expanded */
    guint word_count;
    const CordonShellRedirect *redirects; /* SIMPLE and compound commands, in order */
    guint redirect_count;
    const CordonShellNode *const *children;
    guint child_count;
    const CordonShellOperator *operators; /* AND_OR: child_count - 1 */
    const gboolean *backgrounds;          /* LIST: child_count */
    const char *name;                     /* FOR */
    gboolean has_words;                   /* FOR: "in" was there */
    const CordonShellArm *arms;           /* CASE */
    guint arm_count;
    const CordonShellTest *test; /* TEST */
};

/* A line that was read. */
typedef struct {
    const CordonShellNode *root; /* a LIST with at least one child */
    guint command_count;
    gboolean
        has_bash_only; /* some construct that dash does not know; the canonical script knows it no more */
} CordonShellTree;

/* Same meaning: everything but offsets and has_bash_only. */
gboolean cordon_shell_tree_equal(const CordonShellTree *a, const CordonShellTree *b);
gboolean cordon_shell_word_equal(const CordonShellWord *a, const CordonShellWord *b);
/* Two slashes behind a pattern of file names: dash keeps both, bash one of them. */
gboolean cordon_shell_word_doubles_slash(const CordonShellWord *word);
/* The text of a word of literals only, or NULL when something in it is still to be expanded.  The empty
 * word is "". */
const char *cordon_shell_word_literal(const CordonShellWord *word);
/* The tree as indented text for people and tests; free with g_free(). */
char *cordon_shell_tree_describe(const CordonShellTree *tree);

#endif

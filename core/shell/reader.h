/* SPDX-License-Identifier: MIT */
/* What the parts of the reader share.  Private to core/shell.
 *
 * The reader descends recursively and looks at characters, not at tokens: what a character means depends on where it
 * stands, and here the caller knows.  Every function returns FALSE after an error, which the first one that saw it
 * described; nobody goes on after an error. */
#ifndef CORDON_SHELL_READER_H
#define CORDON_SHELL_READER_H

#include "shell/pile.h"
#include "shell/read.h"

/* What is read at the moment: the line, or a text out of it that has to be read on its own (the inside of
 * backquotes, the body of a here-document). */
typedef struct {
    const char *text; /* NUL-terminated; a NUL ends it, since none may be inside */
    gsize at;
    gsize base, end;   /* where it lies in the line */
    gboolean is_exact; /* text[i] is byte base + i of the line */
} CordonSource;

/* A here-document whose body is still to come. */
typedef struct {
    CordonShellWord *word;
    const char *delimiter;
    gboolean is_literal, strips_tabs;
    gsize offset;
} CordonPendingBody;

/* Brace lists are expanded when the word is complete; until then their characters are pieces of their own. */
typedef enum {
    CORDON_BRACE_NONE,
    CORDON_BRACE_OPEN,
    CORDON_BRACE_COMMA,
    CORDON_BRACE_CLOSE,
} CordonBrace;

typedef struct {
    CordonShellPart part;
    CordonBrace brace; /* then part is a literal */
    gboolean is_bare;  /* LITERAL: unquoted; VARIABLE: $name, without braces */
} CordonPiece;

typedef struct {
    CordonArena *arena;
    CordonSource source;
    const char *line;
    gsize line_size;
    CordonShellError *error;
    gboolean has_failed;
    guint nesting, backquotes, command_count;
    guint quotes_in_backquotes; /* how often "`...\"...`" was read */
    guint return_count;         /* carriage returns that are not yet accounted for */
    gsize expanded_bytes;       /* of brace lists */
    guint pending_mark;         /* the bodies that a newline brings begin here */
    gboolean has_bash_only;
    gboolean ended_by_continuation;
    gboolean
        may_be_keyword; /* a word that comes now without a separator may be a closing keyword */
    gboolean sets_ifs, has_split_literal;
    gboolean has_value_of_dots, has_pattern_behind_value; /* x=. and $x* */
    /* Bits of the names of variables: that got such a value, that got another's, that are split. */
    guint64 pattern_names, derived_names, bare_names;       /* x='.*' and $x */
    guint64 glob_names, target_names;                       /* x='*' and >$x */
    gboolean has_value_with_pattern, has_value_behind_dots; /* x='*' and .$x */
    gboolean has_wide_value, counts_characters; /* a value beyond ASCII, and ${#x}, ${x%?} */
    gboolean has_body, has_status;              /* a here-document; $? */
    CordonPile pieces, texts, words, nodes, operators, backgrounds, redirects, assignments, arms,
        bodies;
} CordonReader;

/* scan.c: characters, limits, errors. */
gboolean cordon_scan_check(CordonReader *reader);
gboolean cordon_scan_is_forbidden(gunichar c);
gboolean cordon_scan_fail(CordonReader *reader, const char *construct, const char *rewrite);
gboolean cordon_scan_fail_at(CordonReader *reader, gsize at, const char *construct,
                             const char *rewrite);
gboolean cordon_scan_enter(CordonReader *reader);
void cordon_scan_leave(CordonReader *reader);
/* Where that is in the line: as the begin of something, and what was just read as its end. */
guint cordon_scan_offset(const CordonReader *reader, gsize at);
guint cordon_scan_end(const CordonReader *reader);
/* The first character at or after at that no line continuation takes away. */
gsize cordon_scan_settle(const CordonReader *reader, gsize at);
/* Blanks and a comment. */
void cordon_scan_skip_blanks(CordonReader *reader);
/* Reads text out of the line as a source of its own.  Afterwards the caller puts back what this returns. */
CordonSource cordon_scan_push(CordonReader *reader, const char *text, CordonSource source);

/* read.c: lists and pipelines. */
gboolean cordon_read_list(CordonReader *reader, const CordonShellNode **ret_list);
gboolean cordon_read_substitution(CordonReader *reader, const CordonShellNode **ret_list);
/* Everything up to the end of the source, empty or not. */
gboolean cordon_read_source(CordonReader *reader, const CordonShellNode **ret_list);
gboolean cordon_read_newlines(CordonReader *reader);
gboolean cordon_read_unexpected(CordonReader *reader);

/* keyword.c */
typedef enum {
    CORDON_KEYWORD_NONE,
    CORDON_KEYWORD_IF,
    CORDON_KEYWORD_WHILE,
    CORDON_KEYWORD_UNTIL,
    CORDON_KEYWORD_FOR,
    CORDON_KEYWORD_CASE,
    CORDON_KEYWORD_OPEN_BRACE,
    CORDON_KEYWORD_OPEN_TEST,
    CORDON_KEYWORD_NOT,
    CORDON_KEYWORD_THEN, /* from here on: never the begin of a command */
    CORDON_KEYWORD_ELIF,
    CORDON_KEYWORD_ELSE,
    CORDON_KEYWORD_FI,
    CORDON_KEYWORD_DO,
    CORDON_KEYWORD_DONE,
    CORDON_KEYWORD_ESAC,
    CORDON_KEYWORD_CLOSE_BRACE,
    CORDON_KEYWORD_IN,
    CORDON_KEYWORD_TIME, /* from here on: words that only some shells reserve */
    CORDON_KEYWORD_FUNCTION,
    CORDON_KEYWORD_SELECT,
    CORDON_KEYWORD_COPROC,
    CORDON_KEYWORD_CLOSE_TEST,
} CordonKeyword;
/* The reserved word that stands here, or NONE; ret_end: behind it. */
CordonKeyword cordon_keyword_peek(const CordonReader *reader, gsize *ret_end);
gboolean cordon_keyword_is_closing(CordonKeyword keyword);
gboolean cordon_keyword_accept(CordonReader *reader, CordonKeyword keyword);
/* construct: what is wrong when it is not there. */
gboolean cordon_keyword_expect(CordonReader *reader, CordonKeyword keyword, const char *construct);

/* read_compound.c, read_case.c, read_test.c, read_simple.c: node is filled. */
gboolean cordon_read_compound(CordonReader *reader, CordonKeyword keyword, CordonShellNode *node);
gboolean cordon_read_subshell(CordonReader *reader, CordonShellNode *node);
gboolean cordon_read_case(CordonReader *reader, CordonShellNode *node);
gboolean cordon_read_test(CordonReader *reader, CordonShellNode *node);
gboolean cordon_read_simple(CordonReader *reader, CordonShellNode *node);

/* read_redirect.c */
gboolean cordon_redirect_is_next(CordonReader *reader);
/* Is the word that was read from start on the number of a redirection behind it? */
gboolean cordon_redirect_is_number(CordonReader *reader, gsize start);
/* Pushes one redirection, or two. */
gboolean cordon_read_redirect(CordonReader *reader);

/* read_heredoc.c: behind << or <<-; the bodies of all that wait, when a newline was read. */
gboolean cordon_read_heredoc(CordonReader *reader, gboolean strips_tabs, CordonShellWord *word);
gboolean cordon_read_bodies(CordonReader *reader);

/* builder.c, read_word.c */
typedef enum {
    CORDON_WORD_GLOBS = 1 << 0,     /* * ? [...] are patterns, else literal */
    CORDON_WORD_NO_GLOBS = 1 << 1,  /* they are refused */
    CORDON_WORD_BRACES = 1 << 2,    /* brace lists are expanded */
    CORDON_WORD_NO_BRACES = 1 << 3, /* and here refused, where shells differ */
    CORDON_WORD_PROCESS = 1 << 4,   /* <(...) and >(...) are parts */
    CORDON_WORD_ASSIGNED = 1 << 5,  /* behind name=: a tilde counts after a colon too */
    CORDON_WORD_INNER = 1 << 6,     /* in ${...}: ends at the brace */
    CORDON_WORD_SLASH = 1 << 7,     /* in ${x/...}: ends at a slash, too */
    CORDON_WORD_NO_TILDE = 1 << 8,
} CordonWordUse;

#define CORDON_WORD_ARGUMENT (CORDON_WORD_GLOBS | CORDON_WORD_BRACES | CORDON_WORD_PROCESS)

/* A word that is being put together; its pieces lie on the pile. */
typedef struct {
    guint use;
    guint mark;        /* of pieces */
    guint text_mark;   /* of texts */
    guint quotes_mark; /* of quotes_in_backquotes */
    gsize start;       /* offset in the source */
    gboolean has_text, is_bare;
    gboolean has_dollar;                    /* one outside quotes that begins nothing */
    gboolean has_braces;                    /* so bare and quoted literals are kept apart */
    gboolean was_looked_at, looks_assigned; /* for a tilde behind = */
    char previous;                          /* the unquoted character before, or NUL */
} CordonBuilder;

void cordon_builder_begin(CordonReader *reader, CordonBuilder *builder, guint use);
/* The literal that is gathered goes on with text. */
void cordon_builder_add(CordonReader *reader, CordonBuilder *builder, const char *text, gsize size,
                        gboolean is_bare);
/* Ends the literal; the piece that is returned is empty and to be filled before anything else is read. */
CordonPiece *cordon_builder_piece(CordonReader *reader, CordonBuilder *builder);
void cordon_builder_flush(CordonReader *reader, CordonBuilder *builder);
void cordon_builder_end(CordonReader *reader, CordonBuilder *builder, CordonShellWord *word);
/* One word of pieces, literals joined. */
void cordon_word_join(CordonReader *reader, const CordonPiece *pieces, guint count,
                      CordonShellWord *word);

gboolean cordon_word_is_next(CordonReader *reader);
/* Reads one word that stays one. */
gboolean cordon_read_word(CordonReader *reader, guint use, CordonShellWord *word);
/* Reads one word and pushes what braces make of it. */
gboolean cordon_read_words(CordonReader *reader, guint use);
/* For a word that no shell splits: its expansions count as quoted. */
gboolean cordon_word_unsplit(CordonReader *reader, CordonShellWord *word);

/* A command substitution in ${...}: bash misreads some of those in the body of a here-document. */
gboolean cordon_word_has_deep_substitution(const CordonShellWord *word);

/* read_quoted.c: text where only $ ` \ mean something. */
typedef enum {
    CORDON_QUOTED_DOUBLE, /* up to " */
    CORDON_QUOTED_INNER,  /* in "${...}": up to } */
    CORDON_QUOTED_SLASH,  /* in "${x/...}": up to / or } */
    CORDON_QUOTED_BODY,   /* a here-document: up to the end of the source */
} CordonQuoted;
gboolean cordon_read_quoted(CordonReader *reader, CordonBuilder *builder, CordonQuoted kind);
gboolean cordon_read_single_quoted(CordonReader *reader, CordonBuilder *builder);
gboolean cordon_read_escape(CordonReader *reader, CordonBuilder *builder);

/* read_ansi.c: behind $' */
gboolean cordon_read_ansi(CordonReader *reader, CordonBuilder *builder);

/* read_pattern.c: at [ */
gboolean cordon_read_bracket(CordonReader *reader, CordonBuilder *builder);
/* Does the word match the folders "." and "..", which some shells leave out?  Where that depends on the value of a
 * variable, it is noted in has_pattern_behind_value. */
gboolean cordon_pattern_matches_dots(CordonReader *reader, const CordonShellWord *word);
/* Notes what is odd about a value that a variable gets, or that is added to its value. */
void cordon_pattern_note_value(CordonReader *reader, const char *name, const CordonShellWord *word,
                               gboolean is_appended);
/* Notes that a word's value may be a pattern of file names. */
void cordon_pattern_note_bare(CordonReader *reader, const CordonShellWord *word);
/* The same for the target of a redirection, where bash alone takes it for one. */
void cordon_pattern_note_target(CordonReader *reader, const CordonShellWord *word);
/* The variable gets a value that nobody knows. */
void cordon_pattern_note_unknown(CordonReader *reader, const char *name);
gboolean cordon_pattern_is_in_target(const CordonReader *reader);
/* Of the whole line: may a variable's value be a pattern that matches "." and ".."? */
gboolean cordon_pattern_is_in_value(const CordonReader *reader);
/* Notes that the pattern is matched against a value, character by character. */
void cordon_pattern_note_match(CordonReader *reader, const CordonShellWord *pattern);

/* read_dollar.c, read_parameter.c, read_substitution.c, arithmetic.c.  quoted: NULL outside quotes. */
gboolean cordon_read_dollar(CordonReader *reader, CordonBuilder *builder,
                            const CordonQuoted *quoted);
gboolean cordon_read_parameter(CordonReader *reader, CordonBuilder *builder,
                               const CordonQuoted *quoted);
gboolean cordon_read_backquotes(CordonReader *reader, CordonBuilder *builder,
                                const CordonQuoted *quoted);
gboolean cordon_read_process(CordonReader *reader, CordonBuilder *builder);
gboolean cordon_read_arithmetic(CordonReader *reader, CordonBuilder *builder, gboolean is_quoted);

/* braces.c: pushes the words that the pieces of the builder make; or refuses them if they make anything but
 * themselves. */
gboolean cordon_braces_expand(CordonReader *reader, CordonBuilder *builder);
gboolean cordon_braces_check(CordonReader *reader, CordonBuilder *builder);

/* Here and next are looked at after line continuations were taken away. */
static inline char cordon_scan_peek(CordonReader *reader)
{
    CordonSource *source = &reader->source;

    while (source->text[source->at] == '\\' && source->text[source->at + 1] == '\n') {
        source->at += 2;
        if (source->text[source->at] == '\0')
            reader->ended_by_continuation = TRUE;
    }
    return source->text[source->at];
}

static inline char cordon_scan_next(const CordonReader *reader)
{
    return reader->source.text[reader->source.at] == '\0'
               ? '\0'
               : reader->source.text[cordon_scan_settle(reader, reader->source.at + 1)];
}

static inline void cordon_scan_advance(CordonReader *reader)
{
    reader->source.at++;
}

static inline gboolean cordon_scan_accept(CordonReader *reader, char c)
{
    if (cordon_scan_peek(reader) != c)
        return FALSE;
    cordon_scan_advance(reader);
    return TRUE;
}

static inline gboolean cordon_char_starts_name(char c)
{
    return g_ascii_isalpha(c) || c == '_';
}

static inline gboolean cordon_char_is_name(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/* Ends a word wherever it stands unquoted. */
static inline gboolean cordon_char_ends_word(char c)
{
    switch (c) {
    case '\0':
    case ' ':
    case '\t':
    case '\n':
    case ';':
    case '&':
    case '|':
    case '<':
    case '>':
    case '(':
    case ')':
        return TRUE;
    default:
        return FALSE;
    }
}

#endif

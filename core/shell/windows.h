/* SPDX-License-Identifier: MIT */
/* What the readers of cmd.exe lines and of PowerShell lines share: where they are in the line, the word and the
 * simple command that are being put together, and the refusal.  Private to core/shell/windows*.c.
 *
 * Functions that can fail return FALSE after cordon_windows_refuse() noted why; one refusal ends the reading. */
#ifndef CORDON_SHELL_WINDOWS_H
#define CORDON_SHELL_WINDOWS_H

#include "shell/read.h"

typedef struct {
    CordonArena *arena;
    CordonDialect dialect;
    const char *text;    /* a copy that ends with NUL; there is no NUL in it */
    gsize at;            /* the next byte */
    const char *command; /* the command word of the simple command that is being read, or NULL */
    /* cmd.exe counts every quote; a program does not count \".  Lasts until the end of the line. */
    gboolean is_in_cmd_quotes;
    guint command_count, nesting;
    CordonShellError error;
    /* The word that is being put together. */
    GString *literal; /* what its last part will be */
    GArray *parts;    /* of CordonShellPart */
    gsize word_start;
    /* The simple command. */
    GArray *words;     /* of CordonShellWord */
    GArray *redirects; /* of CordonShellRedirect */
    gsize command_start;
} CordonWindowsReader;

typedef enum {
    CORDON_WINDOWS_NO_OPERATOR,
    CORDON_WINDOWS_END,
    CORDON_WINDOWS_NEWLINE,
    CORDON_WINDOWS_SEQUENCE, /* & of cmd.exe, ; of PowerShell */
    CORDON_WINDOWS_AND,
    CORDON_WINDOWS_OR,
    CORDON_WINDOWS_PIPE,
    CORDON_WINDOWS_CLOSE, /* ) of PowerShell */
} CordonWindowsOperator;

/* windows.c */

/* Notes what stands at offset; always FALSE.  construct, rewrite: see CordonShellError. */
gboolean cordon_windows_refuse(CordonWindowsReader *reader, gsize offset, const char *construct,
                               const char *rewrite);
gboolean cordon_windows_is_blank(char c);
CordonWindowsOperator cordon_windows_operator(const CordonWindowsReader *reader);
/* Is the name in the list, whatever its case?  The list is sorted for people, not for the search. */
gboolean cordon_windows_is_one_of(const char *const *names, gsize count, const char *name);

void cordon_windows_word_start(CordonWindowsReader *reader);
void cordon_windows_word_append(CordonWindowsReader *reader, const char *text, gsize size);
/* Takes size bytes of the line into the word. */
void cordon_windows_word_take(CordonWindowsReader *reader, gsize size);
/* text: size bytes. */
void cordon_windows_word_part(CordonWindowsReader *reader, CordonShellPartType type,
                              const char *text, gsize size, gboolean is_quoted);
/* How many * and ? stand here; the one in \\?\ is no pattern. */
gsize cordon_windows_stars(const CordonWindowsReader *reader);
/* Takes size bytes of the line as a pattern. */
void cordon_windows_word_take_pattern(CordonWindowsReader *reader, gsize size);
CordonShellWord cordon_windows_word_finish(CordonWindowsReader *reader);
/* The text of a word of nothing but literals, or NULL. */
const char *cordon_windows_word_literal(const CordonShellWord *word);

void cordon_windows_command_start(CordonWindowsReader *reader);
gboolean cordon_windows_command_add(CordonWindowsReader *reader, CordonShellWord word);
void cordon_windows_command_redirect(CordonWindowsReader *reader, CordonShellRedirectType type,
                                     int fd, CordonShellWord word);
void cordon_windows_command_duplicate(CordonWindowsReader *reader, int fd, int target);
/* Puts the simple command behind the others of the pipeline. */
gboolean cordon_windows_command_finish(CordonWindowsReader *reader, GPtrArray *pipeline);

/* Blanks and, in PowerShell, comments. */
gboolean cordon_windows_skip_blanks(CordonWindowsReader *reader);
/* The same, and newlines. */
gboolean cordon_windows_skip_lines(CordonWindowsReader *reader);
/* pipeline: of CordonShellNode; stops before the first operator that is no pipe. */
gboolean cordon_windows_read_pipeline(CordonWindowsReader *reader, GPtrArray *pipeline);

/* windows_cmd.c, windows_powershell.c: one element of a pipeline, which may become several nodes of it.  The reader
 * stands on its first byte. */

gboolean cordon_windows_cmd_read_element(CordonWindowsReader *reader, GPtrArray *pipeline);
gboolean cordon_windows_powershell_read_element(CordonWindowsReader *reader, GPtrArray *pipeline);
gboolean cordon_windows_powershell_skip_blanks(CordonWindowsReader *reader);

#endif

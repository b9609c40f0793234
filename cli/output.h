/* SPDX-License-Identifier: MIT */
/* What Cordon itself prints for people: colours only on a terminal, aligned tables, and no text that
 * could steer a terminal. */
#ifndef CORDON_CLI_OUTPUT_H
#define CORDON_CLI_OUTPUT_H

#include <glib.h>
#include <stdio.h>

typedef enum {
    CLI_STYLE_PLAIN,
    CLI_STYLE_GOOD,
    CLI_STYLE_WARN,
    CLI_STYLE_BAD,
    CLI_STYLE_STRONG,
    CLI_STYLE_DIM,
} CliStyle;

/* A terminal that understands colours and redrawing (not TERM=dumb). */
gboolean cli_is_smart_terminal(int fd);
/* Colours are for smart terminals, unless NO_COLOR is set to anything. */
gboolean cli_has_colour(int fd);
/* Start and end of a style on this stream; both empty without colour. */
const char *cli_style_begin(FILE *stream, CliStyle style);
const char *cli_style_end(FILE *stream, CliStyle style);

/* One line, valid UTF-8, without control, bidi or zero-width characters: they are written out, as in
 * \n, \x1b and \u202e.  Free with g_free(). */
char *cli_escape(const char *text);
/* The words quoted for a POSIX shell where they need it, then escaped.  Free with g_free(). */
char *cli_quote_argv(const char *const *argv);
/* Columns that a valid UTF-8 text takes on a terminal. */
guint cli_width(const char *text);

/* Columns aligned by display width, two spaces apart, no space at the end of a line. */
typedef struct CliTable CliTable;
CliTable *cli_table_new(guint columns);
void cli_table_free(CliTable *table);
/* The text is escaped; NULL is an empty cell.  Cells come row by row. */
void cli_table_add(CliTable *table, CliStyle style, const char *text);
void cli_table_print(const CliTable *table, FILE *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliTable, cli_table_free)

/* Lines on stdout.  A terminal gets them filtered: they hold words of whoever wrote the command. */
void cli_print_text(const char *text);

/* "cordon: ...\n" on stderr in one write; the message is escaped. */
void cli_say(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* Ends what was printed on stdout.  status, or what it becomes when stdout could not be written: 125
 * with a message, or 141 without one when nobody reads it. */
int cli_finish(int status);

#endif

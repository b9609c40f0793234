/* SPDX-License-Identifier: MIT */
/* What the parts of the printer share.  Private to core/shell. */
#ifndef CORDON_SHELL_PRINTER_H
#define CORDON_SHELL_PRINTER_H

#include "shell/print.h"

typedef struct {
    GString *out;
    gboolean is_script; /* commands end with a newline, else with "; " where that is possible */
    GPtrArray
        *bodies; /* words of here-documents that wait for the next newline, and their delimiters */
} CordonPrinter;

/* print_word.c.  The word as the shell reads it outside quotes. */
void cordon_print_word(CordonPrinter *printer, const CordonShellWord *word);
/* The same, where "..." or a here-document is open. */
void cordon_print_quoted(CordonPrinter *printer, const CordonShellWord *word);
/* The body of a here-document that the shell expands. */
void cordon_print_body(CordonPrinter *printer, const CordonShellWord *word);

/* print.c.  Can the text of this here-document be written so that every shell reads it? */
gboolean cordon_print_has_delimiter(const CordonShellWord *word);
/* Commands on one line, for a substitution. */
void cordon_print_substituted(GString *out, const CordonShellNode *list);

#endif

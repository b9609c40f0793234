/* SPDX-License-Identifier: MIT */
/* Words printed: text in single quotes, expansions with braces. */
#include "shell/printer.h"

#include <string.h>

static void print_literal(GString *out, const char *text)
{
    const char *quote;

    g_string_append_c(out, '\'');
    while ((quote = strchr(text, '\'')) != NULL) {
        g_string_append_len(out, text, quote - text);
        g_string_append(out, "'\\''");
        text = quote + 1;
    }
    g_string_append(out, text);
    g_string_append_c(out, '\'');
}

static const char *operation_text(CordonVariableOperation operation)
{
    static const char *const texts[] = {
        [CORDON_VARIABLE_PLAIN] = "",       [CORDON_VARIABLE_LENGTH] = "",
        [CORDON_VARIABLE_DEFAULT] = "-",    [CORDON_VARIABLE_ASSIGN] = "=",
        [CORDON_VARIABLE_ERROR] = "?",      [CORDON_VARIABLE_ALTERNATE] = "+",
        [CORDON_VARIABLE_CUT_PREFIX] = "#", [CORDON_VARIABLE_CUT_PREFIXES] = "##",
        [CORDON_VARIABLE_CUT_SUFFIX] = "%", [CORDON_VARIABLE_CUT_SUFFIXES] = "%%",
        [CORDON_VARIABLE_REPLACE] = "/",    [CORDON_VARIABLE_REPLACE_ALL] = "//",
        [CORDON_VARIABLE_SLICE] = ":",
    };

    return texts[operation];
}

/* The numbers of a slice are no text to be quoted. */
static void print_inner(CordonPrinter *printer, const CordonShellPart *part,
                        const CordonShellWord *word)
{
    if (part->is_quoted || part->operation == CORDON_VARIABLE_SLICE)
        cordon_print_quoted(printer, word);
    else if (word->count > 0)
        cordon_print_word(printer, word);
}

static void print_variable(CordonPrinter *printer, const CordonShellPart *part)
{
    GString *out = printer->out;

    g_string_append(out, part->operation == CORDON_VARIABLE_LENGTH ? "${#" : "${");
    g_string_append(out, part->text);
    if (part->if_empty)
        g_string_append_c(out, ':');
    g_string_append(out, operation_text(part->operation));
    if (part->inner != NULL)
        print_inner(printer, part, part->inner);
    if (part->replacement != NULL) {
        g_string_append_c(out, part->operation == CORDON_VARIABLE_SLICE ? ':' : '/');
        print_inner(printer, part, part->replacement);
    }
    g_string_append_c(out, '}');
}

/* Names without a dollar sign are not quoted there: see tree.h. */
static void print_arithmetic(CordonPrinter *printer, const CordonShellWord *word)
{
    g_string_append(printer->out, "$((");
    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->type == CORDON_PART_VARIABLE && part->is_quoted)
            print_variable(printer, part);
        else
            g_string_append(printer->out, part->text);
    }
    g_string_append(printer->out, "))");
}

static void print_expansion(CordonPrinter *printer, const CordonShellPart *part)
{
    GString *out = printer->out;

    switch (part->type) {
    case CORDON_PART_TILDE:
        g_string_append_c(out, '~');
        g_string_append(out, part->text);
        break;
    case CORDON_PART_VARIABLE:
        print_variable(printer, part);
        break;
    case CORDON_PART_COMMAND:
        g_string_append(out, "$(");
        cordon_print_substituted(out, part->body);
        g_string_append_c(out, ')');
        break;
    case CORDON_PART_PROCESS:
        g_string_append(out, part->is_output ? ">(" : "<(");
        cordon_print_substituted(out, part->body);
        g_string_append_c(out, ')');
        break;
    case CORDON_PART_ARITHMETIC:
        print_arithmetic(printer, part->inner);
        break;
    case CORDON_PART_LITERAL:
    case CORDON_PART_PATTERN:
    default:
        g_string_append(out, part->text);
        break;
    }
}

void cordon_print_word(CordonPrinter *printer, const CordonShellWord *word)
{
    if (word->count == 0)
        g_string_append(printer->out, "''");
    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->type == CORDON_PART_LITERAL) {
            print_literal(printer->out, part->text);
            continue;
        }
        if (part->is_quoted)
            g_string_append_c(printer->out, '"');
        print_expansion(printer, part);
        if (part->is_quoted)
            g_string_append_c(printer->out, '"');
    }
}

void cordon_print_quoted(CordonPrinter *printer, const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++)
        print_expansion(printer, &word->parts[i]);
}

static void print_body_literal(GString *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\\$`", *text) != NULL)
            g_string_append_c(out, '\\');
        g_string_append_c(out, *text);
    }
}

void cordon_print_body(CordonPrinter *printer, const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].type == CORDON_PART_LITERAL)
            print_body_literal(printer->out, word->parts[i].text);
        else
            print_expansion(printer, &word->parts[i]);
    }
}

char *cordon_shell_print_word(const CordonShellWord *word)
{
    CordonPrinter printer = {.out = g_string_new(NULL)};

    cordon_print_word(&printer, word);
    return g_string_free(printer.out, FALSE);
}

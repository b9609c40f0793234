/* SPDX-License-Identifier: MIT */
/* $((...)): an expression that every shell computes alike, of numbers and variables.  What is read is checked
 * against the grammar; it is kept as text. */
#include "shell/reader.h"

#include <string.h>

typedef struct {
    CordonReader *reader;
    CordonBuilder builder;
} Arithmetic;

static gboolean read_expression(Arithmetic *arithmetic);

static gboolean fail(Arithmetic *arithmetic, const char *construct)
{
    return cordon_scan_fail(arithmetic->reader, construct, NULL);
}

static void take(Arithmetic *arithmetic)
{
    CordonReader *reader = arithmetic->reader;
    char c = cordon_scan_peek(reader);

    cordon_builder_add(reader, &arithmetic->builder, &c, 1, FALSE);
    cordon_scan_advance(reader);
}

static char last_taken(const Arithmetic *arithmetic)
{
    const CordonPile *texts = &arithmetic->reader->texts;

    return arithmetic->builder.has_text && texts->count > 0 ? texts->items[texts->count - 1] : '\0';
}

/* Blanks belong to the text, and keep 1 - -1 apart from 1--1. */
static char skip(Arithmetic *arithmetic)
{
    char c = cordon_scan_peek(arithmetic->reader);

    while (c == ' ' || c == '\t' || c == '\n') {
        take(arithmetic);
        c = cordon_scan_peek(arithmetic->reader);
    }
    return c;
}

static gboolean is_octal_or_hexadecimal(const char *digits)
{
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        return digits[2] != '\0' &&
               strspn(digits + 2, "0123456789abcdefABCDEF") == strlen(digits + 2);
    return strspn(digits, "01234567") == strlen(digits);
}

static gboolean read_number(Arithmetic *arithmetic)
{
    CordonReader *reader = arithmetic->reader;
    char digits[20];
    gsize size = 0;

    for (char c = cordon_scan_peek(reader); cordon_char_is_name(c) || c == '#';
         c = cordon_scan_peek(reader)) {
        if (size == sizeof digits - 2)
            return fail(arithmetic, "number in $(( )) that is too long");
        digits[size++] = c;
        take(arithmetic);
    }
    digits[size] = '\0';
    if (digits[0] == '0' ? !is_octal_or_hexadecimal(digits)
                         : strspn(digits, "0123456789") != strlen(digits))
        return fail(arithmetic, "number in $(( ))");
    return TRUE;
}

/* A name without a dollar sign is a variable, too; is_quoted tells them apart. */
static gboolean read_variable(Arithmetic *arithmetic)
{
    CordonReader *reader = arithmetic->reader;
    guint mark;

    cordon_builder_flush(reader, &arithmetic->builder);
    mark = reader->texts.count;
    for (char c = cordon_scan_peek(reader); cordon_char_is_name(c); c = cordon_scan_peek(reader)) {
        cordon_pile_append(reader->arena, &reader->texts, &c, 1);
        cordon_scan_advance(reader);
    }
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    const char *name = cordon_pile_take(reader->arena, &reader->texts, mark);
    CordonPiece *piece = cordon_builder_piece(reader, &arithmetic->builder);
    piece->part.type = CORDON_PART_VARIABLE;
    piece->part.text = name;
    return g_str_equal(name, "_") ? fail(arithmetic, "$_") : TRUE;
}

static gboolean read_expansion(Arithmetic *arithmetic)
{
    static const CordonQuoted quoted = CORDON_QUOTED_DOUBLE;
    CordonReader *reader = arithmetic->reader;
    char next = cordon_scan_next(reader);
    guint count;

    if (!cordon_char_is_name(next) && (next == '\0' || strchr("#?{", next) == NULL))
        return fail(arithmetic, "expansion in $(( )) that is not a plain variable");
    cordon_builder_flush(reader, &arithmetic->builder);
    count = reader->pieces.count;
    if (!cordon_read_dollar(reader, &arithmetic->builder, &quoted))
        return FALSE;
    const CordonShellPart *part = &CORDON_PILE_ITEM(reader->pieces, CordonPiece, count)->part;
    if (part->type != CORDON_PART_VARIABLE ||
        (part->operation != CORDON_VARIABLE_PLAIN && part->operation != CORDON_VARIABLE_LENGTH) ||
        strchr("@*!$", *part->text) != NULL)
        return fail(arithmetic, "expansion in $(( )) that is not a plain variable");
    return TRUE;
}

static gboolean read_parentheses(Arithmetic *arithmetic)
{
    take(arithmetic);
    if (!cordon_scan_enter(arithmetic->reader) || !read_expression(arithmetic))
        return FALSE;
    if (skip(arithmetic) != ')')
        return fail(arithmetic, "unterminated ( in $(( ))");
    take(arithmetic);
    cordon_scan_leave(arithmetic->reader);
    return TRUE;
}

static gboolean read_operand(Arithmetic *arithmetic)
{
    char c = skip(arithmetic);

    while (c != '\0' && strchr("+-!~", c) != NULL) {
        if ((c == '+' || c == '-') && last_taken(arithmetic) == c)
            return fail(arithmetic, "++ or -- in $(( ))");
        take(arithmetic);
        c = skip(arithmetic);
    }
    if (c == '(')
        return read_parentheses(arithmetic);
    if (c == '$')
        return read_expansion(arithmetic);
    if (g_ascii_isdigit(c))
        return read_number(arithmetic);
    if (cordon_char_starts_name(c))
        return read_variable(arithmetic);
    return fail(arithmetic, c == '\0' ? "unterminated $((" : "$(( )) that is not plain arithmetic");
}

static const char *const OPERATORS[] = {
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+",
    "-",  "*",  "/",  "%",  "<",  ">",  "&",  "^",  "|",
};

/* 0: none; -1: one that is refused. */
static int operator_size(const char *text)
{
    static const char *const refused[] = {"++", "--", "**", "<<=", ">>="};

    for (gsize i = 0; i < G_N_ELEMENTS(refused); i++)
        if (g_str_has_prefix(text, refused[i]))
            return -1;
    for (gsize i = 0; i < G_N_ELEMENTS(OPERATORS); i++) {
        int size = (int)strlen(OPERATORS[i]);
        if (g_str_has_prefix(text, OPERATORS[i]))
            return size == 1 && text[1] == '=' ? -1 : size;
    }
    return 0;
}

static gboolean read_binary(Arithmetic *arithmetic)
{
    CordonReader *reader = arithmetic->reader;

    if (!read_operand(arithmetic))
        return FALSE;
    for (;;) {
        skip(arithmetic);
        int size = operator_size(reader->source.text + reader->source.at);
        if (size < 0)
            return fail(arithmetic, "assignment in $(( ))");
        if (size == 0)
            return TRUE;
        while (size-- > 0)
            take(arithmetic);
        if (!read_operand(arithmetic))
            return FALSE;
    }
}

static gboolean read_expression(Arithmetic *arithmetic)
{
    if (!read_binary(arithmetic))
        return FALSE;
    if (skip(arithmetic) != '?')
        return TRUE;
    take(arithmetic);
    if (!cordon_scan_enter(arithmetic->reader) || !read_expression(arithmetic))
        return FALSE;
    if (skip(arithmetic) != ':')
        return fail(arithmetic, "? without : in $(( ))");
    take(arithmetic);
    if (!read_expression(arithmetic))
        return FALSE;
    cordon_scan_leave(arithmetic->reader);
    return TRUE;
}

static gboolean read_end(Arithmetic *arithmetic)
{
    CordonReader *reader = arithmetic->reader;

    if (skip(arithmetic) == '\0')
        return fail(arithmetic, "unterminated $((");
    if (!cordon_scan_accept(reader, ')') || !cordon_scan_accept(reader, ')'))
        return fail(arithmetic, "$(( )) that is not plain arithmetic");
    return TRUE;
}

gboolean cordon_read_arithmetic(CordonReader *reader, CordonBuilder *builder, gboolean is_quoted)
{
    CordonShellWord *inner = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    Arithmetic arithmetic = {.reader = reader};

    cordon_builder_flush(reader, builder);
    if (!cordon_scan_enter(reader))
        return FALSE;
    cordon_builder_begin(reader, &arithmetic.builder, 0);
    if (!read_expression(&arithmetic) || !read_end(&arithmetic))
        return FALSE;
    cordon_builder_end(reader, &arithmetic.builder, inner);
    cordon_scan_leave(reader);
    CordonPiece *piece = cordon_builder_piece(reader, builder);
    piece->part.type = CORDON_PART_ARITHMETIC;
    piece->part.inner = inner;
    piece->part.is_quoted = is_quoted;
    return TRUE;
}

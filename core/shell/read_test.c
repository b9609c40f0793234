/* SPDX-License-Identifier: MIT */
/* [[ ... ]]: the tests that can be said in POSIX, too. */
#include "shell/reader.h"

#include <string.h>

#define LONGEST 3u

static const char *const UNARY[] = {
    "-f", "-d", "-e", "-s", "-r", "-w", "-x", "-L", "-h", "-n",
    "-z", "-b", "-c", "-p", "-S", "-t", "-u", "-g", "-k",
};

static const char *const NUMERIC[] = {"-eq", "-ne", "-lt", "-le", "-gt", "-ge"};

static const char *const TEXTUAL[] = {"=", "==", "!=", "-nt", "-ot", "-ef"};

static gboolean read_or(CordonReader *reader, const CordonShellTest **ret_test);

static const char *find(const char *const *names, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return names[i];
    return NULL;
}

/* The unquoted text of the word that comes next, if it is as short as an operator; else "". */
static gsize peek_operator(CordonReader *reader, char name[LONGEST + 1])
{
    const char *text = reader->source.text;
    gsize at, size = 0;

    cordon_scan_skip_blanks(reader);
    at = cordon_scan_settle(reader, reader->source.at);
    while (!cordon_char_ends_word(text[at])) {
        if (size == LONGEST) {
            size = 0;
            break;
        }
        name[size++] = text[at];
        at = cordon_scan_settle(reader, at + 1);
    }
    name[size] = '\0';
    return at;
}

static gboolean is_end(CordonReader *reader)
{
    char name[LONGEST + 1];

    peek_operator(reader, name);
    return strcmp(name, "]]") == 0;
}

static CordonShellTest *test_new(CordonReader *reader, CordonShellTestType type, const char *name)
{
    CordonShellTest *test = CORDON_ARENA_NEW(reader->arena, CordonShellTest);

    test->type = type;
    test->name = name;
    return test;
}

static gboolean read_operand(CordonReader *reader, guint use, CordonShellWord **ret_word)
{
    *ret_word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    cordon_scan_skip_blanks(reader);
    if (is_end(reader) || !cordon_word_is_next(reader))
        return cordon_scan_fail(reader, "test without an operand", NULL);
    return cordon_read_word(reader, use, *ret_word) &&
           ((use & CORDON_WORD_GLOBS) || cordon_word_unsplit(reader, *ret_word));
}

static gboolean is_integer(const char *text)
{
    const char *digits = text + (*text == '-');
    gsize size = strlen(digits);

    return size > 0 && size < 10 && strspn(digits, "0123456789") == size &&
           (*digits != '0' || size == 1);
}

/* Bash computes an operand; that is the same as reading a number where it is one. */
static gboolean check_number(CordonReader *reader, const CordonShellWord *word)
{
    const char *literal = cordon_shell_word_literal(word);
    const CordonShellPart *part = word->count == 1 ? &word->parts[0] : NULL;

    if (literal != NULL
            ? is_integer(literal)
            : part != NULL && part->inner == NULL &&
                  (part->type == CORDON_PART_VARIABLE || part->type == CORDON_PART_COMMAND))
        return TRUE;
    return part != NULL && part->type == CORDON_PART_ARITHMETIC
               ? TRUE
               : cordon_scan_fail(reader, "number in [[ ]]", "use [ ] with quoted operands");
}

static gboolean refuse_operator(CordonReader *reader)
{
    char name[LONGEST + 1];

    peek_operator(reader, name);
    if (strcmp(name, "=~") == 0)
        return cordon_scan_fail(reader, "=~ in [[ ]]", "use grep or case");
    if (cordon_scan_peek(reader) == '<' || cordon_scan_peek(reader) == '>')
        return cordon_scan_fail(reader, "< or > in [[ ]]", NULL);
    return cordon_scan_fail(reader, "test of an unknown kind", NULL);
}

static gboolean read_unary(CordonReader *reader, const char *name, const CordonShellTest **ret_test)
{
    CordonShellTest *test = test_new(reader, CORDON_TEST_UNARY, name);
    CordonShellWord *word;

    if (!read_operand(reader, 0, &word))
        return FALSE;
    const char *literal = cordon_shell_word_literal(word);
    if (strcmp(name, "-t") == 0 && (literal == NULL || !is_integer(literal)))
        return cordon_scan_fail(reader, "number in [[ ]]", NULL);
    test->left = word;
    *ret_test = test;
    return TRUE;
}

/* At what ends a primary: ]] && || ) */
static gboolean is_primary_end(CordonReader *reader)
{
    char c;

    if (is_end(reader))
        return TRUE;
    c = cordon_scan_peek(reader);
    return c == ')' || c == '\n' || ((c == '&' || c == '|') && cordon_scan_next(reader) == c);
}

static gboolean read_binary(CordonReader *reader, CordonShellWord *left,
                            const CordonShellTest **ret_test)
{
    char operator[LONGEST + 1];
    gsize end = peek_operator(reader, operator);
    const char *numeric = find(NUMERIC, G_N_ELEMENTS(NUMERIC), operator);
    const char *textual = find(TEXTUAL, G_N_ELEMENTS(TEXTUAL), operator);
    gboolean is_pattern = textual != NULL && *textual != '-';
    CordonShellTest *test =
        test_new(reader, CORDON_TEST_BINARY, numeric != NULL ? numeric : textual);
    CordonShellWord *right;

    if (test->name == NULL)
        return refuse_operator(reader);
    if (strcmp(test->name, "==") == 0)
        test->name = "=";
    reader->source.at = end;
    if (!read_operand(reader, is_pattern ? CORDON_WORD_GLOBS : 0, &right))
        return FALSE;
    if (is_pattern)
        cordon_pattern_note_match(reader, right);
    if (numeric != NULL && (!check_number(reader, left) || !check_number(reader, right)))
        return FALSE;
    test->left = left;
    test->right = right;
    *ret_test = test;
    return TRUE;
}

static gboolean read_primary(CordonReader *reader, const CordonShellTest **ret_test)
{
    char operator[LONGEST + 1];
    gsize end = peek_operator(reader, operator);
    const char *unary = find(UNARY, G_N_ELEMENTS(UNARY), operator);
    CordonShellWord *left;

    if (unary != NULL) {
        reader->source.at = end;
        return read_unary(reader, unary, ret_test);
    }
    if (operator[0] == '-' && g_ascii_isalpha(operator[1]) && operator[2] == '\0')
        return cordon_scan_fail(reader, "test of an unknown kind", NULL);
    if (!read_operand(reader, 0, &left))
        return FALSE;
    if (!is_primary_end(reader))
        return read_binary(reader, left, ret_test);
    CordonShellTest *test = test_new(reader, CORDON_TEST_UNARY, "-n");
    test->left = left;
    *ret_test = test;
    return TRUE;
}

static gboolean read_parentheses(CordonReader *reader, const CordonShellTest **ret_test)
{
    cordon_scan_advance(reader);
    if (!cordon_scan_enter(reader) || !read_or(reader, ret_test))
        return FALSE;
    cordon_scan_leave(reader);
    cordon_scan_skip_blanks(reader);
    return cordon_scan_accept(reader, ')') ||
           cordon_scan_fail(reader, "unterminated ( in [[ ]]", NULL);
}

static gboolean read_not(CordonReader *reader, const CordonShellTest **ret_test)
{
    char operator[LONGEST + 1];
    gsize end = peek_operator(reader, operator);

    if (strcmp(operator, "!") == 0) {
        CordonShellTest *test = test_new(reader, CORDON_TEST_NOT, NULL);
        reader->source.at = end;
        if (!cordon_scan_enter(reader) || !read_not(reader, &test->a))
            return FALSE;
        cordon_scan_leave(reader);
        *ret_test = test;
        return TRUE;
    }
    return cordon_scan_peek(reader) == '(' ? read_parentheses(reader, ret_test)
                                           : read_primary(reader, ret_test);
}

static gboolean accept_operator(CordonReader *reader, char c)
{
    cordon_scan_skip_blanks(reader);
    if (cordon_scan_peek(reader) != c || cordon_scan_next(reader) != c)
        return FALSE;
    cordon_scan_advance(reader);
    return cordon_scan_accept(reader, c);
}

/* One level of && or ||, whose operands read_operand_test reads. */
static gboolean read_chain(CordonReader *reader, char c, CordonShellTestType type,
                           gboolean (*read_part)(CordonReader *, const CordonShellTest **),
                           const CordonShellTest **ret_test)
{
    if (!cordon_read_newlines(reader) || !read_part(reader, ret_test))
        return FALSE;
    while (accept_operator(reader, c)) {
        CordonShellTest *test = test_new(reader, type, NULL);
        test->a = *ret_test;
        if (!cordon_read_newlines(reader) || !read_part(reader, &test->b))
            return FALSE;
        *ret_test = test;
    }
    return TRUE;
}

static gboolean read_and(CordonReader *reader, const CordonShellTest **ret_test)
{
    return read_chain(reader, '&', CORDON_TEST_AND, read_not, ret_test);
}

static gboolean read_or(CordonReader *reader, const CordonShellTest **ret_test)
{
    return read_chain(reader, '|', CORDON_TEST_OR, read_and, ret_test);
}

gboolean cordon_read_test(CordonReader *reader, CordonShellNode *node)
{
    gsize end;

    node->type = CORDON_NODE_TEST;
    reader->has_bash_only = TRUE;
    if (++reader->command_count > CORDON_SHELL_MAX_COMMANDS)
        return cordon_scan_fail(reader, "too many commands", NULL);
    if (!cordon_keyword_accept(reader, CORDON_KEYWORD_OPEN_TEST) || !read_or(reader, &node->test))
        return FALSE;
    cordon_scan_skip_blanks(reader);
    if (cordon_keyword_peek(reader, &end) != CORDON_KEYWORD_CLOSE_TEST)
        return cordon_scan_peek(reader) == '\0' ? cordon_scan_fail(reader, "unterminated [[", NULL)
                                                : refuse_operator(reader);
    reader->source.at = end;
    return TRUE;
}

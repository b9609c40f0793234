/* SPDX-License-Identifier: MIT */
/* awk: its programs are cut into words as awk cuts them, for what starts commands and reaches files. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* Sources: POSIX awk; gawk(1) 5.2, mawk(1) 1.3.4, awk(1) of FreeBSD 14. */
static const char OPTIONS[] =
    "-f,--file=r -F,--field-separator=t -v,--assign=e -e,--source=t -i,--include=r -l,--load=t "
    "-E,--exec=r "
    "-o,--pretty-print:w -p,--profile:w -d,--dump-variables:w -D,--debug:t -W=t -m=t";

#define FLAGS (CORDON_PROGRAM_OPTIONS_FIRST | CORDON_PROGRAM_ABBREVIATES)

/* Words of one program; looking back and forth takes their square. */
#define MAX_TOKENS 4096u

typedef enum {
    TOKEN_END,
    TOKEN_NEWLINE,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING, /* text: its value */
    TOKEN_REGEX,
    TOKEN_MARK, /* text: one of them, "++", "=", "|&" */
} TokenType;

typedef struct {
    TokenType type;
    const char *text; /* NULL: a string whose value is not known */
} Token;

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    CordonArena *arena;
    const char *at;
    Token *tokens;
    guint count;
    guint next;
    const CordonParsed *parsed; /* for the values of -v */
    guint first_operand;        /* behind the program */
} Program;

static const Token NOTHING = {TOKEN_END, ""};

static const Token *token_at(const Program *program, guint index)
{
    return index < program->count ? &program->tokens[index] : &NOTHING;
}

static gboolean is_mark(const Token *token, const char *text)
{
    return token->type == TOKEN_MARK && strcmp(token->text, text) == 0;
}

static gboolean is_named(const Token *token, const char *name)
{
    return token->type == TOKEN_NAME && strcmp(token->text, name) == 0;
}

static void add_token(Program *program, TokenType type, const char *text)
{
    program->tokens[program->count++] = (Token){type, text};
}

/* Words behind which a '/' begins a regular expression. */
static gboolean is_keyword(const char *name)
{
    static const char *const keywords[] = {
        "BEGIN",   "END",      "if",        "else",     "while", "for",    "do",
        "print",   "printf",   "return",    "delete",   "in",    "exit",   "next",
        "break",   "continue", "nextfile",  "function", "func",  "switch", "case",
        "default", "getline",  "BEGINFILE", "ENDFILE",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(keywords); i++) {
        if (strcmp(keywords[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

typedef enum { SLASH_REGEX, SLASH_DIVISION, SLASH_UNCLEAR } Slash;

/* The word before the parenthesis that closes at the end of what was read so far. */
static const Token *before_group(const Program *program)
{
    guint depth = 0;

    for (guint i = program->count; i > 0; i--) {
        const Token *token = &program->tokens[i - 1];
        if (is_mark(token, ")"))
            depth++;
        else if (is_mark(token, "(") && --depth == 0)
            return i > 1 ? &program->tokens[i - 2] : &NOTHING;
    }
    return &NOTHING;
}

static Slash what_slash_is(const Program *program)
{
    const Token *last = program->count > 0 ? &program->tokens[program->count - 1] : &NOTHING;

    switch (last->type) {
    case TOKEN_NUMBER:
    case TOKEN_STRING:
    case TOKEN_REGEX:
        return SLASH_DIVISION;
    case TOKEN_NAME:
        if (strcmp(last->text, "getline") == 0)
            return SLASH_UNCLEAR;
        return is_keyword(last->text) ? SLASH_REGEX : SLASH_DIVISION;
    case TOKEN_MARK:
        break;
    case TOKEN_END:
    case TOKEN_NEWLINE:
    default:
        return SLASH_REGEX;
    }
    if (is_mark(last, ")")) {
        const Token *before = before_group(program);
        gboolean is_condition = is_named(before, "if") || is_named(before, "while") ||
                                is_named(before, "for") || is_named(before, "switch");
        return is_condition ? SLASH_UNCLEAR : SLASH_DIVISION;
    }
    if (is_mark(last, "]") || is_mark(last, "++") || is_mark(last, "--"))
        return SLASH_DIVISION;
    return is_mark(last, "$") ? SLASH_UNCLEAR : SLASH_REGEX;
}

/* Behind the "[" of a regular expression; a '/' in it does not end the expression. */
static void skip_bracket(Program *program)
{
    if (*program->at == '^')
        program->at++;
    if (*program->at == ']')
        program->at++;
    while (*program->at != '\0' && *program->at != '\n' && *program->at != ']') {
        if (*program->at == '\\' && program->at[1] != '\0')
            program->at++;
        else if (*program->at == '[' && program->at[1] == ':' &&
                 strstr(program->at + 2, ":]") != NULL)
            program->at = strstr(program->at + 2, ":]") + 1;
        program->at++;
    }
    if (*program->at == ']')
        program->at++;
}

static gboolean read_regex(Program *program)
{
    program->at++;
    while (*program->at != '\0' && *program->at != '\n') {
        char c = *program->at++;
        if (c == '/') {
            add_token(program, TOKEN_REGEX, "");
            return TRUE;
        }
        if (c == '\\' && *program->at != '\0')
            program->at++;
        else if (c == '[')
            skip_bracket(program);
    }
    return FALSE;
}

/* The letter behind a backslash; FALSE when the programs differ in what it means. */
static gboolean append_escape(GString *text, char letter)
{
    static const char letters[] = "nt\"\\/";
    static const char values[] = "\n\t\"\\/";
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;

    if (found == NULL)
        return FALSE;
    g_string_append_c(text, values[found - letters]);
    return TRUE;
}

static gboolean read_string(Program *program)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean is_known = TRUE;

    program->at++;
    while (*program->at != '"') {
        char c = *program->at++;
        if (c == '\0' || c == '\n')
            return FALSE;
        if (c != '\\') {
            g_string_append_c(text, c);
            continue;
        }
        if (*program->at == '\0')
            return FALSE;
        is_known = append_escape(text, *program->at++) && is_known;
    }
    program->at++;
    add_token(program, TOKEN_STRING,
              is_known ? cordon_arena_strndup(program->arena, text->str, text->len) : NULL);
    return TRUE;
}

static void read_mark(Program *program)
{
    static const char *const marks[] = {"|&", "||", "&&", "++", "--", "==", "!=", "<=", ">=", ">>",
                                        "+=", "-=", "*=", "/=", "%=", "^=", "**", "!~", "::"};
    gsize size = 1;

    for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (strncmp(program->at, marks[i], 2) == 0)
            size = 2;
    }
    add_token(program, TOKEN_MARK, cordon_arena_strndup(program->arena, program->at, size));
    program->at += size;
}

static gboolean read_token(Program *program)
{
    static const char letters[] = G_CSET_a_2_z G_CSET_A_2_Z "_";
    char c = *program->at;

    if (c == '"')
        return read_string(program);
    if (c == '/') {
        Slash slash = what_slash_is(program);
        if (slash == SLASH_UNCLEAR)
            return FALSE;
        if (slash == SLASH_REGEX)
            return read_regex(program);
    }
    gsize size = strspn(program->at, letters) > 0
                     ? strspn(program->at, G_CSET_a_2_z G_CSET_A_2_Z "_" G_CSET_DIGITS)
                     : 0;
    TokenType type = TOKEN_NAME;
    if (size == 0 && (g_ascii_isdigit(c) || (c == '.' && g_ascii_isdigit(program->at[1])))) {
        size = strspn(program->at, G_CSET_DIGITS ".");
        type = TOKEN_NUMBER;
    }
    if (size > 0) {
        add_token(program, type, cordon_arena_strndup(program->arena, program->at, size));
        program->at += size;
        return TRUE;
    }
    if (!g_ascii_isprint(c))
        return FALSE;
    read_mark(program);
    return TRUE;
}

static gboolean cut(Program *program, const char *text)
{
    program->at = text;
    program->tokens = CORDON_ARENA_ARRAY(program->arena, Token, MIN(strlen(text), MAX_TOKENS) + 1);
    while (*program->at != '\0') {
        char c = *program->at;
        if (program->count >= MAX_TOKENS)
            return FALSE;
        if (c == ' ' || c == '\t' || c == '\r') {
            program->at++;
        } else if (c == '\\' &&
                   (program->at[1] == '\n' || strncmp(program->at + 1, "\r\n", 2) == 0)) {
            program->at += program->at[1] == '\n' ? 2 : 3;
        } else if (c == '#') {
            program->at += strcspn(program->at, "\n");
        } else if (c == '\n') {
            add_token(program, TOKEN_NEWLINE, "\n");
            program->at++;
        } else if (!read_token(program)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void unreadable(Program *program, const char *what)
{
    cordon_judge_find(
        program->judge, program->call, CORDON_RULE_UNREADABLE,
        "Print to the standard output and redirect that, or name the file in the program.",
        "%s in the `%s` program cannot be known.", what, program->call->name);
}

static void starts_shell(Program *program, const char *what)
{
    cordon_judge_find(program->judge, program->call, CORDON_RULE_SHELL,
                      "Write the commands themselves, and pipe the text between them.",
                      "%s in the `%s` program starts a shell.", what, program->call->name);
}

/* Names and their values. */

static gboolean assigns(const Token *token)
{
    static const char *const marks[] = {"=", "+=", "-=", "*=", "/=", "%=", "^=", "++", "--"};

    for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (is_mark(token, marks[i]))
            return TRUE;
    }
    return FALSE;
}

/* "name=value" of -v or among the operands; NULL: none. */
static const char *value_of(const CordonArg *arg, const char *name)
{
    gsize size = strlen(name);

    if (strncmp(arg->text, name, size) != 0 || arg->text[size] != '=')
        return NULL;
    return arg->text + size + 1;
}

static gboolean is_operand_name(const Program *program, const char *name)
{
    for (guint i = program->first_operand; i < program->parsed->operand_count; i++) {
        if (value_of(&program->parsed->operands[i], name) != NULL)
            return TRUE;
    }
    return FALSE;
}

/* A variable that counts: numbers are all that it is ever given, where names are written or read into. */
static gboolean is_counter(const Program *program, const char *name)
{
    static const char *const numbers[] = {"NR", "FNR", "NF"};
    static const char *const texts[] = {"FS",          "OFS",        "RS",     "ORS",     "RT",
                                        "ERRNO",       "FPAT",       "SUBSEP", "CONVFMT", "OFMT",
                                        "FIELDWIDTHS", "TEXTDOMAIN", "LINT"};

    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (strcmp(numbers[i], name) == 0)
            return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (strcmp(texts[i], name) == 0)
            return FALSE;
    }
    for (guint i = 0; i < program->parsed->option_count; i++) {
        const CordonOption *option = &program->parsed->options[i];
        if (strcmp(option->name, "-v") == 0 && option->value != NULL &&
            value_of(option->value, name) != NULL)
            return FALSE;
    }
    if (is_operand_name(program, name))
        return FALSE;
    for (guint i = 0; i < program->count; i++) {
        if (!is_named(&program->tokens[i], name))
            continue;
        const Token *before = i > 0 ? &program->tokens[i - 1] : &NOTHING;
        const Token *after = token_at(program, i + 1);
        const Token *value = token_at(program, i + 2);
        const Token *behind = token_at(program, i + 3);
        /* What a function, getline or a loop may write into is not followed. */
        if (is_mark(before, ",") || is_mark(before, "(") || is_named(before, "getline") ||
            is_mark(after, "[") || is_mark(after, "(") || is_named(after, "in"))
            return FALSE;
        gboolean ends = is_mark(behind, ";") || is_mark(behind, "}") ||
                        behind->type == TOKEN_NEWLINE || behind->type == TOKEN_END;
        if (is_mark(after, "=") && (value->type != TOKEN_NUMBER || !ends))
            return FALSE;
    }
    return TRUE;
}

/* The value that -v gives, when the program does not change it. */
static const char *constant_of(const Program *program, const char *name)
{
    const char *found = NULL;

    for (guint i = 0; i < program->parsed->option_count; i++) {
        const CordonOption *option = &program->parsed->options[i];
        if (strcmp(option->name, "-v") != 0 || option->value == NULL)
            continue;
        const char *value = value_of(option->value, name);
        if (value == NULL)
            continue;
        if (found != NULL || option->value->type != CORDON_ARG_CONSTANT ||
            strchr(value, '\\') != NULL)
            return NULL;
        found = value;
    }
    if (found == NULL || is_operand_name(program, name))
        return NULL;
    for (guint i = 0; i < program->count; i++) {
        const Token *before = i > 0 ? &program->tokens[i - 1] : &NOTHING;
        const Token *after = token_at(program, i + 1);
        gboolean may_change = is_mark(before, ",") || is_mark(before, "(") ||
                              is_mark(before, "++") || is_mark(before, "--") ||
                              is_named(before, "getline") || assigns(after) ||
                              is_named(after, "in");
        if (is_named(&program->tokens[i], name) && may_change)
            return NULL;
    }
    return found;
}

/* Files. */

/* sprintf's format, when all that it is filled with are numbers. */
static gboolean append_format(GString *path, const char *format)
{
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            g_string_append_c(path, *format);
            continue;
        }
        format += 1 + strspn(format + 1, "0123456789-+ ");
        if (*format != 'd' && *format != 'i' && *format != '%')
            return FALSE;
        g_string_append_c(path, *format == '%' ? '%' : '0');
    }
    return TRUE;
}

/* The files that FILENAME may be: what is written beside them is as good as they are. */
static void judge_operands_written(const Program *program)
{
    for (guint i = program->first_operand; i < program->parsed->operand_count; i++)
        cordon_judge_value(program->judge, program->call, &program->parsed->operands[i], 'w');
}

/* One piece of a name that is put together; *index: its first token, then that behind it. */
static gboolean append_piece(const Program *program, guint *index, guint end, GString *path)
{
    const Token *token = &program->tokens[(*index)++];

    if (token->type == TOKEN_STRING || token->type == TOKEN_NUMBER) {
        if (token->text != NULL)
            g_string_append(path, token->text);
        return token->text != NULL;
    }
    if (token->type != TOKEN_NAME)
        return FALSE;
    const Token *after = *index < end ? &program->tokens[*index] : &NOTHING;
    if (strcmp(token->text, "sprintf") == 0 && is_mark(after, "(")) {
        const Token *format = *index + 1 < end ? &program->tokens[*index + 1] : &NOTHING;
        while (*index < end && !is_mark(&program->tokens[*index], ")"))
            (*index)++;
        (*index)++;
        return format->type == TOKEN_STRING && format->text != NULL &&
               append_format(path, format->text);
    }
    if (is_mark(after, "[") || is_mark(after, "(") || is_keyword(token->text))
        return FALSE;
    if (strcmp(token->text, "FILENAME") == 0) {
        judge_operands_written(program);
        g_string_append(path, "FILENAME");
        return TRUE;
    }
    const char *value = constant_of(program, token->text);
    if (value != NULL) {
        g_string_append(path, value);
        return TRUE;
    }
    if (!is_counter(program, token->text))
        return FALSE;
    g_string_append_c(path, '0');
    /* "n++" and "++n" are numbers as well. */
    if (*index < end &&
        (is_mark(&program->tokens[*index], "++") || is_mark(&program->tokens[*index], "--")))
        (*index)++;
    return TRUE;
}

/* The name that the tokens from begin to end make. */
static gboolean read_path(const Program *program, guint begin, guint end, GString *path)
{
    while (begin < end && is_mark(&program->tokens[begin], "(") &&
           is_mark(&program->tokens[end - 1], ")")) {
        begin++;
        end--;
    }
    if (begin >= end)
        return FALSE;
    while (begin < end) {
        if (is_mark(&program->tokens[begin], "++"))
            begin++;
        if (begin >= end || !append_piece(program, &begin, end, path))
            return FALSE;
    }
    return TRUE;
}

static void judge_file(Program *program, guint begin, guint end, char kind)
{
    g_autoptr(GString) path = g_string_new(NULL);

    if (!read_path(program, begin, end, path)) {
        unreadable(program, kind == 'w' ? "The name of a file that is written"
                                        : "The name of a file that is read");
        return;
    }
    CordonArg arg = cordon_arg_constant(cordon_arena_strdup(program->arena, path->str));
    if (g_str_has_prefix(path->str, "/inet"))
        cordon_judge_find(program->judge, program->call, CORDON_RULE_WEB, NULL,
                          "`%s` opens a connection.", program->call->name);
    else
        cordon_judge_value(program->judge, program->call, &arg, kind);
}

/* Commands of the language. */

static gboolean continues_line(const Token *token)
{
    return is_mark(token, ",") || is_mark(token, "&&") || is_mark(token, "||") ||
           is_mark(token, "?") || is_mark(token, ":");
}

static gboolean opens(const Token *token)
{
    return is_mark(token, "(") || is_mark(token, "[");
}

static gboolean closes(const Token *token)
{
    return is_mark(token, ")") || is_mark(token, "]");
}

/* The end of the statement from index on: ';', '}', or the end of the line. */
static guint end_of_statement(const Program *program, guint index)
{
    guint depth = 0;

    for (; index < program->count; index++) {
        const Token *token = &program->tokens[index];
        if (opens(token))
            depth++;
        else if (closes(token) && depth > 0)
            depth--;
        if (depth == 0 && (is_mark(token, ";") || is_mark(token, "}")))
            break;
        if (depth == 0 && token->type == TOKEN_NEWLINE &&
            !continues_line(&program->tokens[index - 1]))
            break;
    }
    return index;
}

/* print > file: a '>' outside of parentheses. */
static void judge_print(Program *program, guint index)
{
    guint end = end_of_statement(program, index + 1);
    guint depth = 0;

    for (guint i = index + 1; i < end; i++) {
        const Token *token = &program->tokens[i];
        if (opens(token))
            depth++;
        else if (closes(token) && depth > 0)
            depth--;
        if (depth == 0 && (is_mark(token, ">") || is_mark(token, ">>"))) {
            judge_file(program, i + 1, end, 'w');
            return;
        }
    }
}

static guint end_of_group(const Program *program, guint index)
{
    guint depth = 0;

    for (; index < program->count; index++) {
        const Token *token = &program->tokens[index];
        if (opens(token))
            depth++;
        else if (closes(token) && --depth == 0)
            return index + 1;
    }
    return program->count;
}

/* Behind "getline": the variable that it reads into. */
static guint skip_variable(const Program *program, guint index)
{
    while (is_mark(token_at(program, index), "$"))
        index++;
    if (opens(token_at(program, index)))
        return end_of_group(program, index);
    TokenType type = token_at(program, index)->type;
    if (type != TOKEN_NAME && type != TOKEN_NUMBER)
        return index;
    return is_mark(token_at(program, index + 1), "[") ? end_of_group(program, index + 1)
                                                      : index + 1;
}

static gboolean begins_operand(const Token *token)
{
    return token->type == TOKEN_STRING || token->type == TOKEN_NUMBER || is_mark(token, "$") ||
           (token->type == TOKEN_NAME && !is_keyword(token->text));
}

/* getline < file.  The name is one operand; what would be put together with it is read differently by the awks. */
static void judge_getline(Program *program, guint index)
{
    guint mark = skip_variable(program, index + 1);
    const Token *name = token_at(program, mark + 1);

    if (!is_mark(token_at(program, mark), "<"))
        return;
    guint end = mark + 2;
    if (is_mark(name, "("))
        end = end_of_group(program, mark + 1);
    /* The operands are judged as files. */
    if (is_named(name, "FILENAME") ||
        (is_named(name, "ARGV") && is_mark(token_at(program, mark + 2), "[")))
        return;
    if (begins_operand(token_at(program, end)))
        unreadable(program, "The name of a file that is read");
    else
        judge_file(program, mark + 1, MIN(end, program->count), 'r');
}

/* ARGV is what is read: it may be looked at, and set to what is known. */
static void judge_arguments(Program *program, guint index)
{
    static const char *const changers[] = {"sub",      "gsub",  "split", "getline",
                                           "patsplit", "asort", "asorti"};
    guint end = end_of_group(program, index + 1);
    const Token *before = index > 0 ? &program->tokens[index - 1] : &NOTHING;

    if (is_named(before, "in") || is_named(before, "delete"))
        return;
    for (guint i = 0; i < program->count; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(changers); j++) {
            if (is_named(&program->tokens[i], changers[j]) &&
                !is_mark(token_at(program, i + 1), "<")) {
                unreadable(program, "What becomes of ARGV, and so which files are read,");
                return;
            }
        }
    }
    if (!is_mark(token_at(program, index + 1), "["))
        unreadable(program, "What becomes of ARGV, and so which files are read,");
    else if (is_mark(token_at(program, end), "="))
        judge_file(program, end + 1, end_of_statement(program, end + 1), 'r');
    else if (assigns(token_at(program, end)))
        unreadable(program, "What becomes of ARGV, and so which files are read,");
}

/* gawk: @include "x", @load "x", @namespace "x", and @name(...), which calls what the variable names. */
static void judge_at(Program *program, guint index)
{
    const Token *word = token_at(program, index + 1);

    if (word->type == TOKEN_REGEX || is_named(word, "namespace"))
        return;
    if (is_named(word, "include"))
        judge_file(program, index + 2, MIN(index + 3, program->count), 'r');
    else
        starts_shell(program, is_named(word, "load") ? "What @load brings" : "A call by name");
}

static void judge_token(Program *program, guint index)
{
    const Token *token = &program->tokens[index];

    if (is_named(token, "system"))
        starts_shell(program, "system()");
    else if (is_mark(token, "|") || is_mark(token, "|&"))
        starts_shell(program, "A pipe");
    else if (is_named(token, "print") || is_named(token, "printf"))
        judge_print(program, index);
    else if (is_named(token, "getline"))
        judge_getline(program, index);
    else if (is_named(token, "ARGV"))
        judge_arguments(program, index);
    else if (is_named(token, "SYMTAB") || is_named(token, "FUNCTAB"))
        unreadable(program, "What becomes of the variables");
    else if (is_mark(token, "@"))
        judge_at(program, index);
}

static void judge_program(Program *program, const char *text)
{
    program->count = 0;
    if (!cut(program, text)) {
        cordon_judge_find(program->judge, program->call, CORDON_RULE_UNREADABLE, NULL,
                          "The program of `%s` cannot be read for certain.", program->call->name);
        return;
    }
    for (guint i = 0; i < program->count; i++)
        judge_token(program, i);
}

/* The call. */

static void judge_program_arg(Program *program, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    if (text != NULL)
        judge_program(program, text);
    else
        cordon_judge_find(program->judge, program->call, CORDON_RULE_UNREADABLE,
                          "Write the program in single quotes, and give values with -v name=value.",
                          "What the program of `%s` will be is not known.", program->call->name);
}

/* -f: a file of the project, or the input, which is then the program. */
static void judge_program_file(Program *program, const CordonArg *file)
{
    const CordonCall *call = program->call;
    gboolean is_input = cordon_arg_is(file, "-") || cordon_arg_is(file, "/dev/stdin");
    CordonArg text = {.type = CORDON_ARG_UNKNOWN, .text = ""};

    cordon_judge_value(program->judge, call, file, 'r');
    if (file->type == CORDON_ARG_STREAM)
        judge_program_arg(program, &text);
    if (!is_input || call->input == CORDON_INPUT_NONE || call->input == CORDON_INPUT_FILE)
        return;
    if (call->input == CORDON_INPUT_TEXT && call->input_text != NULL)
        text = cordon_arg_constant(call->input_text);
    judge_program_arg(program, &text);
}

/* -W: an option of the awk at hand by its long name; only some are harmless. */
static void judge_special(Program *program, const CordonArg *value)
{
    static const char *const harmless[] = {
        "version", "v",    "usage", "help",        "posix",       "posix_space", "compat",
        "lint",    "dump", "d",     "traditional", "re-interval", "random",      "sprintf"};
    const char *text = value != NULL ? cordon_arg_text(value) : NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(harmless) && text != NULL; i++) {
        gsize size = strlen(harmless[i]);
        if (strncmp(text, harmless[i], size) == 0 && (text[size] == '\0' || text[size] == '='))
            return;
    }
    unreadable(program, "What -W asks");
}

/* TRUE when it brings a program. */
static gboolean judge_option(Program *program, const CordonOption *option, gboolean *in_place)
{
    CordonJudge *judge = program->judge;
    const CordonCall *call = program->call;
    const char *name = option->name;
    const CordonArg *value = option->value;

    if (strcmp(name, "-D") == 0)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL, NULL);
    if (strcmp(name, "-W") == 0)
        judge_special(program, value);
    if (value == NULL)
        return FALSE;
    if (strcmp(name, "-f") == 0 || strcmp(name, "-E") == 0) {
        judge_program_file(program, value);
        return TRUE;
    }
    if (strcmp(name, "-e") == 0) {
        judge_program_arg(program, value);
        return TRUE;
    }
    if (strcmp(name, "-l") == 0)
        starts_shell(program, "What -l loads");
    else if (strcmp(name, "-i") == 0 &&
             (cordon_arg_is(value, "inplace") || cordon_arg_is(value, "inplace.awk")))
        *in_place = TRUE;
    else if (strcmp(name, "-i") == 0)
        cordon_judge_value(judge, call, value, 'r');
    else if (strchr("opd", name[1]) != NULL)
        cordon_judge_value(judge, call, value, 'w');
    else
        cordon_judge_value(judge, call, value, 'e');
    return FALSE;
}

/* An operand "name=value" sets a variable, and is no file. */
static gboolean is_assignment(const CordonArg *arg)
{
    gsize size = strspn(arg->text, G_CSET_a_2_z G_CSET_A_2_Z "_" G_CSET_DIGITS);

    return size > 0 && !g_ascii_isdigit(arg->text[0]) && arg->text[size] == '=' &&
           arg->type != CORDON_ARG_LISTED;
}

void cordon_handle_awk(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, OPTIONS, FLAGS);
    Program program = {
        .judge = judge, .call = call, .arena = cordon_judge_arena(judge), .parsed = &parsed};
    gboolean has_program = FALSE;
    gboolean in_place = FALSE;

    for (guint i = 0; i < parsed.option_count; i++) {
        const char *name = parsed.options[i].name;
        has_program = has_program || strcmp(name, "-f") == 0 || strcmp(name, "-e") == 0 ||
                      strcmp(name, "-E") == 0;
    }
    program.first_operand = has_program ? 0 : 1;
    for (guint i = 0; i < parsed.option_count; i++)
        (void)judge_option(&program, &parsed.options[i], &in_place);
    if (!has_program && parsed.operand_count > 0)
        judge_program_arg(&program, &parsed.operands[0]);
    for (guint i = program.first_operand; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        cordon_judge_value(judge, call, operand,
                           is_assignment(operand) ? 'e'
                           : in_place             ? 'w'
                                                  : 'r');
    }
}

/* SPDX-License-Identifier: MIT */
/* sed: its scripts are read as sed reads them, for the commands that reach files and programs. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* Sources: POSIX sed; sed 4.9 --help and its manual; how each script is cut was tried with sed 4.9.  -i of macOS takes
 * the next word. */
#define COMMON_OPTIONS                                                                             \
    "-e,--expression=t -f,--file=r -l,--line-length=t -n,--quiet,--silent "                        \
    "-E,-r,--regexp-extended -s,--separate "                                                       \
    "-u,--unbuffered -z,--null-data --posix --debug --sandbox --follow-symlinks "
static const char GNU_OPTIONS[] = COMMON_OPTIONS "-i,--in-place:t";
static const char MACOS_OPTIONS[] = COMMON_OPTIONS "-i=t -I=t";

/* What a script does besides editing. */
typedef struct {
    char kind; /* 'r', 'w', or 's' for a program */
    const char *text;
} Effect;

/* A script that is being read. */
typedef struct {
    CordonArena *arena;
    const char *at;
    gboolean
        has_brackets; /* a delimiter within [...] is no delimiter: sed 4.9 and BSD, but not before */
    guint depth;      /* of { */
    Effect *effects;
    guint count, size;
} Script;

static void add_effect(Script *script, char kind, const char *text)
{
    if (script->count == script->size) {
        guint size = MAX(8, script->size * 2);
        Effect *grown = CORDON_ARENA_ARRAY(script->arena, Effect, size);
        if (script->count > 0)
            memcpy(grown, script->effects, sizeof(Effect) * script->count);
        script->effects = grown;
        script->size = size;
    }
    script->effects[script->count++] = (Effect){kind, text};
}

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static void skip_blanks(Script *script)
{
    while (is_blank(*script->at))
        script->at++;
}

static void skip_digits(Script *script)
{
    script->at += strspn(script->at, "0123456789");
}

/* Behind the "[": up to the "]" that closes. */
static gboolean skip_bracket(Script *script)
{
    if (*script->at == '^')
        script->at++;
    if (*script->at == ']')
        script->at++;
    for (; *script->at != '\0' && *script->at != '\n'; script->at++) {
        char kind = script->at[1];
        if (*script->at == ']') {
            script->at++;
            return TRUE;
        }
        if (*script->at == '[' && (kind == ':' || kind == '.' || kind == '=')) {
            char end[] = {kind, ']', '\0'};
            const char *close = strstr(script->at + 2, end);
            if (close == NULL)
                return FALSE;
            script->at = close + 1;
        }
    }
    return FALSE;
}

/* Up to the delimiter and over it. */
static gboolean skip_part(Script *script, char delimiter, gboolean is_regex)
{
    while (*script->at != '\0') {
        char c = *script->at++;
        if (c == delimiter)
            return TRUE;
        if (c == '\n')
            return FALSE;
        if (c == '\\') {
            if (*script->at == '\0')
                return FALSE;
            script->at++;
        } else if (c == '[' && is_regex && script->has_brackets && !skip_bracket(script)) {
            return FALSE;
        }
    }
    return FALSE;
}

/* The rest of the line; commands that take it take blanks, ';' and '}' with it. */
static const char *take_line(Script *script)
{
    skip_blanks(script);
    gsize length = strcspn(script->at, "\n");
    const char *line = cordon_arena_strndup(script->arena, script->at, length);
    script->at += length;
    return line;
}

static gboolean take_file(Script *script, char kind)
{
    const char *file = take_line(script);

    if (file[0] == '\0')
        return FALSE;
    add_effect(script, kind, file);
    return TRUE;
}

/* The text of a, i and c: lines, as long as they end with a backslash. */
static gboolean skip_text(Script *script)
{
    skip_blanks(script);
    if (*script->at == '\0')
        return FALSE;
    if (*script->at == '\\') {
        script->at++;
        skip_blanks(script);
        if (*script->at == '\n')
            script->at++;
    }
    while (*script->at != '\0' && *script->at != '\n')
        script->at += *script->at == '\\' && script->at[1] != '\0' ? 2 : 1;
    return TRUE;
}

static void skip_label(Script *script)
{
    skip_blanks(script);
    script->at += strcspn(script->at, " \t\n;}");
}

/* Behind a command: nothing, or what separates. */
static gboolean ends_here(Script *script)
{
    skip_blanks(script);
    return *script->at == '\0' || strchr("\n;}#", *script->at) != NULL;
}

static gboolean read_flags(Script *script)
{
    for (;; script->at++) {
        skip_blanks(script);
        char c = *script->at;
        if (c == 'w') {
            script->at++;
            return take_file(script, 'w');
        }
        if (c == 'e')
            add_effect(script, 's', "");
        else if (c == '\0' || strchr("gpiImM0123456789e", c) == NULL)
            return ends_here(script);
    }
}

static gboolean read_substitution(Script *script, gboolean is_translation)
{
    char delimiter = *script->at;

    if (delimiter == '\0' || delimiter == '\n' || delimiter == '\\')
        return FALSE;
    script->at++;
    if (!skip_part(script, delimiter, !is_translation) || !skip_part(script, delimiter, FALSE))
        return FALSE;
    return is_translation ? ends_here(script) : read_flags(script);
}

/* One address: a number, $, /re/, \cREc, first~step; ret: was there one? */
static gboolean read_address(Script *script, gboolean is_second, gboolean *ret)
{
    char c = *script->at;

    *ret = TRUE;
    if (g_ascii_isdigit(c)) {
        skip_digits(script);
        if (!is_second && *script->at == '~') {
            script->at++;
            skip_digits(script);
        }
        return TRUE;
    }
    if (c == '$') {
        script->at++;
        return TRUE;
    }
    if (is_second && (c == '+' || c == '~')) {
        script->at++;
        skip_digits(script);
        return TRUE;
    }
    if (c == '/' || c == '\\') {
        if (c == '\\')
            script->at++;
        char delimiter = *script->at;
        if (delimiter == '\0' || delimiter == '\n' || delimiter == '\\')
            return FALSE;
        script->at++;
        if (!skip_part(script, delimiter, TRUE))
            return FALSE;
        script->at += strspn(script->at, "IM");
        return TRUE;
    }
    *ret = FALSE;
    return TRUE;
}

static gboolean read_addresses(Script *script)
{
    gboolean found;

    if (!read_address(script, FALSE, &found))
        return FALSE;
    skip_blanks(script);
    if (found && *script->at == ',') {
        script->at++;
        skip_blanks(script);
        if (!read_address(script, TRUE, &found) || !found)
            return FALSE;
        skip_blanks(script);
    }
    while (*script->at == '!' || is_blank(*script->at))
        script->at++;
    return TRUE;
}

static gboolean read_function(Script *script)
{
    char c = *script->at;

    if (c == '\0')
        return FALSE;
    script->at++;
    switch (c) {
    case '{':
        script->depth++;
        return TRUE;
    case '}':
        if (script->depth == 0)
            return FALSE;
        script->depth--;
        return ends_here(script);
    case '#':
        (void)take_line(script);
        return TRUE;
    case ':':
    case 'b':
    case 't':
    case 'T':
    case 'v':
        skip_label(script);
        return ends_here(script);
    case 'a':
    case 'i':
    case 'c':
        return skip_text(script);
    case 's':
        return read_substitution(script, FALSE);
    case 'y':
        return read_substitution(script, TRUE);
    case 'r':
    case 'R':
        return take_file(script, 'r');
    case 'w':
    case 'W':
        return take_file(script, 'w');
    case 'e':
        add_effect(script, 's', take_line(script));
        return TRUE;
    case 'q':
    case 'Q':
    case 'l':
    case 'L':
        skip_blanks(script);
        skip_digits(script);
        return ends_here(script);
    default:
        return strchr("=dDgGhHnNpPxzF", c) != NULL && ends_here(script);
    }
}

static gboolean read_script(Script *script, const char *text)
{
    script->at = text;
    for (;;) {
        while (is_blank(*script->at) || *script->at == '\n' || *script->at == ';')
            script->at++;
        if (*script->at == '\0')
            return script->depth == 0;
        if (!read_addresses(script) || !read_function(script))
            return FALSE;
    }
}

static void judge_effects(CordonJudge *judge, const CordonCall *call, const Script *script)
{
    for (guint i = 0; i < script->count; i++) {
        const Effect *effect = &script->effects[i];
        CordonArg path = cordon_arg_constant(effect->text);
        if (effect->kind == 's')
            cordon_judge_find(judge, call, CORDON_RULE_SHELL,
                              "Write the commands themselves, and pipe the text.",
                              "The e command of `%s` starts a shell.", call->name);
        else
            cordon_judge_value(judge, call, &path, effect->kind);
    }
}

static void judge_script(CordonJudge *judge, const CordonCall *call, const char *text)
{
    Script script = {.arena = cordon_judge_arena(judge), .has_brackets = TRUE};
    Script older = {.arena = script.arena};
    gboolean is_readable = read_script(&script, text);

    (void)read_script(&older, text);
    judge_effects(judge, call, &script);
    judge_effects(judge, call, &older);
    if (!is_readable)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "The script of `%s` cannot be read for certain.", call->name);
}

/* What is known of the script; FALSE and a finding when it is not all. */
static gboolean append_script(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                              GString *script)
{
    /* A number in it changes no command. */
    const char *text = arg->is_number ? arg->text : cordon_arg_text(arg);

    if (text == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Write the script out, in single quotes.",
                          "What the script of `%s` will be is not known.", call->name);
        return FALSE;
    }
    if (script->len > 0)
        g_string_append_c(script, '\n');
    g_string_append(script, text);
    return TRUE;
}

/* -f -: the script is the standard input. */
static gboolean append_file(CordonJudge *judge, const CordonCall *call, const CordonArg *file,
                            GString *script)
{
    gboolean is_input = cordon_arg_is(file, "-") || cordon_arg_is(file, "/dev/stdin");

    cordon_judge_value(judge, call, file, 'r');
    if (!is_input && file->type != CORDON_ARG_STREAM)
        return TRUE;
    if (is_input && (call->input == CORDON_INPUT_FILE || call->input == CORDON_INPUT_NONE))
        return TRUE;
    CordonArg text = {.type = CORDON_ARG_UNKNOWN, .text = ""};
    if (is_input && call->input == CORDON_INPUT_TEXT && call->input_text != NULL)
        text = cordon_arg_constant(call->input_text);
    return append_script(judge, call, &text, script);
}

/* Which options the call has. */
static CordonParsed parse_sed(CordonJudge *judge, const CordonCall *call)
{
    gboolean is_macos = cordon_judge_settings(judge)->platform == CORDON_PLATFORM_MACOS &&
                        strcmp(call->name, "gsed") != 0;

    return cordon_call_parse(judge, call, is_macos ? MACOS_OPTIONS : GNU_OPTIONS,
                             CORDON_PROGRAM_ABBREVIATES);
}

/* The suffix of -i names where the old text goes: "*" in it is the file's name. */
static void judge_suffix(CordonJudge *judge, const CordonCall *call, const CordonArg *suffix)
{
    if (suffix != NULL &&
        (suffix->type != CORDON_ARG_CONSTANT || strchr(suffix->text, '/') != NULL))
        cordon_judge_value(judge, call, suffix, 'w');
}

void cordon_handle_sed(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_sed(judge, call);
    g_autoptr(GString) script = g_string_new(NULL);
    gboolean has_script = FALSE;
    gboolean is_known = TRUE;
    gboolean in_place = FALSE;
    guint first = 0;

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        gboolean is_file = strcmp(option->name, "-f") == 0;
        if ((is_file || strcmp(option->name, "-e") == 0) && option->value != NULL) {
            has_script = TRUE;
            is_known = (is_file ? append_file(judge, call, option->value, script)
                                : append_script(judge, call, option->value, script)) &&
                       is_known;
        } else if (strcmp(option->name, "-i") == 0 || strcmp(option->name, "-I") == 0) {
            in_place = TRUE;
            judge_suffix(judge, call, option->value);
        }
    }
    if (!has_script && parsed.operand_count > 0)
        is_known = append_script(judge, call, &parsed.operands[first++], script);
    if (is_known)
        judge_script(judge, call, script->str);
    for (guint i = first; i < parsed.operand_count; i++)
        cordon_judge_value(judge, call, &parsed.operands[i], in_place ? 'w' : 'r');
}

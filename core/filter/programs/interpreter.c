/* SPDX-License-Identifier: MIT */
/* Interpreters: a script of the project may run, code on the command line is asked about, and
 * without either they wait for a person. */
#include "filter/programs/interpreter.h"

#include <string.h>

#include "filter/options.h"
#include "filter/programs/handlers.h"
#include "filter/words.h"

gboolean cordon_text_asks_about(const char *text)
{
    return cordon_text_is_listed(
        "--version -version -v -V -VV --help -help -h -? --help-all --help-env "
        "--help-xoptions version help",
        text);
}

static guint count_words(const char *text)
{
    guint count = 0;

    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        text += strcspn(text, " ");
        count++;
    }
    return count;
}

void cordon_judge_as(CordonJudge *judge, const CordonCall *call, const char *program,
                     const CordonArg *args, guint count)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonArg *words = CORDON_ARENA_ARRAY(arena, CordonArg, count + count_words(program) + 1);
    guint used = 0;

    for (program += strspn(program, " "); *program != '\0'; program += strspn(program, " ")) {
        gsize length = strcspn(program, " ");
        words[used++] = cordon_arg_constant(cordon_arena_strndup(arena, program, length));
        program += length;
    }
    if (count > 0)
        memcpy(words + used, args, sizeof(CordonArg) * count);
    cordon_judge_command(judge, call, words, used + count);
}

void cordon_judge_row(CordonJudge *judge, const CordonCall *call, const char *row_name,
                      const char *spoken, const CordonArg *args, guint count)
{
    const CordonProgram *row = cordon_program_find(row_name, FALSE);
    gboolean asks =
        count == 1 && (cordon_arg_is(&args[0], "--help") || cordon_arg_is(&args[0], "-h"));

    if (row == NULL || row->rule == CORDON_RULE_NONE)
        cordon_judge_as(judge, call, row_name, args, count);
    else if (!asks)
        cordon_judge_find(judge, call, row->rule, row->hint, "`%s` %s.", spoken,
                          row->reason != NULL                ? row->reason
                          : row->rule == CORDON_RULE_ENDLESS ? "never ends by itself"
                          : row->rule == CORDON_RULE_SHELL   ? "starts a shell"
                          : row->rule == CORDON_RULE_PUBLISH ? "publishes something"
                                                             : "reaches another machine");
}

void cordon_judge_code(CordonJudge *judge, const CordonCall *call, const CordonArg *code,
                       const char *option)
{
    if (option != NULL)
        cordon_judge_set_kind(
            judge, call,
            cordon_arena_concat(cordon_judge_arena(judge), call->name, " ", option, NULL));
    if (code->type != CORDON_ARG_CONSTANT && code->type != CORDON_ARG_PATTERN)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Write the code out, or put it into a file and read the value there.",
                          "The code that `%s` would run is not known before it runs.", call->name);
    cordon_judge_value(judge, call, code, 'c');
}

/* A word that is a shell, ssh, kill or the like, with words of its own behind it.  As the last
 * word it is data: "gen-completion.py bash". */
static gboolean starts_command(CordonJudge *judge, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);
    const char *slash = text != NULL ? strrchr(text, '/') : NULL;
    const CordonProgram *row = text != NULL ? cordon_program_find(slash != NULL ? slash + 1 : text,
                                                                  cordon_judge_is_windows(judge))
                                            : NULL;

    return row != NULL && (row->rule == CORDON_RULE_SHELL || row->rule == CORDON_RULE_REMOTE ||
                           row->rule == CORDON_RULE_KILL || row->rule == CORDON_RULE_PERMISSIONS);
}

void cordon_judge_script_args(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                              guint count)
{
    for (guint i = 0; i < count; i++)
        cordon_judge_value(judge, call, &args[i], 'm');
    for (guint i = 0; i + 1 < count; i++) {
        if (starts_command(judge, &args[i])) {
            cordon_judge_command(judge, call, args + i, count - i);
            return;
        }
    }
}

const char *cordon_script_path(CordonJudge *judge, const char *text)
{
    if (text == NULL || !cordon_judge_is_windows(judge) || strchr(text, '\\') == NULL)
        return text;
    char *path = cordon_arena_strdup(cordon_judge_arena(judge), text);
    for (char *c = path; *c != '\0'; c++)
        *c = *c == '\\' ? '/' : *c;
    return path;
}

gboolean cordon_arg_is_input(const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    return arg->type == CORDON_ARG_STREAM ||
           (text != NULL && cordon_text_is_listed("- /dev/stdin /dev/fd/0 /proc/self/fd/0", text));
}

void cordon_judge_script_call(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                              guint count)
{
    if (args[0].type == CORDON_ARG_STREAM)
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL,
                          "`%s` runs what another command prints.", call->name);
    else if (cordon_arg_is_input(&args[0]))
        cordon_judge_dash(judge, call);
    else
        cordon_judge_value(judge, call, &args[0], 'r');
    cordon_judge_script_args(judge, call, args + 1, count - 1);
}

void cordon_judge_dash(CordonJudge *judge, const CordonCall *call)
{
    if (call->input == CORDON_INPUT_NONE)
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL, NULL);
    else
        cordon_judge_code_on_input(judge, call);
}

void cordon_judge_code_on_input(CordonJudge *judge, const CordonCall *call)
{
    CordonArg code = {.type = CORDON_ARG_UNKNOWN, .text = ""};

    switch (call->input) {
    case CORDON_INPUT_TEXT:
        if (call->input_text != NULL)
            code = cordon_arg_constant(call->input_text);
        cordon_judge_code(judge, call, &code, "-");
        break;
    case CORDON_INPUT_PIPE:
    case CORDON_INPUT_FILE:
        cordon_judge_set_kind(
            judge, call, cordon_arena_concat(cordon_judge_arena(judge), call->name, " -", NULL));
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL,
                          "`%s` runs the code that it is given as input.", call->name);
        break;
    case CORDON_INPUT_NONE:
    default:
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Give it a script file of the project.",
                          "`%s` without a script waits for a person to type.", call->name);
        break;
    }
}

/* The words of the call by its row; handlers of interpreters have rows with OPTIONS_FIRST. */
static CordonSorted sort_words(CordonJudge *judge, const CordonCall *call)
{
    const CordonArg *words = call->args + call->first;
    guint count = call->count - call->first;
    CordonSorted sorted;

    cordon_options_sort(cordon_judge_arena(judge), words, count, call->row->options,
                        call->row->flags, &sorted);
    sorted.operands =
        CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, count - sorted.rest + 1);
    sorted.operand_count = count - sorted.rest;
    if (sorted.operand_count > 0)
        memcpy(sorted.operands, words + sorted.rest, sizeof(CordonArg) * sorted.operand_count);
    return sorted;
}

static gboolean has_option(const CordonSorted *sorted, const char *name)
{
    for (guint i = 0; i < sorted->option_count; i++) {
        if (cordon_option_is(&sorted->options[i], name))
            return TRUE;
    }
    return FALSE;
}

static gboolean has_code(const CordonSorted *sorted)
{
    for (guint i = 0; i < sorted->option_count; i++) {
        if (sorted->options[i].spec.kind == 'c' && sorted->options[i].has_value)
            return TRUE;
    }
    return FALSE;
}

/* perl -i with a folder and a star: the old text is kept there; each star is the name of the file. */
static void judge_backup(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    if (strchr(value->text, '/') == NULL)
        return;
    CordonArg path = *value;
    char *text = cordon_arena_strdup(cordon_judge_arena(judge), value->text);
    for (char *c = text; *c != '\0'; c++)
        *c = *c == '*' ? 'x' : *c;
    path.text = text;
    if (path.type == CORDON_ARG_PATTERN)
        path.type = CORDON_ARG_CONSTANT;
    cordon_judge_value(judge, call, &path, 'w');
}

/* Perl and ruby with -i change the files that they are given. */
static void judge_sorted(CordonJudge *judge, const CordonCall *call, const CordonSorted *sorted)
{
    char kind = has_option(sorted, "-i") ? 'w' : 'm';

    for (guint i = 0; i < sorted->option_count; i++) {
        const CordonSortedOption *option = &sorted->options[i];
        gboolean is_known =
            option->value.type == CORDON_ARG_CONSTANT || option->value.type == CORDON_ARG_PATTERN;
        if (option->has_value && cordon_option_is(option, "-i"))
            judge_backup(judge, call, &option->value);
        if (option->spec.kind == 'c' && option->has_value && !is_known)
            cordon_judge_code(judge, call, &option->value, NULL);
        /* php -f -, R -f /dev/stdin: a script, too. */
        if (option->spec.kind == 'r' && option->has_value && cordon_arg_is_input(&option->value))
            cordon_judge_script_call(judge, call, &option->value, 1);
    }
    if (has_code(sorted)) {
        for (guint i = 0; i < sorted->operand_count; i++)
            cordon_judge_value(judge, call, &sorted->operands[i], kind);
    } else if (sorted->operand_count > 0 && !cordon_arg_is(&sorted->operands[0], "-")) {
        cordon_judge_script_call(judge, call, sorted->operands, sorted->operand_count);
    }
}

void cordon_handle_interpreter(CordonJudge *judge, const CordonCall *call)
{
    CordonSorted sorted = sort_words(judge, call);

    judge_sorted(judge, call, &sorted);
}

/* ruby -run -e httpd: the library un.rb holds a server. */
static gboolean serves_files(const CordonSorted *sorted)
{
    gboolean loads = FALSE, calls = FALSE;

    for (guint i = 0; i < sorted->option_count; i++) {
        const CordonSortedOption *option = &sorted->options[i];
        const char *value = option->has_value ? cordon_arg_text(&option->value) : NULL;
        if (value == NULL)
            continue;
        loads = loads || (cordon_option_is(option, "-r") && strcmp(value, "un") == 0);
        calls = calls || (cordon_option_is(option, "-e") && strstr(value, "httpd") != NULL);
    }
    return loads && calls;
}

/* Scripts that are programs of their own, by the name of the file. */
static gboolean judge_known_script(CordonJudge *judge, const CordonCall *call,
                                   const CordonSorted *sorted)
{
    const char *text = sorted->operand_count > 0 ? cordon_arg_text(&sorted->operands[0]) : NULL;

    if (text == NULL || has_code(sorted))
        return FALSE;
    text = cordon_script_path(judge, text);
    const char *slash = strrchr(text, '/');
    const char *base = slash != NULL ? slash + 1 : text;
    const char *program = strcmp(base, "composer.phar") == 0 ? "composer" : base;
    gboolean is_installed = strstr(text, "vendor/bin/") != NULL || g_str_has_prefix(text, "bin/") ||
                            g_str_has_prefix(text, "./bin/");
    if (!is_installed && !cordon_text_is_listed("artisan composer", program))
        return FALSE;
    if (cordon_program_find(program, FALSE) == NULL)
        return FALSE;
    cordon_judge_value(judge, call, &sorted->operands[0], 'r');
    cordon_judge_as(judge, call, program, sorted->operands + 1, sorted->operand_count - 1);
    return TRUE;
}

/* ruby and php: frameworks have scripts that everybody knows. */
void cordon_handle_ruby_or_php(CordonJudge *judge, const CordonCall *call)
{
    CordonSorted sorted = sort_words(judge, call);

    if (serves_files(&sorted))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                          "`%s -run -e httpd` serves files for ever.", call->name);
    if (judge_known_script(judge, call, &sorted))
        return;
    /* ruby -S rake: a program of PATH, read as a script. */
    if (has_option(&sorted, "-S") && !has_code(&sorted) && sorted.operand_count > 0)
        cordon_judge_command(judge, call, sorted.operands, sorted.operand_count);
    else
        judge_sorted(judge, call, &sorted);
}

/* R CMD PROGRAM starts a program of R, or of PATH. */
void cordon_handle_r(CordonJudge *judge, const CordonCall *call)
{
    CordonSorted sorted = sort_words(judge, call);

    if (sorted.operand_count > 1 && cordon_arg_is(&sorted.operands[0], "CMD"))
        cordon_judge_command(judge, call, sorted.operands + 1, sorted.operand_count - 1);
    else
        judge_sorted(judge, call, &sorted);
}

/* elixir -S mix test, iex -S mix: a program of PATH, read as a script. */
void cordon_handle_elixir(CordonJudge *judge, const CordonCall *call)
{
    CordonSorted sorted = sort_words(judge, call);

    for (guint i = 0; i < sorted.option_count; i++) {
        const CordonSortedOption *option = &sorted.options[i];
        const char *text = option->has_value ? cordon_arg_text(&option->value) : NULL;
        if (cordon_option_is(option, "-S") && text != NULL) {
            cordon_judge_as(judge, call, text, sorted.operands, sorted.operand_count);
            return;
        }
    }
    judge_sorted(judge, call, &sorted);
}

/* erl -run os cmd TEXT: a function is called whose argument a shell reads. */
void cordon_handle_erl(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i + 1 < call->count; i++) {
        if ((cordon_arg_is(&call->args[i], "-run") || cordon_arg_is(&call->args[i], "-s")) &&
            cordon_arg_is(&call->args[i + 1], "os"))
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Run the command by itself.",
                              "`erl %s os` hands a text to a shell.", call->args[i].text);
    }
}

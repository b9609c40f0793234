/* SPDX-License-Identifier: MIT */
/* Values by kind: what each letter of the tables asks of a word. */
#include <string.h>

#include "filter/private.h"

/* Does it hold what is not known, so that the text could be anything? */
static gboolean is_open(const CordonArg *arg)
{
    return arg->type == CORDON_ARG_UNKNOWN || arg->type == CORDON_ARG_STREAM;
}

static gboolean is_file_like(const CordonArg *arg)
{
    return arg->type == CORDON_ARG_PATTERN || arg->type == CORDON_ARG_LISTED;
}

static void find_smell(CordonJudge *judge, const CordonCall *call)
{
    cordon_judge_find(judge, call, CORDON_RULE_SECRET,
                      "Commands do not see such variables anyway; leave it out.",
                      "A variable whose name looks like a secret is used.");
}

static void judge_text(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                       gboolean may_be_open)
{
    if (arg->smells)
        find_smell(judge, call);
    /* The names that a glob or a list becomes are files for whoever takes several. */
    if (is_file_like(arg) && !may_be_open)
        cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
    else if (arg->type == CORDON_ARG_PATTERN && cordon_text_names_secret(arg->text, TRUE))
        cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
    if (may_be_open || !is_open(arg) || arg->type == CORDON_ARG_STREAM)
        return;
    /* In quotes and behind a known begin it is text all the same, and no option. */
    if (arg->may_split || arg->text[0] == '\0' || arg->text[0] == '-')
        cordon_judge_unknown(judge, call, arg, "a word");
}

/* "x:path", "key=path", "@path": what stands behind the mark, if that looks like a path. */
static gboolean looks_like_path(const CordonJudge *judge, const char *text)
{
    if (cordon_judge_is_windows(judge) &&
        (strchr(text, '\\') != NULL || (g_ascii_isalpha(text[0]) && text[1] == ':')))
        return TRUE;
    return strchr(text, '/') != NULL || text[0] == '.' || text[0] == '~' ||
           cordon_text_names_secret(text, FALSE);
}

static gboolean has_blank(const char *text)
{
    return strpbrk(text, " \t\n") != NULL;
}

/* Marks of one word that are looked behind; no word of daily work has as many. */
#define MAX_MARKS 64u

/* A text that is no address: a path, if it looks like one. */
static void judge_guessed_path(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *text = arg->text;

    if (has_blank(text) && text[0] != '/' && text[0] != '.' && text[0] != '~')
        return;
    /* "@scope/name" is a package, "a=b" is looked into. */
    if (text[0] == '@' || (strchr(text, '=') != NULL && text[0] != '/' && text[0] != '.'))
        return;
    cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
}

/* Behind each mark of "a=b:c", and once behind each: what goes into one another would have no end.  An address goes to
 * the end of the word. */
static void judge_behind_marks(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    guint count = 0;

    for (const char *mark = strpbrk(arg->text, "=:"); mark != NULL;
         mark = strpbrk(mark + 1, "=:")) {
        CordonArg rest = cordon_arg_skip(arg, (gsize)(mark - arg->text) + 1);
        if (rest.text[0] == '\0')
            return;
        if (++count > MAX_MARKS) {
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "A word of `%s` has too many parts.", call->full_name);
            return;
        }
        if (cordon_text_is_url(rest.text)) {
            cordon_judge_address(judge, call, &rest, 'm');
            return;
        }
        if (rest.text[0] == '@' && strchr(rest.text, '/') == NULL)
            rest = cordon_arg_skip(&rest, strspn(rest.text, "@"));
        if (looks_like_path(judge, rest.text))
            judge_guessed_path(judge, call, &rest);
    }
}

/* Only what looks like a path, an address or a secret says anything here. */
static void judge_guess(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *text = arg->text;

    if (arg->type != CORDON_ARG_CONSTANT && arg->type != CORDON_ARG_PATTERN) {
        if (arg->smells)
            find_smell(judge, call);
        if (arg->type == CORDON_ARG_LISTED)
            cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
        else if (arg->type == CORDON_ARG_UNKNOWN ||
                 (arg->type == CORDON_ARG_TAME && looks_like_path(judge, text)))
            cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
        return;
    }
    if (cordon_text_is_url(text)) {
        cordon_judge_address(judge, call, arg, 'm');
        return;
    }
    if (text[0] == '@' && text[1] != '\0' && strchr(text + 1, '/') == NULL) {
        CordonArg rest = cordon_arg_skip(arg, strspn(text, "@"));
        if (looks_like_path(judge, rest.text))
            judge_guess(judge, call, &rest);
        return;
    }
    if (has_blank(text) && text[0] != '/' && text[0] != '.' && text[0] != '~')
        return;
    judge_behind_marks(judge, call, arg);
    judge_guessed_path(judge, call, arg);
}

/* curl: "@file" is read and sent, anything else is the data. */
static void judge_data(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    if (!cordon_arg_begins(arg, "@")) {
        judge_text(judge, call, arg, FALSE);
        return;
    }
    CordonArg path = cordon_arg_skip(arg, 1);
    cordon_judge_path(judge, call, &path, CORDON_PATH_READ);
}

/* curl: "name=@file;type=x", "name=<file", several files with ','. */
static void judge_form(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *equals = strchr(arg->text, '=');

    if (equals == NULL || (equals[1] != '@' && equals[1] != '<')) {
        judge_text(judge, call, arg, FALSE);
        return;
    }
    if (arg->type != CORDON_ARG_CONSTANT) {
        cordon_judge_unknown(judge, call, arg, "a path");
        return;
    }
    for (const char *text = equals + 2; *text != '\0';) {
        gsize length = strcspn(text, ";,");
        CordonArg path = cordon_arg_constant(cordon_arena_strndup(judge->arena, text, length));
        cordon_judge_path(judge, call, &path, CORDON_PATH_READ);
        if (text[length] != ',')
            break;
        text += length + 1;
    }
}

/* "NAME=VALUE"; without a sign the variable is passed on as it is. */
static void judge_variable(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *equals = strchr(arg->text, '=');

    if (equals == NULL) {
        if (arg->type != CORDON_ARG_CONSTANT)
            cordon_judge_unknown(judge, call, arg, "the name of a variable");
        else if (cordon_variable_smells(arg->text))
            find_smell(judge, call);
        return;
    }
    if (call->is_inside_container)
        return;
    const char *name = cordon_arena_strndup(judge->arena, arg->text, (gsize)(equals - arg->text));
    CordonArg value = cordon_arg_skip(arg, (gsize)(equals - arg->text) + 1);
    cordon_judge_assignment(judge, call, name, &value);
}

/* The words of a text that a program splits at blanks by itself. */
static void judge_program(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    CordonArgs words = {0};
    const char *text = cordon_arg_text(arg);

    if (text == NULL) {
        cordon_judge_unknown(judge, call, arg, "the name of a program");
        return;
    }
    for (text += strspn(text, " \t\n"); *text != '\0'; text += strspn(text, " \t\n")) {
        gsize length = strcspn(text, " \t\n");
        cordon_args_add(judge->arena, &words,
                        cordon_arg_constant(cordon_arena_strndup(judge->arena, text, length)));
        text += length;
    }
    /* A pager, a filter, a compressor: it is fed by who starts it. */
    CordonCall fed = *call;
    fed.input = CORDON_INPUT_PIPE;
    fed.listed = NULL;
    if (words.count > 0)
        cordon_judge_command(judge, &fed, words.args, words.count);
}

static void judge_shell_line(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                             gboolean only_inside)
{
    const char *text = cordon_arg_text(arg);

    if (!only_inside)
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL, "`%s` hands a text to a shell.",
                          call->full_name);
    else if (text != NULL)
        cordon_judge_line(judge, call, text);
    else
        cordon_judge_unknown(judge, call, arg, "a command line");
}

static void judge_file_list(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    if (cordon_arg_is(arg, "-") && call->input == CORDON_INPUT_PIPE && call->listed != NULL)
        return;
    cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
    cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the files on the command line.",
                      "`%s` takes its operands from a file, and what they will be is not known.",
                      call->full_name);
}

void cordon_judge_value(CordonJudge *judge, const CordonCall *call, const CordonArg *arg, char kind)
{
    if (call->is_inside_container && strchr("rywxdalughm", g_ascii_tolower(kind)) != NULL) {
        /* What is deleted may be a folder of ours that was mounted. */
        if (kind == 'x')
            cordon_judge_find(judge, call, CORDON_RULE_DELETE, NULL, NULL);
        return;
    }
    if (cordon_judge_marked(judge, call, arg, kind))
        return;
    switch (kind) {
    case 'e':
        judge_text(judge, call, arg, TRUE);
        break;
    case 'r':
        cordon_judge_path(judge, call, arg, CORDON_PATH_READ);
        break;
    case 'y':
        cordon_judge_path(judge, call, arg, CORDON_PATH_READ_TREE);
        break;
    case 'w':
        cordon_judge_path(judge, call, arg, CORDON_PATH_WRITE);
        break;
    case 'x':
        cordon_judge_path(judge, call, arg, CORDON_PATH_DELETE);
        break;
    case 'd':
        cordon_judge_path(judge, call, arg, CORDON_PATH_FOLDER);
        break;
    case 'a':
        cordon_judge_path(judge, call, arg, CORDON_PATH_TOOLCHAIN);
        break;
    case 'l':
        judge_file_list(judge, call, arg);
        break;
    case 'u':
    case 'h':
    case 'g':
    case 'i':
    case 'k':
        cordon_judge_address(judge, call, arg, kind);
        break;
    case 'c':
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL, NULL);
        if (arg->type == CORDON_ARG_UNKNOWN)
            cordon_judge_unknown(judge, call, arg, "code");
        break;
    case 'p':
        judge_program(judge, call, arg);
        break;
    case 's':
        judge_shell_line(judge, call, arg, FALSE);
        break;
    case 'S':
        judge_shell_line(judge, call, arg, TRUE);
        break;
    case 'f':
        judge_data(judge, call, arg);
        break;
    case 'F':
        judge_form(judge, call, arg);
        break;
    case 'v':
        judge_variable(judge, call, arg);
        break;
    case 'm':
        judge_guess(judge, call, arg);
        break;
    case 't':
    default:
        judge_text(judge, call, arg, FALSE);
        break;
    }
}

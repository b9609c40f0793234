/* SPDX-License-Identifier: MIT */
/* git: what stands before the subcommand, aliases, and words that name revisions and files. */
#include "filter/programs/git.h"

#include <fnmatch.h>
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

/* Characters that make a pathspec a pattern; git matches it itself, so quotes do not change that. */
#define GLOB "*?["

CordonParsed cordon_git_parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

gboolean cordon_git_has(const CordonParsed *parsed, const char *names)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        if (cordon_text_is_listed(names, parsed->options[i].name))
            return TRUE;
    }
    return FALSE;
}

/* The words before the subcommand; the operands are the subcommand and all behind it. */
static CordonParsed parse_globals(CordonJudge *judge, const CordonCall *call)
{
    CordonCall top = *call;

    top.first = 1;
    return cordon_call_parse(judge, &top, CORDON_GIT_GLOBALS, CORDON_PROGRAM_OPTIONS_FIRST);
}

static void judge_settings(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonOption *option = &parsed->options[i];
        if (strcmp(option->name, "-c") == 0 && option->value != NULL)
            cordon_git_judge_setting(judge, call, option->value);
    }
}

void cordon_git_judge_globals(CordonJudge *judge, const CordonCall *call)
{
    if (call->count < 2 || !cordon_arg_begins(&call->args[1], "-"))
        return;
    CordonParsed parsed = parse_globals(judge, call);
    judge_settings(judge, call, &parsed);
}

/* Aliases. */

/* The words of an alias, as git splits them: quotes and backslashes, no expansion.  FALSE: a quote is open. */
static gboolean split_alias(CordonArena *arena, const char *text, CordonArg *words,
                            guint *ret_count)
{
    char *word = cordon_arena_alloc(arena, strlen(text) + 1);
    char *end = word;
    gboolean is_there = FALSE;
    char quote = '\0';

    *ret_count = 0;
    for (;; text++) {
        gboolean is_blank = *text == ' ' || *text == '\t' || *text == '\n';
        if (*text == '\0' && quote != '\0')
            return FALSE;
        if (*text == '\0' || (is_blank && quote == '\0')) {
            if (is_there) {
                const char *kept = cordon_arena_strndup(arena, word, (gsize)(end - word));
                words[(*ret_count)++] = cordon_arg_constant(kept);
            }
            if (*text == '\0')
                return TRUE;
            end = word;
            is_there = FALSE;
            continue;
        }
        is_there = TRUE;
        if (quote == '\0' && (*text == '\'' || *text == '"'))
            quote = *text;
        else if (*text == quote)
            quote = '\0';
        else if (*text == '\\' && quote != '\'' && text[1] != '\0')
            *end++ = *++text;
        else
            *end++ = *text;
    }
}

/* The program and its settings, which an alias may need to be read; folders were entered already. */
static guint copy_settings(const CordonCall *call, const CordonParsed *parsed, CordonArg *args)
{
    guint count = 0;

    args[count++] = call->args[0];
    for (guint i = 0; i < parsed->option_count; i++) {
        if (strcmp(parsed->options[i].name, "-c") != 0 || parsed->options[i].value == NULL)
            continue;
        args[count++] = cordon_arg_constant("-c");
        args[count++] = *parsed->options[i].value;
    }
    return count;
}

void cordon_git_judge_alias(CordonJudge *judge, const CordonCall *call, const char *value,
                            const CordonArg *rest, guint rest_count)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonParsed parsed = parse_globals(judge, call);
    CordonArg *args =
        CORDON_ARENA_ARRAY(arena, CordonArg, call->count * 2 + strlen(value) + rest_count + 1);
    guint count = copy_settings(call, &parsed, args);
    guint words = 0;

    if (value[0] == '!') {
        cordon_judge_line(judge, call, value + 1);
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL,
                          "An alias of git that begins with `!` is a command line for a shell.");
        return;
    }
    if (!split_alias(arena, value, args + count, &words) || words == 0) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "The alias `%s` cannot be read.", value);
        return;
    }
    count += words;
    for (guint i = 0; i < rest_count; i++)
        args[count++] = rest[i];
    cordon_judge_command(judge, call, args, count);
}

/* "alias.NAME=VALUE" -> VALUE; names of aliases have no case. */
static const char *alias_value(const char *setting, const char *name)
{
    static const char section[] = "alias.";
    gsize length = strlen(name);

    if (g_ascii_strncasecmp(setting, section, strlen(section)) != 0)
        return NULL;
    setting += strlen(section);
    return g_ascii_strncasecmp(setting, name, length) == 0 && setting[length] == '='
               ? setting + length + 1
               : NULL;
}

/* An alias of the command line itself.  The last of them counts; all are judged, so that their order is no matter. */
static gboolean judge_own_alias(CordonJudge *judge, const CordonCall *call,
                                const CordonParsed *parsed, const char *name)
{
    gboolean found = FALSE;

    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonArg *setting = parsed->options[i].value;
        if (strcmp(parsed->options[i].name, "-c") != 0 || setting == NULL)
            continue;
        const char *value =
            cordon_arg_text(setting) != NULL ? alias_value(setting->text, name) : NULL;
        if (value == NULL)
            continue;
        cordon_git_judge_alias(judge, call, value, parsed->operands + 1, parsed->operand_count - 1);
        found = TRUE;
    }
    return found;
}

void cordon_handle_git(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_globals(judge, call);
    const char *name = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    judge_settings(judge, call, &parsed);
    if (name == NULL || judge_own_alias(judge, call, &parsed, name))
        return;
    cordon_judge_find(
        judge, call, CORDON_RULE_UNREADABLE, "Write the command of git itself, without an alias.",
        "`%s` is no command of git; it could be an alias for anything.", call->full_name);
}

/* "git-reset" is "git reset". */
void cordon_handle_git_dashed(CordonJudge *judge, const CordonCall *call)
{
    CordonArg *args = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, call->count + 1);

    args[0] = cordon_arg_constant("git");
    args[1] = cordon_arg_constant(call->name + strlen("git-"));
    for (guint i = 1; i < call->count; i++)
        args[i + 1] = call->args[i];
    cordon_judge_command(judge, call, args, call->count + 1);
}

void cordon_handle_git_plain(CordonJudge *judge, const CordonCall *call)
{
    cordon_git_judge_globals(judge, call);
}

/* Words. */

/* A leading dot is nothing special to git's patterns, unlike to those of a shell. */
static gboolean glob_means_secret(const char *text)
{
    static const char *const names[] = {".env",   ".env.local", ".env.production",
                                        "id_rsa", ".netrc",     ".npmrc"};
    const char *slash = strrchr(text, '/');
    const char *name = slash != NULL ? slash + 1 : text;
    gboolean has_letter = FALSE;

    for (const char *c = name; *c != '\0'; c++)
        has_letter = has_letter || g_ascii_isalnum(*c);
    for (gsize i = 0; has_letter && i < G_N_ELEMENTS(names); i++) {
        if (fnmatch(name, names[i], 0) == 0)
            return TRUE;
    }
    return FALSE;
}

static void judge_file(CordonJudge *judge, const CordonCall *call, const char *text,
                       CordonPathUse use)
{
    CordonArg path = cordon_arg_constant(text);

    if (strpbrk(text, GLOB) != NULL)
        path.type = CORDON_ARG_PATTERN;
    if (path.type == CORDON_ARG_PATTERN && glob_means_secret(text))
        cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                          "%s matches names that look like secrets.", text);
    cordon_judge_path(judge, call, &path, use);
}

/* Counted from the top of the work tree, which is the project as far as is known. */
static void judge_from_top(CordonJudge *judge, const CordonCall *call, const char *text,
                           CordonPathUse use)
{
    const char *project = cordon_judge_settings(judge)->project;

    judge_file(judge, call,
               cordon_arena_concat(cordon_judge_arena(judge), project, "/", text, NULL), use);
}

/* "revision:path": from the top of the tree, or with "./" from here.  What was committed is nobody's folder, so that
 * only the name counts. */
static void judge_committed(CordonJudge *judge, const CordonCall *call, const char *path)
{
    CordonArg arg = cordon_arg_constant(path + strspn(path, "/"));

    cordon_judge_path(judge, call, &arg, CORDON_PATH_READ);
}

/* ":(top,glob)x", ":/x", ":!x", ":0:x", ":x". */
static void judge_magic(CordonJudge *judge, const CordonCall *call, const char *text,
                        CordonPathUse use)
{
    const char *rest = text + 1;
    gboolean is_from_top = FALSE;

    if (g_ascii_isdigit(rest[0]) && rest[1] == ':') {
        judge_committed(judge, call, rest + 2);
        return;
    }
    if (rest[0] == '(') {
        const char *close = strchr(rest, ')');
        if (close == NULL)
            return;
        const char *magic =
            cordon_arena_strndup(cordon_judge_arena(judge), rest, (gsize)(close - rest));
        /* What is left out is not looked at. */
        if (strstr(magic, "exclude") != NULL)
            return;
        is_from_top = strstr(magic, "top") != NULL;
        rest = close + 1;
    } else {
        gsize marks = strspn(rest, "/!^");
        is_from_top = marks > 0;
        if (strcspn(rest, "!^") < marks)
            return;
        rest += marks;
        if (marks > 0 && rest[0] == ':')
            rest++;
    }
    /* ":/text with blanks" looks for a commit by its message. */
    if (is_from_top && !(text[1] == '/' && strchr(rest, ' ') != NULL))
        judge_from_top(judge, call, rest, use);
    else if (!is_from_top)
        judge_file(judge, call, rest, use);
}

static gboolean has_drive(const CordonJudge *judge, const char *text)
{
    return cordon_judge_is_windows(judge) && g_ascii_isalpha(text[0]) && text[1] == ':';
}

static void judge_known(CordonJudge *judge, const CordonCall *call, const char *text,
                        CordonPathUse use)
{
    if (text[0] == ':') {
        judge_magic(judge, call, text, use);
        return;
    }
    /* A colon may also stand inside braces, so that each is taken for the one. */
    for (const char *colon = strchr(text, ':'); colon != NULL && !has_drive(judge, text);
         colon = strchr(colon + 1, ':')) {
        if (colon[1] != '\0')
            judge_committed(judge, call, colon + 1);
    }
    judge_file(judge, call, text, use);
}

void cordon_git_judge_word(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                           CordonPathUse use)
{
    /* "$(git merge-base a b)..HEAD", "$(git rev-parse HEAD):file": what is not known has no slash and no colon. */
    if (arg->type == CORDON_ARG_TAME)
        judge_known(judge, call,
                    cordon_arena_concat(cordon_judge_arena(judge), "x", arg->text, NULL), use);
    else if (arg->type == CORDON_ARG_CONSTANT)
        judge_known(judge, call, arg->text, use);
    else
        cordon_judge_path(judge, call, arg, use);
}

void cordon_git_judge_words(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                            guint first, CordonPathUse use)
{
    for (guint i = first; i < parsed->operand_count; i++)
        cordon_git_judge_word(judge, call, &parsed->operands[i], use);
}

/* "10,20:file", ":function:file": the file is behind the last colon. */
static void judge_line_ranges(CordonJudge *judge, const CordonCall *call,
                              const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonArg *value = parsed->options[i].value;
        if (strcmp(parsed->options[i].name, "-L") != 0 || value == NULL)
            continue;
        const char *colon = strrchr(value->text, ':');
        if (value->type != CORDON_ARG_CONSTANT && value->type != CORDON_ARG_TAME)
            cordon_judge_value(judge, call, value, 'r');
        else if (colon != NULL && colon[1] != '\0')
            judge_file(judge, call, colon + 1, CORDON_PATH_READ);
    }
}

void cordon_handle_git_objects(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    judge_line_ranges(judge, call, &parsed);
    cordon_git_judge_words(judge, call, &parsed, 0, CORDON_PATH_READ);
}

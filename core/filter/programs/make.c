/* SPDX-License-Identifier: MIT */
/* make: variables and makefiles on the command line, and what the names of targets tell, for all
 * that runs targets. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

/* Names of targets, tasks and scripts by which projects call their servers and their releases.
 * Source: facts/filter.md section 2 ("make X") and section 5. */
static const char ENDLESS_TARGETS[] =
    "dev serve run watch runserver run-server run_server devserver dev-server "
    "dev_server run-dev run_dev start-dev start:dev livereload livehtml preview "
    "storybook tail-logs";
static const char PUBLISH_TARGETS[] = "publish release deploy upload";
static const char *const ENDLESS_PARTS[] = {"watch", "serve", "dev"};
static const char *const PUBLISH_PARTS[] = {"publish", "deploy"};

/* "watch-css", "docs:serve", "serve_docs": the word at the begin or the end, cut off by a mark. */
static gboolean has_part(const char *target, const char *part)
{
    gsize length = strlen(part);
    gsize size = strlen(target);

    if (size <= length)
        return FALSE;
    if (strncmp(target, part, length) == 0 && strchr("-_:.", target[length]) != NULL)
        return TRUE;
    return strcmp(target + size - length, part) == 0 &&
           strchr("-_:./", target[size - length - 1]) != NULL;
}

/* "dev-deps" and "install-dev" are no servers, "web:dev" is one. */
static gboolean is_endless_target(const char *target)
{
    if (cordon_text_is_listed(ENDLESS_TARGETS, target))
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(ENDLESS_PARTS); i++) {
        const char *colon = strrchr(target, ':');
        gboolean is_short = strcmp(ENDLESS_PARTS[i], "dev") == 0;
        if (is_short ? colon != NULL && strcmp(colon + 1, "dev") == 0
                     : has_part(target, ENDLESS_PARTS[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_publish_target(const char *target)
{
    if (cordon_text_is_listed(PUBLISH_TARGETS, target))
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(PUBLISH_PARTS); i++) {
        if (has_part(target, PUBLISH_PARTS[i]))
            return TRUE;
    }
    return FALSE;
}

void cordon_judge_target(CordonJudge *judge, const CordonCall *call, const CordonArg *target,
                         gboolean is_dry)
{
    const char *text = cordon_arg_text(target);

    if (text == NULL)
        return;
    /* rake "release[origin]" */
    text = cordon_arena_strndup(cordon_judge_arena(judge), text, strcspn(text, "["));
    if (is_endless_target(text) && !is_dry)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Run a target that ends, or ask the user to start it in the terminal.",
                          "`%s %s` is by its name a server or a watcher, which runs for ever.",
                          call->name, text);
    if (is_publish_target(text))
        cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, NULL,
                          "`%s %s` publishes something, by its name.", call->name, text);
}

/* "CC=gcc", with a name as variables of the environment have it. */
static gboolean is_assignment(const char *text)
{
    gsize size = strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

    return size > 0 && text[size] == '=';
}

/* just, task, rake, gulp, ...: operands are targets, or NAME=VALUE. */
void cordon_handle_targets(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean is_dry = cordon_parsed_find(&parsed, "-n") != NULL ||
                      cordon_parsed_find(&parsed, "--dry-run") != NULL ||
                      cordon_parsed_find(&parsed, "-l") != NULL ||
                      cordon_parsed_find(&parsed, "-T") != NULL;

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (strcmp(option->name, "-f") == 0 && option->value != NULL &&
            cordon_arg_is_input(option->value))
            cordon_judge_dash(judge, call);
        if (strcmp(option->name, "-t") == 0 && option->value != NULL &&
            cordon_arg_is(option->value, "browse"))
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                              "`%s -t browse` serves for ever.", call->name);
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        const char *text = cordon_arg_text(operand);
        cordon_judge_target(judge, call, operand, is_dry);
        /* "db:seed[x]" and "app.dev" are names; what has a value or a slash may be a path. */
        if (text != NULL && is_assignment(text))
            cordon_judge_value(judge, call, operand, 'v');
        else if (text == NULL || strpbrk(text, "=/") != NULL)
            cordon_judge_value(judge, call, operand, 'm');
    }
}

/* Functions of make that start programs or write files, in a text that make expands. */
static void judge_expression(CordonJudge *judge, const CordonCall *call, const char *text)
{
    static const char *const functions[] = {"shell", "file", "eval", "guile"};

    for (const char *at = strchr(text, '$'); at != NULL; at = strchr(at + 1, '$')) {
        if (at[1] != '(' && at[1] != '{')
            continue;
        const char *name = at + 2 + strspn(at + 2, " \t");
        for (gsize i = 0; i < G_N_ELEMENTS(functions); i++) {
            gsize length = strlen(functions[i]);
            if (strncmp(name, functions[i], length) == 0 && !g_ascii_isalnum(name[length]))
                cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Put it into the makefile.",
                                  "make runs the function `%s` that stands in the command.",
                                  functions[i]);
        }
    }
}

static gboolean is_variable(const char *text, const char *equals)
{
    gsize size = (gsize)(equals - text);

    while (size > 0 && strchr(":+?!", text[size - 1]) != NULL)
        size--;
    return size > 0 && strcspn(text, "/ \t") >= size;
}

/* NAME=VALUE, also with := ::= += ?= and != (a command whose output is the value). */
static void judge_make_variable(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                                const char *equals)
{
    gsize size = (gsize)(equals - arg->text);
    gboolean is_command = size > 0 && arg->text[size - 1] == '!';
    CordonArg value = cordon_arg_skip(arg, size + 1);

    while (size > 0 && strchr(":+?!", arg->text[size - 1]) != NULL)
        size--;
    const char *name = cordon_arena_strndup(cordon_judge_arena(judge), arg->text, size);
    if (is_command || cordon_text_is_listed("SHELL .SHELLFLAGS .RECIPEPREFIX .SHELLSTATUS", name))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Leave it to the makefile.",
                          "`%s` sets %s, which says how recipes are run.", call->name, name);
    judge_expression(judge, call, value.text);
    cordon_judge_assignment(judge, call, name, &value);
}

static void judge_operand(CordonJudge *judge, const CordonCall *call, const CordonArg *operand,
                          gboolean is_dry)
{
    const char *equals = strchr(operand->text, '=');

    if (equals != NULL && is_variable(operand->text, equals)) {
        judge_make_variable(judge, call, operand, equals);
        return;
    }
    cordon_judge_target(judge, call, operand, is_dry);
    if (operand->type != CORDON_ARG_CONSTANT || strchr(operand->text, '/') != NULL)
        cordon_judge_value(judge, call, operand, 'm');
}

/* A line of a recipe as the shell will get it; NULL: make puts something in that is not known. */
static const char *expanded_recipe(CordonArena *arena, const char *line)
{
    char *text = cordon_arena_alloc(arena, strlen(line) + 1);
    gsize size = 0;

    line += strspn(line, " \t@+-");
    for (; *line != '\0'; line++) {
        if (*line == '$' && line[1] != '$')
            return NULL;
        line += *line == '$' ? 1 : 0;
        text[size++] = *line;
    }
    return text;
}

static void judge_recipe(CordonJudge *judge, const CordonCall *call, const char *line)
{
    const char *text = expanded_recipe(cordon_judge_arena(judge), line);

    judge_expression(judge, call, line);
    if (text == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Put the makefile into a file of the loop's folder.",
                          "A recipe in the command uses variables of make.");
    else if (text[0] != '\0')
        cordon_judge_line(judge, call, text);
}

/* Anything but rules, plain variables and comments may change what the rest means. */
static void judge_makefile_line(CordonJudge *judge, const CordonCall *call, const char *line)
{
    static const char *const unread[] = {"include",   "-include",     "sinclude", "load",
                                         "-load",     "define",       "export",   "override",
                                         ".ONESHELL", ".RECIPEPREFIX"};
    const char *start = line + strspn(line, " ");
    const char *equals = strchr(start, '=');
    const char *semicolon = strchr(start, ';');

    for (gsize i = 0; i < G_N_ELEMENTS(unread); i++) {
        if (g_str_has_prefix(start, unread[i]))
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                              "Put the makefile into a file of the loop's folder.",
                              "`%s` in a makefile on the command line is not read.", unread[i]);
    }
    judge_expression(judge, call, start);
    if (equals != NULL && is_variable(start, equals)) {
        CordonArg arg = cordon_arg_constant(start);
        judge_make_variable(judge, call, &arg, equals);
    } else if (semicolon != NULL && strchr(start, ':') != NULL) {
        judge_recipe(judge, call, semicolon + 1);
    }
}

/* A makefile that stands in the command. */
static void judge_makefile(CordonJudge *judge, const CordonCall *call, const char *text)
{
    CordonArena *arena = cordon_judge_arena(judge);
    char *joined = cordon_arena_strdup(arena, text);

    for (char *c = strstr(joined, "\\\n"); c != NULL; c = strstr(c, "\\\n"))
        memcpy(c, "  ", 2);
    cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL,
                      "`%s` runs a makefile that stands in the command.", call->name);
    for (char *line = joined; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        if (line[0] == '\t')
            judge_recipe(judge, call, line);
        else if (line[0] != '#')
            judge_makefile_line(judge, call, line);
        line = end != NULL ? end + 1 : NULL;
    }
}

static void judge_makefile_on_input(CordonJudge *judge, const CordonCall *call)
{
    if (call->input == CORDON_INPUT_TEXT && call->input_text != NULL)
        judge_makefile(judge, call, call->input_text);
    else
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Put the makefile into a file of the loop's folder.",
                          "What `%s` reads as a makefile from its input is not known.", call->name);
}

static void judge_make_option(CordonJudge *judge, const CordonCall *call,
                              const CordonOption *option)
{
    if (option->value == NULL)
        return;
    if (strcmp(option->name, "-f") == 0) {
        if (cordon_arg_is_input(option->value))
            judge_makefile_on_input(judge, call);
    } else if (strcmp(option->name, "--eval") == 0) {
        const char *text = cordon_arg_text(option->value);
        if (text != NULL)
            judge_makefile(judge, call, text);
        else
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "The text of --eval is not known.");
    }
}

void cordon_handle_make(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean is_dry = FALSE;

    for (guint i = 0; i < parsed.option_count; i++) {
        judge_make_option(judge, call, &parsed.options[i]);
        is_dry = is_dry || cordon_text_is_listed("-n -q -t", parsed.options[i].name);
    }
    for (guint i = 0; i < parsed.operand_count; i++)
        judge_operand(judge, call, &parsed.operands[i], is_dry);
}

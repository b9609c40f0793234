/* SPDX-License-Identifier: MIT */
/* Shells: starting one is refused, asking for the syntax of a file is not. */
#include <string.h>

#include "filter/programs/handlers.h"

/* Shells whose -n reads a file and runs nothing of it. */
static gboolean checks_syntax(const char *name)
{
    static const char *const names[] = {"ash",  "bash",  "dash", "fish", "ksh", "ksh93",
                                        "mksh", "rbash", "sh",   "yash", "zsh"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(names[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean names_file(const CordonArg *arg)
{
    if (arg->type == CORDON_ARG_LISTED)
        return TRUE;
    /* A glob could match a name that is an option. */
    return (arg->type == CORDON_ARG_CONSTANT || arg->type == CORDON_ARG_PATTERN) &&
           strchr("-+*?[", arg->text[0]) == NULL;
}

/* "bash -n FILE...": true when that is all of it. */
static gboolean judge_syntax_check(CordonJudge *judge, const CordonCall *call)
{
    guint first = call->first;

    if (!checks_syntax(call->name) || call->count < first + 2 ||
        !cordon_arg_is(&call->args[first], "-n"))
        return FALSE;
    for (guint i = first + 1; i < call->count; i++) {
        if (!names_file(&call->args[i]))
            return FALSE;
    }
    for (guint i = first + 1; i < call->count; i++)
        cordon_judge_value(judge, call, &call->args[i], 'r');
    return TRUE;
}

void cordon_handle_shell(CordonJudge *judge, const CordonCall *call)
{
    if (!judge_syntax_check(judge, call))
        cordon_note_rule(judge, call);
}

/* What runs a shell when no command stands behind its first operands. */
static void refuse_without_command(CordonJudge *judge, const CordonCall *call, guint before)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options,
                                            call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);

    for (guint i = 0; i < parsed.option_count; i++) {
        if (strcmp(parsed.options[i].name, "--help") == 0 ||
            strcmp(parsed.options[i].name, "--version") == 0)
            return;
    }
    if (parsed.operand_count <= before)
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Name the program that it shall run.",
                          "`%s` starts a shell when no program is named.", call->full_name);
}

void cordon_handle_needs_command(CordonJudge *judge, const CordonCall *call)
{
    refuse_without_command(judge, call, 0);
}

void cordon_handle_needs_second(CordonJudge *judge, const CordonCall *call)
{
    refuse_without_command(judge, call, 1);
}

/* SPDX-License-Identifier: MIT */
/* sudo, doas and pkexec: the user is asked, and what they start is judged like any command. */
#include <string.h>

#include "filter/programs/handlers.h"

/* A grant for "sudo apt-get" is none for "sudo rm". */
static void ask(CordonJudge *judge, const CordonCall *call, const CordonArg *command)
{
    const char *text = command != NULL ? cordon_arg_text(command) : NULL;

    if (text != NULL) {
        const char *slash = strrchr(text, '/');
        cordon_judge_set_kind(judge, call,
                              cordon_arena_concat(cordon_judge_arena(judge), call->name, " ",
                                                  slash != NULL ? slash + 1 : text, NULL));
    }
    cordon_judge_find(judge, call, CORDON_RULE_PRIVILEGE, call->row->hint, NULL);
}

/* sudo takes NAME=VALUE before the command.  TRUE when the word is one. */
static gboolean judge_variable(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *equals = strchr(arg->text, '=');
    const char *slash = strchr(arg->text, '/');

    if (equals == NULL || arg->type == CORDON_ARG_LISTED || (slash != NULL && slash < equals))
        return FALSE;
    const char *name =
        cordon_arena_strndup(cordon_judge_arena(judge), arg->text, (gsize)(equals - arg->text));
    CordonArg value = cordon_arg_skip(arg, strlen(name) + 1);
    cordon_judge_assignment(judge, call, name, &value);
    if (arg->may_split)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Put the value in quotes.",
                          "The value of %s may be several words.", name);
    return TRUE;
}

void cordon_handle_sudo(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options,
                                            call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);
    guint next = 0;

    while (next < parsed.operand_count && judge_variable(judge, call, &parsed.operands[next]))
        next++;
    if (next > 0 && next < parsed.operand_count && cordon_arg_begins(&parsed.operands[next], "-"))
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write options before variables.",
                          "`%s` has an option behind a variable.", call->full_name);
    ask(judge, call, next < parsed.operand_count ? &parsed.operands[next] : NULL);
    /* The variables that the line sets for sudo do not reach the command. */
    CordonCall inner = *call;
    inner.variables = NULL;
    if (next < parsed.operand_count)
        cordon_judge_command(judge, &inner, parsed.operands + next, parsed.operand_count - next);
}

void cordon_handle_pkexec(CordonJudge *judge, const CordonCall *call)
{
    cordon_handle_needs_command(judge, call);
    cordon_handle_sudo(judge, call);
}

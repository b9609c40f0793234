/* SPDX-License-Identifier: MIT */
/* git: commands that reach another repository. */
#include <string.h>

#include "filter/programs/git.h"
#include "filter/programs/handlers.h"

static const char *skip_folders(const char *text)
{
    const char *end = text + strlen(text);

    while (end > text && end[-1] == '/')
        end--;
    while (end > text && end[-1] != '/' && end[-1] != ':')
        end--;
    return end;
}

/* The folder that a clone makes when none is named. */
static const char *clone_folder(CordonArena *arena, const char *address)
{
    const char *name = skip_folders(address);
    gsize length = strcspn(name, "/");

    if (length > 4 && strncmp(name + length - 4, ".git", 4) == 0)
        length -= 4;
    return length > 0 ? cordon_arena_strndup(arena, name, length) : "clone";
}

static void judge_settings(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        if (strcmp(parsed->options[i].name, "-c") == 0 && parsed->options[i].value != NULL)
            cordon_git_judge_setting(judge, call, parsed->options[i].value);
    }
}

void cordon_handle_git_clone(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    judge_settings(judge, call, &parsed);
    const char *address = parsed.operand_count == 1 ? cordon_arg_text(&parsed.operands[0]) : NULL;
    if (address == NULL)
        return;
    CordonArg folder = cordon_arg_constant(clone_folder(cordon_judge_arena(judge), address));
    cordon_judge_value(judge, call, &folder, 'w');
}

/* Does a refspec write to a branch of this repository, not only to what is known of the other? */
static gboolean updates_own_branch(const CordonArg *refspec)
{
    const char *colon = strchr(refspec->text, ':');

    return colon != NULL && colon[1] != '\0' && strncmp(colon + 1, "refs/remotes/", 13) != 0;
}

/* fetch [repository [refspec...]]; with --multiple all are repositories. */
void cordon_handle_git_fetch(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    gboolean is_multiple = cordon_git_has(&parsed, "-m");
    gboolean asks = FALSE;

    cordon_git_judge_globals(judge, call);
    for (guint i = 1; i < parsed.operand_count; i++) {
        if (is_multiple)
            cordon_judge_value(judge, call, &parsed.operands[i], 'g');
        else
            asks = asks || updates_own_branch(&parsed.operands[i]);
    }
    if (asks)
        cordon_judge_find(judge, call, CORDON_RULE_GIT_CHANGE, NULL, NULL);
}

void cordon_handle_git_pull(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonArg *value = parsed.options[i].value;
        if (strcmp(parsed.options[i].name, "-r") == 0 && value != NULL &&
            cordon_arg_begins(value, "i"))
            cordon_judge_find(judge, call, CORDON_RULE_GIT_INTERACTIVE, "Leave `=interactive` out.",
                              "`git pull --rebase=interactive` waits for a person.");
    }
}

/* "+main" and "+a:b" force. */
void cordon_handle_git_push(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++) {
        if (parsed.operands[i].text[0] == '+')
            cordon_judge_find(judge, call, CORDON_RULE_GIT_DESTRUCTIVE,
                              "Leave the `+` out; if the push is refused, pull first.",
                              "`%s` forces the update of %s.", call->full_name,
                              parsed.operands[i].text + 1);
    }
}

/* SPDX-License-Identifier: MIT */
/* gh and hub: command lines of GitHub. */
#include <string.h>

#include "filter/programs/git.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

static void ask(CordonJudge *judge, const CordonCall *call)
{
    cordon_judge_find(judge, call, CORDON_RULE_GIT_CHANGE, NULL, NULL);
}

static gboolean contains_folded(const char *text, const char *part)
{
    gsize length = strlen(part);

    for (; *text != '\0'; text++) {
        if (g_ascii_strncasecmp(text, part, length) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_reading(const char *method)
{
    return g_ascii_strcasecmp(method, "GET") == 0 || g_ascii_strcasecmp(method, "HEAD") == 0;
}

/* The server takes another method from such a header. */
static gboolean overrides_method(const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonArg *value = parsed->options[i].value;
        if (strcmp(parsed->options[i].name, "-H") == 0 && value != NULL &&
            (value->type != CORDON_ARG_CONSTANT || contains_folded(value->text, "method-override")))
            return TRUE;
    }
    return FALSE;
}

/* With fields the method is POST, unless it is given.  All of several methods are looked at. */
static gboolean changes(const CordonParsed *parsed)
{
    gboolean is_given = FALSE;

    for (guint i = 0; i < parsed->option_count; i++) {
        if (strcmp(parsed->options[i].name, "-X") != 0)
            continue;
        const char *method = cordon_arg_text(parsed->options[i].value);
        if (method == NULL || !is_reading(method))
            return TRUE;
        is_given = TRUE;
    }
    if (overrides_method(parsed))
        return TRUE;
    return !is_given && cordon_git_has(parsed, "-f -F --input");
}

void cordon_handle_gh_api(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        /* "repos/a/b" is a path on the server. */
        if (operand->type == CORDON_ARG_UNKNOWN || strstr(operand->text, "://") != NULL)
            cordon_judge_value(judge, call, operand, 'u');
    }
    if (changes(&parsed))
        ask(judge, call);
}

void cordon_handle_gh_browse(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    if (!cordon_git_has(&parsed, "-n"))
        cordon_judge_find(judge, call, CORDON_RULE_GIT_INTERACTIVE,
                          "Add --no-browser, which prints the address.",
                          "`gh browse` opens a browser.");
}

/* Into the current folder, unless told otherwise. */
void cordon_handle_gh_download(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    CordonArg here = cordon_arg_constant(".");

    if (!cordon_git_has(&parsed, "-D"))
        cordon_judge_value(judge, call, &here, 'w');
}

/* gh release upload TAG FILE[#label]... */
void cordon_handle_gh_assets(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    for (guint i = 1; i < parsed.operand_count; i++) {
        CordonArg file = parsed.operands[i];
        if (file.type == CORDON_ARG_CONSTANT)
            file.text =
                cordon_arena_strndup(cordon_judge_arena(judge), file.text, strcspn(file.text, "#"));
        cordon_judge_value(judge, call, &file, 'r');
    }
}

/* gh repo clone OWNER/NAME [folder] [-- options of git clone] */
void cordon_handle_gh_clone(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonParsed parsed = cordon_git_parse(judge, call);
    CordonArg *args = CORDON_ARENA_ARRAY(arena, CordonArg, call->count + 3);
    const char *name = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;
    guint count = 0;
    guint end = call->first;

    if (name == NULL)
        return;
    while (end < call->count && !cordon_arg_is(&call->args[end], "--"))
        end++;
    guint behind = call->count > end ? call->count - end - 1 : 0;
    args[count++] = cordon_arg_constant("git");
    args[count++] = cordon_arg_constant("clone");
    for (guint i = 0; i < behind; i++)
        args[count++] = call->args[end + 1 + i];
    gboolean is_address = strchr(name, ':') != NULL;
    args[count++] =
        is_address
            ? parsed.operands[0]
            : cordon_arg_constant(cordon_arena_concat(arena, "https://github.com/", name, NULL));
    if (parsed.operand_count > behind + 1)
        args[count++] = parsed.operands[1];
    cordon_judge_command(judge, call, args, count);
}

/* The commands that hub adds to git's; with all others it starts git. */
void cordon_handle_hub(CordonJudge *judge, const CordonCall *call)
{
    static const char reads[] = "ci-status issue pr compare help version";
    static const char changing[] = "api browse create delete fork gist pull-request release sync";
    const char *name = call->count > 1 ? cordon_arg_text(&call->args[1]) : NULL;
    CordonArg *args = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, call->count + 1);

    if (name != NULL && cordon_text_is_listed(reads, name) && call->count == 2)
        return;
    if (name != NULL &&
        (cordon_text_is_listed(reads, name) || cordon_text_is_listed(changing, name))) {
        for (guint i = 2; i < call->count; i++)
            cordon_judge_value(judge, call, &call->args[i], 'm');
        ask(judge, call);
        return;
    }
    args[0] = cordon_arg_constant("git");
    for (guint i = 1; i < call->count; i++)
        args[i] = call->args[i];
    cordon_judge_command(judge, call, args, call->count);
}

/* Commands of other systems that open an editor when they get no message. */
void cordon_handle_message(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    if (!cordon_git_has(&parsed, "-m -l -F"))
        cordon_judge_find(judge, call, CORDON_RULE_GIT_INTERACTIVE, "Give the message: -m \"...\".",
                          "`%s` without a message opens an editor.", call->full_name);
}

/* SPDX-License-Identifier: MIT */
/* Monorepos: what runs a script or a command in several packages. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/npm_run.h"

static const CordonArg *program_and(CordonJudge *judge, const char *program, const CordonArg *args,
                                    guint count)
{
    CordonArg *words = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, count + 1);

    words[0] = cordon_arg_constant(program);
    if (count > 0)
        memcpy(words + 1, args, sizeof(CordonArg) * count);
    return words;
}

static void run_in_packages(CordonJudge *judge, const CordonCall *call,
                            const CordonPackages *packages, const CordonArg *args, guint count)
{
    const CordonArg *words = program_and(judge, call->name, args, count);

    if (count == 0)
        return;
    for (guint i = 0; i < packages->count; i++) {
        const CordonScope *scope = cordon_packages_enter(judge, call, packages->packages[i]);
        if (scope != NULL)
            cordon_judge_command_in(judge, call, scope, words, count + 1);
    }
    if (packages->count == 0)
        cordon_judge_command(judge, call, words, count + 1);
}

/* yarn workspace NAME COMMAND */
void cordon_handle_yarn_workspace(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const char *name = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    if (parsed.operand_count < 2)
        return;
    CordonPackages packages =
        name != NULL ? cordon_packages_named(judge, call, name) : cordon_packages_all(judge, call);
    run_in_packages(judge, call, &packages, parsed.operands + 1, parsed.operand_count - 1);
}

/* yarn workspaces foreach COMMAND, yarn workspaces run COMMAND */
void cordon_handle_yarn_foreach(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonPackages packages = cordon_packages_all(judge, call);

    run_in_packages(judge, call, &packages, parsed.operands, parsed.operand_count);
}

/* turbo, lerna, rush: "turbo run build test", "turbo dev" */
void cordon_handle_tasks(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonPackages packages = cordon_packages_all(judge, call);
    gboolean is_task =
        (call->row->flags & CORDON_PROGRAM_GROUP) != 0 && strcmp(call->full_name, call->name) != 0;

    guint tasks = 0;

    cordon_judge_kept_options(judge, call, &parsed);
    /* Behind "--" stand the words for the scripts. */
    while (tasks < parsed.operand_count && parsed.operands[tasks].text[0] != '-')
        tasks++;
    CordonScriptRun run = {.extra = parsed.operands + tasks,
                           .extra_count = parsed.operand_count - tasks};
    if (is_task) {
        run.name = cordon_arg_text(&call->args[call->first - 1]);
        if (run.name != NULL)
            cordon_judge_script_run(judge, call, &packages, &run);
    }
    for (guint i = 0; i < tasks; i++) {
        /* "web#dev" is the task of one package. */
        const char *text = cordon_arg_text(&parsed.operands[i]);
        const char *mark = text != NULL ? strchr(text, '#') : NULL;
        run.name = mark != NULL ? mark + 1 : text;
        if (text != NULL)
            cordon_judge_script_run(judge, call, &packages, &run);
    }
}

/* --- nx --- */

/* "build", "test,lint", "web:serve:production" (behind "run") */
static void judge_targets(CordonJudge *judge, const CordonCall *call,
                          const CordonPackages *packages, const char *text)
{
    CordonArena *arena = cordon_judge_arena(judge);

    while (*text != '\0') {
        gsize length = strcspn(text, ",");
        CordonScriptRun run = {.name = cordon_arena_strndup(arena, text, length)};
        cordon_judge_script_run(judge, call, packages, &run);
        text += length + (text[length] == ',' ? 1 : 0);
    }
}

static void judge_target_of(CordonJudge *judge, const CordonCall *call,
                            const CordonPackages *packages, const char *text)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *colon = strchr(text, ':');

    if (colon != NULL)
        judge_targets(judge, call, packages,
                      cordon_arena_strndup(arena, colon + 1, strcspn(colon + 1, ":")));
}

/* nx TARGET PROJECT, nx run PROJECT:TARGET, nx run-many -t TARGET... */
void cordon_handle_nx(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonPackages packages = cordon_packages_all(judge, call);
    const char *blank = strchr(call->full_name, ' ');

    cordon_judge_kept_options(judge, call, &parsed);
    if (blank == NULL)
        return;
    if (strcmp(blank + 1, "run") == 0) {
        for (guint i = 0; i < parsed.operand_count && i < 1; i++)
            judge_target_of(judge, call, &packages, parsed.operands[i].text);
        return;
    }
    if ((call->row->flags & CORDON_PROGRAM_GROUP) != 0) {
        judge_targets(judge, call, &packages, blank + 1);
        return;
    }
    for (guint i = 0; i < parsed.option_count; i++) {
        if (strcmp(parsed.options[i].name, "-t") == 0 && parsed.options[i].value != NULL)
            judge_targets(judge, call, &packages, parsed.options[i].value->text);
    }
    /* "-t build test": the further words are targets, too. */
    for (guint i = 0; i < parsed.operand_count; i++)
        judge_targets(judge, call, &packages, parsed.operands[i].text);
}

/* It opens a page and serves it, unless a file is asked for. */
void cordon_handle_nx_graph(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    if (cordon_parsed_find(&parsed, "--file") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Write it into a file: `--file=graph.json`.",
                          "`%s` serves a page for ever.", call->full_name);
}

/* SPDX-License-Identifier: MIT */
/* npm, pnpm, yarn and bun: the scripts that they start. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/npm_run.h"
#include "filter/programs/script_name.h"

/* --- which package --- */

/* The words between the program and its subcommand. */
static CordonParsed parse_globals(CordonJudge *judge, const CordonCall *call)
{
    CordonCall before = *call;

    before.first = MIN(1, call->count);
    before.count = MIN(call->first, call->count);
    return cordon_call_parse(judge, &before, call->row->options,
                             call->row->flags & ~(guint)CORDON_PROGRAM_OPTIONS_FIRST);
}

/* The package that -w, --filter and the like name; TRUE when there was one.  -r and --workspaces mean all. */
static gboolean select_packages(CordonJudge *judge, const CordonCall *call,
                                const CordonParsed *parsed, CordonPackages *ret)
{
    gboolean is_npm = strcmp(call->name, "npm") == 0;

    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonOption *option = &parsed->options[i];
        gboolean names_one =
            (is_npm && strcmp(option->name, "-w") == 0) || strcmp(option->name, "-F") == 0;
        gboolean names_all = strcmp(option->name, "-ws") == 0 || strcmp(option->name, "-r") == 0;
        const char *name = option->value != NULL ? cordon_arg_text(option->value) : NULL;
        if (names_one && name != NULL)
            *ret = cordon_packages_named(judge, call, name);
        else if (names_one || (names_all && strcmp(call->name, "bun") != 0))
            *ret = cordon_packages_all(judge, call);
        else
            continue;
        return TRUE;
    }
    return FALSE;
}

CordonPackages cordon_packages_of_call(CordonJudge *judge, const CordonCall *call,
                                       const CordonParsed *parsed)
{
    CordonParsed globals = parse_globals(judge, call);
    CordonPackages packages;

    if (!select_packages(judge, call, &globals, &packages) &&
        !select_packages(judge, call, parsed, &packages))
        packages = cordon_packages_here(judge, call, "package.json");
    return packages;
}

/* --- scripts --- */

/* npm keeps options before "--" to itself, but whoever writes --watch there wants it. */
void cordon_judge_kept_options(CordonJudge *judge, const CordonCall *call,
                               const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonOption *option = &parsed->options[i];
        gboolean watches =
            strcmp(option->name, "--watch") == 0 || strcmp(option->name, "--watchAll") == 0;
        if (watches && (option->value == NULL || !cordon_arg_is(option->value, "false")))
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                              "Leave the option out: then it runs once.",
                              "`%s` is run in watch mode, which never ends.", call->full_name);
    }
}

static void run_script(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                       const CordonScriptRun *run)
{
    CordonPackages packages = cordon_packages_of_call(judge, call, parsed);

    cordon_judge_kept_options(judge, call, parsed);
    cordon_judge_script_run(judge, call, &packages, run);
}

static gboolean has_programs(const CordonCall *call)
{
    return strcmp(call->name, "yarn") == 0 || strcmp(call->name, "yarnpkg") == 0 ||
           strcmp(call->name, "bun") == 0 || strcmp(call->name, "pnpm") == 0;
}

/* bun starts files as well: "bun index.ts", "bun run scripts/x.ts". */
static gboolean is_file(const CordonCall *call, const char *name)
{
    const char *dot = strrchr(name, '.');

    return strcmp(call->name, "bun") == 0 &&
           (strchr(name, '/') != NULL || (dot != NULL && dot != name));
}

static void run_named(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                      const CordonArg *name, const CordonArg *extra, guint extra_count)
{
    const char *text = cordon_arg_text(name);

    if (text == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write the name of the script out.",
                          "The script that `%s` would run is not known.", call->full_name);
        return;
    }
    if (strcmp(call->name, "bun") == 0 && strcmp(text, "-") == 0) {
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL,
                          "`bun` runs code that it is given as input.");
        return;
    }
    if (is_file(call, text)) {
        cordon_judge_value(judge, call, name, 'r');
        return;
    }
    CordonScriptRun run = {
        .name = text, .extra = extra, .extra_count = extra_count, .or_program = has_programs(call)};
    run_script(judge, call, parsed, &run);
}

void cordon_handle_npm_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    /* Without a name it lists the scripts. */
    if (parsed.operand_count > 0)
        run_named(judge, call, &parsed, &parsed.operands[0], parsed.operands + 1,
                  parsed.operand_count - 1);
}

/* "npm t", "npm it", "npm stop": the script's name by the spelling of the subcommand. */
static const char *named_script(const CordonCall *call)
{
    const char *blank = strrchr(call->full_name, ' ');
    const char *word = blank != NULL ? blank + 1 : call->full_name;

    if (g_str_has_prefix(word, "sta"))
        return "start";
    if (g_str_has_prefix(word, "sto"))
        return "stop";
    return word[0] == 'r' ? "restart" : "test";
}

static gboolean has_script(const CordonPackages *packages, const char *name)
{
    for (guint i = 0; i < packages->count; i++) {
        if (cordon_package_script(packages->packages[i], name) != NULL)
            return TRUE;
    }
    return FALSE;
}

void cordon_handle_npm_named(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonPackages packages = cordon_packages_of_call(judge, call, &parsed);
    CordonScriptRun run = {
        .name = named_script(call), .extra = parsed.operands, .extra_count = parsed.operand_count};

    cordon_judge_kept_options(judge, call, &parsed);
    if (strcmp(run.name, "restart") == 0 && !has_script(&packages, "restart")) {
        run.name = "stop";
        cordon_judge_script_run(judge, call, &packages, &run);
        run.name = "start";
    }
    cordon_judge_script_run(judge, call, &packages, &run);
}

/* "yarn build", "pnpm vitest": a subcommand that is not known is a script or a program of the project. */
void cordon_handle_npm_other(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed globals = parse_globals(judge, call);

    if (strcmp(call->full_name, call->name) == 0 || call->first < 1)
        return;
    run_named(judge, call, &globals, &call->args[call->first - 1], call->args + call->first,
              call->count - call->first);
}

/* npm-run-all: names with "*" for one part and "**" for several, "{1}" for an argument, words in quotes. */
static gboolean matches(const char *pattern, const char *name)
{
    if (*pattern == '\0')
        return *name == '\0';
    if (*pattern != '*')
        return *pattern == *name && *name != '\0' && matches(pattern + 1, name + 1);
    gboolean crosses = pattern[1] == '*';
    const char *rest = pattern + (crosses ? 2 : 1);
    for (;; name++) {
        if (matches(rest, name))
            return TRUE;
        if (*name == '\0' || (*name == ':' && !crosses))
            return FALSE;
    }
}

static void run_pattern(CordonJudge *judge, const CordonCall *call, const CordonPackages *packages,
                        const char *pattern)
{
    for (guint i = 0; i < packages->count; i++) {
        for (guint j = 0; j < packages->packages[i]->script_count; j++) {
            CordonScriptRun run = {.name = packages->packages[i]->scripts[j].name};
            if (matches(pattern, run.name))
                cordon_judge_script_run(judge, call, packages, &run);
        }
    }
}

void cordon_handle_run_all(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonPackages packages = cordon_packages_here(judge, call, "package.json");
    CordonArena *arena = cordon_judge_arena(judge);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text == NULL)
            text = parsed.operands[i].type == CORDON_ARG_PATTERN ? parsed.operands[i].text : "";
        gsize length = strcspn(text, " ");
        const char *name = cordon_arena_strndup(arena, text, length);
        if (strchr(name, '*') != NULL) {
            run_pattern(judge, call, &packages, name);
            cordon_judge_script_name(judge, call, g_str_has_prefix(name, "*") ? "" : name);
            continue;
        }
        CordonArg rest = cordon_arg_constant(text + length + strspn(text + length, " "));
        CordonScriptRun run = {
            .name = name, .extra = &rest, .extra_count = rest.text[0] != '\0' ? 1 : 0};
        cordon_judge_script_run(judge, call, &packages, &run);
    }
}

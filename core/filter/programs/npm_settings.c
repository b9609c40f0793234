/* SPDX-License-Identifier: MIT */
/* npm, pnpm, yarn and what belongs to them: settings, versions, links, and programs by another name. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/npm_run.h"

static gboolean is_among(const char *const *names, const char *text)
{
    for (; *names != NULL; names++) {
        if (g_ascii_strcasecmp(*names, text) == 0)
            return TRUE;
    }
    return FALSE;
}

/* npm writes keys as "script-shell", yarn as "scriptShell". */
static const char *key_in_small(CordonArena *arena, const char *key)
{
    char *small = cordon_arena_strdup(arena, key);
    gsize used = 0;

    for (gsize i = 0; key[i] != '\0'; i++) {
        if (key[i] != '-' && key[i] != '_')
            small[used++] = g_ascii_tolower(key[i]);
    }
    small[used] = '\0';
    return small;
}

static gboolean is_address_key(const char *key)
{
    return g_str_has_suffix(key, "registry") || g_str_has_suffix(key, "registryserver") ||
           g_str_has_suffix(key, "proxy") || g_str_has_suffix(key, "disturl") ||
           g_str_has_suffix(key, "mirror") || g_str_has_suffix(key, "registries");
}

static gboolean is_secret_key(const char *key)
{
    static const char *const names[] = {"cert", "key", "certfile", "keyfile", "email", NULL};

    return strstr(key, "auth") != NULL || strstr(key, "token") != NULL ||
           strstr(key, "password") != NULL || is_among(names, key);
}

static void judge_setting(CordonJudge *judge, const CordonCall *call, const char *key,
                          const CordonArg *value)
{
    static const char *const programs[] = {
        "scriptshell", "shell",        "editor",     "git",      "browser", "viewer", "nodeoptions",
        "nodegyp",     "onloadscript", "initmodule", "yarnpath", "plugins", NULL};
    static const char *const paths[] = {"prefix",    "cache",        "userconfig",   "globalconfig",
                                        "tmp",       "cachefolder",  "globalfolder", "storedir",
                                        "globaldir", "globalbindir", "statedir",     NULL};
    const char *small = key_in_small(cordon_judge_arena(judge), key);

    if (is_among(programs, small))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL,
                          "The setting \"%s\" names a program that is started.", key);
    else if (is_secret_key(small))
        cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                          "The setting \"%s\" holds credentials.", key);
    else if (is_address_key(small))
        cordon_judge_value(judge, call, value, g_str_has_suffix(small, "proxy") ? 'h' : 'u');
    else if (is_among(paths, small))
        cordon_judge_value(judge, call, value, 'w');
    else
        cordon_judge_value(judge, call, value, 'm');
}

/* npm and pnpm write into the user's own file unless they are told; yarn writes into the project. */
static void judge_place(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed)
{
    const CordonArg *place = cordon_parsed_find(parsed, "-L");
    gboolean writes_project = strcmp(call->name, "npm") != 0 && strcmp(call->name, "pnpm") != 0;

    if (place == NULL)
        place = cordon_parsed_find(parsed, "--location");
    if (writes_project ? cordon_parsed_find(parsed, "-H") == NULL
                       : place != NULL && cordon_arg_is(place, "project"))
        return;
    cordon_judge_find(
        judge, call, CORDON_RULE_OUTSIDE_PROJECT,
        "Write the setting into the project's file .npmrc, or add `--location=project`.",
        "`%s` changes settings of the user.", call->full_name);
}

void cordon_handle_npm_config(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonArena *arena = cordon_judge_arena(judge);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *arg = &parsed.operands[i];
        const char *equals = strchr(arg->text, '=');
        if (equals != NULL) {
            CordonArg value = cordon_arg_skip(arg, (gsize)(equals - arg->text) + 1);
            judge_setting(judge, call,
                          cordon_arena_strndup(arena, arg->text, (gsize)(equals - arg->text)),
                          &value);
        } else if (i + 1 < parsed.operand_count) {
            judge_setting(judge, call, arg->text, &parsed.operands[++i]);
        } else {
            judge_setting(judge, call, arg->text, &(CordonArg){.text = ""});
        }
    }
    judge_place(judge, call, &parsed);
}

void cordon_handle_npm_install(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const CordonArg *place = cordon_parsed_find(&parsed, "-L");

    if (place != NULL && !cordon_arg_is(place, "project"))
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT,
                          "Install it into the project, or run it with npx without installing it.",
                          "`%s` writes where all projects of the user look.", call->full_name);
}

static gboolean is_false(const CordonArg *arg)
{
    return cordon_arg_is(arg, "false") || cordon_arg_is(arg, "0");
}

/* A new version is committed and tagged, unless it is told not to; without one it only prints. */
void cordon_handle_npm_version(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const CordonArg *tags = cordon_parsed_find(&parsed, "--git-tag-version");
    gboolean is_asked =
        parsed.operand_count > 0 || cordon_parsed_find(&parsed, "--new-version") != NULL;
    gboolean tags_not = cordon_parsed_find(&parsed, "--no-git-tag-version") != NULL ||
                        (tags != NULL && is_false(tags));

    if (is_asked && !tags_not)
        cordon_judge_find(judge, call, CORDON_RULE_GIT_CHANGE, NULL,
                          "`%s` makes a commit and a tag.", call->full_name);
    CordonPackages packages = cordon_packages_of_call(judge, call, &parsed);
    CordonScriptRun run = {.name = "version"};
    if (is_asked)
        cordon_judge_script_run(judge, call, &packages, &run);
}

/* "pnpm link ../other" makes a link in the project; without a path the link is made where all projects look. */
void cordon_handle_npm_link(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean names_path = parsed.operand_count > 0;

    for (guint i = 0; i < parsed.operand_count; i++)
        names_path =
            names_path && (parsed.operands[i].text[0] == '.' || parsed.operands[i].text[0] == '/');
    if (!names_path)
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT,
                          "Install the folder by its path.",
                          "`%s` writes where all projects of the user look.", call->full_name);
}

/* "yarn node ARGS", "stack runghc ARGS": the subcommand is the program. */
void cordon_handle_subcommand(CordonJudge *judge, const CordonCall *call)
{
    const char *blank = strrchr(call->full_name, ' ');

    if (blank != NULL)
        cordon_judge_as(judge, call, blank + 1, call->args + call->first,
                        call->count - call->first);
}

/* corepack pnpm@9 install */
void cordon_handle_corepack(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *blank = strchr(call->full_name, ' ');

    if (blank == NULL)
        return;
    const char *name = cordon_arena_strndup(arena, blank + 1, strcspn(blank + 1, "@"));
    cordon_judge_as(judge, call, name, call->args + call->first, call->count - call->first);
}

/* electron-builder --publish=never is the only value that sends nothing. */
void cordon_handle_publish_option(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const CordonArg *when = cordon_parsed_find(&parsed, "-p");

    if (when != NULL && !cordon_arg_is(when, "never"))
        cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, "Build with `--publish never`.",
                          "`%s --publish` uploads what was built.", call->full_name);
}

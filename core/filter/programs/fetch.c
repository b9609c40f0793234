/* SPDX-License-Identifier: MIT */
/* Programs that are fetched from a registry, or taken from an environment, and started at once: npx, uvx, uv run, nix run.
 * What they start is judged as if it had been typed. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/npm_run.h"
#include "filter/programs/script_name.h"

/* Packages whose program has another name; with a blank, a program and its subcommand. */
static const struct {
    const char *package, *program;
} PROGRAMS[] = {
    {"@11ty/eleventy", "eleventy"},
    {"@angular/cli", "ng"},
    {"@aws-amplify/backend-cli", "ampx"},
    {"@aws-amplify/cli", "amplify"},
    {"@babel/cli", "babel"},
    {"@biomejs/biome", "biome"},
    {"@capacitor/cli", "cap"},
    {"@changesets/cli", "changeset"},
    {"@cloudflare/wrangler", "wrangler"},
    {"@docusaurus/core", "docusaurus"},
    {"@electron-forge/cli", "electron-forge"},
    {"@expo/cli", "expo"},
    {"@google/clasp", "clasp"},
    {"@graphql-codegen/cli", "graphql-codegen"},
    {"@ionic/cli", "ionic"},
    {"@lerna/cli", "lerna"},
    {"@medusajs/cli", "medusa-commerce"},
    {"@medusajs/medusa", "medusa-commerce"},
    {"@microsoft/rush", "rush"},
    {"@nestjs/cli", "nest"},
    {"@nrwl/cli", "nx"},
    {"@percy/cli", "percy"},
    {"@playwright/test", "playwright"},
    {"@prisma/cli", "prisma"},
    {"@quasar/cli", "quasar"},
    {"@railway/cli", "railway"},
    {"@remix-run/dev", "remix"},
    {"@rspack/cli", "rspack"},
    {"@sentry/cli", "sentry-cli"},
    {"@shopify/cli", "shopify"},
    {"@stoplight/prism-cli", "prism"},
    {"@storybook/cli", "storybook"},
    {"@swc/cli", "swc"},
    {"@tailwindcss/cli", "tailwindcss"},
    {"@tauri-apps/cli", "tauri"},
    {"@vscode/vsce", "vsce"},
    {"@vue/cli", "vue"},
    {"@vue/cli-service", "vue-cli-service"},
    {"@web/dev-server", "web-dev-server"},
    {"@web/test-runner", "web-test-runner"},
    {"del-cli", "del"},
    {"eas-cli", "eas"},
    {"fkill-cli", "fkill"},
    {"gatsby-cli", "gatsby"},
    {"jest-cli", "jest"},
    {"jupyter-core", "jupyter"},
    {"jupyterlab", "jupyter-lab"},
    {"loki", "loki-visual-tests"},
    {"medusa", "medusa-commerce"},
    {"netlify-cli", "netlify"},
    {"notebook", "jupyter-notebook"},
    {"npm-run-all2", "npm-run-all"},
    {"parcel-bundler", "parcel"},
    {"react-native-cli", "react-native"},
    {"sass-embedded", "sass"},
    {"shelljs", "shx"},
    {"start-server-and-test", "start-server-and-test"},
    {"typescript", "tsc"},
    {"trash-cli", "trash"},
    {"webpack-cli", "webpack"},
};

static const char *after_last(const char *text, char mark)
{
    const char *found = strrchr(text, mark);

    return found != NULL ? found + 1 : text;
}

/* "@scope/name@1.2", "name[extra]==1.2", "git+https://github.com/a/name.git@v1", "fake@npm:name" -> the program's name. */
static const char *program_of(CordonArena *arena, const char *spec)
{
    const char *alias = strstr(spec, "npm:");

    if (alias != NULL && (alias == spec || alias[-1] == '@'))
        spec = alias + 4;
    if (strstr(spec, "://") != NULL || g_str_has_prefix(spec, "github:")) {
        const char *name = after_last(spec, '/');
        gsize length = strcspn(name, "@#");
        if (length > 4 && strncmp(name + length - 4, ".git", 4) == 0)
            length -= 4;
        return cordon_arena_strndup(arena, name, length);
    }
    gsize scope = spec[0] == '@' ? 1 : 0;
    const char *name =
        cordon_arena_strndup(arena, spec, scope + strcspn(spec + scope, "@[=<>!~; "));
    for (gsize i = 0; i < G_N_ELEMENTS(PROGRAMS); i++) {
        if (strcmp(PROGRAMS[i].package, name) == 0)
            return PROGRAMS[i].program;
    }
    return name[0] == '@' ? after_last(name, '/') : name;
}

static gboolean is_path(const char *text)
{
    return text[0] == '.' || text[0] == '/' || text[0] == '~';
}

void cordon_judge_unknown_server(CordonJudge *judge, const CordonCall *call, const char *name,
                                 const CordonArg *args, guint count)
{
    gboolean is_known = cordon_program_find(name, cordon_judge_is_windows(judge)) != NULL;

    for (guint i = 0; i < count && !is_known; i++) {
        const char *text = args[i].text;
        gboolean is_mode = i == 0 && (strcmp(text, "dev") == 0 || strcmp(text, "develop") == 0 ||
                                      strcmp(text, "serve") == 0 || strcmp(text, "watch") == 0);
        if (is_mode || strcmp(text, "--watch") == 0) {
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "It belongs in a terminal.",
                              "`%s %s` is a server, or watches for changes.", name, text);
            return;
        }
    }
}

/* args[0] names a package, or, with is_program, the program itself. */
static void judge_started(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                          guint count, gboolean is_program)
{
    const char *spec = cordon_arg_text(&args[0]);

    if (spec == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write the name of the package out.",
                          "What `%s` would start is not known.", call->full_name);
        return;
    }
    const char *name =
        is_program || is_path(spec) ? spec : program_of(cordon_judge_arena(judge), spec);
    cordon_judge_unknown_server(judge, call, name, args + 1, count - 1);
    cordon_judge_as(judge, call, name, args + 1, count - 1);
}

/* npm reads its own options behind the package, too, as long as no "--" stands before them. */
static void judge_late_options(CordonJudge *judge, const CordonCall *call)
{
    static const struct {
        const char *name;
        char kind;
    } kinds[] = {{"--registry", 'u'},
                 {"--proxy", 'h'},
                 {"--userconfig", 'r'},
                 {"--cache", 'w'},
                 {"--script-shell", 's'}};
    CordonCall before = *call;

    for (guint i = call->count; i > call->first; i--) {
        if (cordon_arg_is(&call->args[i - 1], "--"))
            before.count = i - 1;
    }
    CordonParsed parsed =
        cordon_call_parse(judge, &before, call->row->options,
                          call->row->flags & ~(guint)CORDON_PROGRAM_OPTIONS_FIRST);
    for (guint i = 0; i < parsed.option_count; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(kinds); j++) {
            if (strcmp(parsed.options[i].name, kinds[j].name) == 0 &&
                parsed.options[i].value != NULL)
                cordon_judge_value(judge, call, parsed.options[i].value, kinds[j].kind);
        }
    }
}

/* npx, npm exec, pnpm dlx, yarn dlx, bunx: with -p the first word is a program, else a package. */
void cordon_handle_npx(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean names_package = cordon_parsed_find(&parsed, "-p") != NULL ||
                             cordon_parsed_find(&parsed, "--package") != NULL;

    if (strcmp(call->name, "npm") == 0)
        judge_late_options(judge, call);
    if (parsed.operand_count > 0)
        judge_started(judge, call, parsed.operands, parsed.operand_count, names_package);
}

static gboolean is_address(const char *text)
{
    return g_str_has_prefix(text, "http://") || g_str_has_prefix(text, "https://");
}

/* A script of Python, as a file or an address: "uv run x.py", "pipx run https://...". */
static gboolean judge_python_file(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                                  guint count)
{
    const char *text = cordon_arg_text(&args[0]);

    if (text == NULL ||
        (!g_str_has_suffix(text, ".py") && !g_str_has_suffix(text, ".pyw") && !is_address(text)))
        return FALSE;
    if (is_address(text)) {
        cordon_judge_value(judge, call, &args[0], 'u');
        return TRUE;
    }
    cordon_judge_as(judge, call, "python", args, count);
    return TRUE;
}

/* uvx, pipx run, gem exec, dnx */
void cordon_handle_uvx(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean names_package = cordon_parsed_find(&parsed, "--from") != NULL ||
                             cordon_parsed_find(&parsed, "--spec") != NULL ||
                             cordon_parsed_find(&parsed, "-g") != NULL;

    if (parsed.operand_count > 0 &&
        !judge_python_file(judge, call, parsed.operands, parsed.operand_count))
        judge_started(judge, call, parsed.operands, parsed.operand_count, names_package);
}

/* The name of a program that the project's settings define, if it is no program that is known. */
static void judge_entry(CordonJudge *judge, const CordonCall *call, const char *name)
{
    gboolean is_known = name == NULL || strchr(name, '/') != NULL ||
                        cordon_program_find(name, cordon_judge_is_windows(judge)) != NULL;

    if (!is_known && cordon_script_class(name) != CORDON_SCRIPT_ENDS)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "It belongs in a terminal.",
                          "The script \"%s\" never ends.", name);
}

void cordon_handle_uv_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const CordonArg *module = cordon_parsed_find(&parsed, "-m");
    CordonArena *arena = cordon_judge_arena(judge);

    if (module != NULL) {
        CordonArg *words = CORDON_ARENA_ARRAY(arena, CordonArg, parsed.operand_count + 2);
        words[0] = cordon_arg_constant("-m");
        words[1] = *module;
        if (parsed.operand_count > 0)
            memcpy(words + 2, parsed.operands, sizeof(CordonArg) * parsed.operand_count);
        cordon_judge_as(judge, call, "python", words, parsed.operand_count + 2);
        return;
    }
    if (parsed.operand_count == 0)
        return;
    gboolean is_script = cordon_parsed_find(&parsed, "-s") != NULL ||
                         cordon_parsed_find(&parsed, "--gui-script") != NULL ||
                         cordon_arg_is(&parsed.operands[0], "-");
    if (judge_python_file(judge, call, parsed.operands, parsed.operand_count))
        return;
    if (is_script) {
        cordon_judge_as(judge, call, "python", parsed.operands, parsed.operand_count);
        return;
    }
    judge_entry(judge, call, cordon_arg_text(&parsed.operands[0]));
    cordon_judge_command(judge, call, parsed.operands, parsed.operand_count);
}

/* A name that may be a program, or a script that the project's settings define: "pdm run dev", "hatch run docs:serve". */
void cordon_handle_python_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const char *name = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;
    gboolean has_environments = strcmp(call->name, "hatch") == 0;

    if (parsed.operand_count == 0)
        return;
    CordonArg *words =
        CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, parsed.operand_count);
    memcpy(words, parsed.operands, sizeof(CordonArg) * parsed.operand_count);
    if (name != NULL && has_environments && strchr(name, ':') != NULL) {
        name = strchr(name, ':') + 1;
        words[0] = cordon_arg_constant(name);
    }
    judge_entry(judge, call, name);
    if (judge_python_file(judge, call, words, parsed.operand_count))
        return;
    cordon_judge_command(judge, call, words, parsed.operand_count);
}

/* nix run nixpkgs#hello -- ARGS; the old spelling has --command PROGRAM. */
void cordon_handle_nix_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    guint count = parsed.operand_count;

    for (guint i = 0; i + 1 < count; i++) {
        if (cordon_arg_is(&parsed.operands[i], "--command") ||
            cordon_arg_is(&parsed.operands[i], "-c")) {
            cordon_judge_command(judge, call, parsed.operands + i + 1, count - i - 1);
            return;
        }
    }
    const char *text = count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;
    if (text == NULL || strchr(text, '#') == NULL)
        return;
    guint rest = count > 1 && cordon_arg_is(&parsed.operands[1], "--") ? 2 : 1;
    const char *attribute = after_last(after_last(text, '#'), '.');
    if (attribute[0] != '\0')
        cordon_judge_as(judge, call, attribute, parsed.operands + rest, count - rest);
}

/* nix shell nixpkgs#hello -c PROGRAM: without -c it is a shell. */
void cordon_handle_nix_shell(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        gboolean is_mark =
            cordon_arg_is(&call->args[i], "-c") || cordon_arg_is(&call->args[i], "--command");
        if (is_mark && i + 1 < call->count) {
            cordon_judge_command(judge, call, call->args + i + 1, call->count - i - 1);
            return;
        }
        cordon_judge_value(judge, call, &call->args[i], 'k');
    }
    cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Write `nix run nixpkgs#NAME -- ...`.", NULL);
}

/* mise exec node@20 -- node x.js; asdf exec node x.js */
void cordon_handle_mise_exec(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "--")) {
            cordon_judge_command(judge, call, call->args + i + 1, call->count - i - 1);
            return;
        }
    }
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options,
                                            call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);
    if (parsed.operand_count > 0)
        cordon_judge_command(judge, call, parsed.operands, parsed.operand_count);
}

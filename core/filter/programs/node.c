/* SPDX-License-Identifier: MIT */
/* node and what runs scripts like it, and deno. */
#include <string.h>

#include "filter/programs/glued.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/npm_run.h"
#include "filter/words.h"

/* Source: node --help (v20 to v24).  "=" takes the next word too.  -e, -p, -r and the like are
 * looked at below. */
static const char NODE_OPTIONS[] =
    "-e,--eval=c -p,--print:c -pe,-ep=c -r,--require=t --import=t --loader,--experimental-loader=t "
    "-c,--check "
    "-C,--conditions=t --build-snapshot-config=r --cpu-prof-dir=w --cpu-prof-interval=t "
    "--cpu-prof-name=w "
    "--diagnostic-dir=w --disable-proto=t --disable-warning=t --dns-result-order=t --env-file=r "
    "--env-file-if-exists=r --experimental-config-file=r --experimental-default-type=t "
    "--experimental-policy=r "
    "--experimental-sea-config=r --heap-prof-dir=w --heap-prof-interval=t --heap-prof-name=w "
    "--heapsnapshot-near-heap-limit=t --heapsnapshot-signal=t --icu-data-dir=a --input-type=t "
    "--inspect-brk:t!endless --inspect-port,--debug-port=t --inspect-publish-uid=t "
    "--inspect-wait:t!endless "
    "-i,--interactive!endless --localstorage-file=w --max-http-header-size=t --openssl-config=a "
    "--redirect-warnings=w --report-dir,--report-directory=w --report-filename=w --report-signal=t "
    "--run=t "
    "--secure-heap=t --secure-heap-min=t --snapshot-blob=w --test --test-concurrency=t "
    "--test-coverage-exclude=t --test-coverage-include=t --test-global-setup=r --test-isolation=t "
    "--test-name-pattern=t --test-reporter=t --test-reporter-destination=w --test-rerun-failures=w "
    "--test-shard=t "
    "--test-skip-pattern=t --test-timeout=t --title=t --tls-cipher-list=t --tls-keylog=w "
    "--trace-event-categories=t --trace-event-file-pattern=w --trace-require-module:t "
    "--unhandled-rejections=t "
    "--use-largepages=t --v8-pool-size=t --watch!endless --watch-path=r!endless "
    "--watch-kill-signal=t ";

/* What the options of a call said. */
typedef struct {
    gboolean has_code, tests, checks, asks;
} Node;

static gboolean begins(const char *text, const char *prefix)
{
    return g_ascii_strncasecmp(text, prefix, strlen(prefix)) == 0;
}

/* A module that is loaded before the script: a package, a file, an address, or code in the form
 * of an address. */
static void judge_loaded(CordonJudge *judge, const CordonCall *call, const CordonArg *module)
{
    if (begins(module->text, "data:") || cordon_arg_is_input(module)) {
        cordon_judge_code(judge, call, module, "--import");
    } else if (begins(module->text, "http:") || begins(module->text, "https:")) {
        cordon_judge_value(judge, call, module, 'u');
    } else if (begins(module->text, "file:")) {
        CordonArg path = cordon_arg_skip(module, begins(module->text, "file://") ? 7 : 5);
        cordon_judge_value(judge, call, &path, 'r');
    } else {
        cordon_judge_value(judge, call, module, 'r');
    }
}

/* -p needs no value: "node -p -e 1"; then what follows is no code. */
static void judge_print(CordonJudge *judge, const CordonCall *call, CordonGluedWalk *walk,
                        const CordonGluedWord *word)
{
    if (word->has_value)
        cordon_judge_code(judge, call, &word->value, "-p");
    else if (walk->next < walk->count && walk->args[walk->next].text[0] != '-')
        cordon_judge_code(judge, call, &walk->args[walk->next++], "-p");
}

/* node --run SCRIPT ARGS is npm run SCRIPT ARGS. */
static void judge_npm_script(CordonJudge *judge, const CordonCall *call, CordonGluedWalk *walk,
                             const CordonGluedWord *word)
{
    guint rest = walk->count - walk->next;
    CordonArg *args = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, rest + 1);

    if (!word->has_value)
        return;
    args[0] = word->value;
    if (rest > 0)
        memcpy(args + 1, walk->args + walk->next, sizeof(CordonArg) * rest);
    walk->next = walk->count;
    cordon_judge_as(judge, call, "npm run", args, rest + 1);
}

static void judge_option(CordonJudge *judge, const CordonCall *call, CordonGluedWalk *walk,
                         const CordonGluedWord *word, Node *node)
{
    const char *text = word->word->text;

    if (cordon_glued_is(word, "--print")) {
        node->has_code = TRUE;
        judge_print(judge, call, walk, word);
    } else if (cordon_glued_is(word, "--eval") || cordon_glued_is(word, "-pe")) {
        node->has_code = TRUE;
        if (word->has_value)
            cordon_judge_code(judge, call, &word->value, "-e");
    } else if (cordon_glued_is(word, "--require") || cordon_glued_is(word, "--import") ||
               cordon_glued_is(word, "--loader") || cordon_glued_is(word, "--test-reporter")) {
        if (word->has_value)
            judge_loaded(judge, call, &word->value);
    } else if (cordon_glued_is(word, "--run")) {
        node->asks = TRUE;
        judge_npm_script(judge, call, walk, word);
    } else {
        cordon_glued_judge(judge, call, word, 'm');
        if (strcmp(text, "--test") == 0) {
            node->tests = TRUE;
            cordon_judge_takes_long(judge);
        }
        node->asks = node->asks || cordon_text_asks_about(text) ||
                     cordon_text_is_listed(
                         "--v8-options --completion-bash --prof-process --showConfig -vv", text) ||
                     begins(text, "--experimental-sea-config") || begins(text, "--build-sea");
    }
}

/* node_modules/.bin/NAME, node_modules/PACKAGE/.../NAME.js, .yarn/releases/yarn-4.0.0.cjs: the
 * program itself. */
static const char *program_of(CordonJudge *judge, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *name = base;

    if (strncmp(base, "yarn-", 5) == 0 && strstr(path, ".yarn/releases") != NULL)
        return "yarn";
    if (strstr(path, "node_modules/") == NULL &&
        !cordon_text_is_listed("yarn.js yarn.cjs pnpm.cjs npm-cli.js", base))
        return NULL;
    const char *dot = strrchr(base, '.');
    if (dot != NULL && cordon_text_is_listed(".js .cjs .mjs", dot))
        name = cordon_arena_strndup(cordon_judge_arena(judge), base, (gsize)(dot - base));
    if (g_str_has_suffix(name, "-cli") && cordon_program_find(name, FALSE) == NULL)
        name = cordon_arena_strndup(cordon_judge_arena(judge), name, strlen(name) - 4);
    return cordon_program_find(name, FALSE) != NULL ? name : NULL;
}

static void judge_script(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                         guint count)
{
    const char *text = cordon_arg_text(&args[0]);
    const char *program = text != NULL ? program_of(judge, cordon_script_path(judge, text)) : NULL;

    if (text != NULL && cordon_text_is_listed("inspect debug", text) &&
        strcmp(call->name, "node") == 0) {
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                          "`%s %s` is a debugger that waits for a person.", call->name, text);
    } else if (text != NULL && strcmp(text, "watch") == 0 &&
               cordon_text_is_listed("tsx esno", call->name)) {
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Leave the word watch out.",
                          "`%s watch` starts the script again for ever.", call->name);
    } else if (text != NULL && (begins(text, "http://") || begins(text, "https://"))) {
        cordon_judge_value(judge, call, &args[0], 'u');
    } else if (program != NULL) {
        cordon_judge_value(judge, call, &args[0], 'r');
        cordon_judge_as(judge, call, program, args + 1, count - 1);
    } else {
        cordon_judge_script_call(judge, call, args, count);
    }
}

/* The rest: files to test or to check, arguments of code, or the script with its own. */
static void judge_operands(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                           guint count, const Node *node)
{
    if (!node->has_code && !node->tests) {
        judge_script(judge, call, args, count);
        return;
    }
    for (guint i = 0; i < count; i++)
        cordon_judge_value(judge, call, &args[i], 'm');
}

void cordon_handle_node(CordonJudge *judge, const CordonCall *call)
{
    const char *own = call->row->options != NULL ? call->row->options : "";
    CordonGluedWalk walk = {
        .args = call->args,
        .count = call->count,
        .next = call->first,
        .options = cordon_arena_concat(cordon_judge_arena(judge), NODE_OPTIONS, own, NULL),
    };
    CordonGluedWord word;
    Node node = {FALSE};

    while (cordon_glued_next(&walk, &word)) {
        if (!word.is_option) {
            judge_operands(judge, call, word.word, call->count - walk.next + 1, &node);
            return;
        }
        judge_option(judge, call, &walk, &word, &node);
    }
    if (!node.has_code && !node.tests && !node.asks)
        cordon_judge_code_on_input(judge, call);
    else if (node.has_code && call->input == CORDON_INPUT_TEXT)
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL, NULL);
}

/* deno */

static const char DENO_SUBCOMMANDS[] = "add approve-scripts audit bench bundle cache check clean "
                                       "compile completions coverage create deploy doc eval fmt "
                                       "help i info init install jupyter lint lsp outdated publish "
                                       "remove repl run sandbox serve task test types "
                                       "uninstall update upgrade vendor x";

/* The first word that is no option.  Before a subcommand, these take the next word. */
static guint find_subcommand(const CordonCall *call)
{
    guint i = call->first;

    while (i < call->count && call->args[i].text[0] == '-' && call->args[i].text[1] != '\0') {
        const char *text = call->args[i].text;
        i += cordon_text_is_listed(
                 "-L --log-level -c --config --import-map --cert --location --seed --ext", text)
                 ? 2
                 : 1;
    }
    return MIN(i, call->count);
}

/* "--env-file" and "--env" alone load .env. */
static void judge_bare_env(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                           guint count, gboolean ends_at_operand)
{
    CordonArg file = cordon_arg_constant(".env");

    for (guint i = 0; i < count && !cordon_arg_is(&args[i], "--"); i++) {
        if (ends_at_operand && !cordon_arg_begins(&args[i], "-"))
            return;
        if (cordon_arg_is(&args[i], "--env-file") || cordon_arg_is(&args[i], "--env"))
            cordon_judge_value(judge, call, &file, 'r');
    }
}

/* deno [OPTIONS] SUBCOMMAND ...: the rows are "deno:SUBCOMMAND"; without one it is "deno run". */
void cordon_handle_deno(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    guint at = find_subcommand(call);
    const char *word = at < call->count ? cordon_arg_text(&call->args[at]) : NULL;
    gboolean is_subcommand = word != NULL && cordon_text_is_listed(DENO_SUBCOMMANDS, word);
    CordonArg *args = CORDON_ARENA_ARRAY(arena, CordonArg, call->count + 1);
    guint count = 0;

    for (guint i = call->first; i < call->count; i++) {
        if (i != at || !is_subcommand)
            args[count++] = call->args[i];
    }
    word = is_subcommand ? word : "run";
    judge_bare_env(judge, call, args, count, cordon_text_is_listed("run x task serve", word));
    cordon_judge_row(judge, call, cordon_arena_concat(arena, "deno:", word, NULL),
                     cordon_arena_concat(arena, "deno ", word, NULL), args, count);
}

/* The program of a package: "npm:vite@5/bin" -> "vite". */
static const char *package_program(CordonJudge *judge, const char *text)
{
    const char *name = text + strcspn(text, ":") + 1;

    name += *name == '/' ? 1 : 0;
    if (name[0] == '@')
        name += strcspn(name, "/") + (strchr(name, '/') != NULL ? 1 : 0);
    const char *path = strchr(name, '/');
    if (path != NULL)
        return path + 1;
    return cordon_arena_strndup(cordon_judge_arena(judge), name, strcspn(name, "@"));
}

/* npm:vite, jsr:@std/http/file-server: the program that the package holds. */
static void judge_deno_package(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                               guint count)
{
    const char *text = cordon_arg_text(&args[0]);

    cordon_judge_value(judge, call, &args[0], 'k');
    if (text != NULL)
        cordon_judge_as(judge, call, package_program(judge, text), args + 1, count - 1);
}

/* deno run MODULE ARGS: a file, an address, or a package. */
void cordon_handle_deno_run(CordonJudge *judge, const CordonCall *call)
{
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = call->row->options};
    CordonGluedWord word;
    gboolean asks = FALSE;

    while (cordon_glued_next(&walk, &word)) {
        const CordonArg *args = word.word;
        guint count = call->count - walk.next + 1;
        if (word.is_option) {
            asks = asks || cordon_text_asks_about(word.word->text);
            cordon_glued_judge(judge, call, &word, 'm');
            continue;
        }
        if (begins(args->text, "npm:") || begins(args->text, "jsr:"))
            judge_deno_package(judge, call, args, count);
        else
            judge_script(judge, call, args, count);
        return;
    }
    if (!asks)
        cordon_judge_code_on_input(judge, call);
}

/* deno eval CODE */
void cordon_handle_deno_eval(CordonJudge *judge, const CordonCall *call)
{
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = call->row->options};
    CordonGluedWord word;

    while (cordon_glued_next(&walk, &word)) {
        if (word.is_option)
            cordon_glued_judge(judge, call, &word, 'm');
        else
            cordon_judge_code(judge, call, word.word, NULL);
    }
}

/* deno knows the scripts of package.json as tasks. */
static void judge_package_script(CordonJudge *judge, const CordonCall *call, const CordonArg *name)
{
    CordonPackages packages = cordon_packages_here(judge, call, "package.json");
    CordonScriptRun run = {.name = cordon_arg_text(name)};

    if (run.name != NULL && packages.count > 0)
        cordon_judge_script_run(judge, call, &packages, &run);
}

/* deno task NAME ARGS: what follows the name belongs to the task. */
void cordon_handle_deno_task(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    if (parsed.operand_count == 0)
        return;
    cordon_judge_target(judge, call, &parsed.operands[0], FALSE);
    judge_package_script(judge, call, &parsed.operands[0]);
    for (guint i = 1; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text != NULL && cordon_text_is_listed("--watch --watch-hmr", text))
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL, "`%s` is told to watch.",
                              call->name);
    }
    cordon_judge_script_args(judge, call, parsed.operands + 1, parsed.operand_count - 1);
}
